"""The human head: face, eyes, ears, hair and what is worn on it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.assets import anatomy
from outrider.world.assets.body import Detail, Figure
from outrider.world.assets.lofts import chain, circle, curve, limb, loft, spread
from outrider.world.assets.skeleton import Skin, rigid, skin
from outrider.world.forms import ball
from outrider.world.mesh import Mesh
from outrider.world.mesh import merge as merge_meshes

F64 = NDArray[np.float64]

HEAD_Z = 1.0 - anatomy.CHIN_Z
"""Chin to crown, of the body height; lengths below are shares of it, up from the chin."""
AXIS_X = 0.018
"""The head's upright axis ahead of the hips, of the body height."""
CROWN = 0.948
"""The bare skull; hair adds the rest."""

# Level, height in front and behind, reach to the front, to the back, half width, taper to the face.
_SKULL: Final = (
    (0.00, 0.010, 0.150, 0.250, 0.215, 0.150, 0.10),
    (0.05, 0.030, 0.175, 0.325, 0.250, 0.205, 0.34),
    (0.12, 0.090, 0.205, 0.350, 0.275, 0.245, 0.36),
    (0.20, 0.170, 0.250, 0.350, 0.300, 0.272, 0.32),
    (0.28, 0.250, 0.310, 0.352, 0.335, 0.290, 0.28),
    (0.36, 0.330, 0.370, 0.352, 0.375, 0.306, 0.22),
    (0.44, 0.420, 0.440, 0.350, 0.410, 0.318, 0.16),
    (0.52, 0.510, 0.520, 0.352, 0.435, 0.322, 0.10),
    (0.60, 0.600, 0.600, 0.368, 0.450, 0.326, 0.05),
    (0.68, 0.680, 0.680, 0.368, 0.452, 0.330, 0.02),
    (0.75, 0.745, 0.745, 0.352, 0.442, 0.322, 0.0), (0.82, 0.815, 0.815, 0.308, 0.402, 0.292, 0.0),
    (0.88, 0.874, 0.874, 0.238, 0.330, 0.238, 0.0), (0.92, 0.914, 0.914, 0.160, 0.246, 0.170, 0.0),
    (0.94, 0.935, 0.935, 0.090, 0.170, 0.105, 0.0),
)  # fmt: skip

# Bumps of the face: place aside and up, reach aside and up, how far out.
_BUMPS: Final = (
    (0.0, 0.310, 0.055, 0.040, 0.085),  # tip of the nose
    (0.0, 0.395, 0.040, 0.070, 0.062),  # its bridge
    (0.062, 0.295, 0.026, 0.025, 0.030),  # nostrils
    (0.150, 0.485, 0.070, 0.050, -0.040),  # eye sockets
    (0.130, 0.585, 0.100, 0.030, 0.018),  # brow
    (0.190, 0.390, 0.060, 0.060, 0.014),  # cheekbones
    (0.0, 0.212, 0.085, 0.018, 0.022),  # upper lip
    (0.0, 0.165, 0.070, 0.020, 0.022),  # lower lip
    (0.0, 0.189, 0.100, 0.008, -0.012),  # between them
    (0.0, 0.115, 0.110, 0.025, -0.014),  # under the lip
    (0.0, 0.050, 0.080, 0.045, 0.022),  # chin
)  # fmt: skip

# Hairline: degrees from the front, height of it for short and for long hair.
_HAIRLINE: Final = (
    (0.0, 0.80, 0.80), (35.0, 0.79, 0.78), (55.0, 0.70, 0.66), (72.0, 0.52, 0.44),
    (86.0, 0.44, 0.20), (96.0, 0.60, 0.10), (112.0, 0.60, 0.06), (126.0, 0.34, 0.05),
    (150.0, 0.18, 0.05), (180.0, 0.14, 0.05),
)  # fmt: skip
_HAIR_SWELL: Final = {"short": 0.050, "long": 0.068, "tail": 0.048, "bald": 0.0}
_LIPS: Final = {"skin_light": "skin_lips", "skin_tan": "skin_lips", "skin_brown": "skin_dark",
                "skin_dark": "wood_dark"}  # fmt: skip


def _skull(levels: ArrayLike, columns: int, *, bunch: float, wide: float) -> tuple[F64, F64]:
    """``(r, c, 3)`` of the skull without a face, in shares of the head, and the cosine to front."""
    rows = curve(_SKULL, levels)
    c, s = circle(columns, bunch=bunch, square=2.15)
    front = 0.5 * (1.0 + c)
    up = front * rows[:, 1:2] + (1.0 - front) * rows[:, 2:3]
    ahead = np.where(c > 0, rows[:, 3:4], rows[:, 4:5]) * c
    aside = wide * rows[:, 5:6] * s * (1.0 - rows[:, 6:7] * np.clip(c, 0.0, 1.0))
    return np.stack([ahead, aside, up], axis=2), c


def _face(points: F64, facing: F64, *, soft: float) -> F64:
    """The skull's points with the features of a face; ``soft`` 1 full relief … 0 none."""
    y, z = np.abs(points[:, :, 1]), points[:, :, 2]
    out = np.zeros_like(y)
    for aside, up, wide, tall, depth in _BUMPS:
        out += depth * np.exp(-(((y - aside) / wide) ** 2) - ((z - up) / tall) ** 2)
    shaped = points.copy()
    shaped[:, :, 0] += soft * out * np.clip(2.5 * facing, 0.0, 1.0)
    return shaped


def _placed(figure: Figure, points: F64) -> F64:
    """Points in shares of the head, as points of the body."""
    size = HEAD_Z * figure.height
    return points * size + np.array([AXIS_X, 0.0, anatomy.CHIN_Z]) * figure.height


def _width(figure: Figure) -> float:
    return 0.96 if figure.look.sex == "female" else 1.0


def _levels(count: int) -> F64:
    """Levels of the head's rings, dense about the mouth, the nose and the eyes."""
    known = np.array([0.0, 0.13, 0.25, 0.34, 0.46, 0.62, 0.80, 0.94])
    at = np.array([0.0, 2.2, 5.6, 8.4, 11.2, 14.2, 17.0, 20.5])
    return np.asarray(np.interp(np.linspace(0.0, at[-1], count), at, known))


def head(figure: Figure, detail: Detail) -> list[Skin]:
    """Head with its face, ears and eyes; and the neck."""
    frame = figure.frame
    rings, columns = detail.head
    bunch = 0.55 if detail.face else 0.2
    points, facing = _skull(_levels(rings), columns, bunch=bunch, wide=_width(figure))
    soft = 0.9 if figure.look.sex == "female" else 1.0
    shaped = _face(points, facing, soft=soft) if detail.face else points
    chin = shaped[0].mean(axis=0) + np.array([-0.02, 0.0, 0.02])
    grid = _placed(figure, shaped)
    skull = loft(grid, material=figure.look.skin, start=_placed(figure, chin),
                 end=_placed(figure, np.array([-0.04, 0.0, CROWN])))  # fmt: skip
    parts = [skull]
    if detail.face:
        parts += [*_mouth(figure, shaped), *_eyes(figure, shaped), *_ears(figure)]
    return [*(rigid(part, frame.row("head")) for part in parts), _neck(figure, detail)]


def _mouth(figure: Figure, shaped: F64) -> list[Mesh]:
    """Upper and lower lip."""
    aside = np.array([-0.112, -0.075, -0.035, 0.0, 0.035, 0.075, 0.112])
    arch = 1.0 - (aside / 0.112) ** 2
    bow = np.array([0.0, 0.0, 0.003, 0.0, 0.003, 0.0, 0.0])
    return [
        _ridge(figure, shaped, aside, 0.189 + 0.013 * arch + bow, 0.003 + 0.012 * arch, lips=True),
        _ridge(figure, shaped, aside, 0.189 - 0.017 * arch, 0.003 + 0.015 * arch, lips=True),
    ]


def _ridge(
    figure: Figure, shaped: F64, aside: F64, up: F64, radius: F64, *, lips: bool = False,
    material: str = "",
) -> Mesh:  # fmt: skip
    """A thin roll along the face: lips, lids, brows."""
    path = [(_surface(shaped, a, b), a, b) for a, b in zip(aside, up, strict=True)]
    name = _LIPS[figure.look.skin] if lips else material
    radii = radius[:, None] * np.ones(2) * HEAD_Z * figure.height
    return limb(_placed(figure, np.array(path)), radii, material=name, sides=5)


def _surface(shaped: F64, y: float, z: float) -> float:
    """How far ahead the face is at a place."""
    flat = shaped[shaped[:, :, 0] > 0.0]
    near = np.hypot(flat[:, 1] - y, flat[:, 2] - z)
    order = np.argsort(near)[:4]
    weight = 1.0 / (near[order] + 1e-3)
    return float((flat[order, 0] * weight).sum() / weight.sum())


def _eyes(figure: Figure, shaped: F64) -> list[Mesh]:
    """Eyeballs with irises, lids and brows."""
    size = HEAD_Z * figure.height
    parts: list[Mesh] = []
    for side in (1.0, -1.0):
        y = side * 0.142
        x = _surface(shaped, y, 0.49) - 0.034
        for radius, ahead, name, fine in (
            (0.052, 0.0, "paint_white", 5), (0.025, 0.032, "wood_dark", 4),
            (0.013, 0.0455, "paint_black", 3),
        ):  # fmt: skip
            where = _placed(figure, np.array([x + ahead, y * (1.0 + 0.1 * ahead), 0.488]))
            tall = 0.72 if name == "paint_white" else 1.0
            parts.append(ball(np.array([radius, 1.12 * radius, tall * radius]) * size, rings=fine,
                              sides=fine + 2, material=name, center=where))  # fmt: skip
        t = np.linspace(-1.0, 1.0, 5)
        arch = 1.0 - t**2
        brow = np.array([0.011, 0.014, 0.013, 0.010, 0.004])
        parts += [
            _ridge(figure, shaped, side * (0.140 + 0.088 * t),
                0.566 + 0.024 * arch + 0.004 * t, brow,
                   material=figure.look.hair),
            _ridge(figure, shaped, side * (0.142 + 0.066 * t), 0.492 + 0.036 * arch,
                   0.006 + 0.009 * arch, material=figure.look.skin),
            _ridge(figure, shaped, side * (0.142 + 0.062 * t), 0.490 - 0.034 * arch,
                   0.006 + 0.006 * arch, material=figure.look.skin),
        ]  # fmt: skip
    return parts


def _ears(figure: Figure) -> list[Mesh]:
    """Flat shells that stand off the head."""
    rows = np.array([(0.360, 0.028, 0.016), (0.400, 0.048, 0.026), (0.470, 0.066, 0.032),
                     (0.540, 0.078, 0.034), (0.590, 0.066, 0.026),
                     (0.612, 0.034, 0.016)])  # fmt: skip
    size = HEAD_Z * figure.height
    parts = []
    for side in (1.0, -1.0):
        lean = -0.03 - 0.10 * (rows[:, 0] - 0.36)
        out = side * _width(figure) * (0.312 + 0.10 * (rows[:, 0] - 0.36))
        path = np.stack([lean, out, rows[:, 0]], axis=1)
        parts.append(limb(_placed(figure, path), rows[:, 1:] * size, material=figure.look.skin,
                          sides=6))  # fmt: skip
    return parts


def _neck(figure: Figure, detail: Detail) -> Skin:
    frame, height = figure.frame, figure.height
    thick = (0.0310 if figure.look.sex == "female" else 0.0355) * height
    at = np.linspace(0.805, 0.905, 4 if detail.face else 3)
    wide = np.interp(at, (0.805, 0.835, 0.86, 0.905), (1.10, 1.08, 1.0, 0.98)) * thick
    path = np.stack([np.interp(at, (0.805, 0.905), (-0.016, 0.006)), 0.0 * at, at], axis=1) * height
    sides = 12 if detail.face else 5
    mesh = limb(path, np.stack([1.04 * wide, wide], 1), material=figure.look.skin, sides=sides)
    bones = [frame.row(name) for name in ("chest", "neck", "head")]
    share = chain(at, bones, [(0.838, 0.018), (0.888, 0.015)])
    return skin(mesh, spread(share, sides))


def hair(figure: Figure, detail: Detail) -> list[Skin]:
    """A shell over the skull that dives into it at the hairline, and what hangs from it."""
    look, bone = figure.look, figure.frame.row("head")
    if look.hair_style == "bald":
        return []
    parts = [_hair_shell(figure, detail)]
    if look.hair_style == "long":
        rows = np.array([(-0.30, 0.86, 0.10, 0.20), (-0.32, 0.60, 0.16, 0.33),
                         (-0.28, 0.30, 0.15, 0.335), (-0.25, 0.05, 0.11, 0.315),
                         (-0.27, -0.18, 0.08, 0.28), (-0.30, -0.32, 0.05, 0.22)])  # fmt: skip
        parts.append(_strand(figure, rows, 12 if detail.face else 6))
    elif look.hair_style == "tail":
        rows = np.array([(-0.40, 0.74, 0.07, 0.07), (-0.53, 0.72, 0.09, 0.09),
                         (-0.60, 0.55, 0.10, 0.11), (-0.58, 0.30, 0.085, 0.10),
                         (-0.53, 0.08, 0.05, 0.06), (-0.50, -0.06, 0.02, 0.02)])  # fmt: skip
        parts.append(_strand(figure, rows, 10 if detail.face else 5))
    return [rigid(part, bone) for part in parts]


def _strand(figure: Figure, rows: F64, sides: int) -> Mesh:
    size = HEAD_Z * figure.height
    path = _placed(figure, np.stack([rows[:, 0], 0.0 * rows[:, 0], rows[:, 1]], axis=1))
    return limb(path, rows[:, 2:] * size, material=figure.look.hair, sides=sides)


def _hair_shell(figure: Figure, detail: Detail) -> Mesh:
    """Its lowest rings follow the hairline, so that it is smooth whatever the grid."""
    look = figure.look
    rings, columns = detail.hair
    fine, _ = _skull(np.linspace(0.0, 0.94, 48), columns, bunch=0.0, wide=_width(figure))
    angle = 360.0 * np.arange(columns) / columns
    line = np.asarray(_HAIRLINE)
    edge = np.interp(np.minimum(angle, 360.0 - angle), line[:, 0],
                     line[:, 2 if look.hair_style == "long" else 1])  # fmt: skip
    share = np.concatenate([[-0.05], np.linspace(0.0, 1.0, rings - 1) ** 0.8])[:, None]
    up = np.clip(edge + share * (0.93 - edge), 0.02, None)
    on = np.stack([[np.interp(up[:, k], fine[:, k, 2], fine[:, k, axis]) for k in range(columns)]
                   for axis in range(3)], axis=2).transpose(1, 0, 2)  # fmt: skip
    way = on - np.array([-0.06, 0.0, 0.52])
    way /= np.linalg.norm(way, axis=2, keepdims=True)
    rise = np.clip(share / 0.3, 0.0, 1.0)
    swell = _HAIR_SWELL[look.hair_style] if look.hat == "none" else 0.016
    grow = 0.008 + (swell - 0.008) * np.sqrt(rise)
    grow[0] = -0.04
    grown = on + grow[:, :, None] * way
    low = np.array([-0.06, 0.0, 0.5])
    return loft(_placed(figure, grown), material=look.hair, start=_placed(figure, low),
                end=_placed(figure, np.array([-0.04, 0.0, 1.0])))  # fmt: skip


def hat(figure: Figure, detail: Detail) -> list[Skin]:
    """Cap, helmet or brimmed hat."""
    look, bone = figure.look, figure.frame.row("head")
    if look.hat == "none":
        return []
    sides = 16 if detail.face else 7
    tall = {"cap": 1.06, "helmet": 1.12, "brim": 1.10}[look.hat]
    wide = {"cap": 1.0, "helmet": 1.10, "brim": 1.02}[look.hat]
    share = np.array([0.0, 0.3, 0.6, 0.82, 0.95])[:: 1 if detail.face else 2]
    shrink = np.sqrt(1.0 - share**2.4)[:, None]
    c, s = circle(sides, square=2.1)
    level = 0.66 + (tall - 0.66) * share[:, None]
    dome = np.stack([-0.045 + 0.455 * wide * shrink * c, 0.385 * wide * shrink * s,
                     level + 0.03 * c * (1.0 - share[:, None])], axis=2)  # fmt: skip
    parts = [loft(_placed(figure, dome), material=look.hat_material,
                  end=_placed(figure, np.array([-0.045, 0.0, tall])))]  # fmt: skip
    reach = {"cap": (0.30, 0.0, 0.0), "helmet": (0.10, 0.03, 0.03), "brim": (0.20, 0.20, 0.20)}
    ahead, behind, aside = reach[look.hat]
    out = np.where(c > 0, 0.45 * wide + ahead * np.abs(c) ** 0.5, 0.45 * wide + behind) * c
    across = (0.38 * wide + aside) * s
    drop = 0.03 * c - (0.10 * np.abs(s) ** 2 if look.hat == "cap" else 0.0)
    brim = [np.stack([-0.045 + k * out, k * across, 0.665 + lift + drop], axis=1)
            for k, lift in ((0.9, -0.012), (1.0, -0.012), (1.0, 0.006), (0.9, 0.014))]  # fmt: skip
    parts.append(loft(_placed(figure, np.array(brim)), material=look.hat_material))
    return [rigid(merge_meshes(parts), bone)]
