"""Where names go so that they cover neither each other nor the marks: a greedy placement."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

RINGS = (1.0, 1.9, 3.0, 4.4, 6.0)
DIRECTIONS = (
    *(0.0, -0.5, 0.5, 1.0, -0.25, 0.25, -0.75, 0.75),
    *(-0.125, 0.125, -0.375, 0.375, -0.625, 0.625, -0.875, 0.875),
)
"""Preferred first, in units of pi; 0 is to the right, negative is up."""
OUTSIDE_COST = 50.0


@dataclass(frozen=True)
class Wanted:
    """A name of ``width`` by ``height`` pixels near the anchor; ``gap`` keeps it off the mark."""

    anchor: tuple[float, float]
    width: float
    height: float
    gap: float


def place(wanted: Sequence[Wanted], *, taken: Sequence[Box], frame: Box) -> list[Box]:
    """A box for each name: clear of ``taken`` and of the others as far as there is room."""
    placed: list[Box] = []
    for want in wanted:
        options = list(_candidates(want))
        costs = [
            rank * 0.02 + _cost(box, (*taken, *placed), frame) for rank, box in enumerate(options)
        ]
        placed.append(options[costs.index(min(costs))])
    return placed


def overlap(a: Box, b: Box) -> float:
    """Area in common, square pixels."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)


def _candidates(want: Wanted) -> Iterator[Box]:
    x, y = want.anchor
    for ring in RINGS:
        for direction in DIRECTIONS:
            cosine, sine = math.cos(direction * math.pi), math.sin(direction * math.pi)
            # The box touches the ring with the side or corner that faces the anchor.
            centre_x = x + cosine * (want.gap * ring + want.width / 2)
            centre_y = y + sine * (want.gap * ring + want.height / 2)
            yield (
                centre_x - want.width / 2,
                centre_y - want.height / 2,
                centre_x + want.width / 2,
                centre_y + want.height / 2,
            )


def _cost(box: Box, obstacles: Sequence[Box], frame: Box) -> float:
    area = (box[2] - box[0]) * (box[3] - box[1])
    covered = sum(overlap(box, other) for other in obstacles) / area
    outside = 1.0 - overlap(box, frame) / area
    # Any overlap costs more than the least preferred place that has none.
    return covered * 10.0 + (2.0 if covered else 0.0) + outside * OUTSIDE_COST
