"""Paint on runways, taxiways, aprons and car parks as thin sheets; lights of approach; a terminal.

Marks lie in z = 0, x along the way that they mark, and have nothing to bump into.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.catalogue import Entry, blocks, box_solids
from outrider.world.assets.catalogue import makers as makers_of
from outrider.world.assets.catalogue import variants as variants_of
from outrider.world.assets.houses import building
from outrider.world.assets.lettering import text
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

WHITE: Final = "road_paint"
YELLOW: Final = "road_paint_yellow"
Rectangle = tuple[float, float, float, float]
"""Middle x, y, length along x, width along y."""
RUNWAYS: Final = ("09", "27")

PAINT: Final[dict[str, tuple[str, tuple[Rectangle, ...]]]] = {
    "mark_threshold": (WHITE, ((0.0, 0.0, 30.0, 1.8),)),
    "mark_centre": (WHITE, ((0.0, 0.0, 30.0, 0.6),)),
    "mark_edge": (WHITE, ((0.0, 0.0, 50.0, 0.9),)),
    "mark_aiming": (WHITE, ((0.0, 0.0, 40.0, 5.0),)),
    "mark_touchdown": (WHITE, ((0.0, 0.0, 22.5, 3.0),)),
    "mark_end": (WHITE, ((0.0, 0.0, 1.8, 30.0),)),
    "mark_taxi": (YELLOW, ((0.0, 0.0, 10.02, 0.3),)),
    "mark_taxi_short": (YELLOW, ((0.0, 0.0, 1.6, 0.3),)),
    "mark_hold": (YELLOW, (
        (0.0, 0.0, 0.3, 13.0), (0.6, 0.0, 0.3, 13.0),
        *((x, y, 0.3, 0.9) for x in (1.2, 1.8) for y in np.arange(-6.0, 6.1, 1.8).tolist()),
    )),
    "mark_stand": (YELLOW, ((0.0, 0.0, 9.0, 0.2), (4.4, 0.0, 0.25, 3.0), (1.0, 0.0, 0.2, 1.6))),
    "mark_bay": (WHITE, ((0.0, 0.0, 5.0, 0.14),)),
    "mark_dash": (WHITE, ((0.0, 0.0, 4.0, 0.16),)),
    "mark_side": (WHITE, ((0.0, 0.0, 20.0, 0.16),)),
}  # fmt: skip


def flat(rectangles: Sequence[Rectangle], material: str) -> Mesh:
    """Rectangles that lie on the ground and face up."""
    rows = np.array(rectangles, float)
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    xy = rows[:, None, :2] + corners * rows[:, None, 2:]
    points = np.concatenate([xy, np.zeros((*xy.shape[:2], 1))], axis=2).reshape(-1, 3)
    first = 4 * np.arange(len(rows))[:, None]
    triangles = np.concatenate([first + np.array((0, 1, 2)), first + np.array((0, 2, 3))])
    return make(points, triangles, material_name=material)


def _painted(name: str) -> Callable[[int, int], Mesh]:
    material, rectangles = PAINT[name]
    return lambda *_: flat(rectangles, material)


def _nothing(_: int) -> Solids:
    return merge_solids([])


def mark_number(variant: int, _: int) -> Mesh:
    """The designation of a runway, 12 m long, read by who comes along x."""
    return _laid(text(RUNWAYS[variant], height=12.0, material=WHITE))


def _laid(words: Mesh) -> Mesh:
    """Words that face ahead, laid on their backs: up becomes ahead, right stays right."""
    turn = np.array([(0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0)])
    return words.turned(rotation.from_matrix(turn))


def mark_helipad(*_: int) -> Mesh:
    """A ring of 9 m with an H."""
    ring = _ring(9.0, 8.5, WHITE)
    letter = flat([(0.0, 1.4, 6.0, 0.7), (0.0, -1.4, 6.0, 0.7), (0.0, 0.0, 0.7, 2.1)], WHITE)
    return merge([ring, letter])


def mark_ring(*_: int) -> Mesh:
    """The white ring about a wind sock."""
    return _ring(7.5, 6.5, WHITE)


def _ring(outer: float, inner: float, material: str) -> Mesh:
    count = 40
    angle = 2.0 * math.pi * np.arange(count) / count
    way = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(count)])
    k = np.arange(count)
    after = (k + 1) % count
    triangles = np.concatenate([
        np.column_stack([k, k + count, after + count]), np.column_stack([k, after + count, after]),
    ])  # fmt: skip
    return make(np.concatenate([inner * way, outer * way]), triangles, material_name=material)


def papi_unit(variant: int, level: int) -> Mesh:
    """A light that shows a pilot the glide path: white from above, red from below."""
    parts = [
        forms.box((0.9, 0.7, 0.3), material="paint_orange", center=(0.0, 0.0, 0.45)),
        blocks([((x, y, 0.15), (0.06, 0.06, 0.3)) for x in (-0.35, 0.35) for y in (-0.25, 0.25)],
               "galvanised"),
    ]  # fmt: skip
    if level == 0:
        lamp = ("lamp_white", "lamp_red")[variant]
        parts.append(blocks([((-0.46, y, 0.45), (0.02, 0.2, 0.16)) for y in (-0.18, 0.18)], lamp))
    return merge(parts)


def terminal(variant: int) -> Archetype:
    """A terminal of two storeys, 40 m long, its front to the road."""
    style = ("office", "concrete_office")[variant % 2]
    return building((40.0, 16.0), 2, style, variant, name=f"terminal_{variant}")


ENTRIES: Final[dict[str, Entry]] = {
    **{name: Entry(build=_painted(name), semantic="asphalt", solids=_nothing, lod_m=())
       for name in PAINT},
    "mark_number": Entry(build=mark_number, semantic="asphalt", solids=_nothing, variants=2,
                         lod_m=()),
    "mark_helipad": Entry(build=mark_helipad, semantic="asphalt", solids=_nothing, lod_m=()),
    "mark_ring": Entry(build=mark_ring, semantic="asphalt", solids=_nothing, lod_m=()),
    "papi_unit": Entry(
        build=papi_unit, semantic="post", variants=2, lod_m=(30.0,),
        solids=lambda _: box_solids([((0.0, 0.0, 0.3), (0.9, 0.7, 0.6))], "post"),
    ),
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {**makers_of(ENTRIES), "terminal": terminal}
VARIANTS: Final[dict[str, int]] = {**variants_of(ENTRIES), "terminal": 2}
