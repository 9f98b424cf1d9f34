"""How people stand, sit, lie and wave, and how a bound one sits: joint angles of still poses."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets import anatomy
from outrider.world.assets.gaits import Pose
from outrider.world.assets.skeleton import Skeleton, angles_of, turns, two_bones

F64 = NDArray[np.float64]
Angles = dict[str, tuple[float, ...]]

SEAT_M = 0.45
"""Height of the chair that is sat on."""

# Degrees about x, y, z, and a twist of the bone about itself; "both_…" gives the left side's, to be
# mirrored.
_STAND: Final[Angles] = {
    "both_upper_arm": (8, 3, 0), "both_forearm": (-3, -14, 0), "both_hand": (-2, 0, 0),
    "both_thigh": (3.5, -1, 4), "both_foot": (-3.5, 0, 3), "both_shank": (0, 1, 0),
}  # fmt: skip
_SIT: Final[Angles] = {
    "pelvis": (0, -8, 0), "spine": (0, 8, 0), "chest": (0, 6, 0), "neck": (0, 4, 0),
    "head": (0, -4, 0), "both_hand": (-8, -10, 0),
}  # fmt: skip
_SIT_GROUND: Final[Angles] = {
    "pelvis": (0, -18, 0), "spine": (0, 24, 0), "chest": (0, 16, 0), "neck": (0, 4, 0),
    "head": (0, -10, 0), "both_hand": (-20, 0, 0),
}  # fmt: skip
_TIED: Final[Angles] = {
    "pelvis": (0, -12, 0), "spine": (0, 18, 0), "chest": (0, 10, 0), "neck": (0, 18, 0),
    "head": (4, 14, 8), "both_clavicle": (-4, 0, 14), "both_upper_arm": (-17.3, 16, -90.7),
    "both_forearm": (0, -49.8, 0), "both_hand": (0, 6, 0),
}  # fmt: skip
_TIED_TO_CHAIR: Final[Angles] = {
    "pelvis": (0, -13, 0), "spine": (0, 5, 0), "chest": (0, 3, 0), "neck": (0, 18, 0),
    "head": (4, 16, 6), "both_clavicle": (0, 0, 8), "both_hand": (0, 0, 0),
}  # fmt: skip
_LIE_BACK: Final[Angles] = {
    "pelvis": (0, -90, 0), "both_upper_arm": (24, 4, 0), "both_forearm": (0, -14, 0),
    "both_thigh": (7, -2, 14), "both_shank": (0, 4, 0), "both_foot": (0, 26, 10),
    "head": (0, 0, 10),
}  # fmt: skip
_LIE_SIDE: Final[Angles] = {
    "pelvis": (-90, 0, 90), "spine": (0, 10, 0), "chest": (4, 8, 0), "neck": (-6, 10, 0),
    "head": (-6, 6, 0), "right_upper_arm": (0, -95, 0), "right_forearm": (0, -95, 0),
    "left_upper_arm": (-8, -44, 0), "left_forearm": (0, -62, -10), "right_thigh": (0, -34, 0),
    "right_shank": (0, 52, 0), "left_thigh": (-8, -58, 0), "left_shank": (0, 82, 0),
    "both_foot": (0, 22, 0), "right_clavicle": (0, 0, 12),
}  # fmt: skip
_FALLEN: Final[Angles] = {
    "pelvis": (0, 90, 0), "spine": (2, -2, 5), "chest": (2, -2, 5), "neck": (0, -4, 24),
    "head": (0, -4, 34), "left_upper_arm": (96, 2, 0, 90), "left_forearm": (0, -70, 0),
    "right_upper_arm": (-30, 6, 0, -60), "right_forearm": (0, -30, 0),
    "left_thigh": (40, 4, 0, 42), "left_shank": (0, 18, 0), "right_thigh": (-8, 1, 0, -20),
    "right_shank": (0, 6, 0), "both_foot": (0, 44, 0),
}  # fmt: skip
_WAVE: Final[Angles] = _STAND | {
    "left_clavicle": (16, 0, 0), "left_upper_arm": (118, -14, 0), "left_forearm": (0, -20, 0),
    "chest": (-3, 0, 0), "head": (0, -4, 4),
}  # fmt: skip
STILL: Final[dict[str, Angles]] = {
    "stand": _STAND, "sit": _SIT, "sit_ground": _SIT_GROUND, "tied": _TIED,
    "tied_to_chair": _TIED_TO_CHAIR,
    "lie_back": _LIE_BACK, "lie_side": _LIE_SIDE, "fallen": _FALLEN, "wave": _WAVE,
}  # fmt: skip

# Where the ankles are, in body heights: ahead of the hip, to the side, above the ground.
_FEET: Final = {"sit": (0.262, 0.060, anatomy.ANKLE_Z),
                "sit_ground": (0.300, 0.070, anatomy.ANKLE_Z),
                "tied": (0.335, 0.030, anatomy.ANKLE_Z)}  # fmt: skip
# Where the wrists are from the hips' middle, in body heights: ahead, to the side, up.
_HANDS: Final = {"sit": (0.185, 0.062, 0.062), "sit_ground": (0.235, 0.048, 0.118)}
# The same of one bound to a chair, in metres, as the chair is as large for all: feet at its front
# legs, wrists at the posts of its back, above the ground.
_CHAIR_FEET_M: Final = (0.255, 0.140)
_CHAIR_WRISTS_M: Final = (-0.185, 0.245, 0.56)
_ON_CHAIR: Final = ("sit", "tied_to_chair")
_SEAT_DEPTH: Final = 0.069
"""The hip joints above what is sat on."""


def still_pose(frame: Skeleton, height: float, gait: str, phase: float) -> Pose:
    """A posture; it breathes, or waves, once a cycle."""
    angles = np.zeros((len(frame), 3))
    for name, turn in STILL[gait].items():
        side, _, part = name.partition("_")
        if side == "both":
            for own, sign in anatomy.SIDES.items():
                angles[frame.row(f"{own}_{part}")] = np.radians(turn) * (sign, 1.0, sign)
        else:
            angles[frame.row(name)] = _twisted(np.radians(turn))
    breath = math.sin(2.0 * math.pi * phase)
    angles[frame.row("chest"), 1] -= math.radians(0.7) * breath
    if gait == "wave":
        angles[frame.row("left_forearm")] = np.radians((22.0 * breath, -20.0, 0.0))
        angles[frame.row("left_upper_arm"), 0] += math.radians(6.0) * breath
    root = np.array([0.0, 0.0, frame.rest[0, 2]])
    if gait in _FEET or gait in _ON_CHAIR:
        _put_feet(frame, angles, root, height, gait)
    if gait in _HANDS or gait in _ON_CHAIR:
        _put_hands(frame, angles, root, height, gait)
    return Pose(angles=angles, root=root)


def _twisted(turn: F64) -> F64:
    """Three angles of a turn that may begin with a twist, the fourth."""
    if len(turn) == 3:
        return turn
    return angles_of(turns(turn[:3]) @ turns((0.0, 0.0, turn[3])))


def _put_hands(frame: Skeleton, angles: F64, root: F64, height: float, gait: str) -> None:
    """Solve the arms for where the wrists rest."""
    joints = frame.world_from_joint(angles, root)
    for side, sign in anatomy.SIDES.items():
        rows = [frame.row(f"{side}_{name}") for name in ("clavicle", "upper_arm", "forearm")]
        wrist = _wrist(root, height, gait) * (1.0, sign, 1.0)
        chest = joints[rows[0], :3, :3]
        reach = chest.T @ (wrist - joints[rows[1], :3, 3])
        roll, pitch, elbow = two_bones(reach, anatomy.UPPER_ARM * height,
                                       anatomy.FOREARM * height, bend=-1.0)  # fmt: skip
        angles[rows[1]], angles[rows[2]] = (roll, pitch, 0.0), (0.0, elbow, 0.0)


def _wrist(root: F64, height: float, gait: str) -> F64:
    """Where the left wrist is."""
    if gait in _HANDS:
        return np.asarray(root + np.multiply(_HANDS[gait], height))
    return np.array(_CHAIR_WRISTS_M)


def _ankle(height: float, gait: str) -> F64:
    """Where the left ankle is."""
    if gait in _FEET:
        return np.multiply(_FEET[gait], height)
    return np.array([*_CHAIR_FEET_M, anatomy.ANKLE_Z * height])


def _put_feet(frame: Skeleton, angles: F64, root: F64, height: float, gait: str) -> None:
    """Sit down and solve the legs for feet flat on the ground."""
    seat = SEAT_M if gait in _ON_CHAIR else 0.0
    root[2] = seat + _SEAT_DEPTH * height
    pelvis = turns(angles[0])
    ahead, aside, up = _ankle(height, gait)
    upper = (anatomy.HIP_Z - anatomy.KNEE_Z) * height
    lower = (anatomy.KNEE_Z - anatomy.ANKLE_Z) * height
    for side, sign in anatomy.SIDES.items():
        rows = [frame.row(f"{side}_{name}") for name in ("thigh", "shank", "foot")]
        hip = root + pelvis @ frame.offsets[rows[0]]
        ankle = np.array([ahead, sign * aside, up])
        roll, pitch, knee = two_bones(pelvis.T @ (ankle - hip), upper, lower)
        angles[rows[0]] = (roll, pitch, 0.0)
        angles[rows[1]] = (0.0, knee, 0.0)
        shank = pelvis @ turns(angles[rows[0]]) @ turns(angles[rows[1]])
        out = sign * math.radians(2.0 if gait == "tied" else 8.0)
        angles[rows[2]] = angles_of(shank.T @ turns((0.0, 0.0, out)))
