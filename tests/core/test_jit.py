import subprocess
import sys
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
