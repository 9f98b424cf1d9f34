"""Dead wood: standing snags, fallen logs, stumps, and branches on the ground."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.assets.foliage import Cards, card_mesh
from outrider.world.assets.growth import SINK_M, Rule, Stem, grow_stem, root_swell, sprout
from outrider.world.assets.limbs import (
    UP,
    Limbs,
    bough_capsules,
    end_face,
    rounded,
    start_face,
    straight_pieces,
    tubes,
    unit,
)
from outrider.world.forms import fan
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]

BARK: Final = "bark_dead"
INSIDE: Final = "wood_cut"
LEAST_SOLID_M: Final = 0.05
TOLERANCE_M: Final = 0.08
"""How far the visible wood and the solids may part."""


@dataclass(frozen=True)
class Snag:
    """A dead tree that stands, its top broken off."""

    height_m: float
    radius_m: float
    boughs: int


SNAGS: Final = (Snag(8.5, 0.24, 9), Snag(5.2, 0.3, 5), Snag(12.0, 0.22, 13))
_SNAG_SIDES: Final = 24
_BOUGHS: Final = Rule(
    count=9, span=(0.3, 0.97), angle_deg=(78.0, 48.0), lift=(0.1, 0.5), wiggle=1.1,
    length=((0.0, 0.22), (0.6, 0.26), (1.0, 0.14)), thickness=0.03, points=8,
)  # fmt: skip
_BRANCHES: Final = Rule(
    count=5, span=(0.3, 0.95), angle_deg=(60.0, 42.0), lift=(0.2, 0.3), wiggle=1.0,
    length=((0.0, 0.5), (1.0, 0.3)), thickness=0.022, points=5,
)  # fmt: skip


def snag(variant: int) -> Archetype:
    """A standing dead tree."""
    kind = SNAGS[variant % len(SNAGS)]
    stream = Stream(variant, "assets", "snag")
    stem = Stem(reach=1.0, girth=kind.radius_m / kind.height_m, lean=0.08, wiggle=0.3, flare=0.5)
    trunk = grow_stem(stem, kind.height_m, stream.child("stem"), points=34)
    share = np.maximum(trunk.path[0, :, 2], 0.0) / kind.height_m
    trunk = replace(trunk, radius=(kind.radius_m * (1.0 - 0.55 * share))[None])
    boughs = sprout(trunk, replace(_BOUGHS, count=kind.boughs), np.array([kind.height_m]),
                    stream.child("boughs"))  # fmt: skip
    branches = sprout(boughs, _BRANCHES, boughs.length, stream.child("branches"))
    swell = root_swell(stem, trunk, _SNAG_SIDES, stream.child("roots"))
    mean = replace(trunk, radius=trunk.radius * swell.mean(axis=1))
    jag = _splinters(_SNAG_SIDES, 1.6 * float(trunk.radius[0, -1]), stream)
    plain = _with_splinters(mean, 0.8 * float(jag.max()))
    limbs = bough_capsules(boughs, most=4, semantic="dead_wood", least_m=LEAST_SOLID_M,
                           tolerance_m=TOLERANCE_M)  # fmt: skip
    return Archetype(
        name=f"snag_{variant}",
        semantic="dead_wood",
        lods=(
            merge([
                *_broken_trunk(trunk, swell, jag),
                tubes(boughs, sides=7, material_name=BARK),
                tubes(branches, sides=4, material_name=BARK),
            ]),
            merge([
                tubes(plain.coarse(8), sides=8, material_name=BARK, ending="flat"),
                tubes(boughs.coarse(4), sides=4, material_name=BARK),
                tubes(branches.coarse(2), sides=3, material_name=BARK),
            ]),
            merge([
                tubes(plain.coarse(3), sides=4, material_name=BARK, ending="flat"),
                tubes(_longest(boughs, 8).coarse(2), sides=3, material_name=BARK),
            ]),
        ),
        lod_m=(25.0, 80.0),
        proxies=merge_solids([
            straight_pieces(mean, pieces=4, semantic="dead_wood", least_m=LEAST_SOLID_M), limbs,
        ]),
    )  # fmt: skip


def _broken_trunk(trunk: Limbs, swell: F64, jag: F64) -> list[Mesh]:
    sides = len(jag)
    bark = tubes(trunk, sides=sides, material_name=BARK, swell=swell, ending="open", jag=jag)
    deep = 1.2 * float(trunk.radius[0, -1])
    return [bark, end_face(bark, sides, material_name=INSIDE, sunk_m=deep),
            start_face(bark, sides, material_name=BARK)]  # fmt: skip


def _splinters(sides: int, length: float, stream: Stream) -> F64:
    chance = stream.child("splinters").uniform(0, sides + 1)
    angle = 2.0 * math.pi * (np.arange(sides) / sides + chance[-1])
    return np.asarray(length * (0.5 * np.cos(angle) + 0.9 * chance[:sides] ** 2))


def _longest(limbs: Limbs, most: int) -> Limbs:
    """The longest limbs, as far as their branches reach."""
    long = limbs.take(np.argsort(-limbs.length, kind="stable")[:most])
    base = long.path[:, :1]
    return replace(long, path=base + 1.25 * (long.path - base))


@dataclass(frozen=True)
class Log:
    """A fallen trunk."""

    length_m: float
    radius_m: float
    """At its thick end."""
    bow: float
    moss: float
    """Half the width of its moss, rad; 0: none."""


LOGS: Final = (Log(4.2, 0.24, 0.03, 1.0), Log(6.5, 0.32, 0.025, 1.2), Log(2.6, 0.17, 0.04, 0.0))
_LOG_SIDES: Final = 28
_STUBS: Final = Rule(
    count=5, span=(0.2, 0.92), angle_deg=(72.0, 58.0), lift=(0.1, 0.1), wiggle=0.8,
    length=((0.0, 0.13), (1.0, 0.09)), thickness=0.1, points=6, least_z=-1.0,
)  # fmt: skip


def log(variant: int) -> Archetype:
    """A fallen trunk, sawn at its thick end and broken at the other."""
    kind = LOGS[variant % len(LOGS)]
    stream = Stream(variant, "assets", "log")
    trunk, swell = _lying(kind, stream, points=44, sides=_LOG_SIDES)
    stubs = sprout(trunk, _STUBS, np.array([kind.length_m]), stream.child("stubs"))
    stubs = stubs.take(np.flatnonzero(stubs.path[:, -1, 2] > 0.1))
    jag = _splinters(_LOG_SIDES, 1.3 * kind.radius_m, stream)
    plain = _with_splinters(trunk, 0.8 * float(jag.max()))
    bark = tubes(trunk, sides=_LOG_SIDES, material_name=BARK, swell=swell, ending="open",
                 jag=jag)  # fmt: skip
    fine = [bark, start_face(bark, _LOG_SIDES, material_name=INSIDE),
            end_face(bark, _LOG_SIDES, material_name=INSIDE, sunk_m=0.6 * kind.radius_m),
            tubes(stubs, sides=7, material_name=BARK, ending="flat")]  # fmt: skip
    middle = [tubes(plain.coarse(9), sides=12, material_name=BARK, ending="flat"),
              tubes(stubs.coarse(3), sides=4, material_name=BARK, ending="flat")]  # fmt: skip
    if kind.moss:
        fine.append(_moss(trunk, kind, stream, points=26, columns=9))
        middle.append(_moss(trunk, kind, stream, points=9, columns=5))
    return Archetype(
        name=f"log_{variant}",
        semantic="dead_wood",
        lods=(
            merge(fine),
            merge(middle),
            merge([
                tubes(plain.coarse(3), sides=5, material_name=BARK, ending="flat"),
                tubes(stubs.take(np.arange(min(3, len(stubs)))).coarse(2), sides=3,
                      material_name=BARK, ending="flat"),
            ]),
        ),
        lod_m=(15.0, 50.0),
        proxies=straight_pieces(trunk, pieces=3, semantic="dead_wood", least_m=LEAST_SOLID_M),
    )  # fmt: skip


def _with_splinters(trunk: Limbs, length: float) -> Limbs:
    """The trunk, longer by its splinters, for a mesh that has none."""
    path = trunk.path.copy()
    path[:, -1] += length * unit(path[:, -1] - path[:, -2])
    return replace(trunk, path=path)


def _lying(kind: Log, stream: Stream, *, points: int, sides: int) -> tuple[Limbs, F64]:
    """The axis of a log, half sunk where it bows, and the relief of its bark."""
    share = np.linspace(0.0, 1.0, points)
    radius = kind.radius_m * (1.0 - 0.32 * share)
    bow = kind.bow * kind.length_m * np.sin(math.pi * share)
    path = np.column_stack([(share - 0.5) * kind.length_m, bow - bow.mean(), 0.9 * radius])
    shake = stream.child("relief").normal(0, points * sides).reshape(points, sides)
    ridges = stream.child("ridges").normal(0, sides)
    relief = 1.0 + np.clip(0.014 * shake + 0.025 * ridges, -0.06, 0.06)
    return Limbs(path=path[None], radius=radius[None], bough=np.zeros(1, np.int64)), relief


def _moss(trunk: Limbs, kind: Log, stream: Stream, *, points: int, columns: int) -> Mesh:
    """A cushion on the upper side whose rim lies within the wood."""
    share = np.linspace(0.06, 0.8, points)
    axis, _, radius = trunk.at(np.zeros(points, np.int64), share)
    wave = stream.child("moss").uniform(0, 6, low=-1.0, high=1.0)
    width = kind.moss * (0.72 + 0.28 * np.sin(9.0 * share + 3.0 * wave[0]) * np.cos(17.0 * share))
    lean = 0.25 * wave[1] + 0.3 * np.sin(6.0 * share + wave[2])
    across = np.linspace(-1.0, 1.0, columns)
    angle = lean[:, None] + width[:, None] * across
    ends = np.minimum(1.0, 8.0 * np.minimum(share - share[0], share[-1] - share) / 0.74)
    thick = 0.035 * ends[:, None] * (1.0 - np.abs(across) ** 2.5)
    away = radius[:, None] * 0.985 + thick
    points_ = axis[:, None] + np.stack(
        [np.zeros_like(angle), -away * np.sin(angle), away * np.cos(angle)], axis=2
    )
    index = np.arange(points * columns).reshape(points, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.concatenate([
        np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)
    ])  # fmt: skip
    return make(points_.reshape(-1, 3), triangles, material_name="moss", smooth=True)


@dataclass(frozen=True)
class Stump:
    """What is left of a felled or broken tree."""

    height_m: float
    radius_m: float
    roots: int
    broken: bool


STUMPS: Final = (
    Stump(0.45, 0.3, 6, False),
    Stump(0.85, 0.26, 5, True),
    Stump(0.38, 0.46, 7, False),
)


_STUMP_SIDES: Final = 34


def stump(variant: int) -> Archetype:
    """A stump with its roots' feet."""
    kind = STUMPS[variant % len(STUMPS)]
    stream = Stream(variant, "assets", "stump")
    bole, swell = _bole(kind, stream, points=24, sides=_STUMP_SIDES)
    roots = _roots(kind, stream)
    jag = _hinge(kind, _STUMP_SIDES, stream)
    bark = tubes(
        bole, sides=_STUMP_SIDES, material_name="bark_oak", swell=swell, ending="open", jag=jag
    )
    sunk = 0.5 * kind.radius_m if kind.broken else 0.0
    mean = replace(bole, radius=bole.radius * swell.mean(axis=1))
    plain = _with_splinters(mean, 0.8 * float(jag.max()))
    return Archetype(
        name=f"stump_{variant}",
        semantic="stump",
        lods=(
            merge([
                bark,
                start_face(bark, _STUMP_SIDES, material_name="bark_oak"),
                end_face(bark, _STUMP_SIDES, material_name=INSIDE, sunk_m=sunk),
                tubes(roots, sides=9, material_name="bark_oak"),
            ]),
            merge([
                *_plain_bole(plain, sides=14, points=5),
                tubes(roots.coarse(4), sides=5, material_name="bark_oak"),
            ]),
            merge([
                *_plain_bole(plain, sides=6, points=3),
                tubes(roots.coarse(2), sides=3, material_name="bark_oak"),
            ]),
        ),
        lod_m=(12.0, 40.0),
        proxies=_stump_solids(mean, roots),
    )  # fmt: skip


def _bole(kind: Stump, stream: Stream, *, points: int, sides: int) -> tuple[Limbs, F64]:
    z = np.concatenate([[-SINK_M], kind.height_m * np.linspace(0.0, 1.0, points - 1) ** 1.4])
    path = np.column_stack([np.zeros(points), np.zeros(points), z])
    radius = kind.radius_m * (1.0 + 0.12 * np.exp(-np.maximum(z, 0.0) / 0.15))
    bole = Limbs(path=path[None], radius=radius[None], bough=np.zeros(1, np.int64))
    stem = Stem(reach=1.0, girth=0.1, flare=0.22, roots=kind.roots)
    swell = root_swell(stem, bole, sides, stream.child("roots"))
    shake = stream.child("relief").normal(0, points * sides).reshape(points, sides)
    ridges = stream.child("ridges").normal(0, sides)
    return bole, swell + np.clip(0.008 * shake + 0.02 * ridges, -0.05, 0.05)


def _roots(kind: Stump, stream: Stream) -> Limbs:
    """Roots that leave the bole and dive into the ground."""
    chance = stream.child("feet").uniform(0, kind.roots * 3, low=-1.0, high=1.0)
    turn, length, thick = chance.reshape(3, kind.roots)
    phase = 2.0 * math.pi * (np.arange(kind.roots) / kind.roots) + 0.25 * turn
    share = np.linspace(0.0, 1.0, 9)
    reach = kind.radius_m * (2.3 + 0.5 * length)
    away = kind.radius_m * 0.35 + (reach - 0.35 * kind.radius_m)[:, None] * share
    curl = phase[:, None] + 0.3 * turn[:, None] * share**2
    z = 0.55 * kind.radius_m * (1.0 - share) ** 2.5 - 0.16 * share**1.5
    path = np.stack(
        [away * np.cos(curl), away * np.sin(curl), np.broadcast_to(z, away.shape)], axis=2
    )
    radius = kind.radius_m * (0.34 + 0.06 * thick)[:, None] * (1.0 - 0.45 * share)
    return Limbs(path=path, radius=radius, bough=np.arange(kind.roots))


def _hinge(kind: Stump, sides: int, stream: Stream) -> F64:
    """The step between a feller's two cuts; splinters where the tree broke."""
    if kind.broken:
        return _splinters(sides, 0.9 * kind.radius_m, stream)
    across = np.sin(2.0 * math.pi * np.arange(sides) / sides)
    return np.where(across > 0.45, 0.05, 0.0) + 0.02 * across


def _plain_bole(bole: Limbs, *, sides: int, points: int) -> list[Mesh]:
    bark = tubes(bole.coarse(points), sides=sides, material_name="bark_oak", ending="open")
    return [bark, fan(bark.points[-sides - 1 : -1], UP, material=INSIDE)]


def _stump_solids(bole: Limbs, roots: Limbs) -> Solids:
    inner, outer = roots.path[:, 0], roots.path[:, 5]
    radius = 0.5 * (roots.radius[:, 1] + roots.radius[:, 5])
    trunk = straight_pieces(bole, pieces=2, semantic="stump", least_m=LEAST_SOLID_M)
    return merge_solids([trunk, rounded(inner, outer, radius, semantic="stump")])


_TWIGS: Final = Rule(
    count=4, span=(0.25, 0.95), angle_deg=(52.0, 36.0), length=((0.0, 0.45), (1.0, 0.25)),
    wiggle=0.7, flat=0.9, thickness=0.016, points=5, least_z=0.008,
)  # fmt: skip


def branch_litter(variant: int) -> Archetype:
    """Fallen branches and a few dry leaves; they give way to a robot."""
    stream = Stream(variant, "assets", "branch_litter")
    count = (11, 8, 15)[variant % 3]
    sticks = _sticks(count, stream)
    twigs = sprout(sticks, _TWIGS, sticks.length, stream.child("twigs"))
    leaves = card_mesh(_dry_leaves(40, stream), "leaves_dry")
    return Archetype(
        name=f"branch_litter_{variant}",
        semantic="dead_wood",
        lods=(
            merge([
                tubes(sticks, sides=7, material_name=BARK),
                tubes(twigs, sides=4, material_name="bark_oak"),
                leaves,
            ]),
            merge([
                tubes(sticks.coarse(4), sides=3, material_name=BARK),
                tubes(twigs.coarse(2), sides=3, material_name="bark_oak"),
                leaves,
            ]),
        ),
        lod_m=(12.0,),
    )  # fmt: skip


def _sticks(count: int, stream: Stream) -> Limbs:
    chance = stream.child("sticks").uniform(0, count * 5).reshape(5, count)
    turn, way = 2.0 * math.pi * chance[0], 2.0 * math.pi * chance[1]
    middle = 1.0 * np.sqrt(chance[2])[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    length = 0.45 + 1.0 * chance[3]
    share = np.linspace(-0.5, 0.5, 9)
    ahead = np.stack([np.cos(way), np.sin(way)], axis=1)
    left = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    bow = 0.12 * (chance[4] - 0.5)[:, None] * np.cos(3.0 * share + turn[:, None])
    level = (middle[:, None] + (length[:, None] * share)[..., None] * ahead[:, None]
             + (length[:, None] * bow)[..., None] * left[:, None])  # fmt: skip
    radius = (0.01 + 0.018 * chance[3])[:, None] * (0.75 - 0.7 * share)
    path = np.concatenate([level, radius[..., None]], axis=2)
    return Limbs(path=path, radius=radius, bough=np.arange(count))


def _dry_leaves(count: int, stream: Stream) -> Cards:
    chance = stream.child("leaves").uniform(0, count * 4).reshape(4, count)
    turn, way = 2.0 * math.pi * chance[0], 2.0 * math.pi * chance[1]
    away = 1.3 * np.sqrt(chance[2])
    middle = np.stack([away * np.cos(turn), away * np.sin(turn), 0.015 + 0.03 * chance[3]], axis=1)
    ahead = np.stack([np.cos(way), np.sin(way), 0.5 * (chance[3] - 0.5)], axis=1)
    left = np.cross(np.broadcast_to(UP, ahead.shape), ahead)
    # Across times along looks up.
    return Cards(middle=middle, along=0.09 * unit(ahead), across=-0.08 * unit(left),
                 normal=np.tile(UP, (count, 1)), front=np.ones(count, np.bool_))  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "snag": snag,
    "log": log,
    "stump": stump,
    "branch_litter": branch_litter,
}
VARIANTS: Final[dict[str, int]] = dict.fromkeys(MAKERS, 3)
