"""Small simulations with known paths, in place of a session."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from outrider.core.messages import RobotState
from outrider.run.crowd import Crowd
from outrider.run.record import Identity
from outrider.run.summary import Summary
from outrider.run.teleop import Command, Kind

TICK_NS = 2_000_000


class Circler:
    """``ugv0`` runs round a circle of 5 m at 2 m/s; ``uav0`` hovers tilted by 30 degrees."""

    def __init__(
        self,
        *,
        on_advance: Callable[[Circler], None] = lambda source: None,
        crowded: bool = False,
    ) -> None:
        self.now_ns, self.crowded = 0, crowded
        self.touch: dict[str, int] = {}
        self.ends: list[tuple[str, str]] = []
        self.pictures = 0
        self._on_advance = on_advance

    def advance(self, duration_ns: int) -> None:
        self.now_ns += duration_ns
        self._on_advance(self)

    def roster(self) -> Mapping[str, Identity]:
        return {"ugv0": Identity("husky", "wheeled"), "uav0": Identity("x500", "multirotor")}

    def states(self) -> Sequence[RobotState]:
        angle = 2.0 * self.now_ns * 1e-9 / 5.0
        ground = self._state(
            "ugv0",
            position=(5 * math.cos(angle), 5 * math.sin(angle), 0.0),
            velocity=(-2 * math.sin(angle), 2 * math.cos(angle), 0.0),
        )
        half = math.radians(15)
        tilted = (math.sin(half), 0.0, 0.0, math.cos(half))
        return [ground, self._state("uav0", position=(1.0, 2.0, 3.0), quaternion=tilted)]

    def _state(self, robot: str, **facts: tuple[float, ...]) -> RobotState:
        return RobotState(
            stamp_ns=self.now_ns,
            arrival_ns=self.now_ns,
            seq=self.now_ns // TICK_NS,
            robot=robot,
            sensor="state",
            **facts,  # type: ignore[arg-type]
        )

    def crowd(self) -> Crowd | None:
        """Four that fly east at 3 m/s, a metre apart and 10 to 13 m high, if there are any."""
        if not self.crowded:
            return None
        heights = 10.0 + np.arange(4)
        x = np.full(4, 3.0 * self.now_ns * 1e-9)
        return Crowd("flock", "x500", np.stack([x, heights, heights], axis=1), np.full(4, 3.0))

    def touches(self) -> Mapping[str, int]:
        return self.touch

    def unfinished(self) -> Mapping[str, int]:
        return {}

    def ended(self) -> Iterable[tuple[str, str]]:
        ends, self.ends = self.ends, []
        return ends

    def digest(self) -> str:
        return f"{self.now_ns:x}"

    def inputs(self) -> bytes:
        return b"inputs"

    def scenario_text(self) -> str:
        return "name: circle\n"

    def picture(self, summary: Summary) -> bytes:
        self.pictures += 1
        return b"picture of " + ",".join(summary.tallies).encode()


class Toy:
    """A cockpit whose robots move by exactly what they are told; where they are tells all."""

    tick_ns = TICK_NS

    def __init__(self) -> None:
        self.now_ns = 0
        self.given: list[tuple[int, str, Command]] = []
        self.place = {"uav0": [0.0, 0.0, 0.0, 0.0], "ugv0": [0.0, 0.0, 0.0, 0.0]}
        self._rate: dict[str, tuple[float, ...]] = {}

    def advance(self, duration_ns: int) -> None:
        for _ in range(duration_ns // TICK_NS):
            for robot, rate in self._rate.items():
                place = self.place[robot]
                for axis, speed in enumerate(rate):
                    place[axis] += speed * TICK_NS * 1e-9
        self.now_ns += duration_ns

    def kinds(self) -> dict[str, Kind]:
        return {"uav0": "multirotor", "ugv0": "wheeled"}

    def heading(self, robot: str) -> float:
        return self.place[robot][3]

    def give(self, robot: str, command: Command) -> None:
        self.given.append((self.now_ns // TICK_NS, robot, command))
        self._rate[robot] = command.values if command.name in ("fly", "drive") else ()

    def fingerprint(self) -> str:
        return repr((self.now_ns, self.place))
