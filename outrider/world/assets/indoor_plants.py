"""Potted plants for rooms: a small tree, a palm and a clump of upright blades."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import Parts, Point, chance, furnished, post, round_solid
from outrider.world.forms import CARD, card, lathe, quad, tube
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

_POTS: Final = ("terracotta", "plastic_white", "concrete_dark")
POT_M: Final = (0.19, 0.34)
"""Radius at the rim and height of a pot."""
_CLASSES: Final = {
    "leaves_beech": "foliage",
    "leaves_bush": "foliage",
    "fronds_palm": "foliage",
    "leaves_maize": "foliage",
    "moss": "foliage",
    "bark_beech": "trunk",
    "bark_palm": "trunk",
    "soil_brown": "soil",
}


def _pot(kind: int, detail: int) -> Parts:
    radius, high = POT_M
    material = _POTS[kind]
    if detail == 2:
        return [post(0.74 * radius, high, (0, 0, 0), material, sides=5, top=radius)]
    wall = [(0, 0), (0.70 * radius, 0), (0.93 * radius, high - 0.06), (radius, high - 0.055),
            (radius, high), (0.90 * radius, high), (0.86 * radius, high - 0.05),
            (0, high - 0.05)]  # fmt: skip
    sides = 8 if detail else 24
    if detail:
        return [post(0.72 * radius, high, (0, 0, 0), material, sides=sides, top=radius)]
    soil = post(0.875 * radius, 0.02, (0, 0, high - 0.06), "soil_brown", sides=sides)
    return [lathe(wall, material=material, sides=sides, smooth=False), soil]


def _pot_solid() -> Solids:
    return round_solid(0.89 * POT_M[0], POT_M[1], (0, 0, 0))


def potted_ficus(variant: int) -> Archetype:
    """A slender tree of 1.5 to 1.8 m with a round head of broad leaves."""
    high = 1.5 + 0.15 * (variant % 3)
    return furnished(
        "potted_ficus", variant, lambda detail: _ficus(variant, high, detail),
        part_classes=_CLASSES,
        proxies=[_pot_solid(), round_solid(0.03, high - 0.55, (0, 0, 0.30))],
    )  # fmt: skip


def _ficus(variant: int, high: float, detail: int) -> Parts:
    parts = _pot(variant % 3, detail)
    crown, middle = 0.38, high - 0.36
    leaf = ("leaves_beech", "leaves_bush")[variant % 2]
    if detail == 2:
        cards = [card(2 * crown, 0.76, material=leaf, base=(0, 0, high - 0.76), heading=a)
                 for a in (0.0, 0.5 * math.pi)]  # fmt: skip
        return [*parts, *cards, post(0.015, high - 0.7, (0, 0, 0.3), "bark_beech", sides=3)]
    luck = chance("potted_ficus", variant, 600).reshape(-1, 6)
    bow = 0.04 * (luck[90, 0] - 0.5)
    stem = [(0, 0, 0.28), (bow, 0.02, 0.6), (0.5 * bow, -0.01, 0.95), (0, 0, high - 0.2)]
    parts.append(tube(stem, [0.018, 0.016, 0.014, 0.006], material="bark_beech",
                      sides=4 if detail else 8))  # fmt: skip
    count, size = ((84, 0.20), (16, 0.34))[detail]
    for k in range(count):
        parts.append(_crown_card(luck[k], crown - 0.30 * size, middle, size, leaf))
    if detail == 0:
        parts += [_twig(luck[k], crown, middle, high) for k in range(8)]
    return parts


def _twig(luck: np.ndarray[tuple[int, ...], np.dtype[np.float64]], crown: float, middle: float,
          high: float) -> Mesh:  # fmt: skip
    end = _on_ball(luck, 0.75 * crown, middle)
    start = (0.0, 0.0, min(middle - 0.22 + 0.2 * luck[4], high - 0.3))
    return tube([start, end], [0.006, 0.003], material="bark_beech", sides=4, caps=False)


def _on_ball(
    luck: np.ndarray[tuple[int, ...], np.dtype[np.float64]], radius: float, middle: float
) -> Point:
    turn, rise = 2.0 * math.pi * luck[0], 2.0 * luck[1] - 1.0
    flat = math.sqrt(1.0 - rise * rise) * radius
    return (flat * math.cos(turn), flat * math.sin(turn), middle + 0.9 * radius * rise)


def _crown_card(luck: np.ndarray[tuple[int, ...], np.dtype[np.float64]], radius: float,
                middle: float, size: float, leaf: str) -> Mesh:  # fmt: skip
    """A spray of leaves that hangs outwards from the crown's inside."""
    x, y, z = _on_ball(luck, radius * (0.45 + 0.55 * math.sqrt(luck[2])), middle)
    outwards = math.atan2(y, x) + 1.4 * (luck[3] - 0.5)
    spray = card(size, size, material=leaf, lean=-0.3 - 1.1 * luck[4])
    return spray.headed(outwards).moved((x, y, z - 0.5 * size))


def potted_palm(variant: int) -> Archetype:
    """A fan of arching fronds on short canes, 1.4 to 1.6 m."""
    high = 1.40 + 0.2 * (variant % 2)
    return furnished(
        "potted_palm", variant, lambda detail: _palm(variant, high, detail), part_classes=_CLASSES,
        proxies=[_pot_solid(), round_solid(0.06, 0.25, (0, 0, 0.30))],
    )  # fmt: skip


def _palm(variant: int, high: float, detail: int) -> Parts:
    parts = _pot((variant + 1) % 3, detail)
    if detail == 2:
        cards = [card(1.16, high - 0.32, material="fronds_palm", base=(0, 0, 0.32), heading=a)
                 for a in (0.3, 0.3 + 0.5 * math.pi)]  # fmt: skip
        return [*parts, *cards]
    count = 16 if detail == 0 else 8
    luck = chance("potted_palm", variant, 16 * 3).reshape(-1, 3)
    for k in range(0, 16, 16 // count):
        rise = 1.0 - 0.055 * k
        parts.append(_frond(2.4 * k + 0.5 * luck[k, 0], (high - 0.42) * rise, 0.20 + 0.014 * k,
                            0.30, detail))  # fmt: skip
    if detail == 0:
        parts += [post(0.014, 0.20 + 0.1 * luck[k, 1],
                       (0.04 * math.cos(2.1 * k), 0.04 * math.sin(2.1 * k), 0.28), "bark_palm",
                       sides=7, top=0.008) for k in range(4)]  # fmt: skip
    return parts


def _frond(heading: float, rise: float, reach: float, width: float, detail: int) -> Mesh:
    """One frond as a bent strip of cards: up, then over; its texture runs along it once."""
    pieces = 4 if detail == 0 else 2
    way = np.linspace(0.0, 1.0, pieces + 1)
    x = reach * way * (0.35 + 1.1 * way)
    z = 0.42 + rise * np.sin(way * (0.5 * math.pi + 0.35)) * (0.94 + 0.06 * way)
    wide = 0.5 * width
    parts = []
    for k in range(pieces):
        corners = np.array([(x[k], -wide, z[k]), (x[k], wide, z[k]),
                            (x[k + 1], wide, z[k + 1]), (x[k + 1], -wide, z[k + 1])])  # fmt: skip
        uv = np.array(CARD, float)
        uv[:, 1] = way[[k, k, k + 1, k + 1]]
        parts += [quad(corners, material="fronds_palm", uv=uv),
                  quad(corners[::-1], material="fronds_palm", uv=uv[::-1])]  # fmt: skip
    stalk = [(0.0, 0.0, 0.28), (x[0], 0.0, z[0]), (x[1], 0.0, z[1])]
    if detail == 0:
        parts.append(tube(stalk, [0.006, 0.006, 0.004], material="bark_palm", sides=4, caps=False))
    return merge(parts).headed(heading)


def potted_blades(variant: int) -> Archetype:
    """A clump of stiff upright blades, 0.9 to 1.1 m, as mother-in-law's tongue grows."""
    return furnished(
        "potted_blades", variant, lambda detail: _blades(variant, detail), part_classes=_CLASSES,
        proxies=[_pot_solid()],
    )  # fmt: skip


def _blades(variant: int, detail: int) -> Parts:
    parts = _pot((variant + 2) % 3, detail)
    tall = 0.62 + 0.12 * (variant % 2)
    if detail == 2:
        return [*parts, *(card(0.30, tall, material="leaves_maize", base=(0, 0, 0.30), heading=a)
                          for a in (0.0, 0.5 * math.pi))]  # fmt: skip
    count = 22 if detail == 0 else 7
    luck = chance("potted_blades", variant, 22 * 4).reshape(-1, 4)
    for k in range(count):
        turn = 2.4 * k
        away = 0.13 * math.sqrt((k + 0.5) / count)
        length = tall * (1.0 - 0.45 * luck[k, 1] * (k > 2))
        base = (away * math.cos(turn), away * math.sin(turn), 0.28)
        parts.append(_blade(base, turn, length, 0.09 if detail == 0 else 0.13, detail))
    return parts


def _blade(base: Point, heading: float, length: float, width: float, detail: int) -> Mesh:
    """A pointed blade, folded along its middle, that leans outwards a little."""
    rows = 4 if detail == 0 else 2
    way = np.linspace(0.0, 1.0, rows + 1)
    wide = 0.5 * width * np.array([0.7, 0.95, 1.0, 0.75, 0.02] if rows == 4 else [0.8, 1.0, 0.02])
    x, z = 0.13 * length * way**2, length * way
    fold = 0.25 * wide
    left = np.column_stack([x + fold, wide, z])
    right = np.column_stack([x + fold, -wide, z])
    middle = np.column_stack([x, np.zeros(rows + 1), z])
    parts = []
    for a, b in ((right, middle), (middle, left)):
        for k in range(rows):
            corners = np.array([a[k], b[k], b[k + 1], a[k + 1]])
            parts += [quad(corners, material="moss"), quad(corners[::-1], material="moss")]
    return merge(parts).headed(heading).moved(base)


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "potted_ficus": potted_ficus,
    "potted_palm": potted_palm,
    "potted_blades": potted_blades,
}
VARIANTS: Final[dict[str, int]] = {"potted_ficus": 3, "potted_palm": 2, "potted_blades": 2}
