"""Semantic classes by name and number: the table of a world, its colours, MIDGARD's view of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypedDict

import numpy as np

from outrider.core.errors import UnknownNameError, UserError
from outrider.scenario.classes import CLASSES, MAX_OWN, Colour, OwnClass, SemanticClass

__all__ = [
    "CLASSES",
    "MIDGARD",
    "ClassRow",
    "SemanticClass",
    "class_rows",
    "midgard_class",
    "number_of",
    "own_classes",
    "table_of",
]  # fmt: skip


class ClassRow(TypedDict):
    """One line of a table of classes, as it is written to a file."""

    number: int
    name: str
    colour: list[int]
    parent: str
    friction: float
    midgard: str


_BLOCK: Final = 256
_APART: Final = (12, 0)
"""By how much, in one channel at least, a colour of the palette differs from those given."""


@lru_cache(maxsize=64)
def table_of(own: tuple[OwnClass, ...]) -> tuple[SemanticClass, ...]:
    """The built-in classes, which keep their numbers, then a world's own in their order."""
    if not own:
        return CLASSES
    if len(own) > MAX_OWN:
        raise UserError(
            f"world.classes: {len(own):,} classes; at most {MAX_OWN:,} are allowed, leave some out"
        )
    taken = [entry.colour for entry in CLASSES]
    taken += [entry.colour for entry in own if entry.colour is not None]
    spare = _spare_colours(taken)
    known = {entry.name: entry for entry in CLASSES}
    for number, entry in enumerate(own):
        known[entry.name] = _resolved(entry, known, spare, where=f"world.classes.{number}")
    return tuple(known.values())


def own_classes(classes: Sequence[SemanticClass]) -> tuple[OwnClass, ...]:
    """What :func:`table_of` makes this table of."""
    return tuple(
        OwnClass(name=entry.name, colour=entry.colour, parent=entry.parent, friction=entry.friction)
        for entry in classes[len(CLASSES) :]
    )


def _resolved(
    entry: OwnClass,
    known: Mapping[str, SemanticClass],
    spare: Iterator[Colour],
    *,
    where: str,
) -> SemanticClass:
    """A class with what its parent has; the parent is one of those ``known`` so far."""
    if entry.name in known:
        raise UserError(f"{where}: there is a class {entry.name!r} already; choose another name")
    if entry.parent not in known:
        raise UnknownNameError("parent class", entry.parent, known, where=where)
    parent = known[entry.parent]
    return SemanticClass(
        name=entry.name,
        colour=next(spare) if entry.colour is None else entry.colour,
        friction=parent.friction if entry.friction is None else entry.friction,
        parent=parent.root,
    )


def _spare_colours(taken: Sequence[Colour]) -> Iterator[Colour]:
    """The palette of PASCAL VOC; first what is unlike every colour taken, then what is left."""
    others, given = np.array(taken), set()
    for apart in _APART:
        for first in range(0, len(_palette()), _BLOCK):
            block = _palette()[first : first + _BLOCK]
            away = np.abs(np.array(block)[:, None] - others).max(axis=2).min(axis=1)
            for colour, gap in zip(block, away.tolist(), strict=True):
                if gap > apart and colour not in given:
                    given.add(colour)
                    yield colour


@lru_cache(maxsize=1)
def _palette() -> tuple[Colour, ...]:
    """Colours with the bits of their number dealt out to the channels, high bits first."""
    found = []
    for number in range(1, 1 << 15):
        shades = [0, 0, 0]
        for bit in range(15):
            shades[bit % 3] |= (number >> bit & 1) << (7 - bit // 3)
        found.append((shades[0], shades[1], shades[2]))
    return tuple(found)


@lru_cache(maxsize=64)
def _numbers(classes: tuple[SemanticClass, ...]) -> dict[str, int]:
    return {entry.name: number for number, entry in enumerate(classes)}


_BUILT_IN: Final = _numbers(CLASSES)


def number_of(name: str, *, where: str = "", classes: tuple[SemanticClass, ...] = CLASSES) -> int:
    """The number of a class; refuses an unknown name with the nearest known one."""
    numbers = _BUILT_IN if classes is CLASSES else _numbers(classes)
    if name not in numbers:
        raise UnknownNameError("semantic class", name, numbers, where=where)
    return numbers[name]


def class_rows(classes: Sequence[SemanticClass]) -> list[ClassRow]:
    """A table of classes to be written to a file: what each number in an image of classes means."""
    return [
        {
            "number": number,
            "name": entry.name,
            "colour": list(entry.colour),
            "parent": entry.parent,
            "friction": entry.friction,
            "midgard": midgard_class(number, classes=classes),
        }
        for number, entry in enumerate(classes)
    ]


MIDGARD: Final = ("ground", "bush", "tree", "rock", "water", "debris", "artificial")
"""The seven classes of MIDGARD's segmentation, as a view of ours."""
_SEVEN: Final = {
    "ground": ("ground", "grass", "soil", "gravel", "sand", "mud", "snow", "ice", "field",
               "cereal", "blossom", "stubble", "heath"),
    "bush": ("bush", "fern", "flower", "reed", "crop", "cactus"),
    "tree": ("trunk", "foliage"),
    "rock": ("rock", "boulder"),
    "water": ("water",),
    "debris": ("stump", "dead_wood", "wreck"),
}  # fmt: skip


def midgard_class(number: int, *, classes: Sequence[SemanticClass] = CLASSES) -> str:
    """Which of MIDGARD's seven a class belongs to; what people made is artificial."""
    name = classes[number].root
    return next((seven for seven, own in _SEVEN.items() if name in own), "artificial")
