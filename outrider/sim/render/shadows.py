"""The sun's views of the surroundings, drawn anew when these have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.render.gl import context

F64 = NDArray[np.float64]

REACHES_M: Final = (26.0, 160.0)
"""Half the edges of the squares, near and far."""
AHEAD: Final = 0.6
"""The square's middle lies this share of its half edge ahead of the eye."""
STEPS: Final = 4.0
"""A square moves on by this part of its half edge."""
DEEP_M: Final = 500.0
BIAS: Final = 2e-4
"""Of the depth, for the near square, which keeps surfaces from shading themselves."""
NOWHERE: Final = np.diag([0.0, 0.0, 0.0, 1.0]) + 9.0 * np.eye(4, k=3)


class ShadowMap:
    """A square about a place as the sun sees it."""

    def __init__(self, half_m: float, side: int) -> None:
        gl = context()
        self.half_m = half_m
        self.texel_m = 2.0 * half_m / max(side, 1)
        self.texture = gl.depth_texture((max(side, 1), max(side, 1)))
        self.texture.compare_func = "<="
        self.texture.repeat_x = self.texture.repeat_y = False
        self.frame = gl.framebuffer(depth_attachment=self.texture)
        self.middle: F64 = np.full(3, np.nan)
        self.clip: F64 = np.eye(4)
        """clip_from_world with the middle as the origin."""
        self._axes: F64 = np.eye(3)

    def follow(self, eye: F64, ahead: F64, sun: F64, draw: Callable[[ShadowMap], object]) -> None:
        """Draw the square that is due for an eye, if it is not there already."""
        step = self.half_m / STEPS
        level = np.array([ahead[0], ahead[1], 0.0])
        middle = np.round((eye + AHEAD * self.half_m * level) / step) * step
        if np.array_equal(middle, self.middle):
            return
        self.middle = middle
        side = np.cross(sun, [0.0, 0.0, 1.0])
        length = np.linalg.norm(side)
        side = side / length if length > 1e-6 else np.array([1.0, 0.0, 0.0])
        self._axes = np.stack([side, np.cross(side, -sun), -sun])
        scale = np.diag([1.0 / self.half_m, 1.0 / self.half_m, 1.0 / DEEP_M])
        self.clip = np.eye(4)
        self.clip[:3, :3] = scale @ self._axes
        self.clip[2, 3] = 0.5
        draw(self)

    def planes(self) -> F64:
        """(4, 4) about the square, from its middle."""
        x, y, _ = self._axes
        return np.array([[*axis, self.half_m] for axis in (x, -x, y, -y)])

    def lookup(self, eye: F64) -> F64:
        """(4, 4) place in the map of a place told from an eye."""
        move = np.eye(4)
        move[:3, 3] = eye - self.middle
        half = np.diag([0.5, 0.5, 1.0, 1.0])
        half[:3, 3] = 0.5, 0.5, -BIAS * self.half_m / REACHES_M[0]
        return np.asarray(half @ self.clip @ move)


class Shadows:
    """Near and far."""

    def __init__(self, side: int) -> None:
        self.on = side > 0
        self.maps = [ShadowMap(half_m, side) for half_m in REACHES_M]

    def lookups(self, eye: F64) -> list[F64]:
        """(4, 4) each; where there are no shadows, a place outside of all maps."""
        return [map_.lookup(eye) if self.on else NOWHERE for map_ in self.maps]

    def use(self, made: Any, first_unit: int) -> None:
        """Bind the maps for a program."""
        for unit, (name, map_) in enumerate(
            zip(("near_shadow", "far_shadow"), self.maps, strict=True), first_unit
        ):
            map_.texture.use(unit)
            made[name] = unit
