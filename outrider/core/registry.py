"""The one place where optional libraries and plugins are loaded, by name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Final

from outrider.core.errors import MissingExtraError, UnknownNameError, UserError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS: Final = (
    "robots",
    "sensors",
    "worlds",
    "assets",
    "phenomena",
    "planners",
    "slam",
    "exporters",
    "stages",
)
"""Kinds of plugin; an installed package offers one in the entry-point group ``outrider.<kind>``."""


def need(module: str, *, extra: str) -> ModuleType:
    """Import an optional library, or say which pip extra brings it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if not _is_part_of(missing.name, module):
            raise
        raise MissingExtraError(
            f"the library {module!r} is not installed; it comes with the extra {extra!r}: "
            f"pip install 'outrider[{extra}]'"
        ) from missing


def plugins(group: str) -> dict[str, EntryPoint]:
    """The plugins of a kind that installed packages offer, by name and in name order."""
    # Costs 20 ms to import, and a command line that needs no plugin should not pay it.
    from importlib.metadata import entry_points

    if group not in GROUPS:
        raise UnknownNameError("kind of plugin", group, GROUPS)
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=f"outrider.{group}"):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            raise UserError(_clash(group, other, entry))
    return dict(sorted(found.items()))


def plugin(group: str, name: str, *, known: Mapping[str, object] | None = None) -> object:
    """Load one plugin; ``known`` are built-in names that the suggestion may offer as well."""
    found = plugins(group)
    if name not in found:
        raise UnknownNameError(group.removesuffix("s"), name, {*found, *(known or ())})
    entry = found[name]
    try:
        loaded: object = entry.load()
    except (ImportError, AttributeError) as fault:
        raise UserError(
            f"plugin {name!r} of {_package(entry)} cannot be loaded from {entry.value!r}: {fault}; "
            f"reinstall or remove that package"
        ) from fault
    return loaded


def _is_part_of(missing: str | None, module: str) -> bool:
    """Whether ``missing`` is the library itself, not something that the library lacks."""
    return missing is not None and (module == missing or module.startswith(f"{missing}."))


def _package(entry: EntryPoint) -> str:
    return repr(entry.dist.name) if entry.dist else "an unknown package"


def _clash(group: str, first: EntryPoint, second: EntryPoint) -> str:
    return (
        f"two packages offer a plugin named {first.name!r} in outrider.{group}: "
        f"{_package(first)} and {_package(second)}; uninstall one of them"
    )
