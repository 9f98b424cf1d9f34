"""People in a scene: kinematic characters that walk, run, sit, fall and get up again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import CommandError
from outrider.sim.actors import _kernels as kernels
from outrider.sim.robots.person import PersonModel
from outrider.world.scene import Scene

F64 = NDArray[np.float64]

LYING_S: Final = 3.0
"""How long someone who fell lies before getting up."""


class Gait(IntEnum):
    """What a person does."""

    STAND = kernels.STAND
    WALK = kernels.WALK
    RUN = kernels.RUN
    SIT = kernels.SIT
    FALLEN = kernels.FALLEN


class Halt(IntEnum):
    """What was in a person's way at the last step."""

    NOTHING = kernels.FREE
    WALL = kernels.WALL
    STEEP = kernels.STEEP
    EDGE = kernels.EDGE


def shape_of(model: PersonModel) -> F64:
    """``(SHAPE_COLUMNS,)`` f64: what the kernels need of a person."""
    return np.array(
        [
            model.radius_m,
            model.height_m,
            model.run_mps,
            model.acceleration_mps2,
            model.turn_rate_radps,
            model.step_m,
            math.tan(model.slope_max_rad),
            LYING_S,
            model.mass_kg,
        ]
    )


class People:
    """n people. ``rows (n, COLUMNS)`` and ``wanted (n, 3)`` are the state; both may be restored."""

    def __init__(self, models: Sequence[PersonModel]) -> None:
        n = len(models)
        self.shapes = np.array([shape_of(model) for model in models]).reshape(
            n, kernels.SHAPE_COLUMNS
        )
        self.rows = np.zeros((n, kernels.COLUMNS))
        self.wanted = np.zeros((n, 3))
        """Velocity east and north, m/s, and heading, rad."""
        self.seated = np.zeros(n, np.bool_)

    def place(self, who: int, position: Sequence[float], *, heading: float, scene: Scene) -> None:
        """Stand someone at ``[x, y]`` on the ground, or at ``[x, y, z]`` on what is below z."""
        x, y = float(position[0]), float(position[1])
        step = float(self.shapes[who, kernels.STEP])
        ground = float(scene.height([(x, y)])[0])
        top = (float(position[2]) if len(position) > 2 else ground) + step
        kernels.place(self.rows[who], x, y, top, heading, scene.terrain.packed, scene.obstacles)
        self.wanted[who], self.seated[who] = (0.0, 0.0, heading), False

    def walk(self, who: int, velocity: Sequence[float], *, heading: float | None = None) -> None:
        """Walk with a velocity (east, north) until told otherwise; faces where it goes."""
        vx, vy = float(velocity[0]), float(velocity[1])
        if heading is None:
            moving = math.hypot(vx, vy) > kernels.STILL_MPS
            heading = math.atan2(vy, vx) if moving else float(self.rows[who, kernels.HEADING])
        if not (math.isfinite(vx) and math.isfinite(vy) and math.isfinite(heading)):
            raise CommandError(
                f"person {who}: velocity {(vx, vy)} and heading {heading} must be finite numbers"
            )
        self.wanted[who], self.seated[who] = (vx, vy, heading), False

    def sit(self, who: int) -> None:
        """Stop and sit down."""
        self.wanted[who, :2], self.seated[who] = 0.0, True

    def stand(self, who: int) -> None:
        """Stop, or get up from sitting."""
        self.wanted[who, :2], self.seated[who] = 0.0, False

    def fall(self, who: int, *, heading: float) -> None:
        """Fall over towards a heading, lie for ``LYING_S`` and get up."""
        kernels.fall(self.rows[who], heading)

    def step(self, scene: Scene, dt: float) -> None:
        """Advance everyone by ``dt`` s."""
        kernels.walk_all(
            self.rows, self.shapes, self.wanted, self.seated, scene.terrain.packed,
            scene.obstacles, dt,
        )  # fmt: skip

    def gait(self, who: int) -> Gait:
        return Gait(int(self.rows[who, kernels.GAIT]))

    def halted_by(self, who: int) -> Halt:
        return Halt(int(self.rows[who, kernels.HALTED]))

    def poses(self) -> F64:
        """``(n, 7)``: origin between the feet, quaternion xyzw."""
        out = np.empty((len(self.rows), 7))
        for row, shape, pose in zip(self.rows, self.shapes, out, strict=True):
            kernels.body_pose(row, shape, pose)
        return out

    def velocities(self) -> F64:
        """``(n, 2)`` east and north, m/s."""
        return np.array(self.rows[:, [kernels.VX, kernels.VY]])


def desired_velocity(position: ArrayLike, target: ArrayLike, *, speed: float) -> F64:
    """``(2,)`` velocity towards a point, slowing down over the last metre."""
    way = np.asarray(target, dtype=np.float64)[:2] - np.asarray(position, dtype=np.float64)[:2]
    length = float(np.hypot(way[0], way[1]))
    return way * (min(speed, speed * length) / max(length, 1e-9))
