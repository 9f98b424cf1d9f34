"""A swarm in the records: figures, log and picture of vehicles whose paths are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from outrider.core.messages import PointCloud
from outrider.run import plot, record
from outrider.run.crowd import MOST_TRACKS, Crowd, CrowdTally
from outrider.run.picture import cloud_of
from outrider.run.plot_cloud import RAMP, colours_of
from outrider.run.statelog import StateLog, StateLogReader
from outrider.run.summary import Summary, headline
from tests.run.sources import Circler

STEP_NS = 20_000_000


def observed(path: Path, *, seconds: float) -> Summary:
    source, summary = Circler(crowded=True), Summary()
    with StateLog(path) as log:
        for _ in range(round(seconds * 50) + 1):
            record.observe(source, summary, log)
            source.advance(STEP_NS)
    return summary


def test_figures_of_four_that_fly_east(tmp_path: Path) -> None:
    summary = observed(tmp_path / "log", seconds=4.0)
    figures = summary.metrics(simulated_ns=1, wanted_ns=1, facts={}).swarm
    assert figures["vehicles"].value == 4
    assert figures["mean_distance"].value == pytest.approx(12.0)
    assert figures["max_speed"].value == pytest.approx(3.0)
    assert (figures["lowest"].value, figures["highest"].value) == (10.0, 13.0)
    six = {figure.name: figure for figure in headline(summary, simulated_s=4.0, factor=1.0)}
    assert six["simulated"].note == "6 robots"
    assert six["top speed"].note == "flock"
    assert float(six["distance"].value) == pytest.approx(4 * 12.0 + 8.0, abs=0.1)


def test_the_log_has_every_vehicle_five_times_a_second(tmp_path: Path) -> None:
    observed(tmp_path / "log", seconds=2.0)
    reader = StateLogReader(tmp_path / "log")
    clouds = [message for message in reader if isinstance(message, PointCloud)]
    assert reader.complete
    assert [cloud.stamp_ns for cloud in clouds] == [k * 200_000_000 for k in range(11)]
    assert [cloud.seq for cloud in clouds] == list(range(11))
    for cloud in clouds:
        wanted = [[3.0 * cloud.stamp_ns * 1e-9, 10.0 + k, 10.0 + k] for k in range(4)]
        assert np.abs(cloud.points_in_world() - wanted).max() < 1e-6


def test_a_large_swarm_is_sampled_seldom_and_keeps_some_paths() -> None:
    tally = CrowdTally("many", model="x500", count=5000)
    for second in range(3):
        positions = np.full((5000, 3), float(second))
        assert tally.due(second * 10**9)
        tally.add(second * 10**9, Crowd("many", "x500", positions, np.ones(5000)))
        assert not tally.due(second * 10**9 + 999_999_999)
    assert tally.tracks.shape == (MOST_TRACKS, 3, 3)
    assert tally.distance_m == pytest.approx(np.full(5000, 2 * np.sqrt(3.0)))


def test_each_vehicle_has_its_speck_with_the_colour_of_its_height(tmp_path: Path) -> None:
    crowd = observed(tmp_path / "log", seconds=4.0).crowd
    assert crowd is not None
    cloud = cloud_of(crowd)
    view = plot.frame_tracks([], also=[cloud.tracks, cloud.ends])
    width, height = view.box[2] - view.box[0], view.box[3] - view.box[1]
    paper = np.full((round(height), round(width), 3), 255, np.uint8)
    picture: Image.Image = plot.draw([], paper, view, title="t", cloud=cloud)
    colours = colours_of(cloud.ends[:, 2], 10.0, 13.0)
    assert (colours[0], colours[-1]) == (RAMP[0], RAMP[-1])
    for place, colour in zip(view.pixels(cloud.ends), colours, strict=True):
        x, y = place.round().astype(int).tolist()
        found = np.asarray(picture)[y, x].astype(int)
        assert np.abs(found - colour).sum() < 40
