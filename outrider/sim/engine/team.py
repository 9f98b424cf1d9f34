"""A running team: its members, its bodies and its controllers, as arrays of one compiled loop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError
from outrider.scenario.schema import AnyProp, Wind
from outrider.sim.actors import _kernels as walking
from outrider.sim.actors.person import shape_of
from outrider.sim.engine._kernels_advance import END, RESULT_SIZE, advance
from outrider.sim.engine._kernels_team import pose_person
from outrider.sim.engine._kernels_team_table import PATH, TEAM_FIELDS
from outrider.sim.engine.members import Member, place_prop
from outrider.sim.physics._kernels_tick import ROOT_WIDTH
from outrider.sim.physics.blocks import Blocks, table_of
from outrider.sim.physics.build import Placement
from outrider.sim.physics.physics import Flight, Physics
from outrider.sim.robots import drive, flight
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import GroundModel
from outrider.sim.robots.navigate import Navigator, Whereabouts
from outrider.sim.robots.person import PersonModel, WalkMode
from outrider.sim.sensors import hears_contacts
from outrider.world.scene import Scene

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

KINDS: Final = ("multirotor", "wheeled", "person")
NOBODY: Final = -1
LIES_ON_S: Final = 1e9
"""How long somebody lies whom nobody tells to get up."""


class Team:
    """Members in the order of the scenario; ``row_of`` gives each its row, ordered by kind."""

    def __init__(
        self,
        members: Sequence[Member],
        props: Sequence[AnyProp],
        *,
        scene: Scene,
        blocks: Blocks,
        wind: Wind,
        tick_s: float,
        slots: Sequence[Member] = (),
    ) -> None:
        self.members, self.props = list(members), list(props)
        self.scene, self.blocks, self.tick_s = scene, blocks, tick_s
        flying = [m for m in members if m.kind == "multirotor"]
        self.first_slot = len(flying)
        self.slots = list(slots)
        """Bodies that vehicles of a swarm borrow; their rows follow the team's multirotors."""
        others = [m for kind in KINDS[1:] for m in members if m.kind == kind]
        self.by_row = [*flying, *slots, *others]
        self.row_of = {m.name: row for row, m in enumerate(self.by_row)}
        self.flying = len(flying) + len(self.slots)
        self.people = sum(m.kind == "person" for m in members)
        self.physics = self._build_physics()
        self._add_rows()
        self._add_ground_robots()
        self._add_people()
        self._add_wind(wind)
        self.table = table_of(self._array(name) for name in TEAM_FIELDS)
        self._result = np.zeros(RESULT_SIZE, np.int64)
        self.tasks_ended = 0
        """How many tasks ended in the last tick that was run."""
        for k in range(self.people):
            pose_person(self.table, k, 0.0, self.tick_s)

    def _build_physics(self) -> Physics:
        bodies = [m for m in (*self.members, *self.slots) if m.kind != "person"]
        placements = [_placement(m) for m in bodies]
        placements += [place_prop(prop, self.scene) for prop in self.props]
        flights = {
            m.name: Flight(params=m.model.params(), integrator=m.spec.integrator)
            for m in bodies
            if isinstance(m.model, MultirotorModel)
        }
        people = self.by_row[len(self.by_row) - self.people :]
        self.parties = [p.name for p in placements] + [m.name for m in people]
        """Names of all that can touch: bodies in the order of the contact world, then people."""
        hearing = [(self.parties.index(m.name), f"{m.name}/{s.name}") for m in self.members
                   for s in m.spec.sensors if hears_contacts(s)]  # fmt: skip
        hearing.sort(key=lambda one: one[0])
        self.listener = {address: k for k, (_, address) in enumerate(hearing)}
        """Number of each sensor that is told of contacts, by its address."""
        return Physics(
            placements, flights=flights, scene=self.scene, blocks=self.blocks,
            people=[m.plan.links[0].shapes for m in people],
            listeners=[party for party, _ in hearing], tick_s=self.tick_s,
        )  # fmt: skip

    def _add_rows(self) -> None:
        add, count = self.blocks.add, len(self.by_row)
        self.navigator = Navigator([m.model for m in self.by_row], tick_s=self.tick_s)
        self.navigator.names = [m.name for m in self.by_row]
        for name in ("nav", "pad"):
            block = add(f"team.{name}", getattr(self.navigator, name).shape)
            block[:] = getattr(self.navigator, name)
            setattr(self.navigator, name, block)
        width = max(8, flight.setpoint_width(self.physics.allocation.shape[2]))
        self.setpoint: Floats = add("team.setpoint", (count, width))
        self.pad_place: Floats = add("team.pad_place", (count, 4))
        for name in ("mode", "status", "ended", "pad_host"):
            setattr(self, name, add(f"team.{name}", (count,), np.int32))
        self.pad_host: Ints
        self.mode: Ints
        self.status: Ints
        self.ended: Ints
        self.pad_host[:] = NOBODY
        self.mode[: self.flying] = flight.mode_number("throttles")
        self.position, self.velocity = np.zeros((count, 3)), np.zeros((count, 3))
        self.quaternion = np.zeros((count, 4))
        names = self.physics.world.names
        self.client_of = np.array(
            [names.index(m.name) if m.kind != "person" else NOBODY for m in self.by_row], np.int32
        )
        gains = [m.model.gains_row() for m in self.by_row if isinstance(m.model, MultirotorModel)]
        self.gains: Floats = np.stack(gains) if gains else np.zeros((0, 1))
        self.mixer = self.physics.mixer

    def _add_ground_robots(self) -> None:
        rows = self.by_row[self.flying : len(self.by_row) - self.people]
        models = [m.model for m in rows if isinstance(m.model, GroundModel)]
        packed = drive.pack_drives([(m.body_plan(), m.drive, m.engine) for m in models])
        self.drive_state: Floats = self.blocks.add("team.drive_state", packed.state.shape)
        self.drive_state[:] = packed.state
        self.drive_at_rest = packed.state.copy()
        self.drive_params, self.wheel = packed.params, packed.wheel
        self.wheel_count = packed.wheel_count.astype(np.int32)
        self.wheel_target, self.wheel_torque = packed.target, packed.torque
        self.wheel_brake, self.wheel_angle = packed.brake, packed.steer
        self.wheel_speed: Floats = np.zeros_like(packed.target)
        self.ground_client = self.client_of[self.flying : self.flying + len(models)].copy()
        self.first_wheel = self.physics.world.client_wheels[self.ground_client].astype(np.int32)

    def _add_people(self) -> None:
        rows = self.by_row[len(self.by_row) - self.people :]
        self.person: Floats = self.blocks.add("team.person", (self.people, walking.COLUMNS))
        self.person_now: Floats = self.blocks.add("team.person_now", (self.people, ROOT_WIDTH))
        self.person_before: Floats = self.blocks.add(
            "team.person_before", (self.people, ROOT_WIDTH)
        )
        shapes = [shape_of(m.model) for m in rows if isinstance(m.model, PersonModel)]
        self.person_shape: Floats = self.blocks.add(
            "team.person_shape", (self.people, walking.SHAPE_COLUMNS)
        )
        self.person_shape[:] = np.array(shapes).reshape(-1, walking.SHAPE_COLUMNS)
        for k, member in enumerate(rows):
            x, y, z = member.start.position
            walking.place(
                self.person[k], x, y, z + self.person_shape[k, walking.STEP],
                member.spec.heading_rad, self.scene.terrain.packed, self.scene.obstacles,
            )  # fmt: skip
            self.setpoint[len(self.by_row) - self.people + k, 2] = member.spec.heading_rad
            self._begin_posture(k, member)
            walking.body_pose(self.person[k], self.person_shape[k], self.person_now[k])
        self.person_before[:] = self.person_now
        world = self.physics.world
        self.person_mocap = world.person_mocap
        self.geom_person: Ints = np.full(world.model.ngeom, NOBODY, np.int32)
        for k, member in enumerate(rows):
            # Nobody falls over who is tied to a chair: chair and all are as fixed as a wall.
            if not member.is_tied:
                body = world.body_id(f"person/{k}")
                self.geom_person[world.model.body_geomadr[body]] = k

    def _begin_posture(self, k: int, member: Member) -> None:
        """Sit or lie down those who do so from the start."""
        person, row = member.spec.person, len(self.by_row) - self.people + k
        if person is None or person.posture in ("idle", "patrolling"):
            return
        x, y, z = member.start.position
        self.navigator.control(row, Whereabouts(0, (x, y, z), supported=True))
        self.mode[row] = WalkMode.SIT if person.posture == "sitting" else WalkMode.STAND
        if person.posture == "sitting":
            self.person[k, [walking.GAIT, walking.SINCE]] = walking.SIT, walking.SIT_S
        elif person.posture == "laying":
            walking.fall(self.person[k], member.spec.heading_rad + math.pi)
            self.person[k, walking.SINCE] = walking.TOPPLE_S
            self.person_shape[k, walking.LYING] = LIES_ON_S

    def _add_wind(self, wind: Wind) -> None:
        decay = math.exp(-self.tick_s / wind.gust_s)
        self.wind_law: Floats = self.blocks.add("wind.law", (5,))
        self.wind_law[:] = [*wind.mean_mps, wind.gust_mps, decay]
        self.wind_now: Floats = self.blocks.add("wind.now", (3,))
        self.wind_now[:] = wind.mean_mps

    def _array(self, name: str) -> NDArray[Any]:
        elsewhere = {
            "nav": self.navigator.nav, "nav_params": self.navigator.params,
            "path": self.navigator.path, "pad": self.navigator.pad,
            "ground": self.scene.terrain.packed,
            "mocap_pos": self.physics.world.data.mocap_pos,
            "mocap_quat": self.physics.world.data.mocap_quat,
        }  # fmt: skip
        array: NDArray[Any] = elsewhere[name] if name in elsewhere else getattr(self, name)
        return array

    def paths_changed(self) -> None:
        """The pool of paths may have moved in memory: tell the kernels where it is."""
        self.table[PATH] = table_of([self.navigator.path])[0]

    def run(
        self, first_tick: int, ticks: int, wind_key: Any, *, begin: int = 0, end: int = END
    ) -> int:
        """Run ticks until a task ends or ``ticks`` are done; returns how many were."""
        world = self.physics.world
        advance(
            world.model._address, world.data._address, self.physics.table, self.table,
            self.scene.obstacles, wind_key, first_tick, ticks, self.tick_s, begin, end,
            self._result,
        )  # fmt: skip
        done, client, fault, self.tasks_ended = self._result.tolist()
        self.physics.check(client, fault)
        return int(done)

    def places(self) -> Floats:
        """(n, 2) where robots and people are."""
        bodies = self.client_of[self.client_of != NOBODY]
        awake = bodies[self.physics.parked[bodies] == 0]
        return np.concatenate([self.physics.root[awake, :2], self.person_now[:, :2]])

    def feel(self, scene: Scene) -> None:
        """The same world in another light or weather."""
        self.scene = scene
        self.physics.feel(scene)

    def go_on_in(self, scene: Scene) -> None:
        """Cells of the endless world came or went: its objects stand in other rows."""
        before, after = self.scene.growth, scene.growth
        if before is not None and after is not None:
            self.physics.renumber(scene, lambda rows: before.new_rows(rows, after))
        self.scene = scene

    def root_of(self, row: int) -> Floats:
        """(13,) pose and velocity of a member now; a view."""
        client = int(self.client_of[row])
        if client != NOBODY:
            return np.asarray(self.physics.root[client])
        return np.asarray(self.person_now[row - (len(self.by_row) - self.people)])

    def before_of(self, row: int) -> Floats:
        """(13,) the same one tick ago; a view."""
        client = int(self.client_of[row])
        if client != NOBODY:
            return np.asarray(self.physics.before[client])
        return np.asarray(self.person_before[row - (len(self.by_row) - self.people)])

    def row(self, name: str) -> int:
        if name not in self.row_of:
            raise UnknownNameError("robot", name, self.row_of)
        return self.row_of[name]

    def member(self, name: str) -> Member:
        return self.by_row[self.row(name)]


def _placement(member: Member) -> Placement:
    return Placement(
        name=member.name,
        kind="multirotor" if member.kind == "multirotor" else "wheeled",
        plan=member.plan,
        position_m=member.start.position,
        quaternion=member.start.quaternion,
    )
