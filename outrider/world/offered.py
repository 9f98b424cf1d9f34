"""Assets of installed packages: the makers under their entry points ``outrider.assets``.

As with the built-in ones, a module's ``VARIANTS`` says how many variants a maker has.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final, cast

from outrider.core import registry
from outrider.core.errors import UserError
from outrider.world.archetype import Archetype

MOST_VARIANTS: Final = 1000


@lru_cache(maxsize=1)
def offered() -> dict[str, Callable[[int], Archetype]]:
    """The makers by name; a package is imported when one of its assets is asked for."""
    return {name: partial(_made, name) for name in registry.plugins("assets")}


def variants_of(name: str) -> int:
    """How many variants an offered maker has."""
    _maker(name)
    table = getattr(sys.modules[registry.plugins("assets")[name].module], "VARIANTS", {})
    count = table.get(name, 1) if isinstance(table, Mapping) else None
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_VARIANTS:
        raise UserError(
            f"asset {name!r}: VARIANTS of its module says {count!r}; it must be a dictionary that "
            f"gives each maker a number of variants from 1 to {MOST_VARIANTS:,}"
        )
    return count


@lru_cache(maxsize=256)
def _maker(name: str) -> Callable[[int], object]:
    maker = registry.plugin("assets", name)
    if not callable(maker):
        raise UserError(
            f"asset {name!r}: its plugin is of type {type(maker).__name__}, which cannot be "
            f"called; it must be a function of a variant's number that returns an Archetype"
        )
    return cast("Callable[[int], object]", maker)


def _made(name: str, variant: int) -> Archetype:
    made = _maker(name)(variant)
    if not isinstance(made, Archetype):
        raise UserError(
            f"asset {name!r}: its plugin returned {type(made).__name__}; it must return an "
            f"outrider.world.archetype.Archetype"
        )
    if made.name != f"{name}_{variant}":
        raise UserError(
            f"asset {name!r}: variant {variant} names itself {made.name!r}; it must be named "
            f"'{name}_{variant}'"
        )
    return made
