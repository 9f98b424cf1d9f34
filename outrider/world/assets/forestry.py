"""What foresters leave in the woods: piles of logs beside the road, high seats at clearings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.catalogue import Bar, Entry, bar_solids, beams, blocks, box_solids
from outrider.world.assets.catalogue import makers as makers_of
from outrider.world.assets.catalogue import variants as variants_of
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

PROXY_TOLERANCE_M: Final = 0.15
"""How far solids and meshes differ: the hollows between logs and the hatch of a seat are filled."""
LOG_M: Final = 4.0
_PITCH_M: Final = 0.42
"""From log to log in a row; rows lie in the hollows of those below."""
_RISE_M: Final = 0.364
_PILES: Final = (("bark_spruce", (7, 6, 5, 4)), ("bark_pine", (6, 5, 4)), ("bark_beech", (8, 7, 6)))
_FLOOR_M: Final = 2.9
_ROOF_M: Final = 4.9
_HALF_M: Final = 0.72
_FOOT_M: Final = 1.15
_SUNK_M: Final = 0.5
_CORNERS: Final = ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))
_BEAMS: Final = ("bark_spruce", "wood_pine")
_BOARDS: Final = ("planks_weathered", "planks_new")


def log_pile(variant: int, level: int) -> Mesh:
    """Logs of 4 m along x, stacked in rows that grow shorter."""
    bark, rows = _PILES[variant]
    if level == 2:
        return merge([forms.box(size, material=bark, center=at) for at, size in _rows(variant)])
    chance = Stream(variant, "assets", "log_pile").uniform(0, 3 * sum(rows)).reshape(-1, 3)
    sides = 6 if level else 12
    return merge([
        _log(y, z, bark, draw, sides)
        for (y, z), draw in zip(_middles(rows), chance, strict=True)
    ])  # fmt: skip


def _middles(rows: tuple[int, ...]) -> list[tuple[float, float]]:
    """Of the logs, (y, z)."""
    return [
        ((k - 0.5 * (many - 1)) * _PITCH_M, 0.5 * _PITCH_M + row * _RISE_M)
        for row, many in enumerate(rows)
        for k in range(many)
    ]


def _log(y: float, z: float, bark: str, draw: np.ndarray, sides: int) -> Mesh:
    """A log that tapers, its ends sawn."""
    thick = 0.5 * _PITCH_M * (0.9 + 0.1 * draw[0])
    shift = 0.2 * (draw[1] - 0.5)
    radii = (thick, 0.88 * thick) if draw[2] < 0.5 else (0.88 * thick, thick)
    ends = np.array([(shift - 0.5 * LOG_M, y, z), (shift + 0.5 * LOG_M, y, z)])
    around = forms.ring_of(sides, 1.0)
    cuts = []
    for end, radius, side in zip(ends, radii, (-1.0, 1.0), strict=True):
        ring = end + radius * np.column_stack((np.zeros(sides), side * around[:, 0], around[:, 1]))
        cuts.append(forms.fan(ring, (side, 0.0, 0.0), material="wood_cut"))
    return merge([forms.tube(ends, radii, material=bark, sides=sides, caps=False), *cuts])


def _rows(variant: int) -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    """A box for each row, (centre, size)."""
    rows = _PILES[variant][1]
    boxes = []
    for row, many in enumerate(rows):
        last = row == len(rows) - 1
        low = row * _RISE_M
        high = low + (_PITCH_M if last else _RISE_M)
        boxes.append(((0.0, 0.0, 0.5 * (low + high)), (LOG_M, many * _PITCH_M, high - low)))
    return boxes


def high_seat(variant: int, level: int) -> Mesh:
    """A hunter's cabin on four legs, open above the breast to the front (+x), with a ladder."""
    posts, boards = _BEAMS[variant], _BOARDS[variant]
    parts = [
        beams(_legs(), 0.13, 0.13, posts),
        blocks([((0.0, 0.0, _FLOOR_M), (2.0 * _HALF_M + 0.2, 2.0 * _HALF_M + 0.2, 0.1))], boards),
        blocks(_walls(), boards),
        beams([((-1.05, 0.0, _ROOF_M - 0.2), (1.1, 0.0, _ROOF_M + 0.1))], 1.9, 0.06, "metal_grey"),
    ]
    if level < 2:
        parts += [beams(_braces(), 0.08, 0.08, posts), beams(_rails(), 0.08, 0.08, posts)]
    if level == 0:
        parts.append(blocks(_rungs(), posts))
        parts.append(blocks([((-0.35, 0.0, _FLOOR_M + 0.5), (0.4, 1.3, 0.05))], boards))
    return merge(parts)


def _legs() -> list[Bar]:
    return [((_FOOT_M * x, _FOOT_M * y, -_SUNK_M), (_HALF_M * x, _HALF_M * y, _FLOOR_M))
            for x, y in _CORNERS]  # fmt: skip


def _braces() -> list[Bar]:
    """A cross between the legs of either side."""
    low, high = _FOOT_M - 0.1, _HALF_M + 0.08
    return [((low * way, low * side, 0.5), (-high * way, high * side, _FLOOR_M - 0.3))
            for side in (1.0, -1.0) for way in (1.0, -1.0)]  # fmt: skip


def _walls() -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    """Back and sides to the roof, the front to the breast, and posts at the corners."""
    tall = _ROOF_M - 0.1 - _FLOOR_M
    middle, edge = _FLOOR_M + 0.5 * tall, _HALF_M
    low = _FLOOR_M + 0.5
    return [
        ((-edge, 0.0, middle), (0.05, 2.0 * edge, tall)),
        *(((0.0, s * edge, low), (2.0 * edge, 0.05, 1.0)) for s in (1.0, -1.0)),
        *(((-0.45, s * edge, middle + 0.5), (0.6, 0.05, tall - 1.0)) for s in (1.0, -1.0)),
        ((edge, 0.0, low), (0.05, 2.0 * edge, 1.0)),
        *(((edge, s * edge, middle), (0.1, 0.1, tall)) for s in (1.0, -1.0)),
    ]


def _rails() -> list[Bar]:
    """The ladder's, behind the cabin."""
    return [((-1.9, s * 0.26, -_SUNK_M), (-0.85, s * 0.26, _FLOOR_M + 0.9)) for s in (1.0, -1.0)]


def _rungs() -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    (a, b) = np.array(_rails()[0])
    share = (np.arange(0.3, _FLOOR_M, 0.32) + _SUNK_M) / float(b[2] - a[2])
    at = a + share[:, None] * (b - a)
    return [((float(x), 0.0, float(z)), (0.06, 0.52, 0.06)) for x, _, z in at]


def _seat_solids(_: int) -> Solids:
    tall = _ROOF_M + 0.1 - _FLOOR_M
    cabin = (0.0, 0.0, _FLOOR_M + 0.5 * tall - 0.05), (2.0 * _HALF_M + 0.2, 1.7, tall)
    ladder = (-1.9, 0.0, -_SUNK_M), (-0.85, 0.0, _FLOOR_M + 0.9)
    return merge_solids([
        bar_solids(_legs(), 0.13, "building"), bar_solids(_braces(), 0.08, "building"),
        bar_solids([ladder], (0.6, 0.08), "building"), box_solids([cabin], "building"),
    ])  # fmt: skip


ENTRIES: Final[dict[str, Entry]] = {
    "log_pile": Entry(build=log_pile, semantic="dead_wood", variants=len(_PILES),
                      solids=lambda variant: box_solids(_rows(variant), "dead_wood")),
    "high_seat": Entry(build=high_seat, semantic="building", variants=len(_BEAMS),
                       solids=_seat_solids, lod_m=(30.0, 90.0)),
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = makers_of(ENTRIES)
VARIANTS: Final[dict[str, int]] = variants_of(ENTRIES)
