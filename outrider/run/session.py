"""A session: a scenario in motion, with handles for its robots: the Python interface."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import ArrayLike

from outrider import scenario as scenarios
from outrider.core import rotation, safeio
from outrider.core.errors import UnknownNameError, UserError
from outrider.core.messages import Contact, Message, RobotState
from outrider.core.time import ns_to_seconds, seconds_to_ns
from outrider.run.robot import RobotHandle
from outrider.run.step import Step
from outrider.scenario.fields import Paint
from outrider.scenario.schema import AnyProp, Robot, Scenario
from outrider.scenario.sky import Light, Weather
from outrider.sim.engine import ahead, checkpoint, inputs
from outrider.sim.engine.engine import Engine
from outrider.sim.engine.inputs import (
    AnyAction,
    EditScene,
    Input,
    Move,
    PaintCells,
    Remove,
    SetWind,
    Spawn,
    Watch,
)
from outrider.sim.engine.stages import Stage
from outrider.sim.engine.team import Team
from outrider.world.cell_fields import CellFields
from outrider.world.edits import AnyEdit, SetLight, SetWeather
from outrider.world.people import Resident
from outrider.world.scene import Scene
from outrider.world.semantics import SemanticClass, number_of

GIB = 1 << 30
_ROBOT_CLASSES = {"multirotor": "uav", "wheeled": "ugv", "person": "person"}


class Session:
    """Owns the clock: nothing moves but by ``run``, ``step`` and ``continue_for``.

    ``scene`` is the world of the scenario, where it was made before.
    """

    def __init__(self, scenario: Scenario, *, scene: Scene | None = None) -> None:
        self._stages: list[tuple[Stage, str]] = []
        ahead.start()
        self._start(Engine(scenario, scene=scene))

    def _start(self, engine: Engine) -> None:
        self._engine = engine
        self._paused = False
        self._latest: dict[str, Message] = {}
        self._wall_s, self._simulated_ns = 0.0, 0
        for stage, before in self._stages:
            engine.insert_stage(stage, before=before)

    # --- time ---

    @property
    def now_ns(self) -> int:
        """Simulated time since the start."""
        return self._engine.now_ns

    @property
    def now(self) -> float:
        """Simulated seconds since the start."""
        return ns_to_seconds(self._engine.now_ns)

    @property
    def tick_ns(self) -> int:
        return self._engine.tick_ns

    @property
    def real_time_factor(self) -> float:
        """Simulated over wall-clock seconds spent inside the simulation so far."""
        return ns_to_seconds(self._simulated_ns) / self._wall_s if self._wall_s else 0.0

    def run(self, seconds: float | None = None, *, pace: float | None = None) -> Iterator[Step]:
        """Run for a time (default: to the scenario's end); yields each tick that has messages.

        ``pace`` 1.0 keeps to real time, as clients on a clock of their own need it; None runs as
        fast as it can. The results are the same.
        """
        if seconds is None:
            duration = max(0, seconds_to_ns(self.scenario.duration_s) - self.now_ns)
        else:
            duration = seconds_to_ns(seconds)
        if pace is None:
            yield from self._advance(duration)
        else:
            yield from self._advance_paced(duration, pace)

    def step(self, seconds: float | None = None, *, ns: int | None = None) -> Step:
        """Advance the clock by exactly this long (default: one tick); returns all messages."""
        duration = self._duration(seconds, ns)
        found: list[Message] = []
        for step in self._advance(duration):
            found += step.messages
        return Step(self.now_ns, found, self._next_due)

    def continue_for(self, seconds: float) -> Step:
        """Resume, advance by exactly ``seconds``, and pause again."""
        self.resume()
        step = self.step(seconds)
        self.pause()
        return step

    def continue_for_steps(self, steps: int) -> Step:
        """Resume, advance by whole ticks, and pause again."""
        if steps < 0:
            raise UserError(f"{steps} steps asked for; give 0 or more")
        self.resume()
        step = self.step(ns=steps * self.tick_ns)
        self.pause()
        return step

    def pause(self) -> None:
        """Refuse to run until :meth:`resume`; a loop over :meth:`run` ends where it is."""
        self._paused = True

    def resume(self) -> None:
        self._paused = False

    @property
    def paused(self) -> bool:
        return self._paused

    def _duration(self, seconds: float | None, ns: int | None) -> int:
        if ns is not None:
            return ns
        return self.tick_ns if seconds is None else seconds_to_ns(seconds)

    def _advance(self, duration_ns: int) -> Iterator[Step]:
        if self._paused:
            raise UserError("the session is paused; call resume() first, or continue_for()")
        engine = self._engine
        advance = engine.advance(duration_ns)
        while True:
            began_ns, began = engine.now_ns, time.perf_counter()
            found = next(advance, None)
            self._wall_s += time.perf_counter() - began
            self._simulated_ns += engine.now_ns - began_ns
            if found is None:
                return
            for message in found:
                self._latest[message.address] = message
            yield Step(engine.now_ns, found, self._next_due)
            if self.paused or self._engine is not engine:
                return

    def _advance_paced(self, duration_ns: int, pace: float) -> Iterator[Step]:
        if not 0.0 < pace < 1e6:
            raise UserError(f"pace is {pace!r}; it must be above 0, and 1.0 is real time")
        slice_ns, end_ns = 10_000_000, self.now_ns + duration_ns
        began, begin_ns = time.perf_counter(), self.now_ns
        while self.now_ns < end_ns:
            yield from self._advance(min(slice_ns, end_ns - self.now_ns))
            if self.paused:
                return
            ahead_s = (self.now_ns - begin_ns) / 1e9 / pace - (time.perf_counter() - began)
            if ahead_s > 0.0:
                time.sleep(ahead_s)

    def _next_due(self, address: str) -> int | None:
        """When the sensor of that address is due next; None if there is no such sensor."""
        slot = self._engine.emission.schedule.find(address)
        return None if slot is None else slot.due_ns

    # --- robots ---

    @property
    def robots(self) -> dict[str, RobotHandle]:
        """Handles of all robots and people by name."""
        return {m.name: RobotHandle(self, m.name) for m in self._team.members}

    def robot(self, name: str) -> RobotHandle:
        """The handle of a robot or person."""
        self._team.row(name)
        return RobotHandle(self, name)

    def states(self) -> list[RobotState]:
        """Ground truth of all robots and people at this instant, with one stamp."""
        return self._engine.states()

    def latest(self, address: str) -> Message:
        """The last message of ``uav0/state`` and the like."""
        if address not in self._latest:
            known = [slot.address for slot in self._engine.emission.schedule.slots]
            raise UnknownNameError("message so far", address, [*self._latest, *known])
        return self._latest[address]

    def contacts(self, robot: str | None = None) -> tuple[Contact, ...]:
        """What touches what, in the last tick."""
        return self._engine.report.contacts(robot)

    # --- queries ---

    @property
    def scene(self) -> Scene:
        return self._engine.scene

    @property
    def scenario(self) -> Scenario:
        """What runs now, with robots that came and without those that left."""
        return self._engine.scenario

    @property
    def _team(self) -> Team:
        return self._engine.team

    @property
    def engine(self) -> Engine:
        """The engine itself, for benchmarks and extensions."""
        return self._engine

    @property
    def cells(self) -> CellFields:
        """The cell fields as they are now, copied."""
        if self._engine.cells is None:
            raise UserError("the scenario declares no cell_fields; add them to the scenario")
        return self._engine.cells.copy()

    @property
    def people(self) -> dict[str, Resident]:
        """Everybody whose attributes are known, by name: of the world, and of the team now."""
        found = dict(self.scene.people)
        for member in self._team.members:
            if member.spec.person is not None:
                state = self.robot(member.name).state
                found[member.name] = Resident(
                    name=member.name, person=member.spec.person, position_m=state.position,
                    heading_rad=float(rotation.heading_of(state.quaternion)),
                )  # fmt: skip
        return found

    def class_of(self, name: str) -> SemanticClass:
        """The semantic class of a robot, person, prop or object of the scene."""
        classes = self.scene.classes
        if name in self._team.row_of:
            kind = _ROBOT_CLASSES[self._team.member(name).kind]
            return classes[number_of(kind)]
        prop = next((prop for prop in self.scenario.props if prop.name == name), None)
        if prop is not None:
            return classes[number_of(prop.semantic, where=name, classes=classes)]
        objects = self.scene.objects
        return classes[int(objects.solids.semantic[objects.row_of(name)])]

    def ground_height(self, x: float, y: float) -> float:
        """Height of the terrain at (x, y), m."""
        return float(self.scene.height([[x, y]])[0])

    def line_of_sight(self, a: ArrayLike | str, b: ArrayLike | str) -> bool:
        """Whether neither ground nor a static object stands between two points or robots."""
        return bool(self.scene.line_of_sight([self._point(a)], [self._point(b)])[0])

    def _point(self, where: ArrayLike | str) -> Any:
        if isinstance(where, str):
            return self._team.root_of(self._team.row(where))[:3].copy()
        return np.asarray(where, np.float64)

    # --- edits ---

    def act(self, action: AnyAction) -> None:
        """Carry out a logged kind of action with the next tick."""
        self._engine.act(action)

    def spawn(self, entry: Robot | AnyProp) -> None:
        """Add a robot, person or prop to the running world."""
        self.act(Spawn(robot=entry) if isinstance(entry, Robot) else Spawn(prop=entry))

    def remove(self, name: str) -> None:
        """Take a robot, person or prop out of the running world."""
        self.act(Remove(name=name))

    def move(
        self,
        name: str,
        position: Sequence[float],
        *,
        quaternion: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    ) -> None:
        """Put a body somewhere else, at rest; a crash is forgotten."""
        x, y, z = (float(v) for v in position)
        qx, qy, qz, qw = (float(v) for v in quaternion)
        self.act(Move(name=name, position=(x, y, z), quaternion=(qx, qy, qz, qw)))

    def set_wind(self, mean_mps: Sequence[float]) -> None:
        """Change the mean wind (ENU)."""
        x, y, z = (float(v) for v in mean_mps)
        self.act(SetWind(mean_mps=(x, y, z)))

    def edit_scene(self, edits: Iterable[AnyEdit]) -> None:
        """Add, remove or move static objects, turn light or weather."""
        self.act(EditScene(edits=tuple(edits)))

    def watch(self, name: str, position: Sequence[float] | None) -> None:
        """Look from a place (None: no longer); an endless world is there within sight of it."""
        place = None if position is None else (float(position[0]), float(position[1]))
        self.act(Watch(name=name, position=place))

    def set_light(self, light: Light) -> None:
        """Another light from now on; a ``time`` in it is that of the run's start."""
        self.edit_scene([SetLight(light=light)])

    def set_weather(self, weather: Weather) -> None:
        """Another weather from now on."""
        self.edit_scene([SetWeather(weather=weather)])

    def paint_cells(self, paint: Paint) -> None:
        """Set or add to a cell field of the scenario."""
        self.act(PaintCells(paint=paint))

    def insert_stage(self, stage: Stage, *, before: str = "physics") -> None:
        """Call a stage of one's own in the tick, before a built-in one; stays after a reset."""
        self._engine.insert_stage(stage, before=before)
        self._stages.append((stage, before))

    def send(
        self, sender: str, receiver: str, payload: bytes, *, topic: str = "note"
    ) -> int | None:
        """Send a message between robots over the links; its arrival time, None if it is lost."""
        return self._engine.send(sender, receiver, topic=topic, payload=payload)

    # --- repeat ---

    def digest(self) -> str:
        """Hash of every message emitted so far: equal for equal runs."""
        return self._engine.digest

    def state_digest(self) -> str:
        """Hash of the whole state at this instant."""
        return self._engine.blocks.digest()

    @property
    def log(self) -> list[Input]:
        """The inputs so far, with the ticks at which they applied."""
        return list(self._engine.log)

    def replay(self, log: Sequence[Input] | Path | str) -> None:
        """Apply a logged run's inputs at their ticks."""
        if isinstance(log, Path | str):
            log = inputs.parse(safeio.read_bytes(log, max_bytes=GIB), where=str(log))
        self._engine.replay(log)

    def save(self, path: Path | str) -> None:
        """Write everything that is needed to go on bit for bit, also in a new process."""
        safeio.write_atomic(path, checkpoint.save(self._engine))

    def load_state(self, path: Path | str) -> None:
        """Go on from a saved state."""
        data = safeio.read_bytes(path, max_bytes=16 * GIB)
        self._start(checkpoint.load(data, where=str(path)))

    def reset(self, *, seed: int | None = None) -> None:
        """Back to the start of the scenario as it was loaded, with another seed if one is given."""
        original = self._engine.original
        self._start(Engine(original if seed is None else replace(original, seed=seed)))


def load(
    source: str | Path | Scenario,
    *,
    seed: int | None = None,
    overrides: Sequence[str] = (),
) -> Session:
    """A session of a shipped scenario by name, of a file, or of a scenario."""
    return Session(scenarios.load(source, overrides=overrides, seed=seed))


def restore(path: Path | str) -> Session:
    """A session that goes on where ``Session.save`` left one."""
    data = safeio.read_bytes(path, max_bytes=16 * GIB)
    engine = checkpoint.load(data, where=str(path))
    session = Session.__new__(Session)
    session._stages = []
    session._start(engine)
    return session
