"""Blocks of a city that are not rows: detached houses, a park, a square, a school."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.paving import KERB_M
from outrider.world.recipes.city_blocks import Site
from outrider.world.recipes.city_houses import House, depth_in, front_lines, room_between
from outrider.world.recipes.city_streets import Side, inset
from outrider.world.relief import curve

F64 = NDArray[np.float64]

PLOT_M: Final = 18.0
"""Usual width of a plot."""
PLOT_DEEP_M: Final = 25.0
YARD_M: Final = 5.5
"""From the pavement to a house."""
# Width, depth and storeys of the variants of detached houses.
DETACHED: Final = ((11.0, 9.0, 2), (9.5, 8.5, 2), (12.5, 8.0, 1), (10.5, 9.5, 2))
# With the least and largest size.
GARDEN_TREES: Final = (
    ("apple", 0.8, 1.1), ("birch", 0.45, 0.7), ("beech", 0.45, 0.65), ("spruce", 0.3, 0.55),
)  # fmt: skip
HEDGE_M: Final = 1.9
CAR_KINDS: Final = ("estate", "hatchback", "saloon", "suv_car")


def build_gardens(site: Site) -> None:
    """Plots with a house each along every side."""
    for line, side in front_lines(site.block, 0.0):
        start, end = room_between(side, PLOT_DEEP_M)
        room = float(np.hypot(*(line[1] - line[0]))) - start - end
        count = int(room / PLOT_M)
        width = room / max(count, 1)
        for k in range(count):
            _plot(site, side, line[0] + (start + (k + 0.5) * width) * side.way, width)
    _trees(site)


def _plot(site: Site, side: Side, front: F64, width: float) -> None:
    """A house, its drive with a garage, a path, hedges and a shed."""
    dice, way, inward = site.dice, side.way, side.inward
    kind, garage, parked, car, shed, look = dice.many(6)
    wide, deep, storeys = DETACHED[int(4 * kind)]
    out = side.heading - 0.5 * math.pi
    shift = -1.9
    center = front + shift * way + (YARD_M + 0.5 * deep) * inward
    house = House(asset=f"detached_house_{int(4 * kind)}", kind="house", style="detached",
                  center=center, heading=out, width=wide, depth=deep, storeys=storeys)  # fmt: skip
    if not site.houses.add(house, site.block.lot):
        return
    drive = front + (0.5 * width - 2.3) * way
    site.ground.strip(
        np.array([drive - 1.0 * inward, drive + (YARD_M + 6.0) * inward]), 1.5, "concrete"
    )
    door = house.doorway()[0]
    site.ground.strip(np.array([door - (YARD_M + 1.0) * inward, door]), 0.6, "concrete")
    if garage < 0.6:
        place = drive + (YARD_M + 9.0) * inward
        # A garage is a building that has no number of its own in the street.
        ring = House(asset="garage_0", kind="garage", style="detached", center=place, heading=out,
                     width=3.4, depth=6.0, storeys=1)  # fmt: skip
        site.houses.add(ring, site.block.lot)
    if parked < 0.55:
        site.setting.some(
            "drive_cars", CAR_KINDS[int(4 * car)], drive + 3.4 * inward, z=KERB_M, margin_m=4.0,
            variant=int(4 * look), heading=out + math.pi * (look < 0.5),
        )  # fmt: skip
    if shed < 0.45:
        place = front - (0.5 * width - 3.0) * way + (PLOT_DEEP_M - 3.0) * inward
        if site.houses.free(place[None], 2.0).all():
            site.setting.some("sheds", "shed", place, z=KERB_M, heading=out, variant=int(3 * look),
                              margin_m=3.0)  # fmt: skip
    _hedges(site, side, front, (width, shift + float((door - center) @ way), 0.5 * width - 2.3))


def _hedges(site: Site, side: Side, front: F64, marks: tuple[float, float, float]) -> None:
    """Along the street with openings for the path and the drive, and between the plots."""
    width, path, drive = marks
    fence = site.dice.one() < 0.35
    along = np.arange(0.5 * HEDGE_M, width, HEDGE_M) - 0.5 * width
    open_ = (np.abs(along - path) > 1.6) & (np.abs(along - drive) > 2.5)
    street = front + along[open_, None] * side.way + 0.55 * side.inward
    deep = np.arange(1.6, PLOT_DEEP_M, HEDGE_M)
    between = front - 0.5 * (width - 0.1) * side.way + deep[:, None] * side.inward
    between = between[site.houses.free(between, 0.6)]
    maker = "picket_fence" if fence else "hedge"
    site.setting.some("hedges_street", maker, street, z=KERB_M, heading=side.heading,
                      variant=np.arange(len(street)), margin_m=2.0)  # fmt: skip
    site.setting.some("hedges", "hedge", between, z=KERB_M, heading=side.heading + 0.5 * math.pi,
                      variant=np.arange(len(between)), margin_m=2.0)  # fmt: skip


def _scatter(site: Site, apart: float, deep: float, gap: float) -> tuple[F64, F64]:
    """Places in the block, about so far apart, away from its border and from houses."""
    ring = site.block.lot
    low, high = ring.min(axis=0), ring.max(axis=0)
    x, y = np.meshgrid(np.arange(low[0], high[0], apart), np.arange(low[1], high[1], apart))
    points = np.column_stack((x.ravel(), y.ravel()))
    chance = site.dice.many(5 * len(points)).reshape(-1, 5)
    points = points + 0.8 * apart * (chance[:, :2] - 0.5)
    inside = (depth_in(ring, points) > deep) & site.houses.free(points, gap)
    return points[inside], chance[inside, 2:]


def _trees(site: Site) -> None:
    """In the gardens behind the houses, and a few before them."""
    points, chance = _scatter(site, 7.0, YARD_M + 11.0, 4.5)
    taken = chance[:, 0] < 1.1 * site.spec.greenery
    points, chance = points[taken], chance[taken]
    kind = (4.0 * chance[:, 1]).astype(int)
    for k, (maker, low, high) in enumerate(GARDEN_TREES):
        own = kind == k
        site.setting.some("garden_trees", maker, points[own], z=KERB_M,
                          scale=low + (high - low) * chance[own, 2], heading=6.28 * chance[own, 2],
                          variant=(7.0 * chance[own, 2]).astype(int))  # fmt: skip
    points, chance = _scatter(site, 6.0, 1.8, 1.8)
    own = chance[:, 0] < 0.35
    for maker, chosen in (("round_shrub", own & (chance[:, 1] < 0.6)),
                          ("lavender", own & (chance[:, 1] >= 0.6))):  # fmt: skip
        site.setting.some("garden_shrubs", maker, points[chosen], z=KERB_M,
                          scale=0.6 + 0.5 * chance[chosen, 2],
                          heading=6.28 * chance[chosen, 2])  # fmt: skip


def build_park(site: Site) -> None:
    """Paths between the corners and round a pond, with trees, lamps and benches."""
    block, dice, lot = site.block, site.dice, site.block.lot
    middle = block.middle
    room = float(depth_in(lot, middle[None])[0])
    radii = (0.42 * room, 0.3 * room)
    heading = block.sides[0].heading + dice.one(-0.4, 0.4)
    turn = np.linspace(0.0, 2.0 * math.pi, 41)
    ring = middle + 0.6 * room * np.column_stack((np.cos(turn), np.sin(turn)))
    paths = [ring]
    for corner in lot:
        way = (corner - middle) / np.hypot(*(corner - middle))
        aside = np.array([-way[1], way[0]]) * dice.one(-6.0, 6.0)
        near, far = middle + 0.6 * room * way, corner + 1.5 * way
        points = [near, 0.5 * (near + far) + aside, far]
        paths.append(curve([(float(p[0]), float(p[1])) for p in points], step_m=2.0))
    for path in paths:
        site.ground.strip(path, 1.4, "gravel")
    site.ground.pond(middle, radii, heading, 0.9)
    _along_paths(site, paths)
    _park_trees(site, paths, radii)


def _along_paths(site: Site, paths: list[F64]) -> None:
    """Benches that look at the pond, lamps, bins."""
    middle = site.block.middle
    ring = paths[0]
    seats = ring[2:-1:5]
    out = seats - middle
    bearing = np.arctan2(out[:, 1], out[:, 0])
    far = out / np.linalg.norm(out, axis=1, keepdims=True)
    site.setting.some(
        "park_benches", "bench", seats + 1.9 * far, z=KERB_M, heading=bearing + math.pi
    )
    beside = np.column_stack((-far[:, 1], far[:, 0]))
    bins = (seats + 1.8 * far + 1.7 * beside)[::2]
    site.setting.some("park_bins", "litter_bin", bins, z=KERB_M)
    for path in paths:
        places = path[4::9]
        way = np.gradient(path, axis=0)[4::9]
        side = np.column_stack((-way[:, 1], way[:, 0])) / np.linalg.norm(way, axis=1, keepdims=True)
        site.setting.some("park_lamps", "park_lamp", places - 1.9 * side, z=KERB_M)


def _park_trees(site: Site, paths: list[F64], radii: tuple[float, float]) -> None:
    points, chance = _scatter(site, 6.5, 2.5, 4.0)
    lines = np.concatenate(paths)
    gap = np.sqrt(((points[:, None, :] - lines) ** 2).sum(axis=2)).min(axis=1)
    away = np.hypot(*(points - site.block.middle).T)
    free = (gap > 2.8) & (away > 1.5 * radii[0])
    tall = free & (chance[:, 0] < 0.25 + 0.75 * site.spec.greenery)
    kind = (5.0 * chance[:, 1]).astype(int)
    for k, maker in enumerate(("oak", "beech", "maple", "willow", "birch")):
        own = tall & (kind == k)
        site.setting.some("park_trees", maker, points[own], z=KERB_M - 0.05,
                          scale=0.5 + 0.35 * chance[own, 2], heading=6.28 * chance[own, 2],
                          variant=(7.0 * chance[own, 2]).astype(int))  # fmt: skip
    points, chance = _scatter(site, 2.6, 1.2, 2.0)
    gap = np.sqrt(((points[:, None, :] - lines) ** 2).sum(axis=2)).min(axis=1)
    away = np.hypot(*(points - site.block.middle).T)
    low = (gap > 1.9) & (gap < 4.0) & (away > 1.35 * radii[0]) & (chance[:, 0] < 0.5)
    for k, maker in enumerate(("round_shrub", "lavender", "daisies", "poppies", "round_shrub")):
        own = low & ((5.0 * chance[:, 1]).astype(int) == k)
        site.setting.some("park_flowers", maker, points[own], z=KERB_M,
                          scale=0.7 + 0.5 * chance[own, 2],
                          heading=6.28 * chance[own, 2])  # fmt: skip


def build_square(site: Site) -> None:
    """A church, a fountain before it, trees in rows, benches, a kiosk."""
    side = max(site.block.sides, key=lambda s: s.length_m)
    lot, middle = site.block.lot, site.block.middle
    way, inward = side.way, side.inward
    room = float((lot @ way).max() - (lot @ way).min())
    nave = middle + (0.5 * room - 22.0) * way
    church = House(asset="church_0", kind="church", style="city", center=nave,
                   heading=side.heading + math.pi, width=12.6, depth=28.6, storeys=1)  # fmt: skip
    site.houses.add(church, lot)
    center = middle - (0.5 * room - 26.0) * way
    site.setting.some("fountains", "fountain", center, z=KERB_M, margin_m=4.0)
    turn = 2.0 * math.pi * np.arange(8) / 8.0
    round_ = np.column_stack((np.cos(turn), np.sin(turn)))
    site.setting.some("square_benches", "bench", center + 6.5 * round_[::2], z=KERB_M,
                      heading=turn[::2], variant=1)  # fmt: skip
    site.setting.some("square_planters", "planter", center + 6.5 * round_[1::2], z=KERB_M,
                      variant=np.arange(4))  # fmt: skip
    _square_trees(site)
    for k, shift in enumerate((-9.0, 9.0)):
        place = middle - 2.0 * way + shift * 1.6 * inward
        site.setting.some("kiosks", "kiosk", place, z=KERB_M, variant=k, margin_m=4.0,
                          heading=side.heading + math.pi)  # fmt: skip
    points, chance = _scatter(site, 9.0, 4.0, 3.0)
    away = np.hypot(*(points - center).T)
    own = (chance[:, 0] < 0.4) & (away > 8.0) & (depth_in(lot, points) > 8.5)
    own &= np.abs((points - middle) @ way + 2.0) > 3.5
    for maker, chosen in (
        ("woman", own & (chance[:, 1] < 0.5)),
        ("man", own & (chance[:, 1] >= 0.5)),
    ):
        site.setting.some("square_people", maker, points[chosen], z=KERB_M,
                          heading=6.28 * chance[chosen, 2],
                          variant=(8.0 * chance[chosen, 2]).astype(int))  # fmt: skip


def _square_trees(site: Site) -> None:
    """A row along every side, with lamps between."""
    for number, (line, own) in enumerate(front_lines(site.block, 5.5)):
        length = float(np.hypot(*(line[1] - line[0])))
        along = np.arange(3.0, length - 2.0, 8.0)
        points = line[0] + along[:, None] * own.way
        far = site.houses.free(points, 4.0)
        count = int(far.sum())
        size = 0.5 + 0.1 * site.dice.many(count)
        site.setting.some("square_trees", "beech", points[far], z=KERB_M, heading=along[far],
                          scale=size, variant=np.arange(count))  # fmt: skip
        site.setting.some(
            "tree_pits_square", "tree_pit", points[far], z=KERB_M, heading=own.heading
        )
        lamps = points[:-1:2] + 4.0 * own.way
        lamps = lamps[site.houses.free(lamps, 1.5)]
        site.setting.some("square_lamps", "park_lamp", lamps, z=KERB_M)
        if number % 2 == 0:
            seats = points[1::3] + 4.0 * own.way + 0.2 * own.inward
            seats = seats[site.houses.free(seats, 2.0)]
            site.setting.some(
                "square_seats", "bench", seats, z=KERB_M, heading=own.heading + 0.5 * math.pi
            )


def build_school(site: Site) -> None:
    """A school along its longest side, a yard, a playing field, trees about it."""
    side = max(site.block.sides, key=lambda s: s.length_m)
    lot = site.block.lot
    out = side.heading - 0.5 * math.pi
    middle = side.at(np.array([0.5 * side.length_m]), side.profile.walk_m)[0]
    house = House(asset="school_0", kind="school", style="school", heading=out, width=36.0,
                  center=middle + 15.0 * side.inward, depth=15.0, storeys=2)  # fmt: skip
    site.houses.add(house, lot)
    yard = _rectangle(middle + 32.0 * side.inward, side, (20.0, 9.0))
    site.ground.area(yard, "concrete")
    site.ground.area(_rectangle(middle + 3.5 * side.inward, side, (2.5, 5.0)), "concrete")
    field = middle + 52.0 * side.inward
    if float(depth_in(lot, _rectangle(field, side, (17.0, 10.0))).min()) > 1.0:
        _field(site, side, field)
    for line, own in front_lines(site.block, 1.0):
        length = float(np.hypot(*(line[1] - line[0])))
        along = np.arange(1.5, length - 1.0, HEDGE_M)
        if own is side:
            along = along[np.abs(along - 0.5 * length) > 5.0]
        points = line[0] + along[:, None] * own.way
        site.setting.some("school_hedges", "hedge", points, z=KERB_M, heading=own.heading,
                          variant=np.arange(len(points)))  # fmt: skip
    points, chance = _scatter(site, 8.0, 4.0, 5.0)
    core = depth_in(_rectangle(middle + 42.0 * side.inward, side, (23.0, 22.0)), points) < 0.0
    own_trees = core & (chance[:, 0] < site.spec.greenery + 0.2)
    site.setting.some("school_trees", "birch", points[own_trees], z=KERB_M,
                      scale=0.5 + 0.2 * chance[own_trees, 1],
                      heading=6.28 * chance[own_trees, 2])  # fmt: skip
    racks = middle + (np.array([[-8.0], [-5.0], [5.0], [8.0]]) * side.way) + 26.0 * side.inward
    site.setting.some("school_racks", "bicycle_rack", racks, z=KERB_M, heading=out)


def _rectangle(center: F64, side: Side, half: tuple[float, float]) -> F64:
    a, b = half[0] * side.way, half[1] * side.inward
    return np.array([center - a - b, center + a - b, center + a + b, center - a + b])


def _field(site: Site, side: Side, center: F64) -> None:
    """White lines on the grass."""
    for shift in (-16.0, 0.0, 16.0):
        site.setting.put("field_lines", ["road_line_20x0.1_0"], center + shift * side.way,
                         z=KERB_M + 0.01, heading=side.heading + 0.5 * math.pi,
                         margin_m=12.0)  # fmt: skip
    for shift in (-10.0, 10.0):
        site.setting.put("field_lines", ["road_line_32x0.1_0"], center + shift * side.inward,
                         z=KERB_M + 0.01, heading=side.heading, margin_m=18.0)  # fmt: skip


def terrace_gardens(site: Site) -> None:
    """Hedges along the street before terraces, low fences behind, with trees and sheds."""
    ring = inset(site.block.lot, [0.5] * len(site.block.lot))
    ends = np.roll(ring, -1, axis=0)
    houses = site.houses.here()
    doors = np.array([house.doorway()[0] for house in houses]).reshape(-1, 2)
    for a, b, side in zip(ring, ends, site.block.sides, strict=True):
        length = float(np.hypot(*(b - a)))
        points = a + np.arange(1.2, length - 1.0, HEDGE_M)[:, None] * side.way
        if len(doors):
            away = np.abs((points[:, None, :] - doors) @ side.way)
            deep = (doors - a) @ side.inward
            near = (away < 1.5) & (deep < 6.0)
            points = points[~near.any(axis=1)]
        site.setting.some("terrace_hedges", "hedge", points, z=KERB_M, heading=side.heading,
                          variant=np.arange(len(points)), scale=0.85, margin_m=2.0)  # fmt: skip
    for house, door in zip(houses, doors, strict=True):
        site.ground.strip(np.array([door + 5.0 * house.out, door]), 0.6, "concrete")
        left = np.array([-house.out[1], house.out[0]])
        start = house.center - 0.5 * house.depth * house.out + 0.5 * house.width * left
        fence = start - np.array([[1.1], [3.1], [5.1]]) * house.out
        fence = fence[depth_in(site.block.lot, fence) > 12.0]
        site.setting.some("terrace_fences", "picket_fence", fence, z=KERB_M, margin_m=2.0,
                          heading=house.heading)  # fmt: skip
