"""Inputs from outside: commands and edits, logged with the tick at which they applied."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from outrider.core.errors import CommandError, EditError, UserError
from outrider.scenario.fields import Paint
from outrider.scenario.plans import AnyCommand
from outrider.scenario.quantities import Coordinate, Name, Point3, SignedSpeed
from outrider.scenario.schema import AnyProp, Robot
from outrider.world.edits import AnyEdit

Quaternion = tuple[float, float, float, float]

MAX_LOG_BYTES = 1 << 30


class Action(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="action"):
    """Something that a client did."""


class Give(Action, frozen=True, kw_only=True, tag="command"):
    """A command to a robot."""

    robot: str
    command: AnyCommand


class Spawn(Action, frozen=True, kw_only=True, tag="spawn"):
    """A robot, person or prop enters the running world."""

    robot: Robot | None = None
    prop: AnyProp | None = None


class Remove(Action, frozen=True, kw_only=True, tag="remove"):
    """A robot, person or prop leaves."""

    name: str


class Move(Action, frozen=True, kw_only=True, tag="move"):
    """A body is put somewhere else, at rest; a crash is forgotten."""

    name: str
    position: Point3
    quaternion: Quaternion


class SetWind(Action, frozen=True, kw_only=True, tag="wind"):
    """The mean wind changes."""

    mean_mps: tuple[SignedSpeed, SignedSpeed, SignedSpeed]


class EditScene(Action, frozen=True, kw_only=True, tag="scene"):
    """Static objects are added, removed or moved; light or weather turn."""

    edits: tuple[AnyEdit, ...]


class Watch(Action, frozen=True, kw_only=True, tag="watch"):
    """Somebody who is no robot looks from a place, or no longer; endless worlds grow there too."""

    name: Name
    position: tuple[Coordinate, Coordinate] | None


class PaintCells(Action, frozen=True, kw_only=True, tag="cells"):
    """Values of a cell field are set or added to."""

    paint: Paint


class Send(Action, frozen=True, kw_only=True, tag="send"):
    """A robot sends a message to another."""

    sender: str
    receiver: str
    topic: Name
    payload: bytes
    size_bytes: int | None = None


AnyAction = Give | Spawn | Remove | Move | SetWind | EditScene | PaintCells | Watch | Send


class Input(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action and when it applied: before the tick of that number was run."""

    tick: int
    action: AnyAction


_DECODER = msgspec.json.Decoder(list[Input])


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__} is not plain data")


_PACK = msgspec.msgpack.Encoder(enc_hook=_plain)
_UNPACK = msgspec.msgpack.Decoder(AnyAction)

A = TypeVar("A", bound=Action)


def checked(action: A) -> A:
    """The action with every value of its declared type and within its limits.

    So what is carried out can be logged, and what is logged can be read again.
    """
    try:
        made: A = _UNPACK.decode(_PACK.encode(action))
    except (msgspec.MsgspecError, NotImplementedError, OverflowError) as fault:
        if isinstance(action, Give):
            name = action.command.__struct_config__.tag
            raise CommandError(f"{action.robot}: {name}: {_reason(fault)}") from fault
        raise EditError(f"{action.__struct_config__.tag}: {_reason(fault)}") from fault
    return made


def _reason(fault: Exception) -> str:
    """``$.command.to[1]`` becomes ``to[1]``."""
    return str(fault).replace("$.command.", "").replace("$.", "")


def dump(inputs: Sequence[Input]) -> bytes:
    """A log as JSON, one input a line."""
    lines = b",\n".join(msgspec.json.encode(entry) for entry in inputs)
    return b"[\n" + lines + b"\n]\n"


def parse(data: bytes, *, where: str = "input log") -> list[Input]:
    """The inverse of :func:`dump`; a damaged log is refused whole."""
    if len(data) > MAX_LOG_BYTES:
        raise UserError(f"{where}: {len(data):,} bytes; at most {MAX_LOG_BYTES:,} are read")
    try:
        inputs = _DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UserError(f"{where}: this is not an input log of Outrider: {fault}") from fault
    for before, after in pairwise(inputs):
        if after.tick < before.tick:
            raise UserError(f"{where}: tick {after.tick} stands after tick {before.tick}")
    return inputs
