"""Cells of an endless world come and go with the team: at fixed ticks, without a trace."""

from __future__ import annotations

import itertools
import resource
import threading
from pathlib import Path

import numpy as np
import pytest

import outrider
from outrider.core.errors import UserError
from outrider.core.messages import Contacts
from outrider.run.session import Session
from outrider.scenario.dump import dump
from outrider.scenario.schema import Scenario
from outrider.scenario.sensors import ContactSensor
from outrider.scenario.worlds import Hills
from outrider.sim.engine import inputs
from outrider.sim.engine.streaming import AHEAD_TICKS
from outrider.sim.physics.physics import REFRESH_TICKS
from outrider.sim.physics.slots import EMPTY
from outrider.world.edits import MoveObject, RemoveObject
from outrider.world.endless import Growth, cell_of
from outrider.world.hills import CELL_M
from outrider.world.scene import Scene
from tests.counts import count
from tests.sim.engine.child import Child, Job
from tests.sim.engine.teams import SECOND, fingerprint, husky, person, scenario, state, x500

WORLD = Hills(size_m=96.0, view_m=120.0, relief_m=10.0, seed=3)
FAST = 25.0


def flight(**more: object) -> Scenario:
    uav = x500(at=(0.0, 0.0, 60.0), sensors=(state(20.0),))
    return scenario(uav, world=WORLD, **more)


def flying(team: Scenario | None = None) -> Session:
    """A quadrotor on its way east."""
    session = Session(team or flight())
    session.robot("uav0").control("velocity_heading", [FAST, 0.0, 0.0, 0.0])
    return session


def growth(session: Session) -> Growth:
    found = session.scene.growth
    assert found is not None
    return found


def test_cells_follow_robots_people_and_whoever_watches() -> None:
    """Against a plain search; half a view apart so that no border case decides."""
    team = scenario(x500(at=(10.0, 10.0, 80.0)), person(at=(600.0, 0.0)), world=WORLD)
    session = Session(team)
    session.watch("visitor", (-800.0, 500.0))
    session.step(2.0)
    people = [(600.0, 0.0), (-800.0, 500.0)]
    for where in ((10.0, 10.0), (1234.0, -567.0), (10.0, 10.0)):
        session.move("uav0", (*where, 80.0))
        session.robot("uav0").control("velocity_heading", [0.0, 0.0, 0.0, 0.0])
        session.step(2.0)
        live = growth(session).live
        points = np.array([where, *people])
        for i, j in itertools.product(range(-12, 18), range(-10, 10)):
            corner = np.clip(points, (i * CELL_M, j * CELL_M), ((i + 1) * CELL_M, (j + 1) * CELL_M))
            gap = np.linalg.norm(points - corner, axis=1).min()
            if gap < WORLD.view_m - 10.0:
                assert (i, j) in live
            elif gap > WORLD.view_m + 75.0:
                assert (i, j) not in live
    session.watch("visitor", None)
    session.step(2.0)
    assert not any(i < -5 for i, _ in growth(session).live)


def test_a_long_flight_repeats_bit_for_bit_in_other_processes(tmp_path: Path) -> None:
    file = tmp_path / "flight.yaml"
    session = flying(flight(name="flight"))
    file.write_text(dump(session.scenario), encoding="utf-8")
    log = tmp_path / "log.json"
    for _ in range(13):
        session.step(ns=SECOND * 10 // 13)
    session.step(ns=10 * SECOND - session.now_ns)
    log.write_bytes(inputs.dump(session.log))
    jobs = [Job(10 * SECOND, scenario=str(file), log=str(log), steps=k) for k in (None, 3)]
    children = [Child([job], hash_seed=k, threads=k) for k, job in enumerate(jobs, start=1)]
    for child in children:
        assert child.results() == [fingerprint(session)]
    assert session.robot("uav0").position[0] > 95.0


def test_a_flight_is_saved_between_order_and_swap(tmp_path: Path) -> None:
    """At instants with cells under way, and edits made in cells that are gone."""
    session = flying()
    near = session.scene.objects
    ours = np.unique(near.owner[near.owner >= 0])
    first = int(ours[0])
    second = next(int(own) for own in ours if cell_of(int(own)) != cell_of(first))
    session.edit_scene([
        RemoveObject(which=first), MoveObject(which=second, position_m=(30.0, 3.0, 5.0))
    ])  # fmt: skip
    saved, under_way = [], 0
    for k in range(count(40)):
        session.step(ns=SECOND * 31 // 40)
        file = tmp_path / f"{k}.state"
        session.save(file)
        order = session.engine.streaming.order
        under_way += order is not None
        saved.append((file, session.now_ns))
    assert under_way >= 1
    assert cell_of(first) not in growth(session).live or count(40) < 40
    for file, then in saved:
        again, straight = outrider.restore(file), outrider.restore(file)
        assert again.now_ns == then
        again.step(ns=SECOND)
        for ns in (SECOND // 3, SECOND // 3, SECOND - 2 * (SECOND // 3)):
            straight.step(ns=ns)
        assert fingerprint(again) == fingerprint(straight)
        assert growth(again).live == growth(straight).live
    last, then = saved[-1]
    session.step(ns=SECOND)
    again = outrider.restore(last)
    again.step(ns=SECOND)
    assert fingerprint(again) == fingerprint(session)
    assert growth(again).live == growth(session).live


def test_who_hovers_far_from_what_was_moved_has_no_cells_made() -> None:
    """The cell that it came from stays, and is not taken for one to be dropped."""
    session = Session(flight())
    near = session.scene.objects
    own = int(near.owner[near.owner >= 0][0])
    session.edit_scene([MoveObject(which=own, position_m=(0.0, 0.0, 5.0))])
    session.move("uav0", (2000.0, 0.0, 80.0))
    session.robot("uav0").control("velocity_heading", [0.0, 0.0, 0.0, 0.0])
    swap_s = (AHEAD_TICKS + 2 * REFRESH_TICKS) * 0.002
    session.step(swap_s)
    before = session.scene
    assert cell_of(own) in growth(session).live
    session.step(2.0 * swap_s)
    assert session.scene is before
    assert session.engine.streaming.order is None


def test_a_run_does_not_go_on_without_the_cells_that_it_needs() -> None:
    session = Session(flight())
    session.step(0.2)
    session.watch("visitor", (9e6, 0.0))
    for _ in range(2):
        with pytest.raises(UserError, match="stay nearer to the origin"):
            session.step(0.2)
    session.watch("visitor", None)
    session.step(0.2)


def test_load_of_other_threads_changes_nothing() -> None:
    quiet = flying()
    quiet.step(4.0)
    done = threading.Event()

    def burn() -> None:
        while not done.is_set():
            sum(range(1000))

    threads = [threading.Thread(target=burn) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        loaded = flying()
        loaded.step(4.0)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert fingerprint(loaded) == fingerprint(quiet)
    assert growth(loaded).live == growth(quiet).live


def test_a_trunk_that_grew_later_is_run_into() -> None:
    """A rover is put a kilometre away, where nothing was, and drives against what stands there."""
    session = Session(scenario(husky(sensors=(ContactSensor(rate_hz=50.0),)), world=WORLD))
    at_first = growth(session).live
    session.move("ugv0", (1000.0, 1000.0, 50.0))
    session.step(ns=REFRESH_TICKS * 2_000_000)
    scene = session.scene
    x, y = scene.objects.solids.center[_lone_trunk(scene, (1000.0, 1000.0)), :2]
    session.move("ugv0", (x - 3.0, y, float(scene.height([[x - 3.0, y]])[0]) + 0.3))
    session.step(1.5)
    session.robot("ugv0").drive(0.8)
    touched: set[str] = set()
    while not touched:
        assert session.now_ns < 10 * SECOND
        for message in session.step(0.1).messages:
            if isinstance(message, Contacts):
                touched |= {contact.body_b for contact in message.contacts} - {"terrain"}
    (name,) = touched
    ident = session.scene.objects.id_of(name)
    assert cell_of(ident) not in at_first
    trunk = session.scene.objects.solids.center[session.scene.objects.row_of(ident)]
    assert np.hypot(*(trunk[:2] - session.robot("ugv0").position[:2])) < 1.5


def _lone_trunk(scene: Scene, near: tuple[float, float]) -> int:
    """The nearest trunk with nothing and no slope on the three metres to its west."""
    solids = scene.objects.solids
    for row in scene.near(near, 120.0)[0].tolist():
        x, y = solids.center[row, :2]
        ground = scene.height([[x - 3.0, y], [x, y]])
        if (
            scene.classes[solids.semantic[row]].name == "trunk"
            and solids.half_size[row, 0] > 0.08
            and not len(scene.near((x - 2.5, y), 1.6)[0])
            and abs(ground[1] - ground[0]) < 0.5
        ):
            return int(row)
    raise AssertionError("no trunk stands alone")


def test_who_stands_at_a_trunk_notices_nothing_of_a_swap() -> None:
    """Slots, counted touches and what sensors have heard go on when rows are renumbered."""
    team = scenario(husky(sensors=(ContactSensor(rate_hz=0.5),)), world=WORLD)
    session = Session(team)
    scene = session.scene
    trunk = _lone_trunk(scene, (0.0, 0.0))
    name = scene.objects.name_of(trunk)
    x, y = scene.objects.solids.center[trunk, :2]
    session.move("ugv0", (x - 2.0, y, float(scene.height([[x - 2.0, y]])[0]) + 0.3))
    session.step(1.0)
    session.robot("ugv0").drive(0.8)
    session.step(4.5)
    physics = session.engine.team.physics
    before = physics.touches_so_far.copy()
    assert before[0] == 1
    rows = session.scene.objects.ident[physics.slots.object_of_slot[_held(physics)]]
    live = growth(session).live
    session.watch("visitor", (-500.0, -500.0))
    session.step(ns=(AHEAD_TICKS + 2 * REFRESH_TICKS) * 2_000_000)
    assert growth(session).live > live
    after = session.scene.objects.ident[physics.slots.object_of_slot[_held(physics)]]
    assert set(rows.tolist()) == set(after.tolist())
    heard = [c for m in session.step(2.0).messages if isinstance(m, Contacts) for c in m.contacts]
    assert {contact.body_b for contact in heard} - {"terrain"} == {name}
    assert physics.touches_so_far.tolist() == before.tolist()


def _held(physics: object) -> np.ndarray:
    return np.flatnonzero(physics.slots.object_of_slot != EMPTY)  # type: ignore[attr-defined]


def test_a_straight_flight_takes_no_more_memory(capsys: pytest.CaptureFixture[str]) -> None:
    """10 km over the hills: as many cells as at first, and no more memory after the first third."""
    uav = x500(at=(0.0, 0.0, 90.0))
    session = flying(scenario(uav, world=Hills(size_m=96.0, view_m=400.0, seed=3)))
    length_m = 100.0 * count(100)
    cells, peaks = [], []
    while session.robot("uav0").position[0] < length_m:
        session.step(1.0)
        cells.append(len(growth(session).cells))
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3)
    third = len(peaks) // 3
    assert max(cells[third:]) <= 1.25 * max(cells[:third])
    assert peaks[-1] - peaks[third] < 40.0, "MB"
    with capsys.disabled():
        if count(100) == 100:
            print(f"\n10 km: {max(cells)} cells at most, {peaks[-1]:.0f} MB at the peak")
