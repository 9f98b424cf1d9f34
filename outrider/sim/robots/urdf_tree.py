"""URDF text -> links and joints as data. Refuses what could do harm or means nothing here."""

from __future__ import annotations

import math
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from outrider.core.errors import UserError
from outrider.sim.physics.plan import ORIGIN, Vector
from outrider.sim.robots.inertia import Matrix, multiply

MAX_BYTES: Final = 8 * 2**20
MAX_LINKS: Final = 500
MAX_DEPTH: Final = 32
MAX_NUMBER: Final = 1e9
JOINT_KINDS: Final = ("fixed", "continuous", "revolute", "prismatic")

Element = ET.Element


class Place(NamedTuple):
    """Where a frame lies in its parent: xyz m, and its axes as a rotation."""

    xyz: Vector
    axes: Matrix


class Solid(NamedTuple):
    """A primitive: box (edges), sphere (radius, 0, 0) or cylinder (radius, length, 0)."""

    kind: str
    size: Vector
    place: Place
    name: str
    collides: bool


class UrdfLink(NamedTuple):
    """A link in its own frame; ``meshes`` counts the geometries that are not primitives."""

    name: str
    mass_kg: float
    com: Place
    inertia: Matrix
    solids: tuple[Solid, ...]
    meshes: int


class UrdfJoint(NamedTuple):
    """A joint; ``axis`` is a unit vector in the frame of the child."""

    name: str
    kind: str
    parent: str
    child: str
    place: Place
    axis: Vector
    lower: float
    upper: float
    effort: float
    velocity: float
    damping: float


class UrdfRobot(NamedTuple):
    """All of a file that matters here."""

    name: str
    links: dict[str, UrdfLink]
    joints: tuple[UrdfJoint, ...]
    driven: frozenset[str]
    """Joints that a transmission drives."""


class _Builder(ET.TreeBuilder):
    """A tree builder that counts how deep it is."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str]) -> Element:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UserError(f"URDF: nested deeper than {MAX_DEPTH} levels at <{tag[:40]}>")
        return super().start(tag, attrs)

    def end(self, tag: str) -> Element:
        self._depth -= 1
        return super().end(tag)

    def doctype(self, name: str, _public: str | None, _system: str | None) -> None:
        raise UserError(
            f"URDF: a document type ({name[:40]}) is not allowed; remove the <!DOCTYPE> line"
        )


def parse_urdf(text: str) -> UrdfRobot:
    """The robot of a URDF text; raises UserError."""
    root = _root(text)
    links: dict[str, UrdfLink] = {}
    for element in root.findall("link"):
        link = _link(element)
        if link.name in links:
            raise UserError(f"URDF: two links are named {link.name!r}; names must be unique")
        links[link.name] = link
    if not links:
        raise UserError("URDF: there is no <link>; a robot has at least one")
    if len(links) > MAX_LINKS:
        raise UserError(f"URDF: {len(links)} links; {MAX_LINKS} are allowed")
    joints = tuple(_joint(element, links) for element in root.findall("joint"))
    driven = frozenset(
        name
        for joint in root.findall("transmission/joint")
        if (name := joint.get("name")) is not None
    )
    return UrdfRobot(root.get("name", "robot"), links, joints, driven)


def _root(text: str) -> Element:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise UserError(f"URDF: {size:,} bytes; {MAX_BYTES:,} are allowed")
    # expat would expand entities before the builder sees them.
    upper = text.upper()
    for word in ("<!DOCTYPE", "<!ENTITY"):
        if word in upper:
            raise UserError(f"URDF: {word}> is not allowed; remove it")
    try:
        parser = ET.XMLParser(target=_Builder())  # noqa: S314 (no entities reach it)
        parser.feed(text)
        root: Element = parser.close()
    except ET.ParseError as fault:
        raise UserError(f"URDF: not well-formed XML: {fault}") from None
    if root.tag != "robot":
        raise UserError("URDF: the outermost element must be <robot>")
    if "<xacro:" in text or "${" in text:
        raise UserError(
            "URDF: this is a xacro file; expand it first: xacro model.urdf.xacro > model.urdf"
        )
    return root


def _link(element: Element) -> UrdfLink:
    name = _name(element, "link")
    where = f"link {name!r}"
    solids: list[Solid] = []
    meshes = 0
    for group in ("collision", "visual"):
        for part in element.findall(group):
            solid = _solid(part, group, len(solids), where)
            if solid is None:
                meshes += 1
            elif not any(s.kind == solid.kind and s[1:3] == solid[1:3] for s in solids):
                solids.append(solid)
    inertial = element.find("inertial")
    if inertial is None:
        return UrdfLink(name, 0.0, _place(None, where), _zero(), tuple(solids), meshes)
    mass = _number(inertial.find("mass"), "value", where)
    if mass < 0.0:
        raise UserError(f"URDF: {where}: mass is {mass:g} kg; it must not be negative")
    com = _place(inertial.find("origin"), where)
    return UrdfLink(name, mass, com, _inertia(inertial, mass, where), tuple(solids), meshes)


def _inertia(inertial: Element, mass: float, where: str) -> Matrix:
    element = inertial.find("inertia")
    if element is None:
        if mass > 0.0:
            raise UserError(f"URDF: {where}: a mass without <inertia>; add one")
        return _zero()
    get = {k: _number(element, k, where, 0.0) for k in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")}
    return (
        (get["ixx"], get["ixy"], get["ixz"]),
        (get["ixy"], get["iyy"], get["iyz"]),
        (get["ixz"], get["iyz"], get["izz"]),
    )


def _solid(part: Element, group: str, index: int, where: str) -> Solid | None:
    """A primitive; None for a mesh."""
    geometry = part.find("geometry")
    if geometry is None or len(geometry) == 0:
        raise UserError(f"URDF: {where}: <{group}> has no <geometry>")
    shape = geometry[0]
    place = _place(part.find("origin"), where)
    name = part.get("name") or f"{group}{index}"
    size: Vector
    if shape.tag == "box":
        size = _vector(shape.get("size"), ORIGIN, where)
    elif shape.tag == "sphere":
        size = (_number(shape, "radius", where), 0.0, 0.0)
    elif shape.tag in ("cylinder", "capsule"):
        size = (_number(shape, "radius", where), _number(shape, "length", where), 0.0)
    elif shape.tag == "mesh":
        return None
    else:
        raise UserError(
            f"URDF: {where}: geometry <{shape.tag}> is not known; use box, sphere, cylinder, mesh"
        )
    needed = {"box": 3, "sphere": 1}.get(str(shape.tag), 2)
    if min(size[:needed]) <= 0.0:
        raise UserError(f"URDF: {where}: size of its {shape.tag} is {size}; it must be above 0")
    return Solid(str(shape.tag), size, place, name, group == "collision")


def _joint(element: Element, links: dict[str, UrdfLink]) -> UrdfJoint:
    name = _name(element, "joint")
    where = f"joint {name!r}"
    kind = element.get("type", "")
    if kind not in JOINT_KINDS:
        raise UserError(
            f"URDF: {where}: type {kind!r} is not supported; use {', '.join(JOINT_KINDS)}"
        )
    ends = [_end(element, tag, links, where) for tag in ("parent", "child")]
    axis_element, limit = element.find("axis"), element.find("limit")
    axis = _vector(
        None if axis_element is None else axis_element.get("xyz"), (1.0, 0.0, 0.0), where
    )
    length = math.sqrt(sum(x * x for x in axis))
    if length < 1e-9:
        raise UserError(f"URDF: {where}: its axis is zero; give a direction such as 0 1 0")
    unit: Vector = (axis[0] / length, axis[1] / length, axis[2] / length)
    place = _place(element.find("origin"), where)
    lower, upper, effort, velocity = (
        _number(limit, key, where, 0.0) for key in ("lower", "upper", "effort", "velocity")
    )
    damping = _number(element.find("dynamics"), "damping", where, 0.0)
    return UrdfJoint(
        name, kind, ends[0], ends[1], place, unit, lower, upper, effort, velocity, damping
    )


def _end(element: Element, tag: str, links: dict[str, UrdfLink], where: str) -> str:
    end = element.find(tag)
    name = "" if end is None else end.get("link", "")
    if name not in links:
        raise UserError(f"URDF: {where}: its {tag} link {name!r} does not exist")
    return name


def _name(element: Element, kind: str) -> str:
    name = element.get("name", "")
    if not name or len(name) > 200:
        raise UserError(f"URDF: a <{kind}> has no usable name; give it one of 1 to 200 letters")
    return name


def _place(origin: Element | None, where: str) -> Place:
    if origin is None:
        return Place(ORIGIN, from_rpy(ORIGIN))
    xyz = _vector(origin.get("xyz"), ORIGIN, where)
    return Place(xyz, from_rpy(_vector(origin.get("rpy"), ORIGIN, where)))


def from_rpy(rpy: Vector) -> Matrix:
    """Rotation by roll, pitch and yaw about fixed axes."""
    (cr, cp, cy), (sr, sp, sy) = map(math.cos, rpy), map(math.sin, rpy)
    roll: Matrix = ((1.0, 0.0, 0.0), (0.0, cr, -sr), (0.0, sr, cr))
    pitch: Matrix = ((cp, 0.0, sp), (0.0, 1.0, 0.0), (-sp, 0.0, cp))
    yaw: Matrix = ((cy, -sy, 0.0), (sy, cy, 0.0), (0.0, 0.0, 1.0))
    return multiply(yaw, multiply(pitch, roll))


def _vector(text: str | None, default: Vector, where: str) -> Vector:
    if text is None:
        return default
    parts = text.split()
    if len(parts) != 3:
        raise UserError(f"URDF: {where}: {text[:60]!r} must be three numbers")
    x, y, z = (_finite(part, where) for part in parts)
    return x, y, z


def _number(element: Element | None, key: str, where: str, default: float | None = None) -> float:
    text = None if element is None else element.get(key)
    if text is None:
        if default is None:
            raise UserError(f"URDF: {where}: {key} is missing; give a number")
        return default
    return _finite(text, where)


def _finite(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise UserError(f"URDF: {where}: {text[:60]!r} is not a number") from None
    if not math.isfinite(value) or abs(value) > MAX_NUMBER:
        raise UserError(f"URDF: {where}: {text[:60]!r} must be finite and at most {MAX_NUMBER:g}")
    return value


def _zero() -> Matrix:
    return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
