"""A desk with a computer on it, and the printer beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    Point,
    block,
    furnished,
    leaned,
    padded,
    post,
    solid,
)
from outrider.world.assets.tables import DESK_M, desk_parts, desk_size, desk_solids
from outrider.world.forms import tube
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids

_SCREENS: Final = (1, 2, 1)
_SCREEN_M: Final = (0.54, 0.32)
_TILT: Final = 0.08


def computer_desk(variant: int) -> Archetype:
    """A desk with screens, keyboard, mouse, tower and cables; one sits at its +x side."""
    proxies = desk_solids(variant) + _computer_solids(variant)
    return furnished(
        "computer_desk", variant, lambda detail: _computer_desk(variant, detail), proxies=proxies
    )


def _screen_places(variant: int) -> list[tuple[float, float]]:
    """Places along x and y of the screens' feet."""
    depth, _ = desk_size(variant)
    x = -0.5 * depth + 0.22
    return [(x, 0.0)] if _SCREENS[variant % 3] == 1 else [(x, -0.28), (x, 0.28)]


def _tower_at(variant: int) -> Point:
    depth, width = desk_size(variant)
    return (-0.5 * depth + 0.38, 0.5 * width - 0.24, 0.0)


def _computer_solids(variant: int) -> list[Solids]:
    solids = [solid((0.44, 0.20, 0.44), _tower_at(variant))]
    for x, y in _screen_places(variant):
        solids += [solid((0.06, _SCREEN_M[0], _SCREEN_M[1] + 0.02), (x, y, DESK_M + 0.11)),
                   solid((0.06, 0.08, 0.13), (x - 0.02, y, DESK_M))]  # fmt: skip
    return solids


def _computer_desk(variant: int, detail: int) -> Parts:
    if detail == 2:
        return _plain_computer_desk(variant)
    parts = desk_parts(variant, detail)
    for x, y in _screen_places(variant):
        parts += _screen(x, y, detail)
    depth, _ = desk_size(variant)
    front = 0.5 * depth
    parts += [block((0.14, 0.44, 0.018), (front - 0.18, -0.04, DESK_M), "plastic_black"),
              padded((0.105, 0.06, 0.028), (front - 0.17, 0.28, DESK_M), "plastic_black",
                     radius=0.013, detail=detail)]  # fmt: skip
    parts += _tower(_tower_at(variant), detail)
    if detail == 0:
        parts += [*_keys(front - 0.18), *_cables(variant)]
        parts.append(block((0.22, 0.25, 0.003), (front - 0.16, 0.28, DESK_M), "fabric_grey"))
    return parts


def _plain_computer_desk(variant: int) -> Parts:
    parts = desk_parts(variant, 2)[:3]
    for x, _ in _screen_places(variant)[:1]:
        wide = _SCREEN_M[0] + (0.56 if _SCREENS[variant % 3] == 2 else 0.0)
        parts.append(block((0.05, wide, 0.41), (x, 0, DESK_M + 0.03), "screen_dark"))
    return [*parts, block((0.44, 0.20, 0.44), _tower_at(variant), "plastic_black")]


def _screen(x: float, y: float, detail: int) -> Parts:
    """A flat screen on a foot; it looks along x."""
    wide, high = _SCREEN_M
    base = DESK_M + 0.12
    body = padded((0.03, wide, high), (x, y, base), "plastic_black", radius=0.008, detail=detail)
    face = block((0.004, wide - 0.024, high - 0.03), (x + 0.0145, y, base + 0.018), "screen_dark")
    panel = [leaned(part, _TILT, pivot=(x, y, base + 0.5 * high)) for part in (body, face)]
    neck = block((0.03, 0.05, 0.20), (x - 0.03, y, DESK_M + 0.005), "plastic_black")
    if detail:
        return [panel[0], neck]
    foot = padded((0.18, 0.24, 0.012), (x, y, DESK_M), "plastic_black", radius=0.005)
    return [*panel, neck, foot]


def _tower(at: Point, detail: int) -> Parts:
    case = padded((0.44, 0.20, 0.43), (at[0], at[1], 0.01), "plastic_black", radius=0.01,
                  detail=detail)  # fmt: skip
    if detail:
        return [case]
    x, y = at[0] + 0.22, at[1]
    return [
        case,
        block((0.006, 0.16, 0.035), (x, y, 0.375), "plastic_grey"),
        block((0.006, 0.03, 0.03), (x, y, 0.32), "lamp_blue"),
        *(block((0.006, 0.15, 0.008), (x, y, 0.06 + 0.025 * k), "metal_dark") for k in range(8)),
    ]


def _keys(x: float) -> Parts:
    """Five rows of keys as ridges, the last one with its space bar, and the number pad."""
    parts = [block((0.019, 0.33, 0.006), (x - 0.046 + 0.023 * row, -0.085, DESK_M + 0.016),
                   "plastic_grey") for row in range(4)]  # fmt: skip
    parts += [block((0.019, 0.075, 0.006), (x - 0.046 + 0.023 * row, 0.135, DESK_M + 0.016),
                    "plastic_grey") for row in range(5)]  # fmt: skip
    bar = ((-0.21, 0.08), (-0.085, 0.14), (0.035, 0.08))
    parts += [block((0.019, wide, 0.006), (x + 0.046, y, DESK_M + 0.016), "plastic_grey")
              for y, wide in bar]  # fmt: skip
    return parts


def _cables(variant: int) -> Parts:
    """From each screen over the desk's rear edge, along its panel down to the tower."""
    depth, _ = desk_size(variant)
    rear = -0.5 * depth
    tower = _tower_at(variant)
    return [
        _cable(
            [
                (x - 0.03, y, DESK_M + 0.10),
                (x - 0.06, y, DESK_M + 0.015),
                (rear + 0.05, y, DESK_M + 0.006),
                (rear - 0.006, y, DESK_M - 0.03),
                (rear + 0.10, y + 0.02, DESK_M - 0.05),
                (rear + 0.102, y + 0.10, 0.40),
                (rear + 0.102, tower[1] - 0.14, 0.36),
                (tower[0] - 0.226, tower[1] - 0.04, 0.34),
                (tower[0] - 0.20, tower[1] - 0.04, 0.32),
            ]
        )
        for x, y in _screen_places(variant)
    ]


def _cable(path: list[Point]) -> Mesh:
    return tube(path, 0.005, material="rubber", sides=5)


def printer(variant: int) -> Archetype:
    """A laser printer on its own cabinet (0) or a tall copier (1)."""
    tall = variant % 2 == 1
    wide, deep, high = (0.60, 0.62, 1.12) if tall else (0.44, 0.46, 1.00)
    return furnished(
        "printer", variant, lambda detail: _printer(variant % 2, detail),
        proxies=[solid((deep, wide, high), (0, 0, 0))],
    )  # fmt: skip


def _printer(kind: int, detail: int) -> Parts:
    wide, deep, high = ((0.44, 0.46, 1.00), (0.60, 0.62, 1.12))[kind]
    base = (0.62, 0.70)[kind]
    shade = ("plastic_white", "plastic_grey")[kind]
    body = high - base
    parts = [block((deep - 0.01, wide, base - 0.04), (-0.005, 0, 0.04), "paint_grey"),
             padded((deep, wide, 0.55 * body), (0, 0, base), shade, radius=0.02, steps=2,
                    detail=detail),
             padded((deep - 0.03, wide - 0.02, 0.28 * body), (-0.015, 0, base + 0.72 * body), shade,
                    radius=0.02, steps=2, detail=detail),
             block((deep - 0.06, wide - 0.06, 0.19 * body), (-0.03, 0, base + 0.54 * body),
                   "plastic_black")]  # fmt: skip
    if detail == 2:
        return [parts[0], block((deep, wide, body), (0, 0, base), shade)]
    x = 0.5 * deep
    parts.append(block((0.10, 0.7 * wide, 0.004), (x - 0.07, 0, base + 0.55 * body), "paper"))
    if detail:
        return parts
    rows = 3 + kind
    step = (base - 0.06) / rows
    for k in range(rows):
        z = 0.05 + k * step
        parts += [
            block((0.012, wide - 0.02, step - 0.012), (x - 0.008, 0, z), shade),
            block((0.012, 0.18, 0.02), (x - 0.004, 0, z + step - 0.045), "plastic_black"),
        ]
    panel = block((0.10, 0.20, 0.02), (x - 0.045, -0.10, base + body - 0.03), "plastic_black")
    glow = block((0.07, 0.12, 0.004), (x - 0.045, -0.10, base + body - 0.011), "lamp_blue")
    parts += [leaned(part, -0.4, pivot=(x - 0.05, 0, base + body - 0.02)) for part in (panel, glow)]
    parts += [post(0.025, 0.04, (dx, dy, 0), "rubber", sides=8)
              for dx in (-0.4 * deep, 0.4 * deep) for dy in (-0.4 * wide, 0.4 * wide)]  # fmt: skip
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "computer_desk": computer_desk,
    "printer": printer,
}
VARIANTS: Final[dict[str, int]] = {"computer_desk": 3, "printer": 2}
