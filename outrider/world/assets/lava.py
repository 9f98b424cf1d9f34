"""What volcanoes leave: columns, clinker, ropes, bombs, hornitos, fumaroles, tumuli."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.molten import lava_lake, lava_stream
from outrider.world.assets.rock_heaps import strewn
from outrider.world.assets.stone_bodies import BURIED, LEVELS, archetype, block
from outrider.world.assets.stone_forms import Shell, circle, stacked, surfaced
from outrider.world.assets.stone_mounds import Mound
from outrider.world.assets.stone_noise import Chance, Noise
from outrider.world.assets.stone_proxies import balls, discs, posed, terraces
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

_TURN: Final = 2.0 * np.pi


_UP: Final = np.array([0.0, 0.0, 1.0])


# --- basalt columns -----------------------------------------------------------------------------

_COLUMNS: Final = ((0.17, 1.1), (0.22, 1.9), (0.27, 3.0))
"""Radius of a column and height of the highest, m."""
# Three columns stand as a clover leaf; seven clover leaves fill a hexagon. In steps of the lattice.
_LEAF: Final = ((0, 0), (1, 0), (0, 1))
_LEAVES: Final = ((0, 0), (1, 1), (-1, -1), (2, -1), (-2, 1), (1, -2), (-1, 2))


def _spot(q: float, r: float, radius: float) -> F64:
    """The middle of a cell of the lattice whose cells have this radius."""
    return np.array([1.5 * (q - 1 / 3), np.sqrt(3.0) * (r - 1 / 3 + 0.5 * (q - 1 / 3)), 0.0]) * (
        radius
    )


def _column(chance: Chance, name: str, radius: float, height: float) -> Mesh:
    """A hexagonal column about the origin with worn joints."""
    wobble = 1.0 + chance.draws(f"{name} wobble", 6, low=-0.05, high=0.03)
    ring = circle(6) * (0.985 * radius * wobble)[:, None]
    foot = -BURIED * height
    joint = foot + (height - foot) * chance.one(f"{name} joint", 0.4, 0.8)
    slope = chance.draws(f"{name} slope", 2, low=-0.12, high=0.12)
    rows = ((1.0, foot), (1.0, joint - 0.02), (0.96, joint), (1.0, joint + 0.02),
            (1.0, height - 0.12 * radius), (0.88, height))  # fmt: skip
    rings = np.stack([ring * wide + (0.0, 0.0, z) for wide, z in rows])
    rings[-2:, :, 2] += np.einsum("sk,k->s", ring[:, :2], slope)
    return surfaced(stacked(rings), material="rock_basalt", crease_deg=30.0)


def _prism(outline: F64, low: float, high: float) -> Mesh:
    rings = np.stack([outline + low * _UP, outline + high * _UP])
    return surfaced(stacked(rings), material="rock_basalt", crease_deg=30.0)


def basalt_columns(variant: int) -> Archetype:
    """A cluster of 21 columns, broken off at different heights."""
    chance = Chance("basalt_columns", variant)
    radius, highest = _COLUMNS[variant]
    levels = highest * np.sort(chance.draws("levels", 7, low=0.35, high=1.0))[::-1]
    levels[0] = highest
    order = np.concatenate([[0], 1 + np.argsort(chance.draws("order", 6))])
    lean = rotation.from_euler_zyx(0.0, *chance.draws("lean", 2, low=-0.06, high=0.06))
    parts: list[list[Mesh]] = [[], []]
    middles, heights = np.zeros((7, 2)), levels[order]
    for leaf, (q, r) in enumerate(_LEAVES):
        own = heights[leaf] * (1.0 - 0.10 * chance.draws(f"own {leaf}", 3))
        heights[leaf] = own.mean()
        for k, (dq, dr) in enumerate(_LEAF):
            column = _column(chance, f"{leaf} {k}", radius, float(own[k]))
            parts[0].append(column.moved(_spot(q + dq, r + dr, radius)))
        middle = _spot(q + 1 / 3, r + 1 / 3, radius)
        middles[leaf] = middle[:2]
        clover = circle(6, np.pi / 6) * 1.8 * radius + middle
        parts[1].append(_prism(clover, -BURIED * highest, float(own.max())))
    rest = float(np.sort(heights)[:5].mean())
    far = [
        _prism(circle(6) * 4.1 * radius, -BURIED * highest, rest),
        _prism(circle(5, 0.5) * 1.9 * radius, 0.0, highest),
        _prism(circle(4, 0.5) * 1.9 * radius + (*middles[heights[1:].argmax() + 1], 0.0), 0.0,
               float(heights[1:].max())),
    ]  # fmt: skip
    lods = [merge(meshes).turned(lean) for meshes in (*parts, far)]
    foot = np.full(7, -BURIED * highest)
    solids = [
        terraces(np.array([1.6 * radius]), np.array([foot[k], heights[k]]), middles=middles[k],
                 semantic="rock")
        for k in range(7)
    ]  # fmt: skip
    return archetype("basalt_columns", variant, semantic="rock", lods=lods,
                     proxies=[posed(s, lean) for s in solids])  # fmt: skip


# --- clinker ------------------------------------------------------------------------------------

_CLINKER: Final = ((0.75, 0.60, 0.42), (1.15, 0.95, 0.62), (1.70, 1.30, 0.85))


def clinker_pile(variant: int) -> Archetype:
    """'A'ā: a heap of spiky clinker."""
    chance = Chance("clinker_pile", variant)
    x, y, height = _CLINKER[variant]
    mound = Mound.of(chance, (x, y), 0.72 * height, steepness=1.2, rough=0.45, wave=0.3 * y,
                     crooked=0.18, material="lava_crust")  # fmt: skip
    mound = replace(mound, crease_deg=18.0)
    sizes = np.sort(chance.draws("sizes", 34, low=0.32, high=0.72))[::-1] * height
    forms = [
        replace(block(chance, (0.5, 0.42, 0.44), cuts=9, depth=(0.4, 0.85), tilt=0.5, rough=0.42,
                      wave=0.7, buried=0.5, material="lava_crust", what=f"clinker {k}"),
                crease_deg=12.0)
        for k in range(6)
    ]  # fmt: skip
    shapes = [form.mesh(2) for form in forms]
    stones = strewn(chance, mound, shapes, sizes, sunk=0.4, spread=0.88)
    lods = [
        merge([mound.mesh(7, 22), *stones]),
        merge([mound.swollen(0.12 * height).mesh(3, 11), *stones[:4]]),
        mound.swollen(0.12 * height).mesh(2, 9),
    ]
    solids = discs(lods[0], count=8, semantic="rock")
    return archetype("clinker_pile", variant, semantic="rock", lods=lods, proxies=[solids])


# --- ropes --------------------------------------------------------------------------------------

_ROPES: Final = ((1.0, 0.62, 0.26, 6), (1.5, 0.95, 0.36, 6), (2.1, 1.35, 0.48, 7))
"""Half length, half width, height, m, and number of ropes."""
_SKIN: Final = "lava_smooth"


def _lobe(noise: Noise, row: tuple[float, float, float, int], rings: int, sides: int) -> Shell:
    """A lobe that flows along +x, its skin pushed into ropes that bow ahead."""
    length, width, height, ropes = row
    share = np.linspace(0.0, 1.0, rings)[:, None]
    angle = (_TURN * np.arange(sides) / sides)[None]
    # Narrow at the back, round at the front.
    wide = np.sqrt(np.maximum(1.0 - (2.0 * share - 1.0) ** 4, 0.03)) * (0.84 + 0.16 * share)
    y = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** 0.9
    up = np.sqrt(np.maximum(np.sin(angle), 0.0))
    down = BURIED / (1.0 - BURIED) * height * np.minimum(np.sin(angle), 0.0)
    tall = height * wide * (0.7 + 0.3 * share)
    x = (2.0 * share - 1.0) * length + 0.8 * width * share * wide**2 * (0.5 - y**2)
    points = np.stack(np.broadcast_arrays(x, y * wide * width, up * tall + down), axis=2)
    swell = noise(points.reshape(-1, 3) * (1.0, 1.0, 0.3), wave=0.8 * width, octaves=2)
    swell = swell.reshape(rings, sides)
    fold = np.abs(np.sin(ropes * np.pi * share**0.85 + 0.5 * swell)) - 0.6
    points[..., 1] *= 1.0 + 0.14 * swell
    points[..., 2] += up * (0.7 * tall * fold * (1.1 - 0.6 * np.abs(y)) + 0.12 * tall * swell)
    return stacked(points)


_TOES: Final = ((0.50, 0.58, 0.45), (0.66, -0.45, -0.25))
"""Place of each toe, as shares of the lobe's half length and width, and where it heads, rad."""


def pahoehoe_ropes(variant: int) -> Archetype:
    """Pāhoehoe: a smooth lobe with a wrinkled skin and two toes."""
    chance = Chance("pahoehoe_ropes", variant)
    noise = chance.noise("swell")
    length, width, height, ropes = _ROPES[variant]
    toe = (0.50 * length, 0.46 * width, 0.85 * height, 3)
    mirror = (1.0, -1.0)[variant % 2]
    lods = []
    for rings, sides, small in ((5 * ropes + 1, 19, (11, 9)), (9, 9, (4, 6)), (4, 7, (0, 0))):
        shells = [(_lobe(noise, _ROPES[variant], rings, sides), (0.0, 0.0, 0.0))]
        if small[0]:
            shells += [(_lobe(noise, toe, *small), place) for place in _TOES]
        lods.append(merge([
            surfaced(shell, material=_SKIN, crease_deg=75.0)
            .headed(mirror * turn).moved((length * x, mirror * width * y, 0.0))
            for shell, (x, y, turn) in shells
        ]))  # fmt: skip
    return archetype("pahoehoe_ropes", variant, semantic="rock", lods=lods,
                     proxies=[discs(lods[0], count=8, semantic="rock")])  # fmt: skip


# --- bombs --------------------------------------------------------------------------------------

_BOMBS: Final = ((0.20, 0.09, 0.08), (0.32, 0.15, 0.13), (0.48, 0.21, 0.19))
_SPINDLE: Final = ((0.0, 0.05), (0.07, 0.16), (0.16, 0.30), (0.28, 0.72), (0.42, 0.98), (0.55, 1.0),
                   (0.70, 0.80), (0.82, 0.40), (0.92, 0.18), (1.0, 0.06))  # fmt: skip


def lava_bomb(variant: int) -> Archetype:
    """A spindle that was thrown out soft and turned as it flew."""
    chance = Chance("lava_bomb", variant)
    noise = chance.noise("skin")
    steps, widths = np.array(_SPINDLE).T
    lods = []
    for rings, sides in ((27, 20), (9, 9), (5, 6)):
        share = np.linspace(0.0, 1.0, rings)[:, None]
        angle = (_TURN * np.arange(sides) / sides)[None]
        twist = 3.0 * angle + 4.5 * share
        wide = np.interp(share, steps, widths) * (1.0 + 0.08 * np.cos(twist))
        points = np.stack(np.broadcast_arrays(
            4.0 * share - 2.0, wide * np.cos(angle), wide * np.sin(angle)), axis=2)  # fmt: skip
        skin = noise(points.reshape(-1, 3), wave=0.7, octaves=2).reshape(rings, sides)
        points[..., 1:] *= (1.0 + 0.08 * skin)[..., None]
        points[..., 2] += 0.12 * np.sin(2.2 * points[..., 0])
        shell = stacked(points).filling(_BOMBS[variant], buried=BURIED)
        lods.append(surfaced(shell, material="rock_basalt", crease_deg=70.0))
    solids = balls(lods[0], count=8, semantic="rock")
    return archetype("lava_bomb", variant, semantic="rock", lods=lods, proxies=[solids])


# --- hornitos and fumaroles ---------------------------------------------------------------------

# Profile of a spatter cone: radius and height as shares, over the rim and down to the vent.
_CONE: Final = ((1.06, -0.25), (1.0, 0.0), (0.80, 0.14), (0.64, 0.32), (0.52, 0.52), (0.43, 0.72),
                (0.36, 0.90), (0.28, 1.0), (0.20, 0.97), (0.15, 0.88))  # fmt: skip


def _cone(
    noise: Noise,
    radius: float,
    height: float,
    material: str,
    level: int,
    *,
    breach: float = 0.0,
    sides: tuple[int, ...] = (30, 11, 5),
) -> Mesh:
    """A spatter cone with a hole in its head, drips down its flanks, its rim broken at +x."""
    r, z = np.array(_CONE if level == 0 else _CONE[::3]).T
    if level == 0:
        places = np.concatenate([np.linspace(0.0, 6.0, 16), np.arange(6.5, 9.1, 0.5)])
        r, z = np.interp(places, np.arange(10), r), np.interp(places, np.arange(10), z)
    rings = circle(sides[level])[None] * r[:, None, None]
    rings[..., 2] += z[:, None]
    where = rings.reshape(-1, 3)
    drips = noise.ridges(where * (1.0, 1.0, 0.35), wave=0.42).reshape(rings.shape[:2])
    lumps = noise(where * (1.0, 1.0, 1.4), wave=0.26, octaves=2).reshape(rings.shape[:2])
    outside = np.clip(1.4 * r - 0.2, 0.0, 1.0)[:, None]
    rings[..., :2] *= (1.0 + outside * (0.14 * drips + 0.13 * lumps))[..., None]
    ragged = noise(circle(sides[level]) + 2.0, wave=0.5)
    rings[..., 2] += np.where(z > 0.8, 0.07, 0.0)[:, None] * ragged
    ahead = np.clip((circle(sides[level])[:, 0] - 0.55) / 0.3, 0.0, 1.0)
    rings[..., 2] -= breach * ahead * np.clip((z - 0.62) / 0.2, 0.0, 1.0)[:, None]
    return surfaced(stacked(rings * (radius, radius, height)), material=material, crease_deg=60.0)


def _puddle(radius: float, low: float, high: float, material: str, sides: int) -> Mesh:
    """A disc with a slightly raised middle."""
    ring = circle(sides)
    rows = ((0.9, low), (1.0, 0.5 * (low + high)), (0.5, high))
    rings = np.stack([ring * radius * wide + (0.0, 0.0, z) for wide, z in rows])
    return surfaced(stacked(rings), material=material, crease_deg=80.0)


def _trickle(radius: float, height: float, level: int) -> Mesh:
    """Lava that runs from the broken rim down the flank and spreads at its foot."""
    share = np.linspace(0.0, 1.0, (14, 4)[level])
    way = np.interp(share, (0.0, 0.16, 1.0), (1.0, 0.87, 0.22))
    r, z = np.array(_CONE)[:8][::-1].T
    out = np.where(share < 0.16, share / 0.16, 1.0) * np.interp(1.0 - way, 1.0 - z, r)
    path = np.stack([radius * (out + 0.02), 0.10 * radius * np.sin(7.0 * share),
                     height * np.minimum(way, 0.905 - 0.1 * share)], axis=1)  # fmt: skip
    wide = 0.075 * radius * np.interp(share, (0.0, 0.1, 0.8, 0.93, 1.0), (0.5, 0.8, 1.0, 1.4, 0.3))
    return forms.tube(path, wide, material="lava_glow", sides=(8, 4)[level])


_HORNITOS: Final = ((0.75, 1.1), (1.05, 1.7), (1.35, 2.5))


def hornito(variant: int) -> Archetype:
    """A spatter cone with a glowing vent."""
    chance = Chance("hornito", variant)
    radius, height = _HORNITOS[variant]
    noise = chance.noise("spatter")
    lods = []
    for level in LEVELS:
        glow = _puddle(0.19 * radius, 0.84 * height, 0.925 * height, "lava_glow", (14, 7, 3)[level])
        cone = _cone(noise, radius, height, "lava_crust", level, breach=0.13)
        parts = [cone, glow] + ([_trickle(radius, height, level)] if level < 2 else [])
        lods.append(merge(parts))
    heights = height * np.array((-BURIED, 0.1, 0.3, 0.6, 0.96))
    solids = terraces(radius * np.array((0.96, 0.72, 0.53, 0.40)), heights, semantic="rock")
    return archetype("hornito", variant, semantic="rock", lods=lods, proxies=[solids])


_FUMAROLES: Final = ((0.9, 0.75, 0.30), (1.4, 1.2, 0.45), (2.0, 1.6, 0.60))


def fumarole(variant: int) -> Archetype:
    """A mound of ash about a steam vent, crusted with sulphur."""
    chance = Chance("fumarole", variant)
    x, y, height = _FUMAROLES[variant]
    mound = Mound.of(chance, (x, y), height, steepness=0.9, rough=0.16, material="ash")
    noise = chance.noise("vent")
    at = mound.at(0.1, chance.one("vent side", 0.0, _TURN)) * (1.0, 1.0, 0.0)
    lods = []
    for level in LEVELS:
        rings, sides = ((8, 24), (3, 10), (2, 5))[level]
        parts = [mound.mesh(rings, sides)]
        if level < 2:
            parts.append(_crust(mound, noise, *((9, 20), (3, 8))[level]))
            cone = _cone(noise, 0.34 * x, 0.55 * height, "sulphur", level, sides=(17, 8))
            parts.append(cone.moved(at + 0.72 * height * _UP))
            hole = _puddle(0.06 * x, 1.19 * height, 1.24 * height, "paint_black", (10, 5)[level])
            parts.append(hole.moved(at))
        else:
            parts.append(_puddle(0.2 * x, 0.6 * height, 1.25 * height, "sulphur", 5).moved(at))
        lods.append(merge(parts))
    solids = [discs(lods[0], count=8, semantic="rock")]
    return archetype("fumarole", variant, semantic="rock", lods=lods, proxies=solids)


def _crust(mound: Mound, noise: Noise, rings: int, sides: int) -> Mesh:
    """Sulphur that comes out of the mound in patches, most about the vent."""
    shell = mound.shell(rings, sides)
    points = shell.points.copy()
    spread = np.hypot(points[:, 0] / mound.radii[0], points[:, 1] / mound.radii[1])
    patches = noise(points * (1.0, 1.0, 0.0), wave=0.5 * mound.radii[1], octaves=2)
    out = 0.45 - 0.9 * spread + 0.55 * patches
    points[:, 2] += mound.height * np.clip(0.25 * out, -0.2, 0.03)
    points[:, :2] *= 0.97
    return surfaced(shell._replace(points=points), material="sulphur", crease_deg=60.0)


# --- tumuli -------------------------------------------------------------------------------------

_TUMULI: Final = ((1.5, 0.95, 0.75), (2.1, 1.3, 1.05), (2.9, 1.7, 1.35))


def tumulus(variant: int) -> Archetype:
    """A crust of lava pushed up from below till it cracked along its back."""
    chance = Chance("tumulus", variant)
    x, y, height = _TUMULI[variant]
    bend = chance.noise("bend")
    whole = Mound.of(chance, (x, y), height, steepness=1.15, rough=0.14, wave=0.6 * y,
                     crooked=0.12, material="lava_crust")  # fmt: skip
    whole = replace(whole, crease_deg=38.0)
    lods = [
        merge([_plate(whole, bend, side, rings, sides) for side in (1.0, -1.0)])
        for rings, sides in ((12, 34), (4, 12))
    ]
    lods.append(whole.mesh(2, 9))
    return archetype("tumulus", variant, semantic="rock", lods=lods,
                     proxies=[discs(lods[0], count=8, semantic="rock")])  # fmt: skip


def _plate(whole: Mound, bend: Noise, side: float, rings: int, sides: int) -> Mesh:
    """One side of a tumulus: the other is pushed together to the wall of the crack between."""
    x, y = whole.radii
    plate = replace(whole, height=whole.height * (0.86 if side > 0.0 else 1.0))
    shell = plate.shell(rings, sides)
    points = shell.points.copy()
    across = side * points[:, 1]
    points[:, 1] = side * np.where(across < 0.0, 0.10 * across, across)
    deep = 1.0 - 0.6 * np.clip(points[:, 2] / whole.height, 0.0, 1.0)
    gap = 0.17 * y * (1.0 - (points[:, 0] / (1.2 * x)) ** 2)
    points[:, 1] += side * gap * (1.0 - 0.7 * deep * (across < 0.0))
    points[:, 1] += 0.22 * y * bend(points * (1.0, 0.0, 0.0), wave=0.5 * x, octaves=2)
    return surfaced(shell._replace(points=points), material=whole.material,
                    crease_deg=whole.crease_deg)  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "basalt_columns": basalt_columns,
    "clinker_pile": clinker_pile,
    "pahoehoe_ropes": pahoehoe_ropes,
    "lava_bomb": lava_bomb,
    "hornito": hornito,
    "fumarole": fumarole,
    "tumulus": tumulus,
    "lava_stream": lava_stream,
    "lava_lake": lava_lake,
}
VARIANTS: Final[dict[str, int]] = dict.fromkeys(MAKERS, 3)
