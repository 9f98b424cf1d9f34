"""Swarms: n identical multirotors in free flight, sixteen abreast, each under its own set-point.

    swarm = Swarm(1000, params, gains, dt_s=0.002)
    swarm.place(positions, headings=0.0)
    swarm.setpoints = rows                     # (n, 8): x y z heading vx vy vz weight
    swarm.step()
    leaving = swarm.leaving(64, clearance=ground, radius_m=1.0)
    rows = swarm.take(leaving.ids)             # now someone else moves them ...
    swarm.put(leaving.ids, rows)               # ... and back

A set-point with weight 1 is a position and a heading with a feed-forward velocity; with weight 0
the position is ignored: a velocity and a heading. A parked vehicle keeps every bit of its state.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import CommandError, DivergenceError, UserError
from outrider.sim.physics import _kernels_neighbours as row_kernels
from outrider.sim.physics import _kernels_swarm as kernels
from outrider.sim.physics._kernels_cascade import GROUP, LANES, SCRATCH
from outrider.sim.physics.lanes import aligned, check_size, checked_gains, constants, rotor_table
from outrider.sim.physics.multirotor import MultirotorParams
from outrider.sim.physics.neighbours import Neighbours

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
T = TypeVar("T")

STRETCH = 256
"""Blocks flown in one go; with their set-points they fit the second cache."""

LEAST_BLOCKS = 64
"""Below this many blocks a part is not worth a thread."""


class Rows(NamedTuple):
    """Plain states of k vehicles, copies."""

    position: Floats
    """(k, 3) m, world"""
    velocity: Floats
    """(k, 3) m/s, world"""
    quaternion: Floats
    """(k, 4) xyzw, world_from_body"""
    rates: Floats
    """(k, 3) rad/s, body"""
    rotor: Floats
    """(k, R) rad/s"""


class Clearance(NamedTuple):
    """The height above which nothing solid stands, cell by cell."""

    ceiling: Floats
    """(ny, nx) m: the highest of ground and obstacles in each cell"""
    origin: tuple[float, float]
    """Corner of cell [0, 0] in the world's plane, m"""
    cell_m: float
    outside_m: float
    """The ceiling beyond the cells"""
    margin_m: float
    """A vehicle less than this above the ceiling is low"""


class Leaving(NamedTuple):
    """Who needs the contact world: the smallest ids first, the others must wait."""

    ids: Integers
    waiting: Integers


class Swarm:
    """n multirotors with one set of parameters; ``threads`` changes the pace, not the bytes."""

    def __init__(
        self,
        n: int,
        params: MultirotorParams,
        gains: ArrayLike,
        *,
        dt_s: float,
        threads: int = 1,
    ) -> None:
        check_size(n, params, dt_s, threads)
        self.n, self.params, self.dt_s, self.threads = n, params, dt_s, threads
        self.gains = checked_gains(gains)
        self.blocks = -(-n // LANES)
        self._one_per_rotor = (0,) * params.rotor_count
        self._state = aligned((self.blocks, kernels.RIGID + params.rotor_count, LANES))
        self.setpoint_blocks = aligned((self.blocks, kernels.SETPOINT, LANES))
        """``[b, f, j]``: field f of vehicle 16 b + j, for those who write set-points in bulk."""
        self._wind = aligned((1, 3, LANES))
        self._idle: Flags = np.zeros((self.blocks, LANES), np.bool_)
        self._idle.reshape(-1)[n:] = True
        self._constants = constants(params, self.gains, dt_s)
        self._rotors = rotor_table(params)
        fields = self._state.shape[1]
        self._room = [
            (
                aligned((GROUP, SCRATCH, LANES)),
                aligned((GROUP, fields, LANES)),
                np.zeros(1),
            )
            for _ in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._neighbours: Neighbours | None = None
        # Lanes without a vehicle hover too: their numbers must stay harmless.
        self._write(np.arange(self.blocks * LANES), self._resting(np.zeros((1, 3)), 0.0))
        self.place(np.zeros((n, 3)))

    # Set-points and wind.

    @property
    def setpoints(self) -> Floats:
        """Copy ``(n, 8)``: x, y, z, heading, vx, vy, vz, weight of the position (0 or 1)."""
        return self._read(np.arange(self.n), self.setpoint_blocks)

    @setpoints.setter
    def setpoints(self, rows: ArrayLike) -> None:
        self.command(np.arange(self.n), rows)

    def command(self, ids: ArrayLike, rows: ArrayLike) -> None:
        """Set-points ``(k, 8)`` for the vehicles ``ids``; they hold until the next ones."""
        chosen = self._ids(ids)
        values = np.ascontiguousarray(
            np.broadcast_to(np.asarray(rows, np.float64), (len(chosen), kernels.SETPOINT))
        )
        if not np.isfinite(values).all():
            k = int(np.argmin(np.isfinite(values).all(axis=1)))
            raise CommandError(
                f"swarm: set-point of vehicle {chosen[k]} is {values[k].tolist()}; "
                "every number must be finite"
            )
        row_kernels.write_rows(chosen, values, self.setpoint_blocks)

    def set_wind(self, wind_mps: ArrayLike) -> None:
        """Air velocity in the world: ``(3,)`` for all or ``(n, 3)``; holds until the next one."""
        wind = np.asarray(wind_mps, np.float64)
        if wind.shape not in ((3,), (self.n, 3)) or not np.isfinite(wind).all():
            raise UserError(
                f"swarm: wind of shape {wind.shape} given; it takes finite m/s, (3,) or "
                f"({self.n}, 3)"
            )
        shape = (1 if wind.ndim == 1 else self.blocks, 3, LANES)
        if self._wind.shape != shape:
            self._wind = aligned(shape)
        if wind.ndim == 1:
            self._wind[:] = wind[:, None]
        else:
            row_kernels.write_rows(np.arange(self.n), np.ascontiguousarray(wind), self._wind)

    # Flight.

    def step(self, ticks: int = 1, *, aim: Callable[[int, int], None] | None = None) -> None:
        """Control and fly every vehicle that is not parked for ``ticks`` ticks of ``dt_s``.

        ``aim(first, last)`` may write ``setpoint_blocks[first:last]`` just before those fly, in
        the thread that flies them.
        """
        for room in self._room:
            room[2][0] = 0.0
        lost = sum(self._split(lambda a, b, i: self._fly(a, b, i, ticks, aim), self.blocks))
        if self._neighbours is not None:
            self._neighbours.moved(max(room[2][0] for room in self._room))
        if lost:
            raise DivergenceError(self._loss())

    def _fly(
        self,
        first: int,
        last: int,
        part: int,
        ticks: int,
        aim: Callable[[int, int], None] | None,
    ) -> int:
        lost = 0
        # In stretches, so that set-points are flown while they are still in the cache.
        for begin in range(first, last, STRETCH):
            end = min(begin + STRETCH, last)
            if aim is not None:
                aim(begin, end)
            lost += kernels.fly_blocks(
                begin, end, ticks, self._state, self.setpoint_blocks, self._wind, self._idle,
                self._constants, self._rotors, self._one_per_rotor, *self._room[part],
            )  # fmt: skip
        return lost

    def _loss(self) -> str:
        rows = self._read(np.arange(self.n), self._state)
        bad = ~(np.abs(rows) < kernels.HUGE).all(axis=1) & ~self.parked
        ids = np.flatnonzero(bad)
        shown = ", ".join(str(i) for i in ids[:8]) + (", …" if len(ids) > 8 else "")
        return (
            f"swarm: stage flight: the state of vehicle {shown} is no longer finite; "
            "check the set-points, the wind and the model's parameters"
        )

    def _split(
        self, work: Callable[[int, int, int], T], count: int, *, least: int = LEAST_BLOCKS
    ) -> list[T]:
        """``work(first, last, part)`` on parts of range(count), in threads; results in order."""
        parts = min(self.threads, max(1, count // least))
        edges = [count * k // parts for k in range(parts + 1)]
        if self._pool is None or parts == 1:
            return [work(0, count, 0)]
        later = [self._pool.submit(work, edges[k], edges[k + 1], k) for k in range(1, parts)]
        return [work(edges[0], edges[1], 0), *(one.result() for one in later)]

    def _ranges(self, work: Callable[[int, int], T], count: int, *, least: int) -> list[T]:
        return self._split(lambda first, last, _: work(first, last), count, least=least)

    # States.

    def state(self, ids: ArrayLike | None = None) -> Rows:
        """Copies of the states of ``ids``, or of all."""
        chosen = np.arange(self.n) if ids is None else self._ids(ids)
        return _rows(self._read(chosen, self._state))

    def places(self) -> Floats:
        """Copy ``(n, 2)``: where everybody is on the plane, parked ones too."""
        return self._state[:, :2].transpose(0, 2, 1).reshape(-1, 2)[: self.n]

    def place(self, positions: ArrayLike, *, headings: ArrayLike = 0.0) -> None:
        """Put all at ``(n, 3)`` m, level, at rest, hovering, told to stay; unparks all."""
        points = np.asarray(positions, np.float64)
        if points.shape != (self.n, 3):
            raise UserError(f"swarm: positions of shape {points.shape}; it takes ({self.n}, 3)")
        heading = np.broadcast_to(np.asarray(headings, np.float64), (self.n,))
        self.put(np.arange(self.n), self._resting(points, heading))
        aims = np.zeros((self.n, kernels.SETPOINT))
        aims[:, :3], aims[:, 3], aims[:, 7] = points, heading, 1.0
        self.setpoints = aims

    def _resting(self, positions: Floats, headings: ArrayLike) -> Rows:
        k = len(positions)
        half = 0.5 * np.broadcast_to(np.asarray(headings, np.float64), (k,))
        quaternion = np.zeros((k, 4))
        quaternion[:, 2], quaternion[:, 3] = np.sin(half), np.cos(half)
        rotor = np.tile(self.params.hover_speeds(), (k, 1))
        return Rows(positions, np.zeros((k, 3)), quaternion, np.zeros((k, 3)), rotor)

    def take(self, ids: ArrayLike) -> Rows:
        """Park the vehicles ``ids`` and hand out their states: someone else moves them now."""
        chosen = self._ids(ids)
        self._flags()[chosen] = True
        return self.state(chosen)

    def put(self, ids: ArrayLike, rows: Rows) -> None:
        """Give the vehicles ``ids`` these states and let them fly."""
        chosen = self._ids(ids)
        self.move(chosen, rows)
        self._flags()[chosen] = False

    def move(self, ids: ArrayLike, rows: Rows) -> None:
        """Overwrite states; who is parked stays parked, so that others keep clear of it."""
        chosen = self._ids(ids)
        width = self.params.rotor_count
        if any(len(block) != len(chosen) for block in rows) or rows.rotor.shape[1] != width:
            raise UserError(
                f"swarm: rows of shapes {[block.shape for block in rows]} for {len(chosen)} "
                f"vehicles with {width} rotors; each block takes one row per vehicle"
            )
        self._write(chosen, rows)
        if self._neighbours is not None:
            self._neighbours.moved(math.inf)

    def park(self, ids: ArrayLike) -> None:
        """Stop integrating the vehicles ``ids``."""
        self._flags()[self._ids(ids)] = True

    @property
    def parked(self) -> Flags:
        """Copy ``(n,)``: who is not integrated."""
        return self._flags()[: self.n].copy()

    def _flags(self) -> Flags:
        return self._idle.reshape(-1)

    # Who is near what.

    def close_pairs(self, radius_m: float, *, skin_m: float | None = None) -> Integers:
        """Ids ``(k, 2)`` of all pairs closer than ``radius_m``, parked ones too; ascending.

        ``skin_m`` (default: the radius) trades rarer rebuilds for longer ones, never exactness.
        """
        skin = radius_m if skin_m is None else skin_m
        if not (0.0 < radius_m < math.inf and 0.0 < skin < math.inf):
            raise UserError(
                f"swarm: radius_m is {radius_m!r} and skin_m {skin!r}; both must be above 0"
            )
        known = self._neighbours
        if known is None or (known.radius_m, known.skin_m) != (radius_m, skin):
            known = self._neighbours = Neighbours(self.n, radius_m, skin, self._ranges)
        return known.close_pairs(self._state)

    def low(self, clearance: Clearance) -> Integers:
        """Ids, ascending, of those less than the margin above the ceiling; parked ones too."""
        out = np.empty(self.n, np.int64)
        highest = max(float(clearance.ceiling.max(initial=-math.inf)), clearance.outside_m)
        found = row_kernels.find_low(
            self.n, self._state, clearance.ceiling, *clearance.origin, clearance.cell_m,
            clearance.outside_m, highest, clearance.margin_m, out,
        )  # fmt: skip
        return out[:found]

    def leaving(
        self,
        slots_free: int,
        *,
        clearance: Clearance | None = None,
        radius_m: float | None = None,
    ) -> Leaving:
        """Who flies and must move to the contact world: low, or closer than the radius to another.

        The smallest ids get the free slots. The others fly on without contact and are named again
        at the next call.
        """
        wanted: Flags = np.zeros(self.n, np.bool_)
        if clearance is not None:
            wanted[self.low(clearance)] = True
        if radius_m is not None:
            wanted[self.close_pairs(radius_m).reshape(-1)] = True
        ids = np.flatnonzero(wanted & ~self._flags()[: self.n]).astype(np.int64)
        return Leaving(ids[: max(slots_free, 0)], ids[max(slots_free, 0) :])

    # Keeping.

    def state_arrays(self) -> dict[str, NDArray[np.generic]]:
        """The arrays that are the state but for the wind, themselves: who writes them forgets."""
        return {"state": self._state, "setpoints": self.setpoint_blocks, "idle": self._idle}

    def forget(self) -> None:
        """The arrays were overwritten: what was derived from them is stale."""
        if self._neighbours is not None:
            self._neighbours.forget()

    def save(self) -> dict[str, NDArray[np.generic]]:
        """Everything that :meth:`load` needs to go on bit for bit, as copies."""
        return {
            "count": np.array([self.n]),
            "state": self._state.copy(),
            "setpoints": self.setpoint_blocks.copy(),
            "wind": self._wind.copy(),
            "idle": self._idle.copy(),
        }

    def load(self, saved: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from :meth:`save` of a swarm of the same size and model."""
        fit = saved["state"].shape == self._state.shape and saved["count"][0] == self.n
        if not fit:
            raise UserError(
                f"swarm: the saved state is of {saved['count'][0]} vehicles in blocks of "
                f"{saved['state'].shape}, this swarm has {self.n} in {self._state.shape}; "
                "load it into one of the same count and model"
            )
        self._state[...] = saved["state"]
        self.setpoint_blocks[...] = saved["setpoints"]
        self._wind = aligned(saved["wind"].shape)
        self._wind[...] = saved["wind"]
        self._idle[...] = saved["idle"]
        if self._neighbours is not None:
            self._neighbours.forget()

    # Rows and blocks.

    def _ids(self, ids: ArrayLike) -> Integers:
        chosen = np.atleast_1d(np.asarray(ids, np.int64))
        odd = chosen[(chosen < 0) | (chosen >= self.n)]
        if odd.size:
            raise CommandError(f"swarm: vehicle {odd[0]} named; there are 0 to {self.n - 1}")
        return chosen

    def _read(self, ids: Integers, blocks: Floats) -> Floats:
        rows = np.empty((len(ids), blocks.shape[1]))
        row_kernels.read_rows(ids, blocks, rows)
        return rows

    def _write(self, ids: Integers, rows: Rows) -> None:
        table = np.concatenate([np.asarray(block, np.float64) for block in rows], axis=1)
        full = np.ascontiguousarray(np.broadcast_to(table, (len(ids), table.shape[1])))
        row_kernels.write_rows(ids, full, self._state)


def _rows(table: Floats) -> Rows:
    return Rows(*(np.ascontiguousarray(part) for part in np.split(table, [3, 6, 10, 13], axis=1)))
