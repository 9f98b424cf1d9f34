"""Body plans compiled into one MuJoCo world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import mujoco
import numpy as np
from msgspec import Struct

from outrider.sim.physics.plan import BodyPlan, Joint, Link, Quaternion, Shape, Vector, Wheel

GEOM: Final = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
}
SOLID_KINDS: Final = ("box", "cylinder", "sphere", "capsule")
"""Order of the kinds of solids in scenes: the index is a scene object's kind."""

DYNAMIC_BIT: Final = 1

WINDOW_M: Final = 64.0
"""Edge of a terrain window."""
PARKED_M: Final = -2.0e4
"""Height at which unused slots and windows wait, far below everything, each at its own place."""
PARKED_APART_M: Final = 200.0

SOFT_S: Final = 0.02
"""Time constant of a contact with a person."""

_SLOPE_HOLD: Final = (0.9999, 0.9999, 0.001, 0.5, 2.0)
"""Impedance of dry friction in wheel joints: softer by 0.001, a parked car creeps 0.5 mm/s."""


class Placement(Struct, frozen=True, kw_only=True):
    """A body plan with its name and pose in the world."""

    name: str
    kind: Literal["multirotor", "wheeled", "prop"]
    plan: BodyPlan
    position_m: Vector
    quaternion: Quaternion = (0.0, 0.0, 0.0, 1.0)


class Ground(Struct, frozen=True, kw_only=True):
    """What everything stands on: an infinite plane, or windows of a height field."""

    plane_point_m: Vector | None = None
    plane_normal: Vector = (0.0, 0.0, 1.0)
    windows: int = 0
    step_m: float = 0.5
    """Distance of the heights of a window."""
    range_m: float = 512.0
    """Heights of a window are stored as (height - its base) / range in 32 bits."""

    @property
    def cells(self) -> int:
        """Along an edge of a window; it has ``cells + 1`` heights."""
        return round(WINDOW_M / self.step_m)


def wxyz(q: Quaternion) -> list[float]:
    return [q[3], q[0], q[1], q[2]]


def build_spec(
    placements: Sequence[Placement],
    *,
    ground: Ground,
    people: Sequence[Sequence[Shape]],
    slots: Sequence[int],
    tick_s: float,
) -> Any:
    """The MuJoCo specification of a world; ``slots`` counts obstacle slots for each solid kind."""
    spec = mujoco.MjSpec()
    _set_options(spec, tick_s)
    _add_ground(spec, ground, tick_s)
    for kind, amount in zip(SOLID_KINDS, slots, strict=True):
        for k in range(amount):
            _add_fixture(spec, f"slot/{kind}/{k}", [_unit_shape(kind)], tick_s)
    for k, shapes in enumerate(people):
        _add_person(spec, f"person/{k}", shapes, tick_s)
    for placement in placements:
        _add_placement(spec, placement, tick_s)
    return spec


def _set_options(spec: Any, tick_s: float) -> None:
    spec.compiler.degree = False
    option = spec.option
    option.timestep = tick_s
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = 10.0  # friction as stiff as the normal: what stands on a deck stays there
    option.gravity = [0.0, 0.0, -9.81]
    # Thin walls stop fast bodies by contacts found ahead of the impact.
    option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SPECULATIVE)
    # A diverged state must reach our guard instead of being reset in silence.
    option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    # Our bodies have a handful of shapes; a tree of boxes over them costs more than it saves.
    option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_MIDPHASE)


def _add_ground(spec: Any, ground: Ground, tick_s: float) -> None:
    if ground.plane_point_m is not None:
        geom = spec.worldbody.add_geom(
            name="terrain", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0.0, 0.0, 1.0]
        )
        geom.pos = list(ground.plane_point_m)
        geom.quat = _quaternion_to_z(ground.plane_normal)
        _set_surface(geom, 0.0, tick_s)
        geom.conaffinity = 0
    side = ground.cells + 1
    half = 0.5 * ground.cells * ground.step_m
    for k in range(ground.windows):
        spec.add_hfield(
            name=f"window/{k}", nrow=side, ncol=side, size=[half, half, ground.range_m, 5.0],
            userdata=np.linspace(0.0, 1.0, side * side, dtype=np.float32),
        )  # fmt: skip
        body = spec.worldbody.add_body(name=f"window/{k}", mocap=True)
        body.pos = [0.0, 0.0, PARKED_M]
        geom = body.add_geom(
            name=f"window/{k}", type=mujoco.mjtGeom.mjGEOM_HFIELD, hfieldname=f"window/{k}"
        )
        _set_surface(geom, 0.0, tick_s)
        geom.contype, geom.conaffinity = 2 << k, 0


def _quaternion_to_z(normal: Vector) -> list[float]:
    """Wxyz of the smallest turn that brings z onto ``normal``."""
    n = np.asarray(normal) / np.linalg.norm(normal)
    w = np.sqrt(0.5 * (1.0 + n[2]))
    return [float(w), float(-n[1] / (2 * w)), float(n[0] / (2 * w)), 0.0]


def _unit_shape(kind: str) -> Shape:
    size = (1.0, 1.0, 1.0) if kind == "box" else (0.5, 1.0, 0.0)
    return Shape(kind=kind, size_m=size, friction=0.0)  # type: ignore[arg-type]


def _add_fixture(spec: Any, name: str, shapes: Sequence[Shape], tick_s: float) -> list[Any]:
    """A body that is placed, not simulated; the world above places it. Returns its geoms."""
    body = spec.worldbody.add_body(name=name, mocap=True)
    body.pos = [0.0, 0.0, PARKED_M]
    names = [name, *(f"{name}/{k}" for k in range(1, len(shapes)))]
    geoms = [_add_shape(body, *one, tick_s) for one in zip(shapes, names, strict=True)]
    for geom in geoms:
        geom.conaffinity = 0
    return geoms


def _add_person(spec: Any, name: str, shapes: Sequence[Shape], tick_s: float) -> None:
    """Soft and smooth: it moves without the solver's knowledge, and must neither bat nor jam."""
    for geom in _add_fixture(spec, name, shapes, tick_s):
        geom.solref, geom.friction[0], geom.priority = [SOFT_S, 1.0], 0.0, 1


def _add_placement(spec: Any, placement: Placement, tick_s: float) -> None:
    plan = placement.plan
    bodies: dict[str, Any] = {}
    round_links = {wheel.link for wheel in plan.wheels}
    for k, link in enumerate(plan.links):
        parent = bodies[link.parent] if k else spec.worldbody
        body = _add_link(parent, placement, link, root=k == 0, tick_s=tick_s)
        bodies[link.name] = body
        for n, shape in enumerate(link.shapes):
            name = f"{placement.name}/{link.name}/{shape.name or n}"
            geom = _add_shape(body, shape, name, tick_s)
            if link.name in round_links:
                geom.condim, geom.priority = 1, 1  # the tyre supplies the tangential force
    for wheel in plan.wheels:
        _add_actuators(spec, placement, wheel)
    for first, second in plan.exclude:
        spec.add_exclude(
            bodyname1=f"{placement.name}/{first}", bodyname2=f"{placement.name}/{second}"
        )


def _add_link(parent: Any, placement: Placement, link: Link, *, root: bool, tick_s: float) -> Any:
    body = parent.add_body(name=f"{placement.name}/{link.name}")
    body.pos = list(placement.position_m if root else link.position_m)
    body.quat = wxyz(placement.quaternion if root else link.quaternion)
    body.explicitinertial = True
    body.mass, body.ipos = link.mass_kg, list(link.com_m)
    body.inertia, body.iquat = list(link.inertia_kgm2), wxyz(link.inertia_quaternion)
    if root:
        body.add_freejoint(name=f"{placement.name}/{link.name}")
    elif link.joint is not None:
        _add_joint(body, placement, link, tick_s)
    return body


def _add_joint(body: Any, placement: Placement, link: Link, tick_s: float) -> None:
    joint = link.joint or Joint(kind="hinge", axis=(0.0, 0.0, 1.0))
    hinge = joint.kind == "hinge"
    added = body.add_joint(
        name=f"{placement.name}/{link.name}",
        type=mujoco.mjtJoint.mjJNT_HINGE if hinge else mujoco.mjtJoint.mjJNT_SLIDE,
        axis=list(joint.axis),
    )
    # Polynomial coefficients; ours are linear.
    added.damping, added.stiffness = [joint.damping, 0.0, 0.0], [joint.stiffness, 0.0, 0.0]
    added.armature, added.springref = joint.armature, joint.rest
    added.solimp_friction = list(_SLOPE_HOLD)
    added.solref_friction = [2.0 * tick_s, 1.0]
    if joint.range_rad_or_m is not None:
        added.limited = mujoco.mjtLimited.mjLIMITED_TRUE
        added.range = list(joint.range_rad_or_m)


def _add_shape(body: Any, shape: Shape, name: str, tick_s: float) -> Any:
    half = [0.5 * s for s in shape.size_m]
    size = {
        "box": half,
        "sphere": [shape.size_m[0], 0.0, 0.0],
        "cylinder": [shape.size_m[0], half[1], 0.0],
        "capsule": [shape.size_m[0], half[1], 0.0],
    }[shape.kind]
    geom = body.add_geom(name=name, type=GEOM[shape.kind], size=size, pos=list(shape.position_m))
    geom.quat = wxyz(shape.quaternion)
    _set_surface(geom, shape.friction, tick_s)
    if not shape.collides:
        geom.contype = geom.conaffinity = 0
    return geom


def _set_surface(geom: Any, friction: float, tick_s: float) -> None:
    geom.contype = geom.conaffinity = DYNAMIC_BIT
    # Softer than two ticks tunnels: at MuJoCo's default a sphere at 30 m/s passes a 20 cm wall.
    geom.solref = [2.0 * tick_s, 1.0]
    geom.solimp = [0.95, 0.99, 0.001, 0.5, 2.0]
    geom.friction = [friction, 0.005, 0.0001]


def _add_actuators(spec: Any, placement: Placement, wheel: Wheel) -> None:
    joint = f"{placement.name}/{wheel.link}"
    if wheel.motor_torque_nm > 0.0:
        servo = _actuator(spec, f"{joint}/servo", joint)
        servo.gainprm[0], servo.biasprm[2] = wheel.servo_gain, -wheel.servo_gain
        servo.forcelimited = mujoco.mjtLimited.mjLIMITED_TRUE
        servo.forcerange = [-wheel.motor_torque_nm, wheel.motor_torque_nm]
    if wheel.drive_share > 0.0:
        _actuator(spec, f"{joint}/engine", joint).gainprm[0] = 1.0
    if wheel.steer_link:
        steer = _actuator(spec, f"{joint}/steer", f"{placement.name}/{wheel.steer_link}")
        inertia = sum(
            sum(link.inertia_kgm2) / 3 + link.mass_kg * 0.01
            for link in placement.plan.links
            if wheel.steer_link in (link.name, link.parent)
        )
        damping = 2.0 * float(np.sqrt(wheel.steer_gain * inertia))
        steer.gainprm[0] = wheel.steer_gain
        steer.biasprm[1], steer.biasprm[2] = -wheel.steer_gain, -damping


def _actuator(spec: Any, name: str, joint: str) -> Any:
    actuator = spec.add_actuator(name=name, target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT)
    actuator.gaintype = mujoco.mjtGain.mjGAIN_FIXED
    actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
    return actuator
