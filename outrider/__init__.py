"""Outrider: teams of flying robots, ground robots and people in one world on one clock.

Every name is loaded on first use, so that ``import outrider`` costs next to nothing.
"""

import importlib as _importlib
import typing as _typing

if _typing.TYPE_CHECKING:
    from outrider.core.errors import (
        CommandError,
        OutriderError,
        ScenarioError,
        SimulationError,
        UserError,
    )
    from outrider.core.pose import Pose
    from outrider.run.session import Session, load, restore
    from outrider.scenario import Scenario
    from outrider.scenario import load as check

    __version__: str


__all__ = [
    "CommandError",
    "OutriderError",
    "Pose",
    "Scenario",
    "ScenarioError",
    "Session",
    "SimulationError",
    "UserError",
    "__version__",
    "check",
    "load",
    "restore",
]

_HOMES = {
    "__version__": ("outrider.core.version", "VERSION"),
    "CommandError": ("outrider.core.errors", "CommandError"),
    "OutriderError": ("outrider.core.errors", "OutriderError"),
    "Pose": ("outrider.core.pose", "Pose"),
    "Scenario": ("outrider.scenario", "Scenario"),
    "ScenarioError": ("outrider.core.errors", "ScenarioError"),
    "Session": ("outrider.run.session", "Session"),
    "SimulationError": ("outrider.core.errors", "SimulationError"),
    "UserError": ("outrider.core.errors", "UserError"),
    "check": ("outrider.scenario", "load"),
    "load": ("outrider.run.session", "load"),
    "restore": ("outrider.run.session", "restore"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'outrider' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = getattr(_importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
