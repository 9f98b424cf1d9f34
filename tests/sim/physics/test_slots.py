"""Obstacle slots: what they hold stands in the way, and only that takes part in collisions."""

from __future__ import annotations

from pathlib import Path

from outrider.run.session import Session, restore
from outrider.scenario.worlds import Cylinder
from outrider.sim.physics.slots import EMPTY
from tests.sim.physics.build import put, robot, session

FAR_M = 400.0
GROVE = tuple(
    Cylinder(position_m=(x, y), radius_m=0.2, height_m=5.0)
    for x in (3.0, FAR_M + 3.0)
    for y in (-0.8, 0.0, 0.8)
)


def colliding(sim: Session) -> list[int]:
    """Rows of the scene's objects whose slots take part in collisions."""
    physics = sim.engine.team.physics
    held = physics.slots.object_of_slot
    bodies = [physics.world.body_id(f"slot/cylinder/{k}") for k in range(len(held))]
    takes_part = physics.world.model.body_contype[bodies] > 0
    assert (takes_part == (held != EMPTY)).all()
    return sorted(held[takes_part].tolist())


def stopped(sim: Session) -> bool:
    """Whether a husky that drives east for 4 m meets something on its way."""
    start = sim.robot("husky").position[0]
    sim.robot("husky").drive(0.9)
    sim.step(6.0)
    return bool(sim.robot("husky").position[0] - start < 3.0)


def test_only_what_is_near_takes_part_and_stands_in_the_way() -> None:
    sim = session(robot("husky", (0.0, 0.0)), robot("x500", (3.0, 4.0)), objects=GROVE)
    sim.step(0.1)
    assert colliding(sim) == [0, 1, 2]
    put(sim, "husky", position=(200.0, 0.0, 0.2))
    put(sim, "x500", position=(200.0, 20.0, 0.2))
    sim.step(0.1)
    assert colliding(sim) == []
    assert not stopped(sim)
    for place, rows in ((FAR_M, [3, 4, 5]), (0.0, [0, 1, 2])):
        put(sim, "husky", position=(place, 0.0, 0.2))
        assert stopped(sim)
        assert colliding(sim) == rows


def test_a_restored_world_holds_what_it_held(tmp_path: Path) -> None:
    sim = session(robot("husky", (0.0, 0.0)), objects=GROVE)
    sim.step(0.1)
    sim.save(tmp_path / "near")
    assert stopped(sim)
    again = restore(tmp_path / "near")
    assert colliding(again) == [0, 1, 2]
    assert stopped(again)
    assert (again.robot("husky").position == sim.robot("husky").position).all()
