"""Conifers: how each species grows."""

from __future__ import annotations

from typing import Final

from outrider.world.assets.foliage import Leafage
from outrider.world.assets.growth import Rule, Stem
from outrider.world.assets.species import Species, Stature

CONIFERS: Final[dict[str, Species]] = {
    "pine": Species(
        bark="bark_pine",
        bark_above=(0.42, "bark_pine_upper"),
        statures=(Stature(20.0), Stature(23.0, 0.9), Stature(16.5, 1.15)),
        stem=Stem(reach=0.93, girth=0.0135, taper=0.75, lean=0.09, wiggle=0.4, flare=0.3),
        rules=(
            Rule(
                count=17,
                span=(0.6, 0.99),
                angle_deg=(88.0, 46.0),
                lift=(-0.1, 0.45),
                wiggle=0.8,
                length=((0.0, 0.17), (0.25, 0.24), (0.7, 0.2), (1.0, 0.12)),
                thickness=0.019,
                points=6,
                sides=5,
            ),
            Rule(
                count=7,
                span=(0.4, 1.0),
                angle_deg=(58.0, 38.0),
                lift=(0.3, 0.4),
                wiggle=0.5,
                length=((0.0, 0.4), (1.0, 0.26)),
                thickness=0.018,
                points=3,
                sides=3,
            ),
            Rule(
                count=4,
                span=(0.35, 1.0),
                angle_deg=(50.0, 35.0),
                lift=(0.4, 0.3),
                wiggle=0.4,
                length=((0.0, 0.55), (1.0, 0.45)),
                points=3,
                sides=0,
            ),
        ),
        leafage=Leafage(
            material="needles_pine",
            count=1750,
            size=(0.88, 0.88),
            aim=(0.6, 0.4, 0.4, 0.5),
            clump=0.7,
        ),
    ),
    "spruce": Species(
        bark="bark_spruce",
        statures=(Stature(24.0), Stature(27.5, 0.9), Stature(18.5, 1.1)),
        stem=Stem(reach=0.985, girth=0.0135, lean=0.01, wiggle=0.03, flare=0.35),
        rules=(
            Rule(
                count=72,
                span=(0.07, 0.985),
                angle_deg=(104.0, 44.0),
                lift=(-0.3, 0.3),
                wiggle=0.18,
                length=((0.0, 0.155), (0.12, 0.165), (0.6, 0.085), (1.0, 0.022)),
                thickness=0.011,
                points=5,
                sides=3,
            ),
            Rule(
                count=8,
                span=(0.06, 1.0),
                angle_deg=(58.0, 40.0),
                lift=(-0.25, -0.25),
                flat=0.8,
                wiggle=0.2,
                length=((0.0, 0.42), (1.0, 0.24)),
                points=3,
                sides=0,
            ),
        ),
        leafage=Leafage(
            material="needles_spruce",
            count=1980,
            size=(1.0, 1.3),
            span=(0.1, 0.95),
            aim=(0.9, 0.1, -0.35, 0.3),
            face=(1.0, 0.45, 0.45),
            clump=0.15,
        ),
    ),
    "larch": Species(
        bark="bark_spruce",
        statures=(Stature(22.0), Stature(17.0, 1.1)),
        stem=Stem(reach=0.985, girth=0.012, lean=0.03, wiggle=0.08, flare=0.35),
        rules=(
            Rule(
                count=50,
                span=(0.16, 0.985),
                angle_deg=(98.0, 62.0),
                lift=(-0.25, 0.55),
                wiggle=0.35,
                length=((0.0, 0.13), (0.2, 0.165), (0.6, 0.095), (1.0, 0.025)),
                thickness=0.011,
                points=5,
                sides=3,
            ),
            Rule(
                count=6,
                span=(0.2, 1.0),
                angle_deg=(55.0, 42.0),
                lift=(-0.6, -0.5),
                flat=0.5,
                wiggle=0.3,
                length=((0.0, 0.36), (1.0, 0.26)),
                points=3,
                sides=0,
            ),
        ),
        leafage=Leafage(
            material="needles_larch",
            count=2000,
            size=(0.7, 0.95),
            aim=(0.9, 0.1, -0.2, 0.4),
            face=(0.6, 0.6, 0.5),
            clump=0.3,
        ),
    ),
}
