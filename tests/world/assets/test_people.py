"""People are as tall and as jointed as people are, and their feet do not slide."""

from __future__ import annotations

import time
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError
from outrider.sim.actors._kernels import cycle_length
from outrider.world.assets import anatomy, people
from outrider.world.assets.anatomy import KEY_POINT_NAMES, human, limits
from outrider.world.assets.look import HEIGHTS_M, HIKERS, MEN, WOMEN, WORKERS, Look
from outrider.world.assets.outfit import dressed
from outrider.world.mesh import Mesh

F64 = NDArray[np.float64]
LOOKS = (*WOMEN, *MEN, *WORKERS, *HIKERS)
PLAIN = Look(), Look(sex="female", height_m=1.55)
PHASES = np.arange(0.0, 1.0, 0.05)
FLIGHT_M = 0.05
SPEED_MPS = 1.4


def stride_of(look: Look, speed_mps: float = SPEED_MPS) -> float:
    return float(cycle_length(speed_mps, look.height_m))


def joint(look: Look, name: str, gait: str, phase: float, stride: float) -> F64:
    joints = people.world_from_joint(look, gait, phase, stride_m=stride)
    return np.asarray(joints[human(look.height_m).row(name), :3, 3])


def test_people_are_as_tall_as_their_look_says() -> None:
    for sex, heights in HEIGHTS_M.items():
        for height in heights:
            mesh = people.posed(Look(sex=sex, height_m=height), "stand")
            assert abs(mesh.bounds[1][2] - height) < 0.01
            assert abs(mesh.bounds[0][2]) < 0.01


# Drillis and Contini (1966): shares of the body height.
@pytest.mark.parametrize(("first", "second", "share"), [
    ("left_thigh", "left_shank", 0.245), ("left_shank", "left_foot", 0.246),
    ("left_upper_arm", "left_forearm", 0.186), ("left_forearm", "left_hand", 0.146),
])  # fmt: skip
def test_limbs_are_as_long_as_measured(first: str, second: str, share: float) -> None:
    frame = human(1.75)
    length = np.linalg.norm(frame.rest[frame.row(first)] - frame.rest[frame.row(second)])
    assert abs(length / 1.75 / share - 1.0) < 0.10


@pytest.mark.parametrize("look", PLAIN)
def test_bodies_are_as_wide_and_deep_as_measured(look: Look) -> None:
    height = look.height_m
    points = dressed(look, 0).mesh.points / height
    shoulders = points[(points[:, 2] > 0.74) & (points[:, 2] < 0.80)]
    assert abs(2.0 * shoulders[:, 1].max() / 0.259 - 1.0) < 0.10
    hips = points[(points[:, 2] > 0.50) & (points[:, 2] < 0.54) & (abs(points[:, 1]) < 0.115)]
    assert abs(2.0 * hips[:, 1].max() / 0.191 - 1.0) < 0.20
    foot = points[points[:, 2] < 0.02]
    assert abs(float(np.ptp(foot[:, 0])) / 0.152 - 1.0) < 0.12
    hand = points[dressed(look, 0).bones[:, 0] == human(height).row("left_hand")]
    assert abs((0.486 - hand[:, 2].min()) / 0.108 - 1.0) < 0.12


def test_joints_stay_within_their_limits() -> None:
    slack = np.radians(2.0)
    for gait in people.GAITS:
        for phase in PHASES:
            for look in PLAIN:
                angles = people.pose(look, gait, float(phase)).angles
                for row, name in enumerate(human(look.height_m).names):
                    low, high = limits(name).T
                    assert (angles[row] >= low - slack).all(), (gait, phase, name, angles[row])
                    assert (angles[row] <= high + slack).all(), (gait, phase, name, angles[row])


@pytest.mark.parametrize("gait", people.GAITS)
def test_people_touch_the_ground(gait: str) -> None:
    for phase in PHASES:
        for look in PLAIN:
            low = float(people.posed(look, gait, float(phase)).bounds[0][2])
            assert -0.01 < low < (FLIGHT_M if gait == "run" else 0.01), (gait, phase)


@pytest.mark.parametrize("look", PLAIN)
@pytest.mark.parametrize("speed", [0.8, SPEED_MPS, 2.0])
def test_a_standing_foot_stays_where_it_is(look: Look, speed: float) -> None:
    stride = stride_of(look, speed)
    balls = np.array([
        joint(look, "left_toes", "walk", phase, stride) + np.array([stride * phase, 0.0, 0.0])
        for phase in np.arange(0.0, 0.56, 0.01)
    ])  # fmt: skip
    assert np.ptp(balls[:, 0]) < 0.04
    assert np.ptp(balls[:, 1]) < 0.04
    flat = balls[8:]
    assert np.ptp(flat[:, 0]) < 0.01


def test_a_running_foot_stays_where_it_is() -> None:
    look = Look()
    stride = stride_of(look, 3.0)
    balls = np.array([
        joint(look, "right_toes", "run", 0.5 + phase, stride) + np.array([stride * phase, 0.0, 0.0])
        for phase in np.arange(0.0, 0.33, 0.01)
    ])  # fmt: skip
    assert np.ptp(balls[:, 0]) < 0.04


@pytest.mark.parametrize("gait", ["walk", "run"])
def test_half_a_cycle_later_the_sides_have_changed(gait: str) -> None:
    look = Look()
    for phase in (0.0, 0.13, 0.3, 0.44):
        here = people.key_points(look, gait, phase) * (1.0, -1.0, 1.0)
        swapped = [KEY_POINT_NAMES.index(_other(name)) for name in KEY_POINT_NAMES]
        later = people.key_points(look, gait, phase + 0.5)[swapped]
        assert np.allclose(here, later, atol=1e-6)


def _other(name: str) -> str:
    if name.startswith("left_"):
        return name.replace("left_", "right_")
    return name.replace("right_", "left_")


@pytest.mark.parametrize("gait", ["walk", "run"])
def test_movement_is_smooth(gait: str) -> None:
    steps = [people.key_points(Look(), gait, phase) for phase in np.arange(0.0, 1.005, 0.01)]
    jumps = [float(np.linalg.norm(b - a, axis=1).max()) for a, b in pairwise(steps)]
    assert max(jumps) < 0.07


def test_walking_bends_the_knee_as_measured() -> None:
    """Winter (2009): about 5 degrees at contact, 20 in stance, 64 in swing."""
    look = Look()
    row = human(look.height_m).row("left_shank")
    stride = stride_of(look)
    knee = np.degrees([people.pose(look, "walk", phase, stride_m=stride).angles[row, 1]
                       for phase in np.arange(0.0, 1.0, 0.01)])  # fmt: skip
    assert knee[0] < 15.0
    assert 10.0 < knee[8:25].max() < 30.0
    assert 50.0 < knee.max() < 75.0
    assert 0.64 < np.argmax(knee) / 100 < 0.80


@pytest.mark.parametrize("look", LOOKS)
def test_bodies_are_closed_and_within_their_budget(look: Look) -> None:
    fine, middle, coarse = (dressed(look, lod).mesh for lod in range(3))
    assert 3000 <= len(fine) <= 6000
    assert 500 <= len(middle) <= 1100
    assert len(coarse) <= 80
    for mesh in (fine, middle, coarse):
        assert mesh.is_closed()
        assert mesh.volume() > 0.0
        assert np.isfinite(mesh.points).all()
        assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-3)
    if not (look.hat != "none" or look.backpack):
        assert np.allclose(middle.size, fine.size, rtol=0.08)
        assert np.allclose(coarse.size, fine.size, rtol=0.15)
    # Where clothes lie over each other they count twice.
    assert 0.045 < fine.volume() / look.height_m < 0.095


def test_the_bound_one_has_rope_at_wrists_and_ankles() -> None:
    for look in PLAIN:
        mesh = people.posed(look, "tied")
        rope = mesh.points[np.unique(mesh.triangles[mesh.patch == mesh.materials.index("rope")])]
        points = dict(zip(KEY_POINT_NAMES, people.key_points(look, "tied"), strict=True))
        for part in ("wrist", "ankle"):
            middle = 0.5 * (points[f"left_{part}"] + points[f"right_{part}"])
            assert np.linalg.norm(rope - middle, axis=1).min() < 0.15
        wrists = points["left_wrist"] - points["right_wrist"]
        assert np.linalg.norm(wrists) < 0.10
        assert points["left_wrist"][0] < points["left_hip"][0] - 0.1
        assert "rope" not in people.posed(look, "sit_ground").materials


def test_key_points_lie_on_the_body() -> None:
    for gait in people.GAITS:
        mesh = people.posed(Look(), gait, 0.2)
        for name, place in zip(KEY_POINT_NAMES, people.key_points(Look(), gait, 0.2), strict=True):
            near = float(np.linalg.norm(mesh.points - place, axis=1).min())
            assert near < (0.03 if name in {"nose", "left_eye", "right_ear"} else 0.14), (
                gait,
                name,
            )


def test_who_sits_sits_on_a_chair() -> None:
    for look in PLAIN:
        mesh = people.posed(look, "sit")
        seat = mesh.points[abs(mesh.points[:, 0]) < 0.1]
        assert abs(seat[:, 2].min() - 0.45) < 0.03


def same(a: Mesh, b: Mesh) -> bool:
    return bool(len(a) == len(b) and np.array_equal(a.points, b.points))


def test_the_same_look_gives_the_same_bytes() -> None:
    first = people.posed(Look(), "walk", 0.3)
    dressed.cache_clear()
    assert same(first, people.posed(Look(), "walk", 0.3))
    assert not same(first, people.posed(msgspec.structs.replace(Look(), build=1.1), "walk", 0.3))
    assert not same(first, people.posed(Look(), "walk", 0.35))


def test_posing_is_fast() -> None:
    look = Look()
    people.posed(look, "walk", 0.0)
    took = []
    for phase in PHASES:
        start = time.perf_counter()
        people.posed(look, "walk", float(phase))
        took.append(time.perf_counter() - start)
    assert min(took) < 0.003


@pytest.mark.parametrize("maker", people.MAKERS)
def test_archetypes(maker: str) -> None:
    for variant in range(people.VARIANTS[maker]):
        made = people.MAKERS[maker](variant)
        assert made.name == f"{maker}_{variant}"
        assert made.semantic == "person"
        assert made.nbytes < 600_000
        assert 1 <= len(made.proxies) <= 12
        assert same(made.mesh, people.MAKERS[maker](variant).mesh)
        outside = depth_outside(made.mesh.points, made.proxies.center, made.proxies.quaternion,
                                made.proxies.half_size)  # fmt: skip
        limit = 0.85 if "waving" in maker else people.TOLERANCE_M
        if "hiker" not in maker:
            assert outside.max() < limit


def depth_outside(points: object, center: F64, quaternion: F64, half: F64) -> F64:
    """``(n,)`` how far points are outside of all capsules."""
    from outrider.core import rotation

    where = np.asarray(points, float)
    axis = rotation.to_matrix(quaternion)[:, :, 2]
    away = where[:, None] - center
    along = np.clip((away * axis).sum(axis=2), -half[:, 2], half[:, 2])
    gap = np.linalg.norm(away - along[:, :, None] * axis, axis=2) - half[:, 0]
    return np.asarray(np.maximum(gap.min(axis=1), 0.0))


def test_an_unknown_gait_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="walk"):
        people.posed(Look(), "wlak", 0.0)


def test_the_measures_add_up_to_the_body() -> None:
    legs = anatomy.HIP_Z
    assert anatomy.KNEE_Z < legs < anatomy.SHOULDER_Z < anatomy.CHIN_Z < 1.0
