"""Buildings: sizes, levels of detail, solids and looks."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.assets.bodies import Body
from outrider.world.assets.facade import Glazing, bays, masonry, rectangles, walls_of, windows
from outrider.world.assets.houses import BODY_TOLERANCE_M, MAKERS, VARIANTS, building
from outrider.world.assets.pieces import HERE, Levels, box_corners
from outrider.world.assets.roofs import SLOPE_TOLERANCE_M
from outrider.world.assets.styles import STYLES, look_of
from outrider.world.materials import MATERIALS
from outrider.world.semantics import number_of
from tests.world.assets.mesh_distance import distance_to_mesh, inside_mesh
from tests.world.assets.solid_fit import outside_by, solid_surface, surface
from tests.world.assets.sound import (
    all_variants,
    assert_one_silhouette,
    assert_real_sizes,
    assert_sound_normals,
    assert_variants_differ,
)

# Least and largest height, and least and largest longer side, of real ones, metres.
SIZES = {
    "detached_house": (6.0, 13.0, 9.0, 15.0),
    "terraced_house": (8.0, 15.0, 9.0, 14.0),
    "apartment_block": (14.0, 28.0, 17.0, 32.0),
    "townhouse": (14.0, 26.0, 10.0, 18.0),
    "office_tower": (40.0, 75.0, 20.0, 35.0),
    "office_block": (18.0, 40.0, 20.0, 35.0),
    "school": (9.0, 18.0, 30.0, 50.0),
    "farmhouse": (8.0, 13.0, 15.0, 25.0),
    "villa": (9.0, 14.0, 14.0, 24.0),
    "corner_shop": (13.0, 22.0, 12.0, 17.0),
    "church": (25.0, 45.0, 22.0, 40.0),
    "barn": (7.0, 11.0, 14.0, 24.0),
    "garage": (2.5, 5.5, 5.5, 8.5),
    "shed": (2.2, 3.2, 2.2, 4.2),
    "kiosk": (2.6, 4.0, 3.0, 5.0),
}
SMALL = {"garage", "shed", "kiosk", "barn"}
TALL = {"office_tower", "office_block", "apartment_block", "townhouse", "corner_shop", "school"}


@pytest.fixture(scope="module", name="made")
def all_made() -> dict[str, list[Archetype]]:
    return all_variants(MAKERS, VARIANTS)


def test_sizes_are_those_of_real_buildings(made: dict[str, list[Archetype]]) -> None:
    assert set(MAKERS) == set(VARIANTS)
    assert_real_sizes(made, SIZES, foot_m=0.01)


def test_triangles_and_memory_keep_within_their_budgets(made: dict[str, list[Archetype]]) -> None:
    for name, some in made.items():
        most = 15000 if name in TALL else 8000
        least = 200 if name in SMALL else 900
        for one in some:
            fine, middle, far = (len(mesh) for mesh in one.lods)
            assert least <= fine <= most, (one.name, fine)
            assert middle <= min(820, 0.25 * fine), (one.name, middle)
            assert far <= 66, (one.name, far)
            assert one.nbytes < 1.1e6, (one.name, one.nbytes)


def test_levels_of_detail_have_one_silhouette(made: dict[str, list[Archetype]]) -> None:
    assert_one_silhouette(made, share=0.07)


def test_same_variant_same_bytes_and_others_differ() -> None:
    assert_variants_differ(MAKERS)


def test_windows_doors_and_walls_have_their_classes(made: dict[str, list[Archetype]]) -> None:
    for some in made.values():
        for one in some:
            assert {n for mesh in one.lods for n in mesh.materials} <= set(MATERIALS)
            for mesh in one.lods[:2]:
                found = set(one.classes(mesh))
                assert {number_of(c) for c in ("building", "window")} <= found, one.name
            assert number_of("door") in one.classes(one.mesh), one.name


def test_normals_are_unit_and_face_as_the_triangles_do(made: dict[str, list[Archetype]]) -> None:
    assert_sound_normals(made, unit=1e-3)


@pytest.mark.parametrize("name", ["detached_house", "villa", "townhouse", "church", "barn"])
def test_nothing_seen_sticks_out_of_the_solids(name: str) -> None:
    one = MAKERS[name](0)
    apart = outside_by(one.proxies, surface(one.mesh, 400))
    assert apart.max() <= SLOPE_TOLERANCE_M + 0.1  # a cross on a spire, a bar of an aerial
    assert np.quantile(apart, 0.98) <= SLOPE_TOLERANCE_M


@pytest.mark.parametrize("name", ["detached_house", "apartment_block", "barn"])
def test_solids_do_not_reach_beyond_what_is_seen(name: str) -> None:
    one = MAKERS[name](0)
    points = solid_surface(one.proxies, 12)
    points = points[points[:, 2] > 0.02]
    points = points[~inside_mesh(points, one.lods[1])]
    assert distance_to_mesh(points, one.lods[0]).max() <= SLOPE_TOLERANCE_M


@pytest.mark.parametrize("style", sorted(STYLES))
def test_walls_stand_on_the_outline_and_fill_it(style: str) -> None:
    """Whatever the size, walls and their solid agree within the stated tolerance."""
    kind = STYLES[style]
    for size, storeys in (((17.3, 11.2), 3), ((9.0, 14.5), 2)):
        one = building(size, storeys, style, 8 if kind.curtain else 4)
        body = one.proxies.half_size[0] * 2.0
        assert body[:2] == pytest.approx((size[1], size[0]), abs=1e-9)
        walls = (
            set(kind.walls + kind.ground) - set(kind.trim) - {"metal_dark", "aluminium", "concrete"}
        )
        mesh = one.mesh
        points = np.concatenate([
            mesh.corners()[mesh.patch == mesh.materials.index(name)].reshape(-1, 3)
            for name in walls & set(mesh.materials)
        ] or [np.zeros((0, 3))])  # fmt: skip
        points = points[points[:, 2] <= body[2] - 0.01]
        out = np.abs(points[:, :2]) - 0.5 * body[:2]
        assert (out <= BODY_TOLERANCE_M).all(), style
        assert kind.curtain or np.isclose(out.max(), 0.0, atol=BODY_TOLERANCE_M)


def test_a_building_grows_with_its_storeys() -> None:
    heights = [building((14.0, 11.0), n, "apartments", 1).height_m for n in (2, 3, 6)]
    assert heights[1] - heights[0] == pytest.approx(STYLES["apartments"].storey_m, abs=0.05)
    assert heights[2] - heights[0] == pytest.approx(4 * STYLES["apartments"].storey_m, abs=0.05)


def test_neighbours_of_a_terrace_do_not_overlap() -> None:
    one = building((6.0, 9.5), 2, "terrace", 2)
    assert one.mesh.bounds[1][1] <= 3.0 + 0.03


def test_bad_orders_are_refused() -> None:
    with pytest.raises(UserError, match="style of building"):
        building((9.0, 9.0), 2, "detatched", 0)
    with pytest.raises(UserError, match="storey"):
        building((9.0, 9.0), 0, "detached", 0)
    with pytest.raises(UserError, match="wide"):
        building((2.0, 9.0), 1, "detached", 0)


def test_masonry_is_closed_and_leaves_just_the_openings_free() -> None:
    wall = walls_of(HERE, (12.0, 8.0))[0]
    openings = np.vstack([rectangles(bays(12.0, 2.7), 1.2, 1.0, 2.4),
                          rectangles([3.0], 1.0, 4.0, 6.5)])  # fmt: skip
    levels = Levels()
    masonry(levels, wall, [(1.0, "concrete"), (7.0, "brick_red")], openings, 0.16)
    mesh = levels.archetype("wall_0", levels=1).mesh
    holes = ((openings[:, 1] - openings[:, 0]) * (openings[:, 3] - openings[:, 2])).sum()
    assert mesh.is_closed(weld_m=1e-4)
    assert mesh.volume() == pytest.approx((12.0 * 7.0 - holes) * 0.16, rel=1e-5)


def test_windows_lie_as_deep_as_their_reveal() -> None:
    wall = walls_of(HERE, (12.0, 8.0))[2]
    opening = rectangles([0.0], 1.2, 1.0, 2.4)
    levels = Levels()
    look = STYLES["detached"]
    assert min(style.reveal_m for style in STYLES.values()) >= 0.12
    assert max(style.reveal_m for style in STYLES.values()) <= 0.2
    windows(levels, wall, opening, Glazing(sill=""), reveal=look.reveal_m, chance=np.ones(1))
    low, high = levels.archetype("window_0", levels=1).mesh.bounds
    assert low[0] == pytest.approx(-4.0 + look.reveal_m - 0.06, abs=0.01)
    assert high[0] == pytest.approx(-4.0 + look.reveal_m, abs=0.01)
    assert high[2] - low[2] == pytest.approx(1.4, abs=1e-4)


def test_boxes_and_frames_turn_with_their_frame() -> None:
    levels = Levels()
    levels.boxes("concrete", (0.0, -1.0, 0.0), (2.0, 1.0, 3.0), frame=HERE.turned(1).moved(5.0, 0))
    low, high = levels.archetype("box_0", levels=1).mesh.bounds
    assert low == pytest.approx((-1.0, 5.0, 0.0), abs=1e-6)
    assert high == pytest.approx((1.0, 7.0, 3.0), abs=1e-6)
    assert box_corners((0, 0, 0), (1, 2, 3)).shape == (1, 8, 3)


def test_a_body_knows_its_floors() -> None:
    style = STYLES["detached"]
    chance = Stream(0, "tests")
    body = Body(size=(10.0, 9.0), storeys=2, style=style, look=look_of(style, chance),
                chance=chance)  # fmt: skip
    assert np.diff(body.floors) == pytest.approx([style.ground_m, style.storey_m])
