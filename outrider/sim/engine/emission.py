"""What a run says: sensors are captured at their instants, messages come out at their arrivals."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from outrider.core import messages
from outrider.core.messages import Event, Message, RobotState
from outrider.core.rng import Stream
from outrider.scenario.schema import Scenario
from outrider.sim.engine.mailbox import Mailbox
from outrider.sim.engine.report import Report
from outrider.sim.engine.schedule import Outbox, Schedule, Slot
from outrider.sim.sensors import View
from outrider.sim.sensors import build as build_sensor
from outrider.sim.sensors.sensor import Mount, Others

WORKERS: Final = 2


class Emission:
    """Sensors, the outbox and the mailbox of a run, and the digest of all it has said."""

    def __init__(self, scenario: Scenario, report: Report, tick_ns: int) -> None:
        self.report, self.tick_ns = report, tick_ns
        self.mailbox = Mailbox(scenario.links, scenario.seed)
        self.outbox = Outbox()
        self.schedule = Schedule(_slots(scenario))
        self.digest = bytes(16)
        self.events = 0
        self._workers: ThreadPoolExecutor | None = None
        self.skip_to(0)

    def skip_to(self, now_ns: int) -> None:
        """Every sensor's next sample is its first one after ``now_ns``."""
        for slot in self.schedule.slots:
            slot.skip_to(now_ns)
        self.schedule.sort()

    def change(self, scenario: Scenario, report: Report, now_ns: int) -> None:
        """Robots came or went: sensors that stay keep their place in time."""
        old = {slot.address: slot for slot in self.schedule.slots}
        slots = _slots(scenario)
        self.report = report
        for slot in slots:
            kept = old.get(slot.address)
            if kept is None:
                slot.skip_to(now_ns)
            else:
                slot.index, slot.seq, slot.sensor = kept.index, kept.seq, kept.sensor
        self.schedule = Schedule(slots)

    def next_ns(self) -> list[int | None]:
        """When there is next something to capture, to hand out and to deliver."""
        return [self.schedule.next_ns(), self.outbox.next_ns(), self.mailbox.next_arrival_ns()]

    def gather(self, limit_ns: int, tick: int) -> None:
        """Put into the outbox what sensors measure, and what links deliver, by ``limit_ns``.

        ``tick`` ticks have been run; instants lie within the last of them.
        """
        self._capture(limit_ns, tick)
        for mail in self.mailbox.deliver(limit_ns):
            self.outbox.put(mail)

    def take(self, limit_ns: int) -> list[Message]:
        """Everything that may be known by ``limit_ns``, in order of arrival."""
        due = self.outbox.take(limit_ns)
        for message in due:
            state = hashlib.blake2b(self.digest, digest_size=16)
            state.update(messages.encode(message))
            self.digest = state.digest()
        return due

    def _capture(self, limit_ns: int, tick: int) -> None:
        while (slot := self.schedule.pop(limit_ns)) is not None:
            view = self._view(slot, slot.due_ns, tick)
            ticket = slot.sensor.capture(view)
            view.others.close()
            self.schedule.taken(slot)
            if ticket is None:
                continue
            seq, slot.seq = slot.seq, slot.seq + 1
            if getattr(slot.sensor, "slow", False):
                # Slow work overlaps the ticks until its declared arrival.
                made = self._pool().submit(slot.sensor.finish, ticket, seq)
                self.outbox.put_later(view.arrival_ns, made)
            else:
                self.outbox.put(slot.sensor.finish(ticket, seq))

    def _pool(self) -> ThreadPoolExecutor:
        if self._workers is None:
            self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="outrider-sensor")
        return self._workers

    def _view(self, slot: Slot, stamp_ns: int, tick: int) -> View:
        share = self.share(stamp_ns, tick)
        return View(
            stamp_ns, stamp_ns + slot.latency_ns, slot.index, slot.robot, slot.spec.name,
            self.report.state(slot.robot, stamp_ns=stamp_ns, share=share),
            self.report.hear(slot.address, tick=tick) if slot.touches else (),
            Others(lambda: self.states(stamp_ns, tick)),
        )  # fmt: skip

    def share(self, stamp_ns: int, tick: int) -> float:
        """How far ``stamp_ns`` lies in the tick that was run last; 1 at its end."""
        behind_ns = tick * self.tick_ns - stamp_ns
        return 1.0 - behind_ns / self.tick_ns if 0 < behind_ns < self.tick_ns else 1.0

    def states(self, stamp_ns: int, tick: int) -> list[RobotState]:
        """Ground truth of all robots and people at an instant of the last tick."""
        share = self.share(stamp_ns, tick)
        return [
            self.report.state(name, stamp_ns=stamp_ns, share=share) for name in self.report.names
        ]

    def tell(self, kind: str, *, stamp_ns: int, robot: str = "", text: str = "") -> None:
        """An event message."""
        self.outbox.put(
            Event(
                stamp_ns=stamp_ns, arrival_ns=stamp_ns, seq=self.events,
                robot=robot, sensor="event", kind=kind, text=text,
            )
        )  # fmt: skip
        self.events += 1


def _slots(scenario: Scenario) -> list[Slot]:
    slots: list[Slot] = []
    for robot in scenario.robots:
        for spec in robot.sensors:
            stream = Stream(scenario.seed, robot.name, spec.name)
            sensor = build_sensor(spec, Mount(robot.name, spec.name, stream))
            slots.append(Slot(len(slots), robot.name, spec, sensor))
    return slots
