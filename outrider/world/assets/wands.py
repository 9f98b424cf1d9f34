"""Wands: bamboo poles with a flag that mark a way over snow."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from outrider.world import forms, solids
from outrider.world.assets.catalogue import Entry, both_faces, makers, variants
from outrider.world.mesh import Mesh, merge

_HIGH_M: Final = 2.2
_RADIUS_M: Final = 0.02
_FLAG_M: Final = (0.42, 0.28)
_STRIPS: Final = (9, 3, 1)
"""Pieces of the cloth by level of detail."""


def _cloth(share: float) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """The lower and the upper edge of the cloth so far from the pole: it hangs and sways."""
    length, high = _FLAG_M
    x, y = length * share * (1.0 - 0.12 * share), 0.05 * math.sin(5.0 * share)
    top = _HIGH_M - 0.02 - 0.16 * share**1.4
    return (x, y, top - high), (x, y, top)


def route_wand(variant: int, level: int) -> Mesh:
    """A pole in the snow with a flag, red or orange, that hangs in light wind."""
    sides = (7, 5, 3)[level]
    pole = forms.rod((0.0, 0.0, -0.4), (0.0, 0.0, _HIGH_M), _RADIUS_M, material="wood_cut",
                     sides=sides)  # fmt: skip
    cloth = ("paint_red", "paint_orange")[variant]
    edges = [_cloth(k / _STRIPS[level]) for k in range(_STRIPS[level] + 1)]
    strips = [forms.quad((a, c, d, b), material=cloth) for (a, b), (c, d) in pairwise(edges)]
    return merge([pole, both_faces(merge(strips))])


ENTRIES: Final[dict[str, Entry]] = {
    "route_wand": Entry(
        build=route_wand, semantic="pole", variants=2, lod_m=(25.0, 80.0),
        solids=lambda _: solids.cylinders((0.0, 0.0, 0.5 * _HIGH_M), radius=_RADIUS_M,
                                          height=_HIGH_M, semantic="pole"),
    ),
}  # fmt: skip
MAKERS: Final = makers(ENTRIES)
VARIANTS: Final = variants(ENTRIES)
