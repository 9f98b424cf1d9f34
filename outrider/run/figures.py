"""Figures: values with their units."""

from __future__ import annotations

from msgspec import Struct

Value = float | int | str | tuple[float, float, float]


class Figure(Struct, frozen=True):
    """A value and its unit."""

    value: Value
    unit: str


Figures = dict[str, Figure]
