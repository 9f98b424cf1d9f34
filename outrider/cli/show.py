"""Tables of results, for people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from outrider.cli.launch import Result
    from outrider.run.figures import Figure
    from outrider.run.summary import Headline, Metrics

MOST_ROWS = 24

# figure of metrics.json -> heading, format
COLUMNS = {
    "distance": ("distance\nm", "{:,.1f}"),
    "max_speed": ("top speed\nm/s", "{:.2f}"),
    "mean_speed": ("mean speed\nm/s", "{:.2f}"),
    "max_tilt": ("max tilt\ndeg", "{:.1f}"),
    "contacts": ("contacts\n", "{:,}"),
}


def console() -> Console:
    """Standard output, with its width where it has one and enough for a table where not."""
    wide = None if sys.stdout.isatty() else 120
    return Console(width=wide, highlight=False)


def new_table(**options: object) -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", **options)  # type: ignore[arg-type]


def robots_table(metrics: Metrics) -> Table:
    """A row for each robot."""
    table = new_table()
    table.add_column("robot\n", style="bold", no_wrap=True)
    table.add_column("model\n", no_wrap=True)
    for heading, _ in COLUMNS.values():
        table.add_column(heading, justify="right")
    table.add_column("commands\ndone", justify="right")
    table.add_column("ended at\nm", justify="right", no_wrap=True)
    for name, figures in list(metrics.robots.items())[:MOST_ROWS]:
        table.add_row(name, *_cells(figures))
    return table


def _cells(figures: dict[str, Figure]) -> list[str]:
    numbers = [form.format(figures[key].value) for key, (_, form) in COLUMNS.items()]
    done, failed = figures["commands_done"].value, figures["commands_failed"].value
    commands = f"{done}, [red]{failed} failed[/]" if failed else str(done)
    unfinished = figures["commands_unfinished"].value
    commands += f", {unfinished} unfinished" if unfinished else ""
    place = figures["final_position"].value if "final_position" in figures else ()
    where = ", ".join(f"{value:.2f}" for value in place) if isinstance(place, tuple) else ""
    crashed = " [red]crashed[/]" if figures["crashed"].value == "yes" else ""
    return [str(figures["model"].value), *numbers, commands, where + crashed]


def headline_table(figures: Sequence[Headline]) -> Table:
    """The six figures, numbers lined up."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column(justify="right", style="bold")
    table.add_column()
    table.add_column(style="dim")
    for figure in figures:
        table.add_row(figure.name, figure.value, figure.unit, figure.note)
    return table


def show_results(metrics: Metrics, figures: Sequence[Headline]) -> None:
    """The table of robots and the six figures on standard output."""
    out = console()
    if metrics.robots:
        out.print(robots_table(metrics))
        if len(metrics.robots) > MOST_ROWS:
            out.print(f"and {len(metrics.robots) - MOST_ROWS:,} more in metrics.json\n")
    out.print(headline_table(figures))


def sweep_table(rows: Sequence[tuple[dict[str, Any], Result | str]]) -> Table:
    """A row for each run of a sweep: what was set, and what came out."""
    table = new_table()
    for path in rows[0][0] if rows else ():
        table.add_column(path, style="bold")
    for heading in ("simulated\ns", "speed\nx real time", "distance\nm", "top speed\nm/s"):
        table.add_column(heading, justify="right")
    table.add_column("commands\ndone", justify="right")
    table.add_column("ended\n")
    for settings, result in rows:
        cells = [str(value) for value in settings.values()]
        if isinstance(result, str):
            table.add_row(*cells, "", "", "", "", "", f"[red]{escape(result)}[/]")
        else:
            table.add_row(*cells, *_result_cells(result))
    return table


def _result_cells(result: Result) -> list[str]:
    figures = {figure.name: figure.value for figure in result.headline()}
    outcome = result.outcome
    ended = "interrupted" if outcome.interrupted else outcome.fault.partition("\n")[0]
    names = ("simulated", "speed", "distance", "top speed", "commands done")
    return [*(figures[name] for name in names), escape(ended) or "[green]complete[/]"]
