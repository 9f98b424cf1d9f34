"""Which instances a camera sees, and at which level of detail, written as OpenGL takes them."""

from __future__ import annotations

import math
from typing import Any, Final

from outrider.core.jit import exact_kernel

WORDS: Final = 16
"""float32 words of an instance: turn and scale by rows, place, colour, id, class."""
CARD: Final = -1
"""Instead of a mesh: a picture of the thing."""
COMMAND: Final = 5
"""uint32 words of a draw: indices, instances, first index, base vertex, first instance."""


@exact_kernel
def _apart(planes: Any, x: float, y: float, z: float, reach: float) -> bool:
    """Whether a ball lies outside of one of the planes ``(p, 4)``."""
    for p in range(len(planes)):
        gap = planes[p, 0] * x + planes[p, 1] * y + planes[p, 2] * z + planes[p, 3]
        if gap < -reach:
            return True
    return False


@exact_kernel
def choose(
    cells: Any,
    starts: Any,
    balls: Any,
    kind: Any,
    levels: Any,
    first_mesh: Any,
    layer: Any,
    eye: Any,
    planes: Any,
    detail: float,
    least: float,
    smallest: float,
    card: float,
    rows: Any,
    meshes: Any,
) -> int:
    """Rows of what is seen and their meshes, CARD for a picture of it; returns how many.

    ``cells (c, 4)`` are balls about the instances ``starts[c]`` to ``starts[c + 1]``; ``balls
    (n, 4)`` about each; ``levels (k, l)`` distances from which a kind's next level of detail does,
    inf beyond the last; what spans less than ``least`` radians or ``smallest`` metres
    is left out, and what spans less than ``card`` is a picture if its kind has one (``layer (k,)``
    not -1).
    """
    found = 0
    for c in range(len(cells)):
        x, y, z = cells[c, 0] - eye[0], cells[c, 1] - eye[1], cells[c, 2] - eye[2]
        if _apart(planes, x, y, z, cells[c, 3]):
            continue
        for row in range(starts[c], starts[c + 1]):
            x, y, z = balls[row, 0] - eye[0], balls[row, 1] - eye[1], balls[row, 2] - eye[2]
            reach = balls[row, 3]
            away = math.sqrt(x * x + y * y + z * z)
            if 2.0 * reach < max(least * away, smallest) or _apart(planes, x, y, z, reach):
                continue
            level, own = 0, kind[row]
            rows[found] = row
            if layer[own] >= 0 and 2.0 * reach < card * away:
                meshes[found] = CARD
            else:
                while away * detail > levels[own, level]:
                    level += 1
                meshes[found] = first_mesh[own] + level
            found += 1
    return found


@exact_kernel
def arrange(
    rows: Any,
    meshes: Any,
    found: int,
    poses: Any,
    places: Any,
    looks: Any,
    eye: Any,
    spans: Any,
    counts: Any,
    instances: Any,
    words: Any,
    commands: Any,
) -> tuple[int, int]:
    """Instances in the order of their meshes and a command for each mesh; draws and triangles.

    ``instances (n, 16)`` float32 and ``words`` the same as uint32; places are told from the eye.
    """
    counts[:] = 0
    for k in range(found):
        if meshes[k] != CARD:
            counts[meshes[k]] += 1
    draws, first, triangles = 0, 0, 0
    for mesh in range(len(counts)):
        amount = counts[mesh]
        counts[mesh] = first
        if amount > 0:
            commands[draws, 0] = spans[mesh, 1]
            commands[draws, 1] = amount
            commands[draws, 2] = spans[mesh, 0]
            commands[draws, 3] = spans[mesh, 2]
            commands[draws, 4] = first
            draws += 1
            triangles += amount * (spans[mesh, 1] // 3)
        first += amount
    for k in range(found):
        if meshes[k] == CARD:
            continue
        row, to = rows[k], counts[meshes[k]]
        counts[meshes[k]] += 1
        _write(row, to, poses, places, looks, eye, instances, words)
    return draws, triangles


@exact_kernel
def arrange_cards(
    rows: Any,
    meshes: Any,
    found: int,
    poses: Any,
    balls: Any,
    looks: Any,
    kind: Any,
    layer: Any,
    eye: Any,
    instances: Any,
    words: Any,
) -> int:
    """The instances that are pictures; returns how many. Their place is the middle of the ball."""
    to = 0
    for k in range(found):
        if meshes[k] == CARD:
            row = rows[k]
            _write(row, to, poses, balls, looks, eye, instances, words)
            words[to, 14] = looks[row, 2] | (layer[kind[row]] << 16)
            instances[to, 15] = balls[row, 3]
            to += 1
    return to


@exact_kernel
def _write(
    row: int, to: int, poses: Any, places: Any, looks: Any, eye: Any, instances: Any, words: Any
) -> None:
    for a in range(9):
        instances[to, a] = poses[row, a]
    for a in range(3):
        instances[to, 9 + a] = places[row, a] - eye[a]
    for a in range(3):
        words[to, 12 + a] = looks[row, a]
