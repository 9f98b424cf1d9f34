"""The library of assets, by name: ``oak_2`` is variant 2 of the maker ``oak``.

``zebra_3x10_0`` is variant 0 of the sized maker ``zebra``, of 3 by 10;
``avatar_idle_red_male_tall_0`` is of a family whose names are made of words.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Final

import outrider.world.assets as package
from outrider.core.errors import UnknownNameError, UserError
from outrider.world.archetype import Archetype

Maker = Callable[[int], Archetype]
SizedMaker = Callable[[tuple[float, ...], int], Archetype]
WordMaker = Callable[[Sequence[str], int], Archetype]

LARGEST: Final = 1000.0
"""No size in a name is larger."""
_SIZES: Final = re.compile(r"\d{1,4}(\.\d{1,3})?(x\d{1,4}(\.\d{1,3})?)*")


@lru_cache(maxsize=1)
def _modules() -> tuple[ModuleType, ...]:
    names = sorted(entry.name for entry in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in names)


@lru_cache(maxsize=1)
def makers() -> dict[str, Maker]:
    """Every maker of every module of the assets, by name."""
    found: dict[str, Maker] = {}
    for module in _modules():
        for name, maker in getattr(module, "MAKERS", {}).items():
            if found.get(name, maker) is not maker:
                raise UserError(f"two assets are named {name!r}; give one another name")
            found[name] = maker
    return found


@lru_cache(maxsize=1)
def sized() -> dict[str, tuple[int, SizedMaker]]:
    """Every maker that takes sizes, with their number, by name."""
    found: dict[str, tuple[int, SizedMaker]] = {}
    for module in _modules():
        found.update(getattr(module, "SIZED", {}))
    return found


@lru_cache(maxsize=1)
def families() -> dict[str, WordMaker]:
    """Every maker that takes words, as an avatar's attributes, by the first word of its names."""
    found: dict[str, WordMaker] = {}
    for module in _modules():
        found.update(getattr(module, "FAMILIES", {}))
    return found


@lru_cache(maxsize=1)
def variants() -> dict[str, int]:
    """How many variants of each maker are worth having."""
    found = dict.fromkeys(makers(), 1)
    for module in _modules():
        found.update(getattr(module, "VARIANTS", {}))
    return found


def names_of(maker: str) -> tuple[str, ...]:
    """The names of all variants of a maker."""
    if maker not in makers():
        raise UnknownNameError("asset", maker, makers())
    return tuple(f"{maker}_{k}" for k in range(variants()[maker]))


@lru_cache(maxsize=4096)
def archetype(name: str) -> Archetype:
    """The archetype of a name; made once."""
    maker, _, variant = name.rpartition("_")
    if maker in makers() and variant.isdigit():
        return makers()[maker](int(variant))
    first, *words = maker.split("_")
    if first in families() and variant.isdigit():
        return families()[first](words, int(variant))
    family, _, text = maker.rpartition("_")
    count, make = sized().get(family, (0, None))
    sizes = tuple(float(size) for size in text.split("x")) if _SIZES.fullmatch(text) else ()
    fits = len(sizes) == count and all(0.0 < size <= LARGEST for size in sizes)
    if make is None or not fits or not variant.isdigit():
        raise UnknownNameError("asset", name, [n for m in makers() for n in names_of(m)])
    return make(sizes, int(variant))
