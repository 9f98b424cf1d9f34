"""The physics stage: the contact world with its state blocks, windows, slots and compiled tick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

import mujoco
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core.errors import DivergenceError
from outrider.sim.physics import _kernels_tick as tick
from outrider.sim.physics import _kernels_touch as touch
from outrider.sim.physics import mujoco_door
from outrider.sim.physics._kernels_contact import PATCH_WIDTH
from outrider.sim.physics._kernels_table import FIELDS
from outrider.sim.physics.blocks import Blocks, table_of
from outrider.sim.physics.build import SOLID_KINDS, Ground, Placement
from outrider.sim.physics.contact_world import ContactWorld
from outrider.sim.physics.lattice import step_for
from outrider.sim.physics.multirotor import INTEGRATORS, MultirotorParams, pack
from outrider.sim.physics.plan import Shape
from outrider.sim.physics.slots import ObstacleSlots
from outrider.sim.physics.windows import TerrainWindows
from outrider.world._kernels import fill_heights
from outrider.world.grip import relative_grip
from outrider.world.scene import Scene
from outrider.world.semantics import number_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Rows = NDArray[np.int64]

REFRESH_TICKS: Final = 25
"""Windows and slots are looked after this often, at fixed ticks."""
CONTACTS_KEPT: Final = 256
NEAR_M: Final = 2.5
"""How far beyond its own reach a body's surroundings are in the contact world."""
NEAR_PERSON_M: Final = 4.0
LOOK_AHEAD_S: Final = 0.15
MOST_SLOTS: Final = 64
"""Per kind of solid, in open country."""
MOST_SLOTS_INDOORS: Final = 256
"""A furnished room alone has a hundred boxes within reach of a robot."""
MOST_WINDOWS: Final = 24
"""Of the terrain; each has a collision bit of its own, of which there are 30."""
UNMAPPED_M: Final = 4e7
FIRM: Final = float(number_of("ground"))

FAULTS: Final = {
    tick.NOT_FINITE: "is not a finite number",
    tick.TOO_FAST: f"is faster than {tick.FASTEST_M_S:g} m/s",
    tick.TOO_FAR: f"is farther than {tick.FARTHEST_M:g} m from the origin",
}


class Flight(Struct, frozen=True, kw_only=True):
    """What the physics needs of a multirotor beyond its body plan."""

    params: MultirotorParams
    integrator: Literal["rk4", "euler"] = "rk4"
    crash_speed_mps: float = 3.0
    """The change of speed within a tick that it survives."""


class Physics:
    """Everything that may touch something. ``clients`` are the placements, by index."""

    def __init__(
        self,
        placements: Sequence[Placement],
        *,
        flights: Mapping[str, Flight],
        scene: Scene,
        blocks: Blocks,
        people: Sequence[Sequence[Shape]] = (),
        listeners: Sequence[int] = (),
        tick_s: float,
    ) -> None:
        """``listeners``: for each contact sensor its party, ascending."""
        self.scene, self.tick_s, self.blocks = scene, tick_s, blocks
        ground = _ground(scene, placements, len(people))
        self.world = ContactWorld(
            placements, ground=ground, people=people, slots=_slot_counts(scene), tick_s=tick_s
        )
        self.slots = ObstacleSlots(self.world, blocks, scene.objects.solids)
        self.windows = TerrainWindows(self.world, blocks, self._fill)
        self.uavs = [k for k, p in enumerate(placements) if p.kind == "multirotor"]
        self._robot = np.array([p.kind != "prop" for p in placements], bool)
        self._flying = np.array([p.kind == "multirotor" for p in placements], bool)
        self._add_blocks(flights)
        self._add_touches(len(people), listeners)
        self.table = table_of(self._kernel_arrays())
        self.place_all()

    def _add_blocks(self, flights: Mapping[str, Flight]) -> None:
        world, add = self.world, self.blocks.add
        clients, wheels = len(world.names), len(world.wheel_dof)
        self.root: Floats = add("bodies.root", (clients, tick.ROOT_WIDTH))
        self.before: Floats = add("bodies.before", (clients, tick.ROOT_WIDTH))
        self.push: Floats = add("bodies.push", (clients, 6))
        self.press: Floats = add("bodies.press", (clients,))
        self.touching: Ints = add("bodies.touching", (clients,), np.int32)
        self.frozen: Ints = add("bodies.frozen", (clients,), np.int32)
        self.parked: Ints = add("bodies.parked", (clients,), np.int32)
        self.crashed: Ints = add("bodies.crashed", (clients,), np.int32)
        self.log: Floats = add("bodies.log", (CONTACTS_KEPT, touch.LOG_WIDTH))
        self.logged: Ints = add("bodies.logged", (1,), np.int32)
        self.load: Floats = add("wheels.load", (wheels,))
        self.bristle: Floats = add("wheels.bristle", (wheels, 3))
        self.patch: Floats = add("wheels.patch", (wheels, PATCH_WIDTH))
        self.target: Floats = add("wheels.target", (wheels,))
        self.torque: Floats = add("wheels.torque", (wheels,))
        self.brake: Floats = add("wheels.brake", (wheels,))
        self.angle: Floats = add("wheels.angle", (wheels,))
        self._add_flight_blocks(flights)
        flat = world.ground.plane_point_m is not None
        self.terrain: Floats = np.empty(0) if flat else self.scene.terrain.packed
        self.soil = _soil(self.scene)
        self.class_grip: Floats = relative_grip(self.scene.weather, classes=self.scene.classes)

    def _add_touches(self, people: int, listeners: Sequence[int]) -> None:
        add, parties = self.blocks.add, len(self.world.names) + people
        heard, touched = (touch.MOST_HEARD, touch.HEARD_WIDTH), (touch.MOST_TOUCHED, 2)
        self.heard: Floats = add("contacts.heard", (len(listeners), *heard))
        self.heard_rows: Ints = add("contacts.heard_rows", (len(listeners),), np.int32)
        self.touched: Floats = add("contacts.touched", (parties, *touched))
        self.touched[:] = touch.NOBODY
        self.touches_so_far: Ints = add("contacts.touches_so_far", (parties,), np.int32)
        self.first_listener: Ints = np.searchsorted(
            np.asarray(listeners, np.int32), np.arange(parties + 1, dtype=np.int32)
        ).astype(np.int32)
        self.grip: Floats = np.zeros((len(self.world.wheel_dof), 3))
        self.geom_slot, self.slot_object = self.slots.geom_slot, self.slots.object_of_slot

    def _add_flight_blocks(self, flights: Mapping[str, Flight]) -> None:
        world, add, uavs = self.world, self.blocks.add, len(self.uavs)
        chosen = [flights[world.names[k]] for k in self.uavs]
        packed = pack([one.params for one in chosen])
        self.params, self.allocation, self.mixer = packed.params, packed.allocation, packed.mixer
        self.rotor_count: Ints = packed.rotor_count.astype(np.int32)
        rotors = packed.allocation.shape[2]
        self.position: Floats = add("flight.position", (uavs, 3))
        self.velocity: Floats = add("flight.velocity", (uavs, 3))
        self.quaternion: Floats = add("flight.quaternion", (uavs, 4))
        self.rates: Floats = add("flight.rates", (uavs, 3))
        self.rotor: Floats = add("flight.rotor", (uavs, rotors))
        self.rotor_cmd: Floats = add("flight.rotor_cmd", (uavs, rotors))
        self.wind: Floats = add("flight.wind", (uavs, 3))
        self.integrator: Ints = np.array([INTEGRATORS[one.integrator] for one in chosen], np.int32)
        hulls = [
            [*_hull(world.placements[k]), one.crash_speed_mps]
            for k, one in zip(self.uavs, chosen, strict=True)
        ]
        self.hull: Floats = np.array(hulls).reshape(-1, tick.HULL_WIDTH)
        self.uav_client: Ints = np.array(self.uavs, np.int32)

    def _kernel_arrays(self) -> list[NDArray[Any]]:
        data, model, world = self.world.data, self.world.model, self.world
        mujoco_arrays = {
            "qpos": data.qpos, "qvel": data.qvel, "ctrl": data.ctrl, "xfrc": data.xfrc_applied,
            "qfrc": data.qfrc_applied, "cvel": data.cvel, "subtree_com": data.subtree_com,
            "xipos": data.xipos, "frictionloss": model.dof_frictionloss,
            "geom_type": model.geom_type, "geom_size": model.geom_size,
            "geom_xpos": data.geom_xpos, "geom_xmat": data.geom_xmat,
        }  # fmt: skip
        arrays = []
        for name in FIELDS:
            array = mujoco_arrays.get(name)
            if array is None:
                array = getattr(self, name) if hasattr(self, name) else getattr(world, name)
            arrays.append(array)
        return arrays

    def place_all(self) -> None:
        """Put every client where its placement says, at rest, rotors idle."""
        data, world = self.world.data, self.world
        mujoco.mj_resetData(world.model, data)
        for name in self.blocks.names():
            if name.startswith(("bodies.", "flight.", "wheels.")):
                self.blocks[name][...] = 0
        for client, placement in enumerate(world.placements):
            row = self.root[client]
            row[tick.POSITION : tick.POSITION + 3] = placement.position_m
            row[tick.QUATERNION : tick.QUATERNION + 4] = placement.quaternion
            self.write_root(client, row)
        self.before[:] = self.root
        self.windows.window_of_client[:] = -1
        self.refresh()

    def write_root(self, client: int, row: Floats) -> None:
        """Set a client's pose and velocity (13,), as after a move or a restore."""
        data, world = self.world.data, self.world
        at, dof = int(world.client_qpos[client]), int(world.client_dof[client])
        self.root[client] = row
        data.qpos[at : at + 3] = row[0:3]
        data.qpos[at + 3 : at + 7] = row[[6, 3, 4, 5]]
        data.qvel[dof : dof + 6] = row[7:13]
        if self._flying[client]:
            u = self.uavs.index(client)
            self.position[u], self.quaternion[u] = row[0:3], row[3:7]
            self.velocity[u], self.rates[u] = row[7:10], row[10:13]

    def place(self, client: int, row: Floats) -> None:
        """Put a client somewhere else, at rest and whole, its joints as they are."""
        world = self.world
        self.write_root(client, row)
        self.before[client] = row
        self.crashed[client] = 0
        dofs = np.isin(world.model.dof_bodyid, world.client_bodies[client])
        world.data.qvel[dofs] = 0.0
        world.data.qacc_warmstart[dofs] = 0.0
        self.bristle[world.client_wheels[client] : world.client_wheels[client + 1]] = 0.0
        if self._flying[client]:
            u = self.uavs.index(client)
            self.rotor[u] = self.rotor_cmd[u] = 0.0
        self.refresh()

    def refresh(self) -> None:
        """Bring the terrain and the obstacles near the robots into the contact world."""
        position, speed = self.root[:, 0:3], np.linalg.norm(self.root[:, 7:10], axis=1)
        reach = self.world.client_radius + NEAR_M + LOOK_AHEAD_S * speed
        if self.world.ground.windows:
            self._refresh_windows(position, reach)
        if len(self.slots.object_of_slot):
            awake = (self.parked == 0) & (self.frozen == 0)
            points, radius = position[awake], reach[awake]
            near = [self.scene.near(p, r)[0] for p, r in zip(points, radius, strict=True)]
            self.slots.update(near)

    def renumber(self, scene: Scene, new_rows: Callable[[Rows], Rows]) -> None:
        """The same ground with objects in other rows; -1 stands for one that is gone."""
        self.scene = scene
        self.slots.renumber(scene.objects.solids, new_rows)
        geoms, parties = self.world.model.ngeom, len(self.touched)
        shapes = self.touched[..., touch.P_OTHER]
        objects = shapes >= parties + geoms
        rows = new_rows(shapes[objects].astype(np.int64) - parties - geoms)
        shapes[objects] = np.where(rows >= 0, parties + geoms + rows, touch.NOBODY)
        for listener, used in enumerate(self.heard_rows.tolist()):
            lines = self.heard[listener, :used].copy()
            met = lines[:, touch.H_OTHER].astype(np.int64) - geoms
            rows = np.where(met >= 0, new_rows(np.maximum(met, 0)), met)
            kept = (met < 0) | (rows >= 0)
            lines[:, touch.H_OTHER] = rows + geoms
            self.heard[listener, : int(kept.sum())] = lines[kept]
            self.heard_rows[listener] = int(kept.sum())

    def _refresh_windows(self, position: Floats, reach: Floats) -> None:
        height = self.scene.height(position[:, :2])
        low = position[:, 2] - reach < height
        self.windows.update(
            position,
            needs=(self.parked == 0)
            & np.where(self._robot, low | ~self._flying, self._near_people(position)),
            may=~self._robot,
        )
        self.frozen[:] = ~self._robot & (self.windows.window_of_client < 0)

    def _near_people(self, position: Floats) -> NDArray[np.bool_]:
        """(C,) who is so near to a person that it could be kicked."""
        people = self.world.data.mocap_pos[self.world.person_mocap, :2]
        gap = np.linalg.norm(position[:, None, :2] - people, axis=2).min(axis=1, initial=np.inf)
        return np.asarray(gap < self.world.client_radius + NEAR_PERSON_M)

    def _fill(
        self, x0: float, y0: float, step: float, side: int, out: Any, base: float, scale: float
    ) -> None:
        fill_heights(self.scene.terrain.packed, x0, y0, step, side, side, out, base, scale)

    def feel(self, scene: Scene) -> None:
        """The same world in another weather."""
        self.scene = scene
        self.class_grip[:] = relative_grip(scene.weather, classes=scene.classes)

    def check(self, client: int, fault: int) -> None:
        """Raise what the guard of the compiled tick found."""
        if client >= 0:
            culprit = self._culprit(client) if fault == tick.NOT_FINITE else client
            raise DivergenceError(
                f"{self.world.names[culprit]}: its state {FAULTS[fault]} after the stage "
                "'physics'; check its model's masses and inertias and the last command it was given"
            )

    def _culprit(self, found: int) -> int:
        """Whose numbers broke the tick: the solver spreads them to all bodies at once.

        It is who was broken before, else who would accelerate most without the others.
        """
        ill = ~(np.abs(self.before) < tick.LARGEST).all(axis=1)
        if ill.any():
            return int(np.argmax(ill))
        pull = np.nan_to_num(np.abs(self.world.data.qacc_smooth), nan=np.inf)
        dofs = [np.isin(self.world.model.dof_bodyid, b) for b in self.world.client_bodies]
        pulls = np.array([pull[own].max(initial=0.0) for own in dofs])
        return int(np.argmax(pulls)) if pulls.max(initial=0.0) > tick.LARGEST else found

    def save_solver(self) -> NDArray[np.float64]:
        """MuJoCo's part of the state; the blocks hold the rest."""
        return mujoco_door.save_state(self.world.model, self.world.data)

    def load_solver(self, state: NDArray[np.float64]) -> None:
        """Go on from :meth:`save_solver`, the blocks being loaded already."""
        self.windows.restore()
        self.slots.restore()
        mujoco_door.load_state(self.world.model, self.world.data, state)


def _ground(scene: Scene, placements: Sequence[Placement], people: int) -> Ground:
    terrain = scene.terrain
    if not (terrain.octaves or terrain.features or terrain.trough or terrain.relief):
        slope_x, slope_y = terrain.grade
        return Ground(
            plane_point_m=(0.0, 0.0, terrain.level_m), plane_normal=(-slope_x, -slope_y, 1.0)
        )
    movers = sum(p.kind != "prop" for p in placements) + people
    windows = min(MOST_WINDOWS, max(2, 2 * movers))
    return Ground(windows=windows, step_m=step_for(scene))


def _soil(scene: Scene) -> Floats:
    """The map of the ground as the tyres take it; one cell of firm ground if there is none.

    An endless world is one cell of what covers it.
    """
    ground = scene.ground
    if ground is None:
        cover = FIRM if scene.growth is None else float(number_of(scene.cover.flat))
        return np.array([-0.5 * UNMAPPED_M, -0.5 * UNMAPPED_M, UNMAPPED_M, 1.0, 1.0, cover])
    rows, columns = ground.classes.shape
    facts = [*ground.origin_m, ground.step_m, float(columns), float(rows)]
    return np.concatenate([facts, ground.classes.ravel().astype(np.float64)])


def _slot_counts(scene: Scene) -> list[int]:
    if scene.growth is not None:  # what its next cells will hold is not known
        return [MOST_SLOTS] * len(SOLID_KINDS)
    kinds = scene.objects.solids.kind[scene.objects.alive]
    indoors = any(building.rooms for building in scene.buildings)
    most = MOST_SLOTS_INDOORS if indoors else MOST_SLOTS
    return [min(most, int((kinds == k).sum())) for k in range(len(SOLID_KINDS))]


def _hull(placement: Placement) -> list[float]:
    """Half edges of a box about the root's origin that holds its shapes."""
    half = np.full(3, 0.01)
    for shape in placement.plan.links[0].shapes:
        radius, length = shape.size_m[0], 0.5 * shape.size_m[1]
        extent = {
            "box": 0.5 * np.asarray(shape.size_m),
            "sphere": np.full(3, radius),
            "cylinder": np.array([radius, radius, length]),
            "capsule": np.array([radius, radius, radius + length]),
        }[shape.kind]
        half = np.maximum(half, np.abs(shape.position_m) + extent)
    return [float(h) for h in half]
