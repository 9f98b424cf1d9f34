"""Many stones: pebble heaps, scree, river stones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.world.archetype import Archetype
from outrider.world.assets.stone_bodies import LEVELS, archetype, block, boulder
from outrider.world.assets.stone_forms import geodesic, icosahedron, pentakis, surfaced
from outrider.world.assets.stone_mounds import Mound
from outrider.world.assets.stone_noise import Chance
from outrider.world.assets.stone_proxies import discs
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids, cylinders

F64 = NDArray[np.float64]

_TURN: Final = 2.0 * np.pi


def strewn(
    chance: Chance, mound: Mound, shapes: list[Mesh], sizes: F64, *, sunk: float, spread: float
) -> list[Mesh]:
    """Copies of unit ``shapes`` lying on a mound, each as large as its ``sizes (n,)`` say, m.

    ``sunk``: share of its size that a stone lies in the mound; ``spread``: share of the radius.
    """
    count = len(sizes)
    # The golden angle spreads them evenly without rows.
    ring = chance.draws("order", count).argsort()
    angle = 2.39996 * ring + chance.draws("angle", count, high=0.7)
    reach = spread * np.sqrt((ring + chance.draws("reach", count)) / count)
    spots = mound.at(reach, angle)
    turns = _TURN * chance.draws("turns", count)
    tilts = chance.draws("tilts", 2 * count, low=-0.35, high=0.35).reshape(2, count)
    poses = rotation.from_euler_zyx(turns, *tilts)
    stones = []
    for k in range(count):
        lift = sizes[k] * (0.5 - sunk) * float(shapes[k % len(shapes)].size[2])
        mesh = shapes[k % len(shapes)].scaled(float(sizes[k])).turned(poses[k])
        stones.append(mesh.moved(spots[k] + (0.0, 0.0, lift)))
    return stones


# --- pebbles ------------------------------------------------------------------------------------

_HEAPS: Final = ((0.30, 0.26, 0.15), (0.40, 0.34, 0.20), (0.56, 0.46, 0.26))


def pebble_heap(variant: int) -> Archetype:
    """A heap of round stones as large as fists."""
    chance = Chance("pebble_heap", variant)
    x, y, height = _HEAPS[variant]
    mound = Mound.of(
        chance, (x, y), 0.75 * height, steepness=1.1, rough=0.1, material="gravel_grey"
    )
    sizes = np.sort(chance.draws("sizes", 32, low=0.5, high=0.85))[::-1] * height
    forms = [
        boulder(chance, (0.5, 0.42, 0.33), faces=8, sharpness=4.5, dents=0.03, buried=0.5,
                material="rock_grey" if k % 2 else "rock_granite", what=f"pebble {k}")
        for k in range(5)
    ]  # fmt: skip
    lods = []
    for sphere, count, rings in ((pentakis(), 32, (2, 12)), (icosahedron(), 11, (2, 8))):
        shapes = [
            surfaced(form.shell(sphere), material=form.material, crease_deg=180.0) for form in forms
        ]
        stones = strewn(chance, mound, shapes, sizes[:count] * (32 / count) ** 0.3, sunk=0.25,
                        spread=0.93)  # fmt: skip
        lods.append(merge([mound.mesh(*rings), *stones]))
    lods.append(mound.swollen(0.3 * float(sizes.mean())).mesh(2, 8))
    solids = discs(lods[0], count=8, semantic="rock")
    return archetype("pebble_heap", variant, semantic="rock", lods=lods, proxies=[solids])


# --- scree --------------------------------------------------------------------------------------

_SCREE: Final = ((1.30, 0.95, 0.22), (1.90, 1.40, 0.30), (2.60, 1.60, 0.36))


def scree_patch(variant: int) -> Archetype:
    """Broken stones of 10 to 50 cm strewn over a low apron of grit."""
    chance = Chance("scree_patch", variant)
    x, y, height = _SCREE[variant]
    mound = Mound.of(chance, (x, y), 0.6 * height, steepness=1.0, rough=0.25,
                     material="gravel_grey")  # fmt: skip
    sizes = np.sort(0.13 + 0.42 * chance.draws("sizes", 40) ** 2.2)[::-1] * (0.6 + x / 4.5)
    forms = [
        block(chance, (0.5, 0.4, 0.29), cuts=4, rough=0.02, buried=0.5, what=f"shard {k}")
        for k in range(6)
    ]
    shapes = [form.mesh(2) for form in forms]
    stones = strewn(chance, mound, shapes, sizes, sunk=0.22, spread=0.95)
    lods = [
        merge([mound.mesh(6, 18), *stones]),
        merge([mound.mesh(2, 9), *stones[:9]]),
        merge([mound.swollen(0.3 * float(sizes.mean())).mesh(1, 8), stones[0]]),
    ]
    solids = [discs(lods[0], count=8, semantic="rock")]
    return archetype("scree_patch", variant, semantic="rock", lods=lods, proxies=solids)


# --- river stones -------------------------------------------------------------------------------

# Radius, flatness (height over width) and place of each, m.
_RIVER: Final = (
    ((0.30, 0.62, 0.0, 0.0), (0.19, 0.66, 0.48, 0.12), (0.15, 0.6, -0.40, 0.20),
     (0.12, 0.7, 0.22, -0.40), (0.10, 0.6, -0.20, -0.38), (0.08, 0.7, 0.52, -0.22)),
    ((0.44, 0.58, 0.0, 0.1), (0.27, 0.62, 0.72, -0.10), (0.22, 0.66, -0.64, -0.15),
     (0.17, 0.6, 0.30, -0.50), (0.14, 0.7, -0.30, 0.70), (0.12, 0.6, 0.60, 0.46)),
    ((0.34, 0.60, -0.5, 0.1), (0.32, 0.55, 0.38, 0.22), (0.24, 0.62, 0.08, -0.46),
     (0.18, 0.64, 0.90, -0.16), (0.14, 0.6, -0.58, -0.48), (0.11, 0.7, -0.1, 0.62)),
)  # fmt: skip


def river_stones(variant: int) -> Archetype:
    """Smooth flat stones that lie side by side, 15 to 90 cm each."""
    chance = Chance("river_stones", variant)
    rows = _RIVER[variant]
    parts: list[list[Mesh]] = [[], [], []]
    solids: list[Solids] = []
    for k, (radius, flat, x, y) in enumerate(rows):
        longer = 1.0 + 0.11 * chance.one(f"longer {k}", 0.0, 1.0)
        half = (radius * longer, radius / longer, radius * flat)
        form = boulder(chance, half, faces=10, sharpness=4.0, dents=0.025, buried=0.25,
                       material="rock_grey" if k % 3 else "rock_granite",
                       what=f"stone {k}")  # fmt: skip
        turn = chance.one(f"turn {k}", 0.0, _TURN)
        fine = (6, 4, 4, 3, 3, 3)[k]
        for level, sphere in zip(LEVELS, (geodesic(fine), icosahedron(), icosahedron()),
                                 strict=True):  # fmt: skip
            mesh = surfaced(form.shell(sphere), material=form.material, crease_deg=180.0)
            parts[level].append(mesh.headed(turn).moved((x, y, 0.0)))
        height = 2.0 * half[2]
        solids.append(cylinders((x, y, 0.22 * height), radius=0.9 * radius, height=0.9 * height,
                                semantic="rock"))  # fmt: skip
    lods = [merge(parts[0]), merge(parts[1]), merge(parts[2][:3])]
    return archetype("river_stones", variant, semantic="rock", lods=lods, proxies=solids)


HEAPS: Final[dict[str, Callable[[int], Archetype]]] = {
    "pebble_heap": pebble_heap,
    "scree_patch": scree_patch,
    "river_stones": river_stones,
}
