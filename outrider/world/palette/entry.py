"""What a material is: how a surface looks, and how much it sends back to a LiDAR.

Colours are sRGB 0..255 as one would name them; renderers make them linear. A material's texture
(``textures.py``) varies the colour about its mean and may cut holes, as between leaves.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Pattern = Literal[
    "plain", "speckle", "bark", "bark_plates", "bark_white", "wood", "planks", "leaves",
    "broad_leaves", "needles", "fronds", "blades", "petals", "moss", "grass", "soil", "sand",
    "gravel", "pebbles", "rock", "strata", "basalt", "snow", "ice", "water", "lava", "asphalt",
    "concrete", "slabs", "cobbles", "brick", "plaster", "tiles", "shingles", "corrugated", "metal",
    "rust", "paint_worn", "glass", "fabric", "leather", "skin", "hair", "fur", "feathers",
    "rubber", "plastic", "carbon", "mesh", "paper",
]  # fmt: skip


class Material(Struct, frozen=True, kw_only=True):
    """What a renderer and a LiDAR need to know of a surface."""

    name: str
    colour: tuple[int, int, int]
    roughness: float = 0.8
    """0 mirror … 1 chalk."""
    metallic: float = 0.0
    reflectance_905: float = 0.3
    """Diffuse reflectance at 905 nm, 0..1."""
    pattern: Pattern = "plain"
    scale_m: float = 1.0
    """What one repeat of the texture spans; a card's texture spans the card (0)."""
    contrast: float = 0.25
    """How far the texture goes from its mean colour, 0..1."""
    bump: float = 0.3
    """Strength of the texture's relief, 0..1."""
    cutout: bool = False
    """Whether the texture has holes."""
    translucency: float = 0.0
    """Share of light that shines through, as through a leaf."""
    opacity: float = 1.0
    """Below 1 for glass and water."""
    emission: float = 0.0
    """Light of its own, relative to white paper in the sun."""


def row(
    name: str,
    colour: tuple[int, int, int],
    roughness: float,
    reflectance_905: float,
    pattern: Pattern,
    scale_m: float,
    contrast: float,
    bump: float,
    *,
    metallic: float = 0.0,
    cutout: bool = False,
    translucency: float = 0.0,
    opacity: float = 1.0,
    emission: float = 0.0,
) -> Material:
    """A material whose texture repeats every ``scale_m``."""
    return Material(
        name=name, colour=colour, roughness=roughness, reflectance_905=reflectance_905,
        pattern=pattern, scale_m=scale_m, contrast=contrast, bump=bump, metallic=metallic,
        cutout=cutout, translucency=translucency, opacity=opacity, emission=emission,
    )  # fmt: skip


def card(
    name: str,
    colour: tuple[int, int, int],
    roughness: float,
    reflectance_905: float,
    pattern: Pattern,
    contrast: float,
    bump: float,
    translucency: float,
) -> Material:
    """A material whose texture spans a card once and has holes, as leaves."""
    return row(
        name, colour, roughness, reflectance_905, pattern, 0.0, contrast, bump,
        cutout=True, translucency=translucency,
    )  # fmt: skip
