"""When each sensor is due, in exact integer time."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from concurrent.futures import Future

from outrider.core.messages import Message
from outrider.core.time import NS_PER_MS, Rate
from outrider.scenario.sensors import AnySensor
from outrider.sim.sensors import Sensor, hears_contacts


class Slot:
    """One sensor of one robot with its place in time: sample ``index`` is due next."""

    __slots__ = (
        "index", "latency_ns", "order", "rate", "robot", "sensor", "seq", "spec", "touches",
    )  # fmt: skip

    def __init__(self, order: int, robot: str, spec: AnySensor, sensor: Sensor) -> None:
        self.order, self.robot, self.spec, self.sensor = order, robot, spec, sensor
        self.rate = Rate(spec.rate_hz, phase_ns=round(spec.phase_ms * NS_PER_MS))
        self.latency_ns = round(spec.latency_ms * NS_PER_MS)
        self.touches = hears_contacts(spec)
        self.index = 0
        self.seq = 0

    @property
    def address(self) -> str:
        return f"{self.robot}/{self.spec.name}"

    @property
    def due_ns(self) -> int:
        return self.rate.stamp(self.index)

    def skip_to(self, now_ns: int) -> None:
        """The next sample is the first one after ``now_ns``."""
        self.index = self.rate.first_index_at_or_after(now_ns + 1)


class Schedule:
    """All sensors, the next due first; equal times in the order of the team."""

    def __init__(self, slots: Iterable[Slot]) -> None:
        self.slots = list(slots)
        self._heap: list[tuple[int, int]] = []
        self.sort()

    def sort(self) -> None:
        """Rebuild the queue after indices were set."""
        self._by_order = {slot.order: slot for slot in self.slots}
        self._heap = [(slot.due_ns, slot.order) for slot in self.slots]
        heapq.heapify(self._heap)

    def next_ns(self) -> int | None:
        return self._heap[0][0] if self._heap else None

    def pop(self, until_ns: int) -> Slot | None:
        """The next slot that is due by ``until_ns``; the caller calls :meth:`taken` for it."""
        if self._heap and self._heap[0][0] <= until_ns:
            return self._by_order[self._heap[0][1]]
        return None

    def taken(self, slot: Slot) -> None:
        """The slot's sample is taken: it is due again one period later."""
        slot.index += 1
        heapq.heapreplace(self._heap, (slot.due_ns, slot.order))

    def find(self, address: str) -> Slot | None:
        return next((slot for slot in self.slots if slot.address == address), None)


class Outbox:
    """Messages that are made, or being made, but may not be known yet; by arrival, then number."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Message | Future[Message]]] = []
        self._number = 0

    def put(self, message: Message) -> None:
        self.put_later(message.arrival_ns, message)

    def put_later(self, arrival_ns: int, message: Message | Future[Message]) -> None:
        heapq.heappush(self._heap, (arrival_ns, self._number, message))
        self._number += 1

    def next_ns(self) -> int | None:
        return self._heap[0][0] if self._heap else None

    def take(self, until_ns: int) -> list[Message]:
        """The messages that arrive by ``until_ns``; one that is still being made is waited for."""
        out = []
        while self._heap and self._heap[0][0] <= until_ns:
            out.append(_made(heapq.heappop(self._heap)[2]))
        return out

    def waiting(self) -> list[Message]:
        """All that wait, in order; for a checkpoint."""
        return [_made(entry[2]) for entry in sorted(self._heap, key=lambda e: e[:2])]


def _made(message: Message | Future[Message]) -> Message:
    return message.result() if isinstance(message, Future) else message
