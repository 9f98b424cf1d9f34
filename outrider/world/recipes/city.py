"""Recipe ``city``: a town of bent streets, from office towers to gardens, furnished throughout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.scenario.worlds import City
from outrider.world.draft import Draft, square
from outrider.world.recipes.city_blocks import (
    GROUND,
    ROWS,
    Site,
    build_rows,
    distance,
    greens,
    kinds_of,
)
from outrider.world.recipes.city_furniture import furnish
from outrider.world.recipes.city_gardens import (
    build_gardens,
    build_park,
    build_school,
    build_square,
    terrace_gardens,
)
from outrider.world.recipes.city_ground import Groundwork
from outrider.world.recipes.city_houses import Houses
from outrider.world.recipes.city_marks import Zebras, paint, pave
from outrider.world.recipes.city_streets import Block, network
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.setting import Setting
from outrider.world.scene import Cover, Region

SKINS: Final = {"grass": "grass_ground", "concrete": "paving", "floor": "cobbles"}


def make_city(spec: City, *, seed: int) -> Draft:
    """The town; two avenues cross at the origin, where robots start."""
    extent = square(spec.size_m)
    streets = network(seed, extent, irregularity=spec.irregularity)
    setting, ground, houses = Setting(extent), Groundwork(extent), Houses(extent)
    kinds = kinds_of(streets.blocks, spec, seed=seed)
    for block in streets.blocks:
        houses.begin_block()
        site = Site(
            block=block, kind=kinds[block.number], away=distance(block, spec), spec=spec,
            dice=Dice(seed, "city", "block", str(block.number)), setting=setting, ground=ground,
            houses=houses,
        )  # fmt: skip
        _build(site)
    zebras = Zebras(seed, streets)
    pave(setting, streets.blocks, extent)
    paint(setting, streets, zebras)
    furnish(setting, spec, streets, zebras, seed=seed)
    buildings = houses.settle(setting, Dice(seed, "city", "paint"))
    return Draft(
        terrain=ground.terrain(),
        things=setting.all_things(),
        ground=ground.ground(),
        skins=SKINS,
        regions=_regions(streets.blocks, kinds),
        buildings=buildings,
        roads=streets.roads,
        cover=Cover(flat="grass"),
        extent=extent,
    )


_OTHER: Final[dict[str, Callable[[Site], None]]] = {
    "gardens": build_gardens, "park": build_park, "square": build_square, "school": build_school,
}  # fmt: skip


def _build(site: Site) -> None:
    site.ground.block(site.block.kerb, GROUND[site.kind])
    if site.kind not in ROWS:
        _OTHER[site.kind](site)
        return
    build_rows(site)
    if site.kind == "terraces":
        terrace_gardens(site)
    greens(site)


def _regions(blocks: tuple[Block, ...], kinds: dict[int, str]) -> tuple[Region, ...]:
    """The places with a name."""
    found = []
    for block in blocks:
        kind = kinds[block.number]
        if kind in {"park", "square", "school"}:
            half = 0.35 * float(block.area_m2**0.5)
            middle = (float(block.middle[0]), float(block.middle[1]))
            found.append(Region(name=kind, position_m=middle, half_m=(half, half),
                                heading_rad=block.sides[0].heading))  # fmt: skip
    return tuple(found)
