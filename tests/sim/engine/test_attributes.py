"""People of a team with attributes: who is tied stays, who lies gets up when told, who patrols."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from outrider.core.errors import CommandError, UserError
from outrider.run.session import Session, restore
from outrider.scenario import plans
from outrider.scenario.people import Person
from outrider.sim.robots import catalogue
from outrider.sim.robots.looks.catalogue import look_of
from outrider.sim.robots.person import PersonModel
from outrider.world.assets.avatars import CLOTHS
from tests.sim.engine.teams import crate, husky, person, scenario, x500

TIED = Person(activity="sitting", tied_to_chair=True, colour="red")
MOVES = (
    plans.GoTo(to=(9.0, 9.0)),
    plans.Follow(path=((9.0, 9.0), (3.0, 3.0))),
    plans.Walk(speed_mps=1.0),
    plans.Sit(),
    plans.Stand(),
    plans.TakeOff(),
    plans.Land(),
)


def model_of(like: Person, **parameters: float) -> PersonModel:
    session = Session(scenario(person(person=like, parameters=parameters)))
    model = session.engine.team.member("human0").model
    assert isinstance(model, PersonModel)
    return model


def test_attributes_are_told_by_the_session() -> None:
    like = Person(activity="idle", colour="purple", gender="male", height="tall")
    session = Session(scenario(person(at=(4.0, 3.0), heading_rad=0.5, person=like), husky()))
    assert list(session.people) == ["human0"]
    one = session.people["human0"]
    assert one.person == like
    assert one.position_m[:2] == (4.0, 3.0)
    assert one.heading_rad == pytest.approx(0.5)
    session.robot("human0").walk(1.0)
    session.step(2.0)
    assert session.people["human0"].position_m[0] > 5.0


def test_height_is_that_of_the_model_unless_a_parameter_says_another() -> None:
    assert model_of(Person(gender="male", height="tall")).height_m == 1.90
    assert model_of(Person(gender="female", height="short")).height_m == 1.55
    assert model_of(Person(gender="female", height="short"), height_m=1.7).height_m == 1.7
    plain = catalogue.load("person")
    assert isinstance(plain, PersonModel)
    assert (plain.person, plain.height_m) == (None, 1.75)


def test_the_look_wears_the_colour_and_has_the_height() -> None:
    heights = []
    for height in ("tall", "medium", "short"):
        model = model_of(Person(colour="yellow", gender="male", height=height))
        mesh = look_of(model).body[0]
        assert CLOTHS["yellow"] in mesh.materials
        heights.append(float(mesh.size[2]))
    assert heights[0] > heights[1] + 0.05 > heights[2] + 0.1


def test_only_people_have_attributes() -> None:
    with pytest.raises(UserError, match="uav0: person says what a person is like, but x500"):
        Session(scenario(x500(person=Person())))


@pytest.mark.parametrize("command", MOVES)
def test_one_who_is_tied_refuses_to_move(command: plans.AnyCommand) -> None:
    session = Session(scenario(person(person=TIED)))
    with pytest.raises(CommandError, match="human0: is tied to a chair and cannot"):
        session.engine.command("human0", command)
    with pytest.raises(CommandError, match="human0: is tied to a chair and cannot"):
        Session(scenario(person(person=TIED, plan=(command,))))


def test_one_who_is_tied_never_moves_though_pushed() -> None:
    """A rover presses, a crate slides against the chair, commands are tried: 10 s long."""
    team = (person(at=(4.0, 0.0), heading_rad=0.3, person=TIED), husky(at=(1.5, 0.0)))
    session = Session(scenario(*team, props=(crate(at=(2.9, 0.0)),)))
    first = session.robot("human0").state
    session.robot("ugv0").drive(0.4)
    touched = False
    for _ in range(100):
        session.step(0.1)
        with pytest.raises(CommandError):
            session.robot("human0").walk(1.0)
        session.robot("human0").stop()
        now = session.robot("human0").state
        assert (now.position, now.velocity) == (first.position, (0.0, 0.0, 0.0))
        np.testing.assert_allclose(now.quaternion, first.quaternion, atol=1e-12)
        assert (now.gait, now.mode) == ("sit", "tied")
        touched |= bool(session.contacts("human0"))
    assert touched
    assert session.robot("ugv0").position[0] < 3.5


def test_the_chair_belongs_to_body_and_look() -> None:
    model = model_of(TIED)
    shapes = model.body_plan().links[0].shapes
    boxes = [shape for shape in shapes if shape.kind == "box"]
    assert len(boxes) >= 6
    assert min(s.position_m[2] - 0.5 * s.size_m[2] for s in boxes) == pytest.approx(0.0, abs=0.01)
    look = look_of(model)
    assert look.posed is not None
    walking = look.posed("walk", 0.3)
    assert np.array_equal(walking.points, look.body[0].points)
    legs = [shape for shape in boxes if shape.size_m[2] > 0.4 and shape.size_m[0] < 0.05]
    points = look.body[0].points
    for leg in legs:
        away = np.hypot(*(points[:, :2] - leg.position_m[:2]).T)
        assert (points[away < 0.04, 2] < 0.2).any()
    session = Session(scenario(person(at=(4.0, 0.0), person=TIED)))
    world = session.engine.team.physics.world
    parties = world.geom_party[world.geom_party >= len(world.names)]
    assert len(parties) == len(shapes)


def test_a_ray_of_touch_names_the_person_not_the_chair() -> None:
    """A husky that meets the chair's legs from behind is told that it touches the person."""
    session = Session(scenario(person(at=(3.0, 0.0), person=TIED), husky()))
    session.robot("ugv0").drive(0.5)
    for _ in range(200):
        session.step(0.05)
        if any("human0" in (c.body_a, c.body_b) for c in session.contacts("ugv0")):
            return
    pytest.fail("the husky never touched the person")


def test_one_who_sits_does_so_from_the_start_and_gets_up() -> None:
    session = Session(scenario(person(at=(4.0, 3.0), person=Person(activity="sitting"))))
    assert session.robot("human0").state.gait == "sit"
    session.step(3.0)
    assert session.robot("human0").state.gait == "sit"
    ticket = session.robot("human0").go_to((7.0, 3.0))
    session.step(8.0)
    assert ticket.done
    assert session.robot("human0").position[0] == pytest.approx(7.0, abs=0.3)


def test_one_who_lies_stays_so_until_told(tmp_path: Path) -> None:
    session = Session(scenario(person(at=(4.0, 3.0), person=Person(activity="laying"))))
    for _ in range(10):
        assert session.robot("human0").state.gait == "fallen"
        session.robot("human0").stop()
        session.step(1.0)
    up = session.robot("human0").state.quaternion
    tilt = 1.0 - 2.0 * (up[0] ** 2 + up[1] ** 2)
    assert tilt == pytest.approx(0.0, abs=1e-6)
    session.save(tmp_path / "run")
    copy = restore(tmp_path / "run")
    for one in (session, copy):
        ticket = one.robot("human0").go_to((7.0, 3.0))
        one.step(9.0)
        assert ticket.done
        assert one.robot("human0").position[0] == pytest.approx(7.0, abs=0.3)
    assert session.digest() == copy.digest()


def test_one_who_patrols_walks_the_plan_over_and_over() -> None:
    way = plans.Follow(path=((4.0, 0.0), (4.0, 4.0), (0.0, 0.0)), speed_mps=1.5)
    guard = person(at=(0.0, 0.0), person=Person(activity="patrolling"), plan=(way,))
    once = person("human1", at=(20.0, 0.0), plan=(way,))
    session = Session(scenario(guard, once, duration_s=60.0))
    corner, rounds, there = np.array([4.0, 4.0]), 0, False
    for _ in range(300):
        session.step(0.2)
        close = float(np.hypot(*(session.robot("human0").position[:2] - corner))) < 0.6
        rounds, there = rounds + (close and not there), close
    length = 4.0 + 4.0 + math.hypot(4.0, 4.0)
    assert rounds >= math.floor(60.0 / (length / 1.5 + 5.0))
    assert rounds >= 3
    assert session.robot("human1").state.gait == "stand"
    # A command of a client ends it, as it ends every plan.
    session.robot("human0").stop()
    session.step(5.0)
    assert session.robot("human0").state.velocity[:2] == (0.0, 0.0)


def test_a_round_that_cannot_be_walked_is_not_tried_without_end() -> None:
    bad = plans.Land(on="ugv0")
    guard = person(at=(9.0, 0.0), person=Person(activity="patrolling"), plan=(bad,))
    session = Session(scenario(guard, husky()))
    session.step(5.0)
    tickets = [t for t in session.engine.orders.tickets if t.robot == "human0"]
    assert 4 <= len(tickets) <= 6
