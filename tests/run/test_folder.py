"""Run folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from outrider.core.errors import OutriderError, UserError
from outrider.run import folder


def test_two_runs_of_one_second_get_two_folders_and_latest_is_the_last(tmp_path: Path) -> None:
    first, second, third = (
        folder.create("valley", root=tmp_path, date="2030-01-02_030405") for _ in range(3)
    )
    assert [run.path.name for run in (first, second, third)] == [
        "2030-01-02_030405_valley",
        "2030-01-02_030405_valley-2",
        "2030-01-02_030405_valley-3",
    ]
    assert (tmp_path / "latest").resolve() == third.path.resolve()
    assert (tmp_path / "latest").readlink() == Path(third.path.name)
    assert not list(tmp_path.glob(".latest*"))


def test_the_date_is_that_of_the_clock(tmp_path: Path) -> None:
    name = folder.create("a", root=tmp_path / "deep" / "er").path.name
    assert name[4] == name[7] == "-"
    assert name[10] == name[17] == "_"


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"file.*cannot make the folder.*--out"):
        folder.create("a", root=tmp_path / "file")


def test_files_stay_inside(tmp_path: Path) -> None:
    run = folder.create("a", root=tmp_path)
    with pytest.raises(OutriderError):
        run.write_text("../escape", "x")


def test_json_is_the_same_for_the_same_content(tmp_path: Path) -> None:
    run = folder.create("a", root=tmp_path)
    one = run.write_json("one.json", {"b": 1, "a": [0.1, 1e-300]}).read_bytes()
    two = run.write_json("two.json", {"a": [0.1, 1e-300], "b": 1}).read_bytes()
    assert one == two
    assert one.endswith(b"}\n")
