"""Decks: pads on the plate, room for those that stand there, and pads that move."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.errors import CommandError
from outrider.sim.physics.plan import ORIGIN
from outrider.sim.robots import catalogue
from outrider.sim.robots.decks import pad_state, standing_on
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import AxleModel


def deck_robot(name: str) -> AxleModel:
    model = catalogue.load(name)
    assert isinstance(model, AxleModel)
    assert model.deck is not None
    return model


@pytest.mark.parametrize("name", ["husky", "carrier"])
def test_pads_lie_on_top_of_the_plate_inside_the_rim(name: str) -> None:
    model = deck_robot(name)
    plan = model.body_plan()
    plate = next(s for s in plan.links[0].shapes if s.name == "deck")
    top = plate.position_m[2] + plate.size_m[2] / 2
    assert len(plan.pads) == 3
    for pad in plan.pads:
        assert pad.position_m[2] == pytest.approx(top)
        for k in range(2):
            assert abs(pad.position_m[k] - plate.position_m[k]) < plate.size_m[k] / 2 - 0.1
    highest = max(s.position_m[2] + s.size_m[2] / 2 for s in plan.links[0].shapes)
    assert highest == pytest.approx(top + model.deck.rim_height_m)  # type: ignore[union-attr]


@pytest.mark.parametrize(("carrier", "rider"), [("carrier", "x500"), ("husky", "cricket")])
def test_three_riders_fit_side_by_side(carrier: str, rider: str) -> None:
    plan, model = deck_robot(carrier).body_plan(), catalogue.load(rider)
    assert isinstance(model, MultirotorModel)
    reach = max(
        math.hypot(*shape.position_m[:2])
        + (math.hypot(*shape.size_m[:2]) / 2 if shape.kind == "box" else shape.size_m[0])
        for shape in model.collider
    )
    places = np.array([pad.position_m[:2] for pad in plan.pads])
    gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps) > 2 * reach


def test_a_pad_moves_with_its_robot() -> None:
    plan = deck_robot("carrier").body_plan()
    half = math.radians(40) / 2
    q = (0.0, 0.0, math.sin(half), math.cos(half))
    state = pad_state(
        plan, 0, position=(5.0, 6.0, 1.0), quaternion=q, velocity=(1.0, 2.0, 0.0),
        rates=(0.0, 0.0, 0.5),
    )  # fmt: skip
    x, y, z = plan.pads[0].position_m
    assert y == 0.0
    arm = np.array([x * math.cos(2 * half), x * math.sin(2 * half), z])
    np.testing.assert_allclose(state.position_m, np.array([5.0, 6.0, 1.0]) + arm)
    np.testing.assert_allclose(
        state.velocity_mps, np.array([1.0, 2.0, 0.0]) + np.cross([0, 0, 0.5], arm)
    )
    assert state.heading_rad == pytest.approx(2 * half)


def test_standing_on_a_tilted_deck_is_along_its_normal() -> None:
    plan = deck_robot("husky").body_plan()
    roll = math.radians(15)
    q = (math.sin(roll / 2), 0.0, 0.0, math.cos(roll / 2))
    at = standing_on(plan, 0, 0.2, position=ORIGIN, quaternion=q)
    height = plan.pads[0].position_m[2] + 0.2
    np.testing.assert_allclose(at, [0.0, -height * math.sin(roll), height * math.cos(roll)])


def test_a_pad_that_is_not_there_is_refused() -> None:
    plan = deck_robot("husky").body_plan()
    with pytest.raises(CommandError, match="ugv0 has no pad 3; it has 3, numbered from 0 to 2"):
        pad_state(plan, 3, position=ORIGIN, quaternion=(0, 0, 0, 1), owner="ugv0")
    bare = catalogue.load("rover4").body_plan()
    with pytest.raises(CommandError, match="rover has no pad 0; it has 0 deck"):
        pad_state(bare, 0, position=ORIGIN, quaternion=(0, 0, 0, 1), owner="rover")
