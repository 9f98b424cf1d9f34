"""How rubber holds on each class of ground, dry, wet or under snow: for tyres and for planners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.sky import Weather
from outrider.world.semantics import CLASSES, SemanticClass, number_of

F64 = NDArray[np.float64]

_ASPHALT: Final = 0.60 / 0.85
_CONCRETE: Final = 0.80 / 0.85
_EARTH: Final = 0.55 / 0.68
WET: Final = {
    "asphalt": _ASPHALT, "concrete": _CONCRETE, "rock": _CONCRETE,
    **dict.fromkeys(
        ("ground", "grass", "soil", "mud", "field", "cereal", "blossom", "stubble", "heath"), _EARTH
    ),
}  # fmt: skip
"""What soaking leaves of the friction: peak values, wet over dry, of Taborek (Mechanics of
Vehicles, 1957; table in Wong, Theory of Ground Vehicles, ch. 1) for asphalt 0.5–0.7 of 0.8–0.9,
concrete 0.8 of 0.8–0.9 and earth road 0.55 of 0.68. It knows no wet gravel, sand or snow; floors
have a roof."""
SHELTERED: Final = ("floor",)
"""Classes that neither rain nor snow reaches."""
FIRM: Final = "ground"
"""The tyres of the robots' models are told for this class, dry."""


def friction(weather: Weather, *, classes: Sequence[SemanticClass] = CLASSES) -> F64:
    """``(classes,)`` Coulomb coefficients of rubber; snow lies on a share of what is open."""
    dry = np.array([entry.friction for entry in classes])
    wet = np.array([WET.get(entry.root, 1.0) for entry in classes])
    under = weather.snow_cover * np.array([entry.root not in SHELTERED for entry in classes])
    own = dry * (1.0 + weather.wetness * (wet - 1.0))
    snowy = np.minimum(own, dry[number_of("snow")])
    return np.asarray(own + under * (snowy - own))


def relative_grip(weather: Weather, *, classes: Sequence[SemanticClass] = CLASSES) -> F64:
    """``(classes,)`` the same, relative to dry firm ground."""
    return friction(weather, classes=classes) / classes[number_of(FIRM)].friction
