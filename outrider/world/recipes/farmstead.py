"""The farmstead: house, barns, silos about a yard of gravel, a pond, poplars, machines."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.places import Building
from outrider.world.planting import Layer, Species, stand
from outrider.world.recipes.farm_plan import YARD_M, FarmPlan
from outrider.world.recipes.lines import segments, spaced, upright
from outrider.world.recipes.sites import House, Item, Site
from outrider.world.scene import Region
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

POND: Final = (31.0, 27.0, 8.5)
"""Where it lies in the farmstead, and its radius."""
YARD_HALF_M: Final = (19.0, 15.0)
DRIVE_HALF_M: Final = 2.2
HOUSES: Final = (
    House(
        name="farmhouse", kind="farmhouse", item=Item("farmhouse_0", -27.0, -3.0, 0.0), storeys=2
    ),
    House(name="barn", kind="barn", item=Item("barn_0", -4.0, 24.5, -90.0), storeys=2),
    House(name="cowshed", kind="barn", item=Item("barn_1", 28.0, 2.0, 180.0), storeys=2),
    House(name="machine_shed", kind="garage", item=Item("garage_1", -24.0, 24.0, -60.0)),
    House(name="shed", kind="shed", item=Item("shed_0", -35.0, -24.0, 20.0)),
)
THINGS: Final = (
    Item("silo_0", 30.0, -15.0, 90.0), Item("silo_1", 40.5, -9.5, 90.0),
    Item("tractor_0", 9.0, 7.0, -140.0), Item("farm_trailer_0", 13.6, 10.9, -140.0),
    Item("tractor_1", -17.0, 17.0, -70.0), Item("farm_trailer_1", 14.0, -9.5, 15.0),
    Item("oil_drum_0", -18.6, 20.6), Item("oil_drum_2", -18.0, 21.4),
    Item("pallet_stack_0", 16.0, 15.6, 8.0),
    Item("pickup_1", -14.0, -9.0, 100.0), Item("crate_0", 4.4, 17.0, 12.0),
    Item("crate_2", 5.9, 16.7, -8.0),
)  # fmt: skip
TREES: Final = Layer(
    name="yard_trees",
    apart_m=6.0,
    species=(Species(maker="apple", scale=(0.8, 1.1), sink_m=0.1),),
)
LIME: Final = Layer(
    name="yard_oak",
    apart_m=6.0,
    species=(Species(maker="oak", scale=(0.8, 0.9), sink_m=0.15),),
)
POPLARS: Final = Layer(
    name="yard_poplars",
    apart_m=6.0,
    species=(Species(maker="poplar", scale=(0.75, 0.95), sink_m=0.15),),
)
SHORE: Final = Layer(
    name="yard_shore",
    apart_m=1.0,
    steepest_rad=1.0,
    species=(
        Species(maker="reeds", share=2.0, scale=(0.6, 1.0), tint=0.1),
        Species(maker="sedge", share=1.5),
    ),
)
WILLOW: Final = Layer(
    name="yard_willow",
    apart_m=6.0,
    species=(Species(maker="willow", scale=(0.6, 0.7), sink_m=0.15),),
)
_APPLES: Final = ((-38, 34), (-31, 35), (-37, 27), (-15, 36), (-42, 20), (-40, 12))
_POPLARS: Final = tuple((float(u), -37.5) for u in range(-40, 45, 7) if abs(u) > 5)


class Farmstead:
    """All of it, about the middle of its plot."""

    def __init__(self, plan: FarmPlan) -> None:
        x, y = plan.yard_middle
        along = math.atan2(plan.axes[0, 1], plan.axes[0, 0])
        self._seed = plan.seed
        self.site = Site((float(x), float(y)), along, mirrored=plan.side * plan.ahead < 0.0)

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Buildings, machines, bales, trees, fences."""
        site = self.site
        return (
            site.things("farmstead/houses", terrain, [h.item for h in HOUSES], lift_m=-0.01),
            site.things("farmstead/things", terrain, list(THINGS)),
            site.things("farmstead/bales", terrain, _bales()),
            self._stack(terrain),
            self._garden(terrain),
            *self._fences(terrain),
        )

    def growth(self, terrain: Terrain) -> tuple[Things, ...]:
        """Trees and reeds."""
        angle = 2.0 * math.pi * np.arange(46) / 46.0
        ring = np.column_stack([np.cos(angle), np.sin(angle)])
        chance = Stream(self._seed, "farmstead", "shore").uniform(0, 46)
        shore = np.array(POND[:2]) + ring * (POND[2] * (0.9 + 0.16 * chance))[:, None]
        planted = (
            (TREES, np.array(_APPLES, float)), (POPLARS, np.array(_POPLARS)),
            (LIME, np.array([(-14.0, -24.0)])), (WILLOW, np.array([(40.0, 36.0), (20.5, 33.0)])),
            (SHORE, shore[np.sin(2.0 * angle + 1.0) > -0.5]),
        )  # fmt: skip
        made = []
        for layer, local in planted:
            chance4 = Stream(self._seed, "farmstead", layer.name).uniform(0, 4 * len(local))
            made.append(
                stand(self._seed, layer, self.site.places(local), chance4.reshape(-1, 4), terrain)
            )
        return tuple(made)

    def buildings(self) -> tuple[Building, ...]:
        return tuple(self.site.building(house) for house in HOUSES)

    def features(self) -> tuple[Feature, ...]:
        """The yard and the drive from the main track, of gravel."""
        site, (u, v) = self.site, YARD_HALF_M
        long = 0.5 * (YARD_M[1] + 5.0 - v)
        return (
            site.paved(0.0, 1.0, (u, v), "gravel"),
            site.paved(-20.0, 18.0, (6.0, 4.0), "gravel"),
            site.paved(0.0, -v - long + 1.0, (DRIVE_HALF_M, long + 1.0), "gravel"),
        )  # fmt: skip

    def regions(self) -> tuple[Region, ...]:
        """The yard, and the pond that nobody may enter."""
        site = self.site
        pond = site.place(*POND[:2])
        return (
            Region(name="farmstead", position_m=site.middle, half_m=(40.0, 38.0),
                   heading_rad=site.heading),
            Region(name="yard", position_m=site.place(0.0, 1.0), half_m=(19.0, 15.0),
                   heading_rad=site.heading),
            Region(name="pond", kind="no_go", position_m=pond, half_m=(POND[2], POND[2])),
        )  # fmt: skip

    def drive(self) -> F64:
        """From the main track to the yard."""
        return self.site.places([(0.0, -YARD_M[1] - 5.0), (0.0, -20.0), (0.0, 0.0)])

    def keeps(self, points: F64) -> NDArray[np.bool_]:
        """``(n,)`` whether places lie on the farmstead's ground."""
        return np.asarray(
            (np.abs(self.site.local(points)) < (YARD_M[0] - 1.0, YARD_M[1] - 1.0)).all(axis=1)
        )

    def _stack(self, terrain: Terrain) -> Things:
        """Straw bales piled up in steps, lengthwise beside the barn."""
        layers = [(k, n) for k, n in enumerate((8, 7, 6, 4))]
        local = [(0.92 * (i - 0.5 * n) + 15.4, 23.0 + 0.47 * j, 0.36 * k)
                 for k, n in layers for i in range(n) for j in range(5 - k // 2)]  # fmt: skip
        table = np.array(local)
        made = upright("farmstead/stack", terrain, "square_bale_0", self.site.places(table[:, :2]),
                       self.site.heading)  # fmt: skip
        made.position[:, 2] += table[:, 2]
        return made

    def _garden(self, terrain: Terrain) -> Things:
        """Beds of cabbages and lettuces behind the house."""
        rows, plants = np.meshgrid(np.arange(8), np.arange(14), indexing="ij")
        local = np.column_stack([-43.0 + 0.9 * rows.ravel(), -14.0 + 0.6 * plants.ravel()])
        names = np.array(("cabbage_0", "lettuce_0", "potato_1", "lettuce_1"))[rows.ravel() % 4]
        return upright("farmstead/garden", terrain, names, self.site.places(local), 0.0, scale=1.3)

    def _fences(self, terrain: Terrain) -> list[Things]:
        """A paddock with sheep beside the drive, and a picket fence about the garden."""
        made = []
        for name, maker, step, corners in (
            ("paddock", "rail_fence", 3.0, ((7, -34), (40, -34), (40, -25), (17, -25), (7, -25))),
            (
                "garden",
                "picket_fence",
                2.0,
                ((-44, -16), (-35, -16), (-35, -4), (-44, -4), (-44, -16)),
            ),
        ):
            for k in range(len(corners) - 1):
                at, heading = spaced(self.site.places(corners[k : k + 2]), step)
                layer = f"farmstead/{name}/{k}"
                made.append(segments(self._seed, layer, terrain, maker, at, heading, variant=0))
        sheep = [Item(f"sheep_{k % 3}", 12.0 + 4.6 * k, -30.0 + 1.9 * math.sin(2.3 * k), 67.0 * k)
                 for k in range(6)]  # fmt: skip
        made.append(self.site.things("farmstead/sheep", terrain, sheep))
        return made


def _bales() -> list[Item]:
    """A row of round bales beside the barn."""
    return [Item("round_bale_0", 12.0 + 1.35 * k, 30.0, 88.0) for k in range(7)]
