"""What a file says is what the structs hold: units, defaults, plugins, short forms."""

from __future__ import annotations

import math
import time

import pytest

from outrider import scenario
from outrider.core.errors import ScenarioError
from outrider.scenario import plans, sensors, worlds
from outrider.scenario.checks import MAX_BODIES
from tests.scenario.cases import GOOD, changed


def test_the_good_scenario() -> None:
    found = scenario.parse(GOOD)
    ugv, uav = found.robots
    assert (found.name, found.seed, found.duration_s, found.tick_us) == ("sample", 7, 20.0, 2000)
    assert found.world == worlds.Hills(relief_m=3.0)
    assert ugv.heading_rad == math.radians(90)
    assert ugv.position_m == (0.0, 0.0)
    assert ugv.plan == (plans.GoTo(to=(20.0, 5.0), speed_mps=1.0), plans.Stop())
    assert uav.on == "ugv0"
    assert uav.position_m is None
    assert found.robot("uav0") is uav
    assert found.robot("uav1") is None


@pytest.mark.parametrize(
    ("written", "radians"),
    [
        ("heading_deg: 90", math.pi / 2),
        ("heading_deg: -180", -math.pi),
        ("heading_deg: 1e1", math.pi / 18),
        ("heading_rad: 1.25", 1.25),
        ("heading_deg: 360", 2 * math.pi),
    ],
)
def test_angles_are_held_in_radians(written: str, radians: float) -> None:
    found = scenario.parse(changed(("heading_deg: 90", written)))
    assert found.robots[0].heading_rad == radians


def test_degrees_are_taken_wherever_an_angle_stands() -> None:
    text = """
name: angles
world:
  kind: slope
  angle_deg: 20
  heading_deg: 45
  objects: [{kind: ramp, position_m: [0, 0], length_m: 2, angle_deg: 30, roll_deg: 1}]
robots:
  - name: a
    model: husky
    position_m: [0, 0]
    sensors: [{kind: tracker, attitude_noise_deg: 2}]
    plan:
      - drive: {speed_mps: 1, turn_deg_s: 90}
      - walk: {speed_mps: 1, heading_deg: -90}
      - go_to: {to: [1, 2], heading_deg: null}
props: [{name: b, shape: sphere, radius_m: 1, mass_kg: 1, position_m: [9, 9], pitch_deg: 10}]
"""
    found = scenario.parse(text)
    assert isinstance(found.world, worlds.Slope)
    ramp = found.world.objects[0]
    assert isinstance(ramp, worlds.Ramp)
    tracker = found.robots[0].sensors[0]
    assert isinstance(tracker, sensors.TrackerSensor)
    drive, walk, go_to = found.robots[0].plan
    assert isinstance(drive, plans.Drive)
    assert isinstance(walk, plans.Walk)
    assert isinstance(go_to, plans.GoTo)
    degrees = [
        found.world.angle_rad,
        found.world.heading_rad,
        ramp.angle_rad,
        ramp.roll_rad,
        tracker.attitude_noise_rad,
        drive.turn_rad_s,
        walk.heading_rad,
        found.props[0].pitch_rad,
    ]
    assert [math.degrees(angle) for angle in degrees] == pytest.approx(
        [20, 45, 30, 1, 2, 90, -90, 10], abs=1e-12
    )
    assert go_to.heading_rad is None


def test_a_sensor_is_named_after_its_kind() -> None:
    state, tracker = scenario.parse(GOOD).robots[0].sensors
    assert (state.name, tracker.name) == ("state", "tracker")
    named = changed(("{kind: state,", "{kind: state, name: truth,"))
    assert scenario.parse(named).robots[0].sensors[0].name == "truth"


def test_a_command_may_stand_alone_or_with_nothing() -> None:
    for written in ("- stop", "- stop:", "- stop: {}", "- stop: null"):
        assert scenario.parse(changed(("- stop", written))).robots[0].plan[1] == plans.Stop()


@pytest.mark.usefixtures("plugins")
def test_plugins_are_kinds_by_their_names() -> None:
    text = changed(
        ("{kind: hills, relief_m: 3}", "{kind: moon, seed: 3, parameters: {craters: 9, a.b: x}}"),
        ("{kind: state, rate_hz: 50}", "{kind: sonar, rate_hz: 5, parameters: {beams: 16}}"),
    )
    found = scenario.parse(text)
    assert found.world == worlds.PluginWorld(
        plugin="moon", seed=3, parameters={"craters": 9, "a.b": "x"}
    )
    sonar = found.robots[0].sensors[0]
    assert isinstance(sonar, sensors.PluginSensor)
    assert (sonar.kind, sonar.name, sonar.parameters) == ("sonar", "sonar", {"beams": 16})


@pytest.mark.usefixtures("plugins")
def test_plugins_are_suggested_but_their_struct_is_not_a_kind() -> None:
    with pytest.raises(ScenarioError, match="did you mean sonar"):
        scenario.parse(changed(("kind: state", "kind: sonr")))
    with pytest.raises(ScenarioError, match="'plugin' is not known"):
        scenario.parse(changed(("kind: state", "kind: plugin, plugin: sonar")))
    with pytest.raises(ScenarioError, match="plugin: unknown field"):
        scenario.parse(changed(("kind: state", "kind: sonar, plugin: sonar")))


def test_parameters_keep_their_types() -> None:
    text = changed(("pad: 0", "parameters: {a: 5, b: 5.0, c: true, d: 'yes', e: [1, 2.5]}"))
    parameters = scenario.parse(text).robots[1].parameters
    assert parameters == {"a": 5, "b": 5.0, "c": True, "d": "yes", "e": (1.0, 2.5)}
    assert [type(value) for value in parameters.values()] == [int, float, bool, str, tuple]


def test_scenarios_cannot_be_changed() -> None:
    found = scenario.parse(GOOD)
    with pytest.raises(AttributeError):
        found.seed = 8  # type: ignore[misc]


def test_the_number_of_bodies_is_limited() -> None:
    one = "{name: p%d, shape: sphere, radius_m: 1, mass_kg: 1, position_m: [0, 0]}"
    many = "name: a\nprops: [" + ", ".join(one % i for i in range(MAX_BODIES + 1)) + "]\n"
    with pytest.raises(ScenarioError, match="20,001 robots and props; at most 20,000"):
        scenario.parse(many)


def test_fifty_robots_are_read_in_twenty_milliseconds() -> None:
    robot = """\
  - name: uav{0}
    model: x500
    position_m: [1, {0}]
    heading_deg: 90
    sensors:
      - {{kind: state, rate_hz: 50}}
    plan:
      - go_to: {{to: [20, 5], speed_mps: 1}}
"""
    text = "name: many\nrobots:\n" + "".join(robot.format(i) for i in range(50))
    assert text.count("\n") > 400
    times = []
    for _ in range(7):
        begin = time.process_time()
        scenario.parse(text)
        times.append(time.process_time() - begin)
    assert min(times) < 0.020
