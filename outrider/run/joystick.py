"""A joystick or gamepad through evdev."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, Protocol

from outrider.core.errors import UserError
from outrider.core.registry import need
from outrider.run.teleop import FORWARD, LEFT, RELEASED, TURN, UP, Axes

DEAD_ZONE: Final = 0.08
STEPS: Final = 50
"""Deflection is rounded to 1/50, so that a trembling hand does not fill the log."""

# Codes of linux/input-event-codes.h: axis -> (axis of ours, direction). A stick pushed forward
# or left gives small numbers.
AXES: Final = {
    0x01: (FORWARD, -1.0),  # ABS_Y
    0x00: (LEFT, -1.0),  # ABS_X
    0x04: (UP, -1.0),  # ABS_RY
    0x03: (TURN, -1.0),  # ABS_RX
}
BUTTONS: Final = {
    0x130: "take_off",  # BTN_SOUTH
    0x131: "land",  # BTN_EAST
    0x133: "hold",  # BTN_NORTH
    0x134: "next",  # BTN_WEST
    0x13B: "record",  # BTN_START
    0x13A: "quit",  # BTN_SELECT
}
EV_KEY, EV_ABS = 0x01, 0x03


class Event(Protocol):
    """What evdev gives: type and code of ``linux/input-event-codes.h``, and the value."""

    type: int
    code: int
    value: int


def normalise(value: int, low: int, high: int) -> float:
    """A raw axis value as -1 to 1, zero inside the dead zone, in steps of 1/50."""
    if high <= low:
        return 0.0
    share = 2.0 * (value - low) / (high - low) - 1.0
    beyond = max(0.0, abs(share) - DEAD_ZONE) / (1.0 - DEAD_ZONE)
    rounded = round(min(beyond, 1.0) * STEPS) / STEPS
    return rounded if share >= 0 else -rounded


def moved(axes: Axes, code: int, value: int, *, low: int, high: int) -> Axes:
    """The axes after one event of axis ``code``; other axes of the device change nothing."""
    if code not in AXES:
        return axes
    axis, direction = AXES[code]
    changed = list(axes)
    # Adding zero turns -0.0 into 0.0, so that a released stick compares equal and logs cleanly.
    changed[axis] = direction * normalise(value, low, high) + 0.0
    return changed[0], changed[1], changed[2], changed[3]


def action_of(event: Event) -> str:
    """The action of a button that went down, or ``""``."""
    return BUTTONS.get(event.code, "") if event.type == EV_KEY and event.value == 1 else ""


class Joystick:
    """An opened device: ``read`` gives where the sticks stand and which buttons went down."""

    def __init__(self, device: str) -> None:
        evdev = need("evdev", extra="teleop")
        self._device: Any = _open(evdev, device)
        self.name: str = self._device.name
        absolute = self._device.capabilities().get(EV_ABS, [])
        self._ranges = {code: (info.min, info.max) for code, info in absolute}
        self._axes = RELEASED

    def read(self) -> tuple[Axes, list[str]]:
        actions: list[str] = []
        while (event := self._device.read_one()) is not None:
            if event.type == EV_ABS and event.code in self._ranges:
                low, high = self._ranges[event.code]
                self._axes = moved(self._axes, event.code, event.value, low=low, high=high)
            elif action := action_of(event):
                actions.append(action)
        return self._axes, actions

    def close(self) -> None:
        self._device.close()


def _open(evdev: ModuleType, device: str) -> Any:
    known = evdev.list_devices()
    path = next(iter(known), "") if device == "auto" else device
    try:
        return evdev.InputDevice(path)
    except OSError as fault:
        shown = ", ".join(known) or "none that this user may read (group 'input')"
        raise UserError(
            f"--joystick {device}: {fault.strerror or 'no device'}; devices: {shown}"
        ) from fault
