"""``outrider bench``: measured figures beside their targets, peers and the figures of papers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from outrider.cli.argument import MACHINE, Argument, Command

if TYPE_CHECKING:
    from outrider.bench.record import Fact, Record

PARTLY, NOTHING = 3, 1
QUIET = 0.7
"""Load of a machine on which figures are good."""


def bench(names: tuple[str, ...] = (), /, *, machine: bool = False) -> int:
    """Measure, beside the figures of other simulators; without NAME everything, in minutes.

    Medians of five, in one process. A missed target is shown, not an error.
    """
    from outrider.bench import registry

    chosen = registry.select(names)
    busy = os.getloadavg()[0]
    records: list[Record] = []
    for record in _measured(chosen):
        records.append(record)
        if machine:
            print(record.line(), flush=True)
    if not machine:
        _show(records)
        _judge(busy)
    return 0 if len(records) == len(chosen) else PARTLY if records else NOTHING


def _measured(names: Sequence[str]) -> Iterator[Record]:
    """Each record as soon as it is there; what fails is told on stderr and left out."""
    from outrider.bench import registry
    from outrider.cli.trouble import complain
    from outrider.core.errors import OutriderError

    for number, name in enumerate(names, 1):
        if sys.stderr.isatty():
            sys.stderr.write(
                f"\r\033[K{number}/{len(names)} {name}: {registry.BENCHMARKS[name].what}"
            )
            sys.stderr.flush()
        try:
            yield registry.run(name)
        except OutriderError as fault:
            complain(f"{name}: {fault}")
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")


def _show(records: Sequence[Record]) -> None:
    from outrider.bench.registry import BENCHMARKS
    from outrider.cli.show import console, new_table

    table = new_table()
    table.add_column("benchmark\n", style="bold", no_wrap=True)
    table.add_column("figure\n", justify="right", no_wrap=True)
    table.add_column("target\n", justify="right", no_wrap=True)
    table.add_column("\n", no_wrap=True)
    table.add_column("what is measured, and what stands beside it\n")
    for record in records:
        bound = "≥" if record.better == "higher" else "≤"
        table.add_row(
            record.name,
            f"{number(record.value)} {record.unit}",
            f"{bound} {number(record.target)}",
            "[green]met[/]" if record.met else "[red]missed[/]",
            f"{BENCHMARKS[record.name].what}\n[dim]{facts(record.beside)}[/]",
        )
    out = console()
    out.print(table)
    met = sum(record.met for record in records)
    print(f"{met} of {len(records)} targets met · medians of 5")


def _judge(busy: float) -> None:
    """What the figures were measured on, and whether they can be trusted."""
    from outrider.cli import text
    from outrider.run import machine

    model, level = machine.cpu_facts()
    print(f"measured on {model}, {level}, {text.count(machine.cores(), 'core')}")
    if busy > QUIET:
        warning = f"other programs were busy (load {busy:.1f}): the figures are too bad"
        print(text.paint(warning, text.YELLOW))


def facts(beside: dict[str, Fact]) -> str:
    """``pybullet 3.9 · cores 1``."""
    return " · ".join(f"{name.replace('_', ' ')} {number(fact)}" for name, fact in beside.items())


def number(fact: Fact) -> str:
    """A number with the digits that mean something, and thousands set apart."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, str):
        return fact
    if abs(fact) >= 1000:
        return f"{fact:,.0f}"
    return f"{fact:.3g}"


ARGUMENTS = {
    "names": Argument(
        "benchmarks, or families such as physics; none = all", "[NAME ...]", default=""
    ),
    "machine": MACHINE,
}
VERBS = {"": Command(bench, ARGUMENTS)}
