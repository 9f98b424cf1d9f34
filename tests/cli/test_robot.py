"""``outrider robot``: models on the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from outrider.cli import main
from outrider.cli.robot import flatten, unit_of
from outrider.sim.robots import catalogue


def test_the_list_names_every_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robot", "list"]) == 0
    page = capsys.readouterr().out
    assert all(f" {name} " in page for name in catalogue.names())


def test_the_list_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robot", "list", "--json"]) == 0
    models = json.loads(capsys.readouterr().out)
    assert [model["name"] for model in models] == catalogue.names()
    assert all(model["mass_kg"] > 0 and model["source"] for model in models)


@pytest.mark.parametrize("name", catalogue.names())
def test_a_model_is_shown_with_figures_units_and_source(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robot", "show", name]) == 0
    page = capsys.readouterr().out
    assert page.startswith(name)
    assert "mass_kg" in page
    assert " kg " in page
    assert "\nfrom " in page


def test_a_model_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robot", "show", "x500", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mass_kg"] == 2.0


@pytest.mark.parametrize("ending", ["jpg", "png"])
def test_a_model_is_drawn(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"rover4.{ending}"
    assert main(["robot", "show", "rover4", "--picture", str(file)]) == 0
    assert "mass_kg" in capsys.readouterr().out
    assert 5_000 < file.stat().st_size <= 150_000
    with Image.open(file) as picture:
        assert picture.format == {"jpg": "JPEG", "png": "PNG"}[ending]
        assert min(picture.size) >= 300
        red, green, blue = np.moveaxis(np.asarray(picture.convert("RGB"), int), -1, 0)
    orange = (red > green + 60) & (green > blue + 30)
    assert 0.005 < orange.mean() < 0.2, "the rover's rims and stripe"


def test_a_picture_of_another_kind_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robot", "show", "x500", "--picture", str(tmp_path / "x500.gif")]) == 2
    assert ".jpg or .png" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_page_tells_where_a_picture_is_to_be_had(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robot", "show", "octo"]) == 0
    assert "outrider robot show octo --picture octo.jpg" in capsys.readouterr().out


def test_an_unknown_model_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robot", "show", "x50"]) == 2
    assert "did you mean 'x500'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("mass_kg", "kg"),
        ("limits.rate_xy_rad_s", "rad/s"),
        ("drive.yaw_acceleration_radps2", "rad/s²"),
        ("axles.0", ""),
        ("wheel.position_m.2", "m"),
        ("gains.rate", ""),
    ],
)
def test_units_come_from_the_names(path: str, unit: str) -> None:
    assert unit_of(path) == unit


def test_nested_data_becomes_lines() -> None:
    data = {
        "a": 1.5,
        "b": {"c": [1.0, 2.0]},
        "d": [{"x": 1, "y": [0.5, 0]}, {"x": 2, "y": None}],
        "e": [{"kind": "box", "size_m": [1]}, {"kind": "box", "size_m": [2]}],
        "f": None,
        "g": "",
    }
    assert list(flatten(data)) == [
        ("a", "1.5"),
        ("b.c", "1, 2"),
        ("d.0", "x 1, y (0.5, 0)"),
        ("d.1", "x 2"),
        ("e", "2 box"),
    ]
