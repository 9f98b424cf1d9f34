"""Foliage: leaf cards on twigs, and crowns that are one blob as seen from far away."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.assets.limbs import UP, Limbs, unit
from outrider.world.forms import CARD
from outrider.world.mesh import Mesh, make

F64 = NDArray[np.float64]

_STOREYS = (-0.3, 0.3)
"""Of the rings of a blob, above the mean height of the leaves, in heights of the crown."""
_STOREY_REACH = 0.2
_FULL = (0.16, 0.84)


@dataclass(frozen=True, kw_only=True)
class Leafage:
    """How leaf cards sit on twigs."""

    material: str
    count: int
    size: tuple[float, float]
    """Width and length of a card, m."""
    span: tuple[float, float] = (0.15, 1.0)
    """Shares of a twig that bear them."""
    aim: tuple[float, float, float, float] = (0.6, 0.6, 0.15, 0.6)
    """What pulls a card's tip: its twig, away from the crown's middle, the sky, chance."""
    face: tuple[float, float, float] = (0.7, 0.5, 0.6)
    """What a card's front looks at: away from the crown's middle, the sky, chance."""
    outward: float = 0.72
    """Share of cards with their front outside; a card is seen from one side alone."""
    clump: float = 0.5
    """How far light tells single clumps apart, instead of the crown as a whole."""
    scatter: float = 0.35
    """How far cards lie off their twigs, in their widths."""
    least_z: float = 0.25
    """No leaf hangs lower, m."""


@dataclass(frozen=True, kw_only=True)
class Cards:
    """n cards: middle, and half of what they extend along their length and their width."""

    middle: F64
    along: F64
    across: F64
    normal: F64
    """(n, 3) of the light, bent away from the crown's middle."""
    front: NDArray[np.bool_]
    """(n,) whether the front looks outside."""


def leaf_cards(twigs: Limbs, leafage: Leafage, stream: Stream, *, size: float = 1.0) -> Cards:
    """Cards spread evenly over all twigs, ``size`` times as large as the leafage's."""
    count = leafage.count
    chance = stream.uniform(0, count * 4).reshape(4, count)
    which = (np.arange(count) * len(twigs)) // count
    each = max(1.0, count / len(twigs))
    low, high = leafage.span
    place = (np.arange(count) % max(1, round(each)) + chance[0]) / max(1, round(each))
    base, ahead, _ = twigs.at(which, low + (high - low) * np.clip(place, 0.0, 1.0))
    out = _outwards(base, twigs.bough[which], leafage.clump)
    shake = stream.normal(0, count * 9).reshape(3, count, 3) * 0.6
    along_, away, sky, luck = leafage.aim
    tip = unit(along_ * ahead + away * out + sky * UP + luck * shake[0])
    away, sky, luck = leafage.face
    front = away * out + sky * UP + luck * shake[1]
    front = unit(front - (front * tip).sum(axis=1, keepdims=True) * tip)
    # Short twigs, as at the top of a fir, bear small cards.
    relative = np.sqrt(twigs.length / twigs.length.mean())[which]
    sizes = size * ((0.8 + 0.4 * chance[1]) * np.clip(relative, 0.62, 1.15))[:, None]
    along = 0.5 * leafage.size[1] * sizes * tip
    across = 0.5 * leafage.size[0] * sizes * np.cross(tip, front)
    middle = base + 0.8 * along + leafage.scatter * leafage.size[0] * np.clip(shake[2], -1, 1)
    lowest = middle[:, 2] - np.abs(along[:, 2]) - np.abs(across[:, 2])
    middle[:, 2] += np.maximum(leafage.least_z - lowest, 0.0)
    return Cards(middle=middle, along=along, across=across, normal=unit(out + 0.35 * front),
                 front=chance[2] < leafage.outward)  # fmt: skip


def _outwards(points: F64, bough: NDArray[np.int64], clump: float) -> F64:
    """Unit vectors out of the crown, and out of the clump of each bough."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle = 0.5 * (low + high)
    middle[:2] = points[:, :2].mean(axis=0)
    middle[2] -= 0.1 * (high[2] - low[2])
    half = np.maximum(0.5 * (high - low), 0.1)
    whole = unit((points - middle) / half**2)
    size = np.bincount(bough, minlength=int(bough.max()) + 1)
    sums = np.stack([np.bincount(bough, points[:, k], len(size)) for k in range(3)], axis=1)
    centre = (sums / np.maximum(size, 1)[:, None])[bough]
    return unit((1.0 - clump) * whole + clump * unit(points - centre + 0.15 * half[2] * UP))


def thinned(cards: Cards, count: int, *, swell: float) -> Cards:
    """Fewer and larger cards that cover about as much."""
    group = (np.arange(len(cards.middle)) * count) // len(cards.middle)
    first = np.unique(group, return_index=True)[1]
    size = np.bincount(group)
    middle = np.stack([np.bincount(group, cards.middle[:, k]) for k in range(3)], axis=1)
    larger = swell * math.sqrt(len(cards.middle) / count)
    # The middle of a group lies too far inside the crown: half its way back to its first card.
    mean = 0.5 * (middle / size[:, None] + cards.middle[first])
    return Cards(middle=mean, along=larger * cards.along[first],
                 across=larger * cards.across[first], normal=cards.normal[first],
                 front=cards.front[first])  # fmt: skip


def card_mesh(cards: Cards, material_name: str) -> Mesh:
    """Two triangles for each card."""
    count = len(cards.middle)
    corners = np.stack([
        cards.middle + i * cards.across + j * cards.along
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ], axis=1)  # fmt: skip
    order = np.where(cards.front[:, None], [0, 1, 2, 0, 2, 3], [0, 2, 1, 0, 3, 2])
    triangles = (order + 4 * np.arange(count)[:, None]).reshape(-1, 3)
    return make(corners.reshape(-1, 3), triangles, material_name=material_name,
                uv=np.tile(CARD, (count, 1)),
                normals=np.repeat(cards.normal, 4, axis=0))  # fmt: skip


def blob(cards: Cards, material_name: str, *, sides: int = 5) -> Mesh:
    """A closed body inside a crown, each ring of it turned by half a side."""
    points = cards.middle
    low, high = points.min(axis=0), points.max(axis=0)
    off = points[:, :2] - points[:, :2].mean(axis=0)
    away, turn = np.hypot(off[:, 0], off[:, 1]), np.arctan2(off[:, 1], off[:, 0]) / (2.0 * math.pi)
    share = (points[:, 2] - low[2]) / (high[2] - low[2])
    rings = [np.tile((0.0, 0.0, low[2]), (sides + 1, 1))]
    for k, level in enumerate(np.clip(share.mean() + np.array(_STOREYS), 0.06, 0.86)):
        here = np.abs(share - level) < _STOREY_REACH
        sector = np.round((turn - 0.5 * k / sides) * sides).astype(int) % sides
        radius = [_reach(away[here & (sector == j)], away[here]) for j in range(sides)]
        angle = 2.0 * math.pi * (np.arange(sides + 1) + 0.5 * k) / sides
        ring = np.array([*radius, radius[0]])
        z = np.full(sides + 1, low[2] + level * (high[2] - low[2]))
        rings.append(np.stack([ring * np.cos(angle), ring * np.sin(angle), z], axis=1))
    rings.append(np.tile((0.0, 0.0, high[2]), (sides + 1, 1)))
    return _hull(np.stack(rings), material_name)


def _reach(sector: F64, ring: F64) -> float:
    """How far a crown reaches in a sector of a ring; in empty ones a little."""
    inner = 0.45 * float(np.quantile(ring, 0.8)) if len(ring) else 0.3
    return max(inner, float(np.quantile(sector, 0.66)) if len(sector) > 2 else 0.0)


def _hull(grid: F64, material_name: str) -> Mesh:
    """Rings ``(k, sides + 1, 3)`` between two poles as one body."""
    count, columns = grid.shape[:2]
    index = np.arange(count * columns).reshape(count, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.concatenate([
        np.stack([a[1:], b[1:], c[1:]], -1).reshape(-1, 3),
        np.stack([a[:-1], c[:-1], d[:-1]], -1).reshape(-1, 3),
    ])  # fmt: skip
    # There and back over the full middle of the picture, whose rim is empty.
    near, far = _FULL
    u = np.broadcast_to(np.where(np.arange(columns) % 2, near, far), (count, columns))
    v = np.broadcast_to(np.where(np.arange(count) % 2, near, far)[:, None], (count, columns))
    low, high = grid[0, 0, 2], grid[-1, 0, 2]
    radius = np.hypot(grid[..., 0], grid[..., 1]).max()
    middle = np.array([0.0, 0.0, low + 0.4 * (high - low)])
    half = np.array([radius, radius, 0.5 * (high - low)])
    return make(grid.reshape(-1, 3), triangles, material_name=material_name,
                uv=np.stack([u, v], -1).reshape(-1, 2),
                normals=unit((grid - middle) / half**2).reshape(-1, 3))  # fmt: skip


def fitted(mesh: Mesh, like: Mesh) -> Mesh:
    """The mesh, stretched along each axis to the bounds of another."""
    (low, high), (want_low, want_high) = mesh.bounds, like.bounds
    factor = (want_high - want_low) / np.maximum(high - low, 1e-6)
    return replace(mesh, points=(mesh.points - low) * factor + want_low)
