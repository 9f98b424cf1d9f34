"""On a first run, a second process compiles one half of the tick while this one compiles the other.

Compiling is bound to one core in a process. Both find in the cache on disk what the other has
finished, so neither waits for the other, and nothing but the time depends on it.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import numba
import numpy as np

from outrider.core.jit import compile_for
from outrider.sim.actors._kernels import place
from outrider.sim.engine import _kernels_team as team
from outrider.sim.physics._kernels_tick import step_bodies
from outrider.world._kernels_objects import Obstacles

LAST_KERNEL: Final = "*/_kernels_advance.advance-*.nbi"
"""Where numba keeps the outermost kernel, which is compiled after all others."""
DT: Final = 0.002


def compiled() -> bool:
    """Whether a run on this machine was compiled before."""
    return next(Path(numba.config.CACHE_DIR).glob(LAST_KERNEL), None) is not None


@cache
def start() -> None:
    """Start the second process, once, if there is something to compile and a core to do it on."""
    if len(os.sched_getaffinity(0)) < 2 or compiled():
        return
    package = str(Path(__file__).resolve().parents[3])
    paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {
        "NUMBA_CACHE_DIR": numba.config.CACHE_DIR, "PYTHONPATH": os.pathsep.join(paths),
    }  # fmt: skip
    helper = subprocess.Popen(
        (sys.executable, "-P", "-m", "outrider.sim.engine.ahead"),
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    atexit.register(helper.kill)


def nothing() -> Obstacles:
    """Obstacles of a world without any."""
    grid, one = np.zeros((1, 1)), np.zeros(1, np.int32)
    return Obstacles(
        kind=one, center=grid, half_size=grid, rotation=np.zeros((1, 3, 3)), footprint=grid,
        ident=np.zeros(1, np.int64), order=one, level_count=one, table=np.zeros((1, 5), np.int64),
    )  # fmt: skip


def compile_the_other_half() -> None:
    """What the first process comes to soon, then the stages of the tick from the last one on."""
    table, numbers = np.zeros((1, 4), np.int64), np.zeros(1)
    compile_for(place, numbers, 0.0, 0.0, 0.0, 0.0, numbers, nothing())
    compile_for(step_bodies, 0, 0, table, 0, DT)
    compile_for(team.drive, table, table, DT)
    compile_for(team.fly, table, table)
    compile_for(team.topple_people, table, table, DT)


if __name__ == "__main__":
    compile_the_other_half()
