"""The car: bodywork of the asset cars drawn to the model's wheelbase and shapes, wheels apart."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.look import ALL, Build, Lods, Look, Part, both, on_links
from outrider.world import forms
from outrider.world.assets.cars import CARS, Car, bodywork, far_bodywork, plain_bodywork
from outrider.world.assets.wheels import plain_wheel, wheel
from outrider.world.mesh import Mesh, merge

PAINT: Final = "paint_blue"
ROOF_M: Final = 1.6
"""Above the ground; the physics' cabin ends 5 cm lower."""
MIRROR_M: Final = 0.15
SENSORS_M: Final = 0.2


def suv(model: AxleModel) -> Look:
    """A blue car with black sills; on its roof a bar with a LiDAR and cameras."""
    car, middle = _car(model)
    build = Build()
    for level, made in enumerate(
        (bodywork(car, PAINT), plain_bodywork(car, PAINT), far_bodywork(car, PAINT))
    ):
        build.add(*made, at=(level,))
    build.add(*_roof_bar(), _exhausts(car), both(_cladding(car)))
    build.add(_far_bar(), at=ALL[1:])
    lods = build.lods(move=(middle, 0.0, -model.ground_clearance_m))
    return Look(name=model.name, body=lods, parts=_wheels(model),
                proud_m=(0.0, MIRROR_M, SENSORS_M),
                clearance_m=model.ground_clearance_m)  # fmt: skip


def _car(model: AxleModel) -> tuple[Car, float]:
    """The lines of the car, whose x starts at its middle, and where that is in the root's frame."""
    body = model.chassis.shapes[0]
    front, rear = (axle.x_m - body.position_m[0] for axle in (model.axles[0], model.axles[-1]))
    radius, width = model.wheel.radius_m, model.wheel.width_m
    car = replace(
        CARS["suv_car"], length=body.size_m[0], width=body.size_m[1], height=ROOF_M,
                  axles=(front, rear),
        wheel=(radius, width), clearance=0.25, nose=0.95, cowl=(1.12, 1.1), header=(0.42, 1.5),
        roof_end=(-1.88, 1.51), deck=(-2.14, 1.13), tail=1.08, belt=(1.02, 1.08), lamp=(0.14, 0.24),
        tail_lamp=(0.6, 0.9, -0.29, -0.1),
    )  # fmt: skip
    return car, body.position_m[0]


def _roof_bar() -> list[Mesh]:
    """Rails along the roof, a bar across them, the LiDAR in its middle, cameras at its ends."""
    rail = parts.rounded_path([(0.25, 0.61, ROOF_M - 0.07), (0.12, 0.61, ROOF_M - 0.005),
                               (-1.45, 0.61, ROOF_M - 0.02),
                               (-1.6, 0.61, ROOF_M - 0.09)], 0.1)  # fmt: skip
    rails = both(parts.pipe(rail, 0.016, material="metal_dark", sides=6))
    bar = parts.bevelled(
        (0.14, 1.16, 0.035), 0.01, material="plastic_black", center=(-0.25, 0, ROOF_M + 0.03)
    )
    foot = both(
        forms.box(
            (0.08, 0.05, 0.05), material="plastic_black", center=(-0.25, 0.58, ROOF_M + 0.005)
        )
    )
    spinner = parts.lidar(0.062, 0.1).moved((-0.25, 0, ROOF_M + 0.046))
    eyes = both(merge([
        parts.bevelled((0.1, 0.08, 0.06), 0.012, material="plastic_white",
                       center=(-0.2, 0.4, ROOF_M + 0.06)),
        parts.lens(0.022, 0.014).moved((-0.152, 0.4, ROOF_M + 0.06)),
    ]))  # fmt: skip
    fin = parts.hull([(-1.7, 0.01, ROOF_M - 0.1, ROOF_M + 0.06),
                      (-1.66, 0.016, ROOF_M - 0.1, ROOF_M + 0.05),
                      (-1.52, 0.014, ROOF_M - 0.06, ROOF_M - 0.02)], 0.006,
                     material=PAINT)  # fmt: skip
    return [rails, bar, foot, spinner, eyes, fin]


def _cladding(car: Car) -> Mesh:
    """Black lips about the wheel arches of the left and a board between them."""
    radius, y = car.wheel[0] + 0.062, 0.5 * car.width - 0.01
    angle = np.linspace(-0.12, math.pi + 0.12, 15)
    made = []
    for x in car.axles:
        lip = np.column_stack(
            [
                x + radius * np.cos(angle),
                np.full(len(angle), y),
                car.wheel[0] + radius * np.sin(angle),
            ]
        )
        made.append(forms.tube(lip, 0.028, material="plastic_black", sides=6))
    board = (car.axles[0] - radius, car.axles[1] + radius)
    size = (board[0] - board[1], 0.05, 0.11)
    center = (0.5 * (board[0] + board[1]), y - 0.012, car.clearance + 0.075)
    return merge([*made, parts.bevelled(size, 0.012, material="plastic_black", center=center)])


def _far_bar() -> Mesh:
    return forms.box((0.14, 0.14, 0.12), material="metal_dark", center=(-0.25, 0, ROOF_M + 0.06))


def _exhausts(car: Car) -> Mesh:
    pipe = forms.cylinder(0.035, 0.12, material="chrome", sides=12).turned(parts.AHEAD)
    return both(pipe.moved((-0.5 * car.length + 0.07, 0.52, car.clearance + 0.12)))


def _wheels(model: AxleModel) -> tuple[Part, ...]:
    """Wheels with five spokes; they steer and spring with their links."""
    radius, width = model.wheel.radius_m, model.wheel.width_m
    disc = forms.cylinder(0.62 * radius, 0.03, material="metal_dark", sides=16).turned(
        parts.TO_LEFT
    )
    fine = merge([wheel(radius, width, sides=28, spokes=5, bore=0.66), disc])
    near = plain_wheel(radius, width, sides=12)
    far = forms.cylinder(radius, width, material="rubber", sides=8).turned(parts.TO_LEFT)
    left: Lods = (fine, near, far)
    right: Lods = tuple(mesh.headed(math.pi) for mesh in left)
    sides = {"left": left, "right": right}
    plan = model.body_plan()
    return on_links(plan, {rolling.link: sides[rolling.side] for rolling in plan.wheels})
