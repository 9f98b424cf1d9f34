"""Pictures of robots: one from in front, or a contact sheet of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from outrider.sim.robots import catalogue
from outrider.sim.robots.catalogue import RobotModel
from outrider.sim.robots.looks.catalogue import assembled, look_of
from outrider.world.preview import portrait

VIEWS: Final = ((35.0, 20.0), (180.0, 78.0))
"""Azimuth and height of the eye, degrees: the front quarter, and from above with ahead upwards."""
_LINE: Final = 22


def picture_of(model: RobotModel, *, side: int = 700) -> Image.Image:
    """A robot from its front quarter."""
    azimuth, rise = VIEWS[0]
    made = portrait(assembled(model), size=(side, side), azimuth_deg=azimuth, rise_deg=rise,
                    beside=False)  # fmt: skip
    return Image.fromarray(made)


def sheet(names: Sequence[str] = (), *, tile: int = 320, level: int = 0) -> Image.Image:
    """Shipped robots by name, all if none are given: each from its front quarter and from above."""
    shown = [catalogue.load(name) for name in (names or catalogue.names())]
    rows = -(-len(shown) // 2)
    image = Image.new("RGB", (4 * tile, rows * (tile + _LINE)), "white")
    pen = ImageDraw.Draw(image)
    for k, model in enumerate(shown):
        x, y = 2 * tile * (k % 2), (k // 2) * (tile + _LINE)
        for place, (azimuth, rise) in enumerate(VIEWS):
            made = portrait(assembled(model, level=level), size=(tile, tile), azimuth_deg=azimuth,
                            rise_deg=rise, beside=False)  # fmt: skip
            image.paste(Image.fromarray(made), (x + place * tile, y))
        look = look_of(model)
        body, whole = len(look.body[level]), len(look.whole(level))
        label = f"{model.name}  body {body:,}, whole {whole:,} triangles"
        pen.text((x + 6, y + tile + 2), label, fill="black")
    return image
