"""The map of a world: from above, by class, with roads, names, scale bar and figures."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from outrider.run import plot_frame
from outrider.run.ink import PAPER, QUIET, TEXT, write
from outrider.run.tracks import View
from outrider.world.overview import class_map
from outrider.world.scene import Scene
from outrider.world.semantics import CLASSES, number_of
from outrider.world.stats import WorldStats, statistics

LEFT, TOP, RIGHT, BOTTOM = 78, 92, 330, 66
MOST_LISTED: Final = 11
MOST_NAMED: Final = 40


def map_of(scene: Scene, *, width: int = 1400) -> Image.Image:
    """The map as a picture ``width`` pixels wide."""
    across = width - LEFT - RIGHT
    land = Image.fromarray(class_map(scene, width=across))
    west, south, east, north = scene.extent
    box = (float(LEFT), float(TOP), float(LEFT + land.width), float(TOP + land.height))
    view = View(west, south, east, north, box)
    found = statistics(scene)
    picture = Image.new("RGB", (width, TOP + max(land.height, 620) + BOTTOM), PAPER)
    picture.paste(land, (LEFT, TOP))
    _name_places(picture, scene, view)
    subtitle = f"seed {scene.seed} · {found.size_m[0]:,.0f} x {found.size_m[1]:,.0f} m"
    plot_frame.draw_frame(picture, view, title=scene.kind, subtitle=subtitle)
    _write_figures(picture, found, box[2] + 30, TOP + 4)
    return picture


def _name_places(picture: Image.Image, scene: Scene, view: View) -> None:
    """Names of buildings and regions, where they are not too many."""
    pen = ImageDraw.Draw(picture)
    named = [
        (b.name, b.position_m) for b in scene.buildings if b.rooms or len(scene.buildings) < 12
    ]
    named += [(r.name, r.position_m) for r in scene.regions if not r.name.startswith("spawn_")]
    for name, place in named[:MOST_NAMED]:
        x, y = view.pixels(np.array([place]))[0]
        if view.box[0] < x < view.box[2] and view.box[1] < y < view.box[3]:
            write(pen, (x, y), name.replace("_", " "), size=16, anchor="mm", halo=PAPER)


def _write_figures(picture: Image.Image, found: WorldStats, left: float, top: float) -> None:
    """What the ground is made of, what stands on it, and what it does to those who look."""
    pen = ImageDraw.Draw(picture)
    y = _write_list(pen, "ground", left, top, [
        (name, f"{100 * share:.0f} %") for name, share in found.surfaces.items() if share >= 0.005
    ])  # fmt: skip
    counts = [(name, f"{count:,}") for name, count in found.classes.items()]
    y = _write_list(pen, "standing on it", left, y + 12, counts[:MOST_LISTED])
    write(pen, (left, y + 12), "figures", size=19, bold=True)
    lines = [
        f"relief {found.relief_m:.0f} m, slope {found.slope_deg:.0f}°",
        f"{found.density_per_ha:,.0f} obstacles a hectare",
        f"{100 * found.occlusion:.0f} % of 30 m views blocked",
        f"likeness of places {found.self_similarity:.2f}",
    ]
    if found.buildings:
        lines.append(f"{found.buildings} buildings, {found.rooms} rooms")
    if found.roads_m:
        lines.append(f"{found.roads_m / 1000:.1f} km of roads")
    for k, line in enumerate(lines):
        write(pen, (left, y + 42 + 23 * k), line, size=16, colour=QUIET)


def _write_list(
    pen: ImageDraw.ImageDraw, heading: str, left: float, top: float, rows: list[tuple[str, str]]
) -> float:
    """A heading and rows with their class's colour; returns where it ends."""
    write(pen, (left, top), heading, size=19, bold=True)
    y = top + 30
    for name, value in rows[:MOST_LISTED]:
        colour = CLASSES[number_of(name)].colour
        pen.rectangle((left, y + 2, left + 22, y + 17), fill=colour, outline=TEXT)
        write(pen, (left + 32, y), name.replace("_", " "), size=16)
        write(pen, (left + 250, y), value, size=16, colour=QUIET, anchor="ra")
        y += 23
    return math.ceil(y)
