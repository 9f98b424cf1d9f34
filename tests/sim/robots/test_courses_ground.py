"""Ground robots and people along paths, in simulated time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.errors import CommandError
from outrider.sim.robots import _kernels_columns as columns
from outrider.sim.robots.navigate import Status, Task, Whereabouts
from tests.sim.robots.courses import DT, Unicycle, cross_track, figure_of_eight

EIGHT = math.pi / 4


@pytest.mark.parametrize(("name", "size", "speed"), [("husky", 8, 1.0), ("rover4", 8, 2.0)])
def test_figure_of_eight_within_30_cm(name: str, size: float, speed: float) -> None:
    robot = Unicycle(name, yaw=EIGHT)
    path = figure_of_eight(size)
    robot.navigator.follow(0, path, robot.here(), speed=speed)
    status, seen = robot.run(90.0)
    gap = cross_track(seen[:, :2], path)
    assert status == Status.DONE
    assert np.sqrt((gap**2).mean()) < 0.3
    length = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
    travelled = np.linalg.norm(np.diff(seen[:, :2], axis=0), axis=1).sum()
    assert travelled == pytest.approx(length, rel=0.05)


def test_go_to_ends_inside_the_tolerance_with_brakes() -> None:
    robot = Unicycle("husky")
    robot.navigator.go_to(0, [6.0, 3.0], robot.here(), tolerance=0.2)
    status, seen = robot.run(30.0)
    assert status == Status.DONE
    assert math.dist(seen[-1, :2], (6.0, 3.0)) < 0.2
    assert seen[-1, 2] < 0.05
    assert robot.out[0, :2].tolist() == [0.0, 0.0]
    robot.run(1.0)
    assert robot.navigator.status(0) is Status.DONE


@pytest.mark.parametrize("goal", [(-5.0, 0.0), (0.0, 5.0), (-4.0, -4.0), (0.6, -0.6)])
def test_a_goal_behind_is_reached_by_turning_on_the_spot(goal: tuple[float, float]) -> None:
    robot = Unicycle("husky")
    robot.navigator.go_to(0, goal, robot.here())
    status, seen = robot.run(30.0)
    assert status == Status.DONE
    assert math.dist(seen[-1, :2], goal) < 0.3
    assert seen[:, :2].max() < max(*goal, 0.0) + 0.5


def test_timeout_brakes_at_its_tick() -> None:
    robot = Unicycle("husky")
    robot.navigator.go_to(0, [100.0, 0.0], robot.here(), timeout_s=3.0)
    status, seen = robot.run(10.0)
    assert status == Status.TIMED_OUT
    assert len(seen) == round(3.0 / DT) + 1
    assert robot.out[0, :2].tolist() == [0.0, 0.0]
    for _ in range(500):
        robot.step()
    assert robot.v < 1e-2
    assert robot.navigator.status(0) is Status.TIMED_OUT


@pytest.mark.parametrize("rate_hz", [50.0, 30.0, 7.0])
def test_control_rate_is_exact_on_average(rate_hz: float) -> None:
    robot = Unicycle("husky")
    robot.navigator.params[0, columns.K_RATE] = rate_hz
    robot.navigator.follow(0, figure_of_eight(8), robot.here())
    changes, last = 0, None
    for _ in range(round(2.0 / DT)):
        robot.step()
        now = robot.out[0, :2].tolist()
        changes += now != last
        last = now
    assert robot.navigator.nav[0, columns.N_UPDATES] == math.floor((2.0 - DT) * rate_hz) + 1
    assert changes <= robot.navigator.nav[0, columns.N_UPDATES]


def test_a_car_takes_a_loop_to_a_goal_behind_it() -> None:
    car = Unicycle("suv")
    car.navigator.go_to(0, [-50.0, 0.0], car.here(), speed=5.0)
    circle = 2.81 / math.tan(0.5)
    for _ in range(round(40.0 / DT)):
        if car.step() != Status.RUNNING:
            break
        assert abs(car.out[0, 1]) <= car.out[0, 0] / circle + 1e-9
    assert car.navigator.status(0) is Status.DONE
    assert math.dist((car.x, car.y), (-50.0, 0.0)) < 1.0


def test_speed_falls_in_bends_so_far_that_the_offset_stays_in_bounds() -> None:
    robot = Unicycle("rover4")
    t = np.linspace(0.0, np.pi, 60)
    bend = np.column_stack([10.0 + 2.0 * np.sin(t), 2.0 - 2.0 * np.cos(t)])
    path = np.concatenate([[[0.0, 0.0]], bend, [[0.0, 4.0]]])
    robot.navigator.follow(0, path[1:], robot.here(), speed=1.8)
    status, seen = robot.run(40.0)
    inside = (seen[:, 0] > 11.0) & (np.abs(seen[:, 1] - 2.0) < 1.5)
    assert status == Status.DONE
    assert 1.7 < seen[:, 2].max() < 1.85
    # Room of 0.24 m on 2 m of radius: K (offset r / L + L / 2) with L = 1 m.
    assert seen[inside, 2].max() < 1.1 * (0.24 * 2.0 + 0.5)
    assert cross_track(seen[:, :2], path).max() < 0.35


def test_a_person_walks_the_same_path_by_the_same_call() -> None:
    person = Unicycle("person")
    path = np.array([[0.0, 0.0], [5.0, 0.0], [5.0, 5.0]])
    person.navigator.follow(0, path[1:], person.here())
    status, seen = person.run(30.0)
    assert status == Status.DONE
    assert seen[:, 2].max() == pytest.approx(1.4, abs=0.05)
    assert cross_track(seen[:, :2], path).max() < 0.5
    assert math.dist(seen[-1, :2], path[-1]) < 0.3


@pytest.mark.parametrize("name", ["husky", "suv", "person"])
def test_taking_off_and_landing_are_done_at_once_on_the_ground(name: str) -> None:
    robot = Unicycle(name)
    n = robot.navigator
    for order in (n.take_off, n.land, n.hover, n.stop):
        order(0, robot.here())
        assert robot.step() == Status.DONE


def test_a_new_task_replaces_the_old_one_and_reuses_its_memory() -> None:
    robot = Unicycle("husky")
    n = robot.navigator
    n.go_to(0, [50.0, 0.0], robot.here())
    rows = len(n.path)
    for k in range(20):
        n.go_to(0, [40.0 - k, 1.0], robot.here())
    assert len(n.path) == rows
    n.go_to(0, [80.0, 0.0], robot.here())
    n.go_to(0, [100.0, 0.0], robot.here())
    assert len(n.path) < 3 * 1000
    assert n.path_of(0)[-1].tolist() == [100.0, 0.0, 0.0]


def test_control_leaves_the_low_level_command_alone() -> None:
    robot = Unicycle("husky")
    robot.navigator.control(0, robot.here(), timeout_s=0.1)
    robot.out[0, :2] = (0.4, 0.2)
    status, seen = robot.run(1.0)
    assert status == Status.TIMED_OUT
    assert len(seen) == 51
    assert robot.out[0, :2].tolist() == [0.4, 0.2]
    assert robot.navigator.task(0) is Task.CONTROL


@pytest.mark.parametrize(
    ("points", "options", "text"),
    [
        ([[math.nan, 0.0]], {}, r"point 0 is \[nan, 0.0\]"),
        ([[1.0, 2.0], [math.inf, 0.0]], {}, "point 1 is"),
        ([[1e9, 0.0]], {}, "at most 1e"),
        ([[1.0]], {}, "points; got shape"),
        ([], {}, "points; got shape"),
        ([["a", "b"]], {}, "list of"),
        ([[1.0, 2.0]], {"speed": -1.0}, "speed_mps is -1.0; it must be a finite number above 0"),
        ([[1.0, 2.0]], {"speed": math.nan}, "speed_mps is nan"),
        ([[1.0, 2.0]], {"tolerance": 0.0}, "tolerance_m is 0.0"),
        ([[1.0, 2.0]], {"timeout_s": math.inf}, "timeout_s is inf"),
        ([[1.0, 2.0]], {"heading": math.nan}, "heading_rad is nan"),
    ],
)
def test_wrong_commands_change_nothing(
    points: list[list[float]], options: dict[str, float], text: str
) -> None:
    robot = Unicycle("husky")
    robot.navigator.go_to(0, [5.0, 0.0], robot.here())
    before = robot.navigator.nav.copy()
    with pytest.raises(CommandError, match=text):
        robot.navigator.follow(0, points, Whereabouts(7, (0.0, 0.0, 0.0)), **options)
    np.testing.assert_array_equal(robot.navigator.nav, before)
