"""Messages between robots: the one place where bandwidth, delay, range and loss are modelled."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from outrider.core.errors import CommandError
from outrider.core.messages import TeamMessage
from outrider.core.rng import Stream
from outrider.core.time import NS_PER_MS, NS_PER_S
from outrider.scenario.schema import Links

HEADER_BYTES = 32
"""What the link is charged for a message beyond its payload."""


class Sent(Struct, frozen=True, array_like=True):
    """A message on its way; ordered by arrival, then by number."""

    arrival_ns: int
    number: int
    sender: str
    receiver: str
    topic: str
    payload: bytes
    size_bytes: int
    sent_ns: int

    def key(self) -> tuple[int, int]:
        return self.arrival_ns, self.number


class MailState(Struct):
    """Everything of the mailbox that a checkpoint holds."""

    number: int = 0
    free_ns: dict[str, int] = {}
    """Until when each sender's radio is busy."""
    travelling: list[Sent] = []


class Mailbox:
    """Sends, loses, delays and delivers, in simulated time and by named random numbers."""

    def __init__(self, links: Links, seed: int) -> None:
        self._links, self._seed = links, seed
        self.state = MailState()

    def send(
        self,
        sender: str,
        receiver: str,
        *,
        topic: str,
        payload: bytes,
        size_bytes: int,
        now_ns: int,
        distance_m: Callable[[], float],
    ) -> int | None:
        """Put a message on its way; returns its arrival time, or None if it is lost."""
        if size_bytes < len(payload):
            raise CommandError(
                f"{sender}: a message of {len(payload)} bytes cannot claim to be {size_bytes} "
                "bytes; leave size_bytes out or make it larger"
            )
        number, self.state.number = self.state.number, self.state.number + 1
        start = max(now_ns, self.state.free_ns.get(sender, 0))
        busy = self._transmission_ns(size_bytes + HEADER_BYTES)
        self.state.free_ns[sender] = start + busy
        if self._lost(sender, receiver, number, distance_m):
            return None
        arrival = start + busy + round(self._links.latency_ms * NS_PER_MS)
        sent = Sent(arrival, number, sender, receiver, topic, payload, size_bytes, now_ns)
        self.state.travelling.append(sent)
        self.state.travelling.sort(key=Sent.key)
        return arrival

    def next_arrival_ns(self) -> int | None:
        travelling = self.state.travelling
        return travelling[0].arrival_ns if travelling else None

    def deliver(self, until_ns: int) -> list[TeamMessage]:
        """The messages that have arrived by ``until_ns``, in order of arrival."""
        arrived = []
        while self.state.travelling and self.state.travelling[0].arrival_ns <= until_ns:
            sent = self.state.travelling.pop(0)
            arrived.append(_received(sent))
        return arrived

    def _transmission_ns(self, size_bytes: int) -> int:
        bandwidth = self._links.bandwidth_bps
        return 0 if bandwidth is None else round(size_bytes * 8 * NS_PER_S / bandwidth)

    def _lost(
        self, sender: str, receiver: str, number: int, distance_m: Callable[[], float]
    ) -> bool:
        if self._links.range_m is not None and distance_m() > self._links.range_m:
            return True
        if self._links.loss == 0.0:
            return False
        stream = Stream(self._seed, "link", sender, receiver)
        return bool(stream.uniform(number, 1)[0] < self._links.loss)


def _received(sent: Sent) -> TeamMessage:
    return TeamMessage(
        stamp_ns=sent.sent_ns, arrival_ns=sent.arrival_ns, seq=sent.number, robot=sent.receiver,
        sensor="inbox", sender=sent.sender, receiver=sent.receiver, topic=sent.topic,
        payload=sent.payload, size_bytes=sent.size_bytes, sent_ns=sent.sent_ns,
    )  # fmt: skip
