"""Worlds to be drawn, and rays through the middles of a picture's pixels."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.worlds import Box, Cylinder, Flat, Forest, Sphere
from outrider.sim.render.levels import LEVELS
from outrider.sim.render.painter import Painter
from outrider.sim.render.view import View, looking
from outrider.world import generate
from outrider.world.scene import Scene

F64 = NDArray[np.float64]

FAR_M = 20_000.0


def yard(at: float = 0.0) -> Scene:
    """Boxes, a ball and a post on level ground, ``at`` metres from the origin along both axes."""
    objects = (
        Box(position_m=(at + 6.0, at + 1.0), size_m=(1.0, 1.0, 2.0)),
        Box(position_m=(at + 15.0, at), size_m=(0.3, 12.0, 3.0), heading_rad=0.3),
        Sphere(position_m=(at + 5.0, at - 2.0), radius_m=0.7),
        Cylinder(position_m=(at + 9.0, at - 1.0), radius_m=0.4, height_m=4.0),
    )
    return generate.make(Flat(objects=objects), seed=1)


def from_the_gate(at: float = 0.0, *, size: tuple[int, int] = (160, 120)) -> View:
    return looking((at, at, 1.5), (at + 10.0, at + 0.5, 1.2), size=size, fov_rad=math.radians(80.0))


@cache
def wood() -> Scene:
    return generate.make(Forest(size_m=120.0), seed=3)


def in_the_wood(step: int = 0, *, size: tuple[int, int] = (160, 120)) -> View:
    x, y = 0.5 * step, 0.3 * step
    z = float(wood().height([(x, y)])[0]) + 1.6
    return looking((x, y, z), (x + 10.0, y + 4.0, z - 0.5), size=size, fov_rad=1.4)


@cache
def painter(level: str = "medium") -> Painter:
    """Of the wood."""
    return Painter(wood(), LEVELS[level])


def rays(view: View) -> F64:
    """(h, w, 3) through the middles of the pixels, 1 long along the axis of view."""
    w, h = view.size
    x = (np.arange(w) + 0.5 - view.center[0]) / view.focal[0]
    y = (np.arange(h) + 0.5 - view.center[1]) / view.focal[1]
    grid = np.stack([*np.meshgrid(x, y), np.ones((h, w))], axis=-1)
    return np.asarray(grid @ view.optical_from_world)
