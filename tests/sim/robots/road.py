"""A twin of a car on a plain road: no slip, wheels that turn as the body moves, a slope."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outrider.sim.robots import catalogue
from outrider.sim.robots._kernels_drive import drive_step
from outrider.sim.robots.drive import DriveArrays, DriveMode, pack_drives
from outrider.sim.robots.ground import AxleModel

DT = 0.002
GRAVITY = 9.81


@dataclass
class Car:
    """The SUV with its origin on the rear axle; ``slope`` is uphill for x, rad."""

    slope: float = 0.0
    friction: float = 0.95
    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    v: float = 0.0
    w: float = 0.0

    def __post_init__(self) -> None:
        model = catalogue.load("suv")
        assert isinstance(model, AxleModel)
        self.model = model
        self.mass, self.radius = model.mass_kg, model.wheel.radius_m
        self.arrays: DriveArrays = pack_drives([(model.body_plan(), model.drive, model.engine)])

    def run(self, mode: DriveMode, command: list[float], seconds: float) -> NDArray[np.float64]:
        """(ticks, 5) of x, y, yaw, v, w under one command."""
        arrays = self.arrays
        arrays.command[0] = 0.0
        arrays.command[0, : len(command)] = command
        seen = []
        for _ in range(round(seconds / DT)):
            speeds = np.full_like(arrays.target, self.v / self.radius)
            drive_step(
                0, int(mode), arrays.command, self.v, self.w, speeds, arrays.state, arrays.params,
                arrays.wheel, arrays.wheel_count, arrays.target, arrays.torque, arrays.brake,
                arrays.steer, DT,
            )  # fmt: skip
            self._move()
            seen.append((self.x, self.y, self.yaw, self.v, self.w))
        return np.array(seen)

    def _move(self) -> None:
        grip = self.friction * self.mass * GRAVITY
        push = float(np.clip(self.arrays.torque[0].sum() / self.radius, -grip, grip))
        free = self.v + DT * (push / self.mass - GRAVITY * math.sin(self.slope))
        held = DT * min(float(self.arrays.brake[0].sum()) / self.radius, grip) / self.mass
        self.v = math.copysign(max(abs(free) - held, 0.0), free)
        self.w = self.v * self.curvature()
        self.x += DT * self.v * math.cos(self.yaw)
        self.y += DT * self.v * math.sin(self.yaw)
        self.yaw += DT * self.w

    def curvature(self) -> float:
        """From the front wheels' angles: their normals meet the rear axle's line."""
        left, right = self.arrays.steer[0, :2]
        if abs(left) < 1e-12:
            return 0.0
        radii = [2.81 / math.tan(left) + 0.81, 2.81 / math.tan(right) - 0.81]
        assert math.isclose(radii[0], radii[1], rel_tol=1e-9)
        return 1.0 / radii[0]
