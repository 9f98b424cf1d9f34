"""The contact world: everything that may touch something, in one MuJoCo model, with its indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import mujoco
import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError, UserError
from outrider.sim.physics import _kernels_contact as columns
from outrider.sim.physics import mujoco_door
from outrider.sim.physics.build import SOLID_KINDS, Ground, Placement, build_spec
from outrider.sim.physics.plan import Shape, Wheel

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

LEVER: Final = 7.0
"""A push at the corner of a plate moves it as if it were lighter by this."""
SOLVER_COST: Final = 1e-10
"""The contact solver stops when a step improves its cost (kg m²/s⁴) by less."""


class ContactWorld:
    """A compiled world. Clients are the free bodies, in the order of ``placements``.

    Index arrays (all int32): ``client_body``, ``client_qpos``, ``client_dof`` say where a client's
    root is; ``geom_client``, ``geom_wheel`` and ``geom_body`` whose a geom is (-1: nobody's);
    ``body_ease`` (1/kg) is how far a body gives way to a push, 0 for what stands;
    ``geom_window`` is 1 for terrain windows, whose points are ``lattice`` (1,) m apart.
    """

    def __init__(
        self,
        placements: Sequence[Placement],
        *,
        ground: Ground,
        people: Sequence[Sequence[Shape]] = (),
        slots: Sequence[int] = (0, 0, 0, 0),
        tick_s: float = 0.002,
    ) -> None:
        self.placements, self.ground, self.tick_s = tuple(placements), ground, tick_s
        self.slot_counts = tuple(slots)
        spec = build_spec(placements, ground=ground, people=people, slots=slots, tick_s=tick_s)
        try:
            self.model: Any = spec.compile()
        except ValueError as fault:
            raise UserError(f"the bodies cannot be built: {fault}") from fault
        # MuJoCo stops at a share of a cost that grows with the team: one robot's contacts would be
        # solved less well, and otherwise, with others about. Ours is a share of nothing.
        scale = self.model.stat.meaninertia * max(1, self.model.nv)
        self.model.opt.tolerance = SOLVER_COST / scale
        self.data: Any = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)
        mujoco_door.check_layout(self.data)
        self.names = [p.name for p in placements]
        self._index_clients()
        self._index_geoms()
        self._index_wheels()
        self.person_mocap = self._mocap([f"person/{k}" for k in range(len(people))])
        self.geom_party = self._parties(len(people))
        self.window_mocap = self._mocap([f"window/{k}" for k in range(ground.windows)])
        self.slot_mocap = {
            kind: self._mocap([f"slot/{kind}/{k}" for k in range(n)])
            for kind, n in zip(SOLID_KINDS, slots, strict=True)
        }

    def client(self, name: str) -> int:
        """Index of a client by name."""
        if name not in self.names:
            raise UnknownNameError("body", name, self.names)
        return self.names.index(name)

    def body_id(self, name: str) -> int:
        return int(mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, name))

    def geom_name(self, geom: int) -> str:
        """``robot/link/shape``, ``terrain``, ``person/k`` or ``slot/kind/k``."""
        name = mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_GEOM, geom) or ""
        return "terrain" if name.startswith("window/") else str(name)

    def _index_clients(self) -> None:
        roots = [f"{p.name}/{p.plan.links[0].name}" for p in self.placements]
        bodies = [self.body_id(name) for name in roots]
        joints = [int(self.model.body_jntadr[b]) for b in bodies]
        self.client_body: Ints = np.array(bodies, np.int32)
        self.client_qpos: Ints = np.array([self.model.jnt_qposadr[j] for j in joints], np.int32)
        self.client_dof: Ints = np.array([self.model.jnt_dofadr[j] for j in joints], np.int32)
        self.client_mass: Floats = np.array([self.model.body_subtreemass[b] for b in bodies])
        self.client_radius: Floats = np.array([_reach(p) for p in self.placements])

    def _index_geoms(self) -> None:
        model, root_client = self.model, {int(b): k for k, b in enumerate(self.client_body)}
        self.geom_body: Ints = model.geom_bodyid.astype(np.int32)
        roots = model.body_rootid[self.geom_body]
        self.geom_client: Ints = np.array([root_client.get(int(r), -1) for r in roots], np.int32)
        self.body_root: Ints = model.body_rootid.astype(np.int32)
        self.client_geoms = [np.flatnonzero(self.geom_client == k) for k in range(len(self.names))]
        body_roots = np.array([root_client.get(int(r), -1) for r in model.body_rootid])
        self.client_bodies = [np.flatnonzero(body_roots == k) for k in range(len(self.names))]
        free = body_roots >= 0
        self.body_ease: Floats = np.zeros(len(free))
        self.body_ease[free] = LEVER / model.body_subtreemass[model.body_rootid[free]]
        self._solid = model.geom_contype > 0
        fields = model.geom_type == mujoco.mjtGeom.mjGEOM_HFIELD
        self.geom_window: Ints = fields.astype(np.int32)
        self.geom_ground: Ints = np.array(
            [self.geom_name(g) == "terrain" for g in range(model.ngeom)], np.int32
        )
        self.body_ground: Ints = np.zeros(model.nbody, np.int32)
        self.body_ground[self.geom_body[self.geom_ground > 0]] = 1
        self.lattice: Floats = np.array([self.ground.step_m])

    def _parties(self, people: int) -> Ints:
        """(ngeom,) whose a geom is: a client; a person, numbered after the clients; -1: nobody."""
        parties = self.geom_client.copy()
        for k in range(people):
            parties[self.geom_body == self.body_id(f"person/{k}")] = len(self.names) + k
        return parties

    def _index_wheels(self) -> None:
        wheels = [(p, w) for p in self.placements for w in p.plan.wheels]
        joints = [self._joint(f"{p.name}/{w.link}") for p, w in wheels]
        self.wheel_client: Ints = np.array([self.client(p.name) for p, _ in wheels], np.int32)
        self.wheel_body: Ints = np.array([self.model.jnt_bodyid[j] for j in joints], np.int32)
        self.wheel_dof: Ints = np.array([self.model.jnt_dofadr[j] for j in joints], np.int32)
        self.wheel_qpos: Ints = np.array([self.model.jnt_qposadr[j] for j in joints], np.int32)
        self.servo, self.engine, self.steer = (
            np.array([self._actuator(f"{p.name}/{w.link}/{role}") for p, w in wheels], np.int32)
            for role in ("servo", "engine", "steer")
        )
        self.geom_wheel: Ints = np.full(self.model.ngeom, -1, np.int32)
        for k, body in enumerate(self.wheel_body):
            self.geom_wheel[np.flatnonzero((self.geom_body == body) & self._solid)] = k
        self.tyre: Floats = np.array([self._tyre(k, w) for k, (_, w) in enumerate(wheels)])
        self.tyre = self.tyre.reshape(-1, columns.TYRE_WIDTH)
        counts = [len(p.plan.wheels) for p in self.placements]
        self.client_wheels: Ints = np.cumsum([0, *counts]).astype(np.int32)

    def _tyre(self, index: int, wheel: Wheel) -> list[float]:
        tyre, dof = wheel.tyre, self.wheel_dof[index]
        inertia = (
            self.model.body_inertia[self.wheel_body[index]].max() + self.model.dof_armature[dof]
        )
        rim_mass = float(inertia) / wheel.radius_m**2
        return [
            wheel.radius_m, tyre.friction, tyre.bristle_m, tyre.relaxation_m,
            tyre.damping_ratio, tyre.rolling_resistance, rim_mass,
        ]  # fmt: skip

    def _joint(self, name: str) -> int:
        return int(mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_JOINT, name))

    def _actuator(self, name: str) -> int:
        return int(mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_ACTUATOR, name))

    def _mocap(self, names: Sequence[str]) -> Ints:
        return np.array([self.model.body_mocapid[self.body_id(n)] for n in names], np.int32)


def _reach(placement: Placement) -> float:
    """Radius about the root's origin that holds every shape of a plan, joints at rest."""
    origin = {placement.plan.links[0].name: np.zeros(3)}
    reach = 0.0
    for k, link in enumerate(placement.plan.links):
        if k:
            origin[link.name] = origin[link.parent] + np.asarray(link.position_m)
        for shape in link.shapes:
            half = np.linalg.norm(shape.size_m) * (0.5 if shape.kind == "box" else 1.0)
            reach = max(reach, float(np.linalg.norm(origin[link.name] + shape.position_m) + half))
    return reach
