"""The engine: one clock, one state, one order of events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from outrider.core import rng
from outrider.core.errors import UserError
from outrider.core.messages import Message, RobotState
from outrider.core.time import NS_PER_US
from outrider.scenario.plans import AnyCommand
from outrider.scenario.schema import Scenario
from outrider.sim.engine import commands, edits
from outrider.sim.engine._kernels_advance import ACTORS, END
from outrider.sim.engine.emission import Emission
from outrider.sim.engine.fleet import Fleet, slot_members
from outrider.sim.engine.inputs import AnyAction, Give, Input, Send, checked
from outrider.sim.engine.members import enlist
from outrider.sim.engine.orders import Orders
from outrider.sim.engine.report import Report
from outrider.sim.engine.stage_view import StageView
from outrider.sim.engine.stages import Inserted, Stage, insert
from outrider.sim.engine.streaming import Streaming
from outrider.sim.engine.team import Team
from outrider.sim.engine.tickets import Ticket
from outrider.sim.physics.blocks import Blocks
from outrider.sim.physics.physics import REFRESH_TICKS
from outrider.world import generate
from outrider.world.cell_fields import CellFields, fields_of
from outrider.world.scene import Scene


class Engine:
    """A scenario in motion. ``tick`` ticks have been run; ``now_ns`` is the client's clock.

    ``scenario`` is what runs now: robots that come and go change it; ``original`` is what was
    loaded.
    """

    def __init__(self, scenario: Scenario, *, scene: Scene | None = None) -> None:
        self.scenario = self.original = scenario
        self.scene = scene or generate.world_of(scenario)
        self.tick_ns = scenario.tick_us * NS_PER_US
        self.tick, self.now_ns = 0, 0
        self.stages: list[Inserted] = []
        self.log: list[Input] = []
        self.awaited: list[Input] = []
        """Of a log that is replayed: what is still to come, by tick."""
        self.watchers: dict[str, tuple[float, float]] = {}
        """Who else looks, and from where: an endless world is there for them too."""
        self.streaming = Streaming()
        self._wind_key = rng.key(scenario.seed, "wind")
        self.blocks = Blocks()
        self.team = self.new_team()
        self.fleet = self._new_fleet()
        self.cells = self._new_cells()
        self.enter_cells()
        self.report = Report(self.team)
        self.emission = Emission(scenario, self.report, self.tick_ns)
        self.orders = Orders(scenario, self.team, self.emission)

    def new_team(self) -> Team:
        """Bodies, controllers and state blocks for the scenario's robots as it stands."""
        team = Team(
            enlist(self.scenario.robots, self.scene), self.scenario.props, scene=self.scene,
            blocks=self.blocks, wind=self.scenario.wind, tick_s=self.tick_ns / 1e9,
            slots=slot_members(self.scenario.swarm) if self.scenario.swarm else (),
        )  # fmt: skip
        commands.check_plans(team)
        return team

    def _new_fleet(self) -> Fleet | None:
        if self.scenario.swarm is None:
            return None
        fleet = Fleet(
            self.scenario.swarm, scene=self.scene, blocks=self.blocks, tick_s=self.tick_ns / 1e9
        )
        fleet.park_all(self.team)
        return fleet

    def _new_cells(self) -> CellFields | None:
        spec = self.scenario.cell_fields
        return None if spec is None else fields_of(spec, extent=self.scene.extent)

    def enter_cells(self) -> None:
        """Make the cell fields blocks of the state."""
        if self.cells is not None:
            for name in self.cells.names:
                self.blocks.adopt(f"cells.{name}", self.cells[name])

    def insert_stage(self, stage: Stage, *, before: str) -> None:
        """Call a stage of one's own in every tick that is a multiple of its ``every_ticks``."""
        self.stages.append(insert(stage, before=before))

    def advance(self, duration_ns: int) -> Iterator[list[Message]]:
        """Move the clock by exactly ``duration_ns``; yields the messages of each tick with some.

        Physics runs to the first tick at or after the new time. What is due later than the new
        time waits, even if its tick has been run.
        """
        if duration_ns < 0:
            raise UserError(f"time cannot run backwards: a step of {duration_ns} ns was asked for")
        target_ns = self.now_ns + duration_ns
        last_tick = -(-target_ns // self.tick_ns)
        while True:
            limit_ns = min(target_ns, self.tick * self.tick_ns)
            self.now_ns = max(self.now_ns, limit_ns)
            self.emission.gather(limit_ns, self.tick)
            if limit_ns == self.tick * self.tick_ns:
                self.orders.go_on(self.tick)
            due = self.emission.take(limit_ns)
            if due:
                yield due
            if self.tick >= last_tick:
                break
            self._replay_due()
            self._run(min(self._next_stop(target_ns), last_tick) - self.tick)
        self.now_ns = max(self.now_ns, target_ns)

    def _replay_due(self) -> None:
        """The logged inputs that apply before the next tick."""
        if self.awaited and self.awaited[0].tick <= self.tick:
            while self.awaited and self.awaited[0].tick <= self.tick:
                self.act(self.awaited.pop(0).action)
            self._settle()

    def _settle(self) -> None:
        """Let all happen that comes before an action of a client, as it would in a replay.

        Between ticks, the one that was run last reaches beyond the clock: what sensors measure
        within it is not changed by the action, which applies at its end.
        """
        self.emission.gather(self.tick * self.tick_ns, self.tick)
        self.orders.go_on(self.tick)

    def _next_stop(self, target_ns: int) -> int:
        """The tick after which something outside the compiled loop has to happen."""
        stop = (self.tick // REFRESH_TICKS + 1) * REFRESH_TICKS
        now_ns = self.tick * self.tick_ns
        for when_ns in self.emission.next_ns() + self.orders.next_ns(now_ns):
            if when_ns is not None and when_ns <= target_ns:
                stop = min(stop, max(-(-when_ns // self.tick_ns), self.tick + 1))
        if self.awaited:
            stop = min(stop, max(self.awaited[0].tick, self.tick + 1))
        for inserted in self.stages:
            every = inserted.stage.every_ticks
            stop = min(stop, (self.tick // every + 1) * every)
        return stop

    def _run(self, ticks: int) -> None:
        """Run ticks up to the next stop, or fewer if a task ends."""
        if self.tick % REFRESH_TICKS == 0:
            self._follow_team()
            self.team.physics.refresh()
        due = [inserted for inserted in self.stages if inserted.due(self.tick)]
        if self.fleet is not None:
            self.fleet.before_tick(self.team, self.tick)
            ticks = 1
        if due:
            self._run_between(due)
        else:
            self.tick += self.team.run(self.tick, ticks, self._wind_key)
        if self.fleet is not None:
            self.fleet.after_tick(self.team, self.tick - 1)
        if self.team.tasks_ended:
            self.orders.end_tasks(self.tick)

    def _follow_team(self) -> None:
        """Cells of an endless world come and go with the team and whoever watches."""
        if self.scene.growth is None:
            return
        points = [self.team.places(), np.array([*self.watchers.values()]).reshape(-1, 2)]
        if self.fleet is not None:
            points.append(self.fleet.places())
        scene = self.streaming.follow(self.scene, np.concatenate(points), self.tick)
        if scene is not None:
            self.team.go_on_in(scene)
            if self.fleet is not None:
                self.fleet.see(scene)
            self.scene = scene

    def _run_between(self, due: Sequence[Inserted]) -> None:
        """One tick with users' stages between its parts."""
        entry = ACTORS
        for inserted in sorted(due, key=lambda one: one.entry):
            if inserted.entry > entry:
                self.team.run(self.tick, 1, self._wind_key, begin=entry, end=inserted.entry)
                entry = inserted.entry
            inserted.stage.apply(self._view(self.tick + (entry == END)))
        if entry < END:
            self.team.run(self.tick, 1, self._wind_key, begin=entry, end=END)
        self.tick += 1

    def _view(self, tick: int) -> StageView:
        stamp_ns = tick * self.tick_ns
        return StageView(
            self.team, tick=tick, stamp_ns=stamp_ns,
            states=lambda: self.emission.states(stamp_ns, tick),
            contacts=self.report.contacts, cells=self.cells,
        )  # fmt: skip

    def states(self) -> list[RobotState]:
        """Ground truth of all robots and people, now."""
        return self.emission.states(self.now_ns, self.tick)

    @property
    def digest(self) -> str:
        """Chained hash of every message emitted so far."""
        return self.emission.digest.hex()

    def command(self, robot: str, command: AnyCommand) -> Ticket:
        """A client's command: it applies with the next tick, is logged, and ends the plan."""
        action = checked(Give(robot=robot, command=command))
        self._settle()
        ticket = self.orders.give(robot, action.command, self.tick)
        self.orders.take_over(robot)
        self._note(action)
        return ticket

    def send(
        self, sender: str, receiver: str, *, topic: str, payload: bytes,
        size_bytes: int | None = None,
    ) -> int | None:  # fmt: skip
        """Put a message on a link; logged. Its arrival time, None if it is lost."""
        action = checked(
            Send(
                sender=sender, receiver=receiver, topic=topic, payload=payload,
                size_bytes=size_bytes,
            )
        )  # fmt: skip
        self._settle()
        arrival_ns = self.orders.send(
            sender, receiver, topic=topic, payload=payload, size_bytes=size_bytes, tick=self.tick
        )
        self._note(action)
        return arrival_ns

    def act(self, action: AnyAction) -> None:
        """Do what a client did, or edit the world; logged."""
        if isinstance(action, Give):
            self.command(action.robot, action.command)
        elif isinstance(action, Send):
            self.send(
                action.sender, action.receiver, topic=action.topic, payload=action.payload,
                size_bytes=action.size_bytes,
            )  # fmt: skip
        else:
            action = checked(action)
            self._settle()
            edits.apply(self, action)
            self._note(action)

    def _note(self, action: AnyAction) -> None:
        self.log.append(Input(tick=self.tick, action=action))

    def replay(self, inputs: Sequence[Input]) -> None:
        """Inputs to apply at their ticks, as a client did in another run."""
        late = next((entry for entry in inputs if entry.tick < self.tick), None)
        if late is not None:
            raise UserError(
                f"the input log begins at tick {late.tick}, but {self.tick} ticks have been run; "
                "replay it on a fresh run of the same scenario"
            )
        self.awaited = sorted([*self.awaited, *inputs], key=lambda entry: entry.tick)
