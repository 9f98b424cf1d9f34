"""Every robot's look, by its model."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from outrider.sim.robots import catalogue
from outrider.sim.robots.catalogue import RobotModel
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks.carrier import carrier
from outrider.sim.robots.looks.cricket import cricket
from outrider.sim.robots.looks.large_multirotors import firefly, octo
from outrider.sim.robots.looks.look import Look
from outrider.sim.robots.looks.person import person
from outrider.sim.robots.looks.plain import plain_multirotor, plain_plan, plain_vehicle
from outrider.sim.robots.looks.quadrotors import f450, x500
from outrider.sim.robots.looks.six_wheel import six_wheel
from outrider.sim.robots.looks.skid_steer import husky, rover4
from outrider.sim.robots.looks.suv import suv
from outrider.sim.robots.looks.tracked import tracked
from outrider.sim.robots.person import PersonModel
from outrider.sim.robots.shelf import shipped
from outrider.world.mesh import Mesh

MULTIROTORS: Final[dict[str, Callable[[MultirotorModel], Look]]] = {
    "x500": x500, "f450": f450, "cricket": cricket, "firefly": firefly, "octo": octo,
}  # fmt: skip
VEHICLES: Final[dict[str, Callable[[AxleModel], Look]]] = {
    "husky": husky, "rover4": rover4, "six_wheel": six_wheel, "tracked": tracked,
                                                           "carrier": carrier,
    "suv": suv,
}  # fmt: skip


@lru_cache(maxsize=64)
def look_of(model: RobotModel) -> Look:
    """What a robot looks like; one that is no shipped model, or of other sizes, looks plain."""
    if isinstance(model, PersonModel):
        return person(model)
    drawn = _is_drawn(model)
    if isinstance(model, MultirotorModel):
        return (MULTIROTORS[model.name] if drawn else plain_multirotor)(model)
    if isinstance(model, AxleModel):
        return (VEHICLES[model.name] if drawn else plain_vehicle)(model)
    return plain_plan(model.name, model.body_plan())


def assembled(model: RobotModel, *, level: int = 0) -> Mesh:
    """The robot at rest on level ground at z = 0, in one mesh."""
    look = look_of(model)
    return look.whole(level).moved((0.0, 0.0, look.clearance_m))


def _is_drawn(model: RobotModel) -> bool:
    """Whether the model has the frame that the look of its name was drawn for."""
    if model.name not in {**MULTIROTORS, **VEHICLES} or model.name not in shipped():
        return False
    return _frame(model) == _frame(catalogue.load(model.name))


def _frame(model: RobotModel) -> object:
    """What a drawn look relies on."""
    if isinstance(model, MultirotorModel):
        return model.rotors, model.collider
    if isinstance(model, AxleModel):
        places = [
            (axle.x_m, axle.track_m, axle.height_m, axle.suspension is None) for axle in model.axles
        ]
        deck = model.deck and (
            model.deck.top_m,
            model.deck.size_m,
            model.deck.thickness_m,
            model.deck.pads,
        )
        return places, model.wheel.radius_m, model.wheel.width_m, model.chassis.shapes, deck
    return None
