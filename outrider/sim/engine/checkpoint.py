"""Checkpoints: everything that a run needs to go on bit for bit in a new process."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core import messages
from outrider.core.arrays import pack_arrays, unpack_arrays
from outrider.core.errors import UserError
from outrider.core.version import VERSION
from outrider.scenario.schema import Scenario
from outrider.sim.engine.engine import Engine
from outrider.sim.engine.inputs import Input
from outrider.sim.engine.mailbox import MailState
from outrider.sim.engine.plan_runner import Progress
from outrider.sim.engine.streaming import Order
from outrider.sim.engine.tickets import Saved, Ticket
from outrider.world import generate
from outrider.world.edits import AnyEdit
from outrider.world.endless import Index

FORMAT: Final = 2


class _Origin(Struct, frozen=True, kw_only=True):
    """What the records of every format tell of themselves."""

    format: int
    version: str


class Records(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is not arrays."""

    format: int
    version: str
    scenario: Scenario
    original: Scenario
    edits: tuple[AnyEdit, ...]
    cells: tuple[Index, ...]
    """Of an endless world: those that are there."""
    cells_due: tuple[int, tuple[Index, ...]] | None
    """The tick at which others will be, and which."""
    watchers: dict[str, tuple[float, float]]
    tick: int
    now_ns: int
    inputs: list[Input]
    awaited: list[Input]
    tickets: list[Saved]
    active: dict[str, int]
    timers: list[tuple[int, int]]
    plans: dict[str, Progress]
    mail: MailState
    outbox: list[bytes]
    sensors: dict[str, tuple[int, int]]
    events: int
    digest: bytes


def save(engine: Engine) -> bytes:
    """The state of a run as one file's content."""
    arrays: dict[str, NDArray[Any]] = {f"block/{k}": v for k, v in engine.blocks.copy().items()}
    arrays["mujoco"] = engine.team.physics.save_solver()
    arrays["paths"] = engine.team.navigator.path.copy()
    return pack_arrays(arrays, meta=msgspec.to_builtins(_records(engine), builtin_types=(bytes,)))


def _records(engine: Engine) -> Records:
    orders, emission, growth = engine.orders, engine.emission, engine.scene.growth
    return Records(
        format=FORMAT,
        version=VERSION,
        scenario=engine.scenario,
        original=engine.original,
        edits=engine.scene.edits,
        cells=() if growth is None else tuple(sorted(growth.live)),
        cells_due=engine.streaming.order,
        watchers=dict(engine.watchers),
        tick=engine.tick,
        now_ns=engine.now_ns,
        inputs=engine.log,
        awaited=engine.awaited,
        tickets=[ticket.save() for ticket in orders.tickets],
        active={name: ticket.number for name, ticket in orders.active.items()},
        timers=[(when, ticket.number) for when, ticket in orders.timers],
        plans={name: plan.progress for name, plan in orders.plans.items()},
        mail=emission.mailbox.state,
        outbox=[messages.encode(message) for message in emission.outbox.waiting()],
        sensors={s.address: (s.index, s.seq) for s in emission.schedule.slots},
        events=emission.events,
        digest=emission.digest,
    )


def load(data: bytes, *, where: str = "checkpoint") -> Engine:
    """A run that goes on where :func:`save` left it."""
    arrays, meta = unpack_arrays(data, where=where)
    engine = _build(_records_in(meta, where))
    blocks = {k.removeprefix("block/"): v for k, v in arrays.items() if k.startswith("block/")}
    for name in set(blocks) - set(engine.blocks.names()):
        if name.startswith("stage."):
            engine.blocks.add(name, blocks[name].shape[1:], blocks[name].dtype)
    engine.blocks.load(blocks)
    engine.team.navigator.path = np.array(arrays["paths"], np.float64)
    engine.team.paths_changed()
    if engine.fleet is not None:
        engine.fleet.flock.forget()
    engine.team.physics.load_solver(np.array(arrays["mujoco"], np.float64))
    return engine


def _records_in(meta: object, where: str) -> Records:
    try:
        origin = msgspec.convert(meta, _Origin)
        if origin.format != FORMAT:
            raise UserError(
                f"{where}: written by Outrider {origin.version} in format {origin.format}; "
                f"this is {VERSION} and reads format {FORMAT}"
            )
        return msgspec.convert(meta, Records)
    except msgspec.ValidationError as fault:
        raise UserError(f"{where}: this is not a checkpoint of Outrider: {fault}") from fault


def _build(records: Records) -> Engine:
    scene = generate.world_of(records.original)
    if scene.growth is None:
        scene = scene.with_edits(records.edits)
    else:
        scene = scene.with_cells(records.cells, edits=records.edits)
    engine = Engine(records.scenario, scene=scene)
    engine.watchers = dict(records.watchers)
    if records.cells_due is not None:
        engine.streaming.resume(scene, Order(*records.cells_due))
    engine.tick, engine.now_ns, engine.log = records.tick, records.now_ns, list(records.inputs)
    engine.original, engine.awaited = records.original, list(records.awaited)
    orders, emission = engine.orders, engine.emission
    orders.tickets = [Ticket.load(saved) for saved in records.tickets]
    orders.active = {name: orders.tickets[k] for name, k in records.active.items()}
    orders.timers = [(when, orders.tickets[k]) for when, k in records.timers]
    for name, plan in list(orders.plans.items()):
        if name not in records.plans:
            del orders.plans[name]
            continue
        plan.progress = records.plans[name]
        plan.resume(orders.tickets[plan.progress.ticket] if plan.progress.ticket >= 0 else None)
    emission.mailbox.state = records.mail
    for encoded in records.outbox:
        emission.outbox.put(messages.decode(encoded))
    for slot in emission.schedule.slots:
        slot.index, slot.seq = records.sensors[slot.address]
    emission.schedule.sort()
    emission.events, emission.digest = records.events, records.digest
    return engine
