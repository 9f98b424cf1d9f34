"""Who takes part: robots and people with their models, and where each starts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import EditError
from outrider.scenario.schema import (
    AnyProp,
    BoxProp,
    CylinderProp,
    Robot,
    SphereProp,
)
from outrider.sim.physics.build import Placement
from outrider.sim.physics.plan import BodyPlan, Link, Shape
from outrider.sim.robots import catalogue, decks
from outrider.sim.robots.catalogue import RobotModel
from outrider.sim.robots.person import PersonModel
from outrider.world.scene import Scene

Floats = NDArray[np.float64]

LOW_M: Final = 0.3
"""A robot is put on top of what is lower."""
DEEPEST_M: Final = 0.5
"""Below the ground, of where a robot may be put by hand: more is a mistake."""
SETTLE_M: Final = 0.002
"""Bodies start this far above the ground, so that nothing starts inside it."""


class Start(Struct, frozen=True, kw_only=True):
    """A pose to start from."""

    position: tuple[float, float, float]
    quaternion: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)


class Member(Struct, frozen=True, kw_only=True):
    """A robot or person of a running team."""

    spec: Robot
    model: RobotModel
    plan: BodyPlan
    start: Start

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def kind(self) -> str:
        """``multirotor``, ``wheeled`` or ``person``."""
        return self.model.kind

    @property
    def is_tied(self) -> bool:
        """Whether this is someone tied to a chair."""
        return isinstance(self.model, PersonModel) and self.model.is_tied


def enlist(robots: Sequence[Robot], scene: Scene) -> list[Member]:
    """The members of a team in their order, standing where their specs say."""
    members: list[Member] = []
    for spec in robots:
        model = _model_of(spec)
        plan = model.body_plan()
        if spec.on is not None:
            host = next(m for m in members if m.name == spec.on)
            start = stand_on(
                host, spec, model, position=host.start.position, quaternion=host.start.quaternion
            )
        else:
            start = _start_on_ground(spec, model, plan, scene)
        members.append(Member(spec=spec, model=model, plan=plan, start=start))
    return members


def _model_of(spec: Robot) -> RobotModel:
    """The robot's model with its parameters and, of a person, its attributes."""
    model = catalogue.load(spec.model, parameters=spec.parameters, where=spec.name)
    if spec.person is None:
        return model
    if not isinstance(model, PersonModel):
        raise EditError(
            f"{spec.name}: person says what a person is like, but {spec.model} is a "
            f"{model.kind}; leave it out, or choose the model person"
        )
    return model.like(
        spec.person, height_m=model.height_m if "height_m" in spec.parameters else None
    )


def stand_on(
    host: Member,
    spec: Robot,
    model: RobotModel,
    *,
    position: tuple[float, float, float],
    quaternion: tuple[float, float, float, float],
) -> Start:
    """Where a robot stands on its pad of a host in that pose."""
    if not host.plan.pads:
        raise EditError(
            f"{spec.name}: {host.name} ({host.model.name}) has no deck to stand on; "
            "see 'outrider robot list' for models with pads"
        )
    place = decks.standing_on(
        host.plan, spec.pad, model.ground_clearance_m + SETTLE_M,
        position=position, quaternion=quaternion,
    )  # fmt: skip
    turn = rotation.from_heading(spec.heading_rad)
    return Start(position=place, quaternion=_four(rotation.multiply(np.asarray(quaternion), turn)))


def _start_on_ground(spec: Robot, model: RobotModel, plan: BodyPlan, scene: Scene) -> Start:
    if spec.position_m is None:
        raise EditError(
            f"{spec.name}: has neither position_m nor 'on'; say where it starts, as [x, y]"
        )
    heading = rotation.from_heading(spec.heading_rad)
    if len(spec.position_m) == 3:
        _check_above_ground(spec.name, spec.position_m, scene)
        return Start(position=spec.position_m, quaternion=_four(heading))
    x, y = spec.position_m
    if model.kind == "person":
        z = float(scene.height([[x, y]])[0]) + SETTLE_M
        return Start(position=(x, y, z), quaternion=_four(heading))
    quaternion = rotation.multiply(_lean(x, y, scene), heading)
    if model.kind == "multirotor":
        return _stand_feet(x, y, quaternion, model.ground_clearance_m, plan, scene)
    return _stand_wheels(x, y, quaternion, plan, scene)


def _lean(x: float, y: float, scene: Scene) -> Floats:
    """The smallest turn that brings upright to the ground's normal."""
    normal = scene.normal([[x, y]])[0]
    axis = np.cross([0.0, 0.0, 1.0], normal)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return rotation.from_rotation_vector(np.zeros(3))
    return rotation.from_rotation_vector(axis * (math.atan2(length, normal[2]) / length))


def _support(scene: Scene, points: Floats) -> Floats:
    """Height of the ground, or of a pavement or plate that lies on it."""
    ground = scene.height(points)
    starts = np.column_stack((points, ground + LOW_M))
    ranges, rows = scene.cast(starts, np.array([0.0, 0.0, -1.0]), range_m=LOW_M)
    return np.where(rows >= 0, ground + LOW_M - ranges, ground)


def _check_above_ground(name: str, position: Sequence[float], scene: Scene) -> None:
    ground = float(scene.height([position[:2]])[0])
    if position[2] < ground - DEEPEST_M:
        raise EditError(
            f"{name}: position_m [{position[0]:g}, {position[1]:g}, {position[2]:g}] is "
            f"{ground - position[2]:.1f} m below the ground; leave z out to stand on it"
        )


def _stand_feet(
    x: float, y: float, quaternion: Floats, clearance_m: float, plan: BodyPlan, scene: Scene
) -> Start:
    """On the ground under it, and on its highest point where that is not flat."""
    reach = max(float(np.hypot(*s.position_m[:2])) + s.size_m[0] for s in plan.links[0].shapes)
    angles = np.linspace(0.0, 2.0 * np.pi, 17)
    ring = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(17)])
    under = np.concatenate([np.zeros((1, 3)), 0.5 * reach * ring, reach * ring])
    under[:, 2] = -clearance_m
    offsets = rotation.rotate(quaternion, under)
    ground = _support(scene, offsets[:, :2] + [x, y])
    z = float(np.max(ground - offsets[:, 2])) + SETTLE_M
    return Start(position=(x, y, z), quaternion=_four(quaternion))


def _stand_wheels(x: float, y: float, quaternion: Floats, plan: BodyPlan, scene: Scene) -> Start:
    """Level with the ground under it, as low as no wheel cuts into the ground."""
    points, radii = _wheel_points(plan)
    offsets = rotation.rotate(quaternion, points)
    ground = _support(scene, offsets[:, :2] + [x, y])
    normals = scene.normal(offsets[:, :2] + [x, y])
    # A round wheel clears a slope by its radius along the normal.
    z = float(np.max(ground + radii / normals[:, 2] - offsets[:, 2])) + SETTLE_M
    return Start(position=(x, y, z), quaternion=_four(quaternion))


def _wheel_points(plan: BodyPlan) -> tuple[Floats, Floats]:
    origins: dict[str, Floats] = {plan.links[0].name: np.zeros(3)}
    for link in plan.links[1:]:
        origins[link.name] = origins[link.parent] + np.asarray(link.position_m)
    if not plan.wheels:
        return np.zeros((1, 3)), np.array([plan.ground_clearance_m])
    points = np.array([origins[wheel.link] for wheel in plan.wheels])
    return points, np.array([wheel.radius_m for wheel in plan.wheels])


def place_prop(prop: AnyProp, scene: Scene) -> Placement:
    """A loose solid as a body; uniform density."""
    shape, inertia, height = _solid(prop)
    turn = rotation.from_euler_zyx(prop.heading_rad, prop.pitch_rad, prop.roll_rad)
    x, y = prop.position_m[:2]
    if len(prop.position_m) == 3:
        z = float(prop.position_m[2])
    else:
        z = float(scene.height([[x, y]])[0]) + height + SETTLE_M
    link = Link(name="body", mass_kg=prop.mass_kg, inertia_kgm2=inertia, shapes=(shape,))
    return Placement(
        name=prop.name, kind="prop", plan=BodyPlan(links=(link,)),
        position_m=(float(x), float(y), z), quaternion=_four(turn),
    )  # fmt: skip


def _solid(prop: AnyProp) -> tuple[Shape, tuple[float, float, float], float]:
    """Shape, principal inertia and half height of a prop standing upright."""
    m: float = prop.mass_kg
    if isinstance(prop, BoxProp):
        a, b, c = prop.size_m
        inertia = (m * (b * b + c * c) / 12, m * (a * a + c * c) / 12, m * (a * a + b * b) / 12)
        size: tuple[float, float, float] = (a, b, c)
        return _shape("box", size, prop), inertia, 0.5 * c
    if isinstance(prop, SphereProp):
        r = prop.radius_m
        return _shape("sphere", (r, 0.0, 0.0), prop), (0.4 * m * r * r,) * 3, r
    r, h = prop.radius_m, prop.height_m
    across = m * (3 * r * r + h * h) / 12
    inertia = (across, across, 0.5 * m * r * r)
    if isinstance(prop, CylinderProp):
        return _shape("cylinder", (r, h, 0.0), prop), inertia, 0.5 * h
    return _shape("capsule", (r, max(0.0, h - 2 * r), 0.0), prop), inertia, 0.5 * h


def _shape(kind: Any, size: tuple[float, float, float], prop: AnyProp) -> Shape:
    return Shape(kind=kind, size_m=size, friction=prop.friction, name="body")


def _four(q: Floats) -> tuple[float, float, float, float]:
    x, y, z, w = q.tolist()
    return x, y, z, w
