"""The human skeleton and its proportions, in shares of the body height.

Lengths after Drillis and Contini (1966) as given by Winter, Biomechanics and Motor Control of Human
Movement (2009), figure 4.1.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.skeleton import Skeleton, skeleton

F64 = NDArray[np.float64]

HIP_Z, KNEE_Z, ANKLE_Z = 0.530, 0.285, 0.039
SHOULDER_Z, CHIN_Z = 0.818, 0.870
UPPER_ARM, FOREARM, HAND = 0.186, 0.146, 0.108
HIP_Y, SHOULDER_Y = 0.050, 0.096
HEEL_X, BALL_X, TOE_X = -0.033, 0.072, 0.124
BALL_Z = 0.014
"""The toe joint above the sole."""

_TRUNK: Final = {
    "pelvis": ("", (0.0, 0.0, HIP_Z)),
    "spine": ("pelvis", (-0.010, 0.0, 0.590)),
    "chest": ("spine", (-0.014, 0.0, 0.665)),
    "neck": ("chest", (-0.014, 0.0, 0.845)),
    "head": ("neck", (0.004, 0.0, 0.890)),
}
_LEFT: Final = {
    "clavicle": ("chest", (0.0, 0.015, 0.820)),
    "upper_arm": ("clavicle", (-0.008, SHOULDER_Y, SHOULDER_Z)),
    "forearm": ("upper_arm", (-0.008, SHOULDER_Y, SHOULDER_Z - UPPER_ARM)),
    "hand": ("forearm", (-0.008, SHOULDER_Y, SHOULDER_Z - UPPER_ARM - FOREARM)),
    "thigh": ("pelvis", (0.0, HIP_Y, HIP_Z)),
    "shank": ("thigh", (0.0, HIP_Y, KNEE_Z)),
    "foot": ("shank", (0.0, HIP_Y, ANKLE_Z)),
    "toes": ("foot", (BALL_X, HIP_Y, BALL_Z)),
}
SIDES: Final = {"left": 1.0, "right": -1.0}

JOINT_LIMITS_DEG: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "spine": ((-35, 35), (-30, 60), (-40, 40)),
    "chest": ((-35, 35), (-30, 50), (-40, 40)),
    "neck": ((-35, 35), (-50, 50), (-50, 50)),
    "head": ((-30, 30), (-40, 40), (-50, 50)),
    "clavicle": ((-15, 35), (-20, 20), (-25, 25)),
    "upper_arm": ((-40, 180), (-180, 65), (-100, 100)),
    "forearm": ((-25, 25), (-150, 5), (-90, 90)),
    "hand": ((-85, 85), (-75, 75), (-40, 40)),
    "thigh": ((-30, 50), (-130, 35), (-45, 45)),
    "shank": ((-5, 5), (-1, 155), (-20, 20)),
    "foot": ((-35, 35), (-30, 55), (-35, 35)),
    "toes": ((-5, 5), (-60, 30), (-5, 5)),
}
"""Least and largest angle about x, y and z of a joint of the left side."""

KEY_POINT_NAMES: Final = (
    "nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder", "right_shoulder",
    "left_elbow", "right_elbow", "left_wrist", "right_wrist", "left_hip", "right_hip",
    "left_knee", "right_knee", "left_ankle", "right_ankle",
)  # fmt: skip
"""The 17 key points of COCO."""

_FACE: Final = {"nose": (0.078, 0.0, 0.911), "eye": (0.058, 0.0185, 0.934),
                "ear": (0.014, 0.043, 0.932)}  # fmt: skip
_JOINT_OF: Final = {"shoulder": "upper_arm", "elbow": "forearm", "wrist": "hand", "hip": "thigh",
                    "knee": "shank", "ankle": "foot"}  # fmt: skip


@lru_cache(maxsize=64)
def human(height_m: float) -> Skeleton:
    """The skeleton of a person of a height, standing with hanging arms, x ahead."""
    joints = {name: (parent, np.multiply(at, height_m)) for name, (parent, at) in _TRUNK.items()}
    for side, sign in SIDES.items():
        for name, (parent, at) in _LEFT.items():
            above = f"{side}_{parent}" if parent in _LEFT else parent
            joints[f"{side}_{name}"] = (above, np.multiply(at, height_m) * (1.0, sign, 1.0))
    return skeleton({name: (parent, tuple(at)) for name, (parent, at) in joints.items()})


@lru_cache(maxsize=64)
def key_point_places(height_m: float) -> tuple[NDArray[np.int32], F64]:
    """The joints that the key points follow ``(17,)`` and their places at rest ``(17, 3)``."""
    frame = human(height_m)
    bones, places = [], []
    for name in KEY_POINT_NAMES:
        side, _, part = name.rpartition("_")
        bone = "head" if part in _FACE else f"{side}_{_JOINT_OF[part]}"
        bones.append(frame.row(bone))
        if part in _FACE:
            places.append(np.multiply(_FACE[part], height_m) * (1.0, SIDES.get(side, 1.0), 1.0))
        else:
            places.append(frame.rest[bones[-1]])
    return np.array(bones, np.int32), np.array(places)


def limits(name: str) -> F64:
    """``(3, 2)`` rad: least and largest angle about x, y and z of a joint of the skeleton."""
    side, _, part = name.partition("_")
    if side not in SIDES:
        return np.asarray(JOINT_LIMITS_DEG.get(name, ((-180, 180),) * 3), float) * math.pi / 180
    bound = np.asarray(JOINT_LIMITS_DEG[part], float) * math.pi / 180.0
    if side == "right":
        bound[[0, 2]] = -bound[[0, 2], ::-1]
    return bound
