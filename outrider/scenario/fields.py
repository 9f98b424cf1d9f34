"""Cell fields: what changes from place to place while a run goes on, on a grid."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from outrider.scenario.quantities import Angle, Coordinate, Length

FieldName = Literal["water", "burn", "snow", "temperature", "smoke"]
Rect = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
Amount = Annotated[float, Meta(ge=-1e6, le=1e6)]


class CellFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields over the world, held in the state of the run; all on one grid."""

    names: Annotated[tuple[FieldName, ...], Meta(min_length=1, max_length=5)]
    step_m: Length = 1.0
    """Edge of a cell."""
    extent_m: Rect | None = None
    """Least x and y, largest x and y; left out: the world's."""


class Disc(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="disc"):
    """The cells whose middle lies within a radius."""

    position_m: tuple[Coordinate, Coordinate]
    radius_m: Length


class Rectangle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="rectangle"):
    """The cells whose middle lies within half sizes along and across a heading."""

    position_m: tuple[Coordinate, Coordinate]
    half_m: tuple[Length, Length]
    heading_rad: Angle = 0.0


class Paint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value for all cells of a field, or for those of a disc or rectangle.

    ``add`` adds it to what is there, within the limits of the field.
    """

    name: FieldName
    value: Amount
    where: Disc | Rectangle | None = None
    add: bool = False
