"""Ice and snow: seracs, slabs, pressure ridges, drifts, crevasse edges, icebergs, iced rock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.world.archetype import Archetype
from outrider.world.assets.rock_heaps import strewn
from outrider.world.assets.stone_bodies import BURIED, LEVELS, Block, archetype, block, boulder
from outrider.world.assets.stone_forms import Shell, geodesic, icosahedron, stacked, surfaced
from outrider.world.assets.stone_mounds import Mound
from outrider.world.assets.stone_noise import Chance
from outrider.world.assets.stone_proxies import balls, box_about, discs, posed
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids, boxes

F64 = NDArray[np.float64]

_TURN: Final = 2.0 * np.pi
_SNOWY: Final = {"snow": "snow"}


def snowed(mesh: Mesh, *, steepest: float = 0.72) -> Mesh:
    """A mesh with snow on what faces up: triangles whose normal's z is above ``steepest``."""
    a, b, c = np.moveaxis(mesh.corners(), 1, 0)
    facing = np.cross(b - a, c - a)
    flat = facing[:, 2] > steepest * np.linalg.norm(facing, axis=1)
    patch = np.where(flat, len(mesh.materials), mesh.patch).astype(np.int16)
    return replace(mesh, materials=(*mesh.materials, "snow"), patch=patch)


def _ice_block(
    chance: Chance, half: tuple[float, float, float], *, cuts: int = 7, rough: float = 0.025,
    buried: float = BURIED, what: str = "block",
) -> Block:  # fmt: skip
    return block(chance, half, cuts=cuts, depth=(0.81, 0.95), tilt=0.12, rough=rough, wave=0.7,
                 buried=buried, material="ice_blue", what=what)  # fmt: skip


# --- seracs -------------------------------------------------------------------------------------

# Half size, place and lean of each block, m and rad.
_SERACS: Final = (
    (((0.80, 0.65, 1.30), (0.0, 0.0), 0.07), ((0.55, 0.50, 0.70), (0.95, -0.30), -0.2)),
    (((1.30, 1.00, 2.60), (0.0, 0.0), -0.06), ((0.95, 0.80, 1.55), (1.50, 0.30), 0.12)),
    (((1.90, 1.50, 4.60), (0.0, 0.0), 0.05), ((1.50, 1.20, 2.70), (-2.30, -0.40), -0.09),
     ((1.20, 1.20, 1.60), (2.20, 0.60), 0.17)),
)  # fmt: skip


def serac(variant: int) -> Archetype:
    """A tower of glacier ice, 2 to 8 m high, snow on its head."""
    chance = Chance("serac", variant)
    parts: list[list[Mesh]] = [[], [], []]
    solids: list[Solids] = []
    rows = _SERACS[variant]
    for k, (half, (x, y), lean) in enumerate(rows):
        stone = _ice_block(chance, half, cuts=8 - k, what=f"tower {k}")
        pose = rotation.from_euler_zyx(chance.one(f"turn {k}", -0.5, 0.5), lean, -0.5 * lean)
        for level in LEVELS:
            mesh = stone.mesh(level, finest=(820, 520, 420)[k], planes=11 - len(rows))
            parts[level].append(snowed(mesh.turned(pose)).moved((x, y, 0.0)))
        box = box_about(stone.mesh(0, finest=300), semantic="ice", fill=0.9)
        solids.append(posed(box, pose, at=(x, y, 0.0)))
    lods = [merge(meshes) for meshes in parts]
    return archetype("serac", variant, semantic="ice", lods=lods, proxies=solids,
                     part_classes=_SNOWY)  # fmt: skip


# --- slabs and ridges ---------------------------------------------------------------------------

_SLABS: Final = ((0.75, 0.55, 0.13), (1.20, 0.85, 0.20), (1.60, 1.30, 0.28))
_SLAB_TILTS: Final = (0.45, 0.6, 0.38)


def ice_slab(variant: int) -> Archetype:
    """A slab of ice, pushed up and tilted, one edge in the ground."""
    chance = Chance("ice_slab", variant)
    half, tilt = _SLABS[variant], _SLAB_TILTS[variant]
    stone = _ice_block(chance, half, cuts=7, buried=0.5)
    pose = rotation.from_euler_zyx(chance.one("turn", -0.6, 0.6), -tilt, 0.12)
    rise = 0.55 * half[0] * float(np.sin(tilt))
    at = (0.0, 0.0, rise)
    lods = [snowed(stone.mesh(level, finest=900).turned(pose), steepest=2.0).moved(at)
            for level in LEVELS]  # fmt: skip
    box = posed(box_about(stone.mesh(0, finest=300), semantic="ice", fill=0.88), pose, at=at)
    return archetype("ice_slab", variant, semantic="ice", lods=lods, proxies=[box])


_RIDGES: Final = ((5.0, 0.75), (6.5, 1.0), (8.0, 1.3))
"""Length and height, m."""
_PLATES: Final = 7


def pressure_ridge(variant: int) -> Archetype:
    """Plates of sea ice jammed up in a row over a bank of snow."""
    chance = Chance("pressure_ridge", variant)
    length, height = _RIDGES[variant]
    bank = Mound.of(chance, (0.5 * length, 0.95 * height), 0.5 * height, steepness=1.2,
                    rough=0.25, material="snow")  # fmt: skip
    lods = [[bank.mesh(5, 30)], [bank.mesh(2, 14)], [bank.mesh(1, 6)]]
    solids: list[Solids] = []
    for k in range(_PLATES):
        place = (k + 0.5) / _PLATES - 0.5
        big = (0.75 + 0.25 * chance.one(f"big {k}", 0.0, 1.0)) * (1.0 - 1.2 * place**2)
        half = (1.05 * height * big, 0.78 * length / _PLATES, 0.10 * height)
        stone = _ice_block(chance, half, cuts=4, buried=0.5, what=f"plate {k}")
        # They lean to the one side or the other of the row, each a little different.
        lean = (1.0, -1.0)[k % 2] * chance.one(f"lean {k}", 0.5, 1.15)
        pose = rotation.from_euler_zyx(1.57 + chance.one(f"turn {k}", -0.4, 0.4), -lean,
                                       chance.one(f"roll {k}", -0.25, 0.25))  # fmt: skip
        at = (place * 0.92 * length, chance.one(f"aside {k}", -0.2, 0.2) * height, 0.4 * height)
        for level in LEVELS[: 3 if k % 2 else 2]:
            planes = (0, 12, 6)[level]
            mesh = stone.mesh(2, planes=planes) if level else stone.mesh(0, finest=150)
            # The few of the coarsest are as wide as their neighbours too.
            wide = mesh.scaled((1.0, 2.1, 1.0)) if level == 2 else mesh
            lods[level].append(wide.turned(pose).moved(at))
        solids.append(posed(box_about(stone.mesh(2), semantic="ice"), pose, at=at))
    lods[0] += _rubble(chance, bank, height)
    side = np.array(bank.radii) * (1.75, 1.35)
    solids.append(boxes((0.0, 0.0, 0.08 * height), size=(*side, 0.36 * height), semantic="snow"))
    meshes = [merge(meshes) for meshes in lods]
    return archetype("pressure_ridge", variant, semantic="ice", lods=meshes, proxies=solids,
                     part_classes=_SNOWY)  # fmt: skip


def _rubble(chance: Chance, bank: Mound, height: float) -> list[Mesh]:
    """Lumps of ice between the plates."""
    forms = [_ice_block(chance, (0.5, 0.4, 0.34), cuts=4, buried=0.5, what=f"lump {k}").mesh(2)
             for k in range(3)]  # fmt: skip
    sizes = chance.draws("lumps", 14, low=0.2, high=0.42) * height
    return strewn(chance, bank, forms, sizes, sunk=0.3, spread=0.8)


# --- rocks with snow and ice --------------------------------------------------------------------

_CAPPED: Final = ((0.45, 0.38, 0.32), (0.85, 0.70, 0.60), (1.30, 1.10, 0.85))


def _cap(shell: Shell, *, thick: float, edge: float, dip: float) -> Shell:
    """A layer ``thick`` over what faces up more than ``edge``; else ``dip`` inside the body.

    It comes out of the body along a smooth line, wherever the triangles' edges run.
    """
    points = shell.points
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    out = points - middle
    length = np.linalg.norm(out, axis=1)
    share = np.clip((out[:, 2] / length - edge) / 0.45 + 0.35, 0.0, 1.0)
    away = (thick + dip) * share * (2.0 - share) - dip
    return shell._replace(points=points + out / length[:, None] * away[:, None])


def snow_capped_rock(variant: int) -> Archetype:
    """A boulder under a hood of snow."""
    chance = Chance("snow_capped_rock", variant)
    half = _CAPPED[variant]
    stone = boulder(chance, half, faces=7, sharpness=10.0, dents=0.06, material="rock_grey")
    thick = 0.05 + 0.11 * half[2]
    lods = []
    for level in LEVELS:
        sphere = (geodesic(6), geodesic(2), icosahedron())[level]
        hood = _cap(stone.shell(sphere), thick=thick, edge=0.42, dip=0.05)
        rock = stone.mesh(level, finest=7) if level == 0 else surfaced(
            stone.shell(sphere), material="rock_grey", crease_deg=90.0)  # fmt: skip
        lods.append(merge([rock, surfaced(hood, material="snow", crease_deg=120.0)]))
    outside = _cap(stone.shell(geodesic(7)), thick=thick, edge=0.42, dip=0.0)
    solids = balls(surfaced(outside, material="snow"), count=8, semantic="boulder")
    return archetype("snow_capped_rock", variant, semantic="boulder", lods=lods,
                     proxies=[solids], part_classes=_SNOWY)  # fmt: skip


_ICICLED: Final = ((0.70, 0.58, 0.60), (1.05, 0.85, 0.85), (1.45, 1.15, 1.20))


_ICICLES: Final = 24


def _undercut(shell: Shell) -> Shell:
    """Narrower towards the foot, so that the rim overhangs."""
    points = shell.points.copy()
    low, high = points[:, 2].min(), points[:, 2].max()
    below = np.clip((0.58 - (points[:, 2] - low) / (high - low)) / 0.3, 0.0, 1.0)
    points[:, :2] *= (1.0 - 0.17 * below)[:, None]
    return shell._replace(points=points)


def _icicle(top: F64, length: float, *, sides: int) -> Mesh:
    """A cone that hangs from a point of the rim, its root inside the rock."""
    angle = _TURN * np.arange(sides) / sides
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros(sides)], axis=1)
    thick = 0.014 + 0.075 * length
    rows = ((-length, 0.08), (-0.55 * length, 0.5), (0.0, 1.0), (0.16 * length, 0.7))
    rings = np.stack([ring * thick * wide + (0.0, 0.0, z) for z, wide in rows])
    root = top * (1.01, 1.01, 1.0)
    return surfaced(stacked(rings + root), material="ice_clear", crease_deg=100.0)


def icicled_boulder(variant: int) -> Archetype:
    """A boulder glazed with ice, icicles along its overhang."""
    chance = Chance("icicled_boulder", variant)
    half = _ICICLED[variant]
    stone = boulder(chance, half, faces=6, sharpness=10.0, dents=0.05, material="rock_grey")
    fine = _undercut(stone.shell(geodesic(5)))
    spots, thick = _rim(fine, chance), 0.015 + 0.02 * half[2]
    long = half[2] * (0.2 + 0.5 * chance.draws("long", _ICICLES) ** 1.7)
    lods = []
    for level in LEVELS:
        body = (
            fine if level == 0 else _undercut(stone.shell((geodesic(2), icosahedron())[level - 1]))
        )
        glaze = _cap(body, thick=thick, edge=0.12, dip=0.03)
        hung = range(0, _ICICLES, 1 if level == 0 else 4) if level < 2 else ()
        lods.append(merge([
            surfaced(body, material="rock_grey", crease_deg=90.0),
            surfaced(glaze, material="ice_clear", crease_deg=120.0),
            *(_icicle(spots[k], float(long[k]), sides=(5, 3)[level]) for k in hung),
        ]))  # fmt: skip
    wide = _undercut(stone.shell(geodesic(8)))
    outside = surfaced(_cap(wide, thick=thick, edge=0.12, dip=0.0), material="ice_clear")
    solids = balls(outside, count=8, semantic="boulder")
    return archetype("icicled_boulder", variant, semantic="boulder", lods=lods, proxies=[solids],
                     part_classes={"ice_clear": "ice"})  # fmt: skip


def _rim(shell: Shell, chance: Chance) -> F64:
    """``(_ICICLES, 3)`` points where a body is widest, around it."""
    angle = _TURN * (np.arange(_ICICLES) + 0.8 * chance.draws("angle", _ICICLES)) / _ICICLES
    points = shell.points
    reach = np.hypot(points[:, 0], points[:, 1])
    apart = np.arctan2(points[:, 1], points[:, 0])[:, None] - angle
    away = np.abs((apart + np.pi) % _TURN - np.pi)
    share = (points[:, 2] - points[:, 2].min()) / float(shell.size[2])
    worth = reach / float(reach.max()) - 3.0 * np.abs(share - 0.54)
    return np.asarray(points[(worth[:, None] - 4.0 * away).argmax(axis=0)])


# --- drifts, crevasses, icebergs ----------------------------------------------------------------

_DRIFTS: Final = ((1.5, 1.0, 0.48), (2.3, 1.5, 0.75), (3.4, 2.1, 1.10))


def snow_drift(variant: int) -> Archetype:
    """A smooth bank of snow: gentle to windward, steep to lee, +x."""
    chance = Chance("snow_drift", variant)
    x, y, height = _DRIFTS[variant]
    drift = Mound.of(chance, (x, y), height, steepness=0.8, rough=0.10, wave=1.2 * y,
                     crooked=0.1, material="snow")  # fmt: skip
    lods = []
    for rings, sides in ((18, 34), (6, 15), (2, 9)):
        shell = drift.shell(rings, sides)
        points = shell.points.copy()
        # The crest leans to lee and the foot's ends curve with it, as the wind makes them.
        points[:, 0] += 0.50 * x * np.clip(points[:, 2] / height, 0.0, 1.2)
        points[:, 0] += 0.22 * x * (points[:, 1] / y) ** 2
        lods.append(surfaced(shell._replace(points=points), material="snow", crease_deg=80.0))
    return archetype("snow_drift", variant, semantic="snow", lods=lods,
                     proxies=[discs(lods[0], count=8, semantic="snow")])  # fmt: skip


_CREVASSES: Final = ((1.6, 1.1, 0.75), (2.2, 1.5, 1.1), (3.0, 1.9, 1.5))


def crevasse_edge(variant: int) -> Archetype:
    """Ice split by gaps that one could fall into, snow on top, blue walls."""
    chance = Chance("crevasse_edge", variant)
    x, y, z = _CREVASSES[variant]
    parts: list[list[Mesh]] = [[], [], []]
    solids: list[Solids] = []
    shares = np.array((0.46, 0.30, 0.24)) * (0.94 + 0.12 * chance.draws("shares", 3))
    start = -x
    for k, share in enumerate(shares):
        wide, gap = 2.0 * x * share, 0.16 * x * (0.8 + 0.4 * k)
        half = (0.5 * (wide - gap), y * (1.0 - 0.08 * k), z * (1.0 - 0.18 * k))
        stone = _ice_block(chance, half, cuts=5, rough=0.03, what=f"wall {k}")
        pose = rotation.from_euler_zyx(chance.one(f"turn {k}", -0.1, 0.1), 0.06 * k, 0.0)
        at = (start + 0.5 * wide, chance.one(f"aside {k}", -0.1, 0.1) * y, 0.0)
        start += wide
        for level in LEVELS:
            mesh = stone.mesh(level, finest=(700, 500, 420)[k], planes=8)
            parts[level].append(snowed(mesh.turned(pose)).moved(at))
        box = box_about(stone.mesh(0, finest=300), semantic="ice", fill=0.9)
        solids.append(posed(box, pose, at=at))
    return archetype("crevasse_edge", variant, semantic="ice", lods=[merge(p) for p in parts],
                     proxies=solids, part_classes=_SNOWY)  # fmt: skip


_ICEBERGS: Final = (
    (((1.50, 1.20, 1.30), (0.0, 0.0), 0.12), ((1.05, 0.95, 0.70), (1.25, 0.45), -0.2)),
    (((2.10, 1.50, 1.60), (0.0, 0.0), -0.1), ((1.20, 1.10, 2.10), (-0.9, 0.2), 0.12)),
    (((2.90, 2.20, 1.50), (0.0, 0.0), 0.08), ((1.50, 1.30, 2.40), (1.1, -0.5), -0.1)),
)  # fmt: skip


def iceberg(variant: int) -> Archetype:
    """A small iceberg, 3 to 6 m; the ground is its waterline."""
    chance = Chance("iceberg", variant)
    parts: list[list[Mesh]] = [[], [], []]
    solids: list[Solids] = []
    for k, (half, (x, y), lean) in enumerate(_ICEBERGS[variant]):
        stone = block(chance, half, cuts=10, depth=(0.55, 0.80), tilt=0.2, rough=0.05, wave=0.6,
                      buried=0.25, material="ice_blue", what=f"peak {k}")  # fmt: skip
        stone = replace(stone, crease_deg=32.0)
        pose = rotation.from_euler_zyx(chance.one(f"turn {k}", -0.6, 0.6), lean, 0.5 * lean)
        for level in LEVELS:
            mesh = stone.mesh(level, finest=850, planes=10).turned(pose)
            parts[level].append(snowed(mesh, steepest=0.8).moved((x, y, 0.0)))
        around = balls(stone.mesh(0, finest=700), count=5 - 2 * k, semantic="ice")
        solids.append(posed(around, pose, at=(x, y, 0.0)))
    lods = [merge(meshes) for meshes in parts]
    return archetype("iceberg", variant, semantic="ice", lods=lods, proxies=solids,
                     part_classes=_SNOWY)  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "serac": serac,
    "ice_slab": ice_slab,
    "snow_capped_rock": snow_capped_rock,
    "pressure_ridge": pressure_ridge,
    "icicled_boulder": icicled_boulder,
    "snow_drift": snow_drift,
    "crevasse_edge": crevasse_edge,
    "iceberg": iceberg,
}
VARIANTS: Final[dict[str, int]] = dict.fromkeys(MAKERS, 3)
