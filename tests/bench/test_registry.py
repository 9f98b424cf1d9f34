"""The names of the benchmarks, their order, and how they are chosen."""

from __future__ import annotations

from importlib import import_module

import pytest

from outrider.bench import registry
from outrider.core.errors import UnknownNameError

NAMES = [
    "physics/team",
    "physics/grove",
    "physics/uav",
    "physics/world_size",
    "engine/overhead",
    "swarm/core",
    "swarm/realtime",
    "world/midgard",
    "world/forest",
    "world/city",
    "world/endless",
    "world/reset",
    "start/import",
    "start/help",
    "start/check",
    "start/demo",
]


def test_names_stand_in_the_order_of_the_table() -> None:
    assert list(registry.BENCHMARKS) == NAMES
    assert registry.select() == NAMES


def test_a_family_and_a_name_are_chosen_in_the_order_of_the_table() -> None:
    chosen = registry.select(["start/demo", "swarm", "physics/uav"])
    assert chosen == ["physics/uav", "swarm/core", "swarm/realtime", "start/demo"]


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'swarm/core'"):
        registry.select(["swarm/cor"])


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_its_function(name: str) -> None:
    entry = registry.BENCHMARKS[name]
    module = import_module(f"outrider.bench.{entry.module}")
    assert callable(getattr(module, entry.function))
    assert entry.what
