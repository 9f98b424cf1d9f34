"""Rocks that tower: tors, layered sandstone, limestone crags; and termite mounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.world.archetype import Archetype
from outrider.world.assets.stone_bodies import BURIED, LEVELS, archetype, block, boulder
from outrider.world.assets.stone_forms import (
    circle,
    cube,
    geodesic,
    soft_radius,
    stacked,
    surfaced,
)
from outrider.world.assets.stone_noise import Chance, Noise
from outrider.world.assets.stone_proxies import box_about, discs, posed, terraces
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

_TURN: Final = 2.0 * np.pi


# --- tors ---------------------------------------------------------------------------------------

# Half sizes from the foot upwards, and how far each sits from the middle, m.
_TORS: Final = (
    (((1.50, 1.25, 0.85), (0.0, 0.0)), ((1.40, 1.16, 0.62), (0.08, -0.06)),
     ((1.10, 0.94, 0.52), (-0.14, 0.06))),
    (((1.45, 1.20, 0.75), (0.0, 0.0)), ((1.34, 1.12, 0.62), (-0.10, 0.06)),
     ((1.26, 1.00, 0.60), (0.06, -0.05)), ((0.72, 0.66, 0.48), (0.10, 0.08))),
    (((1.20, 1.15, 0.85), (-1.02, 0.10)), ((1.05, 1.10, 0.84), (1.10, -0.10)),
     ((1.50, 1.00, 0.60), (-0.05, 0.05)), ((0.90, 0.76, 0.50), (-0.35, 0.0))),
)  # fmt: skip
_FOOT: Final = 0.38
"""Share of the lowest stones that is below the ground, of the whole about a seventh."""
_SIDE_BY_SIDE: Final = (1, 1, 2)
"""How many of a tor's stones stand on the ground."""


def tor(variant: int) -> Archetype:
    """Granite weathered to a stack of woolsacks, 3 to 4.5 m high."""
    chance = Chance("tor", variant)
    turns = chance.draws("turns", 5, low=-0.3, high=0.3)
    spheres = (geodesic(5), geodesic(2), cube())
    parts: list[list[Mesh]] = [[], [], []]
    solids: list[Solids] = []
    floor = 0.0
    for k, (half, (x, y)) in enumerate(_TORS[variant]):
        low = k < _SIDE_BY_SIDE[variant]
        stone = boulder(chance, half, faces=2, sharpness=11.0, dents=0.035, wave=0.8,
                        tilt=0.06, spread=0.06, buried=_FOOT if low else 0.0,
                        what=f"stone {k}")  # fmt: skip
        height = 2.0 * half[2]
        # Each is let into the one below by a fifth of its height, as joints are rounded.
        base = 0.0 if low else floor - 0.2 * height
        floor = max(floor, base + height * (1.0 - _FOOT if low else 1.0))
        turn = rotation.from_heading(turns[k])
        for mesh_list, sphere in zip(parts, spheres, strict=True):
            shell = stone.shell(sphere)
            mesh = surfaced(shell, material="rock_granite", crease_deg=60.0)
            mesh_list.append(mesh.turned(turn).moved((x, y, base)))
            if sphere is spheres[0]:
                box = box_about(mesh, semantic="boulder", fill=0.88)
                solids.append(posed(box, turn, at=(x, y, base)))
    lods = [merge(mesh_list) for mesh_list in parts]
    return archetype("tor", variant, semantic="boulder", lods=lods, proxies=solids)


# --- layered sandstone --------------------------------------------------------------------------

_SANDSTONE: Final = ((0.85, 0.62, 0.50), (1.35, 0.95, 0.85), (1.25, 1.05, 1.45))
_BEDS: Final = (6, 8, 10)


@dataclass(frozen=True, kw_only=True)
class _Beds:
    """A pile of beds, hard ones jutting out over soft ones; unit radius, height 0..1."""

    edges: F64
    """(n + 1,) heights of the joints."""
    inset: F64
    """(n,) how far each bed stands back."""
    normals: F64
    offsets: F64
    noise: Noise

    def ring(self, sides: int, height: float, inset: float) -> F64:
        """``(sides, 3)``."""
        ways = circle(sides)
        radius = soft_radius(ways, self.normals, self.offsets, sharpness=14.0)
        ring = ways * radius[:, None]
        ring[:, 2] = height
        steps = np.array((1.0, 1.0, 4.0))
        swell = self.noise(ring * steps, wave=0.8, octaves=2)
        ring[:, :2] *= (1.0 - inset + 0.07 * swell)[:, None]
        return ring

    def rings(self, level: int) -> F64:
        """Rings ``(k, s, 3)`` of a level of detail."""
        joints = (0.04, 0.5, 0.96) if level == 0 else (0.5,)
        beds = range(len(self.inset))
        places = [
            (self.edges[k] + share * (self.edges[k + 1] - self.edges[k]), self.inset[k])
            for k in beds
            for share in joints
        ]
        if level == 0:
            grooves = [(self.edges[k], max(self.inset[k - 1 : k + 1]) + 0.05) for k in beds[1:]]
            places = sorted(places + grooves)
        if level == 2:
            places = [(0.5, float(self.inset.mean()))]
        last = float(self.inset[-1])
        ends = ((0.0, float(self.inset[0])), (1.0, last), (1.0, last + 0.25))
        places = [ends[0], *places, ends[1]] + ([ends[2]] if level == 0 else [])
        sides = (min(30, 950 // len(places)), 12, 8)[level]
        return np.stack([self.ring(sides, height, inset) for height, inset in places])


def _sandstone(maker: str, variant: int, material: str) -> Archetype:
    chance = Chance(maker, variant)
    beds, half = _BEDS[variant], _SANDSTONE[variant]
    thickness = chance.draws("beds", beds, low=0.5, high=1.6)
    faces = chance.draws("faces", 7, low=-0.3, high=0.3) + np.arange(7.0)
    pile = _Beds(
        edges=np.concatenate([[0.0], np.cumsum(thickness) / thickness.sum()]),
        inset=chance.draws("inset", beds, low=0.0, high=0.2),
        normals=np.stack([np.cos(faces * _TURN / 7), np.sin(faces * _TURN / 7), 0.0 * faces], 1),
        offsets=chance.draws("offsets", 7, low=0.85, high=1.1),
        noise=chance.noise("noise"),
    )
    dip = rotation.from_euler_zyx(0.0, *chance.draws("dip", 2, low=-0.09, high=0.09))
    lods = [
        surfaced(stacked(pile.rings(level)).filling(half, buried=BURIED), material=material,
                 crease_deg=35.0)
        for level in LEVELS
    ]  # fmt: skip
    turned = [mesh.turned(dip) for mesh in lods]
    return archetype(maker, variant, semantic="rock", lods=turned,
                     proxies=[discs(turned[0], count=8, semantic="rock")])  # fmt: skip


def sandstone_red(variant: int) -> Archetype:
    """A block of red outback sandstone in beds."""
    return _sandstone("sandstone_red", variant, "rock_red")


def sandstone_yellow(variant: int) -> Archetype:
    """A block of yellow sandstone in beds."""
    return _sandstone("sandstone_yellow", variant, "rock_sandstone")


# --- limestone ----------------------------------------------------------------------------------

# Half size, place and lean of each pinnacle, m and rad.
_CRAGS: Final = (
    (((0.80, 0.70, 1.60), (0.0, 0.0), 0.05), ((0.62, 0.60, 1.10), (0.95, -0.30), 0.12),
     ((0.66, 0.72, 0.85), (-0.90, 0.40), -0.12), ((0.50, 0.45, 0.55), (0.35, -0.85), 0.15)),
    (((0.95, 0.75, 2.30), (0.0, 0.1), -0.04), ((0.72, 0.70, 1.75), (1.00, -0.1), 0.07),
     ((0.68, 0.66, 1.20), (-1.05, -0.2), -0.10), ((0.55, 0.50, 0.80), (0.30, -0.80), 0.12)),
    (((1.20, 0.80, 1.40), (0.35, 0.0), 0.04), ((0.80, 0.75, 2.00), (-1.00, 0.15), -0.06),
     ((0.75, 0.65, 1.00), (1.55, -0.40), 0.12), ((0.60, 0.50, 0.65), (-0.45, -0.90), 0.1)),
)  # fmt: skip


def limestone_crag(variant: int) -> Archetype:
    """Pale pinnacles with fluted walls, 2.5 to 4 m high."""
    chance = Chance("limestone_crag", variant)
    parts: list[list[Mesh]] = [[], [], []]
    solids: list[Solids] = []
    for k, (half, (x, y), lean) in enumerate(_CRAGS[variant]):
        stone = block(chance, half, cuts=9, depth=(0.74, 0.92), rough=0.10, wave=0.30,
                      material="rock_limestone", what=f"pinnacle {k}")  # fmt: skip
        pose = rotation.from_euler_zyx(chance.one(f"turn {k}", -0.4, 0.4), lean, 0.4 * lean)
        for level in LEVELS:
            mesh = stone.mesh(level, finest=(620, 480, 440, 280)[k], planes=6 + (k == 0))
            parts[level].append(mesh.turned(pose).moved((x, y, 0.0)))
        box = box_about(stone.mesh(0, finest=300), semantic="rock", fill=0.84)
        solids.append(posed(box, pose, at=(x, y, 0.0)))
    lods = [merge(meshes) for meshes in parts]
    return archetype("limestone_crag", variant, semantic="rock", lods=lods, proxies=solids)


# --- termite mounds -----------------------------------------------------------------------------

# Height, radius, and place of each spire, m; the first is the main one.
_MOUNDS: Final = (
    ((1.55, 0.38, 0.0, 0.0), (1.10, 0.25, 0.36, 0.10), (0.70, 0.24, -0.34, -0.16)),
    ((2.40, 0.52, 0.0, 0.0), (1.75, 0.33, 0.50, -0.18), (1.20, 0.34, -0.46, 0.20),
     (0.75, 0.28, 0.10, 0.56)),
    ((3.30, 0.70, 0.0, 0.0), (2.50, 0.45, 0.68, 0.28), (1.80, 0.44, -0.66, 0.12),
     (1.20, 0.40, 0.05, -0.74)),
)  # fmt: skip
_SIDES: Final = ((24, 14), (9, 6), (5, 3))
_FLOORS: Final = ((15, 9), (5, 3), (3, 2))
_SHAPE: Final = (
    (0.0, 1.06),
    (0.18, 1.0),
    (0.45, 0.86),
    (0.72, 0.66),
    (0.90, 0.44),
    (0.97, 0.27),
    (1.0, 0.08),
)


def _width(height: F64) -> F64:
    """Radius of a spire by height, both as shares."""
    steps, widths = np.array(_SHAPE).T
    return np.asarray(np.interp(height, steps, widths))


def _spire(noise: Noise, row: tuple[float, float, float, float], level: int, *, main: bool) -> Mesh:
    height, radius, x, y = row
    sides, floors = _SIDES[level][not main], _FLOORS[level][not main]
    foot = -BURIED * height
    share = np.linspace(0.0, 1.0, floors) ** 0.8
    ways = circle(sides)[None]
    rings = ways * (radius * _width(share))[:, None, None]
    rings[..., 2] += (foot + (height - foot) * share)[:, None]
    # Flutes run upwards: the noise changes little with the height.
    where = (rings + 3.1 * np.array((x, y, 0.0))) * (1.0, 1.0, 0.18) / radius
    flute = noise.ridges(where.reshape(-1, 3), wave=0.75).reshape(share.size, sides)
    knobs = noise(where.reshape(-1, 3) * (1.0, 1.0, 5.0), wave=0.6).reshape(share.size, sides)
    rings[..., :2] *= (1.0 + 0.15 * flute + 0.12 * knobs)[..., None]
    # Side spires bow towards the main one and lean on it.
    rings[..., :2] += np.array((x, y)) * (1.0 - 0.18 * share**1.5)[:, None, None]
    return surfaced(stacked(rings), material="soil_red", crease_deg=75.0)


def termite_mound(variant: int) -> Archetype:
    """A fluted mound of red earth with several spires, 1.5 to 3.3 m."""
    chance = Chance("termite_mound", variant)
    noise = chance.noise("flutes")
    rows = _MOUNDS[variant]
    lods = [
        merge([
            _spire(noise, row, level, main=k == 0)
            for k, row in enumerate(rows[: 3 if level == 2 else None])
        ])
        for level in LEVELS
    ]  # fmt: skip
    solids = [_spire_solids(row, 3 if k == 0 else 2) for k, row in enumerate(rows[:3])]
    solids += [_spire_solids(row, 1) for row in rows[3:]]
    return archetype("termite_mound", variant, semantic="boulder", lods=lods, proxies=solids)


def _spire_solids(row: tuple[float, float, float, float], count: int) -> Solids:
    height, radius, x, y = row
    heights = height * np.linspace(-BURIED, 0.97, count + 1)
    share = (0.5 * (heights[1:] + heights[:-1]) / height + BURIED) / (1.0 + BURIED)
    middles = np.array((x, y)) * (1.0 - 0.18 * share**1.5)[:, None]
    return terraces(0.98 * radius * _width(share**1.25), heights, middles=middles,
                    semantic="boulder")  # fmt: skip


TOWERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "tor": tor,
    "sandstone_red": sandstone_red,
    "sandstone_yellow": sandstone_yellow,
    "limestone_crag": limestone_crag,
    "termite_mound": termite_mound,
}
