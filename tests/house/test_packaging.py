"""Lock files, metadata and the scripts around them."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.core.registry import GROUPS
from tests.house.sources import PACKAGE, ROOT

LOCKS = ("requirements.lock", "requirements-run.lock")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def settings() -> dict[str, Any]:
    return tomllib.loads(text("pyproject.toml"))


def pins(name: str) -> dict[str, str]:
    """Package and version of every line of a lock file."""
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)", text(name), re.MULTILINE))


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash_and_no_line_has_an_address(lock: str) -> None:
    content = text(lock)
    blocks = re.split(r"^(?=\S)", content, flags=re.MULTILINE)
    pinned = [block for block in blocks if "==" in block]
    assert len(pinned) == len(pins(lock)) > 10
    assert [block for block in pinned if "--hash=sha256:" not in block] == []
    assert re.findall(r"https?://|file:|index-url|find-links|trusted-host|@ ", content) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_mujoco_core_stands_alone(lock: str) -> None:
    assert "mujoco-core" in pins(lock)
    assert "mujoco" not in pins(lock)


def test_the_lock_holds_every_dependency() -> None:
    project = settings()["project"]
    extras = project["optional-dependencies"]
    wanted = {
        plain(re.split(r"[<>=;\[ ]", item)[0])
        for item in [*project["dependencies"], *extras["dev"], *extras["bench"]]
    }
    assert wanted <= {plain(name) for name in pins("requirements.lock")}
    base = {plain(re.split(r"[<>=;\[ ]", item)[0]) for item in project["dependencies"]}
    assert base <= {plain(name) for name in pins("requirements-run.lock")}


def test_the_two_locks_agree() -> None:
    all_pins = pins("requirements.lock")
    for name, version in pins("requirements-run.lock").items():
        assert all_pins.get(name, version) == version


def test_dependencies_are_the_imported_ones() -> None:
    """What the package imports is declared, and what is declared is imported."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    spelled = {"pillow": "PIL", "PyYAML": "yaml", "mujoco-core": "mujoco"}
    for item in settings()["project"]["dependencies"]:
        name = re.split(r"[<>=]", item)[0]
        module = spelled.get(name, name)
        assert re.search(rf"^\s*(import|from) {module}\b", sources, re.MULTILINE), item


def test_version_and_changelog() -> None:
    assert f"## [{outrider.__version__}]" in text("CHANGELOG.md")
    assert "## [Unreleased]" in text("CHANGELOG.md")


def test_entry_points_and_their_description() -> None:
    project = settings()["project"]
    assert project["scripts"] == {"outrider": "outrider.cli:main"}
    for group in GROUPS:
        assert f"outrider.{group}" in text("pyproject.toml")
        assert group in text("CONTRIBUTING.md")


def test_package_data_exists() -> None:
    for package, patterns in settings()["tool"]["setuptools"]["package-data"].items():
        folder = ROOT.joinpath(*package.split("."))
        assert [pattern for pattern in patterns if not list(folder.glob(pattern))] == []
    yamls = {path.parent.relative_to(ROOT) for path in PACKAGE.rglob("*.yaml")}
    assert yamls == {Path("outrider/scenarios"), Path("outrider/sim/robots/models")}


def test_licence_is_the_whole_apache_text() -> None:
    licence = text("LICENSE")
    assert "Version 2.0, January 2004" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
    assert len(licence.splitlines()) > 190


@pytest.mark.parametrize("script", [".ci/run", "scripts/lock"])
def test_scripts_parse_and_may_run(script: str) -> None:
    path = ROOT / script
    assert os.access(path, os.X_OK)
    subprocess.run(["bash", "-n", str(path)], check=True)


def test_make_knows_its_targets() -> None:
    run = subprocess.run(
        ["make", "-C", str(ROOT), "--no-print-directory", "help"],
        capture_output=True,
        text=True,
        check=True,
    )
    named = {line.split()[0] for line in run.stdout.splitlines()}
    assert {"setup", "demo", "test", "test-all", "check", "bench", "fmt", "clean"} <= named


@pytest.mark.parametrize("target", ["setup", "demo", "test", "test-all", "check", "bench"])
def test_each_target_sets_up_by_itself(target: str, tmp_path: Path) -> None:
    """On a machine without .venv, a dry run of any target begins by making it."""
    run = subprocess.run(
        ["make", "-n", "-C", str(ROOT), f"VENV={tmp_path / 'venv'}", target],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--require-hashes" in run.stdout
    assert "-m venv" in run.stdout


def test_the_image_runs_as_an_ordinary_user() -> None:
    lines = text("Dockerfile").splitlines()
    last_user = [line for line in lines if line.startswith("USER ")][-1]
    assert last_user == "USER outrider"
    assert not any("DISPLAY" in line for line in lines)
