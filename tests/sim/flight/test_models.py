"""The shipped multirotors: their data, their limits and the feet they stand on."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from outrider.core.errors import UserError
from outrider.sim.physics.multirotor import Multirotor
from outrider.sim.physics.plan import Shape
from outrider.sim.robots.flight import MultirotorModel, lowest
from tests.sim.flight.bodies import AIRLESS, FLEET, LOPSIDED, model


@pytest.mark.parametrize("name", FLEET)
def test_model_tells_where_it_comes_from(name: str) -> None:
    robot = model(name)
    assert robot.name == name
    assert robot.kind == "multirotor"
    assert len(robot.source) > 40
    assert 1.8 < robot.params().max_thrust_n / (9.81 * robot.mass_kg) < 5.0


@pytest.mark.parametrize("name", FLEET)
def test_model_stands_on_four_feet(name: str) -> None:
    robot = model(name)
    feet = [shape for shape in robot.collider if shape.name.startswith("foot")]
    assert len(feet) == 4
    soles = [lowest(foot) for foot in feet]
    assert max(soles) == pytest.approx(min(soles), abs=1e-12)
    assert robot.ground_clearance_m == pytest.approx(-soles[0])
    others = [lowest(shape) for shape in robot.collider if shape not in feet]
    assert min(others) > soles[0]
    # The centre of mass stays inside the feet on a slope of 30°.
    reach = min(abs(axis) for foot in feet for axis in foot.position_m[:2])
    assert reach > robot.ground_clearance_m * np.tan(np.radians(30.0))
    plan = robot.body_plan()
    assert plan.ground_clearance_m == robot.ground_clearance_m
    assert plan.links[0].mass_kg == robot.mass_kg


def test_x500_is_the_published_one() -> None:
    """MRS: 2 kg, arm 0.25 m, 2.297e-7 N/rpm², 895 to 8951 rpm, drag 0.3 pi L²."""
    robot = model("x500")
    rpm = np.pi / 30.0
    assert robot.params().max_thrust_n == pytest.approx(4 * 2.297e-7 * 8951.0**2, rel=1e-4)
    assert robot.rotor_min_rad_s == pytest.approx(895 * rpm, rel=1e-4)
    assert robot.drag_quadratic_ns2_m2 == pytest.approx(0.3 * np.pi * 0.25**2, rel=1e-4)
    assert robot.inertia_kgm2[2] == pytest.approx(2.0 * 0.25**2 / 2.0)


@pytest.mark.parametrize("name", FLEET)
def test_model_survives_the_round_trip(name: str) -> None:
    robot = model(name)
    assert msgspec.convert(msgspec.to_builtins(robot), MultirotorModel) == robot


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape(kind="sphere", size_m=(0.1, 0, 0), position_m=(1, 2, 0.5)), 0.4),
        (Shape(kind="box", size_m=(0.2, 0.4, 0.6)), -0.3),
        (Shape(kind="box", size_m=(0.2, 0.4, 0.6), quaternion=(0, 0.5**0.5, 0, 0.5**0.5)), -0.1),
        (Shape(kind="cylinder", size_m=(0.2, 0.6, 0)), -0.3),
        (Shape(kind="cylinder", size_m=(0.2, 0.6, 0), quaternion=(0.5**0.5, 0, 0, 0.5**0.5)), -0.2),
        (Shape(kind="capsule", size_m=(0.2, 0.6, 0)), -0.5),
        (Shape(kind="capsule", size_m=(0.2, 0.6, 0), quaternion=(0.5**0.5, 0, 0, 0.5**0.5)), -0.2),
    ],
)
def test_lowest_point_of_a_shape(shape: Shape, expected: float) -> None:
    assert lowest(shape) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"mass_kg": 0.0}, "mass_kg is 0.0; it must be a finite number above 0"),
        ({"mass_kg": float("nan")}, "mass_kg is nan"),
        ({"mass_kg": 500.0}, "does not lift the weight"),
        ({"motor_tau_s": -0.1}, "motor_tau_s"),
        ({"rotor_min_rad_s": 2000.0}, "must stay below rotor_max_rad_s"),
        ({"inertia_kgm2": (0.01, 0.01, 0.05)}, "no solid has a moment"),
        ({"inertia_kgm2": (0.01, 0.0, 0.01)}, r"inertia_kgm2 \(y\)"),
        ({"drag_linear_ns_m": float("inf")}, "drag_linear_ns_m is inf"),
    ],
)
def test_impossible_parameters_are_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        replace(LOPSIDED, **change)


def test_impossible_loops_are_refused() -> None:
    with pytest.raises(UserError, match="dt_s"):
        Multirotor([AIRLESS], dt_s=float("nan"))
    with pytest.raises(UserError, match="integrator"):
        Multirotor([AIRLESS], integrator="verlet")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="none given"):
        Multirotor([])
    with pytest.raises(UserError, match="not finite"):
        Multirotor([AIRLESS]).step([1.0, float("nan"), 1.0, 1.0])


def test_changed_data_changes_the_flight_as_predicted() -> None:
    """Twice the mass halves the push of the rotors; twice the coefficient doubles it."""
    climbs = {}
    for label, change in {
        "stock": {},
        "heavy": {"mass_kg": 3.0},
        "strong": {"thrust_coefficient_ns2": 2.4e-5},
    }.items():
        body = Multirotor([replace(AIRLESS, **change)])
        body.rotor[:] = 700.0
        body.step([700.0] * 4, steps=250)
        climbs[label] = body.velocity[0, 2] + 9.81
    assert climbs["heavy"] == pytest.approx(climbs["stock"] / 2.0, rel=1e-9)
    assert climbs["strong"] == pytest.approx(climbs["stock"] * 2.0, rel=1e-9)
