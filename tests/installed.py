"""Packages that are as good as installed: a folder on the import path with what pip writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from outrider.world import library, offered

PACKAGE = """\
Metadata-Version: 2.1
Name: {name}
Version: 1.0
"""
_CACHES = (library.makers, library.archetype, offered.offered, offered._maker)


def install(site: Path, name: str, entries: str) -> None:
    """A package ``name`` with these entry points, in a folder that is on the import path."""
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(PACKAGE.format(name=name))
    (folder / "entry_points.txt").write_text(entries)


@contextmanager
def assets(site: Path, code: str, *names: str) -> Iterator[None]:
    """A package whose module ``totems`` is this code and offers these makers."""
    (site / "totems.py").write_text(code)
    lines = "\n".join(f"{name} = totems:{name}" for name in names)
    install(site, "totem-poles", f"[outrider.assets]\n{lines}\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        patch.delitem(sys.modules, "totems", raising=False)
        try:
            _forget()
            yield
        finally:
            sys.modules.pop("totems", None)
            _forget()


def _forget() -> None:
    for cache in _CACHES:
        cache.cache_clear()
