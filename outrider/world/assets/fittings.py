"""What belongs to a room itself: doors, windows, radiators, lamps at the ceiling, boards, screens.

A window stands on its sill and a lamp on its underside: raise them to where they hang.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    block,
    furnished,
    lying,
    padded,
    post,
    round_solid,
    solid,
)
from outrider.world.forms import beam, lathe, tube
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids, boxes

LEAF_M: Final = (0.90, 2.05)
"""Width and height of a door's leaf."""
_OPEN: Final = (0.0, 1.45, 0.0)
# Leaf, frame, has a pane of glass.
_DOORS: Final = (
    ("wood_oak", "paint_white", False),
    ("paint_white", "paint_grey", False),
    ("paint_grey", "metal_dark", True),
)


def room_door(variant: int) -> Archetype:
    """A leaf of 0.90 x 2.05 m in its frame, hinged at +y: shut (0, 2) or open towards +x (1)."""
    wide, high = LEAF_M
    angle = _OPEN[variant % 3]
    middle = (
        0.5 * wide * math.sin(angle),
        0.5 * wide * (1.0 - math.cos(angle)),
        0.5 * high + 0.005,
    )
    proxies = [
        boxes([middle], size=(0.05, wide, high), semantic="door", heading=angle),
        *(solid((0.14, 0.07, 2.12), (0, side * 0.487, 0), "door") for side in (-1, 1)),
        solid((0.14, 1.044, 0.07), (0, 0, 2.055), "door"),
        boxes([_on_leaf(0.12, angle)], size=(0.16, 0.18, 0.03), semantic="door", heading=angle),
    ]
    return furnished(
        "room_door", variant, lambda detail: _room_door(variant % 3, detail), semantic="door",
        part_classes={"glass": "window"}, proxies=proxies,
    )  # fmt: skip


def _on_leaf(y: float, angle: float) -> tuple[float, float, float]:
    """A point 1.05 m up in the leaf, ``y`` from its free edge."""
    reach = LEAF_M[0] - y
    return (reach * math.sin(angle), 0.5 * LEAF_M[0] - reach * math.cos(angle), 1.05)


def _room_door(kind: int, detail: int) -> Parts:
    leaf, frame, _ = _DOORS[kind]
    parts = [block((0.13, 0.06, 2.06), (0, side * 0.482, 0), frame) for side in (-1, 1)]
    parts.append(block((0.13, 1.024, 0.06), (0, 0, 2.06), frame))
    if detail == 0:
        for x in (-0.066, 0.066):
            parts += [block((0.012, 0.075, 2.12), (x, side * 0.4845, 0), frame) for side in (-1, 1)]
            parts.append(block((0.012, 1.044, 0.075), (x, 0, 2.05), frame))
    hinge = (0.0, 0.5 * LEAF_M[0], 0.0)
    turned = [part.moved((0, -hinge[1], 0)).headed(_OPEN[kind]).moved(hinge)
              for part in _door_leaf(kind, leaf, detail)]  # fmt: skip
    return parts + turned


def _door_leaf(kind: int, leaf: str, detail: int) -> Parts:
    wide, high = LEAF_M
    pane = _DOORS[kind][2]
    if detail:
        return [block((0.04, wide, high), (0, 0, 0.005), leaf)]
    if pane:
        parts = [block((0.04, wide, 0.95), (0, 0, 0.005), leaf),
                 block((0.04, wide, 0.25), (0, 0, 1.805), leaf),
                 *(block((0.04, 0.30, 0.85), (0, y, 0.955), leaf) for y in (-0.30, 0.30)),
                 block((0.012, 0.30, 0.85), (0, 0, 0.955), "glass")]  # fmt: skip
    else:
        parts = [padded((0.04, wide, high), (0, 0, 0.005), leaf, radius=0.004)]
        parts += [padded((0.048, 0.62, tall), (0, 0, z), leaf, radius=0.004)
                  for z, tall in ((0.20, 0.66), (1.06, 0.80))]  # fmt: skip
    return [*parts, *_door_handles(-0.5 * wide + 0.065)]


def _door_handles(y: float) -> Parts:
    """On both sides a plate, a lever and a key hole."""
    parts: Parts = []
    for side in (-1, 1):
        lever = [(side * 0.02, y, 1.05), (side * 0.07, y, 1.05), (side * 0.075, y + 0.02, 1.05),
                 (side * 0.075, y + 0.13, 1.05)]  # fmt: skip
        parts += [
            block((0.006, 0.04, 0.22), (side * 0.022, y, 0.92), "aluminium"),
            tube(lever, 0.010, material="aluminium", sides=8),
            block((0.003, 0.010, 0.03), (side * 0.0265, y, 0.955), "paint_black"),
        ]
    return parts


def window_unit(variant: int) -> Archetype:
    """A window of two casements with sill, 1.20 x 1.35 m (0) or one of 0.90 x 1.20 m (1)."""
    wide, high = ((1.20, 1.35), (0.90, 1.20))[variant % 2]
    return furnished(
        "window_unit", variant, lambda detail: _window(wide, high, 2 - variant % 2, detail),
        semantic="window", proxies=[
            solid((0.10, wide, high), (0, 0, 0), "window"),
            solid((0.24, wide + 0.10, 0.035), (0.05, 0, 0), "window"),
        ],
    )  # fmt: skip


def _window(wide: float, high: float, casements: int, detail: int) -> Parts:
    white = "plastic_white"
    pane = block((0.024, wide - 0.10, high - 0.10), (0, 0, 0.05), "glass")
    sill = padded((0.24, wide + 0.08, 0.03), (0.05, 0, 0), white, radius=0.01, detail=detail)
    parts = [pane, sill]
    parts += [block((0.09, 0.055, high), (0, side * 0.5 * (wide - 0.055), 0), white)
              for side in (-1, 1)]  # fmt: skip
    if detail == 2:
        return [*parts, block((0.09, wide, 0.055), (0, 0, high - 0.055), white)]
    parts += [block((0.09, wide - 0.11, 0.055), (0, 0, z), white) for z in (0.0, high - 0.055)]
    each = (wide - 0.09) / casements
    for k in range(casements):
        y = -0.5 * (wide - 0.09) + (k + 0.5) * each
        parts += [block((0.06, 0.055, high - 0.09), (0.012, y + s * 0.5 * (each - 0.055), 0.045),
                        white) for s in (-1, 1)]  # fmt: skip
        if detail == 0:
            parts += [block((0.06, each - 0.11, 0.055), (0.012, y, z), white)
                      for z in (0.045, high - 0.10)]  # fmt: skip
            grip = y + (0.5 * each - 0.0275) * (1 if k == 0 else -1)
            parts += [block((0.012, 0.024, 0.06), (0.048, grip, 0.46 * high), "aluminium"),
                      padded((0.016, 0.020, 0.12), (0.062, grip, 0.46 * high + 0.02), "aluminium",
                             radius=0.006)]  # fmt: skip
    return parts


_RADIATORS: Final = (1.00, 0.60)


def radiator(variant: int) -> Archetype:
    """A panel radiator with valve and pipes: 0.6 m high, its back at the wall."""
    long = _RADIATORS[variant % 2]
    return furnished(
        "radiator", variant, lambda detail: _radiator(long, detail),
        proxies=[solid((0.11, long, 0.60), (0, 0, 0.12)),
                 *(solid((0.04, 0.04, 0.14), (0, side * (0.5 * long - 0.05), 0))
                   for side in (-1, 1)),
                 solid((0.06, 0.09, 0.06), (0, -0.5 * long - 0.035, 0.60))],
    )  # fmt: skip


def _radiator(long: float, detail: int) -> Parts:
    if detail == 2:
        return [block((0.11, long, 0.60), (0, 0, 0.12), "paint_white"), _valve(long),
                *(block((0.02, 0.02, 0.13), (0, s * (0.5 * long - 0.05), 0), "chrome")
                  for s in (-1, 1))]  # fmt: skip
    parts = [block((0.10, long, 0.012), (0, 0, 0.705), "paint_white"),
             block((0.02, long, 0.58), (-0.03, 0, 0.125), "paint_white"),
             block((0.02, long, 0.58), (0.038, 0, 0.125), "paint_white"),
             *(block((0.10, 0.012, 0.58), (0, s * 0.5 * (long - 0.012), 0.125), "paint_white")
               for s in (-1, 1))]  # fmt: skip
    pipes = [(0, s * (0.5 * long - 0.05), 0.0) for s in (-1, 1)]
    parts += [lying(at, (0, at[1], 0.14), 0.011, "chrome", detail=detail) for at in pipes]
    if detail:
        return [*parts, _valve(long)]
    ribs = round(long / 0.04)
    parts += [padded((0.010, 0.024, 0.52), (0.050, (k - 0.5 * (ribs - 1)) * 0.04, 0.155),
                     "paint_white", radius=0.0045) for k in range(ribs - 1)]  # fmt: skip
    y = -0.5 * long
    parts += [
        lying((0, y, 0.63), (0, y - 0.03, 0.63), 0.014, "chrome"),
        lying((0, y - 0.03, 0.63), (0, y - 0.08, 0.63), 0.026, "plastic_white", sides=12),
    ]
    return parts


def _valve(long: float) -> Mesh:
    return block((0.05, 0.08, 0.05), (0, -0.5 * long - 0.04, 0.605), "plastic_white")


def ceiling_light(variant: int) -> Archetype:
    """A square panel (0), a long tube lamp (1) or a round bowl (2); its underside at z = 0."""
    size = ((0.60, 0.60, 0.06), (0.16, 1.25, 0.09), (0.38, 0.38, 0.10))[variant % 3]
    return furnished(
        "ceiling_light",
        variant,
        lambda detail: _ceiling_light(variant % 3, detail),
        levels=2,
        proxies=[solid(size, (0, 0, 0))]
        if variant % 3 < 2
        else [round_solid(0.185, 0.10, (0, 0, 0))],
    )


def _ceiling_light(kind: int, detail: int) -> Parts:
    if kind == 0:
        frame = padded((0.60, 0.60, 0.05), (0, 0, 0.01), "paint_white", radius=0.008, detail=detail)
        return [frame, block((0.55, 0.55, 0.011), (0, 0, 0), "lamp_white")]
    if kind == 2:
        bowl = [(0, 0), (0.10, 0.006), (0.155, 0.03), (0.18, 0.075), (0, 0.075)]
        sides = 7 if detail else 28
        return [lathe(bowl if detail == 0 else [(0, 0), (0.12, 0.0), (0.18, 0.075), (0, 0.075)],
                      material="lamp_white", sides=sides),
                post(0.19, 0.025, (0, 0, 0.075), "aluminium", sides=sides)]  # fmt: skip
    body = block((0.08, 1.25, 0.04), (0, 0, 0.05), "paint_white")
    if detail:
        return [body, block((0.15, 1.20, 0.05), (0, 0, 0), "lamp_white")]
    parts = [body, *(block((0.15, 0.02, 0.085), (0, s * 0.615, 0.002), "paint_white")
                     for s in (-1, 1))]  # fmt: skip
    parts += [lying((x, -0.605, 0.02), (x, 0.605, 0.02), 0.014, "lamp_white", sides=10)
              for x in (-0.04, 0.04)]  # fmt: skip
    wings = [beam((s * 0.05, -0.6, 0.06), (s * 0.05, 0.6, 0.06), 0.075, 0.004, material="aluminium",
                  up=(s * 0.5, 0, 0.8)) for s in (-1, 1)]  # fmt: skip
    return parts + wings


def whiteboard(variant: int) -> Archetype:
    """On a stand with castors (0), or at the wall with its underside at 0.9 m (1)."""
    stand = variant % 2 == 0
    proxies = [solid((0.05, 1.80, 1.20), (0, 0, 0.85), "furniture")]
    if stand:
        for y in (-0.86, 0.86):
            proxies += [
                solid((0.60, 0.06, 0.12), (0, y, 0)),
                solid((0.05, 0.06, 1.90), (0, y, 0.10)),
            ]
    proxies.append(solid((0.09, 0.62, 0.035), (0.05, 0, 0.845)))
    return furnished(
        "whiteboard", variant, lambda detail: _whiteboard(detail, stand=stand), proxies=proxies
    )


def _whiteboard(detail: int, *, stand: bool) -> Parts:
    parts = [block((0.016, 1.76, 1.16), (0, 0, 0.87), "paint_white")]
    if detail < 2:
        parts += [block((0.03, 1.80, 0.025), (0, 0, z), "aluminium") for z in (0.85, 2.025)]
        parts += [block((0.03, 0.025, 1.20), (0, s * 0.8875, 0.85), "aluminium") for s in (-1, 1)]
        parts.append(block((0.07, 0.60, 0.012), (0.045, 0, 0.855), "aluminium"))
    if stand:
        for y in (-0.86, 0.86):
            parts += _board_foot(y, detail)
    if detail == 0:
        pens = ("plastic_blue", "plastic_red", "plastic_green", "plastic_black")
        parts += [lying((0.05, -0.25 + 0.12 * k, 0.876), (0.05, -0.13 + 0.12 * k, 0.876), 0.008,
                        colour, sides=6) for k, colour in enumerate(pens)]  # fmt: skip
        parts += [block((0.05, 0.12, 0.03), (0.05, 0.23, 0.867), "plastic_blue"), *_drawing()]
    return parts


def _drawing() -> Parts:
    """A graph and three lines of a list."""
    x = 0.0085
    marks = [((-0.75, 1.15), (-0.75, 1.85)), ((-0.75, 1.15), (-0.05, 1.15)),
             ((-0.75, 1.25), (-0.52, 1.42)), ((-0.52, 1.42), (-0.36, 1.37)),
             ((-0.36, 1.37), (-0.10, 1.78))]  # fmt: skip
    lines = [
        ((0.15, z), (0.15 + long, z)) for z, long in ((1.78, 0.42), (1.64, 0.55), (1.50, 0.36))
    ]
    return [
        beam(
            (x, *a),
            (x, *b),
            0.002,
            0.010,
            material="paint_blue" if k > 1 else "paint_black",
            up=(0, -(b[1] - a[1]), b[0] - a[0]),
        )
        for k, (a, b) in enumerate(marks + lines)
    ]


def _board_foot(y: float, detail: int) -> Parts:
    if detail == 2:
        return [block((0.58, 0.04, 0.10), (0, y, 0), "metal_grey"),
                block((0.03, 0.04, 1.95), (-0.01, y, 0.1), "metal_grey")]  # fmt: skip
    parts = [block((0.56, 0.04, 0.03), (0, y, 0.075), "metal_grey"),
             block((0.03, 0.04, 1.92), (-0.01, y, 0.10), "metal_grey")]  # fmt: skip
    return parts + [lying((x, y - 0.015, 0.037), (x, y + 0.015, 0.037), 0.037, "rubber", sides=10,
                          detail=detail) for x in (-0.25, 0.25)]  # fmt: skip


def projector_screen(variant: int) -> Archetype:
    """A roll-up screen on a tripod (0), or at the wall from 0.9 to 2.3 m (1)."""
    tripod = variant % 2 == 0
    proxies = [solid((0.03, 1.84, 1.30), (0, 0, 0.90)), solid((0.09, 1.94, 0.08), (0, 0, 2.20))]
    if tripod:
        proxies += [solid((0.05, 0.05, 2.20), (-0.04, 0, 0)), *_tripod_solids()]
    return furnished(
        "projector_screen", variant, lambda detail: _projector_screen(detail, tripod=tripod),
        proxies=proxies,
    )  # fmt: skip


_TRIPOD: Final = tuple(math.pi / 3.0 + 2.0 * math.pi * k / 3.0 for k in range(3))


def _tripod_solids() -> list[Solids]:
    return [boxes([(-0.04 + 0.20 * math.cos(a), 0.20 * math.sin(a), 0.23)], size=(0.61, 0.04, 0.04),
                  semantic="furniture", heading=a, pitch=0.84) for a in _TRIPOD]  # fmt: skip


def _projector_screen(detail: int, *, tripod: bool) -> Parts:
    parts = [block((0.006, 1.80, 1.30), (0, 0, 0.90), "fabric_white")]
    sides = (12, 6, 4)[detail]
    parts.append(lying((0, -0.96, 2.24), (0, 0.96, 2.24), 0.042, "paint_black", sides=sides,
                       detail=detail // 2))  # fmt: skip
    if detail < 2:
        parts.append(lying((0, -0.91, 0.90), (0, 0.91, 0.90), 0.014, "paint_black", detail=detail))
    if detail == 0:
        edges = [block((0.008, 0.05, 1.30), (0, s * 0.876, 0.90), "fabric_black") for s in (-1, 1)]
        edges += [block((0.008, 1.80, 0.05), (0, 0, z), "fabric_black") for z in (0.92, 2.14)]
        parts += edges
    if not tripod:
        return parts
    parts.append(post(0.018, 2.22, (-0.04, 0, 0.0), "metal_grey", sides=(10, 5, 3)[detail]))
    for a in _TRIPOD:
        foot = (-0.04 + 0.40 * math.cos(a), 0.40 * math.sin(a), 0.012)
        if detail == 2:
            path = [(-0.04, 0, 0.46), foot]
            parts.append(tube(path, 0.012, material="metal_grey", sides=3, caps=False))
        else:
            parts.append(lying((-0.04, 0, 0.46), foot, 0.012, "metal_grey", detail=detail))
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "room_door": room_door,
    "window_unit": window_unit,
    "radiator": radiator,
    "ceiling_light": ceiling_light,
    "whiteboard": whiteboard,
    "projector_screen": projector_screen,
}
VARIANTS: Final[dict[str, int]] = {
    "room_door": 3,
    "window_unit": 2,
    "radiator": 2,
    "ceiling_light": 3,
    "whiteboard": 2,
    "projector_screen": 2,
}
