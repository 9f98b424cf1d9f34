"""What the engine adds to a tick beyond physics and control."""

from __future__ import annotations

from typing import Final

from outrider.bench import scenes
from outrider.bench.measure import Size, alternate, cpu_s, insist, median
from outrider.bench.physics import AFTER_S, check_motion, check_scene
from outrider.bench.record import Record
from outrider.core import rng
from outrider.run.session import Session
from outrider.sim.physics.physics import REFRESH_TICKS

MEASURED_S: Final = 10.0


def overhead(size: Size) -> Record:
    """``session.run`` against the bare compiled loop on the same ticks of the same team.

    The bare loop is given what physics needs between ticks: its look at terrain and obstacles.
    """
    seconds = size.of(MEASURED_S, least=0.2)
    length = size.repeats * seconds + AFTER_S
    plain, sensing, bare = (
        Session(scenes.team(length, sensing=senses)) for senses in (False, True, False)
    )
    for session in (plain, sensing, bare):
        check_scene(session, scenes.TEAM, trunks=0)
        session.step(scenes.SETTLE_S)
    messages: list[int] = []
    raw, engine, sensed = alternate(
        [
            lambda: run_bare(bare, seconds),
            lambda: _run(plain, seconds),
            lambda: messages.append(_run(sensing, seconds)),
        ],
        size.repeats,
        clock=cpu_s,
    )
    insist(plain.state_digest() == bare.state_digest(), "the two loops did not do the same ticks")
    check_motion(plain, scenes.TEAM)
    per_tick = 1e6 * plain.tick_ns / 1e9 / seconds
    extra = [b - a for a, b in zip(raw, engine, strict=True)]
    told = [b - a for a, b in zip(engine, sensed, strict=True)]
    return Record(
        name="engine/overhead",
        value=median(extra) * per_tick,
        unit="µs a tick",
        target=5.0,
        better="lower",
        beside={
            "bare_loop_us": median(raw) * per_tick,
            "engine_us": median(engine) * per_tick,
            "with_state_sensors_us": median(sensed) * per_tick,
            "overhead_with_state_sensors_us": (median(extra) + median(told)) * per_tick,
            "us_a_state_message": 1e6 * median(told) / messages[0],
            "messages_a_second": messages[0] / seconds,
        },
    )


def _run(session: Session, seconds: float) -> int:
    """Messages of that time."""
    return sum(len(step.messages) for step in session.run(seconds))


def run_bare(session: Session, seconds: float) -> None:
    """The team's compiled loop and the physics' own upkeep, without the engine."""
    engine = session.engine
    ticks = round(seconds * 1e9) // engine.tick_ns
    wind_key = rng.key(engine.scenario.seed, "wind")
    last = engine.tick + ticks
    while engine.tick < last:
        if engine.tick % REFRESH_TICKS == 0:
            engine.team.physics.refresh()
        block = min(REFRESH_TICKS - engine.tick % REFRESH_TICKS, last - engine.tick)
        done = engine.team.run(engine.tick, block, wind_key)
        insist(done == block, "a task ended while the bare loop was measured")
        engine.tick += done
