"""``outrider run``: one scenario, or every run of a sweep one after another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outrider.cli.argument import MACHINE, OUT, OVERRIDES, SEED, SOURCE, Argument, Command

if TYPE_CHECKING:
    from outrider.cli.launch import Result, Wish
    from outrider.scenario import Scenario

PARTLY, NOTHING = 3, 1


def run(
    source: str,
    /,
    *,
    overrides: tuple[str, ...] = (),
    seed: int | None = None,
    seconds: float | None = None,
    out: Path = Path("runs"),
    machine: bool = False,
    real_time: bool = False,
    no_plot: bool = False,
) -> int:
    """Run a scenario and leave states, figures and a picture in runs/<date>_<name>/.

    Ctrl-C ends the run early and keeps what there is (exit code 3).
    """
    from outrider import scenario
    from outrider.cli.launch import Wish
    from outrider.core.errors import UserError

    if seconds is not None and not 0 < seconds <= 1e7:
        raise UserError(f"--seconds {seconds:g}: must be above 0 and at most 10,000,000")
    variants = scenario.variants(source, overrides=overrides, seed=seed)
    wish = Wish(
        root=out,
        form="json" if machine else "auto",
        seconds=seconds,
        real_time=real_time,
        picture=not no_plot,
    )
    if len(variants) == 1 and not variants[0][0]:
        return _run_one(variants[0][1], wish)
    return _run_sweep(variants, wish)


def _run_one(scenario: Scenario, wish: Wish) -> int:
    from outrider.cli.launch import launch

    result = launch(scenario, wish)
    _tell(result, wish)
    return result.outcome.exit_code


def _tell(result: Result, wish: Wish) -> None:
    """Figures and the folder on stdout; on stderr what kept the run from its end."""
    if wish.form == "json":
        _emit_end(result)
    else:
        from outrider.cli.show import show_results

        show_results(result.outcome.metrics, result.headline())
        print(f"\nresults in {result.folder.path}")
    complain_of(result)


def complain_of(result: Result) -> None:
    """Say on stderr what kept a run from its end, and how far it came."""
    from outrider.cli.trouble import complain

    reached = f"{result.outcome.simulated_ns / 1e9:.1f} of {result.outcome.wanted_ns / 1e9:.1f} s"
    kept = f"came to {reached}; what there is is kept in {result.folder.path}"
    if result.outcome.interrupted:
        complain(kept, word="interrupted")
    elif result.outcome.fault:
        complain(f"{result.outcome.fault}\n{kept}")


def _emit_end(result: Result) -> None:
    from outrider.run.progress import JsonLine

    JsonLine(sys.stdout).emit(
        "end",
        folder=str(result.folder.path),
        exit_code=result.outcome.exit_code,
        fault=result.outcome.fault,
        interrupted=result.outcome.interrupted,
        metrics=result.outcome.metrics,
        timing=result.outcome.timing,
    )


def _run_sweep(variants: list[tuple[dict[str, Any], Scenario]], wish: Wish) -> int:
    """All runs into one folder of folders; an interrupt ends the sweep, a fault only its run."""
    from msgspec.structs import replace

    from outrider.cli.launch import launch
    from outrider.core.errors import OutriderError
    from outrider.run import folder

    place = folder.create(f"{variants[0][1].name}_sweep", root=wish.root)
    wish = replace(wish, root=place.path)
    rows: list[tuple[dict[str, Any], Result | str]] = []
    for settings, scenario in variants:
        try:
            result = launch(scenario, wish)
        except OutriderError as fault:
            rows.append((settings, str(fault)))
            continue
        rows.append((settings, result))
        if wish.form == "json":
            _emit_end(result)
        if result.outcome.interrupted:
            break
    _finish_sweep(place, rows, wanted=len(variants), wish=wish)
    return _sweep_code([row for _, row in rows], wanted=len(variants))


def _sweep_code(rows: list[Result | str], *, wanted: int) -> int:
    whole = sum(not isinstance(row, str) and row.outcome.complete for row in rows)
    some = any(not isinstance(row, str) and row.outcome.simulated_ns > 0 for row in rows)
    return 0 if whole == wanted else PARTLY if some else NOTHING


def _finish_sweep(
    place: Any, rows: list[tuple[dict[str, Any], Result | str]], *, wanted: int, wish: Wish
) -> None:
    """``sweep.json`` with a row for each run, and the same as a table on a terminal."""
    from outrider.cli.trouble import complain

    place.write_json("sweep.json", [_row(settings, result) for settings, result in rows])
    if wish.form != "json":
        from outrider.cli.show import console, sweep_table

        console().print(sweep_table(rows))
        print(f"results in {place.path}")
    if len(rows) < wanted:
        complain(f"{len(rows)} of {wanted} runs were started", word="interrupted")


def _row(settings: dict[str, Any], result: Result | str) -> dict[str, Any]:
    if isinstance(result, str):
        return {"settings": settings, "fault": result}
    return {
        "settings": settings,
        "folder": result.folder.path.name,
        "fault": result.outcome.fault,
        "metrics": result.outcome.metrics.run,
    }


ARGUMENTS = {
    "source": SOURCE,
    "overrides": OVERRIDES,
    "seed": SEED,
    "seconds": Argument("simulate so long", "S", default="(default: the scenario's duration_s)"),
    "out": OUT,
    "machine": MACHINE,
    "real_time": Argument("no faster than the wall clock"),
    "no_plot": Argument("leave paths.jpg out"),
}
VERBS = {"": Command(run, ARGUMENTS)}
