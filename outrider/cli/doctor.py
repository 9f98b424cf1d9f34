"""``outrider doctor``: what this machine has, what is missing, and what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Iterator
from typing import Literal, NamedTuple

from outrider.cli import text
from outrider.cli.argument import MACHINE, Argument, Command

Verdict = Literal["ok", "note", "bad"]
GIB = 1 << 30
LEAST_MEMORY = 2 * GIB
LEAST_DISK = 1 * GIB
LEAST_PYTHON = (3, 11)

STYLES: dict[Verdict, str] = {"ok": text.GREEN, "note": text.YELLOW, "bad": text.RED}

# A robot of each kind on uneven ground: enough to compile every kernel that a run needs.
WARMING = """\
name: warming
duration_s: 0.2
world: {kind: hills, relief_m: 3, wavelength_m: 40, density: 0.1}
robots:
  - {name: uav0, model: x500, position_m: [0, 0, 3]}
  - {name: ugv0, model: husky, position_m: [4, 0]}
  - {name: suv0, model: suv, position_m: [10, 0]}
  - {name: human0, model: person, position_m: [0, 6]}
swarm: {model: x500, count: 32, position_m: [0, 0, 30]}
"""


class Finding(NamedTuple):
    """One line of the report; ``advice`` says what to do if it is not ok."""

    what: str
    verdict: Verdict
    value: str
    advice: str = ""


def doctor(*, warm: bool = False, machine: bool = False) -> int:
    """Say what this machine has, what is missing and what to do.

    Exit code 1 if runs cannot work.
    """
    findings = []
    for finding in examine():
        findings.append(finding)
        if not machine:
            _say(finding)
    if warm:
        finding = warm_up()
        findings.append(finding)
        if not machine:
            _say(finding)
    bad = sum(finding.verdict == "bad" for finding in findings)
    if machine:
        import json

        print(json.dumps([finding._asdict() for finding in findings]))
    else:
        print("\nready to run" if not bad else f"\n{text.count(bad, 'thing')} to mend first")
    return 1 if bad else 0


def examine() -> Iterator[Finding]:
    """All findings in order, each as soon as it is known."""
    for look in (_system, _processor, _memory, _disk, _libraries, _mujoco, _kernels, _teleop, _gl):
        yield from look()


def _say(finding: Finding) -> None:
    mark = text.paint(f"{finding.verdict:<5}", STYLES[finding.verdict])
    print(f"{mark} {finding.what:<14} {finding.value}")
    if finding.advice:
        print(f"      {'':<14} {text.paint('-> ' + finding.advice, text.DIM)}")


def _system() -> Iterator[Finding]:
    version = platform.python_version()
    good = tuple(map(int, version.split(".")[:2])) >= LEAST_PYTHON
    yield Finding(
        "Python", "ok" if good else "bad", version, "" if good else "install Python 3.11 or later"
    )
    libc = " ".join(platform.libc_ver()).strip() or "unknown libc"
    supported = platform.system() == "Linux" and platform.machine() == "x86_64"
    yield Finding(
        "system",
        "ok" if supported else "note",
        f"{_distribution()}, {platform.machine()}, {libc}",
        "" if supported else "Linux on x86-64 is what is tested; elsewhere what wheels allow",
    )


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.platform()


def _processor() -> Iterator[Finding]:
    from outrider.run import machine

    model, level = machine.cpu_facts()
    fast = level in ("x86-64-v3", "x86-64-v4")
    yield Finding(
        "processor",
        "ok" if fast else "note",
        f"{model}, {level}, {text.count(machine.cores(), 'core')}",
        "" if fast else "without AVX2 everything works, but slower than the stated figures",
    )


def _memory() -> Iterator[Finding]:
    from outrider.run import machine

    size = machine.memory_bytes()
    enough = size >= LEAST_MEMORY
    yield Finding(
        "memory",
        "ok" if enough else "note",
        f"{size / GIB:.1f} GiB",
        "" if enough else "2 GiB are enough for teams; keep swarms small",
    )


def _disk() -> Iterator[Finding]:
    free = shutil.disk_usage(".").free
    writable = os.access(".", os.W_OK)
    advice = ""
    if not writable:
        advice = "results go to ./runs; change to a folder you may write, or use --out"
    elif free < LEAST_DISK:
        advice = "make room: a run of a large swarm leaves tens of megabytes"
    yield Finding("disk", "note" if advice else "ok", f"{free / GIB:.1f} GiB free here", advice)


def _libraries() -> Iterator[Finding]:
    from outrider import __version__
    from outrider.run import machine

    versions = {name: machine.library_version(name) for name in machine.LIBRARIES}
    missing = [name for name, version in versions.items() if not version]
    shown = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    yield Finding("outrider", "ok", __version__)
    yield Finding(
        "libraries",
        "bad" if missing else "ok",
        shown,
        f"pip install {' '.join(missing)}" if missing else "",
    )
    if machine.library_version("mujoco"):
        yield Finding(
            "mujoco",
            "bad",
            f"mujoco {machine.library_version('mujoco')} shares a folder with mujoco-core",
            "pip uninstall mujoco mujoco-core && pip install 'mujoco-core>=4.0.1'",
        )


def _mujoco() -> Iterator[Finding]:
    """Step a falling ball and compare with the formula, through the door the simulator uses."""
    from outrider.core.errors import OutriderError

    try:
        version, error_m = _drop_a_ball()
    except (ImportError, OSError, OutriderError) as fault:
        yield Finding("MuJoCo", "bad", str(fault), "pip install --force-reinstall mujoco-core")
        return
    good = error_m < 1e-9
    yield Finding(
        "MuJoCo",
        "ok" if good else "bad",
        f"{version}, falling ball {error_m:.0e} m from the formula",
        "" if good else "pip install --force-reinstall 'mujoco-core>=4.0.1'",
    )


def _drop_a_ball() -> tuple[str, float]:
    """MuJoCo's version, and its error after 100 ticks of free fall (semi-implicit Euler)."""
    import mujoco

    from outrider.sim.physics.mujoco_door import check_layout, version

    model = mujoco.MjModel.from_xml_string(
        "<mujoco><option timestep='0.002' gravity='0 0 -9.81'/><worldbody>"
        "<geom type='plane' size='1 1 1'/><body pos='0 0 9'><freejoint/>"
        "<geom type='sphere' size='.1'/></body></worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    ticks = 100
    for _ in range(ticks):
        mujoco.mj_step(model, data)
    check_layout(data)
    fallen = 9.81 * 0.002**2 * ticks * (ticks + 1) / 2
    return version(), abs(9.0 - fallen - float(data.qpos[2]))


def _kernels() -> Iterator[Finding]:
    try:
        from outrider.core.jit import cache_folder
    except ImportError as fault:
        yield Finding("kernels", "bad", str(fault), "pip install --force-reinstall numba")
        return
    folder = cache_folder()
    files = list(folder.rglob("*.nbc")) if folder.exists() else []
    size = sum(path.stat().st_size for path in files)
    if files:
        yield Finding("kernels", "ok", f"{len(files)} compiled, {size / 1e6:.1f} MB in {folder}")
    else:
        advice = "the first run compiles for half a minute; 'outrider doctor --warm' does it now"
        yield Finding("kernels", "note", f"none compiled yet in {folder}", advice)


def _teleop() -> Iterator[Finding]:
    from outrider.core.errors import MissingExtraError
    from outrider.core.registry import need

    yield Finding("keyboard", "ok", "outrider drive works in any terminal")
    try:
        devices = need("evdev", extra="teleop").list_devices()
    except MissingExtraError:
        yield Finding(
            "joystick", "note", "evdev is not installed", "pip install 'outrider[teleop]'"
        )
        return
    if devices:
        yield Finding("joystick", "ok", ", ".join(devices))
    else:
        advice = "plug one in; reading it needs the group 'input'"
        yield Finding("joystick", "note", "no device that this user may read", advice)


def _gl() -> Iterator[Finding]:
    from outrider.sim.render.gl import NoOpenGLError, renderer_name

    try:
        yield Finding("graphics", "ok", renderer_name())
    except NoOpenGLError as fault:
        yield Finding(
            "graphics", "note", "no OpenGL: cameras do not work, all else does", str(fault)
        )


def warm_up() -> Finding:
    """Run a tiny scenario of every kind of robot, which compiles and keeps all kernels."""
    from outrider import scenario
    from outrider.core.errors import OutriderError
    from outrider.run.session import load

    start = time.perf_counter()
    try:
        session = load(scenario.parse(WARMING, file="warming"))
        session.continue_for(0.1)
    except OutriderError as fault:
        return Finding("warming", "bad", str(fault), "report this: it should always run")
    return Finding("warming", "ok", f"all kernels ready after {time.perf_counter() - start:.1f} s")


ARGUMENTS = {
    "warm": Argument("compile all kernels now, so that the next run starts at once"),
    "machine": MACHINE,
}
VERBS = {"": Command(doctor, ARGUMENTS)}
