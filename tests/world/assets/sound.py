"""What every family of buildings keeps to: real sizes, one silhouette, sound normals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from outrider.world.archetype import Archetype

Made = Mapping[str, Sequence[Archetype]]


def all_variants(
    makers: Mapping[str, Callable[[int], Archetype]], variants: Mapping[str, int]
) -> dict[str, list[Archetype]]:
    """Every variant of every maker."""
    return {name: [maker(k) for k in range(variants[name])] for name, maker in makers.items()}


def assert_real_sizes(
    made: Made, sizes: Mapping[str, tuple[float, float, float, float]], *, foot_m: float
) -> None:
    """Heights and longer sides within limits, the foot on the ground, the name the maker's."""
    assert set(made) == set(sizes)
    for name, some in made.items():
        low, high, short, long = sizes[name]
        for one in some:
            assert low <= one.height_m <= high, (one.name, one.height_m)
            assert short <= max(one.mesh.size[:2]) <= long, (one.name, one.mesh.size)
            assert one.mesh.bounds[0][2] == pytest.approx(0.0, abs=foot_m), one.name
            assert one.name.rpartition("_")[0] == name


def assert_one_silhouette(made: Made, *, share: float) -> None:
    """The coarser levels of detail reach as far as the finest, to a share of its size."""
    for one in (one for some in made.values() for one in some):
        low, high = one.mesh.bounds
        for mesh in one.lods[1:]:
            apart = np.abs([mesh.bounds[0] - low, mesh.bounds[1] - high]).max()
            assert apart <= share * float(max(one.mesh.size)), one.name
        assert one.lod_m == tuple(sorted(one.lod_m))


def assert_variants_differ(makers: Mapping[str, Callable[[int], Archetype]]) -> None:
    """The same variant is the same to the last byte, the next one is another."""
    for name, maker in makers.items():
        first, again, other = maker(0), maker(0), maker(1)
        assert first.mesh.points.tobytes() == again.mesh.points.tobytes()
        assert first.mesh.patch.tobytes() == again.mesh.patch.tobytes()
        alike = first.mesh.materials == other.mesh.materials
        assert not alike or first.mesh.points.tobytes() != other.mesh.points.tobytes(), name


def assert_sound_normals(made: Made, *, unit: float) -> None:
    """Of unit length, and on the side that their triangles face."""
    for some in made.values():
        for mesh in some[0].lods:
            corners = mesh.corners()
            face = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            normal = mesh.normals[mesh.triangles].mean(axis=1)
            assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0, abs=unit)
            assert ((face * normal).sum(1) > -1e-5).all(), some[0].name
