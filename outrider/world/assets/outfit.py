"""What is worn over the clothes: skirts, hi-vis vests, backpacks; and whole dressed bodies."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets import anatomy, body
from outrider.world.assets.body import FINE, MIDDLE, Detail, Figure, figure_of
from outrider.world.assets.head import hair, hat, head
from outrider.world.assets.lofts import circle, curve, limb, loft
from outrider.world.assets.look import Look
from outrider.world.assets.skeleton import Skin, merge, rigid, skin

F64 = NDArray[np.float64]


def skirt(figure: Figure, detail: Detail) -> list[Skin]:
    """From the waist to the knees; its halves follow the thighs."""
    if figure.look.bottom != "skirt":
        return []
    table = np.array([
        (0.615, 0.089, 0.066, 0.060), (0.570, 0.102, 0.066, 0.074), (0.520, 0.113, 0.069, 0.080),
        (0.450, 0.116, 0.074, 0.080), (0.370, 0.124, 0.084, 0.084), (0.300, 0.132, 0.092, 0.092),
    ])  # fmt: skip
    rings, columns = (9, 24) if detail.face else (4, 8)
    rows = curve(table[::-1], np.linspace(0.300, 0.615, rings))
    c, s = circle(columns)
    low = np.clip((0.5 - rows[:, :1]) / 0.2, 0.0, 1.0)
    fold = 1.0 + 0.035 * low * np.cos(7.0 * np.arctan2(s, c))
    points = np.stack(
        [
            np.where(c > 0, rows[:, 2:3], rows[:, 3:4]) * c * fold,
            rows[:, 1:2] * s * fold,
            np.broadcast_to(rows[:, :1], fold.shape),
        ],
        axis=2,
    )
    mesh = loft(points * figure.height * (figure.look.build, figure.look.build, 1.0),
                material=figure.look.bottom_material)  # fmt: skip
    where = mesh.points / figure.height
    share = np.zeros((len(where), len(figure.frame)))
    free = np.clip((0.545 - where[:, 2]) / 0.09, 0.0, 1.0)
    left = np.clip(0.5 + where[:, 1] / 0.12, 0.0, 1.0)
    share[:, figure.frame.row("pelvis")] = 1.0 - free
    share[:, figure.frame.row("left_thigh")] = free * left
    share[:, figure.frame.row("right_thigh")] = free * (1.0 - left)
    return [skin(mesh, share)]


def vest(figure: Figure, detail: Detail) -> list[Skin]:
    """A hi-vis vest with two bands that shine."""
    look, height = figure.look, figure.height
    if not look.vest:
        return []
    over = 0.028 if look.top == "jacket" else 0.021
    rings, columns = min(10, detail.trunk[0]), detail.trunk[1]
    cloth = body.trunk_rings(figure, rings, columns, grow=over, low=0.545 * height,
                             high=0.836 * height)  # fmt: skip
    parts = [loft(cloth, material=look.vest)]
    for low in (0.585, 0.675) if detail.face else ():
        band = body.trunk_rings(figure, 2, columns, grow=over + 0.004, low=low * height,
                                high=(low + 0.028) * height)  # fmt: skip
        parts.append(loft(band, material="paint_silver"))
    return [body.on_trunk(figure, part) for part in parts]


def backpack(figure: Figure, detail: Detail) -> list[Skin]:
    """A daypack with two straps."""
    look = figure.look
    if not look.backpack:
        return []
    height, bone = figure.height, figure.frame.row("chest")
    table = np.array([
        (0.590, 0.030, 0.062), (0.605, 0.050, 0.078), (0.660, 0.056, 0.084), (0.740, 0.050, 0.082),
        (0.800, 0.040, 0.072), (0.822, 0.022, 0.054),
    ])  # fmt: skip
    back = np.interp(table[:, 0], (0.59, 0.70, 0.82), (-0.112, -0.124, -0.112))
    path = np.stack([back, 0.0 * back, table[:, 0]], axis=1) * height
    parts = [limb(path, table[:, 1:] * height, material=look.backpack, square=3.2,
                  sides=12 if detail.face else 6)]  # fmt: skip
    if detail.face:
        for side in (1.0, -1.0):
            loop = np.array([
                (-0.080, 0.040, 0.800), (-0.045, 0.058, 0.842), (0.000, 0.064, 0.842),
                (0.044, 0.066, 0.812), (0.074, 0.068, 0.770), (0.076, 0.074, 0.710),
                (0.050, 0.092, 0.660), (0.000, 0.100, 0.635), (-0.075, 0.080, 0.620),
            ]) * (look.build, side, 1.0)  # fmt: skip
            flat = np.array([0.014, 0.005]) * height * np.ones((len(loop), 1))
            parts.append(limb(loop * height, flat, material="fabric_black", sides=6,
                              front=(0.0, 1.0, 0.0)))  # fmt: skip
    return [rigid(part, bone) for part in parts]


def _middle_parts(figure: Figure, detail: Detail) -> list[Skin]:
    makers = (body.torso, head, hair, hat, skirt, vest, backpack)
    return [part for maker in makers for part in maker(figure, detail)]


def _left_parts(figure: Figure, detail: Detail) -> list[Skin]:
    makers = (body.arm, body.hand, body.leg, body.shoe)
    return [part for maker in makers for part in maker(figure, detail)]


def _spindle(path: F64, radii: F64, material: str, sides: int, share: F64) -> Skin:
    """A body of two pointed ends and a few rings between them; the ends have radius 0."""
    c, s = circle(sides)
    way = path[-1] - path[0]
    ahead = np.array([1.0, 0.0, 0.0])
    aside = np.cross(way / np.linalg.norm(way), ahead)
    rings = (path[1:-1, None] + radii[1:-1, :1, None] * c[:, None] * ahead
             + radii[1:-1, 1:, None] * s[:, None] * aside)  # fmt: skip
    mesh = loft(rings, material=material, start=path[0], end=path[-1])
    inner = np.repeat(share[1:-1], sides + 1, axis=0)
    return skin(mesh, np.vstack([inner, share[:1], share[-1:]]))


def _coarse_parts(figure: Figure) -> list[Skin]:
    """Six spindles: a silhouette for far away."""
    look, frame, h = figure.look, figure.frame, figure.height

    def part(rows: list[tuple[str, float, float, float, float, float]], material: str,
             sides: int) -> Skin:  # fmt: skip
        share = np.zeros((len(rows), len(frame)))
        for k, row in enumerate(rows):
            share[k, frame.row(row[0])] = 1.0
        table = np.array([row[1:] for row in rows]) * h
        return _spindle(table[:, :3], table[:, 3:], material, sides, share)

    wide = 0.098 * look.build
    trunk = part([("pelvis", 0, 0, 0.46, 0, 0), ("pelvis", 0, 0, 0.53, 0.072, wide),
                  ("chest", 0, 0, 0.79, 0.072, 0.115), ("chest", -0.012, 0, 0.86, 0, 0)],
                 look.vest or look.top_material, 4)  # fmt: skip
    skull = part([("head", 0.018, 0, 0.855, 0, 0), ("head", 0.018, 0, 0.94, 0.058, 0.046),
                  ("head", 0.012, 0, 1.0, 0, 0)], look.skin, 4)  # fmt: skip
    y, x = anatomy.HIP_Y, -0.008
    lower = look.skin if look.bottom != "trousers" else look.bottom_material
    leg = part([("pelvis", 0, y, 0.57, 0, 0), ("left_thigh", 0, y, 0.43, 0.055, 0.052),
                ("left_shank", 0, y, 0.285, 0.042, 0.038), ("left_foot", 0.122, y, 0.0, 0, 0)],
               lower, 3)  # fmt: skip
    y = anatomy.SHOULDER_Y
    arm = part([("left_upper_arm", x, y - 0.02, 0.845, 0, 0),
                ("left_upper_arm", x, y, 0.78, 0.04, 0.04),
                ("left_forearm", x, y, 0.632, 0.03, 0.028), ("left_hand", x, y, 0.40, 0, 0)],
               look.top_material, 3)  # fmt: skip
    return [trunk, skull, leg, body.mirrored(leg, frame), arm, body.mirrored(arm, frame)]


@lru_cache(maxsize=96)
def dressed(look: Look, lod: int) -> Skin:
    """The whole body of a look at rest: level of detail 0 fine, 1 middle, 2 coarse."""
    figure = figure_of(look)
    if lod >= 2:
        return merge(_coarse_parts(figure))
    detail = (FINE, MIDDLE)[lod]
    left = _left_parts(figure, detail)
    right = [body.mirrored(part, figure.frame) for part in left]
    return merge([*_middle_parts(figure, detail), *left, *right])
