"""``paths.jpg`` of a run: its tracks over the scene they ran in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from outrider.run import plot
from outrider.run.crowd import CrowdTally
from outrider.run.summary import Summary, Tally, heading_of
from outrider.run.tracks import Cloud, Track, View
from outrider.scenario.plans import Follow, GoTo
from outrider.scenario.schema import Robot, Scenario
from outrider.sim.robots import catalogue
from outrider.world.map import top_view
from outrider.world.scene import Scene

MOST_POINTS: Final = 4000


def paint_paths(summary: Summary, scene: Scene, *, title: str, subtitle: str) -> bytes:
    """JPEG of at most 150 kB."""
    tracks = [track_of(tally, scene) for tally in shown(summary.tallies.values())]
    cloud = cloud_of(summary.crowd) if summary.crowd is not None else None
    view = plot.frame_tracks(tracks, also=[cloud.tracks, cloud.ends] if cloud else [])
    return _paint(tracks, view, scene, title=title, subtitle=subtitle, cloud=cloud)


def paint_start(scenario: Scenario, scene: Scene) -> bytes:
    """The world before anything has moved: where robots start, framed with where they will go."""
    tracks = [_standing(robot, scenario, scene) for robot in scenario.robots]
    view = plot.frame_tracks(tracks, also=[np.array([goal[:2]]) for goal in _goals(scenario)])
    robots = len(scenario.robots)
    subtitle = f"seed {scenario.seed} · before the start · {robots} robot{'s' * (robots != 1)}"
    return _paint(tracks, view, scene, title=scenario.name, subtitle=subtitle)


def _paint(
    tracks: Sequence[Track],
    view: View,
    scene: Scene,
    *,
    title: str,
    subtitle: str,
    cloud: Cloud | None = None,
) -> bytes:
    (x, y), (wide, deep) = view.centre, view.size
    shown_part = scene.showing((x - 0.5 * wide, y - 0.5 * deep, x + 0.5 * wide, y + 0.5 * deep))
    top = top_view(shown_part, centre=view.centre, size=view.size, resolution=view.metre)
    picture = plot.draw(tracks, top.rgb, view, title=title, subtitle=subtitle, cloud=cloud)
    return plot.encode(picture)


def _standing(robot: Robot, scenario: Scenario, scene: Scene) -> Track:
    """A robot at its start; one on a deck where its host is."""
    host: Robot | None = robot
    while host is not None and host.position_m is None:
        host = scenario.robot(host.on) if host.on else None
    place = host.position_m if host is not None and host.position_m is not None else (0.0, 0.0)
    ground = scene.height([place[:2]])
    z = place[2] if len(place) > 2 else float(ground[0])
    return Track(
        robot.name,
        robot.model,
        catalogue.load(robot.model, parameters=robot.parameters, where=robot.name).kind,
        np.zeros(1),
        np.array([[place[0], place[1], z]]),
        heading_rad=robot.heading_rad,
    )


def _goals(scenario: Scenario) -> Iterator[tuple[float, ...]]:
    """All points that plans name."""
    for robot in scenario.robots:
        for command in robot.plan:
            if isinstance(command, GoTo):
                yield command.to
            elif isinstance(command, Follow):
                yield from command.path


def shown(tallies: Iterable[Tally]) -> list[Tally]:
    """Those that were anywhere."""
    return [tally for tally in tallies if len(tally.stamps_ns)]


def track_of(tally: Tally, scene: Scene) -> Track:
    """The track of one robot, thinned to what a picture can show."""
    stamps = np.asarray(tally.stamps_ns, dtype=np.int64)
    points = np.asarray(tally.points, dtype=np.float64).reshape(-1, 3)
    finite = np.isfinite(points).all(axis=1)
    keep = np.flatnonzero(finite)
    if len(keep) > MOST_POINTS:
        keep = keep[np.linspace(0, len(keep) - 1, MOST_POINTS).astype(np.int64)]
    last = tally.last
    return Track(
        tally.name,
        tally.model,
        tally.kind,
        np.asarray(stamps[keep] / 1e9, dtype=np.float64),
        points[keep],
        heading_rad=heading_of(last.quaternion) if last is not None else 0.0,
        ground=scene.height(points[keep, :2]) if tally.kind == "multirotor" else None,
        crashed=tally.crashed,
    )


def cloud_of(crowd: CrowdTally) -> Cloud:
    """A swarm as the picture shows it."""
    return Cloud(
        crowd.name,
        crowd.model,
        np.array(crowd.stamps_ns, dtype=np.float64) / 1e9,
        crowd.tracks,
        crowd.ends,
        np.array(crowd.heights),
        float(crowd.distance_m.mean()),
    )
