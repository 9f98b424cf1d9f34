"""A file, a shipped name or a text -> scenarios, with overrides applied and every fault placed."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from outrider.core.errors import UserError
from outrider.core.safeio import MIB, read_bytes
from outrider.scenario import checks, hints, overrides, sweep, yaml
from outrider.scenario.dump import dump
from outrider.scenario.nodes import Node, Position, Source
from outrider.scenario.read import record
from outrider.scenario.schema import Scenario

MAX_BYTES: Final = 4 * MIB
SHIPPED: Final = Path(__file__).resolve().parent.parent / "scenarios"


def names() -> list[str]:
    """The names of the shipped scenarios."""
    return sorted(path.stem for path in SHIPPED.glob("*.yaml"))


def load(
    source: str | Path | Scenario, *, overrides: Sequence[str] = (), seed: int | None = None
) -> Scenario:
    """The scenario of a file, of a shipped name, or one built in Python, which is checked.

    ``overrides`` are written ``robots.0.model=rover4``; ``seed`` replaces the seed of the file.
    """
    return _read(_document(_source(source), overrides, seed))


def parse(
    text: str, *, file: str = "scenario", overrides: Sequence[str] = (), seed: int | None = None
) -> Scenario:
    """The scenario that a text holds; ``file`` is what errors call it."""
    return _read(_document(Source(file, text), overrides, seed))


def expand(
    source: str | Path | Scenario, *, overrides: Sequence[str] = (), seed: int | None = None
) -> list[Scenario]:
    """One scenario without a sweep for each choice; the last axis changes fastest."""
    return [scenario for _, scenario in variants(source, overrides=overrides, seed=seed)]


def variants(
    source: str | Path | Scenario, *, overrides: Sequence[str] = (), seed: int | None = None
) -> list[tuple[dict[str, object], Scenario]]:
    """Like :func:`expand`, each with the swept values that made it: ``{"seed": 2}``."""
    document = _document(_source(source), overrides, seed)
    return [(settings, _read(chosen)) for settings, chosen in sweep.choices(document)]


def _read(document: Node) -> Scenario:
    scenario: Scenario = record(Scenario).read(document, ())
    checks.check(scenario, document)
    if scenario.sweep:
        sweep.check(document)
    return scenario


def _document(source: Source, changes: Sequence[str], seed: int | None) -> Node:
    document = yaml.parse(source)
    if not isinstance(document.value, dict):
        raise document.at.error(
            f"a scenario is a group of fields such as `name: my_scenario`, "
            f"this is {hints.given(document)}"
        )
    for change in changes:
        _override(document, *overrides.split(change))
    if seed is not None:
        at = Position(Source("seed", None), 1, 1)
        _override(document, "seed", Node(seed, at))
    return document


def _override(document: Node, path: str, value: Node) -> None:
    route = overrides.resolve(document, path, value.at)
    overrides.apply(document, route, value, value.at)
    sweep.drop_axis(document, route, value.at)


def _source(source: str | Path | Scenario) -> Source:
    if isinstance(source, Scenario):
        return Source(f"scenario {source.name!r}", dump(source))
    path = Path(source)
    if isinstance(source, str) and source in names():
        path = SHIPPED / f"{source}.yaml"
        return Source(path.name, _text(path))
    if not path.exists() and path.suffix not in (".yaml", ".yml"):
        near = hints.nearest(str(source), names())
        raise UserError(f"no file and no shipped scenario named {str(source)!r}{near}")
    return Source(str(source), _text(path))


def _text(path: Path) -> str:
    """The text of a file; a scenario of more than 4 MiB is refused before it is read."""
    data = read_bytes(path, max_bytes=MAX_BYTES).removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        column = fault.start - data.rfind(b"\n", 0, fault.start)
        reason = (
            f"byte 0x{data[fault.start]:02x} is not UTF-8; a scenario is a YAML text file in UTF-8"
        )
        raise Position(Source(str(path), ""), line, column).error(reason) from None
