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
from outrider.world.semantics import CLASSES
from outrider.world.solids import Solids, boxes, footprints, merge

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

MAX_OBJECTS = 4_000_000
EDIT_LAYER = "edit"


def layer_ids(layer: str, count: int) -> I64:
    """``(count,)`` stable ids: a hash of the layer's name above a running number."""
    head = int.from_bytes(hashlib.blake2b(layer.encode(), digest_size=4).digest(), "big") >> 1
    return np.int64(head << 32) + np.arange(count, dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class Objects:
    """Solids in rows. A row keeps its object for ever: what is removed is no longer alive."""

    solids: Solids
    ident: I64
    """(n,) unique."""
    alive: NDArray[np.bool_]
    """(n,)."""
    given_names: Mapping[int, str] = field(default_factory=dict)
    """Names by id, of those that have one of their own."""

    def __len__(self) -> int:
        return len(self.ident)

    @cached_property
    def obstacles(self) -> Obstacles:
        """What the kernels take; built once, 0.1 µs an object."""
        return _index(self)

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {int(ident): row for row, ident in enumerate(self.ident)}

    @cached_property
    def _named(self) -> dict[str, int]:
        return {name: ident for ident, name in self.given_names.items()}

    def row_of(self, which: int | str) -> int:
        """The row of a living object by id or name."""
        ident = self.id_of(which) if isinstance(which, str) else int(which)
        row = self._rows.get(ident, -1)
        if row < 0 or not self.alive[row]:
            raise EditError(f"no object with id {ident} stands in the scene; see scene.objects")
        return row

    def id_of(self, name: str) -> int:
        """The id of a named object; ``<class>_<id>`` names any object."""
        if name in self._named:
            return self._named[name]
        tail = name.rpartition("_")[2]
        if tail.isdigit() and int(tail) in self._rows:
            return int(tail)
        raise UnknownNameError("object", name, self._named)

    def name_of(self, row: int) -> str:
        """The given name, else ``<class>_<id>``."""
        ident = int(self.ident[row])
        return self.given_names.get(ident) or f"{CLASSES[self.solids.semantic[row]].name}_{ident}"

    def with_row(self, solid: Solids, ident: int, name: str | None) -> Objects:
        """These and one more."""
        return Objects(
            solids=merge((self.solids, solid)),
            ident=np.append(self.ident, np.int64(ident)),
            alive=np.append(self.alive, True),
            given_names={**self.given_names, **({ident: name} if name else {})},
        )


def gather(layers: Mapping[str, Solids], *, names: Mapping[str, Sequence[str | None]]) -> Objects:
    """Objects of named layers; ``names`` may name the solids of a layer one by one."""
    idents = [layer_ids(layer, len(solids)) for layer, solids in layers.items()]
    given: dict[int, str] = {}
    for layer, ids in zip(layers, idents, strict=True):
        for ident, name in zip(ids, names.get(layer, ()), strict=False):
            if name:
                given[int(ident)] = name
    ident = np.concatenate(idents) if idents else np.zeros(0, np.int64)
    _check(ident, given)
    solids = merge(list(layers.values()))
    return Objects(
        solids=solids, ident=ident, alive=np.ones(len(ident), np.bool_), given_names=given
    )


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
    if len(np.unique(ident)) != len(ident):
        raise UserError("two objects bear one id; give the layers of the world other names")
    for name, times in Counter(given.values()).items():
        if times > 1:
            raise UserError(f"{times} objects are named {name!r}; give each a name of its own")


def _index(objects: Objects) -> Obstacles:
    solids, alive = objects.solids, objects.alive
    shadow = footprints(solids)
    living = int(alive.sum())
    slots = 4
    while slots < 2 * living:
        slots *= 2
    order, counts = np.zeros(living, np.int32), np.zeros(LEVELS, np.int32)
    table = np.full((slots, 5), -1, np.int64)
    build_index(solids.center, shadow, alive, order, counts, table)
    return Obstacles(
        kind=solids.kind,
        center=solids.center,
        half_size=solids.half_size,
        rotation=np.ascontiguousarray(rotation.to_matrix(solids.quaternion)),
        footprint=np.ascontiguousarray(shadow),
        ident=objects.ident,
        order=order,
        level_count=counts,
        table=table,
    )
