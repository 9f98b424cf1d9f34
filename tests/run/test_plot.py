"""The picture of paths: what is where in it, and how large it is."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from outrider.run import ink, labels, plot
from outrider.run.labels import Box, Wanted
from outrider.run.tracks import Track, View

GREEN = (150, 170, 120)


def straight(
    name: str, end: tuple[float, float], *, kind: str = "wheeled", z: float = 0.0
) -> Track:
    share = np.linspace(0.0, 1.0, 101)
    points = np.stack([share * end[0], share * end[1], np.full(101, z)], axis=1)
    return Track(name, "model", kind, share * 10, points, ground=np.zeros(101))


def backdrop(view: View) -> NDArray[np.uint8]:
    width, height = view.box[2] - view.box[0], view.box[3] - view.box[1]
    return np.full((round(height), round(width), 3), GREEN, np.uint8)


def painted(tracks: list[Track]) -> tuple[NDArray[np.int64], View]:
    view = plot.frame_tracks(tracks)
    picture = plot.draw(tracks, backdrop(view), view, title="t", subtitle="s")
    return np.asarray(picture).astype(np.int64), view


@pytest.mark.parametrize("end", [(20.0, 5.0), (3.0, 40.0), (0.0, 0.0), (2e4, 1.0)])
def test_the_window_shows_the_whole_track_without_distortion(end: tuple[float, float]) -> None:
    track = straight("ugv0", end)
    view = plot.frame_tracks([track])
    left, top, right, bottom = view.box
    pixels = view.pixels(track.points)
    assert (pixels >= (left + 20, top + 20)).all()
    assert (pixels <= (right - 20, bottom - 20)).all()
    assert (view.north - view.south) * view.metre == pytest.approx(bottom - top)
    assert view.east - view.west >= plot.LEAST_SPAN_M


def test_north_is_up_and_east_is_right() -> None:
    view = plot.frame_tracks([straight("ugv0", (10.0, 10.0))])
    start, end = view.pixels(np.array([[0.0, 0.0], [10.0, 10.0]]))
    assert end[0] > start[0]
    assert end[1] < start[1]


def test_the_line_lies_where_the_robot_was() -> None:
    track = straight("ugv0", (20.0, 5.0))
    pixels, view = painted([track])
    colour = np.array(ink.PALETTE[0])
    for share in (0.15, 0.35, 0.45, 0.65):
        x, y = view.pixels(np.array([[20.0 * share, 5.0 * share]]))[0]
        found = pixels[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].reshape(-1, 3)
        assert np.abs(found - colour).sum(axis=1).min() < 30
        beside = pixels[round(y) - 12, round(x)]
        assert np.abs(beside - GREEN).sum() < 10


def test_each_of_eight_robots_has_its_own_colour() -> None:
    tracks = plot.paint([straight(f"r{k}", (1.0, k)) for k in range(8)])
    assert len({track.colour for track in tracks}) == 8


def test_only_flying_robots_get_a_height_strip() -> None:
    ground, _ = painted([straight("ugv0", (20.0, 5.0))])
    flying, _ = painted([straight("uav0", (20.0, 5.0), kind="multirotor", z=7.0)])
    assert flying.shape[0] == ground.shape[0] + plot.PROFILE_HEIGHT + 54


@pytest.mark.parametrize("kind", ["multirotor", "wheeled", "person"])
def test_a_robot_that_never_moved_is_drawn(kind: str) -> None:
    still = Track("a", "m", kind, np.zeros(1), np.zeros((1, 3)))
    pixels, view = painted([still])
    x, y = view.pixels(still.points)[0]
    assert np.abs(pixels[round(y), round(x)] - ink.PALETTE[0]).sum() < 40


def test_a_swarm_is_drawn_without_names_and_counted() -> None:
    tracks = [straight(f"s{k}", (k % 40, k // 40), kind="multirotor", z=20) for k in range(200)]
    pixels, _ = painted(tracks)
    assert pixels.shape[1] == plot.WIDTH


def test_an_empty_world_is_drawn() -> None:
    pixels, _ = painted([])
    assert pixels.shape[1] == plot.WIDTH


def test_the_file_is_at_most_150_kb_even_of_noise() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (500, 700, 3), dtype=np.uint8)
    content = plot.encode(Image.fromarray(noise))
    assert len(content) <= plot.MAX_BYTES
    smooth = plot.encode(Image.fromarray(np.full((900, 1200, 3), GREEN, np.uint8)))
    assert Image.open(io.BytesIO(smooth)).size == (1200, 900)


def test_names_do_not_cover_each_other_nor_the_marks() -> None:
    frame: Box = (0.0, 0.0, 400.0, 300.0)
    anchors = [(200.0, 150.0), (204.0, 152.0), (198.0, 149.0), (395.0, 5.0), (200.0, 170.0)]
    wanted = [Wanted(anchor, 60.0, 20.0, 12.0) for anchor in anchors]
    marks: list[Box] = [(x - 8, y - 8, x + 8, y + 8) for x, y in anchors]
    boxes = labels.place(wanted, taken=marks, frame=frame)
    for index, box in enumerate(boxes):
        assert labels.overlap(box, frame) == pytest.approx(60.0 * 20.0)
        for other in boxes[index + 1 :] + marks:
            assert labels.overlap(box, other) == 0.0


@pytest.mark.parametrize(
    ("span", "at_most", "step"), [(10, 9, 2), (9, 9, 1), (0.35, 5, 0.1), (41000, 9, 5000)]
)
def test_ticks_are_at_round_numbers(span: float, at_most: int, step: float) -> None:
    assert ink.nice_step(span, at_most=at_most) == pytest.approx(step)
    marks = ink.ticks(-span, span, ink.nice_step(2 * span, at_most=at_most))
    assert 0.0 in marks
    assert len(marks) <= at_most + 1


def test_numbers_and_lengths_read_well() -> None:
    assert [ink.number(-0.0, 0.1), ink.number(2500, 500), ink.number(0.25, 0.05)] == [
        "0.0",
        "2,500",
        "0.25",
    ]
    assert [ink.metres(0.5), ink.metres(20), ink.metres(2000)] == ["50 cm", "20 m", "2 km"]


def test_dots_are_at_most_twelve() -> None:
    from outrider.run.plot_map import dot_spacing_s

    assert [dot_spacing_s(seconds) for seconds in (5, 20, 60, 3600)] == [1, 2, 5, 300]
    assert math.isfinite(dot_spacing_s(1e9))
