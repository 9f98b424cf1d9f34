"""``outrider check``: read a scenario and say what is in it, or what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outrider.cli import text
from outrider.cli.argument import OVERRIDES, SEED, SOURCE, Argument, Command

if TYPE_CHECKING:
    from outrider.scenario.schema import Robot, Scenario

MOST_SHOWN = 12


def check(
    source: str = "",
    /,
    *,
    overrides: tuple[str, ...] = (),
    seed: int | None = None,
    schema: bool = False,
) -> int:
    """Say what a scenario holds, or where and why it is wrong (exit code 2)."""
    from outrider import scenario
    from outrider.core.errors import UserError

    if schema:
        _print_schema()
        return 0
    if not source:
        raise UserError(
            "no scenario was named; give a file or one of: " + ", ".join(scenario.names())
        )
    found = scenario.load(source, overrides=overrides, seed=seed)
    _check_models(found)
    print("\n".join(describe(found, runs=_runs(source, overrides, seed, found))))
    print(f"\n  run it: {text.paint(_command(source, overrides, seed), text.CYAN)}")
    return 0


def _check_models(found: Scenario) -> None:
    """Every model must be on the shelf or come from a plugin."""
    from outrider.sim.robots.shelf import need_name, shipped

    known = set(shipped())
    wanted = {f"{found.name}: robot {robot.name!r}": robot.model for robot in found.robots}
    if found.swarm:
        wanted[f"{found.name}: swarm"] = found.swarm.model
    for where, model in wanted.items():
        if model not in known:
            need_name(model, where=where)


def _print_schema() -> None:
    import json

    from outrider import scenario

    print(json.dumps(scenario.json_schema(), indent=2))


def _runs(source: str, overrides: tuple[str, ...], seed: int | None, found: Scenario) -> int:
    from outrider import scenario

    return len(scenario.expand(source, overrides=overrides, seed=seed)) if found.sweep else 1


def _command(source: str, overrides: tuple[str, ...], seed: int | None) -> str:
    import shlex

    words = ["outrider", "run", source]
    for override in overrides:
        words += ["--set", override]
    return shlex.join(words if seed is None else [*words, "--seed", str(seed)])


def describe(found: Scenario, *, runs: int = 1) -> list[str]:
    """One screen about a scenario."""
    ok = text.paint("ok", text.GREEN)
    lines = [f"{text.paint(found.name, text.BOLD)}  {ok}"]
    if found.description:
        lines.append(found.description)
    rows = [
        ("time", f"{found.duration_s:g} s, tick {found.tick_us / 1000:g} ms, seed {found.seed}"),
        ("world", _facts(found.world)),
    ]
    if any(found.wind.mean_mps) or found.wind.gust_mps:
        rows.append(
            (
                "wind",
                f"mean {text.numbers(found.wind.mean_mps)} m/s, gusts {found.wind.gust_mps:g} m/s",
            )
        )
    if found.swarm:
        rows.append(
            ("swarm", f"{found.swarm.count:,} x {found.swarm.model}, {found.swarm.pattern}")
        )
    if found.props:
        rows.append(("props", ", ".join(prop.name for prop in found.props[:MOST_SHOWN])))
    if found.sweep:
        paths = ", ".join(f"{path} x{len(values)}" for path, values in found.sweep.items())
        rows.append(("sweep", f"{text.count(runs, 'run')}: {paths}"))
    rows.append(("robots", text.count(len(found.robots), "robot")))
    lines += ["", *text.columns(rows)]
    lines += text.columns([_row(robot) for robot in found.robots[:MOST_SHOWN]], indent=10)
    if len(found.robots) > MOST_SHOWN:
        lines.append(f"          and {len(found.robots) - MOST_SHOWN:,} more")
    return lines


def _row(robot: Robot) -> tuple[str, str, str, str, str]:
    place = "on the ground"
    if robot.on:
        place = f"on {robot.on}, pad {robot.pad}"
    elif robot.position_m:
        place = f"at {text.numbers(robot.position_m)} m"
    plan = ", ".join(_tag(command) for command in robot.plan[:6])
    plan += ", ..." if len(robot.plan) > 6 else ""
    return robot.name, robot.model, place, text.count(len(robot.sensors), "sensor"), plan


def _tag(struct: object) -> str:
    config = getattr(struct, "__struct_config__", None)
    return str(getattr(config, "tag", "")) or type(struct).__name__.lower()


def _facts(world: object) -> str:
    """The kind of a world and its figures."""
    names: tuple[str, ...] = getattr(world, "__struct_fields__", ())
    facts = []
    for name in names:
        value = getattr(world, name)
        if name == "objects":
            facts += [text.count(len(value), "placed object")] if value else []
        elif isinstance(value, (str, int, float)):
            facts.append(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}")
    return ": ".join([_tag(world), ", ".join(facts)]) if facts else _tag(world)


ARGUMENTS = {
    "source": SOURCE,
    "overrides": OVERRIDES,
    "seed": SEED,
    "schema": Argument("print the JSON schema of scenarios"),
}
VERBS = {"": Command(check, ARGUMENTS)}
