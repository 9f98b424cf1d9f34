"""A look at a world from within: what a camera there would see, layer by layer, as pictures."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from outrider.core.errors import UserError
from outrider.sim.render.painter import LEVELS, Painter
from outrider.sim.render.targets import Picture
from outrider.sim.render.view import View, looking
from outrider.world.scene import Scene

U8 = NDArray[np.uint8]
Place = tuple[float, float, float]

FOV_RAD: Final = math.radians(75.0)
EYE_M: Final = 1.7
AHEAD_M: Final = 20.0
LAYERS: Final = ("depth", "semantic", "instance", "normal")
NEAREST_M, FARTHEST_M = 0.5, 500.0
"""Range of the grey tones of a depth picture, in even steps of the logarithm."""


def view_of(
    scene: Scene, *, size: tuple[int, int], eye: Place | None = None, toward: Place | None = None
) -> View:
    """From ``eye`` to ``toward``: x, y and height above the ground there.

    Left out: from where robots start, at the height of a person's eyes; and to the north.
    """
    start = eye or (*_start(scene), EYE_M)
    x, y, _ = start
    goal = toward or (x, y + AHEAD_M, EYE_M)
    first, second = _raised(scene, start), _raised(scene, goal)
    if math.dist(first, second) < 1e-3:
        raise UserError("eye and toward are the same place: there is no way to look")
    return looking(first, second, size=size, fov_rad=FOV_RAD)


def _start(scene: Scene) -> tuple[float, float]:
    spawn = next((region for region in scene.regions if region.kind == "spawn"), None)
    return (0.0, 0.0) if spawn is None else spawn.position_m


def _raised(scene: Scene, place: Place) -> Place:
    x, y, above = place
    return x, y, above + float(scene.height([(x, y)])[0])


def look(
    scene: Scene, view: View, *, level: str, folder: Path, layers: bool = False
) -> dict[str, Path]:
    """Write ``<kind>_<seed>_look.png``, and a picture of each layer; their paths by name."""
    if level not in LEVELS:
        raise UserError(f"no level {level!r}; there are {', '.join(LEVELS)}")
    picture = Painter(scene, LEVELS[level]).draw(view)
    folder.mkdir(parents=True, exist_ok=True)
    images = {"look": picture.colour}
    if layers:
        images |= {name: _drawn(name, picture, scene) for name in LAYERS}
    written = {}
    for name, image in images.items():
        written[name] = folder / f"{scene.kind}_{scene.seed}_{name}.png"
        Image.fromarray(image).save(written[name])
    return written


def _drawn(layer: str, picture: Picture, scene: Scene) -> U8:
    """A layer as one may look at it."""
    if layer == "depth":
        with np.errstate(divide="ignore"):
            steps = np.log(picture.depth / NEAREST_M) / math.log(FARTHEST_M / NEAREST_M)
        return _bytes(1.0 - steps)
    if layer == "semantic":
        colours = np.array([entry.colour for entry in scene.classes], np.uint8)
        return colours[picture.semantic] * (picture.ids > 0)[..., None].astype(np.uint8)
    if layer == "instance":
        return _apart(picture.instance)
    return _bytes(0.5 + 0.5 * picture.normal)


def _apart(numbers: NDArray[np.uint32]) -> U8:
    """Colours by number that differ between neighbours; black is the sky."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    parts = [(mixed >> np.uint64(shift)) & np.uint64(0xFF) for shift in (56, 48, 40)]
    colours = 40.0 + 0.84 * np.stack(parts, axis=-1).astype(np.float64)
    colours[numbers == 0] = 0.0
    return colours.astype(np.uint8)


def _bytes(values: NDArray[np.floating]) -> U8:
    return np.asarray(np.rint(255.0 * np.clip(values, 0.0, 1.0)), np.uint8)
