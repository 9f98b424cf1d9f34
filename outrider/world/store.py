"""A scene in one file: its base as arrays and its recipe-made parts, then the edits, made again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core.errors import OutriderError, UnsafeFileError
from outrider.core.safeio import GIB, load_arrays, save_arrays
from outrider.scenario.classes import CLASSES, OwnClass
from outrider.scenario.quantities import Name
from outrider.scenario.sky import Sky, fault_of
from outrider.scenario.worlds import AnyWorld
from outrider.world import generate
from outrider.world.edits import AnyEdit, checked
from outrider.world.endless import Index
from outrider.world.ground import GroundMap
from outrider.world.objects import MAX_OBJECTS, Objects
from outrider.world.people import Patrol
from outrider.world.places import Building, Road
from outrider.world.scene import Cover, Region, Scene
from outrider.world.semantics import own_classes, table_of
from outrider.world.solids import Solids
from outrider.world.terrain import Feature, Octave, Relief, Terrain, Trough
from outrider.world.things import Things

FORMAT: Final = "outrider scene 3"
FURTHEST_M: Final = 1e8
_ROWS: Final = {
    "kind": ("<i4", ()),
    "center": ("<f8", (3,)),
    "half_size": ("<f8", (3,)),
    "quaternion": ("<f8", (4,)),
    "semantic": ("<i4", ()),
    "ident": ("<i8", ()),
    "alive": ("|b1", ()),
    "owner": ("<i8", ()),
}
_THINGS: Final = {
    "thing_kind": ("<i4", ()),
    "thing_position": ("<f8", (3,)),
    "thing_quaternion": ("<f8", (4,)),
    "thing_scale": ("<f8", ()),
    "thing_tint": ("<f4", (3,)),
    "thing_ident": ("<i8", ()),
    "thing_label": ("<i4", ()),
}


class _Ground(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    level_m: float
    grade: tuple[float, float]
    octaves: tuple[Octave, ...]
    trough: Trough | None
    features: tuple[Feature, ...]


class _Growth(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    world: AnyWorld
    free: tuple[tuple[float, float], ...]
    cells: tuple[Index, ...]


class _Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    digest: str
    kind: Name
    """Files are named after it."""
    seed: int
    ground: _Ground
    names: dict[int, str]
    classes: tuple[OwnClass, ...]
    patrols: tuple[Patrol, ...]
    regions: tuple[Region, ...]
    buildings: tuple[Building, ...]
    roads: tuple[Road, ...]
    cover: Cover
    skins: dict[str, str]
    kinds: tuple[str, ...]
    relief: tuple[float, float, float] | None
    """Origin and step of the grid."""
    map: tuple[float, float, float] | None
    """Origin and step of the ground's map."""
    extent: tuple[float, float, float, float]
    sky: Sky = Sky()
    edits: tuple[AnyEdit, ...]
    growth: _Growth | None = None
    """Of an endless world: what grows is made again from its recipe."""


def save(scene: Scene, path: Path | str) -> None:
    """Write a scene; the file loads to one of the same digest."""
    base = scene.base or scene
    growth = base.growth
    terrain, objects = base.terrain, base.objects if growth is None else growth.objects
    solids, things = objects.solids, base.things if growth is None else growth.things
    facts = _Facts(
        format=FORMAT,
        digest=scene.digest,
        kind=scene.kind,
        seed=scene.seed,
        ground=_Ground(
            level_m=terrain.level_m,
            grade=terrain.grade,
            octaves=terrain.octaves,
            trough=terrain.trough,
            features=terrain.features,
        ),
        names=dict(objects.given_names),
        classes=own_classes(objects.classes),
        patrols=base.patrols,
        regions=base.regions,
        buildings=base.buildings,
        roads=base.roads,
        cover=base.cover,
        skins=dict(base.skins),
        kinds=things.kinds,
        relief=None if terrain.relief is None else _grid(terrain.relief),
        map=None if base.ground is None else _grid(base.ground),
        extent=base.extent,
        sky=base.sky,
        edits=scene.edits,
        growth=None if growth is None else _Growth(
            world=growth.spec, free=growth.free, cells=tuple(sorted(growth.live))
        ),
    )  # fmt: skip
    arrays: dict[str, NDArray[np.generic]] = {
        "kind": solids.kind,
        "center": solids.center,
        "half_size": solids.half_size,
        "quaternion": solids.quaternion,
        "semantic": solids.semantic,
        "ident": objects.ident,
        "alive": objects.alive,
        "owner": objects.owner,
        **{name: getattr(things, name.removeprefix("thing_")) for name in _THINGS},
    }
    if terrain.relief is not None:
        arrays["relief"] = terrain.relief.heights
    if base.ground is not None:
        arrays["surface"] = base.ground.classes
        if base.ground.water_m is not None:
            arrays["water"] = base.ground.water_m
    save_arrays(path, arrays, meta=msgspec.to_builtins(facts))


def _grid(of: Relief | GroundMap) -> tuple[float, float, float]:
    return (*of.origin_m, of.step_m)


def load(path: Path | str, *, max_bytes: int = GIB) -> Scene:
    """Read a scene; refuses whatever a kernel could not safely be given."""
    arrays, meta = load_arrays(path, max_bytes=max_bytes)
    try:
        facts = msgspec.convert(meta, _Facts, strict=False)
    except msgspec.ValidationError as fault:
        raise UnsafeFileError(f"{path}: not a scene: {fault}; make the world anew") from fault
    if facts.format != FORMAT:
        raise UnsafeFileError(f"{path}: format {facts.format!r}; this version reads {FORMAT!r}")
    _check_facts(facts, path)
    try:
        scene = _build(facts, _checked(arrays, path), path)
    except UnsafeFileError:
        raise
    except OutriderError as fault:
        raise UnsafeFileError(f"{path}: {fault}") from fault
    if scene.digest != facts.digest:
        raise UnsafeFileError(
            f"{path}: content has digest {scene.digest}, but {facts.digest} was written; "
            f"the file was changed, make the world anew"
        )
    return scene


def _build(facts: _Facts, rows: dict[str, NDArray[np.generic]], path: Path | str) -> Scene:
    ground = facts.ground
    solids = Solids(
        kind=rows["kind"].astype(np.int32),
        center=rows["center"].astype(np.float64),
        half_size=rows["half_size"].astype(np.float64),
        quaternion=rows["quaternion"].astype(np.float64),
        semantic=rows["semantic"].astype(np.int32),
    )
    classes = table_of(facts.classes)
    _check_solids(solids, rows["ident"], len(classes), path)
    things = _things(facts, rows, len(classes), path)
    relief = None
    if facts.relief is not None:
        heights = _plane(rows, "relief", "<f8", path)
        relief = Relief(heights, origin_m=facts.relief[:2], step_m=facts.relief[2])
    base = Scene(
        kind=facts.kind,
        seed=facts.seed,
        terrain=Terrain(
            level_m=ground.level_m,
            grade=ground.grade,
            octaves=ground.octaves,
            trough=ground.trough,
            relief=relief,
            features=ground.features,
        ),
        ground=_map(facts, rows, path),
        skins=facts.skins,
        things=things,
        objects=Objects(
            solids=solids,
            ident=rows["ident"].astype(np.int64),
            alive=rows["alive"].astype(np.bool_),
            owner=rows["owner"].astype(np.int64),
            given_names=facts.names,
            classes=classes,
        ),
        regions=facts.regions,
        buildings=facts.buildings,
        roads=facts.roads,
        cover=facts.cover,
        patrols=facts.patrols,
        extent=facts.extent,
        sky=facts.sky,
    )
    if facts.growth is not None:
        begun = generate.endless(base, facts.growth.world, None, facts.growth.free)
        return begun.with_cells(facts.growth.cells, edits=[checked(e) for e in facts.edits])
    return base.with_edits(facts.edits) if facts.edits else base


def _things(
    facts: _Facts, rows: dict[str, NDArray[np.generic]], classes: int, path: Path | str
) -> Things:
    owned = set(_owned(rows))
    found = Things(
        kinds=facts.kinds,
        kind=rows["thing_kind"].astype(np.int32),
        position=rows["thing_position"].astype(np.float64),
        quaternion=rows["thing_quaternion"].astype(np.float64),
        scale=rows["thing_scale"].astype(np.float64),
        tint=rows["thing_tint"].astype(np.float32),
        ident=rows["thing_ident"].astype(np.int64),
        label=rows["thing_label"].astype(np.int32),
        names={own: name for own, name in facts.names.items() if own in owned},
    )
    sound = (found.kind >= 0) & (found.kind < len(found.kinds)) & (found.scale > 0.0)
    sound &= (np.abs(found.position) <= 1e7).all(1) & (found.scale < 1e4)
    sound &= np.abs(np.sqrt((found.quaternion**2).sum(1)) - 1.0) < 1e-6
    sound &= (found.label >= -1) & (found.label < classes)
    if not sound.all() or not np.isfinite(found.tint).all():
        row = int(np.flatnonzero(~sound)[0]) if not sound.all() else 0
        raise UnsafeFileError(
            f"{path}: thing {row} has a kind, place, size or class that cannot be"
        )
    if len(np.unique(found.ident)) != len(found):
        raise UnsafeFileError(f"{path}: two things bear one id; make the world anew")
    return found


def _owned(rows: dict[str, NDArray[np.generic]]) -> list[int]:
    return [int(own) for own in rows["thing_ident"]]


def _map(facts: _Facts, rows: dict[str, NDArray[np.generic]], path: Path | str) -> GroundMap | None:
    if facts.map is None:
        return None
    water = _plane(rows, "water", "<f4", path) if "water" in rows else None
    return GroundMap(
        classes=_plane(rows, "surface", "|u1", path).astype(np.uint8),
        origin_m=facts.map[:2],
        step_m=facts.map[2],
        water_m=None if water is None else water.astype(np.float32),
    )


def _plane(
    rows: dict[str, NDArray[np.generic]], name: str, dtype: str, path: Path | str
) -> NDArray[np.generic]:
    array = rows.get(name)
    if array is None or array.dtype.str != dtype or array.ndim != 2 or not array.size:
        raise UnsafeFileError(f"{path}: array {name!r} is missing or no grid; make the world anew")
    return array


def _check_facts(facts: _Facts, path: Path | str) -> None:
    """What would be divided by, looked up in a table by a kernel, or drawn."""
    ground, (west, south, east, north) = facts.ground, facts.extent
    trough = ground.trough
    lengths = [octave.wavelength_m for octave in ground.octaves]
    lengths += [] if trough is None else [trough.flank_m, trough.stream_half_m]
    surfaces = [feature.surface for feature in ground.features]
    shapes = (ground, facts.relief, facts.map, facts.extent, facts.cover)
    sky = fault_of(facts.sky.light)
    faults = {
        f"a number beyond {FURTHEST_M:g}": any(
            not abs(number) <= FURTHEST_M for number in _floats(msgspec.to_builtins(shapes))
        ),
        "a wavelength or width that is not positive": not all(one > 0.0 for one in lengths),
        "a surface that is no built-in class": not all(-1 <= k < len(CLASSES) for k in surfaces),
        f"an extent of {east - west:g} x {north - south:g} m": west >= east or south >= north,
        f"a light that cannot be: {'' if sky is None else sky[1]}": sky is not None,
    }
    for what, wrong in faults.items():
        if wrong:
            raise UnsafeFileError(f"{path}: the scene has {what}; make the world anew")


def _floats(value: object) -> Iterator[float]:
    """All of them in nested lists and mappings."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        yield from _floats(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _floats(part)


def _checked(
    arrays: dict[str, NDArray[np.generic]], path: Path | str
) -> dict[str, NDArray[np.generic]]:
    count, many = _rows_of(arrays, "ident"), _rows_of(arrays, "thing_ident")
    if count > MAX_OBJECTS:
        raise UnsafeFileError(f"{path}: {count:,} objects; at most {MAX_OBJECTS:,} are read")
    for table, rows in ((_ROWS, count), (_THINGS, many)):
        for name, (dtype, tail) in table.items():
            array = arrays.get(name)
            if array is None or array.dtype.str != dtype or array.shape != (rows, *tail):
                found = "nothing" if array is None else f"{array.dtype.str} {array.shape}"
                raise UnsafeFileError(
                    f"{path}: array {name!r} is {found}, not {dtype} {(rows, *tail)}; "
                    f"make the world anew"
                )
    return arrays


def _rows_of(arrays: dict[str, NDArray[np.generic]], name: str) -> int:
    return len(arrays[name]) if name in arrays and arrays[name].ndim else 0


def _check_solids(
    solids: Solids, ident: NDArray[np.generic], classes: int, path: Path | str
) -> None:
    length = np.sqrt((solids.quaternion**2).sum(1))
    known = (solids.semantic >= 0) & (solids.semantic < classes)
    faults = {
        "a kind that does not exist": ~np.isin(solids.kind, (0, 1, 2, 3)),
        "a place beyond 1e7 m": ~(np.abs(solids.center) <= 1e7).all(1),
        "a size that is not positive": ~((solids.half_size >= 0.0) & (solids.half_size <= 1e6)).all(
            1
        ),
        "an attitude that is not a unit quaternion": ~(np.abs(length - 1.0) < 1e-6),
        "an unknown semantic class": ~known,
    }
    for what, rows in faults.items():
        if rows.any():
            row = int(np.flatnonzero(rows)[0])
            raise UnsafeFileError(f"{path}: object {row} has {what}; make the world anew")
    if len(np.unique(ident)) != len(ident):
        raise UnsafeFileError(f"{path}: two objects bear one id; make the world anew")
