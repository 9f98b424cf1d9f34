"""The tracks on the map: lines with a halo, marks of start and end, names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from outrider.run.ink import PAPER, Colour, width_of, write
from outrider.run.labels import Box, Wanted, place
from outrider.run.tracks import Track, View

FINE = 3
"""Lines are drawn this much larger and shrunk: anti-aliasing."""
HALO = 1.9
LINE = {"wheeled": 6.4, "person": 3.6, "multirotor": 3.2}
"""Width by kind, pixels; in the order of drawing."""
NAME_SIZE = 19
MARK = 9.0
BIGGER_ARROW = 1.4
DASH = (6.0, 7.5)
"""On and off, pixels; round ends make the dash longer and the gap shorter by the width."""
DOT_EVERY_S = (1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600)


def draw_tracks(picture: Image.Image, tracks: Sequence[Track], view: View, *, named: bool) -> None:
    """Draw all tracks into the map part of ``picture``."""
    left, top = round(view.box[0]), round(view.box[1])
    size = (round(view.box[2]) - left, round(view.box[3]) - top)
    layer = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), (255, 255, 255, 0))
    pen = ImageDraw.Draw(layer)
    lines = [_thin(view.pixels(track.points) - (left, top)) for track in tracks]
    if named:
        for track, line in zip(tracks, lines, strict=True):
            _stroke(pen, line, (*PAPER, 215), LINE[track.kind] + 2 * HALO)
    for track, line in sorted(zip(tracks, lines, strict=True), key=_from_below):
        _draw_line(pen, track, line, crowd=not named)
    if named:
        for track in tracks:
            _draw_dots(pen, track, view, (left, top))
        for track, line in sorted(zip(tracks, lines, strict=True), key=_from_below):
            _draw_marks(pen, track, line)
    layer = layer.resize(size, Image.Resampling.LANCZOS)
    picture.paste(layer, (left, top), layer)
    if named:
        _write_names(picture, tracks, [line + np.array([left, top]) for line in lines], view.box)


def _from_below(entry: tuple[Track, NDArray[np.float64]]) -> int:
    """Draws what drives first: wide, so that it still shows below what rode on it."""
    return list(LINE).index(entry[0].kind)


def _thin(line: NDArray[np.float64]) -> NDArray[np.float64]:
    """Without the points that are less than half a pixel from the one kept before."""
    kept = [0]
    for index in range(1, len(line)):
        if np.max(np.abs(line[index] - line[kept[-1]])) >= 0.5:
            kept.append(index)
    if kept[-1] != len(line) - 1:
        kept.append(len(line) - 1)
    return line[kept]


def _draw_line(
    pen: ImageDraw.ImageDraw, track: Track, line: NDArray[np.float64], *, crowd: bool
) -> None:
    width = 1.3 if crowd else LINE[track.kind]
    for piece in _dashes(line, *DASH) if track.kind == "person" else [line]:
        _stroke(pen, piece, (*track.colour, 190 if crowd else 255), width)


def _stroke(
    pen: ImageDraw.ImageDraw,
    line: NDArray[np.float64],
    colour: tuple[int, int, int, int],
    width: float,
) -> None:
    """A line with round ends and joints, in fine pixels."""
    points = [(float(x), float(y)) for x, y in line * FINE]
    radius = width * FINE / 2
    if len(points) > 1:
        pen.line(points, colour, round(width * FINE), joint="curve")
    for x, y in (points[0], points[-1]):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _dashes(line: NDArray[np.float64], on: float, off: float) -> list[NDArray[np.float64]]:
    """Pieces of the line, ``on`` pixels long and ``off`` pixels apart."""
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    pieces = []
    for start in np.arange(0.0, max(along[-1], 1e-9), on + off):
        end = min(start + on, along[-1])
        inner = (along > start) & (along < end)
        at = np.concatenate([[start], along[inner], [end]])
        pieces.append(
            np.stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])], axis=1)
        )
    return pieces


def dot_spacing_s(duration_s: float) -> int:
    """Time between the dots on a track: at most twelve of them."""
    return next((step for step in DOT_EVERY_S if duration_s / step <= 12), DOT_EVERY_S[-1])


def _draw_dots(pen: ImageDraw.ImageDraw, track: Track, view: View, corner: tuple[int, int]) -> None:
    """Dots at equal times: where they are dense the robot was slow."""
    spacing = dot_spacing_s(track.duration_s)
    at = np.arange(spacing, track.stamps_s[-1], spacing, dtype=float)
    if track.length_m * view.metre < 60:
        return
    points = np.stack([np.interp(at, track.stamps_s, track.points[:, k]) for k in (0, 1)], axis=1)
    for x, y in (view.pixels(points) - corner) * FINE:
        _disc(pen, (x, y), 4.0 * FINE, track.colour)
        _disc(pen, (x, y), 2.1 * FINE, PAPER)


def _draw_marks(pen: ImageDraw.ImageDraw, track: Track, line: NDArray[np.float64]) -> None:
    x, y = line[0] * FINE
    draw_start(pen, (x, y), track.colour, scale=FINE)
    x, y = line[-1] * FINE
    draw_end(pen, (x, y), track, scale=FINE)


def draw_start(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], colour: Colour, *, scale: float
) -> None:
    """A ring."""
    for radius, fill in ((6.6, PAPER), (5.2, colour), (2.6, PAPER)):
        _disc(pen, at, radius * scale, fill)


def draw_end(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], track: Track, *, scale: float
) -> None:
    """A solid mark: disc (flies), arrow (drives, along its heading), diamond (walks)."""
    for grow, fill in ((2.0, PAPER), (0.0, track.colour)):
        _draw_shape(pen, at, track, (MARK + grow) * scale, fill)
    if track.crashed:
        reach, width = 4.0 * scale, round(2.2 * scale)
        x, y = at
        pen.line((x - reach, y - reach, x + reach, y + reach), PAPER, width)
        pen.line((x - reach, y + reach, x + reach, y - reach), PAPER, width)


def _disc(pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, fill: Colour) -> None:
    pen.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), fill)


def draw_sample(picture: Image.Image, track: Track, at: tuple[float, float]) -> None:
    """A short piece of the track with its end mark, for the legend; ``at`` is its left end."""
    width, height = 54, 34
    layer = Image.new("RGBA", (width * FINE, height * FINE), (255, 255, 255, 0))
    pen = ImageDraw.Draw(layer)
    line = np.array([[4.0, height / 2], [width - 15.0, height / 2]])
    _draw_line(pen, track, line, crowd=False)
    draw_end(pen, ((width - 15) * FINE, height / 2 * FINE), _level(track), scale=FINE)
    small = layer.resize((width, height), Image.Resampling.LANCZOS)
    picture.paste(small, (round(at[0]), round(at[1] - height / 2)), small)


def _level(track: Track) -> Track:
    """The track as if it ended eastbound and whole."""
    return replace(track, heading_rad=0.0, crashed=False)


def _draw_shape(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], track: Track, radius: float, fill: Colour
) -> None:
    x, y = at
    if track.kind == "multirotor":
        _disc(pen, at, radius * 0.9, fill)
        return
    corners: tuple[tuple[float, float], ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    heading = 0.0
    if track.kind == "wheeled":
        corners = ((1.3, 0.0), (-0.95, 1.0), (-0.55, 0.0), (-0.95, -1.0))
        radius *= BIGGER_ARROW
        heading = track.heading_rad
    cosine, sine = math.cos(heading), math.sin(heading)
    pen.polygon(
        [
            (x + radius * (a * cosine - b * sine), y - radius * (a * sine + b * cosine))
            for a, b in corners
        ],
        fill,
    )


def _write_names(
    picture: Image.Image,
    tracks: Sequence[Track],
    lines: Sequence[NDArray[np.float64]],
    frame: Box,
) -> None:
    """Names near the ends of the tracks, clear of marks, of each other and of the lines."""
    taken: list[Box] = []
    for line in lines:
        for x, y in (line[0], line[-1]):
            taken.append((x - MARK - 3, y - MARK - 3, x + MARK + 3, y + MARK + 3))
        taken += [(x - 3, y - 3, x + 3, y + 3) for x, y in line[:: max(1, len(line) // 60)]]
    wanted = [
        Wanted(
            (float(line[-1][0]), float(line[-1][1])),
            width_of(track.name, NAME_SIZE, bold=True) + 8,
            NAME_SIZE + 6,
            MARK + 5,
        )
        for track, line in zip(tracks, lines, strict=True)
    ]
    inner = (frame[0] + 6, frame[1] + 6, frame[2] - 6, frame[3] - 6)
    pen = ImageDraw.Draw(picture)
    for track, want, box in zip(
        tracks, wanted, place(wanted, taken=taken, frame=inner), strict=True
    ):
        _write_name(pen, track, want, box)


def _write_name(pen: ImageDraw.ImageDraw, track: Track, want: Wanted, box: Box) -> None:
    centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    nearest = (
        min(max(want.anchor[0], box[0] + 4), box[2] - 4),
        min(max(want.anchor[1], box[1] + 4), box[3] - 4),
    )
    if math.dist(nearest, want.anchor) > want.gap * 1.6:
        pen.line((*want.anchor, *nearest), PAPER, 3)
        pen.line((*want.anchor, *nearest), track.colour, 1)
    write(
        pen, centre, track.name, size=NAME_SIZE, colour=track.colour, anchor="mm", bold=True,
        halo=PAPER,
    )  # fmt: skip
