import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from outrider.core import registry
from outrider.core.errors import MissingExtraError, UnknownNameError, UserError
from tests.installed import install


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands on the import path, as site-packages does."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_need_imports_a_library_and_its_parts() -> None:
    assert registry.need("json", extra="learn") is sys.modules["json"]
    assert registry.need("xml.dom", extra="learn").__name__ == "xml.dom"


@pytest.mark.parametrize("module", ["no_such_library", "no_such_library.part"])
def test_need_names_the_extra(module: str) -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'outrider\[learn\]'"):
        registry.need(module, extra="learn")


def test_need_does_not_blame_the_extra_for_what_a_library_lacks(site: Path) -> None:
    (site / "broken_library.py").write_text("import no_such_dependency\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_dependency"):
        registry.need("broken_library", extra="learn")


def test_plugins_of_installed_packages_are_found_and_loaded(site: Path) -> None:
    (site / "ducks.py").write_text("class Duck:\n    legs = 2\n")
    install(site, "duck-robots", "[outrider.robots]\nduck = ducks:Duck\nant = ducks:Ant\n")
    found = registry.plugins("robots")
    assert [name for name in found if name in ("ant", "duck")] == ["ant", "duck"]
    assert isinstance(found["duck"], EntryPoint)
    assert getattr(registry.plugin("robots", "duck"), "legs", None) == 2


def test_unknown_plugin_gets_a_suggestion_from_built_in_names_too(site: Path) -> None:
    install(site, "duck-robots", "[outrider.robots]\nduck = ducks:Duck\n")
    with pytest.raises(UnknownNameError, match=r"no robot named 'duk'; did you mean 'duck'\?"):
        registry.plugin("robots", "duk")
    with pytest.raises(UnknownNameError, match=r"did you mean 'husky'\?"):
        registry.plugin("robots", "huskey", known={"husky": None})


def test_unknown_kind_of_plugin() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'sensors'\?"):
        registry.plugins("sensor")


def test_plugin_that_cannot_be_imported_names_its_package(site: Path) -> None:
    install(site, "duck-robots", "[outrider.robots]\nduck = no_such_ducks:Duck\n")
    with pytest.raises(UserError, match=r"plugin 'duck' of 'duck-robots' cannot be loaded"):
        registry.plugin("robots", "duck")


def test_two_packages_with_one_name_clash(site: Path) -> None:
    install(site, "duck-robots", "[outrider.robots]\nduck = ducks:Duck\n")
    install(site, "more-ducks", "[outrider.robots]\nduck = more:Duck\n")
    with pytest.raises(UserError, match="two packages offer a plugin named 'duck'"):
        registry.plugins("robots")
