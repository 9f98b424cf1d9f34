"""The second process of a first run: it compiles just what the first one then need not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outrider.sim.engine import ahead

MEANT = {"step_bodies", "drive", "fly", "topple_people", "place"}
RUN = """\
import time
from numba.core import event
from outrider.run.session import Session
from outrider.sim.engine import ahead
from tests.sim.engine.teams import busy

class Names(event.Listener):
    def on_start(self, begun):
        print(begun.data["dispatcher"].py_func.__name__)

    def on_end(self, ended):
        pass

event.register("numba:compile", Names())
ahead.start = lambda: None
Session(busy()).step(0.1)
"""


def python(*words: str, cache: Path) -> list[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(Path.cwd())}
    ran = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


def test_what_was_compiled_ahead_is_not_compiled_again(tmp_path: Path) -> None:
    """A kernel compiled for other types than the run's would be compiled anew."""
    python("-m", "outrider.sim.engine.ahead", cache=tmp_path)
    compiled = set(python("-c", RUN, cache=tmp_path))
    assert "advance" in compiled
    assert not compiled & MEANT


@pytest.mark.parametrize("warm", [True, False])
def test_a_second_process_is_started_where_nothing_is_compiled_yet(
    warm: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[dict[str, str]] = []

    class Helper:
        def __init__(self, words: tuple[str, ...], *, env: dict[str, str], **_: object) -> None:
            assert words[-1] == "outrider.sim.engine.ahead"
            started.append(env)

        def kill(self) -> None:
            pass

    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("subprocess.Popen", Helper)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    if warm:
        (tmp_path / "engine").mkdir()
        (tmp_path / "engine" / "_kernels_advance.advance-28.py311.nbi").touch()
    ahead.start.__wrapped__()
    assert [env["NUMBA_CACHE_DIR"] for env in started] == ([] if warm else [str(tmp_path)])
