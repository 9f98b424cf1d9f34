"""Names on the map of a world: of buildings and regions, none upon another or beyond the border."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from outrider.run.ink import PAPER, QUIET, TEXT, width_of, write
from outrider.run.labels import Box, overlap
from outrider.run.tracks import View
from outrider.world.scene import Scene

SIZE: Final = 16
GAP: Final = 3.0
"""Pixels between two names at least."""
SHIFTS: Final = (
    (0.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.0, -2.0), (0.0, 2.0), (-0.6, 0.0), (0.6, 0.0),
    (-0.6, -1.2), (0.6, -1.2), (-0.6, 1.2), (0.6, 1.2), (0.0, -3.2), (0.0, 3.2),
    (-0.7, -2.4), (0.7, -2.4), (-0.7, 2.4), (0.7, 2.4),
)  # fmt: skip
"""Where a name may go, in its own widths and heights from its place; the nearest first."""
LEADER: Final = 1.5
"""From so many heights on a line leads from the name to its place."""
FEW: Final = 12
"""With more buildings only those with rooms are named."""


def write_names(picture: Image.Image, scene: Scene, view: View, *, taken: Sequence[Box]) -> None:
    """Write what has room beside the ``taken`` boxes; a name moves a little, or is left out."""
    pen = ImageDraw.Draw(picture)
    frame = (view.box[0] + 4, view.box[1] + 4, view.box[2] - 4, view.box[3] - 4)
    boxes = list(taken)
    for text, place in _names(scene):
        x, y = view.pixels(np.array([place]))[0]
        if not (frame[0] < x < frame[2] and frame[1] < y < frame[3]):
            continue
        half = (0.5 * width_of(text, SIZE) + GAP, 0.62 * SIZE + GAP)
        for middle in _places((x, y), half, frame):
            box = (middle[0] - half[0], middle[1] - half[1],
                   middle[0] + half[0], middle[1] + half[1])  # fmt: skip
            if not any(overlap(box, other) for other in boxes):
                boxes.append(box)
                _write(pen, text, middle, (x, y))
                break


def mark_starts(picture: Image.Image, scene: Scene, view: View) -> Box | None:
    """A ring with a dot where robots start; the box it takes."""
    start = scene.region("spawn")
    if start is None:
        return None
    x, y = view.pixels(np.array([start.position_m]))[0]
    draw_start(ImageDraw.Draw(picture), (x, y))
    return (x - 11, y - 11, x + 11, y + 11)


def draw_start(pen: ImageDraw.ImageDraw, at: tuple[float, float]) -> None:
    """The mark of the robots' start."""
    x, y = at
    for radius, colour in ((9, PAPER), (7, TEXT), (5, PAPER), (2.5, TEXT)):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _names(scene: Scene) -> Iterator[tuple[str, tuple[float, float]]]:
    """Names without their prefixes and numbers, buildings first, then regions, the large first."""
    few = len(scene.buildings) < FEW
    for building in scene.buildings:
        if building.rooms or few:
            yield _plain(building.name, building.kind), building.position_m
    regions = [r for r in scene.regions if not r.name.startswith(("spawn", "entrance"))]
    for region in sorted(regions, key=lambda r: -r.half_m[0] * r.half_m[1]):
        yield _plain(region.name, region.kind), region.position_m


def _plain(name: str, kind: str) -> str:
    """``field_wheat_3`` is wheat; what is but a letter and a number has the name of its kind."""
    words = re.sub(r"[_ ]?\d+$", "", name).removeprefix("field_").replace("_", " ")
    return words if len(words) > 2 else kind.replace("_", " ")


def _places(
    at: tuple[float, float], half: tuple[float, float], frame: Box
) -> Iterator[tuple[float, float]]:
    """Middles of a name, moved into the frame."""
    for across, down in SHIFTS:
        x, y = at[0] + 2.0 * across * half[0], at[1] + 2.0 * down * half[1]
        yield (
            min(max(x, frame[0] + half[0]), frame[2] - half[0]),
            min(max(y, frame[1] + half[1]), frame[3] - half[1]),
        )


def _write(
    pen: ImageDraw.ImageDraw, text: str, middle: tuple[float, float], at: tuple[float, float]
) -> None:
    if math.dist(middle, at) > LEADER * SIZE and abs(middle[1] - at[1]) > SIZE:
        pen.line((*middle, *at), PAPER, 3)
        pen.line((*middle, *at), QUIET, 1)
        pen.ellipse((at[0] - 2, at[1] - 2, at[0] + 2, at[1] + 2), fill=TEXT)
    write(pen, middle, text, size=SIZE, anchor="mm", halo=PAPER)
