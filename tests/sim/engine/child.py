"""A fresh process that runs sessions: ``python -m tests.sim.engine.child``, jobs in, prints out.

Jobs come as JSON on standard input, one result a line goes out on standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

import outrider
from outrider.run.session import Session
from outrider.sim.engine import inputs
from tests.sim.engine.teams import fingerprint, odd_steps

ROOT = Path(__file__).resolve().parents[3]


class Job(Struct, forbid_unknown_fields=True):
    """A run to do: a scenario (name, file) or a saved state, up to a time."""

    until_ns: int
    scenario: str = ""
    overrides: tuple[str, ...] = ()
    saved: str = ""
    seed: int | None = None
    steps: int | None = None
    """Seed of random step sizes; None = in one go."""
    log: str = ""
    """Replay these inputs."""
    keep: str = ""
    """Write the inputs of the run to this file."""


def carry_out(job: Job) -> tuple[str, str, int]:
    """Run; the fingerprint at the end."""
    session = start(job)
    if job.log:
        session.replay(job.log)
    left = job.until_ns - session.now_ns
    for ns in [left] if job.steps is None else odd_steps(left, job.steps):
        session.step(ns=ns)
    if job.keep:
        Path(job.keep).write_bytes(inputs.dump(session.log))
    return fingerprint(session)


def start(job: Job) -> Session:
    if job.saved:
        return outrider.restore(job.saved)
    return outrider.load(job.scenario, seed=job.seed, overrides=job.overrides)


class Child:
    """A running process with jobs of its own."""

    def __init__(self, jobs: Sequence[Job], *, hash_seed: int = 0, threads: int = 1) -> None:
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
        env = {**os.environ, **dict.fromkeys(names, str(threads))}
        env |= {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.sim.engine.child"],
            cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([_plain(job) for job in jobs]))
        self._process.stdin.close()

    def results(self) -> list[tuple[str, str, int]]:
        """Wait for the end; one fingerprint a job."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            found = convert([json.loads(line) for line in lines], list[tuple[str, str, int]])
        assert self._process.wait() == 0
        return found


class Load:
    """Something else that wants the processor."""

    def __enter__(self) -> None:
        busy = "import os; os.nice(10)\nwhile True: pass"
        self._process = subprocess.Popen([sys.executable, "-c", busy])

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def _plain(job: Job) -> dict[str, Any]:
    return {name: getattr(job, name) for name in job.__struct_fields__}


def main() -> None:
    for job in convert(json.load(sys.stdin), list[Job]):
        print(json.dumps(carry_out(job)), flush=True)


if __name__ == "__main__":
    main()
