"""Things to sit on: office chair, wooden chair, armchair, sofa and bench."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    block,
    four,
    furnished,
    leaned,
    lying,
    padded,
    post,
    round_solid,
    shell,
    solid,
)
from outrider.world.forms import beam
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids, boxes

# Upholstery, frame, metal of the base, arms, height of the back.
_OFFICE: Final = (
    ("fabric_black", "plastic_black", "plastic_black", True, 0.56),
    ("fabric_grey", "plastic_grey", "chrome", True, 0.66),
    ("fabric_blue", "plastic_black", "plastic_black", False, 0.46),
)
_STAR_M: Final = 0.30
_LEAN: Final = 0.16


def office_chair(variant: int) -> Archetype:
    """A swivel chair on a five-star base with twin castors."""
    arms, tall = _OFFICE[variant % 3][3:]
    middle = -0.205 - 0.5 * tall * math.sin(_LEAN)
    proxies = [
        round_solid(_STAR_M + 0.02, 0.11, (0, 0, 0)),
        round_solid(0.045, 0.30, (0, 0, 0.10)),
        solid((0.08, 0.09, 0.21), (-0.25, 0, 0.43)),
        solid((0.49, 0.50, 0.11), (0.02, 0, 0.39)),
        _leaning_solid((0.10, 0.46, tall), (middle, 0.0, 0.60 + 0.5 * tall), _LEAN),
    ]
    if arms:
        proxies += [solid((0.27, 0.07, 0.24), (0.0, side * 0.29, 0.43)) for side in (-1, 1)]
    return furnished(
        "office_chair", variant, lambda detail: _office_chair(variant % 3, detail), proxies=proxies
    )


def _star_angles() -> list[float]:
    return [2.0 * math.pi * k / 5 for k in range(5)]


def _leaning_solid(size: tuple[float, float, float], middle: tuple[float, float, float],
                   angle: float) -> Solids:  # fmt: skip
    return boxes([middle], size=size, semantic="furniture", pitch=-angle)


def _office_chair(kind: int, detail: int) -> Parts:
    cloth, frame, metal, arms, tall = _OFFICE[kind]
    if detail == 2:
        return _plain_office_chair(kind)
    sides = 6 if detail else 10
    parts = [_office_seat(cloth, detail), _office_back(cloth, frame, tall, detail)]
    parts += [
        post(0.028, 0.30, (0, 0, 0.11), metal, sides=sides),
        block((0.24, 0.18, 0.04), (-0.02, 0, 0.385), frame),
        beam((-0.10, 0, 0.41), (-0.235, 0, 0.46), 0.06, 0.02, material=frame),
        beam((-0.235, 0, 0.46), (-0.265, 0, 0.74), 0.06, 0.02, material=frame),
    ]
    for angle in _star_angles():
        parts += _star_leg(angle, metal, detail)
    if detail == 0:
        parts += [post(0.05, 0.06, (0, 0, 0.07), metal), post(0.036, 0.14, (0, 0, 0.13), frame)]
        parts.append(lying((-0.03, -0.08, 0.40), (-0.03, -0.24, 0.40), 0.008, frame, sides=6))
    if arms:
        for side in (-1, 1):
            parts += _office_arm(side, frame, detail)
    return parts


def _office_seat(cloth: str, detail: int) -> Mesh:
    if detail:
        return block((0.49, 0.50, 0.08), (0.02, 0, 0.41), cloth)
    x = np.array([-0.225, -0.21, -0.12, 0.0, 0.12, 0.21, 0.25, 0.265])
    y = np.array([-0.25, -0.235, -0.12, 0.0, 0.12, 0.235, 0.25])
    fall = np.array([0.03, 0.008, 0.0, 0.0, 0.002, 0.012, 0.03, 0.055])
    hollow = np.array([0.028, 0.004, 0.006, 0.012, 0.006, 0.004, 0.028])
    narrow = np.array([0.80, 0.90, 0.97, 1.0, 1.0, 0.97, 0.92, 0.84])
    front = np.empty((len(y), len(x), 3))
    front[..., 0] = x
    front[..., 1] = y[:, None] * narrow
    front[..., 2] = 0.495 - fall - hollow[:, None]
    return shell(front, 0.045, cloth, behind=(0.0, 0.0, -1.0))


def _office_back(cloth: str, frame: str, tall: float, detail: int) -> Mesh:
    if detail:
        board = block((0.06, 0.46, tall), (-0.215, 0, 0.60), cloth)
        return leaned(board, _LEAN, pivot=(-0.215, 0, 0.60))
    z = np.array([0.0, 0.04, 0.2, 0.45, 0.7, 0.93, 1.0]) * tall
    y = np.linspace(-0.23, 0.23, 7)
    narrow = np.array([0.72, 0.86, 0.97, 1.0, 0.97, 0.88, 0.76])
    belly = np.array([0.0, 0.01, 0.028, 0.022, 0.008, 0.0, -0.006])
    front = np.empty((len(z), len(y), 3))
    front[..., 0] = -0.205 + belly[:, None] + 0.03 * (y / 0.23) ** 2
    front[..., 1] = y * narrow[:, None]
    front[..., 2] = 0.60 + z[:, None]
    return leaned(shell(front, 0.045, cloth, back=frame), _LEAN, pivot=(-0.215, 0, 0.60))


def _star_leg(angle: float, metal: str, detail: int) -> Parts:
    c, s = math.cos(angle), math.sin(angle)
    tip = (_STAR_M * c, _STAR_M * s, 0.075)
    parts = [beam((0, 0, 0.10), tip, 0.04, 0.03, material=metal)]
    if detail:
        return [*parts, block((0.05, 0.05, 0.06), (tip[0], tip[1], 0.0), "plastic_black")]
    for side in (-1, 1):
        inner = (tip[0] - side * 0.008 * s, tip[1] + side * 0.008 * c, 0.028)
        outer = (tip[0] - side * 0.028 * s, tip[1] + side * 0.028 * c, 0.028)
        parts.append(lying(inner, outer, 0.028, "plastic_black", sides=8))
    return parts


def _office_arm(side: int, frame: str, detail: int) -> Parts:
    y = side * 0.29
    pad = padded((0.26, 0.07, 0.03), (0.0, y, 0.64), frame, radius=0.014, detail=detail)
    stem = block((0.06, 0.025, 0.22), (-0.01, y, 0.42), frame)
    foot = block((0.06, 0.10, 0.02), (-0.01, side * 0.25, 0.40), frame)
    return [pad, stem] if detail else [pad, stem, foot]


def _plain_office_chair(kind: int) -> Parts:
    cloth, frame, metal, _, tall = _OFFICE[kind]
    wide = _STAR_M * 2.0 + 0.04
    return [
        block((0.49, 0.58 if _OFFICE[kind][3] else 0.50, 0.10), (0.02, 0, 0.40), cloth),
        _office_back(cloth, frame, tall, 1),
        post(0.035, 0.30, (0, 0, 0.10), metal, sides=3),
        block((wide, 0.05, 0.08), (0, 0, 0), metal),
        block((0.05, wide * 0.95, 0.08), (-0.02, 0, 0), metal),
    ]


# Wood, upright or level bars in the back.
_WOODEN: Final = (("wood_oak", True), ("wood_dark", False), ("paint_white", True))


def wooden_chair(variant: int) -> Archetype:
    """A four-legged dining chair with a barred back."""
    legs = [solid((0.04, 0.04, 0.44), (x, y, 0.0)) for x, y in four(0.19, 0.185)]
    proxies = [
        *legs,
        *(solid((0.36, 0.02, 0.02), (0, y, 0.16)) for y in (-0.185, 0.185)),
        solid((0.43, 0.43, 0.04), (0.005, 0, 0.425)),
        _leaning_solid((0.05, 0.41, 0.42), (-0.222, 0.0, 0.67), 0.12),
    ]
    return furnished(
        "wooden_chair", variant, lambda detail: _wooden_chair(variant % 3, detail), proxies=proxies
    )


def _wooden_chair(kind: int, detail: int) -> Parts:
    wood, upright = _WOODEN[kind]
    thick = 0.036
    if detail == 2:
        sides = [block((0.40, thick, 0.03), (0, y, 0.2), wood) for y in (-0.185, 0.185)]
        back = leaned(block((0.03, 0.41, 0.42), (-0.20, 0, 0.46), wood), 0.12,
                      pivot=(-0.2, 0, 0.46))  # fmt: skip
        legs = [block((thick, 0.40, 0.43), (x, 0, 0), wood) for x in (-0.19, 0.19)]
        return [block((0.43, 0.43, 0.035), (0.005, 0, 0.43), wood), back, *legs, *sides[:1]]
    parts = [padded((0.43, 0.43, 0.035), (0.005, 0, 0.43), wood, radius=0.012, detail=detail)]
    for x, y in four(0.19, 0.185):
        if detail:
            parts.append(block((thick, thick, 0.43), (x, y, 0), wood))
        else:
            parts.append(post(0.013, 0.43, (x, y, 0), wood, sides=8, top=0.021))
    for y in (-0.185, 0.185):
        back_post = block((0.032, thick, 0.43), (-0.19, y, 0.445), wood)
        parts.append(leaned(back_post, 0.12, pivot=(-0.19, y, 0.445)))
        if detail == 0:
            parts.append(lying((-0.19, y, 0.17), (0.19, y, 0.17), 0.010, wood))
    return [*parts, *(_chair_bars(wood, upright=upright, detail=detail))]


def _chair_bars(wood: str, *, upright: bool, detail: int) -> Parts:
    tilt = (-0.19, 0.0, 0.445)
    if upright:
        bars = [block((0.022, 0.335, 0.07), (-0.19, 0, 0.80), wood),
                block((0.022, 0.335, 0.035), (-0.19, 0, 0.53), wood)]  # fmt: skip
        if detail == 0:
            bars += [block((0.014, 0.03, 0.24), (-0.19, y, 0.563), wood)
                     for y in np.linspace(-0.12, 0.12, 5)]  # fmt: skip
    else:
        bars = [_bent_bar(wood, z, detail) for z in (0.54, 0.66, 0.78)]
    return [leaned(bar, 0.12, pivot=tilt) for bar in bars]


def _bent_bar(wood: str, z: float, detail: int) -> Mesh:
    if detail:
        return block((0.018, 0.335, 0.075), (-0.195, 0, z), wood)
    y = np.linspace(-0.168, 0.168, 7)
    front = np.empty((2, 7, 3))
    front[..., 0], front[..., 1] = -0.20 + 0.7 * y**2, y
    front[..., 2] = np.array([[z], [z + 0.075]])
    return shell(front, 0.016, wood)


# Cloth, feet; then how wide one seat is, its height, the arm's height and width.
_SOFT: Final = (
    ("fabric_grey", "wood_dark"),
    ("leather_brown", "metal_dark"),
    ("fabric_blue", "wood_oak"),
)


def armchair(variant: int) -> Archetype:
    """A padded chair with low arms."""
    return _upholstered("armchair", variant, seats=1, width=0.86, depth=0.84)


def sofa(variant: int) -> Archetype:
    """A sofa for two or three."""
    seats = 3 if variant % 3 != 1 else 2
    return _upholstered("sofa", variant, seats=seats, width=0.36 + 0.62 * seats, depth=0.88)


def _upholstered(
    maker: str, variant: int, *, seats: int, width: float, depth: float
) -> Archetype:  # fmt: skip
    half, wide = 0.5 * depth, width - 0.36
    proxies = [
        solid((depth - 0.02, width, 0.24), (0, 0, 0.08)),
        solid((depth - 0.17, wide, 0.16), (0.085, 0, 0.30)),
        _leaning_solid((0.27, wide, 0.55), (-half + 0.155, 0, 0.59), 0.12),
        *(solid((depth - 0.02, 0.18, 0.60), (0, side * 0.5 * (width - 0.18), 0.03))
          for side in (-1, 1)),
    ]  # fmt: skip
    return furnished(
        maker, variant, lambda detail: _soft_parts(variant % 3, seats, width, depth, detail),
        proxies=proxies,
    )  # fmt: skip


def _soft_parts(kind: int, seats: int, width: float, depth: float, detail: int) -> Parts:
    cloth, feet = _SOFT[kind]
    half, wide = 0.5 * depth, width - 0.36
    each = wide / seats if detail < 2 else wide
    steps = 2
    parts = [block((depth - 0.06, width - 0.06, 0.22), (0.0, 0, 0.08), cloth)]
    for k in range(seats if detail < 2 else 1):
        y = -0.5 * wide + (k + 0.5) * each
        parts.append(padded((depth - 0.17, each - 0.006, 0.17), (0.085, y, 0.29), cloth,
                            radius=0.055, steps=steps, detail=detail))  # fmt: skip
        cushion = padded((0.24, each - 0.01, 0.52), (-half + 0.19, y, 0.33), cloth, radius=0.09,
                         steps=steps, detail=detail)  # fmt: skip
        parts.append(leaned(cushion, 0.12, pivot=(-half + 0.19, y, 0.33)))
    for side in (-1, 1):
        low = 0.0 if detail == 2 else 0.07
        parts.append(padded((depth - 0.02, 0.18, 0.62 - low), (0, side * 0.5 * (width - 0.18), low),
                            cloth, radius=0.06, steps=steps, detail=detail))  # fmt: skip
    if detail < 2:
        parts += [post(0.018, 0.08, (x, y, 0), feet, sides=4 if detail else 8, top=0.024)
                  for x, y in four(half - 0.09, 0.5 * width - 0.09)]  # fmt: skip
    return parts


# Slats, legs, whether it has a back.
_BENCH: Final = (("wood_oak", "metal_dark", False), ("planks_weathered", "paint_green", True))


def slatted_bench(variant: int) -> Archetype:
    """A slatted bench of 1.5 m on metal legs."""
    back = _BENCH[variant % 2][2]
    proxies = [solid((0.42, 1.5, 0.05), (0, 0, 0.41)),
               *(solid((0.38, 0.06, 0.41), (0, y, 0.0)) for y in (-0.60, 0.60))]  # fmt: skip
    if back:
        proxies.append(_leaning_solid((0.05, 1.5, 0.40), (-0.245, 0, 0.66), 0.20))
    return furnished(
        "slatted_bench", variant, lambda detail: _bench(variant % 2, detail), proxies=proxies
    )


def _bench(kind: int, detail: int) -> Parts:
    wood, metal, back = _BENCH[kind]
    slats = (6, 3, 1)[detail]
    each = 0.42 / slats
    gap = 0.014 if detail == 0 else 0.0
    parts = [
        padded((each - gap, 1.5, 0.035), (-0.21 + (k + 0.5) * each, 0, 0.425), wood,
               radius=0.008, detail=detail) for k in range(slats)
    ]  # fmt: skip
    for y in (-0.60, 0.60):
        parts += _bench_trestle(y, metal, back=back, detail=detail)
    if back:
        rows = (3, 1, 1)[detail]
        high = 0.33 / rows
        boards = [block((0.03, 1.5, high - gap), (-0.205, 0, 0.53 + k * high), wood)
                  for k in range(rows)]  # fmt: skip
        parts += [leaned(board, 0.20, pivot=(-0.205, 0, 0.45)) for board in boards]
    return parts


def _bench_trestle(y: float, metal: str, *, back: bool, detail: int) -> Parts:
    if detail == 2:
        return [block((0.38, 0.05, 0.425), (0, y, 0), metal)]
    parts = [
        block((0.38, 0.05, 0.025), (0, y, 0.40), metal),
        beam((0.17, y, 0.40), (0.18, y, 0.0), 0.05, 0.025, material=metal, up=(1, 0, 0)),
        beam((-0.17, y, 0.40), (-0.18, y, 0.0), 0.05, 0.025, material=metal, up=(1, 0, 0)),
    ]
    if detail == 0:
        parts.append(lying((-0.175, y, 0.12), (0.175, y, 0.12), 0.012, metal))
    if back:
        stay = block((0.02, 0.05, 0.42), (-0.232, y, 0.43), metal)
        parts.append(leaned(stay, 0.20, pivot=(-0.205, y, 0.45)))
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "office_chair": office_chair,
    "wooden_chair": wooden_chair,
    "armchair": armchair,
    "sofa": sofa,
    "slatted_bench": slatted_bench,
}
VARIANTS: Final[dict[str, int]] = {
    "office_chair": 3,
    "wooden_chair": 3,
    "armchair": 3,
    "sofa": 3,
    "slatted_bench": 2,
}
