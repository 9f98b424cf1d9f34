"""Contact sheets of assets: each in its own light, with a person's height for scale.

``python -m outrider.world.preview outrider.world.assets.trees -o trees.png``
"""

from __future__ import annotations

import argparse
import importlib
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.mesh import Mesh, merge
from outrider.world.raster import Shot, picture, place

Picture = NDArray[np.uint8]
PERSON_M = 1.8


def portrait(
    mesh: Mesh, *, size: tuple[int, int], azimuth_deg: float = -35.0, rise_deg: float = 14.0,
    beside: bool = True,
) -> Picture:  # fmt: skip
    """A mesh on a floor, from in front and a little above, filling the picture.

    With a person ``beside`` what is larger than 0.7 m.
    """
    azimuth, rise = math.radians(azimuth_deg), math.radians(rise_deg)
    figure = _figure().moved((*_aside(mesh, azimuth), 0.0))
    shown = merge([mesh, figure]) if beside and float(np.max(mesh.size)) > 0.7 else mesh
    low, high = (np.asarray(corner, float) for corner in shown.bounds)
    middle = 0.5 * (low + high)
    reach = max(0.5 * float(np.linalg.norm(high - low)), 0.05)
    fov = math.radians(30.0)
    away = 0.98 * reach / math.sin(0.5 * min(fov, fov * size[1] / size[0]))
    eye = middle + away * np.array([
        math.cos(rise) * math.cos(azimuth), math.cos(rise) * math.sin(azimuth), math.sin(rise),
    ])  # fmt: skip
    shot = Shot(
        eye=_three(eye), target=_three(middle), size=size, fov_rad=fov, haze_m=1e9,
        shadow_m=2.2 * reach, sun_azimuth_rad=azimuth + 0.9, sun_height_rad=math.radians(48.0),
    )  # fmt: skip
    # In small pieces: what crosses the eye's plane is not drawn.
    side, cells = 14.0 * reach, 48
    step = side / cells
    floor = forms.sheet(np.zeros((cells + 1, cells + 1)), (step, step), material="concrete")
    floor = floor.moved((middle[0] - 0.5 * side, middle[1] - 0.5 * side, min(low[2], 0.0)))
    return picture([place(shown), place(floor, tint=0.9)], shot)


def _aside(mesh: Mesh, azimuth: float) -> NDArray[np.float64]:
    """A place beside a mesh, to the left as seen from the azimuth."""
    low, high = (np.asarray(corner, float)[:2] for corner in mesh.bounds)
    left = np.array([math.sin(azimuth), -math.cos(azimuth)])
    corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    reach = float(((corners - 0.5 * (low + high)) @ left).max()) + 0.35
    return np.asarray(0.5 * (low + high) + left * reach)


def _figure() -> Mesh:
    """A plain figure of 1.8 m."""
    body = forms.lathe(
        [(0.0, 0.0), (0.12, 0.0), (0.16, 0.9), (0.23, 1.4), (0.07, 1.52), (0.0, 1.52)],
        material="plastic_grey",
    )
    return merge([body, forms.ball(0.13, material="plastic_grey", center=(0, 0, PERSON_M - 0.13))])


def sheet(entries: Sequence[tuple[str, Mesh]], *, columns: int = 5, tile: int = 320) -> Image.Image:
    """Portraits in rows, each with its name and triangles."""
    rows = -(-len(entries) // columns)
    image = Image.new("RGB", (columns * tile, rows * (tile + 22)), "white")
    pen = ImageDraw.Draw(image)
    for k, (name, mesh) in enumerate(entries):
        x, y = (k % columns) * tile, (k // columns) * (tile + 22)
        image.paste(Image.fromarray(portrait(mesh, size=(tile - 4, tile - 4))), (x + 2, y + 2))
        size = " x ".join(f"{v:.2f}" for v in mesh.size)
        pen.text((x + 6, y + tile + 2), f"{name}  {len(mesh):,}  {size} m", fill="black")
    return image


def entries_of(module: str, *, only: str, lods: bool) -> list[tuple[str, Mesh]]:
    """Names and meshes of the makers of a module."""
    loaded = importlib.import_module(module)
    variants = getattr(loaded, "VARIANTS", {})
    found: list[tuple[str, Mesh]] = []
    for name, maker in loaded.MAKERS.items():
        if only and only != name:
            continue
        for variant in range(variants.get(name, 1)):
            made: Archetype = maker(variant)
            meshes = made.lods if lods else made.lods[:1]
            found += [(f"{made.name}/{k}" if k else made.name, m) for k, m in enumerate(meshes)]
    return found


def _three(values: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def main() -> None:
    """The command line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("module")
    options.add_argument("-o", "--output", type=Path, required=True)
    options.add_argument("--only", default="")
    options.add_argument("--lods", action="store_true")
    options.add_argument("--size", type=int, default=320)
    options.add_argument("--columns", type=int, default=5)
    given = options.parse_args()
    entries = entries_of(given.module, only=given.only, lods=given.lods)
    image = sheet(entries, columns=min(given.columns, len(entries)), tile=given.size)
    given.output.parent.mkdir(parents=True, exist_ok=True)
    image.save(given.output)


if __name__ == "__main__":
    main()
