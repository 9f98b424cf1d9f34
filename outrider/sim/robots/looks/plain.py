"""Looks of robots that nobody has drawn: made from their rotors, wheels and collision shapes."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.sim.physics.plan import BodyPlan, Link, Shape
from outrider.sim.robots.flight import MultirotorModel, Rotor
from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.frames import arm_of, feet_of, on_arms
from outrider.sim.robots.looks.look import LEVELS, Build, Lods, Look, Part, on_links
from outrider.sim.robots.looks.propellers import motor, propeller, rotor_parts
from outrider.sim.robots.looks.skid_steer import deck_of, room_for_pads, wheels_of
from outrider.sim.robots.looks.wheels import Tread, wheel_lods
from outrider.world import forms
from outrider.world.mesh import Mesh, merge

HULL: Final = "paint_silver"
LIMB: Final = "plastic_grey"
_AXLE_TO_Z: Final = rotation.from_euler_zyx(0.0, 0.0, 0.5 * math.pi)
"""Turns a wheel's axle, which lies along y, to the axis of a cylinder."""


def plain_multirotor(model: MultirotorModel) -> Look:
    """The hub's boxes, an arm with a motor to each rotor, a leg to each foot."""
    build = Build()
    for level in range(LEVELS):
        solid = [shape for shape in model.collider if shape.kind in {"box", "capsule"}]
        build.add(*(solid_mesh(shape, HULL, level) for shape in solid), at=(level,))
        build.add(on_arms(model, _arm, level), at=(level,))
        build.add(*(_leg(shape, level) for shape in feet_of(model)), at=(level,))
    turning = [rotor for rotor in model.rotors if rotor.radius_m > 0.0]
    parts_ = rotor_parts(model, _blade) if len(turning) == len(model.rotors) else ()
    return Look(name=model.name, body=build.lods(), parts=parts_,
                clearance_m=model.ground_clearance_m)  # fmt: skip


def _blade(rotor: Rotor, level: int) -> Mesh:
    return propeller(rotor.radius_m, rotor.spin, level=level)


def _arm(rotor: Rotor, level: int) -> Mesh:
    length, _ = arm_of(rotor)
    size = rotor.radius_m if rotor.radius_m > 0.0 else 0.4 * length
    thick, top = 0.06 * size, rotor.position_m[2] - 0.04 * size
    low = top - 0.16 * size
    if level == 2:
        return forms.beam((0, 0, low), (length, 0, low), 2 * thick, 2 * thick, material="carbon")
    tube = forms.rod((0, 0, low), (length, 0, low), thick, material="carbon", sides=(10, 5)[level])
    engine = motor(0.11 * size, top - low, level=level).moved((length, 0, top))
    return merge([tube, engine])


def _leg(shape: Shape, level: int) -> Mesh:
    """A rod from the middle's underside to a foot, and the foot."""
    foot, r = np.array(shape.position_m), shape.size_m[0]
    root = foot * (0.35, 0.35, 0.0)
    sides = (8, 4, 3)[level]
    rod = forms.rod(root, foot, 0.4 * r, material="carbon", sides=sides)
    ball = forms.ball(
        r, material="rubber", rings=(6, 4, 2)[level], sides=(10, 6, 4)[level], center=foot
    )
    return merge([rod, ball])


def plain_vehicle(model: AxleModel) -> Look:
    """The chassis' shapes with soft edges, the wheels, the deck."""
    build = Build()
    for level in range(LEVELS):
        build.add(*(solid_mesh(shape, HULL, level) for shape in model.chassis.shapes), at=(level,))
    if model.deck is not None:
        mark = min(0.35, 0.95 * room_for_pads(model.deck))
        deck_of(build, model.deck, mark=mark, plate="metal_dark", rim="paint_yellow")
    return Look(name=model.name, body=build.lods(), parts=wheels_of(model, Tread()),
                clearance_m=model.ground_clearance_m)  # fmt: skip


def plain_plan(name: str, plan: BodyPlan) -> Look:
    """Each link by its shapes; the wheels among them with tyres."""
    wheels = {wheel.link for wheel in plan.wheels}
    meshes: dict[str, Lods] = {
        link.name: _link_lods(link, HULL if index == 0 else LIMB, wheel=link.name in wheels)
        for index, link in enumerate(plan.links) if link.shapes
    }  # fmt: skip
    root = plan.links[0].name
    body = meshes.pop(root, tuple(merge([]) for _ in range(LEVELS)))
    moving: tuple[Part, ...] = on_links(plan, meshes)
    return Look(name=name, body=body, parts=moving, clearance_m=plan.ground_clearance_m)


def _link_lods(link: Link, material: str, *, wheel: bool) -> Lods:
    return tuple(
        merge(
            [
                _tyre(shape, level) if wheel else solid_mesh(shape, material, level)
                for shape in link.shapes
            ]
        )
        for level in range(LEVELS)
    )


def _tyre(shape: Shape, level: int) -> Mesh:
    """A wheel in place of a cylinder; other shapes as they are, in rubber."""
    if shape.kind != "cylinder":
        return solid_mesh(shape, "rubber", level)
    radius, width, _ = shape.size_m
    left, _right = wheel_lods(radius, width, Tread())
    return _placed(left[level].turned(_AXLE_TO_Z), shape)


def solid_mesh(shape: Shape, material: str, level: int) -> Mesh:
    """A collision shape as a body: boxes with soft edges from near."""
    a, b, c = shape.size_m
    sides = (20, 10, 6)[level]
    if shape.kind == "box":
        soft = 0.06 * min(a, b, c)
        mesh = (
            parts.bevelled((a, b, c), soft, material=material)
            if level == 0
            else forms.box((a, b, c), material=material)
        )
    elif shape.kind == "sphere":
        mesh = forms.ball(a, material=material, rings=(12, 6, 4)[level], sides=sides)
    elif shape.kind == "cylinder":
        mesh = forms.cylinder(a, b, material=material, sides=sides)
    else:
        mesh = _capsule(a, b, material, sides, (6, 3, 2)[level])
    return _placed(mesh, shape)


def _capsule(radius: float, length: float, material: str, sides: int, rings: int) -> Mesh:
    angle = np.linspace(0.0, 0.5 * math.pi, rings + 1)
    cap = np.column_stack([radius * np.cos(angle), 0.5 * length + radius * np.sin(angle)])
    profile = np.concatenate([cap[::-1] * (1.0, -1.0), cap])
    return forms.lathe(profile, material=material, sides=sides)


def _placed(mesh: Mesh, shape: Shape) -> Mesh:
    return mesh.turned(shape.quaternion).moved(shape.position_m)
