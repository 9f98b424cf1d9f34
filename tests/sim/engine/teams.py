"""Small scenarios, clients that act at random, and comparisons, for the tests of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core.messages import Message, PoseInFrame
from outrider.core.rng import Stream
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.scenario.schema import BoxProp, Links, Robot, Scenario, Wind
from outrider.scenario.sensors import AnySensor, ContactSensor, StateSensor, TrackerSensor
from outrider.scenario.worlds import Flat, Hills

TICK_NS = 2_000_000
MS = 1_000_000
SECOND = 1_000_000_000

HILLS = Hills(relief_m=1.0, wavelength_m=40.0, density=0.0, seed=3)


def state(rate_hz: float = 50.0, **more: Any) -> StateSensor:
    return StateSensor(rate_hz=rate_hz, **more)


def tracker(rate_hz: float = 100.0, **more: Any) -> TrackerSensor:
    fields: dict[str, Any] = {"position_noise_m": 0.01, "attitude_noise_rad": 0.005, **more}
    return TrackerSensor(rate_hz=rate_hz, **fields)


def husky(name: str = "ugv0", at: Sequence[float] = (0.0, 0.0), **more: Any) -> Robot:
    return Robot(name=name, model="husky", position_m=tuple(at), **more)


def x500(name: str = "uav0", at: Sequence[float] | None = (0.0, 5.0), **more: Any) -> Robot:
    return Robot(name=name, model="x500", position_m=None if at is None else tuple(at), **more)


def person(name: str = "human0", at: Sequence[float] = (4.0, 4.0), **more: Any) -> Robot:
    return Robot(name=name, model="person", position_m=tuple(at), **more)


def crate(name: str = "crate0", at: Sequence[float] = (6.0, 0.0), **more: Any) -> BoxProp:
    return BoxProp(name=name, position_m=tuple(at), size_m=(0.5, 0.5, 0.5), mass_kg=8.0, **more)


def scenario(*robots: Robot, **more: Any) -> Scenario:
    return Scenario(**{"name": "test", "seed": 7, "world": Flat(), "robots": robots, **more})


def still(*sensors: AnySensor, **more: Any) -> Scenario:
    """A ball at rest that hears nothing: the cheapest world with a robot in it."""
    return scenario(husky(sensors=sensors), **more)


def busy(seed: int = 7, world: Any = HILLS) -> Scenario:
    """A deck that drives off, a quadrotor that leaves it and lands on it, a person, a crate."""
    carrier = husky(
        sensors=(
            state(50.0), tracker(69.0, latency_ms=7.3, drop_out=0.1),
            ContactSensor(rate_hz=30.0, latency_ms=1.7),
        ),
        plan=(
            plans.Message(to="uav0", text="off you go"),
            plans.Drive(speed_mps=0.5, turn_rad_s=0.05, seconds=7.0),
            plans.Message(to="all", text="stopping"), plans.Stop(),
        ),
    )  # fmt: skip
    rider = x500(
        at=None, on="ugv0", sensors=(state(200.0, latency_ms=3.1), ContactSensor(rate_hz=50.0)),
        plan=(
            plans.TakeOff(height_m=1.5), plans.Hover(seconds=0.3),
            plans.Land(on="ugv0", timeout_s=20.0),
        ),
    )  # fmt: skip
    walker = person(
        sensors=(state(20.0),),
        plan=(
            plans.Walk(speed_mps=1.2, heading_rad=2.0, seconds=2.0),
            *(plans.Message(to="ugv0", text="still here"), plans.Sit(seconds=0.5)) * 16,
        ),
    )
    return scenario(
        carrier, rider, walker, seed=seed, world=world, props=(crate(at=(2.5, 0.1)),),
        wind=Wind(mean_mps=(0.5, 0.0, 0.0), gust_mps=0.3),
        links=Links(bandwidth_bps=2e3, latency_ms=11.3, loss=0.2, range_m=300.0),
    )  # fmt: skip


def odd_steps(total_ns: int, seed: int, most_ns: int = 90 * MS) -> list[int]:
    """Random steps that add up to ``total_ns``; most do not end on a tick."""
    steps: list[int] = []
    draws = Stream(seed, "steps").uniform(0, 4 * total_ns // most_ns + 64)
    for share in draws.tolist():
        left = total_ns - sum(steps)
        if not left:
            break
        steps.append(min(left, 1 + int(share * most_ns)))
    left = total_ns - sum(steps)
    return [*steps, left] if left else steps


def advance(session: Session, total_ns: int, seed: int) -> list[Message]:
    """Step on in odd steps; all messages."""
    return [m for ns in odd_steps(total_ns, seed) for m in session.step(ns=ns)]


def collect(session: Session, seconds: float, address: str) -> list[Message]:
    """All messages of one address over a time."""
    return [m for m in session.step(seconds) if m.address == address]


def positions(messages: Sequence[Message]) -> NDArray[np.float64]:
    """(n, 3) of poses."""
    return np.array([m.position for m in messages if isinstance(m, PoseInFrame)])


def fingerprint(session: Session) -> tuple[str, str, int]:
    """Equal for equal runs at equal times."""
    return session.digest(), session.state_digest(), session.now_ns
