"""Allocation matrices: the paper's quadrotor, any rotor count, and ones of the user's own."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace

from outrider.core.errors import UserError
from outrider.sim.physics.multirotor import Multirotor, geometric_allocation
from outrider.sim.robots.flight import MultirotorModel, Pilot, Rotor
from tests.sim.flight.bodies import AIRLESS, FLEET, model


def test_x_quadrotor_has_the_matrix_of_the_paper() -> None:
    """FlightForge eq. 2: rows of force and torques for rotors at ±d/√2."""
    d, ratio = 0.25, 0.0315
    h = d / math.sqrt(2.0)
    places = [(h, -h, 0.0), (-h, h, 0.0), (h, h, 0.0), (-h, -h, 0.0)]
    found = np.array(geometric_allocation(places, [1, 1, -1, -1], ratio))
    paper = [
        [1.0, 1.0, 1.0, 1.0],
        [-h, h, h, -h],
        [-h, h, -h, h],
        [-ratio, -ratio, ratio, ratio],
    ]
    assert np.array_equal(found, paper)
    shipped = np.array(model("x500").params().allocation)
    assert shipped == pytest.approx(np.array(paper), rel=3e-6)


@pytest.mark.parametrize("name", FLEET)
def test_mixer_undoes_the_allocation(name: str) -> None:
    params = model(name).params()
    assert params.allocation_matrix @ params.mixer_matrix == pytest.approx(np.eye(4), abs=1e-12)
    assert params.rotor_count == {"firefly": 6, "octo": 8}.get(name, 4)


def spun(allocation: tuple[tuple[float, ...], ...], speeds: list[float]) -> np.ndarray:
    """Body rates after 10 ms with the rotors already at ``speeds``, without precession."""
    body = Multirotor([replace(AIRLESS, allocation=allocation)], dt_s=0.001)
    body.rotor[:] = speeds
    body.step(speeds, steps=10)
    return np.array(body.rates[0])


def test_a_matrix_of_ones_own_changes_the_motion_as_it_says() -> None:
    speeds = [600.0, 500.0, 550.0, 450.0]
    stock = AIRLESS.allocation
    doubled = (stock[0], tuple(2.0 * value for value in stock[1]), *stock[2:])
    mirrored = (stock[0], stock[1], tuple(-value for value in stock[2]), stock[3])
    assert spun(doubled, speeds)[0] == pytest.approx(2.0 * spun(stock, speeds)[0], rel=2e-3)
    assert spun(mirrored, speeds)[1] == pytest.approx(-spun(stock, speeds)[1], rel=2e-3)
    thrusts = AIRLESS.thrust_coefficient_ns2 * np.array(speeds) ** 2
    expected = np.array(stock)[1:] @ thrusts / AIRLESS.inertia_kgm2 * 0.01
    assert spun(stock, speeds) == pytest.approx(expected, rel=2e-3, abs=1e-4)


def test_lift_row_of_ones_own_changes_the_climb() -> None:
    """Rotors that lean lose lift: a force row of 0.8 climbs as 0.8 of the thrust says."""
    leaning = replace(AIRLESS, allocation=((0.8,) * 4, *AIRLESS.allocation[1:]))
    body = Multirotor([leaning])
    body.rotor[:] = 700.0
    body.step([700.0] * 4, steps=250)
    lift = 0.8 * 4.0 * AIRLESS.thrust_coefficient_ns2 * 700.0**2 / AIRLESS.mass_kg
    assert body.velocity[0, 2] == pytest.approx(lift - 9.81, rel=1e-9)


def test_model_with_its_own_matrix_flies_by_it() -> None:
    """Rotor order 3, 0, 2, 1: another matrix, the same robot, the same flight."""
    stock = model("x500")
    order = [3, 0, 2, 1]
    rows = tuple(tuple(row[r] for r in order) for row in stock.params().allocation)
    shuffled = replace(stock, allocation=rows)
    pilots = [Pilot([robot], dt_s=0.002) for robot in (stock, shuffled)]
    for pilot in pilots:
        pilot.command("position_heading", [3.0, -2.0, 5.0, 0.8])
        pilot.step(500)
    assert pilots[1].body.position == pytest.approx(pilots[0].body.position, abs=1e-9)
    assert pilots[1].body.rotor[0] == pytest.approx(pilots[0].body.rotor[0, order], abs=1e-6)
    assert np.ptp(pilots[0].body.rotor[0]) > 1.0


def test_quadrotor_with_a_wrong_matrix_does_not_fly() -> None:
    """The controller is told the truth, the body another matrix: pitch turned over, it falls."""
    stock = model("x500")
    pilot = Pilot([stock], dt_s=0.002)
    pilot.body.packed.allocation[0, 2] *= -1.0
    pilot.body.rates[:] = [0.0, 0.01, 0.0]
    pilot.command("position_heading", [0.0, 0.0, 0.0, 0.0])
    pilot.step(2000)
    assert pilot.body.position[0, 2] < -5.0


def ring(count: int) -> MultirotorModel:
    turns = [2.0 * math.pi * (r + 0.5) / count for r in range(count)]
    stock = model("x500")
    rotors = tuple(
        Rotor(
            position_m=(0.3 * math.cos(turn), 0.3 * math.sin(turn), 0.0),
            spin=1 if r % 2 else -1,
        )
        for r, turn in enumerate(turns)
    )
    return replace(stock, rotors=rotors)


@pytest.mark.parametrize("count", [4, 6, 8, 10, 12])
def test_any_ring_of_rotors_flies(count: int) -> None:
    pilot = Pilot([ring(count)], dt_s=0.002)
    pilot.command("position_heading", [1.0, 2.0, 3.0, 0.5])
    pilot.step(6000)
    assert pilot.body.position[0] == pytest.approx([1.0, 2.0, 3.0], abs=1e-3)


@pytest.mark.parametrize(
    ("allocation", "reason"),
    [
        (((1.0,) * 4, (1.0,) * 4, (1.0,) * 4), "4 rows"),
        (((1.0,) * 4, (1.0,) * 4, (1.0,) * 3, (1.0,) * 4), "one number per rotor"),
        (((-1.0, 1.0, 1.0, 1.0), *AIRLESS.allocation[1:]), "none below 0"),
        (((math.nan, 1.0, 1.0, 1.0), *AIRLESS.allocation[1:]), "not finite"),
    ],
)
def test_impossible_matrices_are_refused(
    allocation: tuple[tuple[float, ...], ...], reason: str
) -> None:
    with pytest.raises(UserError, match=reason):
        replace(AIRLESS, allocation=allocation)


def test_matrix_and_rotors_must_agree() -> None:
    with pytest.raises(UserError, match="there are 4 rotors"):
        replace(model("x500"), allocation=((1.0,) * 6,) * 4)
