"""Edits of a running world: robots, people, props and objects come, go and move; wind turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from outrider.core import rotation
from outrider.core.errors import EditError, UnknownNameError
from outrider.scenario import checks
from outrider.scenario.faults import ContradictionError
from outrider.scenario.fields import Paint
from outrider.scenario.schema import AnyProp, Robot, Scenario
from outrider.sim.actors import _kernels as walking
from outrider.sim.engine import transplant
from outrider.sim.engine._kernels_team import pose_person
from outrider.sim.engine.inputs import (
    Action,
    EditScene,
    Move,
    PaintCells,
    Remove,
    SetWind,
    Spawn,
    Watch,
)
from outrider.sim.engine.members import stand_on
from outrider.sim.engine.plan_runner import plans_of
from outrider.sim.engine.report import Report
from outrider.sim.physics.blocks import Blocks
from outrider.world.edits import SetLight, SetWeather

if TYPE_CHECKING:
    from outrider.sim.engine.engine import Engine


def apply(engine: Engine, action: Action) -> None:
    """Carry an edit out before the next tick; raises EditError, leaving everything as it was."""
    if isinstance(action, Spawn):
        _spawn(engine, action)
    elif isinstance(action, Remove):
        _remove(engine, action.name)
    elif isinstance(action, Move):
        _move(engine, action)
    elif isinstance(action, SetWind):
        engine.team.wind_law[:3] = action.mean_mps
        engine.scenario = replace(
            engine.scenario, wind=replace(engine.scenario.wind, mean_mps=action.mean_mps)
        )
    elif isinstance(action, EditScene):
        _edit_scene(engine, action)
    elif isinstance(action, PaintCells):
        _paint(engine, action.paint)
    elif isinstance(action, Watch):
        engine.watchers.pop(action.name, None)
        if action.position is not None:
            engine.watchers[action.name] = action.position


def _names(scenario: Scenario) -> set[str]:
    return {one.name for one in (*scenario.robots, *scenario.props)}


def _spawn(engine: Engine, action: Spawn) -> None:
    entries: list[Robot | AnyProp] = [x for x in (action.robot, action.prop) if x is not None]
    if not entries:
        raise EditError("spawn: give a robot or a prop to spawn")
    robots, props = engine.scenario.robots, engine.scenario.props
    if action.robot is not None:
        robots = (*robots, action.robot)
    if action.prop is not None:
        props = (*props, action.prop)
    scenario = replace(engine.scenario, robots=robots, props=props)
    _check_newcomers(engine, scenario, entries)
    _rebuild(engine, scenario)
    if action.robot is not None and action.robot.on is not None:
        _set_on_deck(engine, action.robot)
    if action.robot is not None:
        engine.orders.plans.update(plans_of([action.robot]))
    for entry in entries:
        _tell(engine, "spawned", entry.name)


def _check_newcomers(engine: Engine, scenario: Scenario, entries: list[Robot | AnyProp]) -> None:
    objects = set(engine.scene.objects.given_names.values())
    for entry in entries:
        if entry.name in _names(engine.scenario) | objects:
            raise EditError(f"spawn: the name {entry.name!r} is taken; choose another one")
        try:
            checks.check_newcomer(scenario, entry)
        except ContradictionError as fault:
            raise EditError(f"spawn {entry.name}: {fault.reason}") from fault


def _set_on_deck(engine: Engine, robot: Robot) -> None:
    """On the deck as it stands or moves now."""
    team, row13 = engine.team, np.zeros(13)
    member, host = team.member(robot.name), team.member(str(robot.on))
    root = team.root_of(team.row(host.name))
    start = stand_on(
        host, robot, member.model, position=tuple(root[:3].tolist()),
        quaternion=tuple(root[3:7].tolist()),
    )  # fmt: skip
    row13[:3], row13[3:7] = start.position, start.quaternion
    arm = row13[:3] - root[:3]
    spin = rotation.rotate(root[3:7], root[10:13])
    row13[7:10] = root[7:10] + np.cross(spin, arm)
    client = team.physics.world.names.index(robot.name)
    team.physics.place(client, row13)
    team.physics.write_root(client, row13)


def _remove(engine: Engine, name: str) -> None:
    scenario = engine.scenario
    if name not in _names(scenario):
        raise UnknownNameError("robot, person or prop", name, _names(scenario))
    riders = [r.name for r in scenario.robots if r.on == name]
    robots = tuple(_unseat(engine, r, riders) for r in scenario.robots if r.name != name)
    props = tuple(p for p in scenario.props if p.name != name)
    _rebuild(engine, replace(scenario, robots=robots, props=props))
    engine.orders.forget(name, "the robot was removed")
    _tell(engine, "removed", name)


def _unseat(engine: Engine, robot: Robot, riders: list[str]) -> Robot:
    """A rider whose deck is gone starts, in the changed scenario, where it is now."""
    if robot.name not in riders:
        return robot
    x, y, z = engine.team.root_of(engine.team.row(robot.name))[:3].tolist()
    return replace(robot, on=None, pad=0, position_m=(x, y, z))


def _move(engine: Engine, action: Move) -> None:
    pose = np.array([*action.position, *action.quaternion])
    if not np.isfinite(pose).all() or np.linalg.norm(pose[3:]) < 1e-6:
        raise EditError(f"move {action.name}: the pose {pose.tolist()} is not a finite pose")
    team, row13 = engine.team, np.zeros(13)
    row13[:3], row13[3:7] = pose[:3], pose[3:] / np.linalg.norm(pose[3:])
    names = team.physics.world.names
    if action.name in names:
        client = names.index(action.name)
        team.physics.place(client, row13)
        if action.name in team.row_of and team.member(action.name).kind == "wheeled":
            ground = team.row(action.name) - team.flying
            team.drive_state[ground] = team.drive_at_rest[ground]
    elif action.name in team.row_of:
        _move_person(engine, action.name, row13)
    else:
        raise UnknownNameError("robot, person or prop", action.name, [*names, *team.row_of])
    if action.name in team.row_of:
        engine.orders.take_over(action.name)
        team.navigator.stand_down(team.row(action.name))
    _tell(engine, "moved", action.name)


def _move_person(
    engine: Engine, name: str, row13: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> None:
    team = engine.team
    k = team.row(name) - (len(team.by_row) - team.people)
    x, y, z, _, _, qz, qw = row13[:7].tolist()
    walking.place(
        team.person[k], x, y, z + team.person_shape[k, walking.STEP],
        2.0 * float(np.arctan2(qz, qw)), engine.scene.terrain.packed, engine.scene.obstacles,
    )  # fmt: skip
    for _ in range(2):  # twice, so that the pose of one tick ago is this one too
        pose_person(team.table, k, 0.0, team.tick_s)


def _edit_scene(engine: Engine, action: EditScene) -> None:
    taken = _names(engine.scenario) & {getattr(edit, "name", None) for edit in action.edits}
    if taken:
        raise EditError(f"scene: the name {min(taken)!r} is taken; choose another one")
    before = engine.scene
    engine.scene = before.with_edits(action.edits)
    scenario = replace(engine.scenario, light=engine.scene.light, weather=engine.scene.weather)
    if all(isinstance(edit, SetLight | SetWeather) for edit in action.edits):
        engine.scenario = scenario
        engine.team.feel(engine.scene)
        _tell(engine, "edited", "", "light or weather")
        return
    try:
        _rebuild(engine, scenario)
    except Exception:  # whatever went wrong, the run goes on as it was
        engine.scene = before
        raise
    _tell(engine, "edited", "", f"{len(action.edits)} edits of the scene")


def _paint(engine: Engine, paint: Paint) -> None:
    if engine.cells is None:
        raise EditError("cells: the scenario declares no cell_fields; add them to the scenario")
    engine.cells.paint(paint)


def _rebuild(engine: Engine, scenario: Scenario) -> None:
    """New bodies and blocks for a changed team; what stays keeps its state, bit for bit."""
    old_team, old_blocks, old_scenario = engine.team, engine.blocks, engine.scenario
    engine.scenario, engine.blocks = scenario, Blocks()
    try:
        team = engine.new_team()
        report = Report(team)
        transplant.carry_over(old_team, team)
        engine.emission.change(scenario, report, engine.tick * engine.tick_ns)
    except Exception:  # whatever went wrong, the run goes on as it was
        engine.scenario, engine.blocks = old_scenario, old_blocks
        raise
    engine.enter_cells()
    if engine.fleet is not None:
        engine.fleet.move_to(engine.blocks, engine.scene)
    engine.team, engine.report, engine.orders.team = team, report, team


def _tell(engine: Engine, kind: str, name: str, text: str = "") -> None:
    engine.emission.tell(kind, stamp_ns=engine.tick * engine.tick_ns, robot=name, text=text)
