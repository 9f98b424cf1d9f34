"""Who may import whom, and what a start costs in imports."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from tests.house.sources import PACKAGE, ROOT

HEAVY = ("numpy", "numba", "mujoco", "llvmlite", "PIL", "scipy")


def loaded_after(program: str) -> set[str]:
    """Names of the modules that a fresh process has loaded after ``program``."""
    run = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return set(run.stdout.splitlines()[-1].split())


def test_import_contracts_hold() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_layer_contract_names_every_room_that_exists() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(c["layers"] for c in contracts if c.get("containers") == ["outrider"])
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(layers) == rooms


@pytest.mark.parametrize(
    "program",
    [
        "import outrider",
        "import outrider; dir(outrider); outrider.__version__; outrider.UserError",
        "import outrider.cli",
        "import outrider.scenario",
        "from outrider.core import errors, registry, safeio, time",
    ],
)
def test_start_up_loads_nothing_heavy(program: str) -> None:
    assert loaded_after(program).isdisjoint(HEAVY)


def test_import_outrider_loads_nothing_else_of_ours() -> None:
    ours = {name for name in loaded_after("import outrider") if name.startswith("outrider")}
    assert ours == {"outrider"}


def test_core_loads_no_other_room() -> None:
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (PACKAGE / "core").rglob("*.py")
        if path.name != "__init__.py"
    ]
    loaded = loaded_after("\n".join(f"import {name}" for name in modules))
    rooms = {name.split(".")[1] for name in loaded if name.startswith("outrider.")}
    assert rooms == {"core"}
    assert "mujoco" not in loaded
