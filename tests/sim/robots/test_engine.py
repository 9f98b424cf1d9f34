"""Engine, converter and gear box against a twin in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.sim.robots import _kernels_engine as kernels
from outrider.sim.robots import catalogue
from outrider.sim.robots._kernels_ramp import S_GEAR, S_RPM, S_SHIFT, S_THROTTLE
from outrider.sim.robots.drive import Engine, pack_drives
from outrider.sim.robots.ground import AxleModel

DT = 0.002


def suv() -> AxleModel:
    model = catalogue.load("suv")
    assert isinstance(model, AxleModel)
    return model


class EngineTwin:
    """What the kernels do, from their description."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.gear, self.rpm, self.since, self.throttle = 0, 0.0, 0.0, 0.0

    def ratio(self) -> float:
        if self.gear == 0:
            return 0.0
        e = self.e
        return e.final_drive * (e.gear_ratios[self.gear - 1] if self.gear > 0 else -e.reverse_ratio)

    def shift(self, automatic: bool, wanted: int, v: float, wheel_rpm: float) -> None:
        e, top = self.e, len(self.e.gear_ratios)
        goal = max(-1, min(top, wanted))
        if automatic and goal > 0:
            goal = 1 if self.gear <= 0 else self.gear
            turning = abs(wheel_rpm * self.ratio())
            if self.gear > 0 and self.since >= e.shift_s:
                up = e.shift_up_rpm * (0.65 + 0.35 * self.throttle)
                if turning > up and self.gear < top:
                    goal += 1
                elif turning < e.shift_down_rpm and self.gear > 1:
                    goal -= 1
        if goal * v < -abs(goal):
            goal = 0
        if goal != self.gear:
            self.gear, self.since = goal, 0.0

    def spin(self, pedal: float, wheel_rpm: float) -> float:
        e = self.e
        self.since = min(self.since + DT, 100.0)
        self.throttle += (pedal - self.throttle) * (1 - math.exp(-DT / 0.1))
        free = e.idle_rpm + self.throttle * (e.stall_rpm - e.idle_rpm)
        turning = wheel_rpm * self.ratio()
        goal = max(turning, free)
        if self.gear == 0:
            goal = e.idle_rpm + self.throttle * (e.redline_rpm - e.idle_rpm)
        self.rpm = max(self.rpm, e.idle_rpm)
        self.rpm += (min(goal, 1.05 * e.redline_rpm) - self.rpm) * (1 - math.exp(-DT / 0.08))
        if self.gear == 0 or self.since < e.shift_s:
            return 0.0
        at = max(turning, min(free, self.rpm))
        rpm, torque = np.array(e.torque_curve).T
        full = 0.0 if at >= e.redline_rpm else float(np.interp(at, rpm, torque))
        return self.throttle * full * self.ratio() * e.efficiency


@pytest.mark.parametrize("automatic", [True, False])
def test_kernels_equal_their_twin(automatic: bool) -> None:
    model = suv()
    assert model.engine is not None
    arrays = pack_drives([(model.body_plan(), model.drive, model.engine)])
    twin, rng = EngineTwin(model.engine), np.random.default_rng(5)
    pedal, wanted, v = 0.0, 1, 0.0
    gears = set()
    for k in range(6_000):
        if k % 150 == 0:
            pedal, wanted = float(rng.uniform()), int(rng.integers(-2, 11))
        v = min(max(v + float(rng.normal(0.0, 0.2)), -8.0), 50.0)
        rpm = v / model.wheel.radius_m * 30 / math.pi
        kernels.shift_gear(0, automatic, wanted, v, rpm, arrays.state, arrays.params)
        got = kernels.spin_engine(0, pedal, rpm, arrays.state, arrays.params, DT)
        twin.shift(automatic, wanted, v, rpm)
        expected = twin.spin(pedal, rpm)
        state = arrays.state[0, [S_GEAR, S_RPM, S_SHIFT, S_THROTTLE]]
        assert state == pytest.approx([twin.gear, twin.rpm, twin.since, twin.throttle], rel=1e-9)
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-9)
        gears.add(twin.gear)
    assert len(gears) >= 5


def test_drag_and_full_torque_follow_the_gear() -> None:
    model = suv()
    assert model.engine is not None
    arrays = pack_drives([(model.body_plan(), model.drive, model.engine)])
    for gear, ratio in ((1, 4.714), (8, 0.667), (-1, 3.295)):
        arrays.state[0, S_GEAR] = gear
        drag = kernels.drag_torque(0, arrays.state, arrays.params)
        assert drag == pytest.approx(30 * ratio * 3.385)
        full = kernels.full_torque(0, 0.0, arrays.state, arrays.params)
        assert full == pytest.approx(350 * ratio * 3.385 * 0.9)
