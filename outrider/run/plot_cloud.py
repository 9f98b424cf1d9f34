"""A swarm in the picture: paths of some, a speck for each where it is now, a band of heights."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from outrider.run.ink import QUIET, Colour, mix, write
from outrider.run.tracks import Cloud, Floats, View

FINE = 3
COLOUR: Colour = (70, 78, 92)
PALE: Colour = mix(COLOUR, (255, 255, 255), 0.62)
PATH_ALPHA = 70
SPECK_PX = (0.8, 3.0)
"""Radius of a vehicle's speck, pixels: the smallest, and the largest where there is room."""
RAMP: tuple[Colour, ...] = (
    (68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37),
)  # fmt: skip
"""Low to high: viridis, which grows lighter evenly and is told apart by all eyes."""
LEGEND_ROW = 52
BAR = (9, 40)
"""Width and height of the colour bar in the legend, pixels."""


def draw_cloud(picture: Image.Image, cloud: Cloud, view: View) -> None:
    """Below the tracks of the team: thin paths, then where every vehicle is."""
    left, top = round(view.box[0]), round(view.box[1])
    size = (round(view.box[2]) - left, round(view.box[3]) - top)
    layer = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), (*COLOUR, 0))
    pen = ImageDraw.Draw(layer)
    for track in cloud.tracks:
        line = (view.pixels(track) - (left, top)) * FINE
        pen.line([(float(x), float(y)) for x, y in line], (*COLOUR, PATH_ALPHA), FINE)
    radius = FINE * _speck_radius(cloud, view)
    colours = colours_of(cloud.ends[:, 2], *_span(cloud))
    places = (view.pixels(cloud.ends) - (left, top)) * FINE
    for (x, y), colour in zip(places.tolist(), colours, strict=True):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), (*colour, 255))
    small = layer.resize(size, Image.Resampling.LANCZOS)
    picture.paste(small, (left, top), small)


def _span(cloud: Cloud) -> tuple[float, float]:
    """Lowest and highest of the whole run, m."""
    return float(cloud.heights[:, 0].min()), float(cloud.heights[:, 1].max())


def colours_of(heights: Floats, low: float, high: float) -> list[Colour]:
    """A colour for each height: the ramp from ``low`` to ``high``."""
    share = (heights - low) / max(high - low, 1e-9) * (len(RAMP) - 1)
    steps = np.arange(len(RAMP))
    parts = [np.interp(share, steps, channel) for channel in np.array(RAMP).T]
    return [(int(r), int(g), int(b)) for r, g, b in np.stack(parts, axis=1).round().tolist()]


def _speck_radius(cloud: Cloud, view: View) -> float:
    """A quarter of the distance that vehicles have if they fill their part of the map evenly."""
    spans = np.maximum(np.ptp(view.pixels(cloud.ends), axis=0), 1.0)
    apart = float(np.sqrt(spans.prod() / cloud.count))
    return min(max(0.25 * apart, SPECK_PX[0]), SPECK_PX[1])


def draw_row(picture: Image.Image, cloud: Cloud, left: float, y: float) -> float:
    """Its row of the legend; returns where the next one starts."""
    pen = ImageDraw.Draw(picture)
    low, high = _span(cloud)
    rows = np.linspace(high, low, BAR[1])
    for k, colour in enumerate(colours_of(rows, low, high)):
        pen.line((left + 6, y + 2 + k, left + 6 + BAR[0], y + 2 + k), colour)
    for value, dy in ((high, 0), (low, BAR[1] - 10)):
        write(pen, (left + 10 + BAR[0], y + dy), f"{value:.0f} m", size=13, colour=QUIET)
    write(pen, (left + 60, y), cloud.name, size=19, bold=True)
    facts = f"{cloud.count:,} x {cloud.model} · {cloud.mean_length_m:,.1f} m each"
    write(pen, (left + 60, y + 23), facts, size=15, colour=QUIET)
    return y + LEGEND_ROW


def band(cloud: Cloud) -> tuple[Floats, Floats]:
    """Outline of lowest and highest over time: ``(2 m,)`` stamps and heights, once round."""
    stamps = np.concatenate([cloud.stamps_s, cloud.stamps_s[::-1]])
    heights = np.concatenate([cloud.heights[:, 1], cloud.heights[::-1, 0]])
    return stamps, heights
