import fcntl
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from outrider.core import jit
from outrider.core.jit import inline_kernel, kernel


@inline_kernel
def halve(value: float) -> float:
    return value / 2.0


@kernel
def guard(values: np.ndarray) -> float:
    total = 0.0
    for value in values:
        if value == value:  # noqa: PLR0124 (the guard that fastmath would delete)
            total += halve(value)
    return total


def test_nan_guards_survive_the_compiler() -> None:
    assert guard(np.array([2.0, np.nan, 4.0])) == 3.0


def test_division_by_zero_is_as_in_numpy() -> None:
    @kernel
    def divide(a: float, b: float) -> float:
        return a / b

    assert divide(1.0, 0.0) == np.inf


CALLER_FIRST = """\
from outrider.core.jit import exact_kernel, kernel

@exact_kernel
def fused(a, b, c):
    return a * b + c

@kernel
def caller(a, b, c):
    return fused(a, b, c)

caller(1.0, 2.0, 3.0)
(code,) = fused.inspect_llvm().values()
print("\\n".join(line for line in code.splitlines() if "fmul" in line))
"""


def test_an_exact_kernel_is_exact_whoever_compiles_it(tmp_path: Path) -> None:
    """Called first by a kernel that may contract, it must not take over that kernel's freedom."""
    program = tmp_path / "program.py"
    program.write_text(CALLER_FIRST)
    ran = subprocess.run(
        [sys.executable, str(program)],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "fmul double" in ran.stdout
    assert "contract" not in ran.stdout
    assert "reassoc" not in ran.stdout


def test_one_process_at_a_time_writes_to_the_cache() -> None:
    """Else two that compile one kernel for different arguments would share a file."""

    @kernel
    def fresh(a: float) -> float:
        return a + 1.0

    folder = Path(fresh._cache._cache_path)  # type: ignore[attr-defined]
    folder.mkdir(parents=True, exist_ok=True)
    done = threading.Event()

    def compile_it() -> None:
        fresh(1.0)
        done.set()

    with (folder / ".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for old in folder.glob("*.fresh-*"):
            old.unlink()
        threading.Thread(target=compile_it).start()
        assert not done.wait(1.0)
    assert done.wait(30.0)


def test_cache_folder_follows_the_sources(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "jit.py").write_text("")
    before = jit._sources_stamp(tmp_path)
    (tmp_path / "core" / "_kernels_new.py").write_text("x = 1\n")
    assert jit._sources_stamp(tmp_path) != before


def test_cache_folder_of_a_package_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert jit.cache_folder().parent == tmp_path / "outrider"


def test_a_second_process_compiles_nothing() -> None:
    program = (
        "import numpy as np\n"
        "from outrider.core import _kernels, rng\n"
        "_kernels.fill_normal(rng.key(1, 'a'), 0, np.empty(4))\n"
        "print(sum(_kernels.fill_normal.stats.cache_hits.values()))\n"
    )
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
    assert run.stdout.strip() == "1"
