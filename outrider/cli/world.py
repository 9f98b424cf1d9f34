"""``outrider world list | make | show | look | stats | …``: worlds by recipe and seed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from outrider.cli.argument import MACHINE, Argument, Command

if TYPE_CHECKING:
    from outrider.scenario.schema import Scenario
    from outrider.world.scene import Scene
    from outrider.world.semantics import SemanticClass
    from outrider.world.stats import WorldStats

PIXELS = 1400
"""Width of the map and the overview."""
OF_SKY = ("light.", "weather.")
"""What may be set beside the parameters of a kind."""


def show_list(*, machine: bool = False) -> int:
    """List the kinds of worlds and their parameters."""
    import msgspec

    from outrider.scenario.worlds import kinds

    facts = [(name, _first_line(kind), _parameters(kind)) for name, kind in kinds().items()]
    if machine:
        for name, what, parameters in facts:
            row = {"kind": name, "what": what, "parameters": parameters}
            print(msgspec.json.encode(row).decode())
        return 0
    from outrider.cli.show import console, new_table

    table = new_table()
    for heading in ("kind", "what it is", "parameters (default)"):
        table.add_column(heading, style="bold" if heading == "kind" else "")
    for name, what, parameters in facts:
        given = ", ".join(f"{parameter} ({value})" for parameter, value in parameters.items())
        table.add_row(name, what, given)
    console().print(table)
    print("outrider world show KIND --seed N draws one")
    return 0


def make(
    kind: str, /, *, seed: int = 0, overrides: tuple[str, ...] = (), out: Path = Path("world.orw")
) -> int:
    """Make a world and save it to a file, to be loaded again or shown."""
    from outrider.world import store

    start = time.perf_counter()
    scene = _make(kind, seed, overrides)
    took = time.perf_counter() - start
    store.save(scene, out)
    size = out.stat().st_size / 1e6
    print(f"{scene.kind}, seed {scene.seed}: {len(scene.things):,} things, made in {took:.2f} s")
    print(f"digest {scene.digest}")
    print(f"saved  {out} ({size:.1f} MB)")
    return 0


def show(
    what: str, /, *, seed: int = 0, overrides: tuple[str, ...] = (), out: Path = Path("worlds")
) -> int:
    """Draw a world, by kind or from a file: a map from above and an overview in perspective."""
    from PIL import Image

    from outrider.run.atlas import map_of
    from outrider.world.block import from_above
    from outrider.world.overview import draw_scene

    scene = _load_or_make(what, seed, overrides)
    out.mkdir(parents=True, exist_ok=True)
    stem = f"{scene.kind}_{scene.seed}"
    map_of(scene, width=PIXELS).save(out / f"{stem}_map.jpg", quality=88)
    picture = draw_scene(scene, from_above(scene, size=(PIXELS, round(0.66 * PIXELS))))
    Image.fromarray(picture).save(out / f"{stem}_overview.jpg", quality=88)
    _tell(scene)
    print(f"\nmap       {out}/{stem}_map.jpg\noverview  {out}/{stem}_overview.jpg")
    return 0


def look(
    what: str,
    /,
    *,
    seed: int = 0,
    overrides: tuple[str, ...] = (),
    eye: tuple[float, float, float] | None = None,
    toward: tuple[float, float, float] | None = None,
    size: tuple[int, int] = (1280, 720),
    level: str = "high",
    layers: bool = False,
    out: Path = Path("worlds"),
) -> int:
    """Draw what one sees in a world, by kind or from a file; needs OpenGL, but no display."""
    from outrider.run import glance

    scene = _load_or_make(what, seed, overrides)
    view = glance.view_of(scene, size=size, eye=eye, toward=toward)
    written = glance.look(scene, view, level=level, folder=out, layers=layers)
    for name, path in written.items():
        print(f"{name:9} {path}")
    return 0


def stats(
    what: str, /, *, seed: int = 0, overrides: tuple[str, ...] = (), machine: bool = False
) -> int:
    """Print the figures of a world, by kind or from a file."""
    import msgspec

    from outrider.world.stats import statistics

    scene = _load_or_make(what, seed, overrides)
    if machine:
        print(msgspec.json.encode(statistics(scene)).decode())
        return 0
    _tell(scene)
    return 0


def classes(what: str = "", /, *, machine: bool = False) -> int:
    """List the semantic classes: the built-in ones, or also those of a scenario or a scene file.

    The numbers are those in images of classes, the colours those of maps.
    """
    import msgspec

    from outrider.world.semantics import class_rows

    rows = class_rows(_classes_of(what))
    if machine:
        for row in rows:
            print(msgspec.json.encode(row).decode())
        return 0
    from outrider.cli.show import console, new_table

    table = new_table()
    for heading in ("number", "name", "colour", "kind of", "friction", "MIDGARD"):
        table.add_column(heading, style="bold" if heading == "name" else "")
    for row in rows:
        red, green, blue = row["colour"]
        swatch = f"[rgb({red},{green},{blue})]██[/] {red:3} {green:3} {blue:3}"
        friction = f"{row['friction']:g}"
        table.add_row(
            str(row["number"]), row["name"], swatch, row["parent"], friction, row["midgard"]
        )
    console().print(table)
    return 0


def _classes_of(what: str) -> tuple[SemanticClass, ...]:
    from outrider import scenario
    from outrider.world import store
    from outrider.world.semantics import CLASSES, table_of

    if not what:
        return CLASSES
    if Path(what).is_file() and Path(what).suffix not in (".yaml", ".yml"):
        return store.load(what).classes
    return table_of(scenario.load(what).world.classes)


def surface(
    what: str, /, *, seed: int = 0, overrides: tuple[str, ...] = (),
    out: Path = Path("surface.ply"), density: float = 4.0,
    region: tuple[float, float, float, float] | None = None,
) -> int:  # fmt: skip
    """Write the surface that counts as ground truth of coverage, as points in a PLY file."""
    from outrider.world import ply
    from outrider.world.coverage import surface_parts

    scene = _load_or_make(what, seed, overrides)
    parts = surface_parts(scene, density_per_m2=density, region=region)
    facts = (f"{scene.kind} seed {scene.seed}", f"digest {scene.digest}", f"density {density:g}")
    found = ply.write(out, parts, classes=scene.classes, comments=facts)
    print(f"{scene.kind}, seed {scene.seed}: {found.area_m2:,.1f} m² in {found.points:,} points")
    print(f"saved  {out} ({out.stat().st_size / 1e6:.1f} MB)")
    return 0


def _make(kind: str, seed: int, overrides: tuple[str, ...]) -> Scene:
    from outrider.world import generate

    return generate.world_of(_scenario(kind, seed, overrides))


def _scenario(kind: str, seed: int, overrides: tuple[str, ...]) -> Scenario:
    """A specification read as a scenario's is, so that its faults are told as there."""
    from outrider import scenario

    given = [e if e.startswith(OF_SKY) else f"world.{e}" for e in overrides]
    text = f"name: world\nworld:\n  kind: {kind}\n"
    return scenario.parse(text, file=f"world {kind}", overrides=given, seed=seed)


def _load_or_make(what: str, seed: int, overrides: tuple[str, ...]) -> Scene:
    from outrider.core.errors import UserError
    from outrider.world import store

    if not Path(what).is_file():
        return _make(what, seed, overrides)
    if seed or overrides:
        raise UserError(f"{what} is a world that is made: --seed and --set are for kinds")
    return store.load(what)


def _tell(scene: Scene) -> None:
    from outrider.cli.show import console, new_table
    from outrider.world.stats import statistics

    table = new_table()
    table.add_column("", style="bold")
    table.add_column("")
    for name, value in _rows(statistics(scene)):
        table.add_row(name, value)
    console().print(table)


def _rows(found: WorldStats) -> Iterator[tuple[str, str]]:
    """What is worth telling of a world, line by line."""
    wide, deep = found.size_m
    yield "world", f"{found.kind}, seed {found.seed}"
    yield "size", f"{wide:,.0f} x {deep:,.0f} m"
    yield "relief", f"{found.relief_m:.1f} m, mean slope {found.slope_deg:.1f}°"
    dense = f"{found.density_per_ha:,.0f} solid ones a hectare"
    yield "things", f"{found.things:,}; {dense}; of {found.solids:,} solids"
    yield "sight", f"{100 * found.occlusion:.0f} % of glances over 30 m end at something"
    yield "likeness", f"{found.self_similarity:.2f} of what stands about two places"
    ground = list(found.surfaces.items())[:6]
    yield "ground", ", ".join(f"{100 * share:.0f} % {name}" for name, share in ground)
    objects = list(found.classes.items())[:8]
    yield "objects", ", ".join(f"{count:,} {name}" for name, count in objects) or "none"
    yield "assets", f"{found.assets_bytes / 1e6:,.0f} MB of meshes and textures"
    if found.buildings:
        yield "buildings", f"{found.buildings}, {found.rooms} rooms"
    if found.roads_m:
        yield "roads", f"{found.roads_m / 1000:.1f} km"


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def _parameters(kind: type) -> dict[str, str]:
    """Names and defaults of a kind's own parameters."""
    import msgspec

    return {
        field.name: str(field.default)
        for field in msgspec.structs.fields(kind)
        if field.name not in ("objects", "people", "classes", "seed")
        and field.default is not msgspec.NODEFAULT
    }


_SEED = Argument("seed of the world", "N")
_SET = Argument("change a parameter, as in size_m=400", "NAME=VALUE", "set", "(repeatable)")
_WHAT = Argument("a kind of world, or a file of 'outrider world make'", "KIND|FILE", default="")
VERBS = {
    "list": Command(show_list, {"machine": MACHINE}),
    "make": Command(
        make,
        {
            "kind": Argument("a kind; 'outrider world list' names them", "KIND", default=""),
            "seed": _SEED, "overrides": _SET, "out": Argument("the file", "FILE"),
        },
    ),
    "show": Command(
        show,
        {"what": _WHAT, "seed": _SEED, "overrides": _SET, "out": Argument("the folder", "DIR")},
    ),
    "look": Command(
        look,
        {
            "what": _WHAT, "seed": _SEED, "overrides": _SET,
            "eye": Argument("x, y and height above the ground", "X Y H",
                            default="(default: where robots start)"),
            "toward": Argument("the same, of what is looked at", "X Y H",
                               default="(default: 20 m north)"),
            "size": Argument("width and height, pixels", "W H"),
            "level": Argument("low, medium, high or epic", "LEVEL"),
            "layers": Argument("depth, classes, instances and normals as well"),
            "out": Argument("the folder", "DIR"),
        },
    ),
    "classes": Command(
        classes,
        {"what": Argument("a scenario, or a scene's file", "SCENARIO|FILE", default=""),
         "machine": MACHINE},
    ),
    "surface": Command(
        surface,
        {
            "what": _WHAT, "seed": _SEED, "overrides": _SET, "out": Argument("the file", "FILE"),
            "density": Argument("points to a square metre", "N"),
            "region": Argument(
                "least x and y, largest x and y", "X Y X Y", default="(default: all)"
            ),
        },
    ),
    "stats": Command(
        stats, {"what": _WHAT, "seed": _SEED, "overrides": _SET, "machine": MACHINE}
    ),
}  # fmt: skip
