"""Parameters that change the data of a model, by short name or by path."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from typing import Any, Final

from outrider.core.errors import UnknownNameError, UserError

SHORT: Final[dict[str, dict[str, str]]] = {
    "wheeled": {
        "wheel_friction": "tyre.friction",
        "rolling_resistance": "tyre.rolling_resistance",
        "wheel_radius_m": "wheel.radius_m",
        "motor_torque_nm": "motor.torque_nm",
        "speed_max_mps": "drive.speed_max_mps",
        "yaw_rate_max_radps": "drive.yaw_rate_max_radps",
        "deck_kg": "deck.mass_kg",
    },
    "multirotor": {
        "speed_max_mps": "limits.speed_mps",
        "acceleration_max_mps2": "limits.acceleration_mps2",
    },
    "linkage": {
        "speed_max_mps": "drive.speed_max_mps",
        "yaw_rate_max_radps": "drive.yaw_rate_max_radps",
    },
    "person": {},
}
"""Short names and the paths they stand for; a field at the top is its own short name."""

DEFAULTS: Final[dict[str, dict[str, object]]] = {
    "wheeled": {
        "tyre.friction": 0.9,
        "tyre.bristle_m": 0.003,
        "tyre.relaxation_m": 0.05,
        "tyre.damping_ratio": 0.7,
        "tyre.rolling_resistance": 0.015,
    },
    "multirotor": {
        "motor_tau_s": 0.03,
        "drag_linear_ns_m": 0.0,
        "drag_quadratic_ns2_m2": 0.0,
        "rotor_min_rad_s": 0.0,
        "limits.speed_mps": 6.0,
        "limits.acceleration_mps2": 5.0,
    },
    "linkage": {},
    "person": {},
}
"""Numbers that a model file may leave out and a parameter may still set."""


def override(
    data: Mapping[str, Any], parameters: Mapping[str, object], *, where: str
) -> dict[str, Any]:
    """A copy of the fields with the parameters put in; inertia follows the mass."""
    fields = copy.deepcopy(dict(data))
    if not parameters:
        return fields
    kind = str(fields["kind"])
    known = known_parameters(fields)
    short = SHORT[kind]
    for name, value in parameters.items():
        if name not in known:
            raise UnknownNameError("parameter", name, known, where=where)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UserError(f"{where}: parameter {name} is {value!r}; it must be a number")
        if not math.isfinite(value):
            raise UserError(f"{where}: parameter {name} is {value}; it must be finite")
        if name == "mass_kg":
            _scale_inertia(fields, float(value), where)
        _put(fields, short.get(name, name), float(value))
    return fields


def known_parameters(data: Mapping[str, Any]) -> list[str]:
    """Every name that ``override`` takes for this model."""
    kind = str(data["kind"])
    paths = {*_numbers(data), *DEFAULTS[kind]}
    return sorted(paths | {name for name, path in SHORT[kind].items() if path in paths})


def _numbers(data: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Paths of all the numbers."""
    found: list[str] = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            found += _numbers(value, f"{prefix}{key}.")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found.append(f"{prefix}{key}")
    return found


def _put(fields: dict[str, Any], path: str, value: float) -> None:
    *groups, last = path.split(".")
    for group in groups:
        fields = fields.setdefault(group, {})
    fields[last] = value


def _scale_inertia(fields: dict[str, Any], mass_kg: float, where: str) -> None:
    """The body keeps its shape, so that its moments grow with its mass."""
    if mass_kg <= 0.0:
        raise UserError(f"{where}: parameter mass_kg is {mass_kg:g}; it must be above 0")
    ratio = mass_kg / float(fields["mass_kg"])
    if "inertia_kgm2" in fields:
        fields["inertia_kgm2"] = [ratio * float(x) for x in fields["inertia_kgm2"]]
