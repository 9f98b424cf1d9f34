"""Changes of a scene: objects come, go and move, light and weather turn. Plain, to be logged."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import EditError, OutriderError
from outrider.scenario.sky import Light, Weather, fault_of
from outrider.world._kernels_objects import BOX, CAPSULE, CYLINDER, SPHERE
from outrider.world.fields import as_declared
from outrider.world.objects import EDIT_LAYER, Objects, layer_ids
from outrider.world.semantics import number_of
from outrider.world.solids import Solids
from outrider.world.things import Things

Point = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
_KINDS = {"box": BOX, "cylinder": CYLINDER, "sphere": SPHERE, "capsule": CAPSULE}


class AddObject(Struct, frozen=True, kw_only=True, tag="add", forbid_unknown_fields=True):
    """Put a solid into the scene; sizes as in ``Obstacles.half_size``. Gets the next edit id."""

    shape: Literal["box", "cylinder", "sphere", "capsule"]
    position_m: Point
    half_m: Point
    quaternion: Quaternion = (0.0, 0.0, 0.0, 1.0)
    semantic: str = "obstacle"
    name: str | None = None


class RemoveObject(Struct, frozen=True, kw_only=True, tag="remove", forbid_unknown_fields=True):
    """Take an object away, by id or name."""

    which: int | str


class MoveObject(Struct, frozen=True, kw_only=True, tag="move", forbid_unknown_fields=True):
    """Put an object elsewhere, by id or name."""

    which: int | str
    position_m: Point
    quaternion: Quaternion | None = None


class SetLight(Struct, frozen=True, kw_only=True, tag="light", forbid_unknown_fields=True):
    """Another light; a ``time`` is still that of the run's start."""

    light: Light


class SetWeather(Struct, frozen=True, kw_only=True, tag="weather", forbid_unknown_fields=True):
    """Another weather, whole."""

    weather: Weather


AnyEdit = AddObject | RemoveObject | MoveObject | SetLight | SetWeather


def checked(edit: AnyEdit) -> AnyEdit:
    """The edit with every value of its declared type."""
    try:
        made = as_declared(edit, type(edit))
    except msgspec.ValidationError as fault:
        raise EditError(f"{type(edit).__name__}: {fault}; see outrider.world.edits") from fault
    wrong = fault_of(made.light) if isinstance(made, SetLight) else None
    if wrong is not None:
        raise EditError(f"SetLight: {wrong[0] or 'light'}: {wrong[1]}")
    return made


def resolved(edit: AnyEdit, objects: Objects) -> AnyEdit:
    """The edit with the id of what it names."""
    if not isinstance(edit, RemoveObject | MoveObject) or not isinstance(edit.which, str):
        return edit
    return msgspec.structs.replace(edit, which=objects.id_of(edit.which))


def apply(edit: AnyEdit, objects: Objects, things: Things, number: int) -> tuple[Objects, Things]:
    """Objects and things after an edit; ``number`` counts the edits of the scene from 0."""
    if isinstance(edit, AddObject):
        return _add(edit, objects, int(layer_ids(EDIT_LAYER, number + 1)[-1])), things
    if isinstance(edit, SetLight | SetWeather):
        return objects, things
    named = objects.id_of(edit.which) if isinstance(edit.which, str) else int(edit.which)
    ident = objects.whole_of(named)
    thing = np.flatnonzero(things.ident == ident)
    if not len(thing):
        rows = objects.rows_of(ident)
        if isinstance(edit, RemoveObject):
            return _without(objects, rows, ident), things
        return _put(edit, objects, int(rows[0])), things
    rows = np.flatnonzero(objects.owner == ident)
    if isinstance(edit, RemoveObject):
        return _without(objects, rows, ident), things.take(things.ident != ident)
    return _put_thing(edit, objects, things, int(thing[0]), rows)


def _without(objects: Objects, rows: NDArray[np.int64], ident: int) -> Objects:
    alive = objects.alive.copy()
    alive[rows] = False
    names = {own: name for own, name in objects.given_names.items() if own != ident}
    return replace(objects, alive=alive, given_names=names)


def _put(edit: MoveObject, objects: Objects, row: int) -> Objects:
    solids = objects.solids
    center, quaternion = solids.center.copy(), solids.quaternion.copy()
    center[row] = _finite(edit.position_m, f"object {edit.which!r}: position")
    if edit.quaternion is not None:
        quaternion[row] = _turn(edit.quaternion, f"object {edit.which!r}")
    return replace(objects, solids=replace(solids, center=center, quaternion=quaternion))


def _put_thing(
    edit: MoveObject, objects: Objects, things: Things, thing: int, rows: NDArray[np.int64]
) -> tuple[Objects, Things]:
    """Move a thing and, with it, its solids."""
    where = _finite(edit.position_m, f"object {edit.which!r}: position")
    old = things.quaternion[thing]
    new = old if edit.quaternion is None else _turn(edit.quaternion, f"object {edit.which!r}")
    turn = rotation.multiply(new, rotation.conjugate(old))
    solids = objects.solids
    center, quaternion = solids.center.copy(), solids.quaternion.copy()
    center[rows] = where + rotation.rotate(turn, center[rows] - things.position[thing])
    quaternion[rows] = rotation.multiply(turn, quaternion[rows])
    position, attitude = things.position.copy(), things.quaternion.copy()
    position[thing], attitude[thing] = where, new
    return (
        replace(objects, solids=replace(solids, center=center, quaternion=quaternion)),
        replace(things, position=position, quaternion=attitude),
    )


def _add(edit: AddObject, objects: Objects, ident: int) -> Objects:
    where = f"object {edit.name or edit.shape!r}"
    if edit.name in objects.given_names.values():
        raise EditError(f"{where}: the name is taken; give the new object another one")
    half = _finite(edit.half_m, f"{where}: half size")
    if not (half[:2] > 0.0).all() or half[2] < 0.0:
        raise EditError(f"{where}: half size {edit.half_m}; sizes must be positive")
    number = number_of(edit.semantic, where=where, classes=objects.classes)
    solid = Solids(
        kind=np.array([_KINDS[edit.shape]], np.int32),
        center=_finite(edit.position_m, f"{where}: position")[None],
        half_size=half[None],
        quaternion=_turn(edit.quaternion, where)[None],
        semantic=np.array([number], np.int32),
    )
    return objects.with_row(solid, ident, edit.name)


def _finite(values: Point, what: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    array = np.array(values, dtype=np.float64)
    if array.shape != (3,) or not (np.abs(array) <= 1e7).all():
        raise EditError(f"{what} {values}; three numbers within ±1e7 m are allowed")
    return array


def _turn(quaternion: Quaternion, where: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    try:
        return rotation.normalise(quaternion)
    except OutriderError as fault:
        raise EditError(f"{where}: {fault}; give xyzw of an attitude") from fault
