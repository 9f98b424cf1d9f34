"""Recipes ``flat`` and ``slope``: a plane."""

from __future__ import annotations

import math

from outrider.scenario.worlds import Flat, Slope
from outrider.world.draft import Draft
from outrider.world.scene import Cover
from outrider.world.terrain import Terrain


def make_flat(spec: Flat, *, seed: int) -> Draft:
    """A level plane; the seed has nothing to decide."""
    del seed
    return Draft(terrain=Terrain(level_m=spec.height_m), cover=Cover(flat="ground"))


def make_slope(spec: Slope, *, seed: int) -> Draft:
    """A plane through the origin that rises towards its heading."""
    del seed
    rise = math.tan(spec.angle_rad)
    grade = (rise * math.cos(spec.heading_rad), rise * math.sin(spec.heading_rad))
    return Draft(terrain=Terrain(grade=grade), cover=Cover(flat="ground", steep="ground"))
