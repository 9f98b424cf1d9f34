"""The messages of one tick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from outrider.core.errors import UnknownNameError
from outrider.core.messages import Message
from outrider.core.time import ns_to_seconds


class Step:
    """What was emitted at ``stamp_ns``; ``step["uav0/state"]`` is that tick's message."""

    __slots__ = ("_next_due", "messages", "stamp_ns")

    def __init__(
        self, stamp_ns: int, messages: Sequence[Message], next_due: Callable[[str], int | None]
    ) -> None:
        self.stamp_ns, self.messages, self._next_due = stamp_ns, list(messages), next_due

    def __repr__(self) -> str:
        return f"Step({ns_to_seconds(self.stamp_ns):.6f} s, {len(self.messages)} messages)"

    def __iter__(self) -> Iterator[Message]:
        return iter(self.messages)

    def __contains__(self, address: str) -> bool:
        return any(message.address == address for message in self.messages)

    def __getitem__(self, address: str) -> Message:
        """The last message of that address in this step."""
        message = self.get(address)
        if message is not None:
            return message
        due_ns = self._next_due(address)
        if due_ns is None:
            raise UnknownNameError("message", address, [m.address for m in self.messages])
        raise UnknownNameError(
            "message",
            address,
            [m.address for m in self.messages],
            where=f"at {ns_to_seconds(self.stamp_ns):.6f} s (the next one is due at "
            f"{ns_to_seconds(due_ns):.6f} s; session.latest() gives the last one)",
        )

    def get(self, address: str) -> Message | None:
        """That tick's message, or None."""
        return next((m for m in reversed(self.messages) if m.address == address), None)
