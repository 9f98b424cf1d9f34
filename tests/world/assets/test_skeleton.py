"""Skeletons turn as matrices say, and skins follow them."""

from __future__ import annotations

import numpy as np

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world.assets import lofts
from outrider.world.assets.anatomy import human
from outrider.world.assets.skeleton import angles_of, rigid, skeleton, skin, turns, two_bones

ARM = skeleton({"a": ("", (0.0, 0.0, 1.0)), "b": ("a", (0.0, 0.0, 0.6)), "c": ("b", (0, 0, 0.3))})
CHANCE = Stream(1, "assets", "skeleton")


def test_turns_are_the_rotations_of_the_core() -> None:
    angles = CHANCE.uniform(0, 30, low=-1.4, high=1.4).reshape(10, 3)
    same = rotation.from_euler_zyx(angles[:, 2], angles[:, 1], angles[:, 0])
    assert np.allclose(turns(angles), rotation.to_matrix(same), atol=1e-12)
    assert np.allclose(angles_of(turns(angles)), angles, atol=1e-9)


def test_many_poses_at_once_are_each_pose_alone() -> None:
    frame = human(1.7)
    angles = CHANCE.uniform(1, 4 * len(frame) * 3, low=-1.0).reshape(4, len(frame), 3)
    root = CHANCE.uniform(2, 12).reshape(4, 3)
    together = frame.world_from_joint(angles, root)
    for k in range(4):
        assert np.allclose(together[k], frame.world_from_joint(angles[k], root[k]), atol=1e-12)


def test_bones_keep_their_lengths() -> None:
    frame = human(1.8)
    angles = CHANCE.uniform(3, len(frame) * 3, low=-1.0).reshape(-1, 3)
    where = frame.world_from_joint(angles, (1.0, 2.0, 3.0))[:, :3, 3]
    for row, parent in enumerate(frame.parents):
        if parent >= 0:
            length = np.linalg.norm(where[row] - where[parent])
            assert np.isclose(length, np.linalg.norm(frame.offsets[row]), atol=1e-9)


def test_two_bones_reach_where_they_are_told() -> None:
    for k, bend in ((4, 1.0), (5, -1.0)):
        spread = CHANCE.uniform(k, 30, low=-1.0).reshape(10, 3)
        for reach in spread * (0.3, 0.08, 0.15) - (0.0, 0.0, 0.4):
            if np.linalg.norm(reach) > 0.69:
                continue
            roll, pitch, knee = two_bones(reach, 0.4, 0.3, bend=bend)
            hip = turns((roll, pitch, 0.0))
            end = hip @ ((0.0, 0.0, -0.4) + turns((0.0, knee, 0.0)) @ (0.0, 0.0, -0.3))
            assert np.allclose(end, reach, atol=1e-6)
            assert bend * knee >= 0.0


def test_a_rigid_skin_moves_as_its_joint() -> None:
    mesh = lofts.limb([(0, 0, 0.6), (0, 0, 0.3)], [(0.05, 0.05)] * 2, material="rope", sides=6)
    part = rigid(mesh, 1)
    angles = np.zeros((3, 3))
    angles[1] = (0.0, 0.5 * np.pi, 0.0)
    bent = part.posed(ARM, ARM.world_from_joint(angles, (0.0, 0.0, 1.0)))
    moved = (mesh.points - (0, 0, 0.6)) @ turns(angles[1]).T + (0, 0, 0.6)
    assert np.allclose(bent.points, moved, atol=1e-6)


def test_at_rest_a_skin_is_its_mesh() -> None:
    mesh = lofts.limb([(0, 0, 0.9), (0, 0, 0.6), (0, 0, 0.3)], [(0.05, 0.05)] * 3, material="rope",
                      sides=6)  # fmt: skip
    share = lofts.spread(lofts.chain([0.0, 0.3, 0.6], (0, 1), [(0.3, 0.1)]), 6)
    part = skin(mesh, share)
    rest = part.posed(ARM, ARM.world_from_joint(np.zeros((3, 3)), ARM.rest[0]))
    assert np.allclose(part.weights.sum(axis=1), 1.0, atol=1e-6)
    assert np.allclose(rest.points, mesh.points, atol=1e-6)
    assert np.allclose(rest.normals, mesh.normals, atol=1e-5)


def test_lofts_are_closed_and_the_right_side_out() -> None:
    rope = lofts.closed_loop([(np.cos(a), np.sin(a), 0) for a in np.arange(12) * np.pi / 6], 0.1,
                             material="rope", sides=6)  # fmt: skip
    down = lofts.limb([(0, 0, 1), (0, 0, 0)], [(0.2, 0.1)] * 2, material="rope", sides=16)
    for mesh in (rope, down):
        assert mesh.is_closed()
        assert mesh.volume() > 0.0
        a, b, c = np.moveaxis(mesh.corners(), 1, 0)
        face = np.cross(b - a, c - a)
        outwards = (face * mesh.normals[mesh.triangles].sum(axis=1)).sum(axis=1)
        assert (outwards > 0.0).mean() > 0.99
    assert np.isclose(down.volume(), np.pi * 0.2 * 0.1, rtol=0.06)
