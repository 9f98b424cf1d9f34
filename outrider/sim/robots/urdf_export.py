"""A body plan as URDF text. Tyres, motors' gains and springs have no place in URDF."""

from __future__ import annotations

import math
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from outrider.sim.physics.plan import Joint, Link, Quaternion, Shape, Vector, Wheel
from outrider.sim.robots.ground import GroundModel
from outrider.sim.robots.inertia import Matrix, diagonal, multiply, rotation, transpose


def to_urdf(model: GroundModel) -> str:
    """The links, joints, masses and solids of a ground robot."""
    plan = model.body_plan()
    robot = Element("robot", name=model.name)
    wheels = {wheel.link: wheel for wheel in plan.wheels}
    for link in plan.links:
        _write_link(robot, link)
    for link in plan.links:
        if link.parent:
            _write_joint(robot, link, wheels.get(link.name), model.drive.speed_max_mps)
    for wheel in plan.wheels:
        if wheel.motor_torque_nm > 0.0 or wheel.drive_share > 0.0:
            transmission = SubElement(robot, "transmission", name=f"{wheel.link}_transmission")
            SubElement(transmission, "joint", name=f"{wheel.link}_joint")
    ET.indent(robot)
    return ET.tostring(robot, encoding="unicode") + "\n"


def _write_link(robot: Element, link: Link) -> None:
    element = SubElement(robot, "link", name=link.name)
    inertial = SubElement(element, "inertial")
    SubElement(inertial, "origin", xyz=_text(link.com_m), rpy="0 0 0")
    SubElement(inertial, "mass", value=repr(link.mass_kg))
    r = rotation(link.inertia_quaternion)
    i = multiply(multiply(r, diagonal(link.inertia_kgm2)), transpose(r))
    keys = {
        "ixx": (0, 0),
        "ixy": (0, 1),
        "ixz": (0, 2),
        "iyy": (1, 1),
        "iyz": (1, 2),
        "izz": (2, 2),
    }
    SubElement(inertial, "inertia", {key: repr(i[a][b]) for key, (a, b) in keys.items()})
    for shape in link.shapes:
        _write_shape(element, shape)


def _write_shape(link: Element, shape: Shape) -> None:
    group = SubElement(link, "collision" if shape.collides else "visual", name=shape.name)
    rpy = _text(rpy_of(rotation(shape.quaternion)))
    SubElement(group, "origin", xyz=_text(shape.position_m), rpy=rpy)
    geometry = SubElement(group, "geometry")
    a, b, _ = shape.size_m
    if shape.kind == "box":
        SubElement(geometry, "box", size=_text(shape.size_m))
    elif shape.kind == "sphere":
        SubElement(geometry, "sphere", radius=repr(a))
    else:
        SubElement(geometry, shape.kind, radius=repr(a), length=repr(b))


def _write_joint(robot: Element, link: Link, wheel: Wheel | None, speed_mps: float) -> None:
    joint = link.joint or Joint(kind="hinge", axis=(0.0, 0.0, 1.0))
    limits = joint.range_rad_or_m
    kind = "prismatic" if joint.kind == "slide" else "revolute" if limits else "continuous"
    element = SubElement(robot, "joint", name=f"{link.name}_joint", type=kind)
    rpy = _text(rpy_of(rotation(link.quaternion)))
    SubElement(element, "origin", xyz=_text(link.position_m), rpy=rpy)
    SubElement(element, "parent", link=link.parent)
    SubElement(element, "child", link=link.name)
    SubElement(element, "axis", xyz=_text(joint.axis))
    if wheel is not None:
        velocity = speed_mps / wheel.radius_m
        torque = wheel.motor_torque_nm or wheel.brake_torque_nm
        SubElement(element, "limit", effort=repr(torque), velocity=repr(velocity))
    elif limits:
        low, high = limits
        SubElement(
            element, "limit", lower=repr(low), upper=repr(high), effort="0.0", velocity="0.0"
        )
    SubElement(element, "dynamics", damping=repr(joint.damping))


def rpy_of(r: Matrix) -> Vector:
    """Roll, pitch and yaw of a rotation."""
    pitch = math.atan2(-r[2][0], math.hypot(r[0][0], r[1][0]))
    if math.hypot(r[0][0], r[1][0]) < 1e-12:
        return math.atan2(-r[1][2], r[1][1]), pitch, 0.0
    return math.atan2(r[2][1], r[2][2]), pitch, math.atan2(r[1][0], r[0][0])


def _text(numbers: Vector | Quaternion) -> str:
    return " ".join(repr(float(x)) for x in numbers)
