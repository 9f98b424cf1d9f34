"""Where on the ground a robot can be: free, difficult, too steep, in water, or blocked.

Of the ground, not of decks and floors above it; what stands on it counts where it reaches into the
band between the highest step and the height of the robot.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Final

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import ArrayLike, NDArray

from outrider.world._kernels_objects import BOX, SPHERE
from outrider.world.grip import FIRM, friction
from outrider.world.semantics import number_of
from outrider.world.solid_distance import distances, near_pairs

if TYPE_CHECKING:
    from outrider.world.scene import Scene

F64 = NDArray[np.float64]

NotNegative = Annotated[float, Meta(ge=0)]
Positive = Annotated[float, Meta(gt=0)]
STRAINED: Final = 0.67
"""From this share of the steepest slope on, the ground is difficult."""
SOFT: Final = ("sand", "mud", "snow", "ice")
"""Classes of ground that are difficult at any slope."""
COLUMN: Final = 6
"""At so many heights of the band the distance to a leaning solid is taken."""
UPRIGHT: Final = 1e-6


class Ground(IntEnum):
    """What a place on the ground is for a robot; the larger number wins."""

    FREE = 0
    DIFFICULT = 1
    STEEP = 2
    """Beyond what the robot or its grip on that class of ground allows."""
    WATER = 3
    """Deeper than it wades."""
    BLOCKED = 4
    """Something stands in its way."""


NON_TRAVERSABLE: Final = (Ground.STEEP, Ground.WATER, Ground.BLOCKED)
"""Where a run may end a robot's task, and planners do not go."""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a robot can do on the ground; the defaults are those of a small ground robot."""

    radius_m: NotNegative = 0.45
    """Of the upright cylinder that holds it."""
    height_m: Positive = 1.0
    """It passes under what is higher."""
    step_m: NotNegative = 0.1
    """It rolls or steps over what is lower."""
    slope_max_rad: Annotated[float, Meta(ge=0, le=1.5)] = 0.35
    """On ground that holds."""
    friction: NotNegative = 0.9
    """Of its tyres or feet on firm dry ground; on a class it follows the class and the weather."""
    grip_share: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """Share of its grip that it may spend on the slope; the rest drives and steers it."""
    wade_m: NotNegative = 0.0
    """Depth of water that it goes through."""


KINDS: Final = {
    "ugv": Limits(),
    "car": Limits(
        radius_m=1.3, height_m=2.0, step_m=0.15, slope_max_rad=0.35, friction=1.0, wade_m=0.3
    ),
    "person": Limits(
        radius_m=0.3, height_m=1.9, step_m=0.3, slope_max_rad=0.7, friction=0.8, grip_share=0.8,
        wade_m=0.4,
    ),
}  # fmt: skip
"""Limits by kind of robot, where no model is at hand."""


def traversability(
    scene: Scene, points: ArrayLike, *, limits: Limits | None = None
) -> NDArray[np.int8]:
    """``(n,)`` numbers of :class:`Ground` at ``points (n, 2 or 3)``."""
    limits = limits or Limits()
    where = np.atleast_2d(np.asarray(points, np.float64))[:, :2]
    found, height = footing(scene, where, limits)
    dry = np.flatnonzero(found < Ground.STEEP)
    found[dry[blocked(scene, where[dry], height[dry], limits)]] = Ground.BLOCKED
    return found


def footing(scene: Scene, where: F64, limits: Limits) -> tuple[NDArray[np.int8], F64]:
    """``(n,)`` what the ground alone is for a robot at points ``(n, 2)``, and its height."""
    ground = scene.terrain.sample(where)
    surface = scene.surface(where)
    steepness = np.hypot(ground[:, 1], ground[:, 2]) / steepest(scene, limits)[surface]
    water = number_of("water")
    level = scene.water_level(where)
    known = np.isfinite(level)
    depth = np.where(known, level - ground[:, 0], np.where(surface == water, np.inf, 0.0))
    found = np.zeros(len(where), np.int8)
    soft = np.isin(surface, [number_of(name) for name in SOFT])
    found[(steepness > STRAINED) | soft | (depth > 0.0)] = Ground.DIFFICULT
    found[steepness > 1.0] = Ground.STEEP
    found[depth > limits.wade_m] = Ground.WATER
    return found, ground[:, 0]


def steepest(scene: Scene, limits: Limits) -> F64:
    """``(classes,)`` the grade that a robot masters on each class of ground, as a tangent.

    Its own limit, or what its share of the grip holds: friction by class and weather.
    """
    rubber = friction(scene.weather, classes=scene.classes)
    firm = scene.classes[number_of(FIRM)].friction
    holds = limits.grip_share * limits.friction * rubber / firm
    return np.maximum(np.minimum(holds, np.tan(limits.slope_max_rad)), 1e-9)


def blocked(scene: Scene, points: F64, height: F64, limits: Limits) -> NDArray[np.bool_]:
    """``(n,)`` whether an object reaches into the cylinder of a robot that stands there."""
    obstacles = scene.obstacles
    low, high = height + limits.step_m, height + limits.height_m
    owner, rows, _ = near_pairs(obstacles, points, radius_m=limits.radius_m, low=low, high=high)
    found = np.zeros(len(points), np.bool_)
    # Shadow, least and greatest height of what leans hold more than the solid.
    turn = obstacles.rotation[rows]
    leans = (np.abs(turn[:, 2, 2]) < 1.0 - UPRIGHT) & (obstacles.kind[rows] != SPHERE)
    leans &= ~((obstacles.kind[rows] == BOX) & (np.abs(turn[:, 2]).max(axis=1) > 1.0 - UPRIGHT))
    found[owner[~leans]] = True
    owner, rows = owner[leans], rows[leans]
    for share in np.linspace(0.0, 1.0, COLUMN):
        z = low[owner] + share * (high[owner] - low[owner])
        gap = distances(obstacles, rows, np.column_stack((points[owner], z)))
        found[owner[gap <= limits.radius_m]] = True
    return found
