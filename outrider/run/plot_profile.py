"""The strip below the map: height of the flying robots over time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from outrider.run import plot_cloud
from outrider.run.ink import QUIET, RULE, TEXT, mix, nice_step, number, ticks, write
from outrider.run.labels import Box
from outrider.run.tracks import Cloud, Track

FINE = 3
SMALL = 15
GROUND_SHADE = 0.55
MOST_WITH_GROUND = 4


def draw_profile(
    picture: Image.Image, tracks: Sequence[Track], cloud: Cloud | None, box: Box
) -> None:
    """Height against time: solid the robot, thin the ground below it; a band for a swarm."""
    low, high = _limits(tracks, cloud)
    times = [track.stamps_s for track in tracks] + ([cloud.stamps_s] if cloud else [])
    start = min(float(stamps[0]) for stamps in times)
    end = max(start + 1e-3, *(float(stamps[-1]) for stamps in times))
    _draw_grid(ImageDraw.Draw(picture), box, (start, end), (low, high))
    _write_key(ImageDraw.Draw(picture), tracks, cloud, box)
    left, top, right, bottom = (round(edge) for edge in box)
    layer = Image.new("RGBA", ((right - left) * FINE, (bottom - top) * FINE), (255, 255, 255, 0))
    pen = ImageDraw.Draw(layer)

    def to_pixels(stamps: NDArray[np.float64], heights: NDArray[np.float64]) -> list[float]:
        x = (stamps - start) / (end - start) * layer.width
        y = (high - heights) / (high - low) * layer.height
        return [float(value) for pair in zip(x, y, strict=True) for value in pair]

    if cloud is not None:
        edge = to_pixels(*plot_cloud.band(cloud))
        pen.polygon(edge, plot_cloud.PALE, plot_cloud.COLOUR, 3)
    for track in tracks:
        if track.ground is not None and len(tracks) <= MOST_WITH_GROUND:
            shade = mix(track.colour, (255, 255, 255), GROUND_SHADE)
            pen.line(to_pixels(track.stamps_s, track.ground), shade, 4, joint="curve")
    for track in tracks:
        pen.line(to_pixels(track.stamps_s, track.points[:, 2]), track.colour, 8, joint="curve")
    small = layer.resize((right - left, bottom - top), Image.Resampling.LANCZOS)
    picture.paste(small, (left, top), small)


def _limits(tracks: Sequence[Track], cloud: Cloud | None) -> tuple[float, float]:
    """Lowest and highest height to show, with a little room."""
    heights = [track.points[:, 2] for track in tracks] + ([cloud.heights] if cloud else [])
    if len(tracks) <= MOST_WITH_GROUND:
        heights += [track.ground for track in tracks if track.ground is not None]
    low = min(float(np.nanmin(values)) for values in heights)
    high = max(float(np.nanmax(values)) for values in heights)
    room = max(0.08 * (high - low), 0.25)
    return low - room, high + room


def _draw_grid(
    pen: ImageDraw.ImageDraw,
    box: Box,
    time: tuple[float, float],
    height: tuple[float, float],
) -> None:
    left, top, right, bottom = box
    step = nice_step(height[1] - height[0], at_most=5)
    for value in ticks(*height, step):
        y = top + (height[1] - value) / (height[1] - height[0]) * (bottom - top)
        pen.line((left, y, right, y), RULE, 1)
        write(pen, (left - 11, y), number(value, step), size=SMALL, anchor="rm")
    step = nice_step(time[1] - time[0], at_most=10)
    for value in ticks(*time, step):
        x = left + (value - time[0]) / (time[1] - time[0]) * (right - left)
        pen.line((x, top, x, bottom), RULE, 1)
        write(pen, (x, bottom + 9), number(value, step), size=SMALL, anchor="ma")
    pen.line((left, top, left, bottom, right, bottom), TEXT, 1)
    write(pen, (right, bottom + 29), "time (s)", size=SMALL, colour=QUIET, anchor="ra")


def _write_key(
    pen: ImageDraw.ImageDraw, tracks: Sequence[Track], cloud: Cloud | None, box: Box
) -> None:
    left, top = box[2] + 34, box[1]
    lines = ["solid: robot"] if tracks else []
    if 0 < len(tracks) <= MOST_WITH_GROUND:
        lines.append("pale: ground below it")
    if cloud is not None:
        lines.append(f"band: lowest to highest of {cloud.name}")
    write(pen, (left, top), "height (m)", size=19, bold=True)
    for k, line in enumerate(lines):
        write(pen, (left, top + 26 + 22 * k), line, size=SMALL, colour=QUIET)
