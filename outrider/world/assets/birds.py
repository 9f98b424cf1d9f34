"""Cockatoo, galah and crow: bodies on the wing and perched, in shares of their length."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from outrider.world.assets.animal_bodies import Body, Joints, Limb, Row

UP: Final = (0.0, 0.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class Plumage:
    """What tells one bird from another; lengths in m."""

    length_m: float
    span_m: float
    back: str
    belly: str
    crest: str
    crest_rise: float
    """Of the length; 0 for a smooth head."""
    bill: str
    bill_long: float
    """1 short and hooked … 2.2 long and straight."""


PLUMAGES: Final = {
    "cockatoo": Plumage(length_m=0.48, span_m=1.02, back="feathers_white", belly="feathers_white",
                        crest="fabric_yellow", crest_rise=0.13, bill="leather_black",
                        bill_long=1.0),
    "galah": Plumage(length_m=0.36, span_m=0.76, back="feathers_grey", belly="feathers_rose",
                     crest="feathers_white", crest_rise=0.04, bill="fur_pale", bill_long=0.9),
    "crow": Plumage(length_m=0.50, span_m=0.98, back="feathers_black", belly="feathers_black",
                    crest="feathers_black", crest_rise=0.0, bill="leather_black", bill_long=2.2),
}  # fmt: skip

# In shares of the length, flying along x with the hips at the origin.
_JOINTS: Final[Joints] = {
    "body": ("", (0.0, 0.0, 0.0)), "head": ("body", (0.27, 0.0, 0.045)),
    "tail": ("body", (-0.19, 0.0, 0.0)), "left_wing": ("body", (0.10, 0.085, 0.05)),
    "left_hand": ("left_wing", (0.13, 0.42, 0.05)), "left_leg": ("body", (-0.03, 0.055, -0.09)),
    "left_foot": ("left_leg", (-0.03, 0.055, -0.20)),
}  # fmt: skip
_BODY: Final[tuple[Row, ...]] = (
    ("body", -0.25, 0, 0.005, 0.040, 0.050),
    ("body", -0.17, 0, -0.005, 0.085, 0.085),
    ("body", -0.05, 0, -0.012, 0.115, 0.108),
    ("body", 0.08, 0, -0.005, 0.125, 0.118),
    ("body", 0.18, 0, 0.012, 0.108, 0.104),
    ("head", 0.255, 0, 0.040, 0.080, 0.078),
    ("head", 0.310, 0, 0.062, 0.074, 0.070),
    ("head", 0.365, 0, 0.066, 0.062, 0.058),
    ("head", 0.405, 0, 0.058, 0.034, 0.034),
)
_TAIL: Final[tuple[Row, ...]] = (
    ("body", -0.16, 0, 0.02, 0.040, 0.055),
    ("tail", -0.26, 0, 0.008, 0.022, 0.065),
    ("tail", -0.38, 0, -0.002, 0.012, 0.082),
    ("tail", -0.50, 0, -0.010, 0.006, 0.070),
)
_LEG: Final[tuple[Row, ...]] = (
    ("body", -0.03, 0.050, -0.05, 0.045, 0.035), ("left_leg", -0.03, 0.055, -0.115, 0.030, 0.024),
    ("left_leg", -0.03, 0.055, -0.150, 0.012, 0.011),
    ("left_foot", -0.03, 0.055, -0.205, 0.010, 0.010),
)  # fmt: skip
_TOES: Final = ((0.085, 0.018), (0.080, -0.022), (-0.055, 0.0))
# Along the wing: joint, share of the half span, leading edge, trailing edge, height.
_WING: Final = (
    ("body", 0.06, 0.145, -0.05, 0.045), ("left_wing", 0.22, 0.165, -0.09, 0.052),
    ("left_wing", 0.42, 0.185, -0.085, 0.056), ("left_hand", 0.58, 0.165, -0.085, 0.056),
    ("left_hand", 0.78, 0.085, -0.105, 0.052), ("left_hand", 0.93, -0.005, -0.105, 0.047),
    ("left_hand", 1.00, -0.060, -0.100, 0.045),
)  # fmt: skip
_FOLDED: Final[tuple[Row, ...]] = (
    ("body", 0.175, 0.085, 0.035, 0.040, 0.018),
    ("body", 0.09, 0.108, 0.030, 0.078, 0.026),
    ("body", -0.06, 0.100, 0.028, 0.080, 0.028),
    ("body", -0.20, 0.066, 0.022, 0.055, 0.024),
    ("body", -0.33, 0.036, 0.008, 0.028, 0.016),
    ("body", -0.42, 0.022, -0.002, 0.010, 0.010),
)


def _scaled(rows: tuple[Row, ...], scale: float) -> tuple[Row, ...]:
    return tuple((row[0], *(scale * value for value in row[1:])) for row in rows)  # type: ignore[misc]


def _wing(plumage: Plumage) -> tuple[Limb, ...]:
    """Arm and hand of a spread wing: thin, broad bodies along the span."""
    half = 0.5 * plumage.span_m / plumage.length_m
    rows = tuple(
        (joint, 0.5 * (lead + trail), share * half, up, 0.5 * (lead - trail), 0.020 - 0.015 * share)
        for joint, share, lead, trail, up in _WING
    )
    return (Limb(material=plumage.back, rows=rows, sides=12, tips=(0.0, 0.5), far_rows=(0, 3, 6)),)


def _head(plumage: Plumage) -> list[Limb]:
    long = plumage.bill_long
    hook = 0.045 if long < 1.5 else 0.010
    bill: tuple[Row, ...] = (
        ("head", 0.385, 0, 0.062, 0.034, 0.026),
        ("head", 0.385 + 0.030 * long, 0, 0.054, 0.028, 0.021),
        ("head", 0.385 + 0.052 * long, 0, 0.054 - 0.5 * hook, 0.018, 0.014),
        ("head", 0.385 + 0.060 * long, 0, 0.054 - hook, 0.006, 0.005),
    )  # fmt: skip
    parts = [Limb(material=plumage.bill, rows=bill, sides=8, front=UP, far=1)]
    eye: tuple[Row, ...] = (("head", 0.352, 0.050, 0.082, 0.011, 0.009),
                            ("head", 0.362, 0.050, 0.082, 0.011, 0.009))  # fmt: skip
    parts.append(Limb(material="paint_black", rows=eye, sides=6, front=UP, tips=(0.8, 0.8),
                      pair=True, far=0))  # fmt: skip
    if plumage.crest_rise > 0.0:
        rise = plumage.crest_rise
        crest: tuple[Row, ...] = (
            ("head", 0.385, 0, 0.095, 0.020, 0.018), ("head", 0.345, 0, 0.122, 0.034, 0.024),
            ("head", 0.295, 0, 0.120 + 0.40 * rise, 0.030, 0.016),
            ("head", 0.262, 0, 0.118 + 0.75 * rise, 0.020, 0.010),
            ("head", 0.262, 0, 0.115 + 1.10 * rise, 0.006, 0.004),
        )  # fmt: skip
        parts.append(Limb(material=plumage.crest, rows=crest, sides=8, far_rows=(0, 2, 4)))
    return parts


def _legs(plumage: Plumage) -> list[Limb]:
    skin = "leather_black" if plumage.bill_long > 0.95 else "feathers_grey"
    parts = [Limb(material=plumage.belly, rows=_LEG[:3], sides=8, far=1),
             Limb(material=skin, rows=_LEG[2:], sides=6, far=1)]  # fmt: skip
    for ahead, aside in _TOES:
        rows: tuple[Row, ...] = (
            ("left_foot", -0.03, 0.055, -0.205, 0.011, 0.010),
            ("left_foot", -0.03 + 0.6 * ahead, 0.055 + 0.6 * aside, -0.212, 0.009, 0.008),
            ("left_foot", -0.03 + ahead, 0.055 + aside, -0.216, 0.004, 0.004),
        )
        parts.append(Limb(material=skin, rows=rows, sides=5, front=UP, far=0))
    return parts


def bird(plumage: Plumage, *, flying: bool) -> Body:
    """Perched ones lie along x too; the pose raises them."""
    trunk = [
        Limb(material=plumage.belly, rows=_BODY, sides=16, front=UP, far_rows=(0, 3, 6, 8)),
        Limb(material=plumage.back, rows=_TAIL, sides=10, front=UP, far_rows=(0, 1, 3)),
        Limb(material=plumage.back, sides=12, front=UP, far=1, rows=(
            ("body", -0.20, 0, 0.045, 0.045, 0.055), ("body", -0.06, 0, 0.060, 0.062, 0.080),
            ("body", 0.08, 0, 0.066, 0.064, 0.085), ("body", 0.17, 0, 0.066, 0.050, 0.066))),
    ]  # fmt: skip
    wings = (
        _wing(plumage)
        if flying
        else (
            Limb(
                material=plumage.back,
                rows=_FOLDED,
                sides=10,
                front=UP,
                pair=True,
                far_rows=(0, 2, 5),
            ),
        )
    )
    limbs = [*trunk, *wings, *_head(plumage), *_legs(plumage)]
    scale = plumage.length_m
    joints: Joints = {name: (parent, (scale * x, scale * y, scale * z))
                      for name, (parent, (x, y, z)) in _JOINTS.items()}  # fmt: skip
    return Body(
        joints=joints, limbs=tuple(replace(part, rows=_scaled(part.rows, scale)) for part in limbs)
    )


PERCHED: Final = {kind: bird(plumage, flying=False) for kind, plumage in PLUMAGES.items()}
FLYING: Final = {kind: bird(plumage, flying=True) for kind, plumage in PLUMAGES.items()}
