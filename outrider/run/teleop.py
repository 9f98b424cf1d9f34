"""What a key or a stick means: pure functions from presses to commands, and the log of commands.

A terminal tells presses, not releases. So a press moves an axis for ``HOLD_NS`` of simulated time,
and the terminal's key repeat keeps it there; without repeat it falls back to zero.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

Kind = Literal["multirotor", "wheeled", "person"]
Axes = tuple[float, float, float, float]
"""Forward, left, up and turn to the left, each -1 to 1."""

HOLD_NS: Final = 300_000_000
RELEASED: Final[Axes] = (0.0, 0.0, 0.0, 0.0)
FORWARD, LEFT, UP, TURN = range(4)
PACES: Final = (0.1, 0.25, 0.5, 1.0)
TAKE_OFF_HEIGHT_M: Final = 2.0
LEAST_WALK_MPS: Final = 0.02
"""A person turns on the spot by walking this slowly; people do not walk backwards."""
LOOK_AHEAD_S: Final = 0.25
"""A person is told a heading, not a turn rate: the one to have so much later."""

# key -> (axis, direction)
_FLYING: Final[dict[str, tuple[int, float]]] = {
    "w": (FORWARD, 1.0),
    "s": (FORWARD, -1.0),
    "a": (LEFT, 1.0),
    "d": (LEFT, -1.0),
    "up": (UP, 1.0),
    "down": (UP, -1.0),
    "left": (TURN, 1.0),
    "right": (TURN, -1.0),
}
_ON_GROUND: Final[dict[str, tuple[int, float]]] = {
    "w": (FORWARD, 1.0),
    "s": (FORWARD, -1.0),
    "a": (TURN, 1.0),
    "d": (TURN, -1.0),
    "up": (FORWARD, 1.0),
    "down": (FORWARD, -1.0),
    "left": (TURN, 1.0),
    "right": (TURN, -1.0),
}
ACTIONS: Final = {
    "space": "hold",
    "t": "take_off",
    "l": "land",
    "tab": "next",
    "r": "record",
    "q": "quit",
    "+": "faster",
    "-": "slower",
}
HELP: Final = (
    "w/s forward, back   a/d sideways (UAV) or turn   arrows climb, sink, turn (UAV) or drive\n"
    "space hold   t take off   l land   + - speed   tab next robot   r record   q quit"
)


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """An input to a robot, in world axes.

    ``fly`` (vx, vy, vz, heading rate); ``drive`` (speed, turn rate); ``walk`` (speed, heading);
    ``take_off`` (height); ``land`` and ``hold`` ().
    """

    name: Literal["fly", "drive", "walk", "take_off", "land", "hold"]
    values: tuple[float, ...] = ()


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A command and the tick at which it was given."""

    tick: int
    robot: str
    command: Command


class Reach(Struct, frozen=True, kw_only=True):
    """What full deflection of each axis asks for."""

    speed_mps: float
    climb_mps: float = 0.0
    turn_radps: float


REACH: Final[dict[str, Reach]] = {
    "multirotor": Reach(speed_mps=6.0, climb_mps=2.0, turn_radps=1.2),
    "wheeled": Reach(speed_mps=2.0, turn_radps=1.2),
    "person": Reach(speed_mps=2.5, turn_radps=1.8),
}


class Stick(Struct, frozen=True):
    """Where the axes stand: the last press of each and when it came, and the pace."""

    values: Axes = RELEASED
    pressed_ns: tuple[int, int, int, int] = (-HOLD_NS,) * 4
    pace: int = 2

    @property
    def share(self) -> float:
        return PACES[self.pace]


def press(stick: Stick, key: str, *, kind: Kind, now_ns: int) -> Stick:
    """The stick after ``key``; keys that move no axis change nothing."""
    axis, value = (_FLYING if kind == "multirotor" else _ON_GROUND).get(key, (-1, 0.0))
    if axis < 0:
        return stick
    values, pressed = list(stick.values), list(stick.pressed_ns)
    values[axis], pressed[axis] = value, now_ns
    return replace(
        stick,
        values=(values[0], values[1], values[2], values[3]),
        pressed_ns=(pressed[0], pressed[1], pressed[2], pressed[3]),
    )


def release(stick: Stick) -> Stick:
    """All axes at zero; the pace stays."""
    return Stick(pace=stick.pace)


def change_pace(stick: Stick, step: int) -> Stick:
    return replace(stick, pace=min(max(stick.pace + step, 0), len(PACES) - 1))


def deflection(stick: Stick, *, now_ns: int) -> Axes:
    """The axes at ``now_ns``: a press counts for ``HOLD_NS`` and is gone then."""
    held = [
        value if now_ns - pressed < HOLD_NS else 0.0
        for value, pressed in zip(stick.values, stick.pressed_ns, strict=True)
    ]
    return held[0], held[1], held[2], held[3]


def command_for(kind: Kind, axes: Axes, *, share: float, heading_rad: float) -> Command:
    """The command that ``axes`` mean for a robot of ``kind``; released axes mean ``hold``."""
    if axes == RELEASED:
        return Command("hold")
    reach = REACH[kind]
    turn = axes[TURN] * reach.turn_radps
    if kind == "wheeled":
        return Command("drive", (axes[FORWARD] * reach.speed_mps * share, turn))
    if kind == "person":
        speed = max(axes[FORWARD] * reach.speed_mps * share, LEAST_WALK_MPS)
        if axes[FORWARD] <= 0.0 and turn == 0.0:
            return Command("hold")
        return Command("walk", (speed, math.remainder(heading_rad + turn * LOOK_AHEAD_S, math.tau)))
    ahead, left = axes[FORWARD], axes[LEFT]
    # A full diagonal is not faster than full ahead.
    scale = reach.speed_mps * share / max(1.0, math.hypot(ahead, left))
    cosine, sine = math.cos(heading_rad), math.sin(heading_rad)
    return Command(
        "fly",
        (
            scale * (ahead * cosine - left * sine),
            scale * (ahead * sine + left * cosine),
            axes[UP] * reach.climb_mps,
            turn,
        ),
    )


def action_for(key: str, kind: Kind) -> str:
    """The action of a key that moves no axis, or ``""``; only multirotors take off and land."""
    action = ACTIONS.get(key, "")
    return "" if action in ("take_off", "land") and kind != "multirotor" else action
