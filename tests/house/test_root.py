"""The public root of the package."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest

import outrider
from tests.house.sources import PACKAGE, ROOT

VISIBLE = """
import outrider
for name in outrider.__all__:
    getattr(outrider, name)
print(*sorted(vars(outrider)))
"""


def test_root_is_small_and_in_order() -> None:
    assert len(outrider.__all__) <= 15
    assert outrider.__all__ == sorted(outrider.__all__)
    assert dir(outrider) == outrider.__all__


def test_what_is_exported_is_what_is_visible() -> None:
    run = subprocess.run(
        [sys.executable, "-c", VISIBLE], capture_output=True, text=True, check=True, cwd=ROOT
    )
    rooms = {room.name for room in pkgutil.iter_modules([str(PACKAGE)])}
    visible = {name for name in run.stdout.split() if not name.startswith("_")} - rooms
    assert visible | {"__version__"} == set(outrider.__all__)


@pytest.mark.parametrize("name", [name for name in outrider.__all__ if name != "__version__"])
def test_every_name_leads_to_its_home(name: str) -> None:
    module, attribute = outrider._HOMES[name]
    home = importlib.import_module(module)
    assert getattr(outrider, name) is getattr(home, attribute)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="'outrider' has no attribute 'fly'"):
        outrider.fly  # noqa: B018


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
