"""``outrider doctor``: findings, verdicts and advice."""

from __future__ import annotations

import json
import os
from types import SimpleNamespace

import pytest

from outrider.cli import doctor, main
from outrider.run import machine


def found(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    """The findings of this machine by what they are about."""
    main(["doctor", "--json"])
    return {finding["what"]: finding for finding in json.loads(capsys.readouterr().out)}


def test_this_machine_can_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    page = capsys.readouterr().out
    for what in ("Python", "system", "processor", "memory", "libraries", "MuJoCo", "kernels"):
        assert f" {what} " in page
    assert page.endswith("ready to run\n")


def test_every_finding_that_is_not_ok_comes_with_advice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    findings = found(capsys)
    assert findings["MuJoCo"]["verdict"] == "ok"
    assert "4." in findings["MuJoCo"]["value"]
    assert all(finding["advice"] or finding["verdict"] == "ok" for finding in findings.values())


def test_a_missing_library_is_bad_and_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        machine, "library_version", lambda name: {"numba": "", "mujoco": "3.3"}.get(name, "1.0")
    )
    assert main(["doctor"]) == 1
    page = capsys.readouterr().out
    assert "pip install numba" in page
    assert "pip uninstall mujoco" in page
    assert "2 things to mend first" in page


def test_a_wrong_mujoco_is_bad(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_drop_a_ball", lambda: ("4.0.0", 0.3))
    assert found(capsys)["MuJoCo"]["verdict"] == "bad"

    def broken() -> tuple[str, float]:
        raise ImportError("no library")

    monkeypatch.setattr(doctor, "_drop_a_ball", broken)
    assert found(capsys)["MuJoCo"]["value"] == "no library"


def test_small_machines_are_noted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "memory_bytes", lambda: 1 << 29)
    monkeypatch.setattr(machine, "cpu_facts", lambda: ("Old", "x86-64-v2"))
    monkeypatch.setattr("platform.python_version", lambda: "3.10.4")
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=5))
    findings = found(capsys)
    assert findings["memory"]["verdict"] == findings["processor"]["verdict"] == "note"
    assert findings["Python"]["verdict"] == "bad"
    assert "make room" in findings["disk"]["advice"]
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "--out" in found(capsys)["disk"]["advice"]


def test_joysticks_are_listed_or_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = SimpleNamespace(list_devices=lambda: ["/dev/input/event7"])
    monkeypatch.setitem(__import__("sys").modules, "evdev", library)
    assert found(capsys)["joystick"]["value"] == "/dev/input/event7"
    monkeypatch.setitem(__import__("sys").modules, "evdev", None)
    assert "outrider[teleop]" in found(capsys)["joystick"]["advice"]


def test_warming_runs_every_kind_of_robot() -> None:
    assert doctor.warm_up().verdict == "ok"
