"""Letters and numbers of strokes, for signs and plates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from outrider.world.mesh import Mesh, make, merge

Stroke = tuple[tuple[float, float], ...]
_O: Final[Stroke] = ((0, 0.3), (0, 0.7), (0.3, 1), (0.7, 1), (1, 0.7), (1, 0.3), (0.7, 0),
                     (0.3, 0), (0, 0.3))  # fmt: skip
# A letter is 0..1 wide and high; each stroke a line of corners.
GLYPHS: Final[dict[str, tuple[Stroke, ...]]] = {
    "A": (((0, 0), (0.5, 1), (1, 0)), ((0.2, 0.35), (0.8, 0.35))),
    "B": (((0, 0), (0, 1), (0.7, 1), (1, 0.8), (0.7, 0.52), (0, 0.52)),
          ((0.7, 0.52), (1, 0.27), (0.7, 0), (0, 0))),
    "C": (((1, 0.8), (0.7, 1), (0.3, 1), (0, 0.7), (0, 0.3), (0.3, 0), (0.7, 0), (1, 0.2)),),
    "E": (((1, 1), (0, 1), (0, 0), (1, 0)), ((0, 0.52), (0.8, 0.52))),
    "F": (((1, 1), (0, 1), (0, 0)), ((0, 0.52), (0.8, 0.52))),
    "H": (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5))),
    "I": (((0.5, 0), (0.5, 1)),),
    "L": (((0, 1), (0, 0), (1, 0)),),
    "N": (((0, 0), (0, 1), (1, 0), (1, 1)),),
    "O": (_O,),
    "P": (((0, 0), (0, 1), (0.7, 1), (1, 0.76), (0.7, 0.48), (0, 0.48)),),
    "R": (((0, 0), (0, 1), (0.7, 1), (1, 0.76), (0.7, 0.48), (0, 0.48)),
          ((0.5, 0.48), (1, 0))),
    "S": (((1, 0.82), (0.7, 1), (0.3, 1), (0, 0.77), (0.3, 0.54), (0.7, 0.48), (1, 0.25),
           (0.7, 0), (0.3, 0), (0, 0.18)),),
    "T": (((0, 1), (1, 1)), ((0.5, 1), (0.5, 0))),
    "U": (((0, 1), (0, 0.3), (0.3, 0), (0.7, 0), (1, 0.3), (1, 1)),),
    "W": (((0, 1), (0.25, 0), (0.5, 0.8), (0.75, 0), (1, 1)),),
    "Y": (((0, 1), (0.5, 0.5), (1, 1)), ((0.5, 0.5), (0.5, 0))),
    "0": (_O,),
    "1": (((0.2, 0.75), (0.55, 1), (0.55, 0)),),
    "2": (((0, 0.78), (0.3, 1), (0.7, 1), (1, 0.75), (0, 0), (1, 0)),),
    "3": (((0, 1), (1, 1), (0.45, 0.6), (0.8, 0.55), (1, 0.3), (0.7, 0), (0.3, 0), (0, 0.2)),),
    "5": (((1, 1), (0.1, 1), (0, 0.55), (0.65, 0.62), (1, 0.35), (0.7, 0), (0.3, 0),
           (0, 0.18)),),
    "7": (((0, 1), (1, 1), (0.35, 0)),),
    "9": (((1, 0.6), (0.65, 0.4), (0.3, 0.42), (0, 0.7), (0.3, 1), (0.7, 1), (1, 0.7),
           (0.9, 0.2), (0.4, 0)),),
    "-": (((0.1, 0.5), (0.9, 0.5)),),
}  # fmt: skip
WIDTH: Final = 0.6
GAP: Final = 0.3
STROKE: Final = 0.16


def text(words: str, *, height: float, material: str) -> Mesh:
    """Flat words that face ahead, in the middle about y = 0, standing on z = 0."""
    step = (WIDTH + GAP) * height
    start = -0.5 * (len(words) * step - GAP * height)
    strokes = [
        [(start + k * step + x * WIDTH * height, z * height) for x, z in stroke]
        for k, letter in enumerate(words)
        for stroke in GLYPHS.get(letter, ())
    ]
    return merge([line(stroke, width=STROKE * height, material=material) for stroke in strokes])


def line(corners: Sequence[tuple[float, float]], *, width: float, material: str) -> Mesh:
    """A flat line that faces ahead; ``corners`` to the right and upwards as one reads them."""
    at = np.asarray(corners, float)
    way = np.diff(at, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    out = np.column_stack([-way[:, 1], way[:, 0]]) * 0.5 * width
    a, b = at[:-1] - 0.35 * width * way, at[1:] + 0.35 * width * way
    flat = np.stack([a - out, b - out, b + out, a + out], axis=1).reshape(-1, 2)
    k = 4 * np.arange(len(way))[:, None]
    triangles = np.concatenate([k + np.array((0, 1, 2)), k + np.array((0, 2, 3))])
    points = np.column_stack([np.zeros(len(flat)), flat])
    return make(points, triangles, material_name=material)
