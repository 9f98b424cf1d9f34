"""Steering a running simulation: from keys and sticks to logged commands, and back from the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from outrider.core.errors import CommandError, UnknownNameError, UserError
from outrider.run import teleop
from outrider.run.keylog import KeyLog
from outrider.run.teleop import RELEASED, Axes, Command, Entry, Kind, Stick

PERIOD_NS: Final = 50_000_000
"""Keys are read and commands given twenty times a simulated second."""
STEERED: Final = ("fly", "drive", "walk")


class Cockpit(Protocol):
    """What steering needs of a simulation."""

    @property
    def now_ns(self) -> int: ...
    @property
    def tick_ns(self) -> int: ...
    def advance(self, duration_ns: int) -> None: ...
    def kinds(self) -> dict[str, Kind]: ...
    def heading(self, robot: str) -> float: ...
    def give(self, robot: str, command: Command) -> None: ...
    def fingerprint(self) -> str: ...


class Pilot:
    """Holds the stick of one robot at a time; every command that was taken is in ``entries``."""

    def __init__(
        self,
        cockpit: Cockpit,
        *,
        robot: str = "",
        on_entry: Callable[[Entry], None] | None = None,
    ) -> None:
        self._cockpit, self._on_entry = cockpit, on_entry
        names = list(cockpit.kinds())
        if not names:
            raise UserError("the scenario has no robot to steer; add one under 'robots:'")
        if robot and robot not in names:
            raise UnknownNameError("robot", robot, names, where="--robot")
        self.robot = robot or names[0]
        self.stick = Stick()
        self.entries: list[Entry] = []
        self.recording = self.quitting = False
        self.trouble = ""
        self._sticks: Axes = RELEASED
        self._last: dict[str, Command] = {}

    @property
    def kind(self) -> Kind:
        return self._cockpit.kinds()[self.robot]

    def keys(self, keys: Sequence[str]) -> None:
        """Take the keys that were pressed."""
        for key in keys:
            if action := teleop.action_for(key, self.kind):
                self.act(action)
            else:
                now_ns = self._cockpit.now_ns
                self.stick = teleop.press(self.stick, key, kind=self.kind, now_ns=now_ns)

    def sticks(self, axes: Axes) -> None:
        """Take where the sticks of a joystick stand."""
        self._sticks = axes

    def act(self, action: str) -> None:
        """Carry out an action of ``teleop.ACTIONS``."""
        if action == "quit":
            self.quitting = True
        elif action == "record":
            self.recording = not self.recording
        elif action == "next":
            self._take_next()
        elif action in ("faster", "slower"):
            self.stick = teleop.change_pace(self.stick, 1 if action == "faster" else -1)
        elif action == "take_off":
            self._give(Command("take_off", (teleop.TAKE_OFF_HEIGHT_M,)))
        elif action == "land":
            self._give(Command("land"))
        elif action == "hold":
            self.stick = teleop.release(self.stick)
            self._give(Command("hold"))

    def steer(self) -> None:
        """Give what the axes ask for now, if it is something new."""
        axes = self._sticks
        if axes == RELEASED:
            axes = teleop.deflection(self.stick, now_ns=self._cockpit.now_ns)
        last = self._last.get(self.robot)
        # Released axes end what they began, not a take-off, a landing or the robot's own plan.
        if axes == RELEASED and (last is None or last.name not in STEERED):
            return
        heading = self._cockpit.heading(self.robot)
        command = teleop.command_for(self.kind, axes, share=self.stick.share, heading_rad=heading)
        if command != last:
            self._give(command)

    def _take_next(self) -> None:
        """Let go of this robot, which then holds, and take the next."""
        self.stick, self._sticks = teleop.release(self.stick), RELEASED
        self.steer()
        names = list(self._cockpit.kinds())
        place = names.index(self.robot) if self.robot in names else -1
        self.robot = names[(place + 1) % len(names)]

    def _give(self, command: Command) -> None:
        """Give and log a command; one that the robot refuses is told, not logged."""
        self._last[self.robot] = command
        try:
            self._cockpit.give(self.robot, command)
        except CommandError as fault:
            self.trouble = str(fault)
            return
        self.trouble = ""
        tick = self._cockpit.now_ns // self._cockpit.tick_ns
        entry = Entry(tick, self.robot, command)
        self.entries.append(entry)
        if self._on_entry is not None:
            self._on_entry(entry)


def replay(
    cockpit: Cockpit,
    log: KeyLog,
    *,
    after: Callable[[], None] = lambda: None,
    until_ns: int | None = None,
) -> bool:
    """Give every command of the log at its tick; whether everything came out the same.

    ``after`` is called about every ``PERIOD_NS``; a log without an end is replayed to its last
    command, or to ``until_ns``, and counts as the same.
    """
    known = cockpit.kinds()
    for entry in log.entries:
        _advance_to(cockpit, entry.tick * cockpit.tick_ns, after)
        if entry.robot not in known:
            raise UserError(f"the log steers {entry.robot!r}, which this scenario does not have")
        cockpit.give(entry.robot, entry.command)
    if log.end is None:
        _advance_to(cockpit, until_ns or cockpit.now_ns, after)
        return True
    _advance_to(cockpit, log.end.end_tick * cockpit.tick_ns, after)
    return cockpit.fingerprint() == log.end.digest


def _advance_to(cockpit: Cockpit, end_ns: int, after: Callable[[], None]) -> None:
    while cockpit.now_ns < end_ns:
        cockpit.advance(min(PERIOD_NS, end_ns - cockpit.now_ns))
        after()
