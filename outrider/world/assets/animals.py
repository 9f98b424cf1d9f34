"""Animals: kangaroo, deer, sheep, cow and birds in their gaits, and archetypes of them.

Body coordinates: x ahead, y left, z up, the origin on the ground below the middle; a flying bird's
origin is below its body by the height of :data:`FLIGHT_M`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError
from outrider.world.archetype import Archetype
from outrider.world.assets import birds, hoofed
from outrider.world.assets.animal_bodies import Body, frame_of, skin_of
from outrider.world.assets.kangaroo import KANGAROO
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids, capsules
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]
Angles = dict[str, tuple[float, float, float]]

FLIGHT_M: Final = 1.0
"""A flying bird's body above its origin."""
FOOT_SHARE: Final = 0.025
"""A bird's foot joint above what it holds, of its length."""
HOP_M: Final = 0.45
"""How high a kangaroo hops."""
BODIES: Final[dict[str, Body]] = {
    "kangaroo": KANGAROO, "stag": hoofed.STAG, "doe": hoofed.DOE, "sheep": hoofed.SHEEP,
    "sheep_dark": hoofed.SHEEP_DARK, "cow_brown": hoofed.COW_BROWN, "cow_black": hoofed.COW_BLACK,
    **birds.PERCHED,
}  # fmt: skip
_HOOFED_GAITS: Final = ("stand", "walk", "graze")
GAITS: Final[dict[str, tuple[str, ...]]] = {
    kind: ("perch", "stand", "fly") if kind in birds.PLUMAGES
    else ("stand", "hop") if kind == "kangaroo" else _HOOFED_GAITS
    for kind in BODIES
}  # fmt: skip


# Phase, then degrees: trunk, chest, neck, tail, tail's end, thigh, shank, foot, toes, forearm.
# Positive turns lower what is ahead and bring what hangs down backwards.
_HOP: Final = np.array([
    (0.00, 34, 4, -26, -4, 10, 2, -12, 24, 0, -30),
    (0.12, 40, 6, -32, -8, 8, 26, 4, 22, -6, -40),
    (0.28, 34, 2, -24, 4, 14, 62, -34, 52, -20, -20),
    (0.38, 28, 0, -18, 10, 18, 78, -58, 78, -10, -10),
    (0.55, 36, 4, -28, -4, 22, 40, -8, 62, 10, -40),
    (0.72, 42, 6, -34, -12, 18, 4, 10, 40, 10, -50),
    (0.88, 36, 4, -28, -8, 12, -14, -8, 40, 0, -40),
    (1.00, 34, 4, -26, -4, 10, 2, -12, 24, 0, -30),
], float)  # fmt: skip
_HOP_JOINTS: Final = ("pelvis", "chest", "neck", "tail", "tail_end", "thigh", "shank", "foot",
                      "toes", "humerus")  # fmt: skip
_STANCE_ENDS: Final = 0.38


def posed_animal(kind: str, gait: str, phase: float = 0.0, *, lod: int = 0) -> Mesh:
    """An animal at a phase, 0..1, of its gait; level of detail 0 … 2."""
    body, joints = joints_of(kind, gait, phase % 1.0)
    return skin_of(body, lod).posed(frame_of(body), joints)


def joints_of(kind: str, gait: str, phase: float) -> tuple[Body, F64]:
    """The body of a gait and its joints in body coordinates ``(joints, 4, 4)``."""
    if kind not in BODIES:
        raise UnknownNameError("animal", kind, BODIES)
    if gait not in GAITS[kind]:
        raise UnknownNameError("gait", gait, GAITS[kind], where=kind)
    body = birds.FLYING[kind] if gait == "fly" else BODIES[kind]
    turns = _angles(body, kind, gait, phase)
    frame = frame_of(body)
    angles = np.zeros((len(frame), 3))
    for name, turn in turns.items():
        for full, sign in _sides(name):
            if full in frame.names:
                angles[frame.row(full)] = np.radians(turn) * (sign, 1.0, sign)
    root = np.array(frame.rest[0])
    joints = frame.world_from_joint(angles, root)
    joints[:, 2, 3] += _rise(kind, gait, phase, body, joints)
    return body, joints


def _sides(name: str) -> tuple[tuple[str, float], ...]:
    if name.startswith(("left_", "right_")):
        return ((name, 1.0 if name.startswith("left_") else -1.0),)
    return ((name, 1.0), (f"left_{name}", 1.0), (f"right_{name}", -1.0))


def _rise(kind: str, gait: str, phase: float, body: Body, joints: F64) -> float:
    """What brings the lowest point to the ground, or to where it is above it."""
    if gait == "fly":
        return FLIGHT_M + 0.04 * math.sin(2.0 * math.pi * phase)
    if gait == "perch":
        foot = frame_of(body).row("left_foot")
        return FOOT_SHARE * birds.PLUMAGES[kind].length_m - float(joints[foot, 2, 3])
    lowest = skin_of(body, 0).posed(frame_of(body), joints).bounds[0][2]
    if gait == "hop" and phase > _STANCE_ENDS:
        t = (phase - _STANCE_ENDS) / (1.0 - _STANCE_ENDS)
        return -float(lowest) + HOP_M * 4.0 * t * (1.0 - t)
    return -float(lowest)


def _angles(body: Body, kind: str, gait: str, phase: float) -> Angles:
    if kind in birds.PLUMAGES:
        return _flying(phase) if gait == "fly" else _perched(kind, gait)
    breath = math.sin(2.0 * math.pi * phase)
    if gait == "hop":
        row = [float(np.interp(phase, _HOP[:, 0], column)) for column in _HOP.T[1:]]
        signs = (1, 1, 1, -1, -1, -1, 1, 1, 1, 1)
        return {name: (0.0, sign * turn, 0.0)
                for name, turn, sign in zip(_HOP_JOINTS, row, signs, strict=True)}  # fmt: skip
    if gait == "walk":
        return _walking(phase)
    if gait == "graze":
        return _grazing(body, breath)
    return {"neck": (0.0, 1.5 * breath, 0.0), "tail": (3.0 * breath, 0.0, 0.0)}


def _grazing(body: Body, breath: float) -> Angles:
    """The neck sinks until the muzzle is at the grass; the forelegs stay upright."""
    neck, head = (102.0, -40.0) if body in {hoofed.STAG, hoofed.DOE} else (84.0, -32.0)
    return {"chest": (0.0, 8.0, 0.0), "humerus": (0.0, -8.0, 0.0), "neck": (0.0, neck, 0.0),
            "head": (0.0, head + 2.0 * breath, 3.0 * breath)}  # fmt: skip


def _walking(phase: float) -> Angles:
    """Hind left, fore left, hind right, fore right, a quarter of the cycle apart."""
    out: Angles = {"neck": (0.0, 3.0 * math.sin(4.0 * math.pi * phase), 0.0)}
    for side, shift in (("left", 0.0), ("right", 0.5)):
        hind, fore = (phase + shift) % 1.0, (phase + shift - 0.25) % 1.0
        for own, names, bends in (
            (hind, ("thigh", "shank", "hind_cannon"), (34.0, -38.0)),
            (fore, ("humerus", "radius", "fore_cannon"), (-30.0, 66.0)),
        ):
            stand = own / 0.62
            lift = max(0.0, math.sin(math.pi * (own - 0.62) / 0.38)) if own > 0.62 else 0.0
            back = 16.0 * (2.0 * stand - 1.0) if own <= 0.62 else 16.0 * math.cos(
                math.pi * (own - 0.62) / 0.38)  # fmt: skip
            out[f"{side}_{names[0]}"] = (0.0, back, 0.0)
            for name, bend in zip(names[1:], bends, strict=True):
                out[f"{side}_{name}"] = (0.0, bend * lift, 0.0)
    return out


def _perched(kind: str, gait: str) -> Angles:
    upright = 32.0 if gait == "stand" else 36.0 if kind == "crow" else 58.0
    return {"body": (0.0, -upright, 0.0), "head": (0.0, 0.75 * upright, 0.0),
            "leg": (0.0, upright - 8.0, 0.0), "foot": (0.0, 8.0, 0.0),
            "tail": (0.0, 0.7 * upright if gait == "stand" else 8.0, 0.0)}  # fmt: skip


def _flying(phase: float) -> Angles:
    """The wings beat once a cycle; their hands trail the arms and fold on the way up."""
    beat = 2.0 * math.pi * phase
    hand = 34.0 * math.cos(beat - 1.1) - 8.0
    fold = 16.0 * max(0.0, -math.sin(beat))
    return {"wing": (30.0 * math.cos(beat) + 4.0, 0.0, 0.0), "hand": (hand * 0.7, 0.0, -fold),
            "leg": (0.0, 80.0, 0.0), "foot": (0.0, 88.0, 0.0),
            "body": (0.0, -6.0, 0.0)}  # fmt: skip


# Spans between joints, and their radius as a share of the animal's measure: the trunk first.
_HOOFED_SPANS: Final = (
    ("pelvis", "chest", 0.185), ("chest", "neck", 0.135), ("neck", "head", 0.085),
    ("head", "muzzle", 0.055),
    ("left_humerus", "left_fore_hoof", 0.060), ("right_humerus", "right_fore_hoof", 0.060),
    ("left_thigh", "left_hind_hoof", 0.085), ("right_thigh", "right_hind_hoof", 0.085),
)  # fmt: skip
_SPANS: Final = {
    "kangaroo": (
        ("pelvis", "chest", 0.18), ("chest", "head", 0.09), ("tail", "tail_end", 0.09),
        ("tail_end", "tail_tip", 0.04),
        ("left_thigh", "left_shank", 0.11), ("right_thigh", "right_shank", 0.11),
        ("left_shank", "left_toes", 0.07), ("right_shank", "right_toes", 0.07),
    ),
}  # fmt: skip
_MEASURES_M: Final = {"sheep": 1.0, "sheep_dark": 1.0, "cow_brown": 1.72, "cow_black": 1.72}
TOLERANCE: Final = 0.20
"""How far ears, tail or feet may stick out of the proxies, of the animal's largest extent.

Antlers and spread wings have none.
"""


def animal_proxies(kind: str, gait: str, phase: float = 0.0) -> Solids:
    """Capsules about trunk, neck, head and legs; one about a bird."""
    body, joints = joints_of(kind, gait, phase)
    frame, places = frame_of(body), joints[:, :3, 3]
    if kind in birds.PLUMAGES:
        length = birds.PLUMAGES[kind].length_m
        tail, head = places[frame.row("tail")], places[frame.row("head")]
        return _capsule(tail - 0.45 * (head - tail), head + 0.15 * (head - tail), 0.12 * length)
    measure = _MEASURES_M.get(kind, 1.0)
    return merge_solids([
        _capsule(places[frame.row(a)], places[frame.row(b)], share * measure)
        for a, b, share in _SPANS.get(kind, _HOOFED_SPANS)
    ])  # fmt: skip


def _capsule(a: F64, b: F64, radius: float) -> Solids:
    way = b - a
    length = float(np.linalg.norm(way))
    return capsules(
        0.5 * (a + b), radius=radius, height=length + 2.0 * radius, semantic="animal",
        heading=math.atan2(way[1], way[0]), pitch=math.acos(np.clip(way[2] / length, -1.0, 1.0)),
    )  # fmt: skip


def _maker(name: str, shown: tuple[tuple[str, str, float], ...]) -> Callable[[int], Archetype]:
    def make(variant: int) -> Archetype:
        kind, gait, phase = shown[variant % len(shown)]
        lods = tuple(posed_animal(kind, gait, phase, lod=lod) for lod in range(3))
        far = 10.0 * float(max(lods[0].size))
        return Archetype(
            name=f"{name}_{variant}", semantic="animal", lods=lods, lod_m=(far, 3.0 * far),
            proxies=animal_proxies(kind, gait, phase),
        )  # fmt: skip

    return make


_SHOWN: Final = {
    "kangaroo": (("kangaroo", "stand", 0.0), ("kangaroo", "hop", 0.30), ("kangaroo", "hop", 0.65)),
    "deer": (("stag", "stand", 0.0), ("doe", "walk", 0.1), ("doe", "graze", 0.0)),
    "sheep": (("sheep", "stand", 0.0), ("sheep", "graze", 0.0), ("sheep_dark", "walk", 0.3)),
    "cow": (("cow_brown", "stand", 0.0), ("cow_black", "graze", 0.0), ("cow_brown", "walk", 0.1)),
    "cockatoo": (("cockatoo", "perch", 0.0), ("cockatoo", "fly", 0.05)),
    "galah": (("galah", "stand", 0.0), ("galah", "fly", 0.30)),
    "crow": (("crow", "stand", 0.0), ("crow", "fly", 0.85)),
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    name: _maker(name, shown) for name, shown in _SHOWN.items()
}
VARIANTS: Final[dict[str, int]] = {name: len(shown) for name, shown in _SHOWN.items()}
