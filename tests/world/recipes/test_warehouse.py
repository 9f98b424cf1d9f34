"""The warehouse: as many racks and pallets as asked, aisles and docks that robots pass."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.scenario.worlds import Warehouse
from outrider.world import generate
from outrider.world.recipes.warehouse_hall import PIT_M, Layout
from outrider.world.scene import Scene
from outrider.world.starts import passable
from outrider.world.traversability import Limits
from tests.counts import count

_MADE: dict[int, Scene] = {}


def made(seed: int = 1) -> Scene:
    if seed not in _MADE:
        _MADE[seed] = generate.make(Warehouse(), seed=seed)
    return _MADE[seed]


def many(scene: Scene, maker: str) -> int:
    counts = np.bincount(scene.things.kind, minlength=len(scene.things.kinds))
    return int(sum(n for kind, n in zip(scene.things.kinds, counts, strict=True)
                   if kind.startswith(maker)))  # fmt: skip


def test_racks_and_pallets_are_as_many_as_asked() -> None:
    layout, scene = Layout(Warehouse()), made()
    assert len(layout.aisles) == 10
    bays = len(layout.rows) * layout.bays
    assert many(scene, "rack_bay") == bays
    assert many(scene, "stocked_pallet") >= 0.77 * 12 * bays
    few, none = (generate.make(Warehouse(fill=f, clutter=0.0), seed=1) for f in (0.3, 0.0))
    assert many(few, "stocked_pallet") == pytest.approx(0.3 * 12 * bays, rel=0.1)
    assert many(none, "stocked_pallet") == 0
    three = generate.make(Warehouse(aisles=3, fill=0.0), seed=1)
    assert many(three, "rack_bay") == 6 * layout.bays


def test_fuller_racks_keep_what_emptier_ones_hold() -> None:
    places = []
    for fill in (0.3, 0.7):
        own = generate.make(Warehouse(fill=fill, clutter=0.0), seed=2).things
        stocked = np.array([kind.startswith("stocked") for kind in own.kinds])[own.kind]
        places.append({tuple(p) for p in own.position[stocked].round(6).tolist()})
    assert places[0] < places[1]


@pytest.mark.parametrize("aisle_m", [2.4, 3.0, 4.5])
def test_aisles_are_as_wide_as_asked(aisle_m: float) -> None:
    spec = Warehouse(aisle_m=aisle_m, fill=1.0, clutter=0.0)
    layout, scene = Layout(spec), generate.make(spec, seed=1)
    y = np.arange(8.0, 24.0, 0.25)
    for x in layout.aisles[::3]:
        for aside in (-1.0, 0.0, 1.0):
            across = np.full(len(y), x + aside * (0.5 * aisle_m - 0.33))
            free = scene.is_free(np.column_stack((across, y, np.full(len(y), 0.4))), 0.3)
            # A forklift may stand in one of them.
            assert free.mean() > 0.8
    gap = np.diff(sorted(layout.rows)).max()
    assert gap == pytest.approx(aisle_m + 1.1 + 0.12, abs=0.01)


def test_robots_reach_aisles_office_yard_and_docks_from_the_origin() -> None:
    for seed in (1, 2)[: count(10)]:
        scene = made(seed)
        where = passable(scene, limits=Limits(radius_m=0.3), step_m=0.15)
        home = where.at(np.zeros((1, 2)))[0]
        assert home > 0
        layout = Layout(Warehouse())
        goals = [(x, 6.0) for x in layout.aisles]
        goals += [(layout.aisles[0], 28.5), (layout.drive_in, -14.0),
                 (-29.0, 28.0), (layout.drive_in, -40.0), (layout.docks[0], -7.2)]  # fmt: skip
        reached = where.at(np.array(goals)) == home
        assert reached.all(), np.array(goals)[~reached]
        office = next(b for b in scene.buildings if b.kind == "office")
        cells = where.points(int(home))
        for room in office.rooms:
            assert room.contains(cells).sum() * 0.15**2 > 2.5, room.name


def test_the_floor_is_level_and_the_yard_lies_lower_before_the_docks() -> None:
    scene, layout = made(), Layout(Warehouse())
    x0, y0, x1, y1 = layout.rect
    points = np.array([(x, y) for x in np.linspace(x0, x1, 20) for y in np.linspace(y0, y1, 20)])
    np.testing.assert_allclose(scene.height(points), 0.0, atol=1e-9)
    assert scene.height([(0.0, -20.0)])[0] == pytest.approx(-PIT_M)
    ramp = np.column_stack((np.zeros(200), np.linspace(-29.0, -48.0, 200)))
    assert np.abs(scene.terrain.sample(ramp)[:, 1:]).max() < 0.12
    assert scene.height([(0.0, -46.0)])[0] == pytest.approx(0.0, abs=1e-6)


def test_gates_are_free_or_shut_and_lorries_stand_at_docks() -> None:
    scene, layout = made(), Layout(Warehouse())
    hall = scene.buildings[0]
    gates = [door for door in hall.doors if door.width_m > 2.0]
    assert len(gates) == len(layout.docks) + 1
    assert many(scene, "dock_gate") == len(gates)
    assert many(scene, "articulated_lorry") >= 1
    x = layout.drive_in
    line = np.column_stack((np.full(80, x), np.linspace(-3.0, -16.0, 80), np.full(80, 0.5)))
    assert scene.is_free(line, 0.4).all()


def test_the_roof_may_be_left_off_and_hides_the_sky_else() -> None:
    up = (0.0, 0.0, 1.0)
    closed, _ = made().cast([(1.0, 0.0, 1.0)], [up], range_m=50.0)
    assert 7.5 < closed[0] < 8.5
    spec = Warehouse(roof=False)
    opened, _ = generate.make(spec, seed=1).cast([(1.0, 0.0, 1.0)], [up], range_m=50.0)
    assert not np.isfinite(opened[0])


@pytest.mark.parametrize("size", [(40.0, 30.0, 7.0), (90.0, 50.0, 14.0)])
def test_halls_of_other_sizes_hold_together(size: tuple[float, float, float]) -> None:
    spec = Warehouse(length_m=size[0], width_m=size[1], height_m=size[2])
    scene = generate.make(spec, seed=4)
    where = passable(scene, limits=Limits(radius_m=0.3), step_m=0.25)
    parts = np.bincount(where.region.ravel())
    parts[0] = 0
    home = where.at(np.zeros((1, 2)))[0]
    assert home == int(np.argmax(parts))
    assert len(np.unique(scene.things.ident)) == len(scene.things)
    labels, _ = ndimage.label(where.region == home)
    assert labels.max() == 1


def test_the_same_seed_makes_the_same_hall_and_another_another() -> None:
    again = generate.make(Warehouse(), seed=1)
    assert again.digest == made().digest
    assert made(2).digest != made().digest
    assert len(np.unique(again.objects.ident)) == len(again.objects)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UserError, match="at most 10 fit"):
        generate.make(Warehouse(aisles=30), seed=1)
    for text in ('"length_m": 5', '"aisle_m": 0.5', '"fill": 1.5', '"height_m": 2', '"aisles": -1'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"kind": "warehouse", {text}}}', type=Warehouse)
