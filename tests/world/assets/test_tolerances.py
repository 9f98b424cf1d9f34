"""No maker is left out: each has solids within a stated tolerance, or is one that gives way."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Final

import numpy as np
import pytest

import outrider.world.assets as package
from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.library import archetype, makers
from outrider.world.materials import MATERIALS
from tests.world.assets.fit import outside

SAMPLES: Final = 1500
MOST: Final = 0.97
"""Share of the hard surface above the ground that keeps to the tolerance; the rest are tips."""
TOLERANCE_M: Final = {
    "aerodrome": 0.08, "aircraft": 0.15, "animals": 0.2, "bushes": 0.05, "cacti": 0.07,
    "cars": 0.12, "chairs": 0.03, "computers": 0.03, "crops": 0.03, "dead_wood": 0.1,
    "farmyard": 0.12, "fences": 0.06, "fittings": 0.03, "forestry": 0.15, "goods": 0.07,
    "hall_parts": 0.1, "houses": 0.4, "ice": 0.3, "indoor_plants": 0.05, "indoor_things": 0.03,
    "industry": 0.4, "lava": 0.25, "paving": 0.1, "people": 0.2, "prickly_pears": 0.18,
    "rocks": 0.2, "sidings": 0.35, "storage": 0.03, "street": 0.1, "succulents": 0.1,
    "tables": 0.03, "trees": 0.12, "trucks": 0.03, "vegetables": 0.05, "warehouse": 0.05,
    "wrecks": 0.16,
}  # fmt: skip
"""How far what is hard may stick out of the solids, by the module that makes it."""
OPEN_M: Final = {
    "fountain": 1.1, "lava_lake": 1.2, "high_lamp": 0.6, "windmill_pump": 0.35, "route_wand": 0.4,
    "person_waving": 0.25, "vine": 0.22, "power_pylon": 1.3, "potted_ficus": 0.1,
     "potted_blades": 0.5, "wind_sock": 2.5,
}  # fmt: skip
"""Jets, shallow lava, lattices, leaves and what hangs or waves reach beyond their solids."""
GIVES_WAY: Final = {"fabric_orange", "fabric_white"}
"""Materials of soft parts, beside those with holes."""
BRANCHES: Final = ("trees", "dead_wood", "bushes", "succulents")
"""Twigs and leaves have no solids; their trunks are held to theirs in the families' tests."""
NOTHING_HARD: Final = {
    "round_shrub", "saltbush", "gorse", "bramble", "wheat", "maize", "sunflower", "rape",
    "branch_litter", "poppies", "daisies", "daffodils", "lavender", "heather", "fern", "mushrooms",
    "moss_cushion", "meadow_tuft", "dry_tuft", "spinifex", "sedge", "marram", "reeds", "rug",
    "lane_arrow", "tree_pit", "tumbleweed", "cabbage", "lettuce", "potato",
}  # fmt: skip
"""Soft, or so flat that one drives over it."""


@cache
def modules() -> dict[str, str]:
    """The module that each maker is declared to have its tolerance from."""
    found: dict[str, str] = {}
    for entry in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{entry.name}")
        for name in getattr(module, "MAKERS", {}):
            found.setdefault(name, entry.name)
    return found


def test_every_maker_has_a_tolerance_or_gives_way() -> None:
    assert set(modules()) == set(makers())
    missing = {name for name, module in modules().items() if module not in TOLERANCE_M}
    assert missing <= set(OPEN_M) | NOTHING_HARD, missing
    assert set(OPEN_M) | NOTHING_HARD <= set(makers())


@pytest.mark.parametrize("module", sorted({*modules().values()}))
def test_what_is_hard_keeps_to_its_solids(module: str) -> None:
    for name in (name for name, own in modules().items() if own == module):
        one = archetype(f"{name}_0")
        if name in NOTHING_HARD or name.startswith("mark_"):
            assert not len(one.proxies), name
            continue
        assert len(one.proxies), name
        if module in BRANCHES:
            continue
        luck = Stream(0, "tests", "tolerance").uniform(0, 3 * SAMPLES).reshape(-1, 3)
        points, _ = forms.scatter_on(one.mesh, SAMPLES, luck)
        share = np.cumsum(one.mesh.areas())
        patch = one.mesh.patch[np.searchsorted(share, luck[:, 0] * share[-1])]
        hard = [not MATERIALS[m].cutout and m not in GIVES_WAY for m in one.mesh.materials]
        points = points[np.array(hard)[patch] & (points[:, 2] > 0.0)]
        if len(points) > 30:
            out = np.quantile(np.maximum(outside(points, one.proxies), 0.0), MOST)
            assert out <= OPEN_M.get(name, TOLERANCE_M.get(module, 0.0)), (name, out)
