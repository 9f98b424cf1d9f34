"""Recipe ``hills``: rolling ground without end; trees, boulders, crates about the origin."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.worlds import Hills
from outrider.world.draft import Draft, square
from outrider.world.planting import Layer, Species, stand
from outrider.world.scatter import lift, strew
from outrider.world.scene import Cover, Extent
from outrider.world.solids import Solids, boxes, root
from outrider.world.terrain import Terrain, octaves
from outrider.world.things import Things

F64 = NDArray[np.float64]

OCTAVES = 5
CELL_M = 3.0
_ANY_RAD: Final = 1.5

TREES: Final = Layer(
    name="trees",
    apart_m=CELL_M,
    steepest_rad=_ANY_RAD,
    species=(
        Species(maker="birch", share=1.0, scale=(0.35, 0.65), sink_m=0.15, lean_rad=0.05),
        Species(maker="pine", share=1.0, scale=(0.3, 0.5), sink_m=0.2, lean_rad=0.03),
    ),
)
BOULDERS: Final = Layer(
    name="boulders",
    apart_m=CELL_M,
    steepest_rad=_ANY_RAD,
    species=(Species(maker="granite_boulder", scale=(0.6, 1.2), follows_slope=0.9, sink_m=0.2),),
)
CRATES: Final = Layer(
    name="crates",
    apart_m=CELL_M,
    steepest_rad=_ANY_RAD,
    species=(Species(maker="crate", scale=(0.8, 1.2), follows_slope=1.0, sink_m=0.1),),
)


def make_hills(spec: Hills, *, seed: int) -> Draft:
    """Hills; at most one object in a cell of 3 m, with probability ``density``."""
    terrain = ground(seed, spec.relief_m, spec.wavelength_m, spec.roughness)
    extent = square(spec.size_m)
    return Draft(
        terrain=terrain,
        growth=litter(seed, terrain, extent=extent, density=spec.density),
        cover=Cover(flat="grass", steep="soil"),
        extent=extent,
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


def litter(seed: int, terrain: Terrain, *, extent: Extent, density: float) -> tuple[Things, ...]:
    """Seven trees to two boulders and a crate, at most one in a cell."""
    strewn = strew(seed, "litter", extent=extent, cell_m=CELL_M, share=density)
    kind, chance = strewn.chance[:, 3], strewn.chance[:, [0, 1, 2, 4]]
    layers = ((TREES, 0.0, 0.7), (BOULDERS, 0.7, 0.9), (CRATES, 0.9, 1.0))
    parts = []
    for layer, low, high in layers:
        own = (kind >= low) & (kind < high)
        parts.append(stand(seed, layer, strewn.points[own], chance[own], terrain))
    return tuple(parts)


def crate_boxes(points: F64, chance: F64, terrain: Terrain) -> Solids:
    """Boxes with edges of 0.4 to 1.4 m at any heading."""
    size = 0.4 + chance[:, :3]
    turn = 2.0 * np.pi * chance[:, 4]
    return root(boxes(lift(points), size=size, semantic="box", heading=turn), terrain)
