"""Joysticks: raw events to axes and actions, and the device through a stand-in for evdev."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from outrider.core.errors import MissingExtraError, UserError
from outrider.run import joystick
from outrider.run.joystick import Joystick, moved, normalise
from outrider.run.teleop import RELEASED, TURN, UP

ABS_Y, ABS_X, ABS_RX, ABS_RY = 1, 0, 3, 4


@pytest.mark.parametrize(
    ("value", "low", "high", "axis"),
    [
        (128, 0, 255, 0.0),
        (0, 0, 255, -1.0),
        (255, 0, 255, 1.0),
        (-32768, -32768, 32767, -1.0),
        (900, -32768, 32767, 0.0),
        (7, 7, 7, 0.0),
        (400, 0, 255, 1.0),
    ],
)
def test_raw_values_become_minus_one_to_one(value: int, low: int, high: int, axis: float) -> None:
    assert normalise(value, low, high) == axis


def test_the_range_is_odd_monotonic_and_in_steps() -> None:
    values = [normalise(raw, -100, 100) for raw in range(-100, 101)]
    assert values == sorted(values)
    assert values == [-value for value in reversed(values)]
    assert all(value * joystick.STEPS == pytest.approx(round(value * 50)) for value in values)


def test_forward_and_left_are_positive() -> None:
    axes = moved(RELEASED, ABS_Y, 0, low=0, high=255)
    axes = moved(axes, ABS_X, 0, low=0, high=255)
    axes = moved(axes, ABS_RY, 255, low=0, high=255)
    assert axes == (1.0, 1.0, -1.0, 0.0)
    assert moved(axes, 0x10, 1, low=-1, high=1) == axes
    assert str(moved(axes, ABS_RX, 128, low=0, high=255)[TURN]) == "0.0"
    assert axes[UP] == -1.0


class FakeDevice:
    name = "Pad"

    def __init__(self, path: str) -> None:
        if path != "/dev/input/event7":
            raise FileNotFoundError(2, "No such file or directory", path)
        event = SimpleNamespace
        self._events = [
            event(type=3, code=ABS_Y, value=0),
            event(type=1, code=0x130, value=1),
            event(type=1, code=0x130, value=0),
            event(type=1, code=0x2FF, value=1),
            event(type=0, code=0, value=0),
        ]
        self.closed = False

    def capabilities(self) -> dict[int, list[tuple[int, SimpleNamespace]]]:
        return {3: [(ABS_Y, SimpleNamespace(min=0, max=255))]}

    def read_one(self) -> SimpleNamespace | None:
        return self._events.pop(0) if self._events else None

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def fake_evdev(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(InputDevice=FakeDevice, list_devices=lambda: ["/dev/input/event7"])
    monkeypatch.setattr(joystick, "need", lambda name, *, extra: library)


@pytest.mark.usefixtures("fake_evdev")
def test_a_device_gives_axes_and_buttons_that_went_down() -> None:
    pad = Joystick("auto")
    assert pad.read() == ((1.0, 0.0, 0.0, 0.0), ["take_off"])
    assert pad.read() == ((1.0, 0.0, 0.0, 0.0), [])


@pytest.mark.usefixtures("fake_evdev")
def test_a_wrong_device_is_told_with_those_there_are() -> None:
    with pytest.raises(UserError, match=r"event9: No such file.*devices: /dev/input/event7"):
        Joystick("/dev/input/event9")


def test_without_evdev_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "evdev", None)
    with pytest.raises(MissingExtraError, match="teleop"):
        Joystick("auto")
