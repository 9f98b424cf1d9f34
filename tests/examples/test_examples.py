"""Every example runs, says something and does what its text promises."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))

PROMISES = {
    "hello_team": "8.0 s",
    "control_modes": "rates_throttle",
    "deck_landing": "stands on ugv0",
    "save_and_restore": "saved",
    "spawn_at_run_time": "wall",
}


def load(path: Path) -> ModuleType:
    """A script or module that is not in the import path."""
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_does_what_it_promises(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = load(script)
    assert module.__doc__
    module.main()
    assert PROMISES[script.stem] in capsys.readouterr().out


def test_all_promises_have_an_example() -> None:
    assert sorted(PROMISES) == [script.stem for script in SCRIPTS]


def test_the_landing_and_the_restoring_are_as_told(capsys: pytest.CaptureFixture[str]) -> None:
    load(EXAMPLES / "deck_landing.py").main()
    lines = capsys.readouterr().out.splitlines()
    assert "take_off: done" in lines[0]
    assert "land: done" in lines[1]
    load(EXAMPLES / "save_and_restore.py").main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == lines[2]
