"""The solids of a scene with their ids and names, and the index that finds them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import EditError, UnknownNameError, UserError
from outrider.world._kernels_objects import LEVELS, Obstacles, build_index
from outrider.world.semantics import CLASSES, SemanticClass
from outrider.world.solids import Solids, boxes, footprints, merge
from outrider.world.things import Things

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

MAX_OBJECTS = 4_000_000
EDIT_LAYER = "edit"
NOBODY = -1
SOLIDS_A_THING = 256
_ID_DIGITS = 19


def layer_ids(layer: str, count: int) -> I64:
    """``(count,)`` stable ids: a hash of the layer's name above a running number."""
    head = int.from_bytes(hashlib.blake2b(layer.encode(), digest_size=4).digest(), "big") >> 2
    return np.int64(head << 32) + np.arange(count, dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class Objects:
    """Solids in rows. A row keeps its object for ever: what is removed is no longer alive."""

    solids: Solids
    ident: I64
    """(n,) unique."""
    alive: NDArray[np.bool_]
    """(n,)."""
    owner: I64
    """(n,) id of the thing that a solid is a part of, -1 of what stands for itself."""
    given_names: Mapping[int, str] = field(default_factory=dict)
    """Names by id, of those that have one of their own."""
    classes: tuple[SemanticClass, ...] = CLASSES
    """The table that the numbers of the solids' classes stand for."""

    def __len__(self) -> int:
        return len(self.ident)

    @cached_property
    def obstacles(self) -> Obstacles:
        """What the kernels take; built once, 0.1 µs an object."""
        return _index(self)

    @cached_property
    def footprint(self) -> F64:
        """(n, 8) see the F_ columns of ``_kernels_objects``."""
        return np.ascontiguousarray(footprints(self.solids))

    @cached_property
    def matrices(self) -> F64:
        """(n, 3, 3) world_from_object."""
        return np.ascontiguousarray(rotation.to_matrix(self.solids.quaternion))

    @cached_property
    def _known(self) -> set[int]:
        return {*self.ident.tolist(), *self.owner.tolist()}

    @cached_property
    def _named(self) -> dict[str, int]:
        return {name: ident for ident, name in self.given_names.items()}

    def rows_of(self, which: int | str) -> I64:
        """The rows of a living object, or of all solids of a thing, by id or name."""
        ident = self.id_of(which) if isinstance(which, str) else int(which)
        part = (self.owner == ident) & (ident != NOBODY)
        rows = np.flatnonzero(((self.ident == ident) | part) & self.alive)
        if not len(rows):
            raise EditError(f"no object with id {ident} stands in the scene; see scene.objects")
        return rows

    def row_of(self, which: int | str) -> int:
        """The row of a living object; the first of a thing's."""
        return int(self.rows_of(which)[0])

    def whole_of(self, ident: int) -> int:
        """The id of the thing that a solid of this id is a part of; of anything else, its own."""
        owners = self.owner[(self.ident == ident) & self.alive]
        return int(owners[0]) if len(owners) and owners[0] != NOBODY else ident

    def id_of(self, name: str) -> int:
        """The id of a named object; ``<class>_<id>`` names any object."""
        if name in self._named:
            return self._named[name]
        tail = name.rpartition("_")[2]
        number = tail.isascii() and tail.isdigit() and len(tail) <= _ID_DIGITS
        if number and int(tail) in self._known:
            return int(tail)
        raise UnknownNameError("object", name, self._named)

    def name_of(self, row: int) -> str:
        """The given name, else ``<class>_<id>``; of a thing's solid, the thing's."""
        ident = int(self.owner[row]) if self.owner[row] != NOBODY else int(self.ident[row])
        return self.given_names.get(ident) or self._usual_name(row, ident)

    def _usual_name(self, row: int, ident: int) -> str:
        return f"{self.classes[self.solids.semantic[row]].name}_{ident}"

    def with_row(self, solid: Solids, ident: int, name: str | None) -> Objects:
        """These and one more."""
        return Objects(
            solids=merge((self.solids, solid)),
            ident=np.append(self.ident, np.int64(ident)),
            alive=np.append(self.alive, True),
            owner=np.append(self.owner, NOBODY),
            given_names={**self.given_names, **({ident: name} if name else {})},
            classes=self.classes,
        )


def gather(
    layers: Mapping[str, Solids],
    *,
    names: Mapping[str, Sequence[str | None]],
    things: Things | None = None,
    classes: tuple[SemanticClass, ...] = CLASSES,
) -> Objects:
    """Objects of named layers; ``names`` may name the solids of a layer one by one.

    The solids of ``things`` come last.
    """
    idents = [layer_ids(layer, len(solids)) for layer, solids in layers.items()]
    given: dict[int, str] = {}
    for layer, ids in zip(layers, idents, strict=True):
        for ident, name in zip(ids, names.get(layer, ()), strict=False):
            if name:
                given[int(ident)] = name
    parts = list(layers.values())
    owners = [np.full(sum(map(len, idents)), NOBODY, np.int64)]
    if things is not None and len(things):
        solids, owner = things.solids()
        parts.append(solids)
        idents.append(_solid_ids(things.ident[owner]))
        owners.append(things.ident[owner])
        given |= things.names
    ident = np.concatenate([np.zeros(0, np.int64), *idents])
    _check(ident, given)
    return Objects(
        solids=merge(parts), ident=ident, alive=np.ones(len(ident), np.bool_),
        owner=np.concatenate(owners), given_names=given, classes=classes,
    )  # fmt: skip


def _solid_ids(owner: I64) -> I64:
    """Ids of solids from the ids of their things, of which equal ones stand together."""
    head = (owner >> 32) ^ np.int64(0x2B5E0D11)
    body = (owner & 0xFFFFFFFF) * SOLIDS_A_THING + running_number(owner)
    return np.asarray((head << 32) + body)


def running_number(owner: I64) -> I64:
    """(n,) 0, 1, … within each run of equal owners."""
    first = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))[: len(owner)]
    number = np.arange(len(owner)) - np.repeat(first, np.diff([*first, len(owner)]))
    if number.max(initial=0) >= SOLIDS_A_THING:
        raise UserError(f"a thing has more than {SOLIDS_A_THING} solids; make it of fewer")
    return np.asarray(number, np.int64)


def join(parts: Sequence[Objects]) -> Objects:
    """All of them, in order; their ids are taken to differ."""
    joined = Objects(
        solids=merge([part.solids for part in parts]),
        ident=np.concatenate([part.ident for part in parts]),
        alive=np.concatenate([part.alive for part in parts]),
        owner=np.concatenate([part.owner for part in parts]),
        given_names={own: name for part in parts for own, name in part.given_names.items()},
        classes=max((part.classes for part in parts), key=len),
    )
    # What was worked out for the parts is not worked out again.
    joined.__dict__["footprint"] = np.concatenate([part.footprint for part in parts])
    joined.__dict__["matrices"] = np.concatenate([part.matrices for part in parts])
    return joined


def nothing() -> Objects:
    """No objects at all."""
    return gather(
        {"none": boxes(np.zeros((0, 3)), size=np.zeros((0, 3)), semantic="obstacle")}, names={}
    )


def _check(ident: I64, given: Mapping[int, str]) -> None:
    if len(ident) > MAX_OBJECTS:
        raise UserError(
            f"{len(ident):,} objects asked for; at most {MAX_OBJECTS:,} are allowed, "
            f"make the world smaller or less dense"
        )
    ordered = np.sort(ident)
    if (ordered[1:] == ordered[:-1]).any():
        raise UserError("two objects bear one id; give the layers of the world other names")
    for name, times in Counter(given.values()).items():
        if times > 1:
            raise UserError(f"{times} objects are named {name!r}; give each a name of its own")


def _index(objects: Objects) -> Obstacles:
    solids, alive = objects.solids, objects.alive
    living = int(alive.sum())
    slots = 4
    while slots < 2 * living:
        slots *= 2
    order, counts = np.zeros(living, np.int32), np.zeros(LEVELS, np.int32)
    table = np.full((slots, 5), -1, np.int64)
    build_index(solids.center, objects.footprint, alive, order, counts, table)
    return Obstacles(
        kind=solids.kind,
        center=solids.center,
        half_size=solids.half_size,
        rotation=objects.matrices,
        footprint=objects.footprint,
        ident=objects.ident,
        order=order,
        level_count=counts,
        table=table,
    )
