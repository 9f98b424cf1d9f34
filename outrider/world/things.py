"""Things: what stands in a world as instances of archetypes, each with a pose and a stable id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world.archetype import Archetype
from outrider.world.library import archetype
from outrider.world.semantics import number_of
from outrider.world.solids import Solids, merge

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
I32 = NDArray[np.int32]


@dataclass(frozen=True, kw_only=True)
class Things:
    """n instances in rows."""

    kinds: tuple[str, ...]
    """Names of archetypes, as the catalogue knows them."""
    kind: I32
    """(n,) place in ``kinds``."""
    position: F64
    """(n, 3) of the origin."""
    quaternion: F64
    """(n, 4) xyzw world_from_thing."""
    scale: F64
    """(n,)."""
    tint: NDArray[np.float32]
    """(n, 3) factors of the colour."""
    ident: I64
    """(n,) unique."""
    label: I32
    """(n,) number of the class that all of it is of; -1: as its archetype says."""
    names: Mapping[int, str] = field(default_factory=dict)
    """By id, of those that have one of their own."""

    def __len__(self) -> int:
        return len(self.kind)

    @cached_property
    def archetypes(self) -> tuple[Archetype, ...]:
        """One for each of ``kinds``."""
        return tuple(archetype(name) for name in self.kinds)

    @cached_property
    def semantic(self) -> I32:
        """(n,) class numbers."""
        table = np.array([number_of(a.semantic) for a in self.archetypes] or [0], np.int32)
        return np.where(self.label >= 0, self.label, table[self.kind])

    def take(self, chosen: NDArray[np.bool_] | I64) -> Things:
        """The chosen rows (mask or indices)."""
        return replace(
            self,
            kind=self.kind[chosen],
            position=self.position[chosen],
            quaternion=self.quaternion[chosen],
            scale=self.scale[chosen],
            tint=self.tint[chosen],
            ident=self.ident[chosen],
            label=self.label[chosen],
        )

    def solids(self) -> tuple[Solids, I64]:
        """What of them one bumps into, and for each solid the row of its thing."""
        parts, owners = [], []
        for k, made in enumerate(self.archetypes):
            rows = np.flatnonzero(self.kind == k)
            if len(rows) and len(made.proxies):
                parts.append(_stamp(made.proxies, self, rows))
                owners.append(np.repeat(rows, len(made.proxies)))
        return merge(parts), np.concatenate([np.zeros(0, np.int64), *owners])


def nothing() -> Things:
    """No things at all."""
    return things((), np.zeros(0, np.int32), np.zeros((0, 3)), ident=np.zeros(0, np.int64))


def things(
    kinds: Sequence[str],
    kind: ArrayLike,
    position: ArrayLike,
    *,
    ident: I64,
    heading: ArrayLike = 0.0,
    quaternion: ArrayLike | None = None,
    scale: ArrayLike = 1.0,
    tint: ArrayLike = 1.0,
    label: ArrayLike = -1,
    names: Mapping[int, str] | None = None,
) -> Things:
    """Things from values for each or for all; upright, unless a quaternion is given."""
    where = np.asarray(position, np.float64).reshape(-1, 3)
    n = len(where)
    turn = rotation.from_heading(heading) if quaternion is None else np.asarray(quaternion)
    shade = np.asarray(tint, np.float32)
    shade = shade[:, None] if shade.ndim == 1 and len(shade) == n != 3 else shade
    return Things(
        kinds=tuple(kinds),
        kind=np.asarray(kind, np.int32),
        position=where,
        quaternion=np.array(np.broadcast_to(turn, (n, 4))),
        scale=np.array(np.broadcast_to(np.asarray(scale, np.float64), (n,))),
        tint=np.array(np.broadcast_to(shade, (n, 3))),
        ident=np.asarray(ident, np.int64),
        label=np.array(np.broadcast_to(np.asarray(label, np.int32), (n,))),
        names=dict(names or {}),
    )


def join(parts: Sequence[Things]) -> Things:
    """All of them, in order; equal kinds become one."""
    kinds = tuple(dict.fromkeys(name for part in parts for name in part.kinds))
    place = {name: k for k, name in enumerate(kinds)}
    if not parts:
        return nothing()
    moved = [np.array([place[n] for n in p.kinds] or [0], np.int32)[p.kind] for p in parts]
    return Things(
        kinds=kinds,
        kind=np.concatenate(moved),
        position=np.concatenate([p.position for p in parts]),
        quaternion=np.concatenate([p.quaternion for p in parts]),
        scale=np.concatenate([p.scale for p in parts]),
        tint=np.concatenate([p.tint for p in parts]),
        ident=np.concatenate([p.ident for p in parts]),
        label=np.concatenate([p.label for p in parts]),
        names={ident: name for part in parts for ident, name in part.names.items()},
    )


def _stamp(proxies: Solids, all_things: Things, rows: I64) -> Solids:
    """An archetype's solids at the poses of its things, thing by thing."""
    count, many = len(rows), len(proxies)
    turn = np.repeat(all_things.quaternion[rows], many, axis=0)
    scale = np.repeat(all_things.scale[rows], many)
    label = np.repeat(all_things.label[rows], many)
    local = np.tile(proxies.center, (count, 1)) * scale[:, None]
    return Solids(
        kind=np.tile(proxies.kind, count),
        center=rotation.rotate(turn, local) + np.repeat(all_things.position[rows], many, axis=0),
        half_size=np.tile(proxies.half_size, (count, 1)) * scale[:, None],
        quaternion=rotation.multiply(turn, np.tile(proxies.quaternion, (count, 1))),
        semantic=np.where(label >= 0, label, np.tile(proxies.semantic, count)),
    )
