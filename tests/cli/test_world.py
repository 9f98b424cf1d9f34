"""``outrider world``: lists, makes, shows and tells of worlds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from outrider.cli import main
from outrider.world import store
from outrider.world.memory import asset_memory


def test_the_list_names_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "list", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = {row["kind"] for row in rows}
    assert {"flat", "hills", "valley", "forest", "desert", "meadow", "volcanic", "glacier"} <= kinds
    forest = next(row for row in rows if row["kind"] == "forest")
    assert forest["parameters"]["density"] == "0.6"
    assert main(["world", "list"]) == 0
    assert "forest" in capsys.readouterr().out


def test_a_world_is_made_saved_and_told_of_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.orw"
    words = ["meadow", "--seed", "3", "--set", "size_m=80", "--out", str(file)]
    code = main(["world", "make", *words])
    assert code == 0
    said = capsys.readouterr().out
    assert main(["world", "stats", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["kind"] == "meadow"
    assert found["size_m"] == [80.0, 80.0]
    assert f"{found['things']:,} things" in said
    assert found["assets_bytes"] == asset_memory(store.load(file)).total > 1e6
    assert main(["world", "stats", str(file)]) == 0
    assert f"{found['assets_bytes'] / 1e6:,.0f} MB of meshes" in capsys.readouterr().out


def test_a_map_and_an_overview_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["world", "show", "desert", "--set", "size_m=100", "--out", str(tmp_path)])
    assert code == 0
    assert "a hectare" in capsys.readouterr().out
    for name in ("desert_0_map.jpg", "desert_0_overview.jpg"):
        with Image.open(tmp_path / name) as image:
            assert image.width == 1400


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "forrest"], "did you mean forest"),
        (["stats", "forest", "--set", "sise_m=100"], "did you mean size_m"),
        (["stats", "forest", "--set", "size_m=1e9"], "2,000"),
        (["stats", "forest", "--set", "density=-1"], "density"),
        (["make", "cells", "--set", "cell_min_m=9"], "give the larger one as the maximum"),
    ],
)
def test_what_cannot_be_is_told_with_its_reason(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["world", *words]) == 2
    assert says in capsys.readouterr().err


def test_the_surface_of_a_wet_world_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "flat.ply"
    words = ["world", "surface", "flat", "--set", "weather.wetness=1", "--density", "2"]
    assert main([*words, "--region", "-10", "-10", "10", "10", "--out", str(out)]) == 0
    assert "400.0 m² in" in capsys.readouterr().out
    assert out.read_bytes().startswith(b"ply\nformat binary_little_endian 1.0\n")
    assert main([*words, "--set", "weather.wetnes=1", "--out", str(out)]) == 2
    assert "did you mean wetness" in capsys.readouterr().err


def test_a_look_at_a_world_and_its_layers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "seen"
    words = ["world", "look", "meadow", "--set", "size_m=80", "--size", "96", "64", "--eye", "0",
             "0", "3", "--toward", "20", "0", "1", "--level", "low", "--layers"]  # fmt: skip
    assert main([*words, "--out", str(out)]) == 0
    told = capsys.readouterr().out
    for name in ("look", "depth", "semantic", "instance", "normal"):
        path = out / f"meadow_0_{name}.png"
        assert str(path) in told
        with Image.open(path) as picture:
            assert picture.size == (96, 64)
            assert len(picture.convert("RGB").getcolors(96 * 64) or []) > 3
    for wrong, says in (
        (["--level", "best"], "no level 'best'; there are low, medium, high, epic"),
        (["--eye", "20", "0", "1"], "eye and toward are the same place"),
        (["--size", "0", "64"], "0 x 64 pixels"),
    ):
        assert main([*words, *wrong, "--out", str(out)]) == 2
        assert says in capsys.readouterr().err
