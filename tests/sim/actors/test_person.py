"""People: they go where they are told as far as walls, steps and slopes let them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.errors import CommandError
from outrider.scenario.worlds import Box, Course, Cylinder, Flat, Hills, Slope, Sphere, Wall
from outrider.sim.actors import _kernels as kernels
from outrider.sim.actors.person import LYING_S, Gait, Halt, People, desired_velocity
from outrider.sim.robots.person import PersonModel
from outrider.world import generate
from outrider.world._kernels import column_at
from outrider.world.scene import Scene
from outrider.world.solids import footprints
from outrider.world.terrain import Feature, Terrain, flank_for
from tests.counts import count
from tests.world import twins

TICK = 0.002
MODEL = PersonModel(
    name="person", mass_kg=75.0, height_m=1.75, radius_m=0.25, walk_mps=1.4, run_mps=4.0,
    acceleration_mps2=2.5, turn_rate_radps=3.0, step_m=0.3, slope_max_rad=math.radians(40.0),
)  # fmt: skip


def one(scene: Scene, position: tuple[float, ...] = (0.0, 0.0), heading: float = 0.0) -> People:
    people = People([MODEL])
    people.place(0, position, heading=heading, scene=scene)
    return people


def run(people: People, scene: Scene, seconds: float, tick: float = TICK) -> np.ndarray:
    """Rows of person 0 after every tick, ``(n, COLUMNS)``."""
    rows = []
    for _ in range(round(seconds / tick)):
        people.step(scene, tick)
        rows.append(people.rows[0].copy())
    return np.array(rows)


def flat(*objects: object) -> Scene:
    return generate.make(Flat(objects=objects), seed=1)  # type: ignore[arg-type]


def test_open_ground_equals_the_plain_twin() -> None:
    """Acceleration, turning and gait phase, written down again in plain Python."""
    hills = generate.make(Hills(relief_m=3.0, wavelength_m=40.0, density=0.0), seed=2)
    people = one(hills, heading=1.0)
    rng = np.random.default_rng(1)
    x = y = vx = vy = phase = 0.0
    heading = 1.0
    for k in range(count(20_000)):
        if k % 250 == 0:
            want = rng.uniform(-5, 5, 2)
            goal = float(rng.uniform(-9, 9))
            people.walk(0, want.tolist(), heading=goal)
        people.step(hills, TICK)
        speed = math.hypot(*want)
        target = want * min(1.0, 4.0 / speed)
        gain = target - (vx, vy)
        gain = gain * min(1.0, 2.5 * TICK / max(math.hypot(*gain), 1e-300))
        vx, vy = vx + gain[0], vy + gain[1]
        x, y = x + vx * TICK, y + vy * TICK
        way = math.remainder(goal - heading, 2 * math.pi)
        heading = math.remainder(heading + max(-3.0 * TICK, min(3.0 * TICK, way)), 2 * math.pi)
        speed = math.hypot(vx, vy)
        phase += speed * TICK / (0.82 * 1.75 * math.sqrt(max(speed, 0.3) / 1.4))
        row = people.rows[0]
        assert row[:2] == pytest.approx((x, y), abs=1e-9)
        assert row[[kernels.VX, kernels.VY]] == pytest.approx((vx, vy), abs=1e-9)
        assert abs(math.remainder(row[kernels.HEADING] - heading, 2 * math.pi)) < 1e-9
        assert abs(math.remainder(row[kernels.PHASE] - phase, 1.0)) < 1e-9
        assert row[kernels.SUPPORT] == pytest.approx(hills.height([(x, y)])[0], abs=1e-9)
        assert row[kernels.Z] == pytest.approx(row[kernels.SUPPORT], abs=0.02)


@pytest.mark.parametrize(("height", "climbs"), [(0.15, True), (0.30, True), (0.35, False)])
def test_a_step_of_30_cm_is_climbed_and_one_of_35_is_not(height: float, climbs: bool) -> None:
    scene = flat(Box(position_m=(4, 0), size_m=(4, 4, height)))
    people = one(scene)
    people.walk(0, (1.4, 0.0))
    rows = run(people, scene, 3.0)
    if climbs:
        assert rows[-1, kernels.X] > 3.0
        assert rows[-1, kernels.Z] == pytest.approx(height)
        assert np.abs(np.diff(rows[:, kernels.Z])).max() < 0.01
    else:
        assert rows[-1, kernels.X] == pytest.approx(2.0 - 0.25, abs=0.01)
        assert rows[-1, kernels.Z] == 0.0
        assert people.halted_by(0) is Halt.WALL


def test_stairs_up_and_the_edge_on_the_far_side() -> None:
    """Three steps of 0.2 m up; then a drop of 0.6 m, at which one stops."""
    steps = [Box(position_m=(3.0 + k, 0), size_m=(1, 4, 0.2 * (k + 1))) for k in range(3)]
    scene = flat(*steps)
    people = one(scene)
    people.walk(0, (1.0, 0.0))
    rows = run(people, scene, 8.0)
    assert rows[-1, kernels.SUPPORT] == pytest.approx(0.6)
    assert 5.4 < rows[-1, kernels.X] <= 5.5 + 1e-6
    assert people.halted_by(0) is Halt.EDGE


@pytest.mark.parametrize("angle", [20.0, 45.0, 70.0])
def test_along_a_wall_one_slides_with_the_speed_that_is_left(angle: float) -> None:
    scene = flat(Wall(position_m=(3, 0), length_m=40.0, heading_rad=math.pi / 2))
    people = one(scene, (0.0, -8.0))
    way = math.radians(angle)
    people.walk(0, (1.4 * math.cos(way), 1.4 * math.sin(way)))
    rows = run(people, scene, 8.0)
    touching = rows[:, kernels.HALTED] == Halt.WALL
    assert touching[-500:].all()
    assert rows[-1, kernels.X] == pytest.approx(2.9 - 0.25, abs=0.01)
    slide = (rows[-1, kernels.Y] - rows[-500, kernels.Y]) / (499 * TICK)
    assert slide == pytest.approx(1.4 * math.sin(way), rel=1e-3)
    assert abs(rows[-1, kernels.VX]) < 1e-6
    # The gait is driven by the way made, so that feet do not slide.
    made = (rows[-1, kernels.PHASE] - rows[-2, kernels.PHASE]) % 1.0
    assert made * 0.82 * 1.75 * math.sqrt(1.4 / 1.4) < 1.4 * TICK


def test_one_slides_round_a_post_and_stops_in_a_corner() -> None:
    post = flat(Cylinder(position_m=(3, 0.02), radius_m=0.3, height_m=2.0))
    people = one(post)
    people.walk(0, (1.4, 0.0))
    assert run(people, post, 6.0)[-1, kernels.X] > 5.0
    corner = flat(
        Wall(position_m=(3, 0), length_m=6.0, heading_rad=math.pi / 2),
        Wall(position_m=(0, 3), length_m=6.0),
    )
    people = one(corner)
    people.walk(0, (1.0, 1.2))
    rows = run(people, corner, 6.0)
    assert rows[-1, :2] == pytest.approx((2.65, 2.65), abs=0.012)
    assert np.hypot(rows[-1, kernels.VX], rows[-1, kernels.VY]) < 1e-6


def crowd_scene() -> Scene:
    rng = np.random.default_rng(3)
    objects: list[object] = []
    for _ in range(40):
        place = tuple(rng.uniform(-8, 8, 2).tolist())
        if math.hypot(*place) < 2.0:
            continue
        turn = float(rng.uniform(0, 3))
        kind = int(rng.integers(3))
        if kind == 0:
            size = tuple(rng.uniform((0.3, 0.1, 0.5), (2.0, 1.0, 2.0)).tolist())
            objects.append(Box(position_m=place, size_m=size, heading_rad=turn))
        elif kind == 1:
            objects.append(Cylinder(position_m=place, radius_m=0.1, height_m=2.0))
        else:
            wall = Wall(position_m=place, length_m=2.5, heading_rad=turn, thickness_m=0.1)
            objects.append(wall)
    for x, y, turn in ((10, 0, 0.5), (-10, 0, 0.5), (0, 10, 0), (0, -10, 0)):
        objects.append(
            Wall(position_m=(x, y), length_m=21.0, heading_rad=turn * math.pi, height_m=2.0)
        )
    return flat(*objects)


@pytest.mark.parametrize("tick", [0.002, 0.05])
def test_no_wall_is_entered_in_ten_thousand_random_steps(tick: float) -> None:
    scene = crowd_scene()
    people = one(scene)
    rng = np.random.default_rng(4)
    shadows = footprints(scene.objects.solids)
    centres = scene.objects.solids.center
    touched, far = 0, 0.0
    for k in range(10_000):
        if k % max(int(0.5 / tick), 1) == 0:
            way = rng.uniform(-math.pi, math.pi)
            speed = rng.uniform(0.5, 4.0)
            people.walk(0, (speed * math.cos(way), speed * math.sin(way)))
        people.step(scene, tick)
        here = people.rows[0, :2]
        far = max(far, float(np.hypot(*here)))
        touched += people.halted_by(0) is Halt.WALL
        rough = np.hypot(*(centres[:, :2] - here).T) < shadows[:, 7] + 0.3
        for row in np.flatnonzero(rough):
            f = shadows[row]
            gap = twins.rectangle_gap(centres[row, :2], math.atan2(f[1], f[0]), f[2:4], f[4], here)
            assert gap > 0.25 - 1e-6
    assert touched > 100
    assert far > 2.0


def test_steep_slopes_stop_and_gentle_ones_do_not() -> None:
    for degrees, passes in ((35.0, True), (45.0, False)):
        bank = flank_for(2.0, math.radians(degrees))
        hill = Feature(
            position_m=(8.0, 0.0), half_m=(2, 9), flank_m=(bank, bank, bank), value_m=2.0
        )
        empty = flat()
        scene = Scene(kind="hill", seed=0, terrain=Terrain(features=(hill,)), objects=empty.objects)
        people = one(scene)
        people.walk(0, (1.4, 0.0))
        rows = run(people, scene, 6.0)
        slope = scene.terrain.sample(rows[:, :2])[:, 1]
        if passes:
            assert rows[-1, kernels.SUPPORT] == pytest.approx(2.0)
        else:
            assert slope.max() <= math.tan(math.radians(40.0)) + 1e-9
            assert people.halted_by(0) is Halt.STEEP
            assert rows[-1, kernels.X] < 6.0


def test_a_ditch_with_steep_banks_is_not_entered() -> None:
    bank = flank_for(1.5, math.radians(60.0))
    ditch = Feature(position_m=(4, 0), half_m=(1, 30), flank_m=(bank, bank, 1), value_m=-1.5)
    scene = Scene(kind="d", seed=0, terrain=Terrain(features=(ditch,)), objects=flat().objects)
    people = one(scene)
    people.walk(0, (2.0, 0.7))
    rows = run(people, scene, 5.0)
    assert rows[:, kernels.SUPPORT].min() > -0.3
    # Along the brink one goes on.
    assert rows[-1, kernels.Y] > 0.7 * 4.0
    assert people.halted_by(0) is Halt.STEEP


def test_a_hillside_beyond_the_limit_can_be_left_downhill() -> None:
    scene = generate.make(Slope(angle_rad=math.radians(44.0)), seed=1)
    people = one(scene)
    people.walk(0, (-1.0, 0.0))
    assert run(people, scene, 3.0)[-1, kernels.X] < -1.5


def test_under_a_bridge_there_is_room_for_a_head_or_not() -> None:
    for clear, passes in ((1.9, True), (1.6, False)):
        deck = Box(position_m=(4, 0, clear + 0.15), size_m=(3, 6, 0.3))
        scene = flat(deck)
        people = one(scene)
        people.walk(0, (1.4, 0.0))
        end = run(people, scene, 6.0)[-1, kernels.X]
        assert (end > 6.0) == passes
        if not passes:
            assert end == pytest.approx(2.5 - 0.25, abs=0.01)


def test_bridge_and_boulder() -> None:
    """A person crosses the course's bridge on its deck, and stops at a boulder, not in it."""
    course = generate.make(Course(base="hills"), seed=3)
    region = course.region("bridge")
    assert region is not None
    x, y = region.position_m
    people = one(course, (x - 13.0, y))
    people.walk(0, (1.4, 0.0))
    rows = run(people, course, 19.0)
    assert rows[-1, kernels.X] > x + 12.0
    middle = rows[np.argmin(np.abs(rows[:, kernels.X] - x))]
    ground = course.height(middle[None, :2])[0]
    assert middle[kernels.SUPPORT] - ground > 1.0
    boulder = flat(Sphere(position_m=(3, 0, 0.2), radius_m=0.8))
    people = one(boulder)
    people.walk(0, (1.4, 0.0))
    end = run(people, boulder, 4.0)[-1, kernels.X]
    low, top = column_at(boulder.obstacles, 0, end + 0.25, 0.0)
    assert top <= 0.3 + 0.02 or top < low


def test_speed_and_acceleration_keep_their_limits() -> None:
    scene = flat()
    people = one(scene)
    rng = np.random.default_rng(5)
    rows = []
    for _ in range(60):
        people.walk(0, (rng.normal(size=2) * 10.0 ** rng.uniform(-3, 300)).tolist())
        rows.append(run(people, scene, 0.3))
    track = np.concatenate(rows)
    velocity = track[:, [kernels.VX, kernels.VY]]
    assert np.hypot(*velocity.T).max() <= 4.0 + 1e-9
    change = np.diff(velocity, axis=0)
    assert np.hypot(*change.T).max() <= 2.5 * TICK + 1e-9
    turn = np.diff(np.unwrap(track[:, kernels.HEADING]))
    assert np.abs(turn).max() <= 3.0 * TICK + 1e-9


def test_gaits_follow_the_speed() -> None:
    scene = flat()
    people = one(scene)
    assert people.gait(0) is Gait.STAND
    for speed, gait in ((1.4, Gait.WALK), (3.5, Gait.RUN), (2.0, Gait.RUN), (1.2, Gait.WALK)):
        people.walk(0, (0.0, speed))
        run(people, scene, 3.0)
        assert people.gait(0) is gait
    people.stand(0)
    run(people, scene, 2.0)
    assert people.gait(0) is Gait.STAND
    assert people.rows[0, kernels.HEADING] == pytest.approx(math.pi / 2)


def test_sitting_down_and_getting_up() -> None:
    scene = flat()
    people = one(scene)
    people.walk(0, (1.4, 0.0))
    run(people, scene, 2.0)
    people.sit(0)
    run(people, scene, 3.0)
    assert people.gait(0) is Gait.SIT
    assert people.poses()[0, 2] == pytest.approx(-0.45 * 1.75)
    here = people.rows[0, :2].copy()
    people.walk(0, (1.4, 0.0))
    run(people, scene, kernels.SIT_S - 0.1)
    assert people.rows[0, :2] == pytest.approx(here)
    run(people, scene, 1.0)
    assert people.gait(0) is Gait.WALK


def test_falling_lying_and_rising() -> None:
    scene = flat()
    people = one(scene, heading=0.3)
    people.walk(0, (1.4, 0.0))
    run(people, scene, 1.0)
    people.fall(0, heading=1.0)
    people.fall(0, heading=2.0)
    heights = []
    here = people.rows[0, :2].copy()
    for _ in range(round((LYING_S + kernels.RISE_S - 0.01) / TICK)):
        people.step(scene, TICK)
        assert people.gait(0) is Gait.FALLEN
        heights.append(head(people)[2])
    assert people.rows[0, :2].tolist() == here.tolist()
    lying = round(1.5 / TICK)
    assert heights[lying] == pytest.approx(0.25, abs=1e-9)
    assert np.abs(np.diff(heights)).max() < 0.02
    run(people, scene, 1.0)
    assert people.gait(0) is Gait.WALK


def head(people: People) -> np.ndarray:
    """Where the top of the head is, by turning the body's z axis."""
    x, y, z, qx, qy, qz, qw = people.poses()[0]
    assert qx * qx + qy * qy + qz * qz + qw * qw == pytest.approx(1.0)
    up = np.array([2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx**2 + qy**2)])
    return np.array([x, y, z]) + 1.75 * up


def test_one_falls_towards_the_heading_of_the_fall() -> None:
    scene = flat()
    for heading in (0.0, 1.0, -2.5):
        people = one(scene, heading=0.7)
        people.fall(0, heading=heading)
        run(people, scene, 1.0)
        away = head(people)
        assert math.atan2(away[1], away[0]) == pytest.approx(heading)
        assert math.hypot(away[0], away[1]) == pytest.approx(1.75)


def test_commands_that_are_not_numbers_are_refused_and_never_reach_the_state() -> None:
    scene = flat()
    people = one(scene)
    with pytest.raises(CommandError, match="finite"):
        people.walk(0, (math.nan, 0.0))
    with pytest.raises(CommandError, match="finite"):
        people.walk(0, (1.0, 0.0), heading=math.inf)
    rng = np.random.default_rng(6)
    wild = np.array([math.nan, math.inf, -math.inf, 1e300, -1e300, 0.0, 1.0])
    for _ in range(count(10_000)):
        people.wanted[0] = rng.choice(wild, 3)
        people.step(scene, TICK)
        assert np.isfinite(people.rows).all()


def test_people_of_one_scene_step_alike_alone_and_together() -> None:
    scene = crowd_scene()
    together = People([MODEL] * 3)
    alone = [one(scene, (0.3 * k, 0.0)) for k in range(3)]
    for k in range(3):
        together.place(k, (0.3 * k, 0.0), heading=0.0, scene=scene)
        for people, who in ((together, k), (alone[k], 0)):
            people.walk(who, (1.0, 0.5 * k))
    for _ in range(1500):
        together.step(scene, TICK)
        for people in alone:
            people.step(scene, TICK)
    np.testing.assert_array_equal(together.rows, np.concatenate([p.rows for p in alone]))


def test_placing_on_the_ground_or_on_a_box() -> None:
    scene = flat(Box(position_m=(5, 0), size_m=(2, 2, 3)))
    assert one(scene, (5.0, 0.0, 3.0)).rows[0, kernels.Z] == pytest.approx(3.0)
    assert one(scene, (0.0, 1.0)).rows[0, kernels.Z] == 0.0


def test_the_wish_to_be_somewhere_becomes_a_velocity() -> None:
    far = desired_velocity((0, 0, 3), (10, 0), speed=1.4)
    assert far.tolist() == pytest.approx([1.4, 0.0])
    assert np.hypot(*desired_velocity((0, 0), (0.3, 0.4), speed=1.4)) == pytest.approx(0.7)
    assert desired_velocity((1, 1), (1, 1), speed=1.0).tolist() == [0.0, 0.0]
