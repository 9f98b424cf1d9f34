"""The SUV's pedals, gears, steering and cruise control."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.errors import CommandError, UnknownNameError
from outrider.sim.robots import catalogue
from outrider.sim.robots._kernels_drive import drive_step
from outrider.sim.robots._kernels_engine import curve_torque
from outrider.sim.robots._kernels_ramp import S_GEAR, S_PARKED, S_RPM
from outrider.sim.robots.drive import DriveMode, check_command, modes_of, pack_drives
from outrider.sim.robots.ground import AxleModel
from tests.sim.robots.road import DT, Car

PEDALS = DriveMode.PEDALS


def test_throttle_raises_the_speed_through_the_gears() -> None:
    car = Car()
    seen = car.run(PEDALS, [1.0, 0.0, 0.0], 12.0)
    hundred = np.flatnonzero(seen[:, 3] >= 100 / 3.6)[0] * DT
    assert 5.0 < hundred < 10.0
    assert (np.diff(seen[:, 3]) > -0.01).all()
    assert car.arrays.state[0, S_GEAR] >= 3
    assert 1500 < car.arrays.state[0, S_RPM] < 7000


def test_first_second_of_a_launch_has_the_closed_form() -> None:
    car = Car(friction=10.0)
    engine = car.model.engine
    assert engine is not None
    seen = car.run(PEDALS, [1.0, 0.0, 0.0, 0.0, 1.0, 1.0], 1.0)
    torque = 350.0 * engine.gear_ratios[0] * engine.final_drive * engine.efficiency
    slope = (seen[-1, 3] - seen[-151, 3]) / (150 * DT)
    assert slope == pytest.approx(torque / car.radius / car.mass, rel=0.02)


def test_brake_stops_and_holds() -> None:
    car = Car()
    car.v = 20.0
    seen = car.run(PEDALS, [0.0, 0.0, 1.0], 4.0)
    stop = np.flatnonzero(seen[:, 3] == 0.0)[0] * DT
    assert stop == pytest.approx(20.0 / (0.95 * 9.81), rel=0.05)
    assert seen[-1, 3] == 0.0


def test_hand_brake_holds_on_a_slope_and_without_it_the_car_rolls() -> None:
    held, free = Car(slope=math.radians(10)), Car(slope=math.radians(10))
    assert held.run(PEDALS, [0, 0, 0, 1.0, 1.0, 0.0], 2.0)[-1, 3] == 0.0
    rolled = free.run(PEDALS, [0, 0, 0, 0, 1.0, 0.0], 2.0)
    assert rolled[-1, 3] == pytest.approx(-2.0 * 9.81 * math.sin(math.radians(10)), rel=0.01)


def test_reverse_gear_drives_backwards() -> None:
    car = Car()
    assert car.run(PEDALS, [0.3, 0, 0, 0, 1.0, -1.0], 3.0)[-1, 3] < -1.0


def test_reverse_gear_waits_until_the_car_is_slow() -> None:
    car = Car()
    car.v = 10.0
    seen = car.run(PEDALS, [1.0, 0, 0, 0, 1.0, -1.0], 1.0)
    assert car.arrays.state[0, S_GEAR] == 0.0
    assert seen[-1, 3] == pytest.approx(10.0)
    car.run(PEDALS, [0.0, 0, 1.0, 0, 1.0, -1.0], 1.5)
    assert car.arrays.state[0, S_GEAR] == -1.0


def test_manual_gear_is_kept_and_revs_stop_at_the_redline() -> None:
    car = Car()
    seen = car.run(PEDALS, [1.0, 0, 0, 0, 1.0, 1.0], 8.0)
    ratio = 4.714 * 3.385
    limit = 7000 / (30 / math.pi) / ratio * car.radius
    assert car.arrays.state[0, S_GEAR] == 1.0
    assert seen[-1, 3] == pytest.approx(limit, rel=0.02)


def test_top_speed_is_limited() -> None:
    car = Car()
    car.v = 57.0
    assert car.run(PEDALS, [1.0, 0.0, 0.0], 10.0)[-1, 3] < 58.4


@pytest.mark.parametrize("steering", [0.1, -0.3, 0.5])
def test_turn_radius_is_wheelbase_over_tangent(steering: float) -> None:
    car = Car()
    car.run(DriveMode.ACKERMANN, [3.0, steering], 3.0)
    seen = car.run(DriveMode.ACKERMANN, [3.0, steering], 3.0)
    radius = seen[:, 3].mean() / seen[:, 4].mean()
    assert radius == pytest.approx(2.81 / math.tan(steering), rel=0.001)


def test_inner_wheel_turns_further_than_the_outer() -> None:
    car = Car()
    car.run(DriveMode.ACKERMANN, [2.0, 0.4], 2.0)
    left, right, rear_left, rear_right = car.arrays.steer[0]
    assert 1 / math.tan(right) - 1 / math.tan(left) == pytest.approx(1.62 / 2.81, rel=1e-9)
    assert left > 0.4 > right > 0.0
    assert rear_left == rear_right == 0.0


@pytest.mark.parametrize("v", [8.0, 0.5, -2.0])
@pytest.mark.parametrize("slope_deg", [0.0, 12.0, -12.0])
def test_cruise_holds_a_speed_on_slopes(v: float, slope_deg: float) -> None:
    car = Car(slope=math.radians(slope_deg))
    seen = car.run(DriveMode.VELOCITY, [v, 0.0], 14.0)
    assert seen[-500:, 3].mean() == pytest.approx(v, rel=0.02, abs=0.02)


def test_cruise_turns_at_the_yaw_rate_and_then_parks() -> None:
    car = Car()
    seen = car.run(DriveMode.VELOCITY, [5.0, 0.3], 6.0)
    assert seen[-1, 3:] == pytest.approx([5.0, 0.3], rel=0.02)
    seen = car.run(DriveMode.VELOCITY, [0.0, 0.0], 4.0)
    assert seen[-1, 3] == 0.0
    assert car.arrays.state[0, S_PARKED] == 1.0


def test_change_of_direction_passes_through_standing() -> None:
    car = Car()
    car.run(DriveMode.VELOCITY, [4.0, 0.0], 4.0)
    seen = car.run(DriveMode.VELOCITY, [-2.0, 0.0], 8.0)
    assert seen[-1, 3] == pytest.approx(-2.0, rel=0.02)
    assert car.arrays.state[0, S_GEAR] == -1.0
    assert (np.diff(seen[:, 3]) < 0.02).all()


def test_torque_curve_is_interpolated() -> None:
    car = Car()
    params = car.arrays.params
    engine = car.model.engine
    assert engine is not None
    rpm, torque = np.array(engine.torque_curve).T
    for r in (0.0, 800.0, 1100.0, 3000.0, 5800.0, 6999.0):
        assert curve_torque(0, r, params) == pytest.approx(np.interp(r, rpm, torque))
    assert curve_torque(0, 7000.0, params) == 0.0


def test_a_skid_steer_robot_says_why_it_has_no_steering() -> None:
    model = catalogue.load("husky")
    assert isinstance(model, AxleModel)
    for mode in ("ackermann", "pedals"):
        with pytest.raises(CommandError, match="no steering: its sides turn") as caught:
            check_command(mode, [1, 0, 0], drive=model.drive, robot="ugv0")
        assert "velocity, discrete, continuous" in str(caught.value)


@pytest.mark.parametrize(
    ("mode", "values", "text"),
    [
        ("velocity", [1.0], "takes speed_mps, yaw_rate_radps; got 1 number"),
        ("velocity", [1.0, math.nan], "yaw_rate_radps is nan"),
        ("pedals", [1.0, 0.0, math.inf], "brake is inf"),
        ("discrete", [7], "action 7 does not exist; use 0 brake"),
        ("discrete", [0.5], "action 0.5 does not exist"),
        (9, [0.0], "drive mode 9 is not one of"),
    ],
)
def test_wrong_commands_are_refused(mode: str | int, values: list[float], text: str) -> None:
    model = catalogue.load("suv")
    assert isinstance(model, AxleModel)
    with pytest.raises(CommandError, match=text):
        check_command(mode, values, drive=model.drive, engine=model.engine)


def test_unknown_mode_suggests_the_nearest() -> None:
    model = catalogue.load("suv")
    assert isinstance(model, AxleModel)
    with pytest.raises(UnknownNameError, match="did you mean 'pedals'"):
        check_command("pedal", [0, 0, 0], drive=model.drive, engine=model.engine)
    assert modes_of(model.drive, model.engine) == tuple(DriveMode)


@pytest.mark.parametrize("name", ["suv", "husky", "tracked"])
def test_wild_commands_leave_every_output_finite_and_bounded(name: str) -> None:
    model = catalogue.load(name)
    assert isinstance(model, AxleModel)
    arrays = pack_drives([(model.body_plan(), model.drive, model.engine)])
    rng = np.random.default_rng(1)
    wild = np.array([math.nan, math.inf, -math.inf, 1e308, -1e308, 0.0, 1.0, -0.5, 3.0])
    for _ in range(4000):
        arrays.command[0] = rng.choice(wild, 8)
        v, w = rng.choice(wild, 2)
        speeds = rng.normal(0.0, 30.0, arrays.target.shape)
        drive_step(
            0, int(rng.integers(0, 5)), arrays.command, v, w, speeds, arrays.state, arrays.params,
            arrays.wheel, arrays.wheel_count, arrays.target, arrays.torque, arrays.brake,
            arrays.steer, DT,
        )  # fmt: skip
        for out in (arrays.target, arrays.torque, arrays.brake, arrays.steer, arrays.state):
            assert np.isfinite(out).all()
        assert (arrays.brake >= 0.0).all()
        assert np.abs(arrays.torque).max() < 6000
        assert np.abs(arrays.steer).max() < 0.8
