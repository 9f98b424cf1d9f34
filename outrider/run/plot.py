"""``paths.jpg``: where the robots went, seen from above, and how high the flying ones were."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFile

from outrider.run import plot_cloud, plot_frame, plot_map, plot_profile
from outrider.run.ink import PAPER, colour_of
from outrider.run.tracks import Cloud, Floats, Track, View

WIDTH = 1500
MAP_WIDTH = 1100
MAP_HEIGHT_LIMITS = (560, 980)
MAP_LEFT, MAP_TOP = 78, 92
PROFILE_HEIGHT = 170
LEAST_SPAN_M = 12.0
MARGIN = 0.14
MAX_BYTES = 150_000
MOST_NAMED = 24
"""With more robots than this, names would hide the map; the legend counts them by model."""


def frame_tracks(tracks: Sequence[Track], *, also: Sequence[Floats] = ()) -> View:
    """The window that shows all tracks, and points ``(n, 2+)`` besides; and its place."""
    parts = [track.points[:, :2] for track in tracks]
    parts += [points.reshape(-1, points.shape[-1])[:, :2] for points in also]
    points = np.concatenate(parts or [np.zeros((1, 2))])
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    centre = (low + high) / 2
    span = np.maximum((high - low) * (1 + 2 * MARGIN), LEAST_SPAN_M)
    height = min(max(MAP_WIDTH * span[1] / span[0], MAP_HEIGHT_LIMITS[0]), MAP_HEIGHT_LIMITS[1])
    height = float(round(height))
    metres_per_pixel = max(span[0] / MAP_WIDTH, span[1] / height)
    half = np.array([MAP_WIDTH, height]) * metres_per_pixel / 2
    west, south = (float(value) for value in centre - half)
    east, north = (float(value) for value in centre + half)
    box = (MAP_LEFT, MAP_TOP, MAP_LEFT + MAP_WIDTH, MAP_TOP + height)
    return View(west, south, east, north, box)


def paint(tracks: Sequence[Track]) -> list[Track]:
    """The tracks with a colour each, in order."""
    return [replace(track, colour=colour_of(index)) for index, track in enumerate(tracks)]


def draw(
    tracks: Sequence[Track],
    backdrop: NDArray[np.uint8],
    view: View,
    *,
    title: str,
    subtitle: str = "",
    cloud: Cloud | None = None,
) -> Image.Image:
    """The picture; ``backdrop (h, w, 3) u8`` shows ``view``, north up; ``cloud`` is a swarm."""
    tracks = paint(tracks)
    flying = [track for track in tracks if track.flies]
    bottom = math.ceil(view.box[3])
    strip = bool(flying) or cloud is not None
    height = bottom + 66 + (PROFILE_HEIGHT + 54 if strip else 0)
    picture = Image.new("RGB", (WIDTH, height), PAPER)
    width_px, height_px = (round(view.box[2] - view.box[0]), round(view.box[3] - view.box[1]))
    land = Image.fromarray(backdrop).resize((width_px, height_px), Image.Resampling.LANCZOS)
    picture.paste(land, (MAP_LEFT, MAP_TOP))
    named = len(tracks) <= MOST_NAMED
    if cloud is not None:
        plot_cloud.draw_cloud(picture, cloud, view)
    plot_map.draw_tracks(picture, tracks, view, named=named)
    plot_frame.draw_frame(picture, view, title=title, subtitle=subtitle)
    plot_frame.draw_legend(
        picture, tracks, cloud, left=view.box[2] + 34, top=view.box[1], named=named
    )
    if strip:
        box = (view.box[0], bottom + 66, view.box[2], bottom + 66 + PROFILE_HEIGHT)
        plot_profile.draw_profile(picture, flying, cloud, box)
    return picture


def encode(picture: Image.Image, *, max_bytes: int = MAX_BYTES) -> bytes:
    """JPEG of at most ``max_bytes``: the best quality that fits, smaller if none does."""
    # Pillow's buffer for a progressive JPEG holds a byte a pixel; a rough backdrop needs more.
    ImageFile.MAXBLOCK = max(ImageFile.MAXBLOCK, 4 * picture.width * picture.height)
    while True:
        for quality in (92, 88, 84, 80, 75, 68, 60, 50):
            target = io.BytesIO()
            # 4:4:4 keeps thin coloured lines and letters clean.
            picture.save(
                target, "JPEG", quality=quality, subsampling=0, optimize=True, progressive=True
            )
            if target.tell() <= max_bytes:
                return target.getvalue()
        smaller = (round(picture.width * 0.8), round(picture.height * 0.8))
        picture = picture.resize(smaller, Image.Resampling.LANCZOS)
