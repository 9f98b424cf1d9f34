"""Trees: twelve species that branch by rules, and palms, at three levels of detail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.assets.broadleaves import BROADLEAVES
from outrider.world.assets.conifers import CONIFERS
from outrider.world.assets.foliage import Cards, blob, card_mesh, fitted, leaf_cards, thinned
from outrider.world.assets.growth import SINK_M, grow_stem, root_swell, sprout
from outrider.world.assets.limbs import (
    Limbs,
    bough_capsules,
    changed_above,
    straight_pieces,
    tubes,
)
from outrider.world.assets.palm import STATURES, palm
from outrider.world.assets.savanna import SAVANNA
from outrider.world.assets.species import Species
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]

SPECIES: Final[dict[str, Species]] = {**BROADLEAVES, **CONIFERS, **SAVANNA}

LEAST_SOLID_M: Final = 0.06
"""What is thinner gives way to a robot: no solid stands for it."""
LOW_TOLERANCE_M: Final = 0.06
"""How far a trunk and its solids may part from 1 m to 2.5 m above the ground."""
HIGH_TOLERANCE_M: Final = 0.12
"""The same higher up, and below for its widened foot without the furrows between its roots."""
BOUGH_TOLERANCE_M: Final = 0.12
TRUNK_PIECES: Final = 5
BOUGH_PIECES: Final = 5
LOD_M: Final = (30.0, 90.0)
TRUNK_SIDES: Final = 12
MID_CARDS: Final = 215
MID_BOUGHS: Final = 16
FAR_CARDS: Final = 14


@dataclass(frozen=True, kw_only=True)
class Grown:
    """A tree before it becomes meshes."""

    species: Species
    height_m: float
    stem: Limbs
    """The trunk's axis, one limb."""
    swell: F64
    """(k, TRUNK_SIDES) factors on the trunk's radius."""
    limbs: tuple[Limbs, ...]
    """Boughs, branches, twigs."""
    cards: Cards

    @property
    def trunk(self) -> Limbs:
        """The trunk with its swell evened out."""
        return replace(self.stem, radius=self.stem.radius * self.swell.mean(axis=1))


def tree(name: str, variant: int) -> Archetype:
    """One variant of a species."""
    grown = grow(name, variant)
    leaves = grown.species.leafage.material
    crown = card_mesh(grown.cards, leaves)
    return Archetype(
        name=f"{name}_{variant}",
        semantic="trunk",
        lods=(_fine(grown, crown), _middle(grown, crown), _far(grown, crown)),
        lod_m=LOD_M,
        proxies=_solids(grown),
        part_classes={leaves: "foliage"},
    )


def grow(name: str, variant: int) -> Grown:
    """A variant of a species, as high as its stature says."""
    species = SPECIES[name]
    stature = species.statures[variant % len(species.statures)]
    stream = Stream(variant, "assets", name)
    form = replace(species.stem, girth=species.stem.girth * stature.girth)
    levels = [grow_stem(form, stature.height_m, stream.child("stem"))]
    unit_length = np.array([stature.height_m * stature.spread])
    for depth, rule in enumerate(species.rules):
        levels.append(sprout(levels[-1], rule, unit_length, stream.child("level", str(depth))))
        unit_length = levels[-1].length
    # Larger trees bear as many cards, each for a larger tuft.
    size = stature.height_m / species.statures[0].height_m
    cards = leaf_cards(levels[-1], species.leafage, stream.child("leaves"), size=size)
    factor = stature.height_m / float(card_mesh(cards, species.leafage.material).bounds[1][2])
    stem, *limbs = (level.scaled(factor) for level in levels)
    stem.path[0, 0, 2] = -SINK_M
    return Grown(
        species=species, height_m=stature.height_m, stem=stem, limbs=tuple(limbs),
        swell=root_swell(form, stem, TRUNK_SIDES, stream.child("roots")),
        cards=replace(cards, middle=cards.middle * factor),
    )  # fmt: skip


def _fine(grown: Grown, crown: Mesh) -> Mesh:
    bark = grown.species.bark
    wood = [tubes(grown.stem, sides=TRUNK_SIDES, material_name=bark, swell=grown.swell)]
    for rule, limbs in zip(grown.species.rules, grown.limbs, strict=True):
        if rule.sides:
            wood.append(tubes(limbs, sides=rule.sides, material_name=bark))
    return merge([_barked(grown, merge(wood)), crown])


def _middle(grown: Grown, crown: Mesh) -> Mesh:
    bark, boughs = grown.species.bark, grown.limbs[0]
    thickest = np.argsort(-boughs.radius[:, 0], kind="stable")[:MID_BOUGHS]
    wood = [
        tubes(grown.trunk.coarse(5), sides=6, material_name=bark),
        tubes(boughs.take(thickest).coarse(3), sides=3, material_name=bark),
    ]
    leaves = card_mesh(thinned(grown.cards, MID_CARDS, swell=0.95), grown.species.leafage.material)
    return merge([_barked(grown, merge(wood)), fitted(leaves, crown)])


def _far(grown: Grown, crown: Mesh) -> Mesh:
    wood = tubes(grown.trunk.coarse(3), sides=3, material_name=grown.species.bark)
    material = grown.species.leafage.material
    tufts = card_mesh(thinned(grown.cards, FAR_CARDS, swell=0.36), material)
    leaves = fitted(merge([blob(grown.cards, material), tufts]), crown)
    return merge([_barked(grown, wood), leaves])


def _barked(grown: Grown, wood: Mesh) -> Mesh:
    if grown.species.bark_above is None:
        return wood
    share, name = grown.species.bark_above
    return changed_above(wood, share * grown.height_m, name)


def _solids(grown: Grown) -> Solids:
    parts = [
        straight_pieces(
            grown.trunk, pieces=TRUNK_PIECES, semantic="trunk", least_m=LEAST_SOLID_M
        ),
        bough_capsules(
            grown.limbs[0], most=BOUGH_PIECES, semantic="trunk", least_m=LEAST_SOLID_M,
            tolerance_m=BOUGH_TOLERANCE_M,
        ),
    ]  # fmt: skip
    return merge_solids(parts)


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    **{name: partial(tree, name) for name in SPECIES},
    "palm": palm,
}
VARIANTS: Final[dict[str, int]] = {
    **{name: len(kind.statures) for name, kind in SPECIES.items()},
    "palm": len(STATURES),
}
