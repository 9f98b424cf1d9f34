"""Whole drives and flights under the navigator: a unicycle below, the flight twin above."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from outrider.sim.robots import catalogue
from outrider.sim.robots._kernels_columns import PAD_THERE
from outrider.sim.robots._kernels_navigate import navigate_step
from outrider.sim.robots.flight import MultirotorModel, Pilot
from outrider.sim.robots.navigate import Navigator, Whereabouts

Floats = NDArray[np.float64]
PadPath = Callable[[float], tuple[Floats, Floats]]

DT = 0.002
RESPONSE = 0.1


class Unicycle:
    """A ground robot that follows v and w with a first-order lag; a person follows at once."""

    def __init__(self, name: str, *, x: float = 0.0, y: float = 0.0, yaw: float = 0.0) -> None:
        self.model = catalogue.load(name)
        self.navigator = Navigator([self.model], tick_s=DT)
        self.x, self.y, self.yaw, self.v, self.w = x, y, yaw, 0.0, 0.0
        self.tick = 0
        self.mode = np.zeros(1, np.int32)
        self.out: Floats = np.zeros((1, 8))

    def here(self) -> Whereabouts:
        return Whereabouts(self.tick, (self.x, self.y, 0.1), supported=True)

    def step(self) -> int:
        p = np.array([[self.x, self.y, 0.1]])
        u = np.array([[self.v * math.cos(self.yaw), self.v * math.sin(self.yaw), 0.0]])
        q = np.array([[0.0, 0.0, math.sin(self.yaw / 2), math.cos(self.yaw / 2)]])
        n = self.navigator
        status = navigate_step(
            0, self.tick, DT, n.nav, n.params, n.path, p, u, q, 0.0, True, n.pad, 0, self.mode,
            self.out,
        )  # fmt: skip
        self._move()
        self.tick += 1
        return int(status)

    def _move(self) -> None:
        a, b, c = self.out[0, :3]
        if self.model.kind == "person":
            self.v, self.w = math.hypot(a, b), 0.0
            self.yaw = c
        else:
            self.v += (a - self.v) * DT / RESPONSE
            self.w += (b - self.w) * DT / RESPONSE
        self.x += DT * self.v * math.cos(self.yaw)
        self.y += DT * self.v * math.sin(self.yaw)
        self.yaw += DT * self.w

    def run(self, seconds: float) -> tuple[int, Floats]:
        """Status at the end and (ticks, 3) x, y, v until the task is over."""
        seen, status = [], 1
        for _ in range(round(seconds / DT)):
            status = self.step()
            seen.append((self.x, self.y, self.v))
            if status != 1:
                break
        return status, np.array(seen)


class Flyer:
    """A multirotor in its own simulation, over level ground or a pad that it can stand on."""

    def __init__(self, name: str, *, position: tuple[float, float, float]) -> None:
        model = catalogue.load(name)
        assert isinstance(model, MultirotorModel)
        self.clearance = model.ground_clearance_m
        self.pilot = Pilot([model], dt_s=DT)
        self.navigator = Navigator([model], tick_s=DT)
        self.pilot.body.position[0] = position
        self.tick = 0
        self.supported = False
        self.pad: PadPath | None = None

    @property
    def position(self) -> Floats:
        row: Floats = self.pilot.body.position[0]
        return row

    def here(self) -> Whereabouts:
        x, y, z = self.position.tolist()
        return Whereabouts(self.tick, (x, y, z), supported=self.supported)

    def step(self) -> int:
        body, n = self.pilot.body, self.navigator
        place, speed = np.zeros(3), np.zeros(3)
        if self.pad is not None:
            place, speed = self.pad(self.tick * DT)
            n.pad[0, :3], n.pad[0, 3:6], n.pad[0, PAD_THERE] = place, speed, 1.0
        status = navigate_step(
            0, self.tick, DT, n.nav, n.params, n.path, body.position, body.velocity,
            body.quaternion, 0.0, self.supported, n.pad, 4, self.pilot._mode, self.pilot._setpoint,
        )  # fmt: skip
        self.pilot.step()
        floor = place[2] + self.clearance
        self.supported = bool(self.position[2] <= floor + 1e-3)
        if self.position[2] < floor:
            # A support that holds: it stops the fall and carries the robot along.
            self.position[2] = floor
            body.velocity[0, :2] = speed[:2]
            body.velocity[0, 2] = max(body.velocity[0, 2], speed[2])
            body.rates[0] = 0.0
            body.quaternion[0] = (0.0, 0.0, 0.0, 1.0)
        self.tick += 1
        return int(status)

    def run(self, seconds: float) -> tuple[int, Floats]:
        """Status at the end and (ticks, 6) position and velocity until the task is over."""
        seen, status = [], 1
        for _ in range(round(seconds / DT)):
            status = self.step()
            seen.append((*self.position, *self.pilot.body.velocity[0]))
            if status != 1:
                break
        return status, np.array(seen)


def cross_track(track: Floats, path: Floats) -> Floats:
    """(ticks,) distance of each place from the polyline."""
    gap = np.full(len(track), np.inf)
    for a, b in pairwise(path):
        leg = b - a
        share = np.clip((track - a) @ leg / (leg @ leg), 0.0, 1.0)[:, None]
        gap = np.minimum(gap, np.linalg.norm(track - a - share * leg, axis=1))
    return gap


def figure_of_eight(size: float, points: int = 200) -> Floats:
    t = np.linspace(0.0, 2.0 * np.pi, points)
    return np.column_stack([size * np.sin(t), size * np.sin(t) * np.cos(t)])
