"""How people walk and run: joint angles over a cycle, with feet that stay where they stand.

The hips, knees and ankles swing as measured; each leg is then solved so that heel, sole and ball
rest on the ground without sliding while the body moves on evenly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets import anatomy
from outrider.world.assets.skeleton import Skeleton, angles_of, turns, two_bones

F64 = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Pose:
    """Joint angles of a skeleton, and where its root is."""

    angles: F64
    """(joints, 3) rad about x, y, z."""
    root: F64
    """(3,)."""


# Per cent of the cycle from the heel's contact, flexion of hip and knee, pitch of the foot with its
# toes up: degrees. Walking after Winter (2009), natural cadence; the thigh's swing is that of the
# thigh in space. Running at 3 m/s after Novacheck, The biomechanics of running (1998).
WALK: Final = np.array([
    (0, 24, 4, 17), (4, 23, 9, 7), (8, 21, 15, 0), (15, 15, 19, 0), (20, 10, 18, 0),
    (30, 1, 12, 0), (40, -8, 7, 0), (45, -12, 8, -5), (50, -16, 12, -15), (55, -16, 22, -32),
    (60, -11, 37, -52), (65, -3, 52, -62), (70, 7, 61, -60), (75, 16, 63, -50), (80, 23, 54, -34),
    (85, 27, 39, -15), (90, 27, 21, 3), (95, 26, 7, 15), (100, 24, 4, 17),
], float)  # fmt: skip
RUN: Final = np.array([
    (0, 36, 18, 8), (4, 35, 29, 3), (8, 32, 38, 0), (15, 24, 43, 0), (20, 17, 41, -4),
    (26, 8, 33, -18), (31, -1, 25, -38), (36, -8, 20, -58), (42, -11, 28, -76), (50, -4, 55, -88),
    (58, 12, 84, -92), (66, 30, 96, -78), (74, 45, 92, -55), (82, 51, 71, -28), (90, 47, 38, -4),
    (95, 41, 22, 8), (100, 36, 18, 8),
], float)  # fmt: skip
WALK_STRIDE, RUN_STRIDE = 0.82, 1.20
"""Metres in a cycle at 1.4 and at 3 m/s, of the body height."""
CLEARANCE = 0.008
"""How far a swinging foot keeps off the ground, of the body height."""


@dataclass(frozen=True, kw_only=True)
class Cycle:
    """What tells walking from running; angles in rad, lengths in body heights."""

    table: F64
    duty: float
    """Share of the cycle that a foot stands."""
    touch: float
    """How far ahead of the hip the heel touches down, share of what a foot covers while down."""
    low: float
    """Height of the hips at their lowest."""
    high: float
    lowest_at: float
    """Phase of that."""
    half_track: float
    """From the line of progress to each foot."""
    lean: float
    pelvis_turn: float
    arm: tuple[float, float]
    """Mean and swing of the upper arm, forward being positive."""
    elbow: tuple[float, float]


def walking(stride: float) -> Cycle:
    """Of a stride in body heights; longer ones swing the arms farther and sink deeper."""
    ratio = stride / WALK_STRIDE
    duty = float(np.clip(0.62 - 0.06 * (ratio - 1.0), 0.56, 0.70))
    return Cycle(
        table=WALK, duty=duty, touch=0.50, low=0.511 - 0.022 * (ratio * ratio - 1.0),
        high=0.5235 - 0.004 * (ratio * ratio - 1.0),
        lowest_at=0.05, half_track=0.032, lean=math.radians(2.0),
        pelvis_turn=math.radians(5.0) * min(ratio, 1.6),
        arm=(math.radians(-6.0), math.radians(18.0) * min(ratio, 1.6)),
        elbow=(math.radians(20.0 * min(ratio, 1.6)), math.radians(10.0)),
    )  # fmt: skip


def running(stride: float) -> Cycle:
    ratio = stride / RUN_STRIDE
    duty = float(np.clip(0.36 / ratio, 0.26, 0.46))
    return Cycle(
        table=RUN, duty=duty, touch=0.44, low=0.497, high=0.532, lowest_at=0.165, half_track=0.020,
        lean=math.radians(7.0), pelvis_turn=math.radians(7.0),
        arm=(math.radians(-10.0), math.radians(32.0)),
        elbow=(math.radians(88.0), math.radians(12.0)),
    )  # fmt: skip


def gait_pose(frame: Skeleton, height: float, cycle: Cycle, phase: float, stride: float) -> Pose:
    """A pose of the cycle; the left heel touches down at phase 0, the right one at 0.5.

    The body's origin moves on evenly by ``stride`` (m) a cycle.
    """
    angles = np.zeros((len(frame), 3))
    turn = 2.0 * math.pi * phase
    bob = 0.5 * (1.0 - math.cos(2.0 * (turn - 2.0 * math.pi * cycle.lowest_at)))
    sway = 0.012 * height * math.sin(turn)
    root = np.array([0.0, sway, height * (cycle.low + (cycle.high - cycle.low) * bob)])
    yaw = -cycle.pelvis_turn * math.cos(turn)
    angles[0] = (math.radians(-3.0) * math.sin(turn), 0.3 * cycle.lean, yaw)
    _trunk(frame, angles, cycle, turn, yaw)
    for side, sign, own in (("left", 1.0, phase), ("right", -1.0, phase + 0.5)):
        _arm(frame, angles, side, cycle, own % 1.0)
        _leg(frame, angles, root, side, sign, height, cycle, own % 1.0, stride)
    return Pose(angles=angles, root=root)


def _trunk(frame: Skeleton, angles: F64, cycle: Cycle, turn: float, yaw: float) -> None:
    """The chest turns against the pelvis; the head stays level and looks ahead."""
    tilt = math.radians(3.0) * math.sin(turn)
    angles[frame.row("spine")] = (tilt, 0.4 * cycle.lean, -0.8 * yaw)
    angles[frame.row("chest")] = (0.0, 0.3 * cycle.lean, -0.8 * yaw)
    angles[frame.row("neck")] = (0.0, -0.5 * cycle.lean, 0.3 * yaw)
    angles[frame.row("head")] = (0.0, -0.4 * cycle.lean, 0.3 * yaw)


def _arm(frame: Skeleton, angles: F64, side: str, cycle: Cycle, own: float) -> None:
    """Each arm swings against the leg of its side."""
    sign = anatomy.SIDES[side]
    swing = -math.cos(2.0 * math.pi * own)
    forward = cycle.arm[0] + cycle.arm[1] * swing
    bend = cycle.elbow[0] + cycle.elbow[1] * math.cos(2.0 * math.pi * (own - 0.55))
    angles[frame.row(f"{side}_upper_arm")] = (sign * math.radians(7.0), -forward, 0.0)
    inward = -sign * 0.25 * max(0.0, bend - 0.7)
    angles[frame.row(f"{side}_forearm")] = (0.0, -bend, inward)
    angles[frame.row(f"{side}_hand")] = (0.0, 0.0, 0.0)


def _leg(
    frame: Skeleton, angles: F64, root: F64, side: str, sign: float, height: float,
    cycle: Cycle, own: float, stride: float,
) -> None:  # fmt: skip
    """Solve a leg so that the ankle is where the foot wants it, and the foot pitched so."""
    ankle, pitch, toes = foot_place(height, cycle, own, stride)
    pelvis = turns(angles[0])
    rows = [frame.row(f"{side}_{name}") for name in ("thigh", "shank", "foot", "toes")]
    hip = root + pelvis @ frame.offsets[rows[0]]
    ankle = np.array([ankle[0], sign * cycle.half_track * height, ankle[1]])
    upper = (anatomy.HIP_Z - anatomy.KNEE_Z) * height
    lower = (anatomy.KNEE_Z - anatomy.ANKLE_Z) * height
    roll, hip_pitch, knee = two_bones(pelvis.T @ (ankle - hip), upper, lower)
    angles[rows[0]] = (roll, hip_pitch, 0.0)
    angles[rows[1]] = (0.0, knee, 0.0)
    shank = pelvis @ turns(angles[rows[0]]) @ turns(angles[rows[1]])
    angles[rows[2]] = angles_of(shank.T @ turns((0.0, -pitch, sign * math.radians(6.0))))
    angles[rows[3]] = (0.0, -toes, 0.0)


def foot_place(height: float, cycle: Cycle, own: float, stride: float) -> tuple[F64, float, float]:
    """Of a foot at its own phase: the ankle (ahead, up), the foot's pitch and the toes', rad."""
    if own <= cycle.duty:
        pitch = _pitch(cycle, own)
        toes = max(-pitch, 0.0)
        return _standing(height, cycle, own, stride, pitch), pitch, toes
    part = (own - cycle.duty) / (1.0 - cycle.duty)
    ease = part * part * (3.0 - 2.0 * part)
    off = _standing(height, cycle, cycle.duty, stride, _pitch(cycle, cycle.duty))
    on = _standing(height, cycle, 0.0, stride, _pitch(cycle, 0.0))
    off_error, on_error = off - _swung(height, cycle, cycle.duty), on - _swung(height, cycle, 1.0)
    ankle = _swung(height, cycle, own) + (1.0 - ease) * off_error + ease * on_error
    pitch = _pitch(cycle, own)
    toes = max(-_pitch(cycle, cycle.duty), 0.0) * max(0.0, 1.0 - 2.5 * part)
    lowest = ankle[1] + _deepest(pitch, toes) * height
    gap = CLEARANCE * height * math.sin(math.pi * part) ** 2
    ankle[1] += max(0.0, gap - lowest)
    return ankle, pitch, toes


def _deepest(pitch: float, toes: float) -> float:
    """The lowest of heel, ball and toe tip against the ankle, in body heights."""
    heel = _turned(pitch, (anatomy.HEEL_X, -anatomy.ANKLE_Z))[1]
    ball = _turned(pitch, (anatomy.BALL_X, anatomy.BALL_Z - anatomy.ANKLE_Z))[1]
    tip = _turned(pitch + toes, (anatomy.TOE_X - anatomy.BALL_X, -anatomy.BALL_Z))[1]
    return float(min(heel, ball - anatomy.BALL_Z, ball + tip))


def _pitch(cycle: Cycle, own: float) -> float:
    """The foot's pitch; the table's stance is stretched to the duty of this cycle."""
    return math.radians(float(np.interp(_table_place(cycle, own), cycle.table[:, 0],
                                        cycle.table[:, 3])))  # fmt: skip


def _table_place(cycle: Cycle, own: float) -> float:
    table_duty = 62.0 if cycle.table is WALK else 36.0
    if own <= cycle.duty:
        return table_duty * own / cycle.duty
    return table_duty + (100.0 - table_duty) * (own - cycle.duty) / (1.0 - cycle.duty)


def _standing(height: float, cycle: Cycle, own: float, stride: float, pitch: float) -> F64:
    """The ankle of a foot on the ground: it rolls over its heel, then over its ball."""
    sole = (anatomy.BALL_X - anatomy.HEEL_X) * height
    covered = cycle.duty * stride - sole
    heel = cycle.touch * covered - stride * own + anatomy.HEEL_X * height
    down = -anatomy.ANKLE_Z * height
    if pitch >= 0.0:
        pivot = np.array([heel, 0.0])
        arm = (anatomy.HEEL_X * height, down)
    else:
        pivot = np.array([heel + sole, anatomy.BALL_Z * height])
        arm = (anatomy.BALL_X * height, down + anatomy.BALL_Z * height)
    return np.asarray(pivot - _turned(pitch, arm))


def _turned(pitch: float, arm: tuple[float, float]) -> F64:
    c, s = math.cos(pitch), math.sin(pitch)
    return np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]])


def _swung(height: float, cycle: Cycle, own: float) -> F64:
    """The ankle by the measured angles alone."""
    at = _table_place(cycle, own)
    hip, knee = (math.radians(float(np.interp(at, cycle.table[:, 0], cycle.table[:, k])))
                 for k in (1, 2))  # fmt: skip
    upper, lower = anatomy.HIP_Z - anatomy.KNEE_Z, anatomy.KNEE_Z - anatomy.ANKLE_Z
    ahead = upper * math.sin(hip) + lower * math.sin(hip - knee)
    down = upper * math.cos(hip) + lower * math.cos(hip - knee)
    return np.array([ahead, 0.5 * (cycle.low + cycle.high) - down]) * height
