"""The ropes of people who are bound: hand and foot, or to a chair."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.anatomy import human
from outrider.world.assets.lofts import closed_loop
from outrider.world.assets.look import Look
from outrider.world.assets.outfit import dressed
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]
Ropes = Callable[[Look, F64, int], Mesh]
"""``(look, world_from_joint, level of detail) -> mesh``."""

_TURNS: Final = (3, 1)
"""Turns of a rope, by level of detail."""
# Of the wooden chair: the posts of its back where wrists are tied, its front legs; of a rope round
# its back: heights, half width, how far behind: m.
_POST: Final = (-0.215, 0.185)
_LEG: Final = (0.19, 0.185)
_GIRD_M: Final = (0.76, 0.71, 0.81)
_GIRD_WIDE_M: Final = 0.208
_BEHIND_M: Final = -0.252
_SLACK_M: Final = 0.008


def hand_and_foot(look: Look, joints: F64, lod: int) -> Mesh:
    """Coils round both wrists and round both ankles."""
    frame = human(look.height_m)
    scale = look.height_m / 1.75
    parts = []
    for name, above, shift, margin in (
        ("hand", "forearm", 0.02, 0.034),
        ("foot", "shank", 0.05, 0.075),
    ):
        ends = [joints[frame.row(f"{side}_{name}"), :3, 3] for side in ("left", "right")]
        roots = [joints[frame.row(f"{side}_{above}"), :3, 3] for side in ("left", "right")]
        along = np.mean(roots, axis=0) - np.mean(ends, axis=0)
        along /= np.linalg.norm(along)
        across = ends[0] - ends[1]
        apart = float(np.linalg.norm(across))
        across -= (across @ along) * along
        across /= np.linalg.norm(across)
        middle = np.mean(ends, axis=0) + shift * scale * along
        for turn in range(_TURNS[lod]):
            centre = middle + (turn - 1) * 0.011 * scale * along
            parts.append(_coil(centre, across, np.cross(along, across),
                               (0.5 * apart + margin * scale, margin * scale), lod))  # fmt: skip
    return merge(parts)


def to_chair(look: Look, joints: F64, lod: int) -> Mesh:
    """Coils round the trunk and the chair's back, and round each wrist and ankle and a post."""
    frame, scale = human(look.height_m), look.height_m / 1.75
    body = dressed(look, 0).posed(frame, joints).points
    parts = []
    for turn in range(_TURNS[lod]):
        parts.append(_girdle(body, _GIRD_M[turn], lod))
        for side, sign in (("left", 1.0), ("right", -1.0)):
            for end, (px, py), above, margin in (
                ("hand", _POST, 0.03, 0.045),
                ("foot", _LEG, 0.05, 0.062),
            ):
                joint = joints[frame.row(f"{side}_{end}"), :3, 3]
                post = np.array([px, sign * py, joint[2] + above + (turn - 1) * 0.011])
                parts.append(_round_both(joint, post, margin * scale, lod))
    return merge(parts)


def _girdle(body: NDArray[np.float32], height: float, lod: int) -> Mesh:
    """A turn at a height round the trunk and the chair's back."""
    near = (np.abs(body[:, 2] - height) < 0.04) & (np.abs(body[:, 1]) < 0.1)
    front = float(body[near, 0].max()) + _SLACK_M
    middle = np.array([0.5 * (front + _BEHIND_M), 0.0, height])
    radii = (0.5 * (front - _BEHIND_M), _GIRD_WIDE_M)
    x, y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    return _coil(middle, x, y, radii, lod, square=2.8)


def _round_both(joint: F64, post: F64, margin: float, lod: int) -> Mesh:
    """A level turn round a limb and the post beside it."""
    limb = np.array([joint[0], joint[1], post[2]])
    across = limb - post
    apart = float(np.linalg.norm(across))
    across /= max(apart, 1e-9)
    # The limb is thicker than the post.
    centre = 0.5 * (limb + post) + 0.5 * (margin - 0.024) * across
    radii = (0.5 * (apart + margin + 0.024), margin)
    return _coil(centre, across, np.cross([0.0, 0.0, 1.0], across), radii, lod)


def _coil(
    centre: F64, across: F64, depth: F64, radii: tuple[float, float], lod: int, *,
    square: float = 2.0,
) -> Mesh:  # fmt: skip
    """A closed turn of rope: an ellipse, or with ``square`` above 2 a fuller one."""
    count = 12 if square == 2.0 else 24
    angle = 2.0 * math.pi * np.arange(count) / count
    c, s = np.cos(angle), np.sin(angle)
    reach = (np.abs(c) ** square + np.abs(s) ** square) ** (-1.0 / square)
    loop = (centre + radii[0] * (reach * c)[:, None] * across
            + radii[1] * (reach * s)[:, None] * depth)  # fmt: skip
    return closed_loop(loop, 0.006, material="rope", sides=4 if lod == 0 else 3)


BONDS: Final[dict[str, Ropes]] = {"tied": hand_and_foot, "tied_to_chair": to_chair}
"""By the pose that they belong to."""
