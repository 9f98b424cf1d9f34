"""Worlds without end: square cells that grow as somebody comes near and are dropped behind him.

A cell is a pure function of the world's recipe, its seed and the cell's place, so it is the same
whenever it is made again, in whatever order and thread.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.scenario.worlds import AnyWorld
from outrider.world.clearing import SPAWN_M, Place, spared
from outrider.world.objects import Objects, running_number
from outrider.world.objects import join as join_objects
from outrider.world.things import Things
from outrider.world.things import join as join_things

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Index = tuple[int, int]
"""Column and row of a cell: the one with (0, 0) lies north-east of the origin."""

KEEP_M: Final = 64.0
"""A cell is dropped when it is this much further away than one that is made."""
MOST_CELLS: Final = 4096
FURTHEST: Final = 1 << 16
MOST_SITES: Final = 1 << 18
_ENDLESS: Final = 1 << 62
"""Set in the ids of what grows in cells, and in no other."""
_SOLID_BITS: Final = 9


class Grower(Protocol):
    """What grows in a cell of an endless world."""

    @property
    def cell_m(self) -> float:
        """Edge of a cell."""
        ...

    @property
    def view_m(self) -> float:
        """Cells are made within this distance of whoever looks."""
        ...

    @property
    def recipe(self) -> bytes:
        """Everything that decides what grows, for the scene's digest."""
        ...

    def surface(self, points: F64) -> I64:
        """``(n,)`` classes of the ground at ``points (n, 2)``, -1 where the scene's cover rules."""
        ...

    def grow(self, cell: Index) -> Things:
        """The things of a cell, their origins within it, with ids of :func:`ids_in`."""
        ...


def ids_in(cell: Index, site: ArrayLike) -> I64:
    """Ids of things by the numbers of their sites within a cell, which never change."""
    number = np.asarray(site, np.int64)
    i, j = cell[0] + FURTHEST, cell[1] + FURTHEST
    if not _has_ids(cell) or number.max(initial=0) >= MOST_SITES or number.min(initial=0) < 0:
        raise UserError(
            f"cell {cell} with {number.max(initial=0):,} sites; cells from -{FURTHEST:,} to "
            f"{FURTHEST - 1:,} with up to {MOST_SITES:,} sites can be: make the cells larger"
        )
    head = _ENDLESS | (i << 44) | (j << 27)
    return np.asarray(np.int64(head) + (number << _SOLID_BITS), np.int64)


def _has_ids(cell: Index) -> bool:
    return all(-FURTHEST <= place < FURTHEST for place in cell)


def cell_of(ident: int) -> Index | None:
    """The cell in which something of this id grows; None if it is of no cell."""
    if not ident & _ENDLESS:
        return None
    return ((ident >> 44) & (2 * FURTHEST - 1)) - FURTHEST, (
        (ident >> 27) & (2 * FURTHEST - 1)
    ) - FURTHEST


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell, grown."""

    index: Index
    things: Things
    objects: Objects


def make_cell(grower: Grower, index: Index, free: Sequence[Place]) -> Cell:
    """A cell; nothing grows where robots start."""
    if not _has_ids(index):
        raise UserError(
            f"cell {index} of {grower.cell_m:g} m is asked for; cells from -{FURTHEST:,} to "
            f"{FURTHEST - 1:,} can be: stay nearer to the origin"
        )
    edge = grower.cell_m
    x, y = index[0] * edge, index[1] * edge
    margin = SPAWN_M + edge
    close = [p for p in free if abs(p[0] - x - 0.5 * edge) < margin + 0.5 * edge
             and abs(p[1] - y - 0.5 * edge) < margin + 0.5 * edge]  # fmt: skip
    things = spared(grower.grow(index), close)
    solids, owner = things.solids()
    ident = things.ident[owner] + 1 + running_number(things.ident[owner])
    objects = Objects(
        solids=solids, ident=ident, alive=np.ones(len(ident), np.bool_), owner=things.ident[owner]
    )
    return Cell(index=index, things=things, objects=objects)


@dataclass(frozen=True, kw_only=True)
class Growth:
    """What an endless scene holds beside its cells, and the cells that are there now."""

    spec: AnyWorld
    """The recipe, from which the grower can be made again."""
    grower: Grower
    objects: Objects
    """What stands whoever is near."""
    things: Things
    free: tuple[Place, ...] = ()
    cells: tuple[Cell, ...] = field(default=(), repr=False)
    """By index."""

    @cached_property
    def live(self) -> frozenset[Index]:
        """Which cells are there."""
        return frozenset(cell.index for cell in self.cells)

    @cached_property
    def _first_row(self) -> dict[Index, int]:
        counts = [len(cell.objects) for cell in self.cells]
        firsts = np.cumsum([len(self.objects), *counts]).tolist()
        return dict(zip((cell.index for cell in self.cells), firsts, strict=False))

    @cached_property
    def rows(self) -> int:
        """How many rows of objects there are before those that edits add."""
        return len(self.objects) + sum(len(cell.objects) for cell in self.cells)

    def with_cells(self, wanted: Iterable[Index]) -> Growth:
        """With exactly these cells; those that are there already are not made again."""
        chosen = sorted(set(wanted))
        if len(chosen) > MOST_CELLS:
            raise UserError(
                f"{len(chosen):,} cells of the endless world are in sight; at most "
                f"{MOST_CELLS:,} can be there: see less far (view_m) or spread the team less"
            )
        there = {cell.index: cell for cell in self.cells}
        cells = tuple(
            there.get(index) or make_cell(self.grower, index, self.free) for index in chosen
        )
        return replace(self, cells=cells)

    def all_objects(self) -> Objects:
        """What always stands there and what the cells hold, in rows by the cells' indices."""
        return join_objects([self.objects, *(cell.objects for cell in self.cells)])

    def all_things(self) -> Things:
        """The same of things."""
        return join_things([self.things, *(cell.things for cell in self.cells)])

    def new_rows(self, rows: I64, after: Growth) -> I64:
        """The rows in ``after`` of objects that have ``rows`` here; -1 of those dropped."""
        bounds = np.array([*self._first_row.values(), self.rows], np.int64)
        shifts = [after.rows - self.rows]
        indices = list(self._first_row)
        place = np.searchsorted(bounds, rows, side="right") - 1
        out = np.asarray(rows, np.int64).copy()
        for k in np.unique(place[place >= 0]).tolist():
            own = place == k
            if k == len(indices):
                out[own] += shifts[0]
                continue
            first = after._first_row.get(indices[k])
            out[own] = -1 if first is None else out[own] + first - bounds[k]
        return out


def visible(
    grower: Grower, points: ArrayLike, live: Iterable[Index] = (), *, view_m: float | None = None
) -> frozenset[Index]:
    """The cells that have to be there for whoever looks from ``points (n, 2 or 3)``.

    Those in view, and of the ones that are there those not yet ``KEEP_M`` out of view.
    """
    edge, view = grower.cell_m, grower.view_m if view_m is None else view_m
    where = np.asarray(points, np.float64)[:, :2]
    wanted: set[Index] = set()
    homes = np.floor(where / edge)
    for x, y in np.unique(homes, axis=0).tolist():
        near = where[(homes == (x, y)).all(1)]
        reach = math.ceil(view / edge)
        span = np.arange(-reach, reach + 1)
        grid = np.stack(np.meshgrid(x + span, y + span, indexing="ij"), -1).reshape(-1, 2)
        seen = _gap(near, grid, edge).min(0) <= view
        wanted.update((int(i), int(j)) for i, j in grid[seen])
    old = sorted(set(live) - wanted)
    if old and len(where):
        kept = _gap(where, np.array(old, np.float64), edge).min(0) <= view + KEEP_M
        wanted.update(index for index, keep in zip(old, kept.tolist(), strict=True) if keep)
    return frozenset(wanted)


def over(grower: Grower, extent: tuple[float, float, float, float]) -> frozenset[Index]:
    """The cells that a rectangle touches: least x and y, largest x and y."""
    low = [math.floor(v / grower.cell_m) for v in extent[:2]]
    high = [math.ceil(v / grower.cell_m) for v in extent[2:]]
    if (high[0] - low[0]) * (high[1] - low[1]) > MOST_CELLS:
        raise UserError(
            f"{extent} covers {(high[0] - low[0]) * (high[1] - low[1]):,} cells; at most "
            f"{MOST_CELLS:,} can be there at once, ask for a smaller part"
        )
    return frozenset((i, j) for i in range(low[0], high[0]) for j in range(low[1], high[1]))


def _gap(points: F64, cells: F64, edge: float) -> F64:
    """(points, cells) horizontal distances to squares; 0 inside."""
    away = points[:, None] - (cells[None] + 0.5) * edge
    beyond = np.maximum(np.abs(away) - 0.5 * edge, 0.0)
    return np.asarray(np.hypot(beyond[..., 0], beyond[..., 1]))
