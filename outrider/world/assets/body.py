"""The human body and its clothes as a skinned mesh, by lofts through elliptic cross-sections."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.assets import anatomy
from outrider.world.assets.anatomy import human
from outrider.world.assets.lofts import chain, circle, curve, limb, loft, spread, stations
from outrider.world.assets.look import Look, Sex
from outrider.world.assets.skeleton import Skeleton, Skin, rigid, skin
from outrider.world.mesh import Mesh

F64 = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Detail:
    """How finely a body is made."""

    trunk: tuple[int, int]
    """Rings and columns."""
    leg: tuple[int, int]
    arm: tuple[int, int]
    shoe: tuple[int, int]
    head: tuple[int, int]
    hair: tuple[int, int]
    fingers: bool
    face: bool


FINE: Final = Detail(trunk=(15, 20), leg=(11, 12), arm=(9, 9), shoe=(9, 11), head=(20, 24),
                     hair=(7, 22), fingers=True, face=True)  # fmt: skip
MIDDLE: Final = Detail(trunk=(7, 8), leg=(5, 6), arm=(4, 5), shoe=(4, 5), head=(7, 7),
                       hair=(4, 8), fingers=False, face=False)  # fmt: skip

REFERENCE_M: Final[dict[Sex, float]] = {"male": 1.75, "female": 1.65}
"""The height of the bodies in the tables below."""

# Height, half width, reach to the front, reach to the back: m.
TRUNK: Final[dict[Sex, tuple[tuple[float, ...], ...]]] = {
    "male": (
        (0.850, 0.155, 0.090, 0.106), (0.900, 0.170, 0.098, 0.114), (0.950, 0.169, 0.102, 0.112),
        (1.000, 0.161, 0.104, 0.106), (1.060, 0.152, 0.105, 0.093), (1.130, 0.149, 0.107, 0.090),
        (1.200, 0.154, 0.112, 0.100), (1.270, 0.164, 0.121, 0.112), (1.330, 0.173, 0.120, 0.119),
        (1.380, 0.176, 0.105, 0.120), (1.418, 0.171, 0.083, 0.114), (1.448, 0.156, 0.064, 0.103),
        (1.470, 0.127, 0.052, 0.093), (1.487, 0.090, 0.046, 0.083), (1.500, 0.066, 0.044, 0.076),
    ),
    "female": (
        (0.795, 0.162, 0.086, 0.104), (0.840, 0.176, 0.095, 0.113), (0.890, 0.174, 0.096, 0.110),
        (0.940, 0.159, 0.094, 0.102), (1.000, 0.134, 0.088, 0.083), (1.045, 0.126, 0.086, 0.078),
        (1.100, 0.131, 0.091, 0.084), (1.160, 0.140, 0.097, 0.095), (1.220, 0.147, 0.100, 0.102),
        (1.270, 0.152, 0.090, 0.106), (1.308, 0.151, 0.074, 0.103), (1.344, 0.142, 0.058, 0.095),
        (1.367, 0.112, 0.048, 0.086), (1.383, 0.079, 0.042, 0.076), (1.395, 0.057, 0.040, 0.068),
    ),
}  # fmt: skip
# Below the hip joint: half depth, half width, shift to the front, shift outwards: m.
LEG: Final[dict[Sex, tuple[tuple[float, ...], ...]]] = {
    "male": (
        (-0.04, 0.064, 0.062, -0.010, 0.000), (0.02, 0.084, 0.080, -0.010, 0.002),
        (0.08, 0.094, 0.086, -0.004, 0.001), (0.16, 0.087, 0.079, 0.000, 0.0),
        (0.26, 0.076, 0.070, 0.004, 0.0), (0.36, 0.064, 0.060, 0.004, 0.0),
        (0.43, 0.061, 0.055, 0.004, 0.0), (0.49, 0.057, 0.052, -0.006, 0.0),
        (0.56, 0.060, 0.055, -0.016, 0.002), (0.63, 0.054, 0.049, -0.015, 0.001),
        (0.72, 0.042, 0.037, -0.008, 0.0), (0.80, 0.037, 0.031, -0.004, 0.0),
        (0.87, 0.037, 0.031, -0.002, 0.0),
    ),
    "female": (
        (-0.04, 0.066, 0.066, -0.012, 0.002), (0.02, 0.086, 0.083, -0.010, 0.003),
        (0.08, 0.094, 0.086, -0.005, 0.001), (0.16, 0.085, 0.078, 0.000, 0.0),
        (0.25, 0.073, 0.067, 0.003, 0.0), (0.34, 0.060, 0.056, 0.004, 0.0),
        (0.405, 0.056, 0.051, 0.004, 0.0), (0.46, 0.052, 0.048, -0.006, 0.0),
        (0.53, 0.055, 0.050, -0.014, 0.002), (0.60, 0.049, 0.044, -0.013, 0.001),
        (0.68, 0.038, 0.034, -0.007, 0.0), (0.75, 0.033, 0.029, -0.003, 0.0),
        (0.82, 0.033, 0.029, -0.002, 0.0),
    ),
}  # fmt: skip
# Below the shoulder joint as a share of the arm to the wrist: half depth, half width, shift to the
# front: m at 1.75.
ARM: Final = (
    (-0.018, 0.036, 0.031, 0.0), (0.004, 0.050, 0.041, 0.0), (0.05, 0.059, 0.050, 0.0),
    (0.12, 0.060, 0.052, 0.0),
    (0.20, 0.056, 0.051, 0.002), (0.35, 0.051, 0.044, 0.004), (0.47, 0.045, 0.040, 0.002),
    (0.56, 0.043, 0.040, 0.0), (0.64, 0.046, 0.041, 0.002), (0.74, 0.041, 0.037, 0.003),
    (0.86, 0.034, 0.028, 0.002), (1.0, 0.029, 0.021, 0.0), (1.04, 0.029, 0.020, 0.0),
)  # fmt: skip
ARM_GIRTH: Final[dict[Sex, float]] = {"male": 1.0, "female": 0.86}
# From the ankle ahead: half width, height: m at 1.75.
SHOE: Final = (
    (-0.066, 0.022, 0.062), (-0.056, 0.033, 0.088), (-0.030, 0.038, 0.104), (0.010, 0.039, 0.110),
    (0.050, 0.041, 0.090), (0.090, 0.046, 0.072), (0.130, 0.050, 0.060), (0.170, 0.047, 0.050),
    (0.200, 0.036, 0.041), (0.215, 0.020, 0.032),
)  # fmt: skip
# Below the wrist: half thickness, half width of the palm, its shift to the front: m at 1.75.
PALM: Final = (
    (-0.012, 0.021, 0.028, 0.0), (0.012, 0.020, 0.030, 0.001), (0.040, 0.018, 0.038, 0.003),
    (0.075, 0.015, 0.042, 0.002), (0.102, 0.011, 0.040, 0.0),
)  # fmt: skip
# Root ahead of the arm's axis and below the wrist, length, radius: the four fingers.
FINGERS: Final = (
    (0.031, 0.095, 0.070, 0.0092), (0.010, 0.098, 0.080, 0.0096), (-0.011, 0.097, 0.074, 0.0092),
    (-0.030, 0.090, 0.058, 0.0080),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Figure:
    """The measures of one person's body."""

    look: Look
    frame: Skeleton
    scale: float
    """Of the sex's table to this height."""
    girth: float

    @property
    def height(self) -> float:
        return self.look.height_m


def figure_of(look: Look) -> Figure:
    scale = look.height_m / REFERENCE_M[look.sex]
    return Figure(look=look, frame=human(look.height_m), scale=scale, girth=scale * look.build)


def trunk_rings(
    figure: Figure, count: int, columns: int, *, grow: float = 0.0, flare: float = 0.0,
    low: float = -np.inf, high: float = np.inf,
) -> F64:  # fmt: skip
    """``(count, columns, 3)`` of the trunk between two heights (m), grown outwards by ``grow``."""
    table = np.asarray(TRUNK[figure.look.sex]) * figure.scale
    table[:, 1:] *= figure.look.build
    rows = curve(table, stations(table, count, low=low, high=high))
    # A hem stands off.
    grow_at = grow + flare * np.clip(1.0 - (rows[:, :1] - low) / (0.06 * figure.height), 0.0, 1.0)
    share = (rows[:, 0] - table[0, 0]) / (table[-1, 0] - table[0, 0])
    c, s = circle(columns, square=np.interp(share, (0.0, 0.2, 0.5, 1.0), (2.7, 2.6, 2.45, 2.0)))
    ahead = (np.where(c > 0.0, rows[:, 2:3], rows[:, 3:4]) + grow_at) * c
    aside = (rows[:, 1:2] + grow_at) * s
    up = np.broadcast_to(rows[:, :1], ahead.shape).copy()
    ahead += _relief(figure, aside, up, c)
    # The trapezius: the collar rises towards the nape and falls towards the throat.
    rise = np.clip((share - 0.86) / 0.14, 0.0, 1.0)[:, None]
    up -= 0.022 * figure.scale * rise * np.clip(c, 0.0, 1.0)
    up += 0.012 * figure.scale * rise * np.clip(-c, 0.0, 1.0)
    ahead += -0.012 * figure.scale * rise
    return np.stack([ahead, aside, up], axis=2)


def _relief(figure: Figure, aside: F64, up: F64, facing: F64) -> F64:
    """What stands out from the ellipses: breasts, the buttocks and the groove of the back."""
    scale = figure.scale
    y, z = np.abs(aside) / scale, up / scale
    hip = anatomy.HIP_Z * REFERENCE_M[figure.look.sex]
    female = figure.look.sex == "female"
    bust = 1.195 if female else 1.30
    depth, wide, tall = (0.042, 0.052, 0.050) if female else (0.010, 0.060, 0.050)
    centre = 0.072 if female else 0.085
    out = depth * np.exp(-(((y - centre) / wide) ** 2) - ((z - bust) / tall) ** 2) * (facing > 0)
    seat = 0.012 * np.exp(-(((y - 0.075) / 0.060) ** 2) - ((z - hip + 0.02) / 0.065) ** 2)
    chest = hip + 0.36
    groove = 0.012 * np.exp(-((y / 0.035) ** 2) - ((z - chest) / 0.16) ** 2)
    return np.asarray(scale * (out + (groove - seat) * (facing < 0)))


def trunk_shares(figure: Figure, points: ArrayLike) -> F64:
    """``(n, joints)`` of points of the trunk: pelvis, spine, chest and the two clavicles."""
    where = np.asarray(points, float)
    frame, height = figure.frame, figure.height
    rows = [frame.row(name) for name in ("pelvis", "spine", "chest")]
    share = np.zeros((len(where), len(frame)))
    part = chain(
        where[:, 2], rows, [(0.590 * height, 0.05 * height), (0.665 * height, 0.05 * height)]
    )
    share[:, : part.shape[1]] = part
    for side, sign in anatomy.SIDES.items():
        out = np.clip((sign * where[:, 1] / height - 0.035) / 0.07, 0.0, 1.0)
        up = np.clip((where[:, 2] / height - 0.745) / 0.06, 0.0, 1.0)
        share[:, frame.row(f"{side}_clavicle")] = out * up * share[:, rows[2]]
        share[:, rows[2]] *= 1.0 - out * up
    return share


def on_trunk(figure: Figure, mesh: Mesh) -> Skin:
    """A mesh that bends as the trunk does."""
    return skin(mesh, trunk_shares(figure, mesh.points))


def torso(figure: Figure, detail: Detail) -> list[Skin]:
    """Shirt or jacket about the trunk, and trousers or skin about the pelvis."""
    look, height = figure.look, figure.height
    grow = {"tshirt": 0.004, "shirt": 0.006, "jacket": 0.014}[look.top]
    hem = {"tshirt": 0.492, "shirt": 0.497, "jacket": 0.482}[look.top] * height
    if look.bottom == "skirt":
        hem = 0.600 * height
    rings = trunk_rings(figure, *detail.trunk, grow=grow, flare=0.007, low=hem)
    collar = rings[-1].mean(axis=0) - (0.0, 0.0, 0.01)
    shirt = loft(rings, material=look.top_material, end=collar)
    seat = trunk_rings(figure, max(4, detail.trunk[0] // 3), detail.leg[1], high=0.60 * height)
    bottom = (-0.010, 0.0, 0.462 * height)
    pelvis = loft(seat, material=look.bottom_material, start=bottom)
    return [on_trunk(figure, shirt), on_trunk(figure, pelvis)]


def arm_rows(figure: Figure, count: int, low: float, high: float, grow: float) -> F64:
    """``(count, 4)`` rows of the arm between two shares: m below the shoulder, radii, shift."""
    rows = curve(ARM, stations(ARM, count, low=low, high=high))
    rows[:, 0] *= (anatomy.UPPER_ARM + anatomy.FOREARM) * figure.height
    rows[:, 1:] *= figure.girth * ARM_GIRTH[figure.look.sex]
    rows[:, 1:3] += grow * np.clip(0.3 + 5.0 * rows[:, :1] / figure.height, 0.0, 1.0)
    return rows


def arm(figure: Figure, detail: Detail) -> list[Skin]:
    """The left arm to the wrist: sleeve and skin."""
    look = figure.look
    cuff, grow = {"tshirt": (0.40, 0.010), "shirt": (0.97, 0.007), "jacket": (0.99, 0.014)}[
        look.top
    ]
    rings, sides = detail.arm
    sleeve = arm_rows(figure, rings, ARM[0][0], cuff, grow)
    sleeve[-1, 1:3] += 0.002
    sleeve[:, 1:3] += 0.004 * np.clip(sleeve[:, :1] / sleeve[-1, 0], 0.0, 1.0)
    skin_from = cuff - 0.04
    bare = arm_rows(figure, rings if cuff < 0.5 else 2, skin_from, 1.03, 0.0)
    return [_arm_part(figure, sleeve, look.top_material, sides, (0.3, 0.02)),
            _arm_part(figure, bare, look.skin, sides, (0.1, 0.3))]  # fmt: skip


def _arm_part(
    figure: Figure, rows: F64, material: str, sides: int, tips: tuple[float, float]
) -> Skin:
    frame, height = figure.frame, figure.height
    shoulder = frame.rest[frame.row("left_upper_arm")]
    path = shoulder + np.stack([rows[:, 3], np.zeros(len(rows)), -rows[:, 0]], axis=1)
    # The deltoid leans inwards on to the collar.
    path[:, 1] -= (
        0.030 * figure.scale * np.clip((0.03 * height - rows[:, 0]) / (0.03 * height), -0.1, 1.4)
    )
    mesh = limb(path, rows[:, 1:3], material=material, sides=sides, tips=tips)
    bones = [frame.row(f"left_{name}") for name in ("upper_arm", "forearm")]
    share = chain(rows[:, 0], bones, [(anatomy.UPPER_ARM * height, 0.022 * height)])
    return skin(mesh, spread(share, sides))


def hand(figure: Figure, detail: Detail) -> list[Skin]:
    """The left hand, its palm to the thigh: palm, thumb and fingers."""
    scale, material = 1.03 * figure.height / 1.75, figure.look.skin
    scale *= 0.96 if figure.look.sex == "female" else 1.0
    bone = figure.frame.row("left_hand")
    wrist = figure.frame.rest[bone]
    rows = np.asarray(PALM) * scale
    if not detail.fingers:
        rows = np.vstack([rows[[0, 2, 4]], (0.17 * scale, 0.008, 0.022, 0.0)])
    path = wrist + np.stack([rows[:, 3], np.zeros(len(rows)), -rows[:, 0]], axis=1)
    sides = 10 if detail.fingers else 5
    parts = [limb(path, rows[:, [2, 1]], material=material, sides=sides, square=2.6)]
    if detail.fingers:
        parts += [_finger(wrist, scale, row, material) for row in FINGERS]
        thumb = np.array([(0.018, -0.004, -0.018), (0.040, -0.010, -0.050), (0.050, -0.014, -0.078),
                          (0.052, -0.018, -0.104)])  # fmt: skip
        radii = np.array([0.015, 0.0135, 0.011, 0.008])[:, None] * (scale, scale)
        parts.append(limb(wrist + thumb * scale, radii, material=material, sides=6,
                          tips=(0.3, 0.7)))  # fmt: skip
    return [rigid(part, bone) for part in parts]


def _finger(wrist: F64, scale: float, row: tuple[float, ...], material: str) -> Mesh:
    """A finger, slightly bent towards the palm."""
    ahead, down, length, radius = row
    t = np.array([0.0, 0.35, 0.68, 0.96])
    bend = -0.30 * length * t**2
    path = np.stack([np.full(4, ahead), bend, -down - length * t * (1.0 - 0.06 * t)], axis=1)
    radii = radius * np.array([1.05, 1.0, 0.92, 0.72])[:, None] * np.ones(2)
    return limb(wrist + path * scale, radii * scale, material=material, sides=5, tips=(0.2, 0.7))


def leg_rows(figure: Figure, count: int, low: float, high: float) -> F64:
    """``(count, 5)`` rows of the leg between two depths below the hip, m at the reference."""
    table = np.asarray(LEG[figure.look.sex])
    rows = curve(table, stations(table, count, low=low, high=high))
    rows[:, 0] *= figure.scale
    rows[:, 1:] *= figure.girth
    return rows


def leg(figure: Figure, detail: Detail) -> list[Skin]:
    """The left leg to the ankle: trouser leg or skin, by the look."""
    look = figure.look
    rings, sides = detail.leg
    end = (anatomy.HIP_Z - 0.032) * REFERENCE_M[look.sex]
    knee = (anatomy.HIP_Z - anatomy.KNEE_Z) * REFERENCE_M[look.sex]
    if look.bottom == "trousers":
        rows = leg_rows(figure, rings, -0.04, end)
        widest = np.interp(rows[:, 0] / figure.scale, (0.0, 0.3, knee, end),
                           (0.0, 0.068, 0.066, 0.059)) * figure.girth  # fmt: skip
        rows[:, 1:3] = np.maximum(rows[:, 1:3] + 0.006, widest[:, None] * (1.06, 0.98))
        rows[:, 3] *= 0.6
        return [_leg_part(figure, rows, look.bottom_material, sides, (0.5, 0.0))]
    bare = leg_rows(figure, rings, 0.10, end + 0.02)
    parts = [_leg_part(figure, bare, look.skin, sides, (0.3, 0.2))]
    if look.bottom == "shorts":
        rows = leg_rows(figure, max(4, rings // 2), -0.04, 0.84 * knee)
        rows[:, 1:3] += 0.006 + 0.010 * np.clip(rows[:, :1] / (knee * figure.scale), 0.0, 1.0)
        parts.append(_leg_part(figure, rows, look.bottom_material, sides, (0.5, 0.02)))
    return parts


def _leg_part(
    figure: Figure, rows: F64, material: str, sides: int, tips: tuple[float, float]
) -> Skin:
    frame, height = figure.frame, figure.height
    hip = frame.rest[frame.row("left_thigh")]
    path = hip + np.stack([rows[:, 3], rows[:, 4], -rows[:, 0]], axis=1)
    mesh = limb(path, rows[:, 1:3], material=material, sides=sides, tips=tips)
    bones = [frame.row(name) for name in ("pelvis", "left_thigh", "left_shank")]
    knee = (anatomy.HIP_Z - anatomy.KNEE_Z) * height
    share = chain(rows[:, 0], bones, [(0.0, 0.045 * height), (knee, 0.030 * height)])
    return skin(mesh, spread(share, sides))


def shoe(figure: Figure, detail: Detail) -> list[Skin]:
    """The left shoe on its sole."""
    scale, frame = figure.height / 1.75, figure.frame
    ankle = frame.rest[frame.row("left_foot")]
    rings, sides = detail.shoe
    rows = curve(SHOE, stations(SHOE, rings)) * scale
    rows[:, 1] *= 0.92 if figure.look.sex == "female" else 1.0
    upper = _shoe_loft(rows, ankle, sides, 0.010 * scale, figure.look.shoes, 2.3)
    sole = rows[::2] if len(rows) % 2 else np.vstack([rows[:-1:2], rows[-1]])
    sole[:, 1] += 0.003 * scale
    sole[:, 2] = 0.024 * scale
    parts = [(upper, rows, sides)]
    if detail.face:
        parts.append((_shoe_loft(sole, ankle, 8, 0.0, "rubber", 5.0), sole, 8))
    else:
        parts = [(_shoe_loft(rows, ankle, sides, 0.0, figure.look.shoes, 2.6), rows, sides)]
    bones = [frame.row("left_foot"), frame.row("left_toes")]
    joint = [(anatomy.BALL_X * figure.height, 0.02 * scale)]
    return [
        skin(mesh, spread(chain(own[:, 0], bones, joint), columns)) for mesh, own, columns in parts
    ]


def _shoe_loft(rows: F64, ankle: F64, sides: int, low: float, material: str, square: float) -> Mesh:
    c, s = circle(sides, square=square)
    half = 0.5 * (rows[:, 2:3] - low)
    # The big toe reaches farther ahead than the small ones.
    along = rows[:, :1] - 0.14 * np.maximum(rows[:, :1] - 0.1, 0.0) * (1.0 + c)
    wide = rows[:, 1:2] * c * np.where(s > 0, 1.0 - 0.35 * s * (half > 0.02), 1.0)
    rings = np.stack([along + 0.0 * c, ankle[1] + wide, low + half * (1.0 + s)], axis=2)
    rings[:, :, 0] += ankle[0]
    return loft(rings, material=material)


def mirrored(part: Skin, frame: Skeleton) -> Skin:
    """A part of the left side as the right one."""
    flip = np.array([1.0, -1.0, 1.0], np.float32)
    other = [frame.row(name.replace("left_", "right_")) for name in frame.names]
    mesh = replace(
        part.mesh, points=part.mesh.points * flip, normals=part.mesh.normals * flip,
        triangles=part.mesh.triangles[:, ::-1].copy(),
    )  # fmt: skip
    return replace(part, mesh=mesh, bones=np.array(other, np.int32)[part.bones])
