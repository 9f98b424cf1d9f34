"""Trees of dry, open lands: how each species grows."""

from __future__ import annotations

from typing import Final

from outrider.world.assets.foliage import Leafage
from outrider.world.assets.growth import Rule, Stem
from outrider.world.assets.species import Species, Stature

SAVANNA: Final[dict[str, Species]] = {
    "eucalyptus": Species(
        bark="bark_eucalyptus",
        statures=(Stature(15.0), Stature(19.0, 0.9), Stature(11.5, 1.15)),
        stem=Stem(reach=0.6, girth=0.0215, taper=0.7, lean=0.2, wiggle=0.5, flare=0.3, roots=4),
        rules=(
            Rule(
                count=9,
                span=(0.42, 1.0),
                angle_deg=(52.0, 26.0),
                lift=(0.25, 0.1),
                wiggle=0.9,
                length=((0.0, 0.46), (0.5, 0.47), (1.0, 0.4)),
                thickness=0.022,
                points=8,
                sides=6,
            ),
            Rule(
                count=5,
                span=(0.55, 1.0),
                angle_deg=(52.0, 34.0),
                lift=(0.4, 0.2),
                wiggle=0.8,
                length=((0.0, 0.46), (1.0, 0.34)),
                thickness=0.017,
                points=5,
                sides=4,
            ),
            Rule(
                count=5,
                span=(0.45, 1.0),
                angle_deg=(52.0, 36.0),
                lift=(0.2, -0.4),
                wiggle=0.6,
                length=((0.0, 0.44), (1.0, 0.36)),
                points=3,
                sides=0,
            ),
        ),
        leafage=Leafage(
            material="leaves_eucalyptus",
            count=1700,
            size=(1.0, 1.1),
            span=(0.3, 1.0),
            aim=(0.4, 0.4, -0.35, 0.5),
            clump=0.75,
        ),
    ),
    "acacia": Species(
        bark="bark_oak",
        statures=(Stature(7.5), Stature(9.0, 1.1), Stature(6.0, 0.95)),
        stem=Stem(reach=0.5, girth=0.028, taper=0.6, lean=0.2, wiggle=0.6, flare=0.35, roots=4),
        rules=(
            Rule(
                count=9,
                span=(0.62, 1.0),
                angle_deg=(48.0, 34.0),
                lift=(0.4, -0.6),
                wiggle=0.5,
                length=((0.0, 0.84), (1.0, 0.66)),
                thickness=0.017,
                points=8,
                sides=5,
            ),
            Rule(
                count=7,
                span=(0.42, 1.0),
                angle_deg=(50.0, 36.0),
                lift=(0.3, -0.5),
                wiggle=0.5,
                flat=0.75,
                length=((0.0, 0.46), (1.0, 0.26)),
                thickness=0.015,
                points=4,
                sides=3,
            ),
            Rule(
                count=4,
                span=(0.35, 1.0),
                angle_deg=(50.0, 40.0),
                lift=(0.5, 0.0),
                flat=0.6,
                wiggle=0.4,
                length=((0.0, 0.5), (1.0, 0.42)),
                points=3,
                sides=0,
            ),
        ),
        leafage=Leafage(
            material="leaves_bush",
            count=1950,
            size=(0.62, 0.62),
            aim=(0.5, 0.2, 0.1, 0.5),
            face=(0.2, 0.9, 0.5),
            clump=0.3,
        ),
    ),
}
