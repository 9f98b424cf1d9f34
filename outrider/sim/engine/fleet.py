"""A swarm in a running team: free flight in its own kernel, contact in borrowed slots."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UserError
from outrider.scenario.schema import Robot, Swarm
from outrider.sim.engine import ceilings
from outrider.sim.engine.members import Member, Start
from outrider.sim.engine.team import Team
from outrider.sim.physics.blocks import Blocks
from outrider.sim.physics.swarm import Rows
from outrider.sim.physics.swarm import Swarm as Flock
from outrider.sim.robots import catalogue, flight
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.formation import Formation
from outrider.sim.robots.navigate import Whereabouts
from outrider.world.scene import Scene

Floats = NDArray[np.float64]

CHECK_TICKS: Final = 5
"""Who must change between free flight and contact is decided this often, in order of number."""
THREADS: Final = 2
NEAR_M: Final = 1.0
"""Free space that a vehicle keeps around its hull before it counts as near something."""
SQUARE_M: Final = 32.0
"""Who is in one square of the plane counts as one when cells of an endless world are made."""
NOBODY: Final = -1
WAITING_M: Final = 5.0e4
"""Height at which the bodies of unused slots wait: below a plane they would be inside of it."""


def slot_members(swarm: Swarm) -> list[Member]:
    """The bodies of the contact world that vehicles of a swarm borrow; nobody's names."""
    model = catalogue.load(swarm.model, parameters=swarm.parameters, where=swarm.name)
    if not isinstance(model, MultirotorModel):
        raise UserError(
            f"swarm.model: {swarm.model!r} is a {model.kind}; a swarm is made of multirotors"
        )
    plan, spread = model.body_plan(), 4.0
    return [
        Member(
            spec=Robot(name=f"{swarm.name}_slot{k}", model=swarm.model),
            model=model,
            plan=plan,
            start=Start(position=(spread * k, 0.0, WAITING_M)),
        )
        for k in range(swarm.contact_slots)
    ]


class Fleet:
    """The vehicles of a scenario's swarm, by number; ``holder (K,)`` says who is in which slot."""

    def __init__(self, spec: Swarm, *, scene: Scene, blocks: Blocks, tick_s: float) -> None:
        model = catalogue.load(spec.model, parameters=spec.parameters, where=spec.name)
        if not isinstance(model, MultirotorModel):
            raise UserError(f"swarm.model: {spec.model!r} is no multirotor")
        self.spec, self.tick_s = spec, tick_s
        self.flock = Flock(
            spec.count, model.params(), model.gains_row(), dt_s=tick_s, threads=THREADS
        )
        self.formation = Formation(
            spec.pattern, spec.count, spacing_m=spec.spacing_m, position_m=spec.position_m,
            speed_mps=spec.speed_mps,
        )  # fmt: skip
        self.flock.place(self.formation.setpoints(0.0)[:, :3])
        self.reach_m = max(
            float(np.abs(s.position_m).max()) + max(s.size_m) for s in model.collider
        )
        self._window = ceilings.window_of(self.formation)
        self.see(scene)
        self.holder: NDArray[np.int64] = np.full(spec.contact_slots, NOBODY, np.int64)
        self._enter(blocks)
        self.waiting = 0
        """How many needed a slot at the last check and found none: they fly on without contact."""

    def _enter(self, blocks: Blocks) -> None:
        blocks.adopt("swarm.holder", self.holder)
        for name, array in self.flock.state_arrays().items():
            blocks.adopt(f"swarm.{name}", array)

    def move_to(self, blocks: Blocks, scene: Scene) -> None:
        """The team was rebuilt: keep everything, look at the scene as it is now."""
        self._enter(blocks)
        self.see(scene)

    def see(self, scene: Scene) -> None:
        """Objects came or went: keep clear of those that stand there now."""
        self.clearance = ceilings.clearance(scene, self._window, margin_m=self.reach_m + NEAR_M)

    def places(self) -> Floats:
        """(k, 2) middles of the squares of ``SQUARE_M`` with a vehicle in them."""
        x, y = np.floor(self.flock.places() / SQUARE_M).T
        # Complex numbers are sorted ten times as fast as pairs.
        held = np.unique(x + 1j * y)
        return (np.column_stack((held.real, held.imag)) + 0.5) * SQUARE_M

    def before_tick(self, team: Team, tick: int) -> None:
        """Hand over who must change, and aim those that are in slots."""
        if tick % CHECK_TICKS == 0:
            self._release(team)
            self._admit(team, tick)
        used = np.flatnonzero(self.holder != NOBODY)
        if len(used):
            aims = self.flock.setpoints[self.holder[used]]
            team.setpoint[team.first_slot + used, :7] = aims[:, :7]

    def after_tick(self, team: Team, tick: int) -> None:
        """Fly the tick that the contact world has just run."""
        self.flock.set_wind(team.wind_now)
        time_s = tick * self.tick_s
        blocks = self.flock.setpoint_blocks
        self.flock.step(
            aim=lambda first, last: self.formation.write_part(time_s, blocks, first, last)
        )
        used = np.flatnonzero(self.holder != NOBODY)
        if len(used):
            self.flock.move(self.holder[used], self._rows(team, used))

    def _admit(self, team: Team, tick: int) -> None:
        free = np.flatnonzero(self.holder == NOBODY)
        leaving = self.flock.leaving(
            len(free), clearance=self.clearance, radius_m=2.0 * self.reach_m + NEAR_M
        )
        self.waiting = len(leaving.waiting)
        if not len(leaving.ids):
            return
        rows = self.flock.take(leaving.ids)
        for k, number in enumerate(leaving.ids.tolist()):
            slot = int(free[k])
            self.holder[slot] = number
            self._occupy(team, slot, rows, k, tick)
        team.physics.refresh()

    def _occupy(self, team: Team, slot: int, rows: Rows, k: int, tick: int) -> None:
        row = team.first_slot + slot
        client, physics = int(team.client_of[row]), team.physics
        root = np.concatenate(
            [rows.position[k], rows.quaternion[k], rows.velocity[k], rows.rates[k]]
        )
        physics.parked[client] = 0
        physics.write_root(client, root)
        physics.before[client] = root
        physics.rotor[row, : rows.rotor.shape[1]] = rows.rotor[k]
        x, y, z = rows.position[k].tolist()
        team.navigator.control(row, Whereabouts(tick, (x, y, z)))
        team.mode[row] = flight.mode_number("position_heading")

    def _release(self, team: Team) -> None:
        """Whoever touches nothing and is near nothing flies freely again."""
        used = np.flatnonzero(self.holder != NOBODY)
        if not len(used):
            return
        near = set(self.flock.low(self.clearance).tolist())
        near |= set(self.flock.close_pairs(2.0 * self.reach_m + NEAR_M).reshape(-1).tolist())
        for slot in used.tolist():
            client = int(team.client_of[team.first_slot + slot])
            number = int(self.holder[slot])
            free = number not in near and not team.physics.touching[client]
            if free and not team.physics.crashed[client]:
                self.flock.put([number], self._rows(team, np.array([slot])))
                self.holder[slot] = NOBODY
                self._park(team, slot)

    def _park(self, team: Team, slot: int) -> None:
        row = team.first_slot + slot
        client = int(team.client_of[row])
        team.physics.parked[client] = 1
        waiting = np.zeros(13)
        waiting[:3], waiting[6] = team.by_row[row].start.position, 1.0
        team.physics.write_root(client, waiting)
        team.physics.before[client] = waiting
        team.navigator.stand_down(row)

    def park_all(self, team: Team) -> None:
        """At the start: every slot is empty."""
        for slot in range(len(self.holder)):
            self._park(team, slot)

    def _rows(self, team: Team, slots: NDArray[Any]) -> Rows:
        rows = team.first_slot + slots
        root = team.physics.root[team.client_of[rows]]
        rotors = self.flock.params.rotor_count
        return Rows(
            root[:, 0:3].copy(), root[:, 7:10].copy(), root[:, 3:7].copy(),
            root[:, 10:13].copy(), team.physics.rotor[rows, :rotors].copy(),
        )  # fmt: skip
