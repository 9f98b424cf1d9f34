"""Swarms: UAV-steps a second on one core, and how many UAVs two cores fly in real time.

Every tick is a call of its own, with new set-points for all (a wave runs through the formation,
and writing it is part of the time) and, unless said, with all pairs closer than a radius found.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from outrider.bench.measure import Size, alternate, insist, median, wall_s
from outrider.bench.published import FLIGHTFORGE_SWARM_HZ, FLIGHTFORGE_UAVS
from outrider.bench.record import Record
from outrider.core.errors import InternalError
from outrider.sim.physics.swarm import Swarm
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.formation import Formation

MODEL: Final = "x500"
TICK_S: Final = 0.004
UAVS: Final = 10_000
TICKS: Final = 250
FIRST_GUESS: Final = 150_000
SPACING_M: Final = 2.0
RADIUS_M: Final = 1.0
HEIGHT_M: Final = 30.0
FIELDS: Final = 13
"""f64 of a UAV's state before its rotors; a set-point has 8, the neighbours' anchor 3."""


def core(size: Size) -> Record:
    """UAV-steps a second of 10,000 UAVs on one core."""
    flock = _Flock(size.count(UAVS, least=400), threads=1)
    ticks = size.count(TICKS, least=20)
    works: list[Callable[[], None]] = [partial(flock.fly, ticks), partial(flock.fly_alone, ticks)]
    searched, alone = (flock.n * ticks / median(times) for times in alternate(works, size.repeats))
    flock.check()
    return Record(
        name="swarm/core",
        value=searched,
        unit="UAV-steps/s",
        target=25e6,
        better="higher",
        beside={
            "uavs": flock.n,
            "without_neighbours": alone,
            "without_neighbours_target": 40e6,
            "without_neighbours_met": alone >= 40e6,
            "gb_s": searched * flock.bytes_a_step(neighbours=True) / 1e9,
            "gb_s_without_neighbours": alone * flock.bytes_a_step(neighbours=False) / 1e9,
            "flightforge": FLIGHTFORGE_SWARM_HZ,
            "ratio_to_flightforge": searched / FLIGHTFORGE_SWARM_HZ,
        },
    )


def realtime(size: Size) -> Record:
    """How many UAVs two cores fly at 250 Hz in real time."""
    guess = size.count(FIRST_GUESS, least=2_000)
    rate = _rate(_Flock(guess, threads=2), size)
    # Once more with as many as that would carry: the rate depends on what the caches hold.
    flock = _Flock(max(400, min(int(rate * TICK_S), 2 * guess)), threads=2)
    rate = _rate(flock, size)
    return Record(
        name="swarm/realtime",
        value=float(int(rate * TICK_S)),
        unit="UAVs",
        target=100_000.0,
        better="higher",
        beside={
            "stretch": 200_000.0,
            "uavs_flown": flock.n,
            "uav_steps_s": rate,
            "tick_ms": 1e3 * flock.n / rate,
            "gb_s": rate * flock.bytes_a_step(neighbours=True) / 1e9,
            "threads": flock.swarm.threads,
            "flightforge_uavs": FLIGHTFORGE_UAVS,
            "ratio_to_flightforge": rate / FLIGHTFORGE_SWARM_HZ,
        },
    )


def _rate(flock: _Flock, size: Size) -> float:
    """UAV-steps a second, searched; the first second of flight does not count."""
    ticks = size.count(100, least=5)
    flock.fly(ticks)
    taken = median(wall_s(partial(flock.fly, ticks)) for _ in range(size.repeats))
    flock.check()
    return flock.n * ticks / taken


class _Flock:
    """A swarm on its wave."""

    def __init__(self, n: int, *, threads: int) -> None:
        model = catalogue.load(MODEL)
        if not isinstance(model, MultirotorModel):
            raise InternalError(f"benchmark: {MODEL} is not a multirotor")
        self.n, self.tick = n, 0
        self.rotors = model.params().rotor_count
        self.formation = Formation(
            "wave", n, spacing_m=SPACING_M, position_m=(0.0, 0.0, HEIGHT_M), speed_mps=2.0
        )
        self.swarm = Swarm(n, model.params(), model.gains_row(), dt_s=TICK_S, threads=threads)
        self.swarm.place(self.formation.setpoints(0.0)[:, :3])

    def fly(self, ticks: int) -> None:
        for _ in range(ticks):
            self._step()
            self.swarm.close_pairs(RADIUS_M)

    def fly_alone(self, ticks: int) -> None:
        for _ in range(ticks):
            self._step()

    def _step(self) -> None:
        seconds = self.tick * TICK_S
        self.swarm.step(aim=partial(self.formation.write_part, seconds, self.swarm.setpoint_blocks))
        self.tick += 1

    def bytes_a_step(self, *, neighbours: bool) -> float:
        """Memory read and written per UAV and tick, were nothing kept in a cache."""
        state = 2 * (FIELDS + self.rotors)
        return 8.0 * (state + 2 * 8 + (2 * 3 if neighbours else 0))

    def check(self) -> None:
        """They are where they were told to be, and no two came close."""
        told = self.formation.setpoints((self.tick - 1) * TICK_S)[:, :3]
        off = np.abs(self.swarm.state().position - told).max()
        insist(off < 1.0, f"the swarm is {off:.2f} m off its formation")
        insist(len(self.swarm.close_pairs(RADIUS_M)) == 0, "UAVs of the wave came close")
