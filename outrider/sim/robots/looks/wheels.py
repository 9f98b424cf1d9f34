"""Wheels of robots: tyres with lugs, rims with bolts; axle along y, face to the left."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.sim.robots.looks.look import Lods
from outrider.sim.robots.looks.parts import TO_LEFT, bolts
from outrider.world import forms
from outrider.world.assets.pieces import quad_mesh
from outrider.world.assets.wheels import plain_wheel, tyre
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

# A block's corner k lies at r[k & 1], y[k >> 1 & 1], angle[k >> 2 & 1].
_FACES: Final = np.array(
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
)


class Tread(Struct, frozen=True, kw_only=True):
    """What a wheel looks like, in shares of its radius and width."""

    bore: float = 0.6
    """The rim, of the radius."""
    lug: float = 0.08
    """Height of a lug, of the radius."""
    lugs: int = 16
    """In each of the two rows."""
    fill: float = 0.45
    """Share of the way round that lugs cover."""
    lean: float = 0.25
    """How far a lug's outer end runs ahead of its inner, rad: chevrons."""
    rim: str = "plastic_black"
    dish: str = "plastic_black"
    hub: str = "metal_grey"
    spokes: int = 0
    nuts: int = 6


def wheel_lods(radius: float, width: float, tread: Tread) -> tuple[Lods, Lods]:
    """The levels of a wheel on the left, and of one on the right."""
    left = _left_wheel(radius, width, tread)
    return left, tuple(mesh.headed(math.pi) for mesh in left)


@lru_cache(maxsize=32)
def _left_wheel(radius: float, width: float, tread: Tread) -> Lods:
    far = forms.cylinder(radius, width, material="rubber", sides=8).turned(TO_LEFT)
    near = plain_wheel(radius, width - 0.004, sides=12, rim=tread.rim, bore=tread.bore)
    return lugged_wheel(radius, width, tread), _stretched(near, width), far


def _stretched(mesh: Mesh, width: float) -> Mesh:
    """To the full width, whatever stood out."""
    low, high = mesh.bounds
    return mesh.moved((0, -0.5 * float(low[1] + high[1]), 0)).scaled(
        (1, width / float(high[1] - low[1]), 1)
    )


def lugged_wheel(radius: float, width: float, tread: Tread) -> Mesh:
    """A wheel to look at: carcass, lugs, rim and hub."""
    inner = radius * (1.0 - tread.lug)
    carcass = tyre(inner, 0.97 * width, bore=tread.bore * radius / inner, sides=24)
    return merge([carcass, lugs(radius, width, tread), _rim(tread.bore * radius, width, tread)])


def lugs(radius: float, width: float, tread: Tread) -> Mesh:
    """Two rows of blocks, each half a step off the other, that reach over the shoulders."""
    step = 2.0 * math.pi / tread.lugs
    low, high = radius * (1.0 - 1.6 * tread.lug), radius
    half = 0.5 * width
    blocks = []
    for side, phase in ((1.0, 0.0), (-1.0, 0.5)):
        angle = np.asarray((np.arange(tread.lugs) + phase) * step, np.float64)
        for inner, outer, top in (
            (0.02 * half, 0.78 * half, high),
            (0.74 * half, half, high - 0.35 * tread.lug * radius),
        ):
            blocks.append(
                _blocks(angle, (low, top), (side * inner, side * outer), tread.fill * step,
                        tread.lean, half)
            )  # fmt: skip
    return quad_mesh(np.concatenate(blocks), material="rubber")


def _blocks(
    angle: F64, reach: tuple[float, float], y: tuple[float, float], wide: float, lean: float,
    half: float,
) -> F64:  # fmt: skip
    """Quads ``(6 n, 4, 3)`` of blocks on a drum about y."""
    y = (min(y), max(y))
    corners = np.empty((len(angle), 8, 3))
    for k in range(8):
        r, side = reach[k & 1], y[(k >> 1) & 1]
        turn = angle + wide * (((k >> 2) & 1) - 0.5) + lean * abs(side) / half
        corners[:, k] = np.stack([r * np.cos(turn), np.full_like(turn, side), r * np.sin(turn)], 1)
    return corners[:, _FACES].reshape(-1, 4, 3)


def _rim(radius: float, width: float, tread: Tread) -> Mesh:
    """A dish set in at the outer face, its lip, the hub with nuts; a plain disc at the inner."""
    r, w = radius, 0.5 * width
    dish = [(0, -0.78 * w), (1.01 * r, -0.78 * w), (1.01 * r, -0.78 * w), (1.01 * r, 0.3 * w),
            (0.86 * r, 0.3 * w),
            (0.5 * r, 0.1 * w), (0, 0.1 * w)]  # fmt: skip
    lip = [
        (0.86 * r, 0.29 * w),
        (1.02 * r, 0.29 * w),
        (1.02 * r, 0.84 * w),
        (0.95 * r, 0.88 * w),
        (0.86 * r, 0.29 * w),
    ]
    cap = [(0, 0.08 * w), (0.42 * r, 0.08 * w), (0.4 * r, 0.4 * w), (0.4 * r, 0.4 * w),
           (0.2 * r, 0.44 * w),
           (0.2 * r, 0.44 * w), (0.17 * r, 0.62 * w), (0, 0.62 * w)]  # fmt: skip
    made = [
        forms.lathe(dish, material=tread.dish, sides=20),
        forms.lathe(lip, material=tread.rim, sides=20),
        forms.lathe(cap, material=tread.hub, sides=14),
    ]
    if tread.nuts:
        places = np.insert(forms.ring_of(tread.nuts, 0.3 * r), 2, 0.4 * w, axis=1)
        made.append(bolts(places, 0.045 * r, 0.1 * w))
    for k in range(tread.spokes):
        turn = 2.0 * math.pi * (k + 0.5) / tread.spokes
        way = np.array([math.cos(turn), math.sin(turn), 0.0])
        made.append(forms.beam(0.3 * r * way + (0, 0, 0.3 * w), 0.93 * r * way + (0, 0, 0.42 * w),
                               0.2 * r, 0.24 * w,
                               material=tread.rim))  # fmt: skip
    return merge([mesh.turned(TO_LEFT) for mesh in made])
