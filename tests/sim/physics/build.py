"""Small scenarios made in code, and how the tests set bodies going and watch them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.run.session import Session, load
from outrider.scenario.schema import AnyProp, Robot, Scenario, Wind
from outrider.scenario.worlds import AnyObject, AnyWorld, Flat
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import AxleModel

Floats = NDArray[np.float64]

GRAVITY = 9.81
GROUND_ROBOTS = ("husky", "rover4", "six_wheel", "tracked", "suv")


class Seen(NamedTuple):
    """What a robot did, one row a sample."""

    time: Floats
    """(n,) s"""
    position: Floats
    """(n, 3) m"""
    quaternion: Floats
    """(n, 4) xyzw"""
    velocity: Floats
    """(n, 3) m/s, world"""
    rates: Floats
    """(n, 3) rad/s, body"""

    @property
    def ahead(self) -> Floats:
        """(n, 3) velocity on the body's axes."""
        return rotation.rotate(rotation.conjugate(self.quaternion), self.velocity)

    @property
    def heading(self) -> Floats:
        """(n,) rad, unwrapped."""
        return np.unwrap(rotation.heading_of(self.quaternion))


def robot(model: str, at: Sequence[float] = (0.0, 0.0), **more: Any) -> Robot:
    """A robot named like its model, unless ``name`` says otherwise."""
    fields = {"name": model, "position_m": tuple(at), **more}
    if "on" in fields:
        fields["position_m"] = None
    return Robot(model=model, **fields)


def session(
    *robots: Robot,
    world: AnyWorld | None = None,
    objects: Sequence[AnyObject] = (),
    props: Sequence[AnyProp] = (),
    wind: Sequence[float] = (0.0, 0.0, 0.0),
    tick_us: int = 2000,
    seed: int = 1,
) -> Session:
    """A session of these robots, on flat ground unless ``world`` says otherwise."""
    x, y, z = wind
    scenario = Scenario(
        name="truth",
        seed=seed,
        world=world or Flat(objects=tuple(objects)),
        wind=Wind(mean_mps=(x, y, z)),
        robots=robots,
        props=tuple(props),
        tick_us=tick_us,  # type: ignore[arg-type]
    )
    return load(scenario)


def watch(sim: Session, name: str, seconds: float, *, every: float = 0.02) -> Seen:
    """Run and look at a robot at the end of every ``every`` seconds."""
    return watch_all(sim, [name], seconds, every=every)[name]


def watch_all(
    sim: Session, names: Sequence[str], seconds: float, *, every: float = 0.02
) -> dict[str, Seen]:
    """Run and look at several robots at once."""
    roots = [sim.engine.team.root_of(sim.engine.team.row(name)) for name in names]
    time, rows = [], []
    for _ in range(round(seconds / every)):
        sim.step(every)
        time.append(sim.now)
        rows.append(np.array(roots))
    stamps, table = np.array(time), np.array(rows)
    return {
        name: Seen(stamps, *np.split(table[:, k], [3, 7, 10], axis=1))
        for k, name in enumerate(names)
    }


def put(
    sim: Session,
    name: str,
    *,
    position: ArrayLike | None = None,
    quaternion: ArrayLike | None = None,
    velocity: ArrayLike = (0.0, 0.0, 0.0),
    rates: ArrayLike = (0.0, 0.0, 0.0),
) -> None:
    """Write a body's state; what is left out stays (pose) or is zero (velocities)."""
    physics = sim.engine.team.physics
    client = physics.world.client(name)
    row = physics.root[client].copy()
    if position is not None:
        row[0:3] = position
    if quaternion is not None:
        row[3:7] = quaternion
    row[7:10], row[10:13] = velocity, rates
    physics.place(client, row)
    physics.write_root(client, row)  # placed at rest; now it moves


def tell(sim: Session, name: str, **values: Floats) -> None:
    """Write rows of ``physics`` that belong to a multirotor: ``rotor`` and the like."""
    physics = sim.engine.team.physics
    u = physics.uavs.index(physics.world.client(name))
    for block, row in values.items():
        getattr(physics, block)[u] = row


def up(quaternion: Floats) -> Floats:
    """(…,) cosine of the angle between a body's z axis and the vertical."""
    return np.asarray(1.0 - 2.0 * (quaternion[..., 0] ** 2 + quaternion[..., 1] ** 2))


def flying(name: str) -> MultirotorModel:
    found = catalogue.load(name)
    assert isinstance(found, MultirotorModel)
    return found


def driving(name: str) -> AxleModel:
    found = catalogue.load(name)
    assert isinstance(found, AxleModel)
    return found
