"""The scene's queries and its edits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.errors import EditError, UserError
from outrider.scenario.worlds import Box, Course, Flat, Hills
from outrider.world import generate
from outrider.world.edits import AddObject, MoveObject, RemoveObject
from outrider.world.scene import Region, Scene
from outrider.world.semantics import CLASSES, number_of


@pytest.fixture
def scene() -> Scene:
    crates = (
        Box(position_m=(8.0, 0.0), size_m=(1, 1, 1), name="east"),
        Box(position_m=(-8.0, 0.0), size_m=(1, 1, 1), name="west"),
    )
    return generate.make(Flat(objects=crates), seed=1)


def test_normals_are_upright_to_the_slope() -> None:
    hills = generate.make(Hills(relief_m=3.0, wavelength_m=40.0, density=0.0), seed=3)
    points = np.random.default_rng(1).uniform(-50, 50, (500, 2))
    normals = hills.normal(points)
    slope = hills.terrain.sample(points)[:, 1:]
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-12)
    for axis in (0, 1):
        along = np.zeros((500, 3))
        along[:, axis], along[:, 2] = 1.0, slope[:, axis]
        np.testing.assert_allclose((normals * along).sum(1), 0.0, atol=1e-12)


def test_surfaces_follow_steepness_and_features() -> None:
    course = generate.make(Course(difficulty=1.0), seed=1)
    points = np.random.default_rng(2).uniform(-40, 40, (20_000, 2))
    names = np.array([entry.name for entry in CLASSES])[course.surface(points)]
    slope = course.terrain.sample(points)[:, 1:]
    steep = np.hypot(slope[:, 0], slope[:, 1]) > math.tan(0.61)
    assert steep.sum() > 10
    np.testing.assert_array_equal(names == "soil", steep)
    assert set(names) == {"soil", "ground"}


def test_region_is_a_turned_rectangle() -> None:
    region = Region(name="r", position_m=(10, 5), half_m=(4, 1), heading_rad=math.pi / 2)
    assert region.contains([(10, 8.9), (13.9, 5), (10.9, 5)]).tolist() == [True, False, True]


def test_classes_keep_their_numbers() -> None:
    assert len(CLASSES) >= 40
    assert len({entry.name for entry in CLASSES}) == len(CLASSES)
    first = ("unlabelled", "ground", "grass", "soil", "gravel", "sand", "rock", "mud")
    assert tuple(entry.name for entry in CLASSES[:8]) == first
    with pytest.raises(UserError, match="did you mean 'trunk'"):
        number_of("trunc")


def test_edits_make_a_new_scene_and_leave_the_old_one(scene: Scene) -> None:
    before = scene.digest
    added = AddObject(shape="sphere", position_m=(3, 0, 1), half_m=(1, 1, 1), name="ball")
    edited = scene.with_edits(
        [added, RemoveObject(which="east"), MoveObject(which="west", position_m=(0, 9, 0.5))]
    )
    assert scene.digest == before
    assert edited.digest != before
    assert edited.version == 3
    assert edited.base is scene
    assert edited.terrain is scene.terrain
    assert len(scene.near((8.0, 0), 1.0)[0]) == 1
    assert len(edited.near((8.0, 0), 1.0)[0]) == 0
    assert len(edited.near((-8.0, 0), 1.0)[0]) == 0
    assert edited.near((0.0, 9.0), 1.0)[0].tolist() == [scene.objects.row_of("west")]
    assert edited.near((3.0, 0.0), 0.5)[0].tolist() == [edited.objects.row_of("ball")]
    assert not edited.is_free([(3, 0, 1)], 0.1)[0]
    assert scene.is_free([(3, 0, 1)], 0.1)[0]


def test_one_edit_after_another_is_the_same_as_both(scene: Scene) -> None:
    first = RemoveObject(which="west")
    second = AddObject(shape="box", position_m=(1, 2, 3), half_m=(1, 1, 1))
    both = scene.with_edits([first, second])
    assert scene.with_edits([first]).with_edits([second]).digest == both.digest
    assert scene.with_edits([second, first]).digest != both.digest


def test_ids_and_rows_outlive_edits(scene: Scene) -> None:
    box = AddObject(shape="box", position_m=(1, 2, 3), half_m=(1, 1, 1))
    edited = scene.with_edits([RemoveObject(which="east"), box, box, RemoveObject(which="west")])
    assert edited.objects.ident[:2].tolist() == scene.objects.ident.tolist()
    assert len(set(edited.objects.ident.tolist())) == 4
    last = int(edited.objects.ident[3])
    assert edited.objects.row_of(last) == 3
    again = scene.with_edits([RemoveObject(which="east")])
    renamed = again.with_edits(
        [AddObject(shape="box", position_m=(1, 2, 3), half_m=(1, 1, 1), name="east")]
    )
    assert renamed.objects.row_of("east") == 2


def test_whole_numbers_and_fractions_make_one_digest(scene: Scene) -> None:
    whole = AddObject(shape="box", position_m=(1, 2, 3), half_m=(1, 1, 1))
    fraction = AddObject(
        shape="box",
        position_m=(1.0, np.float64(2.0), 3.0),
        half_m=(1.0, 1.0, 1.0),
    )
    assert scene.with_edits([whole]).digest == scene.with_edits([fraction]).digest


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (RemoveObject(which="nobody"), "no object named 'nobody'"),
        (RemoveObject(which=12345), "no object with id 12345"),
        # The owner of what stands for itself.
        (RemoveObject(which=-1), "no object with id -1"),
        (MoveObject(which=-1, position_m=(0, 0, 0)), "no object with id -1"),
        (RemoveObject(which="post_²"), "no object named 'post_²'"),
        (RemoveObject(which="post_" + "9" * 5000), "no object named 'post_9"),
        (MoveObject(which="east", position_m=(math.nan, 0, 0)), "within ±1e7"),
        (MoveObject(which="east", position_m=(0, 0, 0), quaternion=(0, 0, 0, 0)), "no direction"),
        (AddObject(shape="box", position_m=(0, 0, 0), half_m=(0, 1, 1)), "must be positive"),
        (AddObject(shape="box", position_m=(0, 0, 0), half_m=(1, 1, math.inf)), "within ±1e7"),
        (
            AddObject(shape="box", position_m=(0, 0, 0), half_m=(1, 1, 1), name="east"),
            "name is taken",
        ),
        (
            AddObject(shape="box", position_m=(0, 0, 0), half_m=(1, 1, 1), semantic="bix"),
            "did you mean 'box'",
        ),
        (AddObject(shape="egg", position_m=(0, 0, 0), half_m=(1, 1, 1)), "Invalid enum"),  # type: ignore[arg-type]
    ],
)
def test_edits_that_cannot_be_made(scene: Scene, edit: object, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        scene.with_edits([edit])  # type: ignore[list-item]


def test_removing_twice_is_an_error(scene: Scene) -> None:
    gone = scene.with_edits([RemoveObject(which="east")])
    with pytest.raises(UserError):
        gone.with_edits([RemoveObject(which=int(scene.objects.ident[0]))])
    with pytest.raises(EditError):
        gone.objects.row_of(int(scene.objects.ident[0]))


def test_shapes_of_points_are_checked(scene: Scene) -> None:
    with pytest.raises(UserError, match=r"\(n, 3\)"):
        scene.is_free([(1.0, 2.0)], 1.0)
