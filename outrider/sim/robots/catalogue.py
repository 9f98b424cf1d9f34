"""The robot models: by name from the shelf or a plugin, changed by parameters, as typed data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from outrider.core.errors import UnknownNameError, UserError
from outrider.core.registry import plugin
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import AxleModel, GroundModel, LinkageModel
from outrider.sim.robots.overrides import override
from outrider.sim.robots.person import PersonModel
from outrider.sim.robots.shelf import FOLDER, names, need_name, read, shipped
from outrider.sim.robots.urdf import read_urdf

RobotModel: TypeAlias = MultirotorModel | GroundModel | PersonModel

__all__ = ["RobotModel", "decode", "describe", "load", "names", "read_file"]

MAX_MASS_KG: Final = 1e6

_KINDS: Final[dict[str, type[RobotModel]]] = {
    "multirotor": MultirotorModel,
    "wheeled": AxleModel,
    "linkage": LinkageModel,
    "person": PersonModel,
}


def load(
    name: str, *, parameters: Mapping[str, object] | None = None, where: str = ""
) -> RobotModel:
    """A model by name, with some of its data changed.

    ``parameters`` are numbers by short name (``mass_kg``) or by path (``tyre.friction``).
    """
    if name in shipped():
        return decode(_data(name), parameters=parameters, where=where or name)
    need_name(name, where=where)
    offered = plugin("robots", name)
    given = offered() if callable(offered) else offered
    if isinstance(given, Path):
        if given.suffix == ".urdf":
            given = msgspec.to_builtins(read_urdf(given))
            return decode(given, parameters=parameters, where=where or name)
        return read_file(given, parameters=parameters)
    if isinstance(given, Mapping):
        return decode(given, parameters=parameters, where=where or name)
    if isinstance(given, MultirotorModel | GroundModel | PersonModel):
        return decode(msgspec.to_builtins(given), parameters=parameters, where=where or name)
    raise UserError(
        f"robot plugin {name!r} gave a {type(given).__name__}; it must give a model, "
        "a mapping of its fields, or the path of a YAML file"
    )


def read_file(path: Path, *, parameters: Mapping[str, object] | None = None) -> RobotModel:
    """A model from a YAML file of one's own."""
    return decode(read(path), parameters=parameters, where=path.name)


def decode(
    data: Mapping[str, Any], *, parameters: Mapping[str, object] | None = None, where: str = "model"
) -> RobotModel:
    """Fields of a model, checked."""
    kind = data.get("kind")
    if kind not in _KINDS:
        raise UnknownNameError("kind of robot", str(kind), _KINDS, where=where)
    model = _convert(override(data, parameters or {}, where=where), kind, where)
    if isinstance(model, AxleModel) and parameters:
        nominal = _convert(data, kind, where)
        if isinstance(nominal, AxleModel):
            model = model.like(nominal)
    _check(model, where)
    return model


def _convert(fields: Mapping[str, Any], kind: str, where: str) -> RobotModel:
    try:
        model: RobotModel = msgspec.convert(fields, _KINDS[kind])
    except msgspec.ValidationError as fault:
        raise UserError(f"robot model {where}: {fault}") from fault
    return model


def _check(model: RobotModel, where: str) -> None:
    """Find what the types cannot: masses that do not add up, tyres that no road has."""
    if isinstance(model, MultirotorModel):
        model.params()
    plan = model.body_plan()
    for link in plan.links:
        if not 0.0 < link.mass_kg < MAX_MASS_KG:
            raise UserError(
                f"robot model {where}: mass of {link.name} is {link.mass_kg:g} kg; it must be "
                f"above 0 and below {MAX_MASS_KG:g}"
            )
    for wheel in plan.wheels:
        tyre = wheel.tyre
        least = min(tyre.bristle_m, tyre.relaxation_m, wheel.radius_m)
        if least <= 0.0 or min(tyre.friction, tyre.rolling_resistance, tyre.damping_ratio) < 0.0:
            raise UserError(
                f"robot model {where}: tyre of {wheel.link} is {tyre}; friction, rolling "
                "resistance and damping must not be negative, lengths must be above 0"
            )


def describe(model: RobotModel) -> dict[str, object]:
    """What a reader wants to know first; numbers in SI."""
    plan = model.body_plan()
    facts: dict[str, object] = {
        "name": model.name,
        "kind": model.kind,
        "description": model.description,
        "source": model.source,
        "mass_kg": round(sum(link.mass_kg for link in plan.links), 6),
        "links": len(plan.links),
        "wheels": len(plan.wheels),
        "pads": len(plan.pads),
    }
    if isinstance(model, GroundModel):
        facts["speed_max_mps"] = model.drive.speed_max_mps
        facts["layout"] = model.drive.layout
    elif isinstance(model, PersonModel):
        facts["speed_max_mps"] = model.run_mps
    else:
        facts["rotors"] = len(model.rotors)
        facts["speed_max_mps"] = model.limits.speed_mps
    return facts


@cache
def _data(name: str) -> dict[str, Any]:
    return read(FOLDER / f"{name}.yaml")
