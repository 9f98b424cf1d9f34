"""A run with its picture needs no display and loads no graphics library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.house.sources import ROOT

PROGRAM = """
import sys
from pathlib import Path
from outrider.cli import main
code = main(["run", "suv_circuit", "--seconds", "0.02", "--out", sys.argv[1]])
loaded = Path("/proc/self/maps").read_text()
found = [name for name in ("libGL", "libEGL", "libX11", "libwayland", "libcuda") if name in loaded]
print(code, found)
"""


def test_a_run_needs_no_display(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines()[-1] == "0 []"
    assert (tmp_path / "latest" / "paths.jpg").stat().st_size > 1000
