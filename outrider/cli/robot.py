"""``outrider robot list`` and ``outrider robot show NAME``: the models and their figures."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from outrider.cli.argument import MACHINE, Argument, Command
from outrider.core.errors import UserError

if TYPE_CHECKING:
    from PIL.Image import Image

    from outrider.sim.robots.catalogue import RobotModel

PICTURE_BYTES: Final = 150_000
# Endings of field names and the units they stand for, longest first.
UNITS = (
    ("_rad_s2", "rad/s²"),
    ("_radps2", "rad/s²"),
    ("_radps", "rad/s"),
    ("_rad_s", "rad/s"),
    ("_mps2", "m/s²"),
    ("_kgm2", "kg m²"),
    ("_ns2_m2", "N s²/m²"),
    ("_ns_m", "N s/m"),
    ("_ns2", "N s²"),
    ("_nspm", "N s/m"),
    ("_npm", "N/m"),
    ("_nm", "N m"),
    ("_mps", "m/s"),
    ("_rad", "rad"),
    ("_rpm", "rpm"),
    ("_kg", "kg"),
    ("_ah", "A h"),
    ("_hz", "Hz"),
    ("_m", "m"),
    ("_s", "s"),
    ("_v", "V"),
    ("_w", "W"),
    ("_n", "N"),
)


def show_list(*, machine: bool = False) -> int:
    """List the robot models."""
    from outrider.sim.robots import catalogue

    models = [catalogue.load(name) for name in catalogue.names()]
    facts = [catalogue.describe(model) for model in models]
    if machine:
        _print_json(facts)
        return 0
    from outrider.cli.show import console, new_table

    table = new_table()
    for heading in ("name", "kind"):
        table.add_column(heading, style="bold" if heading == "name" else "", no_wrap=True)
    for heading in ("mass\nkg", "top speed\nm/s", "wheels\nrotors", "pads\n"):
        table.add_column(heading, justify="right")
    table.add_column("what it is\n")
    for row in facts:
        turning = row.get("rotors") or row["wheels"] or ""
        table.add_row(
            str(row["name"]),
            str(row["kind"]),
            f"{row['mass_kg']:g}",
            f"{row['speed_max_mps']:g}",
            str(turning),
            str(row["pads"] or ""),
            str(row["description"]),
        )
    console().print(table)
    print("outrider robot show NAME tells more of one")
    return 0


def show_one(name: str, /, *, machine: bool = False, picture: Path | None = None) -> int:
    """Show one model: all its figures, with units, where they come from, and how it looks."""
    import msgspec

    from outrider.sim.robots import catalogue

    model = catalogue.load(name)
    if picture is not None:
        _draw(model, picture)
    if machine:
        _print_json(msgspec.to_builtins(model))
        return 0
    _show(model)
    return 0


def _show(model: RobotModel) -> None:
    import msgspec
    from rich.markup import escape

    from outrider.cli.show import console, new_table

    out = console()
    out.print(f"[bold]{escape(model.name)}[/]  {model.kind}")
    if model.description:
        out.print(escape(model.description))
    table = new_table()
    table.add_column("figure", no_wrap=True)
    table.add_column("value")
    table.add_column("unit", style="dim")
    shown = {"name", "kind", "description", "source"}
    rows = list(flatten(msgspec.to_builtins(model)))
    for path, value in rows:
        if path not in shown:
            table.add_row(path, value, unit_of(path))
    out.print(table)
    if model.source:
        out.print(f"[dim]from[/] {escape(model.source)}")
    masses = [row for row in rows if row[0].endswith("_kg") and "." not in row[0]]
    for path, value in masses[:1]:
        heavier = f"{path}={1.1 * float(value):.3g}"
        print(f"\nin a scenario: --set robots.0.parameters.{heavier} and the like")
    print(f"a picture: outrider robot show {model.name} --picture {model.name}.jpg")


def _draw(model: RobotModel, file: Path) -> None:
    """The robot from its front quarter, as JPEG or PNG of at most ``PICTURE_BYTES``."""
    from outrider.core import safeio
    from outrider.run import plot
    from outrider.sim.robots.looks.sheet import picture_of

    ending = file.suffix.lower()
    if ending not in {".jpg", ".jpeg", ".png"}:
        raise UserError(f"a picture ends in .jpg or .png; {file.name!r} does not")
    picture = picture_of(model)
    if ending == ".png":
        safeio.write_atomic(file, _png(picture))
    else:
        safeio.write_atomic(file, plot.encode(picture, max_bytes=PICTURE_BYTES))


def _png(picture: Image) -> bytes:
    """In 256 colours, and smaller until it fits."""
    while True:
        target = io.BytesIO()
        picture.quantize(256).save(target, "PNG", optimize=True)
        if target.tell() <= PICTURE_BYTES:
            return target.getvalue()
        picture = picture.resize((round(0.85 * picture.width), round(0.85 * picture.height)))


def flatten(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """``(path, text)`` of every figure in nested data; a list of parts gets a line a part."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from flatten(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, (list, tuple)):
        if all(isinstance(item, dict) for item in value):
            yield from _parts(list(value), path)
        else:
            yield path, _numbers(value)
    elif value is not None and value != "":
        yield path, f"{value:g}" if isinstance(value, float) else str(value)


def _parts(parts: list[dict[str, object]], path: str) -> Iterator[tuple[str, str]]:
    """Shapes are counted by kind; rotors, axles and the like are told one by one."""
    if parts and all("size_m" in part for part in parts):
        kinds = Counter(str(part.get("kind", "")) for part in parts)
        yield path, ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        return
    for index, part in enumerate(parts):
        facts = (f"{name} {_brief(item)}" for name, item in part.items() if item is not None)
        yield f"{path}.{index}", ", ".join(facts)


def _brief(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"({_numbers(value)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} {_brief(item)}" for name, item in value.items()) + "}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _numbers(values: Sequence[object]) -> str:
    return ", ".join(_brief(value) for value in values)


def unit_of(path: str) -> str:
    """The unit that the last named part of a path ends in, or ``""``."""
    names = [part for part in path.split(".") if not part.isdigit()]
    last = names[-1] if names else ""
    return next((unit for ending, unit in UNITS if last.endswith(ending)), "")


def _print_json(content: object) -> None:
    import msgspec

    print(msgspec.json.encode(content).decode())


NAME = Argument("name of a robot model", "NAME", default="")
PICTURE = Argument("also draw it to this file, .jpg or .png", "FILE", default="")
VERBS = {
    "list": Command(show_list, {"machine": MACHINE}),
    "show": Command(show_one, {"name": NAME, "machine": MACHINE, "picture": PICTURE}),
}
