"""A robot model from a URDF file, and back.

Links joined by fixed joints become one. Every frame is turned to lie parallel to the root's while
the robot is at rest. A turning joint with a round collision shape about it is a wheel; a wheel on a
link that turns about the vertical is steered. Meshes are left out, and noted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from outrider.core.errors import UserError
from outrider.sim.physics.plan import BodyPlan, Joint, Link, Shape, Tyre, Vector, Wheel
from outrider.sim.robots.drive import Drive
from outrider.sim.robots.flight import lowest
from outrider.sim.robots.ground import GRAVITY_MPS2, LinkageModel, apart
from outrider.sim.robots.inertia import (
    Mass,
    Matrix,
    joined,
    multiply,
    principal,
    quaternion_of,
    transpose,
    turn,
)
from outrider.sim.robots.urdf_tree import (
    MAX_BYTES,
    Solid,
    UrdfJoint,
    UrdfLink,
    UrdfRobot,
    parse_urdf,
)

LEAST_SERVO_SPAN_RADPS: Final = 0.2
"""A wheel that is this much too slow gets the motor's full torque."""
STEER_GAIN_IN_WEIGHTS: Final = 5.0
"""Steering servo: as many times the torque of the robot's weight at a wheel's rim, each radian."""

Layout = Literal["skid", "steered"]


class _Rigid(NamedTuple):
    """A moving link with what is fixed to it; frames parallel to the root's."""

    name: str
    parent: str
    joint: UrdfJoint | None
    offset: Vector
    axis: Vector
    masses: list[Mass]
    shapes: list[Shape]


def read_urdf(
    path: Path, *, layout: Layout | None = None, driven: Iterable[str] | None = None
) -> LinkageModel:
    """The model of a URDF file."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UserError(f"{path.name}: {size:,} bytes; {MAX_BYTES:,} are allowed")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path.name}: not a text in UTF-8") from None
    return from_urdf(text, layout=layout, driven=driven)


def from_urdf(
    text: str, *, layout: Layout | None = None, driven: Iterable[str] | None = None
) -> LinkageModel:
    """The model of a URDF text.

    ``driven`` names the joints of driven wheels; left out, those with a transmission, else all.
    ``layout`` left out: steered if a wheel can be steered.
    """
    robot = parse_urdf(text)
    parts = _rigid_parts(robot)
    wheels = {part.name for part in parts if _is_wheel(part)}
    steering = _steering(parts, wheels) if layout != "skid" else {}
    if layout == "steered" and not steering:
        raise UserError(f"URDF {robot.name}: no wheel hangs on a link that turns about z")
    links = tuple(_link(part, round_one=part.name in wheels) for part in parts)
    chosen = frozenset(driven) if driven is not None else robot.driven
    body = _plan(links, parts, wheels, steering, chosen)
    return LinkageModel(
        name=robot.name,
        description=f"Imported from URDF: {len(links)} links, {len(wheels)} wheels.",
        source="URDF",
        drive=_drive(body, parts, "steered" if steering else "skid", steering),
        body=body,
        notes=_notes(robot),
    )


def _notes(robot: UrdfRobot) -> tuple[str, ...]:
    meshes = [link.name for link in robot.links.values() if link.meshes]
    return tuple(f"meshes of {name} are left out" for name in meshes)


def _rigid_parts(robot: UrdfRobot) -> list[_Rigid]:
    """Parts, parents first, by a walk from the root that never recurses."""
    below: dict[str, list[UrdfJoint]] = {name: [] for name in robot.links}
    above: dict[str, str] = {}
    for joint in robot.joints:
        if joint.child in above:
            raise UserError(f"URDF: link {joint.child!r} has two parents; a robot is a tree")
        above[joint.child] = joint.parent
        below[joint.parent].append(joint)
    roots = [name for name in robot.links if name not in above]
    if len(roots) != 1:
        raise UserError(
            f"URDF: {len(roots)} links have no parent ({', '.join(roots[:5])}); exactly one must"
        )
    identity: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    root = _Rigid(roots[0], "", None, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), [], [])
    parts: list[_Rigid] = []
    seen = 0
    queue = [(roots[0], root, (0.0, 0.0, 0.0), identity)]
    while queue:
        name, part, at, axes = queue.pop()
        seen += 1
        if name == part.name:
            parts.append(part)
        _collect(robot.links[name], part, at, axes)
        for joint in reversed(below[name]):
            offset = _sum(at, turn(axes, joint.place.xyz))
            turned = multiply(axes, joint.place.axes)
            if joint.kind == "fixed":
                queue.append((joint.child, part, offset, turned))
                continue
            axis = turn(turned, joint.axis)
            child = _Rigid(joint.child, part.name, joint, offset, axis, [], [])
            queue.append((joint.child, child, (0.0, 0.0, 0.0), turned))
    if seen != len(robot.links):
        raise UserError(f"URDF: {len(robot.links) - seen} links form a loop; a robot is a tree")
    return parts


def _collect(link: UrdfLink, part: _Rigid, at: Vector, axes: Matrix) -> None:
    """Add a link's mass and shapes to the part that it is fixed to."""
    if link.mass_kg > 0.0:
        turned = multiply(axes, link.com.axes)
        inertia = multiply(multiply(turned, link.inertia), transpose(turned))
        part.masses.append(Mass(link.mass_kg, _sum(at, turn(axes, link.com.xyz)), inertia))
    for solid in link.solids:
        part.shapes.append(_shape(solid, link.name, at, axes))


def _shape(solid: Solid, link: str, at: Vector, axes: Matrix) -> Shape:
    return Shape(
        kind=solid.kind,  # type: ignore[arg-type]
        size_m=solid.size,
        position_m=_sum(at, turn(axes, solid.place.xyz)),
        quaternion=quaternion_of(multiply(axes, solid.place.axes)),
        name=solid.name if solid.name.startswith(link) else f"{link}_{solid.name}",
        collides=solid.collides,
    )


def _link(part: _Rigid, *, round_one: bool) -> Link:
    where = f"URDF: link {part.name!r}"
    if not part.masses:
        raise UserError(f"{where} moves but has no mass; add <inertial>")
    mass = joined(part.masses)
    moments, axes = principal(mass.inertia)
    low, middle, high = sorted(moments)
    if low <= 0.0 or low + middle < high * (1.0 - 1e-6):
        raise UserError(
            f"{where}: moments of inertia {low:.3g}, {middle:.3g}, {high:.3g} belong to no body; "
            "all must be above 0 and no one above the sum of the others"
        )
    shapes = tuple(part.shapes)
    if round_one:
        shapes = (next(shape for shape in shapes if _is_round(shape, part.axis)),)
    return Link(
        name=part.name,
        parent=part.parent,
        position_m=part.offset,
        mass_kg=mass.mass_kg,
        com_m=mass.com_m,
        inertia_kgm2=moments,
        inertia_quaternion=axes,
        joint=_plan_joint(part.joint, part.axis, round_one) if part.joint else None,
        shapes=shapes,
    )


def _plan_joint(joint: UrdfJoint, axis: Vector, wheel: bool) -> Joint:
    # A wheel that turns forward turns about +y.
    if wheel and axis[1] < 0.0:
        axis = (-axis[0], -axis[1], -axis[2])
    limited = joint.kind in ("revolute", "prismatic") and joint.upper > joint.lower and not wheel
    return Joint(
        kind="slide" if joint.kind == "prismatic" else "hinge",
        axis=axis,
        range_rad_or_m=(joint.lower, joint.upper) if limited else None,
        damping=joint.damping,
    )


def _is_wheel(part: _Rigid) -> bool:
    if part.joint is None or part.joint.kind not in ("continuous", "revolute"):
        return False
    full = part.joint.kind == "continuous" or part.joint.upper - part.joint.lower >= 2 * math.pi
    level = abs(part.axis[1]) > 0.9
    return full and level and any(_is_round(shape, part.axis) for shape in part.shapes)


def _is_round(shape: Shape, axis: Vector) -> bool:
    """A colliding sphere or cylinder about the joint's axis."""
    out = sum(p * a for p, a in zip(shape.position_m, axis, strict=True))
    off = math.dist(shape.position_m, [out * a for a in axis])
    x, y, z, w = shape.quaternion
    way = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    along = abs(sum(a * b for a, b in zip(way, axis, strict=True)))
    if not shape.collides or off > 0.05 * shape.size_m[0]:
        return False
    return shape.kind == "sphere" or (shape.kind == "cylinder" and along > 0.99)


def _steering(parts: list[_Rigid], wheels: set[str]) -> dict[str, str]:
    """Wheel -> the link that steers it."""
    by_name = {part.name: part for part in parts}
    found = {}
    for name in wheels:
        holder = by_name[by_name[name].parent]
        joint = holder.joint
        if joint is not None and joint.kind == "revolute" and abs(holder.axis[2]) > 0.9:
            found[name] = holder.name
    return found


def _plan(
    links: tuple[Link, ...],
    parts: list[_Rigid],
    wheels: set[str],
    steering: dict[str, str],
    driven: frozenset[str],
) -> BodyPlan:
    rolling = [part for part in parts if part.name in wheels]
    named = [part for part in rolling if part.joint and part.joint.name in driven]
    pulled = {part.name for part in (named or rolling)}
    total = sum(link.mass_kg for link in links)
    shapes = {link.name: link.shapes[0] for link in links if link.name in wheels}
    rows = []
    for part in rolling:
        radius = shapes[part.name].size_m[0]
        effort = part.joint.effort if part.joint else 0.0
        pull = total * GRAVITY_MPS2 * radius
        torque = effort or 1.5 * pull / len(pulled)
        y = _position(part, parts)[1]
        rows.append(
            Wheel(
                link=part.name,
                radius_m=radius,
                tyre=Tyre(),
                side="left" if y > 0.01 else "right" if y < -0.01 else "centre",
                motor_torque_nm=torque if part.name in pulled else 0.0,
                servo_gain=torque / LEAST_SERVO_SPAN_RADPS if part.name in pulled else 0.0,
                brake_torque_nm=torque,
                steer_link=steering.get(part.name, ""),
                steer_gain=STEER_GAIN_IN_WEIGHTS * pull * (part.name in steering),
            )
        )
    bottom = min(
        (
            _position(part, parts)[2] + lowest(shape)
            for part, link in zip(parts, links, strict=True)
            for shape in link.shapes
            if shape.collides
        ),
        default=0.0,
    )
    return BodyPlan(
        links=links, wheels=tuple(rows), exclude=apart(links), ground_clearance_m=-bottom
    )


def _position(part: _Rigid, parts: list[_Rigid]) -> Vector:
    """Where a part's frame lies in the root's."""
    by_name = {p.name: p for p in parts}
    at = part.offset
    while part.parent:
        part = by_name[part.parent]
        at = _sum(at, part.offset)
    return at


def _drive(body: BodyPlan, parts: list[_Rigid], layout: Layout, steering: dict[str, str]) -> Drive:
    by_name = {part.name: part for part in parts}
    speeds = [
        joint.velocity * wheel.radius_m
        for wheel in body.wheels
        if (joint := by_name[wheel.link].joint) is not None and joint.velocity > 0.0
    ]
    top = min(speeds, default=1.0)
    angles = [
        min(abs(joint.lower), abs(joint.upper))
        for name in steering.values()
        if (joint := by_name[name].joint) is not None and joint.upper > joint.lower
    ]
    # The inner wheel turns further than the middle one that the limit is for.
    widest = min([*(0.8 * angle for angle in angles), 1.2], default=0.5)
    return Drive(
        layout=layout,
        speed_max_mps=top,
        reverse_max_mps=top,
        steer_max_rad=max(widest, 0.05) if layout == "steered" else 0.0,
    )


def _sum(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]
