"""The eastern grey kangaroo: table of its body, standing upright on feet and tail."""

from __future__ import annotations

from typing import Final

from outrider.world.assets.animal_bodies import Body, Joints, Limb

UP: Final = (0.0, 0.0, 1.0)

_JOINTS: Final[Joints] = {
    "pelvis": ("", (-0.10, 0, 0.62)), "chest": ("pelvis", (0.10, 0, 0.90)),
    "neck": ("chest", (0.20, 0, 1.10)), "head": ("neck", (0.27, 0, 1.29)),
    "tail": ("pelvis", (-0.24, 0, 0.48)), "tail_end": ("tail", (-0.55, 0, 0.14)),
    "tail_tip": ("tail_end", (-1.20, 0, 0.03)), "muzzle": ("head", (0.42, 0, 1.26)),
    "left_humerus": ("chest", (0.18, 0.10, 1.00)),
    "left_radius": ("left_humerus", (0.16, 0.125, 0.83)),
    "left_paw": ("left_radius", (0.29, 0.105, 0.71)),
    "left_thigh": ("pelvis", (-0.06, 0.11, 0.60)), "left_shank": ("left_thigh", (0.19, 0.16, 0.44)),
    "left_foot": ("left_shank", (-0.13, 0.13, 0.10)),
    "left_toes": ("left_foot", (0.13, 0.125, 0.035)),
}  # fmt: skip

KANGAROO: Final = Body(joints=_JOINTS, limbs=(
    Limb(material="fur_kangaroo", sides=16, rows=(
        ("pelvis", -0.24, 0, 0.37, 0.08, 0.07), ("pelvis", -0.19, 0, 0.46, 0.165, 0.145),
        ("pelvis", -0.11, 0, 0.60, 0.205, 0.175), ("pelvis", -0.02, 0, 0.75, 0.185, 0.160),
        ("chest", 0.07, 0, 0.88, 0.150, 0.130), ("chest", 0.13, 0, 1.00, 0.125, 0.110),
        ("chest", 0.18, 0, 1.09, 0.090, 0.085), ("neck", 0.215, 0, 1.18, 0.064, 0.060),
        ("neck", 0.245, 0, 1.26, 0.052, 0.050), ("head", 0.265, 0, 1.33, 0.035, 0.035),
    ), far_rows=(0, 2, 9)),
    Limb(material="fur_pale", sides=12, far=1, rows=(
        ("pelvis", 0.020, 0, 0.55, 0.06, 0.08), ("pelvis", 0.062, 0, 0.66, 0.105, 0.125),
        ("chest", 0.105, 0, 0.80, 0.105, 0.115), ("chest", 0.155, 0, 0.95, 0.090, 0.095),
        ("chest", 0.205, 0, 1.07, 0.062, 0.070), ("neck", 0.245, 0, 1.16, 0.036, 0.045))),
    Limb(material="fur_kangaroo", sides=13, front=UP, rows=(
        ("head", 0.185, 0, 1.335, 0.030, 0.032), ("head", 0.225, 0, 1.345, 0.066, 0.060),
        ("head", 0.285, 0, 1.335, 0.066, 0.060), ("head", 0.345, 0, 1.300, 0.048, 0.043),
        ("head", 0.400, 0, 1.268, 0.036, 0.033), ("head", 0.432, 0, 1.252, 0.028, 0.029),
    ), far_rows=(1, 5)),
    Limb(material="leather_black", sides=8, front=UP, far=1, rows=(
        ("head", 0.425, 0, 1.262, 0.020, 0.020), ("head", 0.446, 0, 1.252, 0.014, 0.017))),
    Limb(material="fur_kangaroo", sides=9, pair=True, rows=(
        ("head", 0.225, 0.035, 1.385, 0.014, 0.018), ("head", 0.220, 0.055, 1.430, 0.014, 0.036),
        ("head", 0.215, 0.075, 1.485, 0.011, 0.034), ("head", 0.212, 0.090, 1.530, 0.006, 0.008)),
        far_rows=(0, 3)),
    Limb(material="fur_kangaroo", sides=13, front=UP, tips=(0.2, 0.8), rows=(
        ("pelvis", -0.13, 0, 0.58, 0.15, 0.12), ("tail", -0.26, 0, 0.43, 0.120, 0.100),
        ("tail", -0.38, 0, 0.28, 0.090, 0.080), ("tail", -0.51, 0, 0.155, 0.068, 0.063),
        ("tail_end", -0.68, 0, 0.080, 0.052, 0.050), ("tail_end", -0.88, 0, 0.050, 0.042, 0.041),
        ("tail_end", -1.08, 0, 0.034, 0.033, 0.033), ("tail_end", -1.24, 0, 0.022, 0.021, 0.021),
    ), far_rows=(0, 3, 7)),
    Limb(material="fur_kangaroo", sides=9, rows=(
        ("chest", 0.15, 0.06, 1.04, 0.055, 0.040),
        ("left_humerus", 0.185, 0.105, 0.985, 0.055, 0.042),
        ("left_humerus", 0.165, 0.125, 0.88, 0.040, 0.034),
        ("left_radius", 0.180, 0.123, 0.815, 0.034, 0.031),
        ("left_radius", 0.235, 0.113, 0.758, 0.027, 0.025),
        ("left_radius", 0.285, 0.106, 0.715, 0.021, 0.020),
    ), far=1),
    Limb(material="leather_black", sides=8, far=1, square=2.4, rows=(
        ("left_paw", 0.282, 0.106, 0.718, 0.020, 0.018),
        ("left_paw", 0.305, 0.104, 0.690, 0.026, 0.020),
        ("left_paw", 0.320, 0.102, 0.655, 0.024, 0.015),
        ("left_paw", 0.325, 0.101, 0.620, 0.010, 0.008))),
    Limb(material="fur_kangaroo", sides=12, rows=(
        ("pelvis", -0.15, 0.08, 0.70, 0.15, 0.06), ("left_thigh", -0.05, 0.115, 0.60, 0.165, 0.095),
        ("left_thigh", 0.08, 0.145, 0.505, 0.115, 0.090),
        ("left_shank", 0.165, 0.158, 0.435, 0.078, 0.062),
        ("left_shank", 0.105, 0.152, 0.345, 0.066, 0.052),
        ("left_shank", -0.01, 0.142, 0.225, 0.045, 0.038),
        ("left_shank", -0.09, 0.134, 0.145, 0.032, 0.030),
        ("left_foot", -0.135, 0.130, 0.085, 0.030, 0.030)),
        far_rows=(0, 3, 7), front=(0.7, 0.0, 0.7)),
    Limb(material="fur_kangaroo", sides=10, front=UP, rows=(
        ("left_foot", -0.160, 0.130, 0.050, 0.034, 0.026),
        ("left_foot", -0.120, 0.130, 0.052, 0.046, 0.032),
        ("left_foot", -0.02, 0.128, 0.036, 0.034, 0.032),
        ("left_foot", 0.08, 0.126, 0.030, 0.028, 0.033),
        ("left_toes", 0.16, 0.125, 0.025, 0.024, 0.034),
        ("left_toes", 0.23, 0.125, 0.020, 0.019, 0.026)),
        far_rows=(0, 5), square=2.5),
    Limb(material="leather_black", sides=7, front=UP, far=1, rows=(
        ("left_toes", 0.222, 0.125, 0.020, 0.015, 0.018),
        ("left_toes", 0.268, 0.125, 0.014, 0.010, 0.010),
        ("left_toes", 0.292, 0.125, 0.008, 0.004, 0.004))),
    Limb(material="paint_black", sides=6, front=UP, tips=(0.8, 0.8), pair=True, far=0, rows=(
        ("head", 0.292, 0.054, 1.352, 0.013, 0.011), ("head", 0.304, 0.053, 1.350, 0.013, 0.011))),
))  # fmt: skip
