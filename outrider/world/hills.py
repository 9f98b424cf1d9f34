"""Recipe ``hills``: rolling ground without end; trunks, boulders, boxes about the origin."""

from __future__ import annotations

import numpy as np

from outrider.scenario.worlds import Hills
from outrider.world.draft import Draft, square
from outrider.world.scatter import lift, strew
from outrider.world.scene import Cover, Extent
from outrider.world.solids import Solids, boxes, cylinders, root, spheres, stand
from outrider.world.terrain import Terrain, octaves

OCTAVES = 5
CELL_M = 3.0


def make_hills(spec: Hills, *, seed: int) -> Draft:
    """Hills; at most one object in a cell of 3 m, with probability ``density``."""
    terrain = ground(seed, spec.relief_m, spec.wavelength_m, spec.roughness)
    extent = square(spec.size_m)
    return Draft(
        terrain=terrain,
        scatter=litter(seed, terrain, extent=extent, density=spec.density),
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


def litter(seed: int, terrain: Terrain, *, extent: Extent, density: float) -> dict[str, Solids]:
    """Seven trunks to two boulders and a box, at most one in a cell."""
    strewn = strew(seed, "litter", extent=extent, cell_m=CELL_M, share=density)
    kind = strewn.chance[:, 3]
    groves, stones = strewn.take(kind < 0.7), strewn.take((kind >= 0.7) & (kind < 0.9))
    crates = strewn.take(kind >= 0.9)
    return {
        "trunks": trunks(groves.points, groves.chance, terrain),
        "boulders": boulders(stones.points, stones.chance, terrain),
        "boxes": crate_boxes(crates.points, crates.chance, terrain),
    }


F64 = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def trunks(points: F64, chance: F64, terrain: Terrain) -> Solids:
    """Upright trunks, 0.1 to 0.3 m in radius and 3 to 9 m high."""
    radius = 0.1 + 0.2 * chance[:, 0] ** 2
    height = 3.0 + 6.0 * chance[:, 1]
    return root(cylinders(lift(points), radius=radius, height=height, semantic="trunk"), terrain)


def boulders(points: F64, chance: F64, terrain: Terrain) -> Solids:
    """Balls of 0.3 to 1 m, a third to two thirds of the radius deep in the ground."""
    radius = 0.3 + 0.7 * chance[:, 0] ** 2
    balls = spheres(lift(points), radius=radius, semantic="boulder")
    return stand(balls, terrain, sink_m=radius * (0.35 + 0.3 * chance[:, 1]))


def crate_boxes(points: F64, chance: F64, terrain: Terrain) -> Solids:
    """Boxes with edges of 0.4 to 1.4 m at any heading."""
    size = 0.4 + chance[:, :3]
    turn = 2.0 * np.pi * chance[:, 4]
    return root(boxes(lift(points), size=size, semantic="box", heading=turn), terrain)
