"""What is drawn into, and what is read back of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.render.gl import context
from outrider.sim.render.view import NEAR_M

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]

CLASS_SHIFT: Final = 20
"""Of an id word, the bits below are the instance, those from here on its class."""
SKY, GROUND = 0, 1
FIRST: Final = 2
"""Number of the first thing."""


@dataclass(frozen=True)
class Picture:
    """All that one pass tells of one instant; rows from above downwards."""

    colour: U8
    """(h, w, 3) sRGB."""
    depth: F32
    """(h, w) metres along the axis of view; inf where nothing is."""
    ids: NDArray[np.uint32]
    """(h, w) instance and class in one word."""
    folded: NDArray[np.float16]
    """(h, w, 2) normals on an octahedron."""
    triangles: int

    @property
    def semantic(self) -> NDArray[np.uint16]:
        """(h, w) class numbers; 0 is the sky and what has no class."""
        return (self.ids >> CLASS_SHIFT).astype(np.uint16)

    @property
    def instance(self) -> NDArray[np.uint32]:
        """(h, w) 0 sky, 1 ground, then things by their place in the painter's table."""
        return self.ids & np.uint32((1 << CLASS_SHIFT) - 1)

    @property
    def normal(self) -> F32:
        """(h, w, 3) unit, on the world's axes; 0 where nothing is."""
        f = self.folded.astype(np.float32)
        n = np.dstack([f, 1.0 - np.abs(f).sum(axis=-1)])
        below = np.maximum(-n[..., 2:], 0.0)
        n[..., :2] -= np.copysign(below, n[..., :2])
        n /= np.linalg.norm(n, axis=-1, keepdims=True)
        return np.where(self.ids[..., None] > 0, n, np.float32(0.0))


class Targets:
    """Of pictures of one size."""

    def __init__(self, size: tuple[int, int]) -> None:
        gl = context()
        self.size = size
        self.albedo, self.colour = gl.texture(size, 4), gl.texture(size, 4)
        self.normals = gl.texture(size, 2, dtype="f2")
        self.ids, self.depth = gl.texture(size, 1, dtype="u4"), gl.depth_texture(size)
        self.depth.compare_func = ""
        for texture in (self.albedo, self.normals, self.ids, self.depth):
            texture.filter = (gl.NEAREST, gl.NEAREST)
        self.frame = gl.framebuffer([self.albedo, self.normals, self.ids], self.depth)
        self.lit = gl.framebuffer([self.colour])

    def use(self, made: Any) -> int:
        """Bind what the first pass has left for a program of the second; returns free unit."""
        names = {"albedo": self.albedo, "normals": self.normals, "ids": self.ids,
                 "depths": self.depth}  # fmt: skip
        for unit, (name, texture) in enumerate(names.items()):
            texture.use(unit)
            made[name] = unit
        return len(names)

    def read(self, triangles: int) -> Picture:
        """All of it, once it is drawn."""
        w, h = self.size
        colour = np.frombuffer(self.lit.read(components=3, alignment=1), np.uint8)
        ids = np.frombuffer(self.ids.read(alignment=1), np.uint32)
        depth = np.frombuffer(self.depth.read(alignment=1), np.float32)
        folded = np.frombuffer(self.normals.read(alignment=1), np.float16)
        with np.errstate(divide="ignore"):
            metres = np.float32(NEAR_M) / depth
        return Picture(
            colour.reshape(h, w, 3), metres.reshape(h, w), ids.reshape(h, w),
            folded.reshape(h, w, 2), triangles,
        )  # fmt: skip
