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
from outrider.world.offered import offered
from outrider.world.offered import variants_of as offered_variants

Maker = Callable[[int], Archetype]
SizedMaker = Callable[[tuple[float, ...], int], Archetype]
WordMaker = Callable[[Sequence[str], int], Archetype]

LARGEST: Final = 1000.0
"""No size in a name is larger."""
_SIZES: Final = re.compile(r"\d{1,4}(\.\d{1,3})?(x\d{1,4}(\.\d{1,3})?)*", re.ASCII)
_VARIANT: Final = re.compile(r"\d{1,18}", re.ASCII)


@lru_cache(maxsize=1)
def _modules() -> tuple[ModuleType, ...]:
    names = sorted(entry.name for entry in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in names)


@lru_cache(maxsize=1)
def _built_in() -> dict[str, Maker]:
    found: dict[str, Maker] = {}
    for module in _modules():
        for name, maker in getattr(module, "MAKERS", {}).items():
            if found.get(name, maker) is not maker:
                raise UserError(f"two assets are named {name!r}; give one another name")
            found[name] = maker
    return found


@lru_cache(maxsize=1)
def makers() -> dict[str, Maker]:
    """Every maker of every module of the assets, and those of plugins, by name."""
    taken = (_built_in().keys() | sized().keys() | families().keys()) & offered().keys()
    if taken:
        raise UserError(
            f"a plugin in outrider.assets is named {min(taken)!r}, as a built-in asset is; "
            f"its package must give it another name"
        )
    return {**_built_in(), **offered()}


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
def _variants() -> dict[str, int]:
    found = dict.fromkeys(_built_in(), 1)
    for module in _modules():
        found.update(getattr(module, "VARIANTS", {}))
    return found


def variants_of(maker: str) -> int:
    """How many variants of a maker are worth having; their numbers count from 0."""
    if maker not in makers():
        raise UnknownNameError("asset", maker, makers())
    return _variants()[maker] if maker in _built_in() else offered_variants(maker)


def names_of(maker: str) -> tuple[str, ...]:
    """The names of all variants of a maker."""
    return tuple(f"{maker}_{k}" for k in range(variants_of(maker)))


@lru_cache(maxsize=4096)
def archetype(name: str) -> Archetype:
    """The archetype of a name; made once."""
    maker, _, number = name.rpartition("_")
    if not _VARIANT.fullmatch(number):
        raise _unknown(name)
    variant = int(number)
    if maker in makers():
        return makers()[maker](variant)
    first, *words = maker.split("_")
    if first in families():
        return families()[first](words, variant)
    family, _, text = maker.rpartition("_")
    count, make = sized().get(family, (0, None))
    sizes = tuple(float(size) for size in text.split("x")) if _SIZES.fullmatch(text) else ()
    if make is None or len(sizes) != count or not all(0.0 < size <= LARGEST for size in sizes):
        raise _unknown(name)
    return make(sizes, variant)


def _unknown(name: str) -> UnknownNameError:
    known = [f"{maker}_{k}" for maker in _built_in() for k in range(_variants()[maker])]
    return UnknownNameError("asset", name, [*known, *(f"{maker}_0" for maker in offered())])
