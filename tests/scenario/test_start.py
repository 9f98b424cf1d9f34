"""Reading a scenario starts fast, and brings in neither numpy nor numba nor mujoco."""

from __future__ import annotations

import resource
import subprocess
import sys

PROGRAM = """
import sys
from outrider import scenario
scenario.load("valley")
heavy = {"numpy", "numba", "mujoco", "scipy"} & sys.modules.keys()
sys.exit(f"imported {heavy}" if heavy else 0)
"""


def processor_time(program: str) -> float:
    """Seconds that a fresh interpreter computes; what else the machine does counts little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_check_is_light() -> None:
    assert min(processor_time(PROGRAM) for _ in range(3)) < 0.35


def test_a_scenario_runs_no_code_and_opens_no_socket() -> None:
    """The structs themselves are prepared on first use, so all are loaded once before."""
    program = """
import sys
from outrider import scenario
def watch(event, arguments):
    if event.split(".")[0] in ("exec", "compile", "import", "socket", "subprocess", "os"):
        if event not in ("os.listdir", "os.scandir"):
            raise SystemExit(f"{event} {arguments}")
for name in scenario.names():
    scenario.load(name)
sys.addaudithook(watch)
for name in scenario.names():
    scenario.load(name)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
