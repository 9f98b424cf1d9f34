from __future__ import annotations

from collections.abc import Iterator

import pytest

from outrider.core import registry
from outrider.scenario import read

PLUGINS = {"worlds": {"moon": None}, "sensors": {"sonar": None}}


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if a package with the world `moon` and the sensor `sonar` were installed."""
    monkeypatch.setattr(registry, "plugins", PLUGINS.__getitem__)
    read._plugin_names.cache_clear()
    yield
    read._plugin_names.cache_clear()
