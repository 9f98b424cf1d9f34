"""Recipe ``hills``: heather downs without end, copses in the hollows, crags on the heights."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Hills
from outrider.world.draft import Draft, square
from outrider.world.endless import Index, ids_in
from outrider.world.planting import Layer, Species, stand
from outrider.world.scene import Cover
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain, octaves
from outrider.world.things import Things, join

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

OCTAVES = 5
CELL_M: Final = 96.0
_SITE_BITS: Final = 13

COPSE: Final = Layer(
    name="copse",
    apart_m=4.0,
    steepest_rad=0.7,
    species=(
        Species(maker="pine", share=1.0, scale=(0.45, 1.0), sink_m=0.3, lean_rad=0.04),
        Species(maker="birch", share=0.9, scale=(0.5, 0.95), sink_m=0.25, lean_rad=0.06),
        Species(maker="oak", share=0.3, scale=(0.55, 0.9), sink_m=0.35, lean_rad=0.05),
    ),
)
LONE: Final = Layer(
    name="lone",
    apart_m=16.0,
    steepest_rad=0.6,
    species=(
        Species(maker="pine", share=0.5, scale=(0.4, 0.75), sink_m=0.3, lean_rad=0.1),
        Species(maker="juniper", share=1.2, scale=(0.8, 1.6), sink_m=0.1),
        Species(maker="snag", share=0.15, scale=(0.5, 0.9), sink_m=0.25),
    ),
)
UNDER: Final = Layer(
    name="under",
    apart_m=4.0,
    species=(
        Species(maker="branch_litter", share=1.0, scale=(0.7, 1.3), follows_slope=1.0),
        Species(maker="fern", share=1.2, scale=(0.6, 1.3), follows_slope=0.6),
        Species(maker="mushrooms", share=0.3, follows_slope=0.5),
    ),
)
HEATH: Final = Layer(
    name="heath",
    apart_m=2.0,
    steepest_rad=0.8,
    species=(
        Species(
            maker="heather",
            scale=(1.4, 2.7),
            follows_slope=0.9,
            sink_m=0.05,
            shade=(0.95, 1.0, 0.88),
        ),
    ),
)
GORSE: Final = Layer(
    name="gorse",
    apart_m=4.0,
    steepest_rad=0.8,
    species=(Species(maker="gorse", scale=(0.6, 1.2), follows_slope=0.4, sink_m=0.05),),
)
TUFTS: Final = Layer(
    name="tufts",
    apart_m=3.0,
    steepest_rad=0.9,
    species=(
        Species(maker="sedge", share=1.0, scale=(0.7, 1.4), follows_slope=0.8),
        Species(maker="dry_tuft", share=0.8, scale=(0.7, 1.3), follows_slope=0.8),
    ),
)
CRAGS: Final = Layer(
    name="crags",
    apart_m=24.0,
    steepest_rad=0.9,
    species=(Species(maker="limestone_crag", scale=(0.45, 1.0), follows_slope=0.5, sink_m=0.35),),
)
STONES: Final = Layer(
    name="stones",
    apart_m=6.0,
    steepest_rad=1.2,
    species=(
        Species(maker="granite_boulder", share=1.0, scale=(0.25, 0.8), follows_slope=0.9,
                sink_m=0.3, shade=(1.1, 1.1, 1.05)),
        Species(maker="rock_slab", share=0.6, scale=(0.4, 0.9), follows_slope=1.0, sink_m=0.08),
    ),
)  # fmt: skip
DEER: Final = Layer(
    name="deer",
    apart_m=8.0,
    steepest_rad=0.35,
    species=(Species(maker="deer", scale=(0.9, 1.05)),),
)


def make_hills(spec: Hills, *, seed: int) -> Draft:
    """Hills; the finer the octaves, the rougher. Everything on them grows cell by cell."""
    terrain = ground(seed, spec.relief_m, spec.wavelength_m, spec.roughness)
    cover = Cover(flat="grass", steep="soil")
    return Draft(
        terrain=terrain,
        grower=Downs(spec, seed, terrain, cover.steep_rad) if spec.density > 0.0 else None,
        cover=cover,
        skins={"heath": "heath_ground"},
        extent=square(spec.size_m),
    )


def ground(seed: int, relief_m: float, wavelength_m: float, roughness: float) -> Terrain:
    """Gradient noise in octaves."""
    relief = octaves(
        seed,
        relief_m=relief_m,
        wavelength_m=wavelength_m,
        roughness=roughness,
        count=OCTAVES,
    )
    return Terrain(octaves=relief)


class Site(NamedTuple):
    """Where something might grow."""

    copse: F64
    """(n,) 0 in the open, 1 within a copse."""
    heath: F64
    """(n,) 0 in grass, 1 in heather."""
    rocky: F64
    """(n,) 0 on deep soil, 1 where rock comes out."""
    height: F64
    """(n,) -1 in the hollows, 1 on the heights."""


Taken = Callable[[Site], F64]
"""``(n,)`` probability at density 1 that a site is taken."""

GROWTH: Final[tuple[tuple[Layer, Taken], ...]] = (
    (COPSE, lambda s: 0.75 * s.copse),
    (LONE, lambda s: 0.35 * (1.0 - s.copse) * (0.3 + 0.7 * s.heath)),
    (UNDER, lambda s: 0.55 * s.copse),
    (HEATH, lambda s: 1.4 * s.heath * (1.0 - 0.85 * s.copse)),
    (GORSE, lambda s: 0.5 * _band(s.heath, 0.45, 0.25) * (1.0 - s.copse)),
    (TUFTS, lambda s: 0.8 * (1.0 - s.heath) * (1.0 - 0.8 * s.copse)),
    (CRAGS, lambda s: 0.8 * s.rocky * _ramp(s.height, 0.0, 0.5)),
    (STONES, lambda s: 0.02 + 0.4 * s.rocky),
    (DEER, lambda s: 0.25 * _band(s.copse, 0.3, 0.28) * (1.0 - s.heath) * (1.0 - s.rocky)),
)


@dataclass(frozen=True)
class Downs:
    """What grows on the hills of a seed."""

    spec: Hills
    seed: int
    terrain: Terrain
    steep_rad: float

    @property
    def cell_m(self) -> float:
        return CELL_M

    @property
    def view_m(self) -> float:
        return self.spec.view_m

    @property
    def recipe(self) -> bytes:
        return msgspec.json.encode((self.spec.density, self.seed))

    def surface(self, points: F64) -> I64:
        """Heath under the heather, unless it is too steep."""
        heather = self._site(points).heath > 0.45
        slope = self.terrain.sample(points)[:, 1:]
        level = np.hypot(slope[:, 0], slope[:, 1]) < math.tan(self.steep_rad)
        return np.where(heather & level, number_of("heath"), -1)

    def grow(self, cell: Index) -> Things:
        """At most one thing on each site; each layer has its sites on a grid of its own."""
        parts = [self._layer(cell, number) for number in range(len(GROWTH))]
        return join([part for part in parts if len(part)])

    def _layer(self, cell: Index, number: int) -> Things:
        layer, taken = GROWTH[number]
        across = round(CELL_M / layer.apart_m)
        draws = Stream(self.seed, "hills", layer.name).uniform(_code(cell), 7 * across * across)
        draws = draws.reshape(-1, 7)
        column, row = np.meshgrid(np.arange(across), np.arange(across))
        places = np.column_stack((column.ravel(), row.ravel())) + 0.15 + 0.7 * draws[:, :2]
        points = (np.array(cell) + places / across) * CELL_M
        share = self.spec.density * taken(self._site(points))
        chosen = np.flatnonzero(draws[:, 2] < share)
        return stand(
            self.seed, layer, points[chosen], draws[chosen, 3:], self.terrain,
            sample=_code(cell), ident=ids_in(cell, (number << _SITE_BITS) + chosen),
        )  # fmt: skip

    def _site(self, points: F64) -> Site:
        copse, heath, rocky = (noise.height(points) for noise in self._country)
        height = self.terrain.height(points) / max(0.5 * self.spec.relief_m, 0.1)
        return Site(
            copse=_ramp(copse - 0.45 * height, 0.15, 0.75),
            heath=_ramp(heath + 0.5 * height, -0.1, 0.6),
            rocky=_ramp(rocky + 0.3 * height, 0.55, 1.1),
            height=height,
        )

    @cached_property
    def _country(self) -> tuple[Terrain, ...]:
        """Patches of what grows, as heights of a noise of about -1 to 1."""
        made = []
        for name, wavelength_m in (("copse", 130.0), ("heath", 90.0), ("rocky", 170.0)):
            seed = int(Stream(self.seed, "hills", name).integers(0, 1, low=0, high=2**31)[0])
            noise = octaves(seed, relief_m=2.0, wavelength_m=wavelength_m, roughness=0.6, count=5)
            made.append(Terrain(octaves=noise))
        return tuple(made)


def _code(cell: Index) -> int:
    """A number of its own for each cell."""
    return ((cell[0] + (1 << 20)) << 21) | (cell[1] + (1 << 20))


def _ramp(x: F64, low: float, high: float) -> F64:
    """0 below ``low``, 1 above ``high``, smooth between."""
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t))


def _band(x: F64, middle: float, half: float) -> F64:
    """1 at the middle, 0 from ``half`` away on."""
    return np.asarray(np.clip(1.0 - np.abs(x - middle) / half, 0.0, 1.0))
