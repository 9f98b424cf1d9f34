"""The classes that surfaces and objects belong to: built-in ones, and how a world declares more."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from outrider.scenario.quantities import Name

Shade = Annotated[int, Meta(ge=0, le=255)]
Colour = tuple[Shade, Shade, Shade]
"""sRGB ``[red, green, blue]``."""
Grip = Annotated[float, Meta(ge=0, le=5)]

MAX_OWN: Final = 4096
"""So many classes a world may declare; with the built-in ones all numbers fit 16 bits."""


class SemanticClass(Struct, frozen=True):
    """``colour`` is sRGB 0..255; ``friction`` the Coulomb coefficient of rubber on it."""

    name: str
    colour: tuple[int, int, int]
    friction: float = 0.8
    parent: str = ""
    """The built-in class that one of a world's own is a kind of; empty for a built-in one."""

    @property
    def root(self) -> str:
        """The built-in class that it is, or is a kind of."""
        return self.parent or self.name


class OwnClass(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A semantic class of a world's own, for objects, props and things; surfaces are built-in.

    ``parent`` is a built-in class or one that stands earlier in the list; what is left out is
    as the parent has it. A colour left out is the next of a fixed palette.
    """

    name: Name
    colour: Colour | None = None
    parent: Name = "obstacle"
    friction: Grip | None = None


# A class keeps its number for ever: recordings hold the numbers. New ones go to the end.
CLASSES: Final[tuple[SemanticClass, ...]] = (
    SemanticClass("unlabelled", (120, 120, 120)),
    SemanticClass("ground", (150, 128, 96)),
    SemanticClass("grass", (112, 134, 74), 0.6),
    SemanticClass("soil", (139, 109, 76), 0.65),
    SemanticClass("gravel", (158, 148, 134), 0.6),
    SemanticClass("sand", (206, 182, 132), 0.5),
    SemanticClass("rock", (138, 130, 112), 0.8),
    SemanticClass("mud", (96, 76, 58), 0.35),
    SemanticClass("snow", (236, 240, 245), 0.25),
    SemanticClass("ice", (188, 216, 232), 0.1),
    SemanticClass("water", (70, 116, 148), 0.3),
    SemanticClass("asphalt", (82, 84, 88), 0.9),
    SemanticClass("concrete", (168, 166, 160), 0.85),
    SemanticClass("floor", (186, 178, 164), 0.8),
    SemanticClass("trunk", (92, 68, 48)),
    SemanticClass("foliage", (66, 104, 52)),
    SemanticClass("bush", (86, 116, 60)),
    SemanticClass("boulder", (116, 110, 104)),
    SemanticClass("wall", (176, 150, 126)),
    SemanticClass("building", (186, 162, 140)),
    SemanticClass("bridge", (160, 132, 96)),
    SemanticClass("ramp", (190, 158, 110)),
    SemanticClass("step", (172, 164, 152)),
    SemanticClass("kerb", (148, 144, 138)),
    SemanticClass("post", (196, 92, 56)),
    SemanticClass("pole", (110, 112, 116)),
    SemanticClass("fence", (142, 118, 88)),
    SemanticClass("box", (178, 138, 82)),
    SemanticClass("container", (64, 108, 132)),
    SemanticClass("tank", (150, 158, 162)),
    SemanticClass("pipe", (138, 128, 122)),
    SemanticClass("rack", (70, 92, 140)),
    SemanticClass("furniture", (150, 108, 72)),
    SemanticClass("door", (126, 88, 58)),
    SemanticClass("window", (140, 176, 196)),
    SemanticClass("sign", (212, 178, 58)),
    SemanticClass("car", (152, 44, 44)),
    SemanticClass("wreck", (124, 72, 48)),
    SemanticClass("person", (204, 96, 112)),
    SemanticClass("animal", (154, 112, 70)),
    SemanticClass("uav", (44, 60, 92)),
    SemanticClass("ugv", (218, 148, 30)),
    SemanticClass("prop", (198, 152, 88)),
    SemanticClass("obstacle", (164, 96, 68)),
    SemanticClass("stump", (112, 86, 60)),
    SemanticClass("dead_wood", (132, 116, 96)),
    SemanticClass("crop", (150, 152, 70)),
    SemanticClass("cactus", (84, 128, 92)),
    SemanticClass("fern", (74, 124, 66)),
    SemanticClass("flower", (206, 120, 158)),
    SemanticClass("reed", (146, 148, 92)),
    SemanticClass("truck", (112, 62, 104)),
    SemanticClass("bus", (196, 132, 60)),
    SemanticClass("aircraft", (110, 128, 176)),
    SemanticClass("street_furniture", (98, 122, 118)),
    SemanticClass("field", (98, 138, 66), 0.6),
    SemanticClass("cereal", (198, 168, 92), 0.6),
    SemanticClass("blossom", (206, 184, 64), 0.6),
    SemanticClass("stubble", (204, 184, 128), 0.65),
    SemanticClass("heath", (150, 118, 128), 0.6),
)
