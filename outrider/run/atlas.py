"""The map of a world: from above, by class, with roads, names, scale bar and figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from PIL import Image, ImageDraw

from outrider.run import plot_frame
from outrider.run.ink import PAPER, QUIET, TEXT, Colour, write
from outrider.run.labels import Box
from outrider.run.map_names import draw_start, mark_starts, write_names
from outrider.run.tracks import View
from outrider.world.overview import class_map
from outrider.world.scene import Extent, Scene
from outrider.world.stats import WorldStats, statistics

LEFT, TOP, RIGHT, BOTTOM = 92, 92, 330, 66
ROW_PX: Final = 23
FIGURES_PX: Final = 220
"""What the figures under the legend need."""
SLIMMEST: Final = 4.0
"""How many times as long as wide a map may be; more ground is shown beside what is slimmer."""
LEAST_SHARE: Final = 0.001
LAID: Final = ("asphalt", "concrete", "floor", "soil", "gravel", "sand", "ground")
"""Things of these classes are marks and slabs on the ground: no obstacles, so not listed."""


def map_of(scene: Scene, *, width: int = 1400) -> Image.Image:
    """The map as a picture ``width`` pixels wide."""
    across = width - LEFT - RIGHT
    scene = replace(scene, extent=_fuller(scene.extent))
    land = Image.fromarray(class_map(scene, width=across))
    west, south, east, north = scene.extent
    box = (float(LEFT), float(TOP), float(LEFT + land.width), float(TOP + land.height))
    view = View(west, south, east, north, box)
    found = statistics(scene)
    picture = Image.new("RGB", (width, TOP + max(land.height, 620) + BOTTOM), PAPER)
    picture.paste(land, (LEFT, TOP))
    start = mark_starts(picture, scene, view)
    write_names(picture, scene, view, taken=_furniture(box) + ([start] if start else []))
    subtitle = f"seed {scene.seed} · {found.size_m[0]:,.0f} x {found.size_m[1]:,.0f} m"
    plot_frame.draw_frame(picture, view, title=scene.kind, subtitle=subtitle)
    colours = {entry.name: entry.colour for entry in scene.classes}
    _write_figures(picture, found, colours, (box[2] + 30, TOP + 4))
    return picture


def _fuller(extent: Extent) -> Extent:
    """The extent, wide enough for its length about the same middle."""
    west, south, east, north = extent
    least = max(east - west, north - south) / SLIMMEST
    x = max(0.5 * (least - (east - west)), 0.0)
    y = max(0.5 * (least - (north - south)), 0.0)
    return west - x, south - y, east + x, north + y


def _furniture(box: Box) -> list[Box]:
    """What the scale bar and the north arrow take, and one pixel more."""
    left, top, right, bottom = box
    return [(left, bottom - 56, left + 330, bottom), (right - 64, top, right, top + 98)]


def _write_figures(
    picture: Image.Image,
    found: WorldStats,
    colours: Mapping[str, Colour],
    at: tuple[float, float],
) -> None:
    """What the ground is made of, what stands on it, and what it does to those who look."""
    pen = ImageDraw.Draw(picture)
    left, y = at
    shares = [(n, _percent(s)) for n, s in found.surfaces.items() if s >= LEAST_SHARE]
    y = _write_list(pen, "ground", left, y, shares, colours)
    counts = [(name, f"{n:,}") for name, n in found.classes.items() if name not in LAID]
    room = int((picture.height - BOTTOM - y - FIGURES_PX) / ROW_PX)
    if counts:
        y = _write_list(pen, "standing on it", left, y + 12, counts, colours, most=max(room, 6))
    write(pen, (left, y + 12), "figures", size=19, bold=True)
    y += 42
    for line in _lines(found):
        write(pen, (left, y), line, size=16, colour=QUIET)
        y += ROW_PX
    draw_start(pen, (left + 11, y + 18))
    write(pen, (left + 32, y + 8), "where robots start", size=16)


def _lines(found: WorldStats) -> list[str]:
    lines = [
        f"relief {found.relief_m:.0f} m, mean slope {found.slope_deg:.0f}°",
        f"{found.density_per_ha:,.0f} obstacles a hectare",
        f"{100 * found.occlusion:.0f} % of 30 m views blocked",
        f"likeness of places {found.self_similarity:.2f}",
    ]
    if found.buildings:
        rooms = f", {found.rooms:,} rooms" if found.rooms else ""
        lines.append(f"{found.buildings:,} buildings{rooms}")
    if found.roads_m:
        lines.append(f"{found.roads_m / 1000:.1f} km of roads")
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.01 else "< 1 %"


def _write_list(
    pen: ImageDraw.ImageDraw,
    heading: str,
    left: float,
    top: float,
    rows: list[tuple[str, str]],
    colours: Mapping[str, Colour],
    *,
    most: int = 14,
) -> float:
    """A heading and rows with their class's colour; returns where it ends."""
    write(pen, (left, top), heading, size=19, bold=True)
    y = top + 30
    shown = rows if len(rows) <= most else rows[: most - 1]
    for name, value in shown:
        pen.rectangle((left, y + 2, left + 22, y + 17), fill=colours[name], outline=TEXT)
        write(pen, (left + 32, y), name.replace("_", " "), size=16)
        write(pen, (left + 250, y), value, size=16, colour=QUIET, anchor="ra")
        y += ROW_PX
    if len(shown) < len(rows):
        rest = ", ".join(name.replace("_", " ") for name, _ in rows[len(shown) :])
        write(pen, (left + 32, y), _shortened(rest), size=16, colour=QUIET)
        y += ROW_PX
    return math.ceil(y)


def _shortened(text: str, most: int = 30) -> str:
    return text if len(text) <= most else text[: most - 2].rsplit(",", 1)[0] + ", ..."
