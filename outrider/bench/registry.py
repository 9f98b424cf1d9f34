"""The benchmarks by name, in the order of the table."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final, Protocol, cast

from msgspec import Struct

from outrider.bench.measure import FULL, Size
from outrider.bench.record import Record
from outrider.core.errors import InternalError, UnknownNameError


class Entry(Struct, frozen=True):
    """Where a benchmark is, and what it measures."""

    module: str
    function: str
    what: str


class _Benchmark(Protocol):
    def __call__(self, size: Size) -> Record: ...


BENCHMARKS: Final[dict[str, Entry]] = {
    "physics/team": Entry("physics", "team", "2 Husky + 2 x500 on hills, 500 Hz"),
    "physics/grove": Entry("physics", "grove", "2 Husky + SUV + 4 x500 + 2,000 trunks"),
    "physics/uav": Entry("flight", "uav", "one x500 under position control"),
    "physics/world_size": Entry("physics", "world_size", "a tick with 10⁴ against 10² obstacles"),
    "engine/overhead": Entry("engine", "overhead", "a tick beyond physics and control"),
    "swarm/core": Entry("swarm", "core", "10,000 UAVs on one core, neighbour grid on"),
    "swarm/realtime": Entry("swarm", "realtime", "UAVs in real time at 250 Hz"),
    "world/midgard": Entry("worlds", "midgard", "a scene of 100 x 100 m, ready for physics"),
    "world/forest": Entry("worlds", "forest", "1 km² of forest"),
    "world/city": Entry("worlds", "city", "1 km² of town"),
    "world/endless": Entry("endless", "endless", "cells of endless hills while a UAV flies 20 m/s"),
    "world/reset": Entry("worlds", "reset", "another 50 x 50 m for a learner"),
    "start/import": Entry("start", "import_package", "import outrider"),
    "start/help": Entry("start", "help_page", "outrider --help"),
    "start/check": Entry("start", "check", "outrider check valley"),
    "start/demo": Entry("start", "demo", "outrider demo, cold JIT cache"),
}


def select(names: Sequence[str] = ()) -> list[str]:
    """The benchmarks asked for, in the order of the table; a family's name means all of it."""
    families = {name.partition("/")[0] for name in BENCHMARKS}
    for name in names:
        if name not in BENCHMARKS and name not in families:
            raise UnknownNameError("benchmark", name, [*BENCHMARKS, *families])
    return [
        name for name in BENCHMARKS if not names or name in names or name.partition("/")[0] in names
    ]


def run(name: str, *, size: Size = FULL) -> Record:
    """Carry out one benchmark."""
    entry = BENCHMARKS[name]
    module = import_module(f"outrider.bench.{entry.module}")
    record = cast(_Benchmark, getattr(module, entry.function))(size)
    if record.name != name:
        raise InternalError(f"benchmark {name} calls its record {record.name}")
    return record
