"""People: looks, poses, posed meshes and key points; and archetypes of people at rest.

Body coordinates: x ahead, y left, z up, the origin on the ground below the hips.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError
from outrider.world import mesh as meshes
from outrider.world.archetype import Archetype
from outrider.world.assets import gaits
from outrider.world.assets.anatomy import human, key_point_places
from outrider.world.assets.bonds import BONDS
from outrider.world.assets.gaits import Pose
from outrider.world.assets.look import HIKERS, MEN, WOMEN, WORKERS, Look
from outrider.world.assets.outfit import dressed
from outrider.world.assets.postures import STILL, still_pose
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids, capsules
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]

GAITS: Final = ("walk", "run", *STILL)
LODS: Final = 3
LOD_M: Final = (12.0, 40.0)
RADIUS_M: Final = 0.25
TOLERANCE_M: Final = 0.14
"""How far toes, fingers or hair may stick out of the proxies; a raised arm has none."""


def pose(look: Look, gait: str, phase: float = 0.0, *, stride_m: float | None = None) -> Pose:
    """The pose at a phase, 0..1 of a cycle of two steps, of which the left heel begins the first.

    ``stride_m`` is how far a cycle of walking or running goes; without it as at 1.4 or 3 m/s.
    """
    if gait not in GAITS:
        raise UnknownNameError("gait", gait, GAITS)
    height, frame = look.height_m, human(look.height_m)
    if gait in STILL:
        return still_pose(frame, height, gait, phase % 1.0)
    usual = gaits.WALK_STRIDE if gait == "walk" else gaits.RUN_STRIDE
    stride = usual * height if stride_m is None else stride_m
    cycle = (gaits.walking if gait == "walk" else gaits.running)(stride / height)
    return gaits.gait_pose(frame, height, cycle, phase % 1.0, stride)


def world_from_joint(
    look: Look, gait: str, phase: float = 0.0, *, stride_m: float | None = None
) -> F64:
    """``(joints, 4, 4)`` in body coordinates, standing on the ground."""
    own = pose(look, gait, phase, stride_m=stride_m)
    root = own.root
    if gait in STILL:
        root = root + np.array([0.0, 0.0, _lift(look, gait)])
    return human(look.height_m).world_from_joint(own.angles, root)


@lru_cache(maxsize=512)
def _lift(look: Look, gait: str) -> float:
    """What brings the lowest point of a still pose to the ground."""
    own = still_pose(human(look.height_m), look.height_m, gait, 0.0)
    joints = human(look.height_m).world_from_joint(own.angles, own.root)
    lowest = dressed(look, 0).posed(human(look.height_m), joints).bounds[0][2]
    return -float(lowest)


def posed(
    look: Look, gait: str, phase: float = 0.0, *, stride_m: float | None = None, lod: int = 0
) -> Mesh:
    """The dressed body in a pose; level of detail 0 … 2."""
    joints = world_from_joint(look, gait, phase, stride_m=stride_m)
    mesh = dressed(look, lod).posed(human(look.height_m), joints)
    if gait in BONDS and lod < 2:
        mesh = meshes.merge([mesh, BONDS[gait](look, world_from_joint(look, gait), lod)])
    return mesh


def key_points(look: Look, gait: str, phase: float = 0.0, *, stride_m: float | None = None) -> F64:
    """``(17, 3)`` the key points of COCO in body coordinates; see ``anatomy.KEY_POINT_NAMES``."""
    joints = world_from_joint(look, gait, phase, stride_m=stride_m)
    bones, places = key_point_places(look.height_m)
    rest = human(look.height_m).rest[bones]
    turned = np.einsum("kab,kb->ka", joints[bones, :3, :3], places - rest)
    return np.asarray(turned + joints[bones, :3, 3])


def proxies(look: Look, gait: str, phase: float = 0.0) -> Solids:
    """One capsule about who is upright; else trunk, head and each half of the limbs."""
    height = look.height_m
    if gait in {"stand", "wave", "walk", "run"}:
        return capsules((0.0, 0.0, 0.5 * height), radius=RADIUS_M, height=height, semantic="person")
    return limbs(look, gait, phase)


def limbs(look: Look, gait: str, phase: float = 0.0) -> Solids:
    """A capsule for each of trunk, head and halves of the limbs."""
    height = look.height_m
    joints = world_from_joint(look, gait, phase)
    places = {name: joints[k, :3, 3] for k, name in enumerate(human(height).names)}
    crown = joints[human(height).row("head")] @ (0.014 * height, 0.0, 0.10 * height, 1.0)
    spans = [
        (places["pelvis"], places["chest"], 0.094), (places["spine"], places["neck"], 0.086),
        (places["head"], crown[:3], 0.062),
    ]  # fmt: skip
    for side in ("left", "right"):
        limb = [places[f"{side}_{name}"] for name in ("thigh", "shank", "toes")]
        arm = [places[f"{side}_{name}"] for name in ("upper_arm", "forearm", "hand")]
        spans += [(limb[0], limb[1], 0.052), (limb[1], limb[2], 0.044)]
        spans += [(arm[0], arm[1], 0.034), (arm[1], arm[1] + 1.5 * (arm[2] - arm[1]), 0.028)]
    return merge_solids([_capsule(a, b, share * height) for a, b, share in spans])


def _capsule(a: F64, b: F64, radius: float) -> Solids:
    """From point to point."""
    way = b - a
    length = float(np.linalg.norm(way))
    return capsules(
        0.5 * (a + b), radius=radius, height=length + 2.0 * radius, semantic="person",
        heading=math.atan2(way[1], way[0]), pitch=math.acos(np.clip(way[2] / length, -1.0, 1.0)),
    )  # fmt: skip


def _maker(name: str, looks: tuple[Look, ...], gait: str) -> Callable[[int], Archetype]:
    def make(variant: int) -> Archetype:
        look = looks[variant % len(looks)]
        return Archetype(
            name=f"{name}_{variant}", semantic="person",
            lods=tuple(posed(look, gait, lod=lod) for lod in range(LODS)), lod_m=LOD_M,
            proxies=proxies(look, gait),
        )  # fmt: skip

    return make


_KINDS: Final[dict[str, tuple[tuple[Look, ...], str]]] = {
    "woman": (WOMEN, "stand"), "man": (MEN, "stand"), "worker": (WORKERS, "stand"),
    "hiker": (HIKERS, "stand"), "person_seated": ((MEN[1], WOMEN[1]), "sit"),
    "person_resting": ((WOMEN[0], MEN[3]), "sit_ground"),
    "person_tied": ((MEN[0], WOMEN[0]), "tied"),
    "person_lying": ((MEN[1], WOMEN[3]), "lie_back"), "person_asleep": ((WOMEN[2],), "lie_side"),
    "person_fallen": ((MEN[3], WORKERS[1]), "fallen"),
    "person_waving": ((WOMEN[0], HIKERS[0]), "wave"),
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    name: _maker(name, looks, gait) for name, (looks, gait) in _KINDS.items()
}
VARIANTS: Final[dict[str, int]] = {name: len(looks) for name, (looks, _) in _KINDS.items()}
