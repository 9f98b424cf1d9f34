"""Palms: a ringed trunk and a crown of arched fronds."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.assets.foliage import fitted
from outrider.world.assets.growth import SINK_M
from outrider.world.assets.limbs import UP, Limbs, straight_pieces, tubes, unit
from outrider.world.forms import ball
from outrider.world.mesh import Mesh, make, merge

F64 = NDArray[np.float64]

BARK: Final = "bark_palm"
FRONDS: Final = "fronds_palm"


@dataclass(frozen=True)
class Stature:
    """One variant of a palm."""

    trunk_m: float
    radius_m: float
    lean: float
    """How far the top leans, in trunk lengths."""
    frond_m: float
    steepest_deg: float
    """Of the youngest frond, above the horizon."""
    lowest_deg: float


STATURES: Final = (
    Stature(8.0, 0.17, 0.22, 3.1, 76.0, -38.0),
    Stature(6.6, 0.24, 0.04, 3.0, 82.0, -30.0),
    Stature(9.5, 0.15, 0.3, 2.9, 78.0, -45.0),
)


def palm(variant: int) -> Archetype:
    """One variant of a palm."""
    kind = STATURES[variant % len(STATURES)]
    stream = Stream(variant, "assets", "palm")
    trunk = _trunk(kind, stream)
    top = trunk.path[0, -1]
    crown = _fronds(kind, stream, top, count=46, points=8, widen=1.0)
    heart = ball((0.3, 0.3, 0.42), material=BARK, rings=6, sides=10, center=top)
    wood = merge([tubes(trunk, sides=10, material_name=BARK, ending="flat"), heart])
    middle = _fronds(kind, stream, top, count=20, points=4, widen=1.35)
    far = _fronds(kind, stream, top, count=6, points=3, widen=2.6, split=False)
    return Archetype(
        name=f"palm_{variant}",
        semantic="trunk",
        lods=(
            merge([wood, crown]),
            merge([_plain_trunk(trunk, 6, 5), fitted(middle, crown)]),
            merge([_plain_trunk(trunk, 3, 3), fitted(far, crown)]),
        ),
        lod_m=(30.0, 90.0),
        proxies=straight_pieces(trunk, pieces=6, semantic="trunk", least_m=0.05),
        part_classes={FRONDS: "foliage"},
    )


def _trunk(kind: Stature, stream: Stream) -> Limbs:
    share = np.concatenate([[-SINK_M / kind.trunk_m], np.linspace(0.0, 1.0, 37)])
    way = 2.0 * math.pi * stream.uniform(0, 1)[0]
    side = kind.lean * np.maximum(share, 0.0) ** 1.7 * kind.trunk_m
    path = np.column_stack([side * math.cos(way), side * math.sin(way), share * kind.trunk_m])
    foot = 0.45 * np.exp(-np.maximum(share, 0.0) * kind.trunk_m / 0.5)
    scars = 0.05 * np.where(np.arange(len(share)) % 2, 1.0, -1.0)
    radius = kind.radius_m * (1.0 - 0.22 * share + foot + scars)
    return Limbs(path=path[None], radius=radius[None], bough=np.zeros(1, np.int64))


def _plain_trunk(trunk: Limbs, sides: int, points: int) -> Mesh:
    return tubes(trunk.coarse(points), sides=sides, material_name=BARK)


def _fronds(
    kind: Stature, stream: Stream, top: F64, *, count: int, points: int, widen: float,
    split: bool = True,
) -> Mesh:  # fmt: skip
    """Arched strips with a card's texture along each; folded at the midrib if ``split``."""
    chance = stream.child("fronds").uniform(0, count * 3, low=-1.0, high=1.0).reshape(3, count)
    age = (np.arange(count) + 0.5) / count
    turn = math.pi * (3.0 - math.sqrt(5.0)) * np.arange(count) + 0.2 * chance[0]
    rise = np.radians(kind.steepest_deg + (kind.lowest_deg - kind.steepest_deg) * age**0.8)
    rise += 0.12 * chance[1]
    length = kind.frond_m * (0.8 + 0.25 * np.sin(math.pi * np.minimum(age + 0.25, 1.0)))
    length *= 1.0 + 0.1 * chance[2]
    rib, across, above = _arcs(top, turn, rise, length, points)
    half = 0.36 * widen * np.ones(points)
    drop = 0.22 if split else 0.0
    sides = (-1.0, 0.0, 1.0) if split else (-1.0, 1.0)
    columns = [rib + half[:, None] * (side * across - abs(side) * drop * above) for side in sides]
    grid = np.stack(columns, axis=2)
    normals = np.stack([unit(above + 0.3 * side * across) for side in sides], axis=2)
    uv = np.stack(np.broadcast_arrays(
        (0.5 + 0.5 * np.array(sides))[None, None, :], np.linspace(0, 1, points)[None, :, None]
    ), axis=-1)  # fmt: skip
    uv = np.broadcast_to(uv, (*grid.shape[:3], 2))
    triangles = _strips(count, points, len(sides))
    normals = unit(normals + 0.4 * unit(grid - (top - 0.8 * UP)))
    front = make(grid.reshape(-1, 3), triangles, material_name=FRONDS, uv=uv.reshape(-1, 2),
                 normals=normals.reshape(-1, 3))  # fmt: skip
    return merge([front, replace(front, triangles=front.triangles[:, ::-1])])


def _arcs(top: F64, turn: F64, rise: F64, length: F64, points: int) -> tuple[F64, F64, F64]:
    """Midribs (n, points, 3) that bend down towards their tips, and their left and upper sides."""
    level = np.stack([np.cos(turn), np.sin(turn), np.zeros(len(turn))], axis=1)
    across = np.stack([-np.sin(turn), np.cos(turn), np.zeros(len(turn))], axis=1)
    share = np.linspace(0.0, 1.0, points)
    fine = np.linspace(0.0, 1.0, 25)
    # Steep fronds bend more, until they hang.
    slope = np.maximum(rise[:, None] - 1.3 * fine**1.4, -1.35)
    step = length[:, None] / (len(fine) - 1)
    out = np.concatenate([np.zeros((len(turn), 1)), np.cumsum(np.cos(slope[:, 1:]) * step, 1)], 1)
    up = np.concatenate([np.zeros((len(turn), 1)), np.cumsum(np.sin(slope[:, 1:]) * step, 1)], 1)
    taken = np.round(share * (len(fine) - 1)).astype(int)
    rib = top + out[:, taken, None] * level[:, None] + up[:, taken, None] * UP
    steep = slope[:, taken, None]
    above = np.cos(steep) * UP - np.sin(steep) * level[:, None]
    return rib, np.broadcast_to(-across[:, None], rib.shape), above


def _strips(count: int, points: int, columns: int) -> NDArray[np.int64]:
    index = np.arange(points * columns).reshape(points, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    one = np.concatenate([
        np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)
    ])  # fmt: skip
    starts = np.arange(count)[:, None, None] * index.size
    return np.asarray((one[None] + starts).reshape(-1, 3))
