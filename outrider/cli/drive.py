"""``outrider drive``: steer the robots of a scenario, record it, replay it bit for bit."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from outrider.cli.argument import OVERRIDES, SEED, SOURCE, Argument, Command

if TYPE_CHECKING:
    from outrider.run.joystick import Joystick
    from outrider.run.keyboard import Keyboard
    from outrider.run.pilot import Pilot
    from outrider.run.source import SessionSource
    from outrider.scenario import Scenario

SHOW_EVERY_S = 0.1
CLEAR = "\r\033[K"


def drive(
    source: str,
    /,
    *,
    overrides: tuple[str, ...] = (),
    seed: int | None = None,
    robot: str = "",
    record: Path | None = None,
    replay: Path | None = None,
    joystick: str = "",
    out: Path = Path("runs"),
    real_time: bool = False,
) -> int:
    """Steer the robots of a scenario in real time, by keyboard or joystick.

    w a s d and the arrows move, space holds, t takes off, l lands, tab takes the next robot,
    + and - set the speed, r records a run folder, q quits.
    """
    from outrider import scenario
    from outrider.core.errors import UserError

    if record is not None and replay is not None:
        raise UserError("--record and --replay cannot go together; a replay is the record")
    found = scenario.load(source, overrides=overrides, seed=seed)
    if replay is not None:
        return _replay(found, replay, out=out, real_time=real_time)
    with contextlib.ExitStack() as stack:
        pad = stack.enter_context(contextlib.closing(_joystick(joystick))) if joystick else None
        keyboard = _keyboard(stack, needed=pad is None)
        return _steer(found, robot=robot, record=record, out=out, keyboard=keyboard, pad=pad)


def _joystick(device: str) -> Joystick:
    from outrider.run.joystick import Joystick

    return Joystick(device)


def _keyboard(stack: contextlib.ExitStack, *, needed: bool) -> Keyboard | None:
    """The keyboard; a joystick alone is enough where there is no terminal."""
    from outrider.run.keyboard import Keyboard

    if not needed and not sys.stdin.isatty():
        return None
    return stack.enter_context(Keyboard())


def _steer(
    found: Scenario,
    *,
    robot: str,
    record: Path | None,
    out: Path,
    keyboard: Keyboard | None,
    pad: Joystick | None,
) -> int:
    from outrider.run import pilot, teleop
    from outrider.run.drive import Drive
    from outrider.run.interrupt import Interrupt
    from outrider.run.pacing import Pacer

    drive = Drive(found, robot=robot, record=record, root=out)
    sys.stderr.write(teleop.HELP + "\n")
    pacer, shown = Pacer(), Shown()
    with Interrupt() as interrupt:
        while not (drive.pilot.quitting or interrupt.requested):
            drive.pilot.keys(keyboard.read() if keyboard else ())
            if pad:
                axes, actions = pad.read()
                drive.pilot.sticks(axes)
                for action in actions:
                    drive.pilot.act(action)
            drive.step(pilot.PERIOD_NS)
            pacer.wait(drive.source.now_ns / 1e9)
            shown.show(drive.source, drive.pilot)
    return _finish(drive.finish(), record)


def _finish(folder: Path | None, record: Path | None) -> int:
    sys.stderr.write("\n")
    if record is not None:
        print(f"commands in {record}; 'outrider drive ... --replay {record}' gives them again")
    if folder is not None:
        print(f"results in {folder}")
    return 0


def _replay(found: Scenario, path: Path, *, out: Path, real_time: bool) -> int:
    """Give the commands of a log; 0 if everything came out the same to the last bit, else 3."""
    from outrider.cli.trouble import complain
    from outrider.run import keylog, pilot
    from outrider.run.drive import Drive, check_head
    from outrider.run.pacing import Pacer

    log = keylog.read(path)
    check_head(log.head, found, path)
    drive = Drive(found, root=out, recording=True)
    pacer, shown = Pacer(), Shown()

    def after() -> None:
        drive.observe()
        if real_time:
            pacer.wait(drive.source.now_ns / 1e9)
        shown.show(drive.source, drive.pilot)

    same = pilot.replay(drive.source, log, after=after)
    _finish(drive.finish(), None)
    if log.end is None:
        print(f"{len(log.entries)} commands given; the log has no end to compare with")
        return 0
    if not same:
        complain(
            "the replay differs from what was recorded; it repeats bit for bit on the same class "
            "of machine and version only: see machine.json"
        )
        return 3
    print(f"{len(log.entries)} commands given; everything came out the same, bit for bit")
    return 0


class Shown:
    """The line that tells how the steered robot is."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()

    def show(self, source: SessionSource, pilot: Pilot) -> None:
        now = time.perf_counter()
        if not sys.stderr.isatty() or now - self._last < SHOW_EVERY_S:
            return
        self._last = now
        simulated_s = source.now_ns / 1e9
        factor = simulated_s / (now - self._start)
        state = source.state(pilot.robot)
        x, y, z = state.position
        speed = sum(part * part for part in state.velocity) ** 0.5
        facts = [
            f"{simulated_s:.1f} s x{factor:.1f}",
            pilot.robot,
            f"({x:.1f}, {y:.1f}, {z:.1f}) m",
            f"{speed:.1f} m/s",
            f"speed {pilot.stick.share:.0%}",
        ]
        facts += ["REC"] * pilot.recording + [pilot.trouble] * bool(pilot.trouble)
        sys.stderr.write(CLEAR + "  ".join(facts)[:118])
        sys.stderr.flush()


ARGUMENTS = {
    "source": SOURCE,
    "overrides": OVERRIDES,
    "seed": SEED,
    "robot": Argument("start with this robot", "NAME", default="(default: the first)"),
    "record": Argument("write every command to this file", "FILE", default=""),
    "replay": Argument("give the commands of such a file", "FILE", default=""),
    "joystick": Argument("/dev/input/event..., or auto", "DEVICE", default=""),
    "out": Argument("where the r key makes run folders", "DIR"),
    "real_time": Argument("replay no faster than the wall clock"),
}
VERBS = {"": Command(drive, ARGUMENTS)}
