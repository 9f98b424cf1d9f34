"""Skid-steer control in closed loop with a planar Coulomb twin."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.sim.robots import catalogue
from outrider.sim.robots._kernels_drive import drive_step
from outrider.sim.robots._kernels_ramp import P_SCRUB, S_PARKED, S_SPEED_SUM, S_YAW_SUM
from outrider.sim.robots.drive import DiscreteAction, DriveArrays, DriveMode, pack_drives
from outrider.sim.robots.ground import AxleModel
from tests.sim.robots.planar import Planar, skid_steer

DT = 0.002


def drive(
    body: Planar, arrays: DriveArrays, mode: DriveMode, command: list[float], seconds: float
) -> np.ndarray:
    """(ticks, 2) measured v and w while a command holds."""
    arrays.command[0] = 0.0
    arrays.command[0, : len(command)] = command
    touching = np.isin(arrays.wheel[0, :, 0], body.x)
    speeds = np.zeros_like(arrays.target)
    seen = []
    for _ in range(round(seconds / DT)):
        speeds[0] = arrays.target[0]
        speeds[0, touching] = body.spin
        drive_step(
            0, int(mode), arrays.command, body.v[0], body.w, speeds, arrays.state, arrays.params,
            arrays.wheel, arrays.wheel_count, arrays.target, arrays.torque, arrays.brake,
            arrays.steer, DT,
        )  # fmt: skip
        body.step(arrays.target[0, touching], arrays.brake[0, touching], DT)
        seen.append((body.v[0], body.w))
    return np.array(seen)


@pytest.mark.parametrize("name", ["husky", "rover4", "six_wheel", "tracked", "carrier"])
def test_speed_and_yaw_rate_within_two_percent(name: str) -> None:
    body, arrays = skid_steer(name)
    model = catalogue.load(name)
    assert isinstance(model, AxleModel)
    v, w = 0.5 * model.drive.speed_max_mps, 0.4 * model.drive.yaw_rate_max_radps
    for command in ([v, w], [0.0, w]):
        seen = drive(body, arrays, DriveMode.VELOCITY, command, 3.0)[-250:].mean(axis=0)
        assert seen[1] == pytest.approx(w, rel=0.02)
        assert seen[0] == pytest.approx(command[0], rel=0.02, abs=0.02 * v)


@pytest.mark.parametrize("friction", [0.25, 1.2])
def test_friction_does_not_matter_where_it_suffices(friction: float) -> None:
    body, arrays = skid_steer("husky", friction=friction)
    seen = drive(body, arrays, DriveMode.VELOCITY, [0.5, 0.5], 3.0)[-250:].mean(axis=0)
    assert seen == pytest.approx([0.5, 0.5], rel=0.02)


def test_overshoot_and_settling_stay_small() -> None:
    body, arrays = skid_steer("husky")
    seen = drive(body, arrays, DriveMode.VELOCITY, [1.0, 0.0], 2.0)
    settled = np.flatnonzero(np.abs(seen[:, 0] - 1.0) > 0.02)[-1] * DT
    assert seen[:, 0].max() < 1.05
    assert settled < 1.0
    seen = drive(body, arrays, DriveMode.VELOCITY, [0.0, 1.0], 2.0)
    assert seen[:, 1].max() < 1.1


def test_a_parked_robot_holds_its_brakes_and_forgets_its_integrals() -> None:
    body, arrays = skid_steer("husky")
    drive(body, arrays, DriveMode.VELOCITY, [1.0, 0.5], 1.0)
    seen = drive(body, arrays, DriveMode.VELOCITY, [0.0, 0.0], 1.5)
    assert np.abs(seen[-50:]).max() < 1e-3
    assert arrays.state[0, S_PARKED] == 1.0
    assert (arrays.brake[0] == 40.0).all()
    assert arrays.state[0, S_SPEED_SUM] == arrays.state[0, S_YAW_SUM] == 0.0
    drive(body, arrays, DriveMode.VELOCITY, [0.2, 0.0], DT)
    assert (arrays.brake[0] == 0.0).all()


def test_a_blocked_robot_does_not_wind_up() -> None:
    body, arrays = skid_steer("husky", friction=1e-9)
    seen = drive(body, arrays, DriveMode.VELOCITY, [0.5, 0.0], 5.0)
    assert abs(seen[-1, 0]) < 1e-3
    assert abs(arrays.state[0, S_SPEED_SUM]) <= 0.3
    body.grip = 0.9 * body.mass * 9.81 / 4
    freed = drive(body, arrays, DriveMode.VELOCITY, [0.5, 0.0], 3.0)
    assert freed[:, 0].max() < 0.85
    assert freed[-1, 0] == pytest.approx(0.5, rel=0.02)


@pytest.mark.parametrize(
    ("action", "v_sign", "w_sign"),
    [
        (DiscreteAction.FORWARD, 1, 0),
        (DiscreteAction.BACKWARD, -1, 0),
        (DiscreteAction.LEFT, 0, 1),
        (DiscreteAction.RIGHT, 0, -1),
        (DiscreteAction.BRAKE, 0, 0),
    ],
)
def test_discrete_actions_move_as_named(action: DiscreteAction, v_sign: int, w_sign: int) -> None:
    body, arrays = skid_steer("rover4")
    v, w = drive(body, arrays, DriveMode.DISCRETE, [float(action)], 1.5)[-100:].mean(axis=0)
    assert v == pytest.approx(0.5 * v_sign, rel=0.02, abs=0.01)
    assert w == pytest.approx(0.8 * w_sign, rel=0.02, abs=0.01)


def test_continuous_actions_reach_their_speeds_and_brake() -> None:
    body, arrays = skid_steer("rover4")
    seen = drive(body, arrays, DriveMode.CONTINUOUS, [0.0, 1.2, -0.7], 2.0)[-100:].mean(axis=0)
    assert seen == pytest.approx([1.2, -0.7], rel=0.05)
    stopped = drive(body, arrays, DriveMode.CONTINUOUS, [1.0, 1.2, -0.7], 1.0)
    assert abs(stopped[-1, 0]) < 1e-3
    assert np.flatnonzero(np.abs(stopped[:, 0]) > 0.01)[-1] * DT < 0.4


class SkidTwin:
    """The controller once more, in plain Python, from its description."""

    def __init__(self, model: AxleModel, scrub: float) -> None:
        self.d, self.m, self.scrub = model.drive, model.motor, scrub
        self.x = [a.track_m / 2 * s for a in model.axles for s in (1, -1)]
        self.r, self.brake = model.wheel.radius_m, model.axles[0].brake_torque_nm
        self.v = self.w = self.vi = self.wi = self.still = 0.0
        self.parked = False

    def step(
        self, v_cmd: float, w_cmd: float, v: float, w: float, spin: list[float]
    ) -> tuple[list[float], list[float]]:
        d = self.d
        v_cmd = max(-d.reverse_max_mps, min(d.speed_max_mps, v_cmd))
        w_cmd = max(-d.yaw_rate_max_radps, min(d.yaw_rate_max_radps, w_cmd))
        goal = v_cmd if self.v * v_cmd >= 0 else 0.0
        rate = d.acceleration_mps2 if abs(goal) >= abs(self.v) else d.deceleration_mps2
        self.v += max(-rate * DT, min(rate * DT, goal - self.v))
        step = d.yaw_acceleration_radps2 * DT
        self.w += max(-step, min(step, w_cmd - self.w))
        rest = v_cmd == w_cmd == self.v == self.w == 0.0
        self.still = self.still + DT if rest else 0.0
        slow = max(abs(s) * self.r for s in spin) < 0.03
        self.parked = rest and (self.parked or slow or self.still > 1.0)
        if rest:
            self.vi = self.wi = 0.0
        ve, we = (0.0, 0.0) if rest else (self.v - v, self.w - w)
        v_out = self.v + d.speed_gain * ve + self.vi
        w_out = self.w + d.yaw_gain * we + self.wi
        target = [(v_out - w_out * y * self.scrub) / self.r for y in self.x]
        assert self.m is not None
        droop = self.m.torque_nm / self.m.gain
        lag = [(t - s, y) for t, s, y in zip(target, spin, self.x, strict=True)]
        full = [(math.copysign(1, e), y) for e, y in lag if abs(e) >= droop]
        if sum(e for e, _ in full) * ve <= 0:
            top = 0.3 * d.speed_max_mps
            self.vi = max(-top, min(top, self.vi + d.speed_integral * ve * DT))
        if sum(-e if y > 0 else e for e, y in full) * we <= 0:
            top = 0.8 * d.yaw_rate_max_radps
            self.wi = max(-top, min(top, self.wi + d.yaw_integral * we * DT))
        n = len(target)
        return ([0.0] * n, [self.brake] * n) if self.parked else (target, [0.0] * n)


@pytest.mark.parametrize("name", ["husky", "six_wheel"])
def test_kernel_equals_its_twin(name: str) -> None:
    model = catalogue.load(name)
    assert isinstance(model, AxleModel)
    arrays = pack_drives([(model.body_plan(), model.drive, None)])
    twin = SkidTwin(model, float(arrays.params[0, P_SCRUB]))
    rng = np.random.default_rng(3)
    n = int(arrays.wheel_count[0])
    for k in range(3000):
        if k % 100 == 0:
            arrays.command[0, :2] = rng.choice([0.0, 0.7, -0.7, 5.0, -0.3], 2)
        v, w = rng.normal(0.0, 0.5, 2) * (k % 400 < 300)
        spin = rng.normal(0.0, 3.0, n) * (k % 400 < 300)
        speeds = spin[None, :].copy()
        drive_step(
            0, 0, arrays.command, v, w, speeds, arrays.state, arrays.params, arrays.wheel,
            arrays.wheel_count, arrays.target, arrays.torque, arrays.brake, arrays.steer, DT,
        )  # fmt: skip
        v_cmd, w_cmd = arrays.command[0, :2].tolist()
        target, brake = twin.step(v_cmd, w_cmd, v, w, spin.tolist())
        np.testing.assert_allclose(arrays.target[0], target, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(arrays.brake[0], brake, rtol=1e-12)
