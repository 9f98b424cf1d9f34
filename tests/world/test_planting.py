"""Places kept apart, shares, species; things and their solids; maps of the ground."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.errors import EditError, UserError
from outrider.world import library
from outrider.world.edits import MoveObject, RemoveObject
from outrider.world.ground import GroundMap
from outrider.world.objects import gather, layer_ids
from outrider.world.planting import Layer, Species, places, plant
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things, join, nothing, things

EXTENT = (-60.0, -40.0, 60.0, 40.0)
ROCKS = Layer(
    name="rocks",
    apart_m=3.0,
    species=(
        Species(maker="granite_boulder", share=3.0, scale=(0.5, 1.0)),
        Species(maker="rock_slab", share=1.0, scale=(0.5, 1.0)),
    ),
)


def everywhere(points: np.ndarray) -> np.ndarray:
    return np.ones(len(points))


def test_no_two_places_are_nearer_than_they_may_be_and_gaps_are_filled() -> None:
    points, chance = places(1, "x", extent=EXTENT, apart_m=2.0, share=everywhere, fill=12.0)
    away = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + 1e9 * np.eye(
        len(points)
    )
    assert away.min() >= 2.0
    # Random sequential addition fills to 54.7 % of the plane with discs of half the distance.
    filled = len(points) * math.pi / (120.0 * 80.0)
    assert 0.44 < filled < 0.56
    assert chance.shape == (len(points), 4)


def test_the_share_thins_places() -> None:
    """Sparse, so that hardly any place is lost to its neighbours."""
    half, _ = places(
        1, "x", extent=EXTENT, apart_m=1.0, share=lambda p: np.full(len(p), 0.5), fill=0.05
    )
    count = 0.05 * 9600 * 0.5
    assert len(half) == pytest.approx(count, abs=3 * math.sqrt(count / 2) + 0.05 * count)


def test_species_stand_by_their_share_at_their_size_on_the_ground() -> None:
    ground = Terrain(grade=(0.1, 0.05))
    found = plant(3, ROCKS, ground, extent=EXTENT, share=everywhere)
    boulders = np.array([name.startswith("granite") for name in found.kinds])[found.kind]
    n = len(found)
    assert boulders.mean() == pytest.approx(0.75, abs=3 * math.sqrt(0.75 * 0.25 / n))
    assert found.scale.min() >= 0.5
    assert found.scale.max() <= 1.0
    assert found.position[:, 2] == pytest.approx(ground.height(found.position[:, :2]), abs=1e-9)
    assert len(set(found.ident.tolist())) == n
    again = plant(3, ROCKS, ground, extent=EXTENT, share=everywhere)
    np.testing.assert_array_equal(found.position, again.position)
    other = plant(4, ROCKS, ground, extent=EXTENT, share=everywhere)
    assert len(other) != n or not np.array_equal(found.position, other.position)


def test_nothing_is_planted_where_it_is_too_steep() -> None:
    cliff = Feature(
        position_m=(0, 0), half_m=(20, 100), flank_m=(6, 6, 6), value_m=12.0, heading_rad=0.0
    )
    ground = Terrain(features=(cliff,))
    layer = Layer(name="l", species=ROCKS.species, apart_m=2.0, steepest_rad=0.3)
    found = plant(1, layer, ground, extent=EXTENT, share=everywhere)
    slope = np.hypot(*ground.sample(found.position[:, :2])[:, 1:].T)
    assert slope.max() < math.tan(0.3)
    assert len(found) > 300


def test_a_layer_of_a_billion_is_refused() -> None:
    with pytest.raises(UserError, match="at most 2,000,000"):
        places(1, "x", extent=(0, 0, 1e5, 1e5), apart_m=0.1, share=everywhere)


def test_an_unknown_asset_is_named_with_the_nearest() -> None:
    with pytest.raises(UserError, match="granite_boulder"):
        library.names_of("granit_boulder")
    with pytest.raises(UserError, match="oak_"):
        library.archetype("oak_zero")


def two() -> Things:
    return things(
        ["granite_boulder_0", "desk_0"], [0, 1], [(5.0, 0.0, 0.0), (0.0, 5.0, 0.0)],
        ident=layer_ids("two", 2), heading=[0.0, math.pi / 2], scale=[2.0, 1.0],
        names={int(layer_ids("two", 2)[1]): "the_desk"},
    )  # fmt: skip


def scene_of(own: Things) -> Scene:
    return Scene(
        kind="test", seed=1, terrain=Terrain(), objects=gather({}, names={}, things=own), things=own
    )


def test_solids_stand_where_their_things_do() -> None:
    own = two()
    solids, owner = own.solids()
    boulder = library.archetype("granite_boulder_0").proxies
    mine = owner == 0
    assert solids.center[mine] == pytest.approx(boulder.center * 2.0 + (5.0, 0.0, 0.0))
    assert solids.half_size[mine] == pytest.approx(boulder.half_size * 2.0)
    desk = library.archetype("desk_0").proxies
    turned = rotation.rotate(rotation.from_heading(math.pi / 2), desk.center) + np.array(
        (0.0, 5.0, 0.0)
    )
    assert solids.center[owner == 1] == pytest.approx(turned)


def test_a_thing_is_named_found_moved_and_removed_as_one() -> None:
    scene = scene_of(two())
    rows = scene.objects.rows_of("the_desk")
    assert len(rows) == len(library.archetype("desk_0").proxies)
    assert {scene.objects.name_of(int(row)) for row in rows} == {"the_desk"}
    turn = rotation.from_heading(1.0)
    moved = scene.with_edits([
        MoveObject(which="the_desk", position_m=(9.0, 9.0, 0.0), quaternion=tuple(turn.tolist())),
    ])  # fmt: skip
    fresh, owner = moved.things.solids()
    own = moved.objects.rows_of("the_desk")
    assert moved.objects.solids.center[own] == pytest.approx(fresh.center[owner == 1])
    gone = scene.with_edits([RemoveObject(which="the_desk")])
    assert len(gone.things) == 1
    with pytest.raises(UserError):
        gone.objects.rows_of("the_desk")
    assert scene.digest != moved.digest != gone.digest


def test_an_edit_of_a_part_is_one_of_the_whole_thing() -> None:
    """By the part's id and by a name made of it; what was removed is gone for either."""
    scene = scene_of(two())
    part = scene.objects.ident[scene.objects.rows_of("the_desk")].tolist()

    def move(which: int | str) -> Scene:
        edit = MoveObject(which=which, position_m=(9, 9, 0), quaternion=(0.0, 0.0, 1.0, 0.0))
        return scene.with_edits([edit])

    for which in (part[0], part[-1], f"furniture_{part[1]}"):
        gone = scene.with_edits([RemoveObject(which=which)])
        assert gone.things.kinds[gone.things.kind[0]] == "granite_boulder_0"
        assert len(gone.things) == 1
        alive = gone.objects.alive
        assert not np.isin(part, gone.objects.ident[alive]).any()
        assert alive.sum() == len(alive) - len(part)
        with pytest.raises(EditError, match="no object with id"):
            gone.with_edits([RemoveObject(which=part[2])])
        moved, whole = move(which), move("the_desk")
        assert np.array_equal(moved.things.position, whole.things.position)
        assert np.array_equal(moved.things.quaternion, whole.things.quaternion)
        assert np.array_equal(moved.objects.solids.center, whole.objects.solids.center)


def test_ids_of_solids_follow_their_things_whatever_else_there_is() -> None:
    alone = gather({}, names={}, things=two().take(np.array([1])))
    together = gather({}, names={}, things=two())
    desk = int(two().ident[1])
    assert set(alone.ident.tolist()) == set(together.ident[together.owner == desk].tolist())
    assert len(set(together.ident.tolist())) == len(together)


def test_a_removed_id_cannot_be_removed_again() -> None:
    scene = scene_of(two()).with_edits([RemoveObject(which="the_desk")])
    with pytest.raises(EditError, match="no object with id"):
        scene.with_edits([RemoveObject(which=int(two().ident[1]))])


def test_joining_things_keeps_every_one() -> None:
    both = join([two(), nothing(), two()])
    assert len(both) == 4
    assert [both.kinds[k] for k in both.kind] == ["granite_boulder_0", "desk_0"] * 2
    assert len(join([])) == 0


def test_the_map_of_the_ground_answers_cell_by_cell() -> None:
    classes = np.full((3, 4), number_of("grass"), np.uint8)
    classes[2, 3] = number_of("sand")
    water = np.full((3, 4), np.nan, np.float32)
    water[0, 0] = 1.5
    ground = GroundMap(classes=classes, origin_m=(-4.0, -3.0), step_m=2.0, water_m=water)
    assert ground.extent == (-4.0, -3.0, 4.0, 3.0)
    points = [(3.9, 2.9), (-3.9, -2.9), (4.1, 0.0), (-3.9, 2.9)]
    names = ("sand", "grass", None, "grass")
    assert ground.surface(points).tolist() == [number_of(n) if n else -1 for n in names]
    assert ground.water_level(points).tolist()[1] == 1.5
    assert np.isnan(ground.water_level(points)[[0, 2, 3]]).all()
    assert ground.surface(ground.centers()).tolist() == classes.ravel().tolist()


def test_maps_that_cannot_be_are_refused() -> None:
    with pytest.raises(UserError, match="known classes"):
        GroundMap(classes=np.full((2, 2), 250, np.uint8), origin_m=(0, 0), step_m=1.0)
    with pytest.raises(UserError, match="levels of water"):
        GroundMap(
            classes=np.zeros((2, 2), np.uint8), origin_m=(0, 0), step_m=1.0,
            water_m=np.zeros((3, 2), np.float32),
        )  # fmt: skip
