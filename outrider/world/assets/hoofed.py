"""Deer, sheep and cow: tables of their bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from outrider.world.assets.animal_bodies import Body, Joints, Limb, Row

UP: Final = (0.0, 0.0, 1.0)


def _joints(places: Sequence[tuple[float, float, float]]) -> Joints:
    """In the order of the names below."""
    names = (
        ("pelvis", ""), ("chest", "pelvis"), ("neck", "chest"), ("head", "neck"),
        ("tail", "pelvis"), ("left_humerus", "chest"), ("left_radius", "left_humerus"),
        ("left_fore_cannon", "left_radius"), ("left_fore_hoof", "left_fore_cannon"),
        ("left_thigh", "pelvis"), ("left_shank", "left_thigh"),
        ("left_hind_cannon", "left_shank"), ("left_hind_hoof", "left_hind_cannon"),
        ("muzzle", "head"),
    )  # fmt: skip
    return {name: (parent, place) for (name, parent), place in zip(names, places, strict=True)}


def _eye(x: float, y: float, z: float, radius: float) -> Limb:
    rows: tuple[Row, ...] = (("head", x - 0.4 * radius, y, z, radius, 0.8 * radius),
                             ("head", x + 0.4 * radius, y, z, radius, 0.8 * radius))  # fmt: skip
    return Limb(material="paint_black", rows=rows, sides=6, front=UP, tips=(0.8, 0.8), pair=True,
                far=0)  # fmt: skip


def _hoof(joint: str, x: float, y: float, size: float) -> Limb:
    rows: tuple[Row, ...] = (
        (joint, x - 0.012, y, 2.2 * size, 0.72 * size, 0.66 * size),
        (joint, x + 0.004, y, 1.1 * size, 0.95 * size, 0.85 * size),
        (joint, x + 0.012, y, 0.0, 1.25 * size, 0.95 * size),
    )
    return Limb(material="leather_black", rows=rows, sides=8, tips=(0.1, 0.0), far=1)


_DEER_JOINTS = _joints((
    (-0.50, 0, 0.95), (0.28, 0, 0.95), (0.46, 0, 0.95), (0.80, 0, 1.52), (-0.70, 0, 1.00),
    (0.44, 0.12, 0.86), (0.36, 0.13, 0.68), (0.40, 0.125, 0.40), (0.40, 0.125, 0.10),
    (-0.52, 0.12, 0.90), (-0.40, 0.14, 0.68), (-0.655, 0.125, 0.50), (-0.605, 0.125, 0.10),
    (1.06, 0, 1.39),
))  # fmt: skip
_DEER: Final = (
    Limb(material="fur_deer", sides=16, front=UP, rows=(
        ("pelvis", -0.745, 0, 0.95, 0.05, 0.045), ("pelvis", -0.69, 0, 0.935, 0.125, 0.105),
        ("pelvis", -0.54, 0, 0.92, 0.185, 0.155), ("pelvis", -0.25, 0, 0.905, 0.185, 0.155),
        ("chest", 0.05, 0, 0.885, 0.205, 0.165), ("chest", 0.30, 0, 0.895, 0.215, 0.155),
        ("chest", 0.48, 0, 0.935, 0.190, 0.125), ("chest", 0.58, 0, 0.975, 0.12, 0.085),
    ), far_rows=(0, 2, 5, 7)),
    Limb(material="fur_deer", sides=14, rows=(
        ("chest", 0.40, 0, 0.94, 0.17, 0.11), ("neck", 0.50, 0, 1.07, 0.145, 0.092),
        ("neck", 0.60, 0, 1.21, 0.112, 0.074), ("neck", 0.69, 0, 1.35, 0.088, 0.062),
        ("head", 0.765, 0, 1.48, 0.074, 0.055), ("head", 0.80, 0, 1.55, 0.045, 0.042),
    ), far_rows=(0, 4)),
    Limb(material="fur_deer", sides=12, front=UP, rows=(
        ("head", 0.735, 0, 1.555, 0.035, 0.035), ("head", 0.79, 0, 1.56, 0.068, 0.060),
        ("head", 0.87, 0, 1.525, 0.068, 0.062), ("head", 0.96, 0, 1.465, 0.048, 0.043),
        ("head", 1.04, 0, 1.410, 0.038, 0.034), ("head", 1.085, 0, 1.380, 0.034, 0.032),
    ), far_rows=(1, 5)),
    Limb(material="leather_black", sides=8, front=UP, far=1, rows=(
        ("head", 1.078, 0, 1.390, 0.024, 0.024), ("head", 1.100, 0, 1.378, 0.020, 0.022))),
    Limb(material="fur_deer", sides=8, pair=True, far=1, rows=(
        ("head", 0.770, 0.045, 1.585, 0.012, 0.016), ("head", 0.750, 0.090, 1.610, 0.012, 0.036),
        ("head", 0.735, 0.140, 1.645, 0.010, 0.038), ("head", 0.728, 0.185, 1.680, 0.006, 0.012))),
    Limb(material="fur_pale", sides=8, rows=(
        ("tail", -0.725, 0, 0.995, 0.03, 0.035), ("tail", -0.775, 0, 0.95, 0.035, 0.045),
        ("tail", -0.795, 0, 0.87, 0.015, 0.02)), far=1),
    Limb(material="fur_deer", sides=10, rows=(
        ("chest", 0.40, 0.085, 1.00, 0.085, 0.045),
        ("left_humerus", 0.42, 0.115, 0.86, 0.105, 0.06),
        ("left_radius", 0.375, 0.13, 0.70, 0.072, 0.052),
        ("left_radius", 0.383, 0.13, 0.55, 0.044, 0.037),
        ("left_fore_cannon", 0.40, 0.127, 0.41, 0.033, 0.031),
        ("left_fore_cannon", 0.40, 0.125, 0.27, 0.022, 0.020),
        ("left_fore_hoof", 0.40, 0.125, 0.12, 0.024, 0.023),
        ("left_fore_hoof", 0.412, 0.125, 0.055, 0.022, 0.021),
    ), far_rows=(0, 7)),
    _hoof("left_fore_hoof", 0.422, 0.125, 0.028),
    Limb(material="fur_deer", sides=11, rows=(
        ("pelvis", -0.53, 0.075, 1.02, 0.12, 0.05),
        ("left_thigh", -0.52, 0.105, 0.87, 0.165, 0.075),
        ("left_shank", -0.44, 0.13, 0.70, 0.105, 0.06),
        ("left_shank", -0.55, 0.13, 0.59, 0.060, 0.043),
        ("left_hind_cannon", -0.645, 0.127, 0.50, 0.040, 0.031),
        ("left_hind_cannon", -0.642, 0.125, 0.36, 0.026, 0.024),
        ("left_hind_cannon", -0.622, 0.125, 0.22, 0.022, 0.021),
        ("left_hind_hoof", -0.607, 0.125, 0.12, 0.025, 0.024),
        ("left_hind_hoof", -0.593, 0.125, 0.055, 0.022, 0.021),
    ), far_rows=(0, 4, 8)),
    _hoof("left_hind_hoof", -0.583, 0.125, 0.028),
    _eye(0.872, 0.056, 1.545, 0.016),
)  # fmt: skip
_ANTLERS: Final = (
    Limb(material="antler", sides=7, pair=True, far=2, rows=(
        ("head", 0.800, 0.035, 1.585, 0.021, 0.021), ("head", 0.760, 0.090, 1.700, 0.017, 0.017),
        ("head", 0.715, 0.190, 1.840, 0.016, 0.016), ("head", 0.730, 0.270, 1.980, 0.014, 0.014),
        ("head", 0.800, 0.280, 2.110, 0.005, 0.005)), far_rows=(0, 4)),
    *(Limb(material="antler", sides=6, pair=True, far=1, rows=(("head", *a, 0.012, 0.012),
                                                               ("head", *b, 0.010, 0.010),
                                                               ("head", *c, 0.004, 0.004)))
      for a, b, c in (
          ((0.795, 0.048, 1.610), (0.880, 0.075, 1.650), (0.945, 0.085, 1.735)),
          ((0.735, 0.140, 1.780), (0.800, 0.180, 1.820), (0.855, 0.195, 1.900)),
          ((0.722, 0.255, 1.960), (0.680, 0.300, 2.020), (0.670, 0.320, 2.110)),
      )),
)  # fmt: skip
STAG: Final = Body(joints=_DEER_JOINTS, limbs=_DEER + _ANTLERS)
DOE: Final = Body(joints=_DEER_JOINTS, limbs=_DEER)


_SHEEP_JOINTS = _joints((
    (-0.32, 0, 0.55), (0.14, 0, 0.55), (0.27, 0, 0.53), (0.50, 0, 0.80), (-0.46, 0, 0.60),
    (0.26, 0.10, 0.50), (0.22, 0.11, 0.38), (0.24, 0.11, 0.23), (0.24, 0.11, 0.07),
    (-0.30, 0.10, 0.52), (-0.22, 0.11, 0.40), (-0.36, 0.11, 0.26), (-0.33, 0.11, 0.07),
    (0.65, 0, 0.75),
))  # fmt: skip


def _sheep(face: str) -> Body:
    wool = "wool"
    return Body(joints=_SHEEP_JOINTS, limbs=(
        Limb(material=wool, sides=16, front=UP, square=2.3, rows=(
            ("pelvis", -0.50, 0, 0.57, 0.08, 0.08), ("pelvis", -0.45, 0, 0.55, 0.175, 0.155),
            ("pelvis", -0.32, 0, 0.54, 0.215, 0.195), ("pelvis", -0.10, 0, 0.535, 0.22, 0.205),
            ("chest", 0.12, 0, 0.535, 0.22, 0.20), ("chest", 0.29, 0, 0.555, 0.20, 0.165),
            ("chest", 0.38, 0, 0.585, 0.13, 0.10)), far_rows=(0, 2, 4, 6)),
        Limb(material=wool, sides=12, rows=(
            ("chest", 0.26, 0, 0.58, 0.14, 0.12), ("neck", 0.35, 0, 0.68, 0.120, 0.100),
            ("neck", 0.42, 0, 0.76, 0.095, 0.082), ("head", 0.475, 0, 0.83, 0.065, 0.062)),
            far_rows=(0, 3)),
        Limb(material=face, sides=12, front=UP, rows=(
            ("head", 0.44, 0, 0.855, 0.045, 0.045), ("head", 0.49, 0, 0.86, 0.066, 0.058),
            ("head", 0.55, 0, 0.825, 0.064, 0.054), ("head", 0.63, 0, 0.765, 0.046, 0.040),
            ("head", 0.67, 0, 0.735, 0.035, 0.033)), far_rows=(1, 4)),
        Limb(material=wool, sides=10, front=UP, far=1, rows=(
            ("head", 0.425, 0, 0.875, 0.045, 0.050), ("head", 0.465, 0, 0.90, 0.050, 0.055),
            ("head", 0.515, 0, 0.885, 0.030, 0.035))),
        Limb(material=face, sides=8, pair=True, far=1, rows=(
            ("head", 0.478, 0.05, 0.868, 0.012, 0.014), ("head", 0.468, 0.09, 0.862, 0.010, 0.027),
            ("head", 0.462, 0.14, 0.838, 0.006, 0.010))),
        Limb(material=wool, sides=8, far=1, rows=(
            ("tail", -0.48, 0, 0.62, 0.045, 0.045), ("tail", -0.53, 0, 0.55, 0.045, 0.045),
            ("tail", -0.54, 0, 0.42, 0.02, 0.025))),
        Limb(material=face, sides=9, rows=(
            ("left_humerus", 0.25, 0.095, 0.50, 0.07, 0.05),
            ("left_radius", 0.225, 0.11, 0.37, 0.045, 0.040),
            ("left_radius", 0.23, 0.11, 0.30, 0.031, 0.028),
            ("left_fore_cannon", 0.24, 0.11, 0.23, 0.027, 0.025),
            ("left_fore_cannon", 0.24, 0.11, 0.14, 0.019, 0.018),
            ("left_fore_hoof", 0.245, 0.11, 0.05, 0.020, 0.020)),
            far_rows=(0, 5)),
        _hoof("left_fore_hoof", 0.253, 0.11, 0.023),
        Limb(material=face, sides=9, rows=(
            ("left_thigh", -0.31, 0.09, 0.50, 0.10, 0.065),
            ("left_shank", -0.26, 0.11, 0.40, 0.068, 0.048),
            ("left_shank", -0.31, 0.11, 0.32, 0.042, 0.034),
            ("left_hind_cannon", -0.352, 0.11, 0.26, 0.029, 0.026),
            ("left_hind_cannon", -0.345, 0.11, 0.16, 0.020, 0.019),
            ("left_hind_hoof", -0.328, 0.11, 0.05, 0.021, 0.020)),
            far_rows=(0, 3, 5)),
        _hoof("left_hind_hoof", -0.320, 0.11, 0.023),
        _eye(0.555, 0.048, 0.845, 0.012),
    ))  # fmt: skip


SHEEP: Final = _sheep("fur_pale")
SHEEP_DARK: Final = _sheep("leather_black")

_COW_JOINTS = _joints((
    (-0.68, 0, 1.12), (0.38, 0, 1.08), (0.62, 0, 1.00), (1.02, 0, 1.34), (-0.93, 0, 1.26),
    (0.60, 0.20, 0.92), (0.50, 0.21, 0.70), (0.54, 0.20, 0.40), (0.54, 0.20, 0.12),
    (-0.66, 0.20, 1.00), (-0.52, 0.22, 0.74), (-0.80, 0.20, 0.54), (-0.74, 0.20, 0.12),
    (1.33, 0, 1.13),
))  # fmt: skip


def _cow(coat: str, muzzle: str) -> Body:
    return Body(joints=_COW_JOINTS, limbs=(
        Limb(material=coat, sides=18, front=UP, square=2.4, rows=(
            ("pelvis", -0.98, 0, 1.12, 0.13, 0.11), ("pelvis", -0.92, 0, 1.09, 0.24, 0.20),
            ("pelvis", -0.72, 0, 1.05, 0.31, 0.275), ("pelvis", -0.35, 0, 0.99, 0.35, 0.30),
            ("chest", 0.05, 0, 0.965, 0.37, 0.32), ("chest", 0.40, 0, 0.98, 0.37, 0.28),
            ("chest", 0.66, 0, 1.02, 0.31, 0.21), ("chest", 0.80, 0, 1.06, 0.20, 0.14)),
            far_rows=(0, 2, 5, 7)),
        Limb(material=coat, sides=14, rows=(
            ("chest", 0.58, 0, 1.04, 0.27, 0.17), ("neck", 0.74, 0, 1.14, 0.215, 0.130),
            ("neck", 0.90, 0, 1.25, 0.165, 0.110), ("head", 1.02, 0, 1.345, 0.125, 0.095)),
            far_rows=(0, 3)),
        Limb(material=coat, sides=14, front=UP, square=2.3, rows=(
            ("head", 0.955, 0, 1.41, 0.075, 0.085), ("head", 1.02, 0, 1.405, 0.125, 0.115),
            ("head", 1.12, 0, 1.33, 0.125, 0.110), ("head", 1.25, 0, 1.21, 0.095, 0.085),
            ("head", 1.33, 0, 1.135, 0.085, 0.080)), far_rows=(1, 4)),
        Limb(material=muzzle, sides=12, front=UP, square=2.4, far=1, rows=(
            ("head", 1.30, 0, 1.165, 0.082, 0.078), ("head", 1.355, 0, 1.110, 0.084, 0.086),
            ("head", 1.395, 0, 1.070, 0.058, 0.064))),
        Limb(material="antler", sides=8, pair=True, far=1, rows=(
            ("head", 1.005, 0.080, 1.480, 0.024, 0.024),
            ("head", 1.010, 0.150, 1.510, 0.020, 0.020),
            ("head", 1.045, 0.195, 1.560, 0.008, 0.008))),
        Limb(material=coat, sides=8, pair=True, far=1, rows=(
            ("head", 0.985, 0.100, 1.425, 0.018, 0.024),
            ("head", 0.965, 0.175, 1.420, 0.016, 0.050),
            ("head", 0.955, 0.255, 1.395, 0.008, 0.018))),
        Limb(material=coat, sides=7, far=1, rows=(
            ("tail", -0.93, 0, 1.30, 0.035, 0.035), ("tail", -1.005, 0, 1.18, 0.028, 0.028),
            ("tail", -1.02, 0, 0.85, 0.020, 0.020), ("tail", -1.00, 0, 0.62, 0.035, 0.035),
            ("tail", -0.99, 0, 0.46, 0.010, 0.010))),
        Limb(material="skin_lips", sides=12, far=1, square=2.3, rows=(
            ("pelvis", -0.46, 0, 0.72, 0.17, 0.13), ("pelvis", -0.46, 0, 0.60, 0.145, 0.115),
            ("pelvis", -0.46, 0, 0.545, 0.09, 0.08))),
        Limb(material=coat, sides=11, rows=(
            ("chest", 0.56, 0.13, 1.12, 0.15, 0.07),
            ("left_humerus", 0.56, 0.185, 0.93, 0.165, 0.09),
            ("left_radius", 0.51, 0.205, 0.72, 0.105, 0.078),
            ("left_radius", 0.525, 0.205, 0.55, 0.068, 0.060),
            ("left_fore_cannon", 0.54, 0.20, 0.41, 0.058, 0.056),
            ("left_fore_cannon", 0.54, 0.20, 0.27, 0.038, 0.036),
            ("left_fore_hoof", 0.54, 0.20, 0.14, 0.044, 0.042),
            ("left_fore_hoof", 0.555, 0.20, 0.085, 0.042, 0.042)),
            far_rows=(0, 7)),
        _hoof("left_fore_hoof", 0.565, 0.20, 0.050),
        Limb(material=coat, sides=12, rows=(
            ("pelvis", -0.70, 0.13, 1.16, 0.20, 0.09),
            ("left_thigh", -0.69, 0.18, 0.95, 0.235, 0.115),
            ("left_shank", -0.60, 0.205, 0.75, 0.150, 0.088),
            ("left_shank", -0.71, 0.205, 0.63, 0.090, 0.066),
            ("left_hind_cannon", -0.785, 0.20, 0.53, 0.066, 0.056),
            ("left_hind_cannon", -0.775, 0.20, 0.38, 0.044, 0.040),
            ("left_hind_cannon", -0.755, 0.20, 0.25, 0.038, 0.036),
            ("left_hind_hoof", -0.735, 0.20, 0.14, 0.045, 0.043),
            ("left_hind_hoof", -0.722, 0.20, 0.085, 0.042, 0.042)), far_rows=(0, 4, 8)),
        _hoof("left_hind_hoof", -0.712, 0.20, 0.050),
        _eye(1.125, 0.100, 1.375, 0.024),
    ))  # fmt: skip


COW_BROWN: Final = _cow("fur_cow", "fur_pale")
COW_BLACK: Final = _cow("fur_black", "leather_black")
