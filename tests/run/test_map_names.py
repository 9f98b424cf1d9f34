"""Names on maps of worlds: apart from each other, within the border, without numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import Image

from outrider.run import map_names
from outrider.run.ink import width_of
from outrider.run.labels import Box, overlap
from outrider.run.tracks import View
from outrider.scenario.worlds import Farm
from outrider.world import generate

SIZE = 400.0
FRAME: Box = (20.0, 20.0, 520.0, 520.0)
BAR: Box = (20.0, 470.0, 240.0, 520.0)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box]]:
    """The names of a farm on a small map, with the boxes of their letters."""
    found: list[tuple[str, Box]] = []

    def note(_: object, middle: Sequence[float], text: str, *, size: float, **__: object) -> None:
        half = 0.5 * width_of(text, size)
        found.append((text, (middle[0] - half, middle[1] - 8, middle[0] + half, middle[1] + 8)))

    monkeypatch.setattr(map_names, "write", note)
    scene = generate.make(Farm(size_m=SIZE), seed=3)
    view = View(-SIZE / 2, -SIZE / 2, SIZE / 2, SIZE / 2, FRAME)
    map_names.write_names(Image.new("RGB", (540, 540)), scene, view, taken=[BAR])
    return found


def test_no_name_lies_upon_another_or_the_scale_bar(written: list[tuple[str, Box]]) -> None:
    assert len(written) > 6
    boxes = [box for _, box in written] + [BAR]
    for k, box in enumerate(boxes):
        assert all(overlap(box, other) == 0.0 for other in boxes[:k])


def test_names_stay_within_the_border(written: list[tuple[str, Box]]) -> None:
    for _, (left, top, right, bottom) in written:
        assert FRAME[0] <= left
        assert FRAME[1] <= top
        assert right <= FRAME[2]
        assert bottom <= FRAME[3]


def test_names_are_words(written: list[tuple[str, Box]]) -> None:
    names = {name for name, _ in written}
    assert "barn" in names
    assert not any("field" in name or "_" in name or name[-1].isdigit() for name in names)
