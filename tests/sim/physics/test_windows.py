"""Terrain windows: shared, changed without a jolt, and as good far away as at the origin."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.core.errors import CapacityError
from outrider.run.session import Session
from outrider.scenario.schema import BoxProp
from outrider.scenario.worlds import Flat, Hills
from tests.sim.physics.build import Floats, put, robot, session, watch

GENTLE = Hills(relief_m=1.0, wavelength_m=60.0, roughness=0.3, density=0.0)
FAR_M = 20_000.0


def windows(sim: Session) -> dict[str, int]:
    physics = sim.engine.team.physics
    return dict(zip(physics.world.names, physics.windows.window_of_client.tolist(), strict=True))


def test_robots_in_one_cell_share_a_window() -> None:
    sim = session(
        robot("husky", (2.0, 2.0)), robot("rover4", (6.0, -3.0)),
        robot("tracked", (120.0, 0.0)), world=GENTLE,
    )  # fmt: skip
    sim.step(0.2)
    held = windows(sim)
    assert held["husky"] == held["rover4"] >= 0
    assert held["tracked"] not in {held["husky"], -1}
    cells = sim.engine.team.physics.windows.cell_of_window
    used = cells[cells[:, 0] != np.iinfo(np.int64).min]
    assert len(used) == len(set(map(tuple, used.tolist()))) == 2


def test_every_body_touches_one_window_and_is_carried_once() -> None:
    # At 24 m both the window of cell 0 and that of cell 1 cover the ground.
    sim = session(robot("husky", (24.0, 0.0)), world=GENTLE)
    sim.step(1.0)
    loads = sim.engine.team.physics.load
    mass = sim.engine.team.physics.world.client_mass[0]
    assert loads.sum() == pytest.approx(mass * 9.81, rel=0.02)


def crossing(start: float) -> tuple[Floats, Floats, set[int]]:
    """Acceleration (n, 3) and turning of a husky that drives 24 m to the east, and its windows."""
    sim = session(robot("husky", (start, 3.0)), world=GENTLE)
    sim.robot("husky").drive(0.9)
    sim.step(2.0)
    used: set[int] = set()
    speeds, rates = [], []
    for _ in range(1250):
        seen = watch(sim, "husky", 0.02, every=0.002)
        speeds.append(seen.velocity)
        rates.append(seen.rates)
        used.add(int(sim.engine.team.physics.windows.cell_of_window[windows(sim)["husky"], 0]))
    velocity = np.concatenate(speeds)
    return np.diff(velocity, axis=0) / 0.002, np.concatenate(rates), used


def test_crossing_from_window_to_window_is_not_felt() -> None:
    # From cell 0 (up to 22 m, and 4 m beyond before the change) into cell 1, and in the middle.
    across, turning, used = crossing(12.0)
    inside, steady, alone = crossing(-11.0)
    assert len(used) == 2
    assert len(alone) == 1
    assert np.abs(across).max() < 1.5 * np.abs(inside).max()
    assert np.abs(turning).max() < 1.5 * np.abs(steady).max() + 0.02


def paths(east: float) -> tuple[Floats, Floats]:
    """Where a husky and an x500 get in ten seconds, from their starts."""
    sim = session(
        robot("husky", (east, -east, 0.13232 + 0.002)), robot("x500", (east, 5.0 - east, 10.0)),
        world=Flat(),
    )  # fmt: skip
    sim.robot("husky").drive(0.8, 0.3)
    sim.robot("x500").control("velocity_heading", [1.0, -0.5, 0.2, 0.7])
    rover, flyer = [], []
    for _ in range(100):
        sim.step(0.1)
        rover.append(sim.robot("husky").position - [east, -east, 0.0])
        flyer.append(sim.robot("x500").position - [east, 5.0 - east, 0.0])
    return np.array(rover), np.array(flyer)


def test_twenty_kilometres_away_is_as_at_the_origin() -> None:
    near, far = paths(0.0), paths(FAR_M)
    assert np.linalg.norm(near[0][-1]) > 4.0
    assert np.abs(near[0] - far[0]).max() < 1e-6
    assert np.abs(near[1] - far[1]).max() < 1e-6


def test_windows_follow_robots_far_away() -> None:
    sim = session(
        robot("husky", (0.0, 0.0)), robot("rover4", (FAR_M, -FAR_M), name="far"), world=GENTLE
    )
    sim.robot("far").drive(0.8)
    sim.step(5.0)
    x, y, z = sim.robot("far").position
    assert x == pytest.approx(FAR_M + 3.9, abs=0.4)
    assert z - sim.ground_height(x, y) == pytest.approx(0.0635, abs=0.03)
    assert sim.robot("far").state.landed


def test_a_body_moved_far_away_finds_ground_there() -> None:
    sim = session(robot("husky"), world=GENTLE)
    sim.step(0.2)
    ground = sim.ground_height(500.0, 300.0)
    sim.move("husky", [500.0, 300.0, ground + 0.2])
    seen = watch(sim, "husky", 3.0)
    assert np.linalg.norm(seen.position[-1, :2] - [500.0, 300.0]) < 0.1
    assert abs(seen.position[-1, 2] - ground - 0.132) < 0.05


def test_a_prop_without_a_robot_near_is_frozen_and_wakes() -> None:
    crate = BoxProp(name="crate", position_m=(300.0, 0.0), size_m=(0.5, 0.5, 0.5), mass_kg=5.0)
    sim = session(robot("husky"), world=GENTLE, props=[crate])
    physics = sim.engine.team.physics
    start = physics.root[1].copy()
    sim.step(1.0)
    assert physics.frozen.tolist() == [0, 1]
    assert (physics.root[1, :7] == start[:7]).all()
    put(sim, "husky", position=[297.0, 0.0, sim.ground_height(297.0, 0.0) + 0.2])
    sim.step(1.0)
    assert physics.frozen.tolist() == [0, 0]
    assert abs(physics.root[1, 2] - sim.ground_height(300.0, 0.0) - 0.25) < 0.02


@pytest.mark.parametrize("crate_at", [14.0, 23.0])
def test_a_crate_is_pushed_over_the_borders_of_cells(crate_at: float) -> None:
    """The border is at 22 m, the change of windows up to 26 m: no border stops or frees a crate.

    It is wide, so that it cannot slip off the bumper on the way.
    """
    crate = BoxProp(name="crate", position_m=(crate_at, 0.0), size_m=(0.6, 2.4, 0.6), mass_kg=10.0)
    sim = session(robot("husky", (crate_at - 2.0, 0.0)), world=GENTLE, props=[crate])
    sim.robot("husky").drive(0.9)
    sim.step(3.0)
    for _ in range(16):
        before = sim.robot("husky").position
        sim.step(1.0)
        assert np.linalg.norm(sim.robot("husky").position - before) > 0.8
        assert not sim.engine.team.physics.frozen.any()
    assert sim.engine.team.physics.root[1, 0] > max(crate_at + 10.0, 29.0)


def test_too_many_cells_name_the_robot() -> None:
    far = [robot("rover4", (400.0 * k, 0.0), name=f"rover{k}") for k in range(30)]
    with pytest.raises(CapacityError, match=r"rover24: no terrain window is left"):
        session(*far, world=GENTLE)
