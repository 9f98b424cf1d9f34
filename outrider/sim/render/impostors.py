"""Pictures of things from all around, drawn once, that stand for them where they are small."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.render.gl import Bound, context
from outrider.sim.render.materials import Materials
from outrider.sim.render.pool import Span

F64 = NDArray[np.float64]

AZIMUTHS: Final = 8
HEIGHTS_RAD: Final = (math.radians(8.0), math.radians(50.0))
"""Heights of the eye over the horizon of the two rows of pictures."""
SIDE: Final = 64
"""Pixels of one picture."""
COLUMNS: Final = 4
ROWS: Final = 4
LEVELS: Final = 4
"""Each half as large as the one before: smaller ones would mix neighbours."""
MARGIN: Final = 1.06
"""Pictures span this much more than the ball about the thing."""


@dataclass(frozen=True)
class Sitter:
    """What is to be drawn: a mesh of the pool about its ball."""

    span: Span
    middle: F64
    """(3,) of the ball, in the thing's frame."""
    radius: float


class Impostors:
    """One layer for each sitter, of 8 azimuths by 2 heights."""

    def __init__(self, sitters: Sequence[Sitter], portraits: Bound, materials: Materials) -> None:
        gl = context()
        size = (COLUMNS * SIDE, ROWS * SIDE)
        count = max(len(sitters), 1)
        self.colours = gl.texture_array((*size, count), 4)
        self.facts = gl.texture_array((*size, count), 4)
        materials.tell(portraits.program)
        portraits.use("tiles", materials.tiles, 0)
        colour, fact = gl.texture(size, 4), gl.texture(size, 4)
        frame = gl.framebuffer([colour, fact], gl.depth_renderbuffer(size))
        for layer, sitter in enumerate(sitters):
            frame.use()
            frame.clear(depth=0.0)
            gl.enable_only(gl.DEPTH_TEST)
            gl.depth_func = ">"
            gl.front_face = "ccw"
            for number in range(AZIMUTHS * len(HEIGHTS_RAD)):
                column, row = number % COLUMNS, number // COLUMNS
                frame.viewport = (column * SIDE, row * SIDE, SIDE, SIDE)
                portraits.set("clip_from_thing", portrait(sitter, number))
                portraits.draw_indirect(_command(sitter.span), 1)
            box = (0, 0, layer, *size, 1)
            cover, facts = _filled(_pixels(colour, size), _pixels(fact, size))
            self.colours.write(cover.tobytes(), viewport=box)
            self.facts.write(facts.tobytes(), viewport=box)
        self.colours.build_mipmaps(0, LEVELS)
        self.colours.filter = (gl.LINEAR_MIPMAP_NEAREST, gl.LINEAR)
        self.facts.filter = (gl.NEAREST, gl.NEAREST)


def directions() -> F64:
    """(16, 3) from the thing towards the eye of each picture."""
    azimuth = np.arange(AZIMUTHS) * 2.0 * math.pi / AZIMUTHS
    rows = [
        np.column_stack((math.cos(h) * np.cos(azimuth), math.cos(h) * np.sin(azimuth),
                         np.full(AZIMUTHS, math.sin(h))))
        for h in HEIGHTS_RAD
    ]  # fmt: skip
    return np.concatenate(rows)


def portrait(sitter: Sitter, number: int) -> F64:
    """(4, 4) clip_from_thing of a picture, without perspective; nearer is larger."""
    toward = directions()[number]
    right = np.array([-toward[1], toward[0], 0.0]) / math.hypot(toward[0], toward[1])
    up = np.cross(toward, right)
    half = MARGIN * sitter.radius
    clip = np.eye(4)
    clip[0, :3], clip[1, :3], clip[2, :3] = right / half, up / half, 0.5 * toward / half
    clip[:3, 3] = -clip[:3, :3] @ sitter.middle
    clip[2, 3] += 0.5
    return clip


def _command(span: Span) -> Any:
    words = np.array([span.count, 1, span.first_index, span.base_vertex, 0], np.uint32)
    return context().buffer(words.tobytes())


def _pixels(texture: Any, size: tuple[int, int]) -> NDArray[np.uint8]:
    return np.frombuffer(texture.read(), np.uint8).reshape(size[1], size[0], 4).copy()


def _filled(
    colour: NDArray[np.uint8], fact: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Colours and facts go on beyond the outline, so that no dark rim mixes in."""
    there = colour[..., 3] > 0
    for _ in range(6):
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            source = np.roll(there, step, axis)
            take = source & ~there
            colour[take, :3] = np.roll(colour, step, axis)[take, :3]
            fact[take] = np.roll(fact, step, axis)[take]
            there = there | take
    return colour, fact
