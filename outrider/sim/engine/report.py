"""What a team is doing, as messages: states between ticks, and contacts by name."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outrider.core.messages import Contact, RobotState
from outrider.sim.actors import _kernels as walking
from outrider.sim.actors.person import Gait
from outrider.sim.engine.team import NOBODY, Team
from outrider.sim.physics import _kernels_touch as touch
from outrider.sim.physics._kernels_sample import carrier_of, sample_root
from outrider.sim.physics._kernels_tick import TOUCHES
from outrider.sim.robots import _kernels_ramp as driving
from outrider.sim.robots.drive import DriveMode
from outrider.sim.robots.flight import MODES
from outrider.sim.robots.navigate import Task

UPRIGHT = 0.2
"""A ground robot has tipped over when its z axis points up by less than this."""
LANDED_MPS = 0.3


class Report:
    """Reads one team; made anew when the team is."""

    def __init__(self, team: Team) -> None:
        self._team = team
        self.names = [member.name for member in team.members]
        self._row = np.zeros(19)
        world = team.physics.world
        self._geom_names = [world.geom_name(g) for g in range(world.model.ngeom)]

    def state(self, name: str, *, stamp_ns: int, share: float = 1.0) -> RobotState:
        """Ground truth of a robot at ``share`` of the tick that was run last."""
        team, row = self._team, self._team.row(name)
        sample_root(team.before_of(row), team.root_of(row), share, team.tick_s, self._row)
        r = self._row.tolist()
        return RobotState(
            stamp_ns=stamp_ns, arrival_ns=stamp_ns, seq=0, robot=name, sensor="state",
            position=(r[0], r[1], r[2]), quaternion=(r[3], r[4], r[5], r[6]),
            velocity=(r[7], r[8], r[9]), angular_velocity=(r[10], r[11], r[12]),
            acceleration=(r[13], r[14], r[15]), angular_acceleration=(r[16], r[17], r[18]),
            **self._condition(row, r),
        )  # fmt: skip

    def _condition(self, row: int, r: list[float]) -> dict[str, Any]:
        team, client = self._team, int(self._team.client_of[row])
        if client == NOBODY:
            person = team.person[row - (len(team.by_row) - team.people)]
            gait = Gait(int(person[walking.GAIT]))
            if team.by_row[row].is_tied:
                gait = Gait.SIT
            return {"mode": self.mode(row), "gait": gait.name.lower(), "landed": True}
        touching = int(team.physics.touching[client]) == TOUCHES
        facts: dict[str, Any] = {
            "mode": self.mode(row),
            "crashed": bool(team.physics.crashed[client]),
            "standing_on": self.standing_on(client) if touching else "",
        }
        if row < team.flying:
            rotors = team.physics.rotor[row, : team.physics.rotor_count[row]]
            facts["landed"] = touching and self._slide(facts["standing_on"], r) < LANDED_MPS
            return facts | {"actuators": tuple(rotors.tolist())}
        return facts | self._wheels(row, r)

    def _slide(self, carrier: str, r: list[float]) -> float:
        """Speed (sum of its parts, m/s) against what carries, which may move itself."""
        physics = self._team.physics
        slide = np.array(r[7:10])
        if carrier:
            slide -= physics.root[physics.world.client(carrier), 7:10]
        return float(np.abs(slide).sum())

    def _wheels(self, row: int, r: list[float]) -> dict[str, Any]:
        team, ground = self._team, row - self._team.flying
        world = team.physics.world
        start = int(team.first_wheel[ground])
        wheels = slice(start, start + int(team.wheel_count[ground]))
        drive_state = team.drive_state[ground]
        upright = 1.0 - 2.0 * (r[3] * r[3] + r[4] * r[4])
        return {
            "landed": bool((team.physics.load[wheels] > 0.0).any()),
            "crashed": upright < UPRIGHT,
            "actuators": tuple(world.data.qvel[world.wheel_dof[wheels]].tolist()),
            "steering_rad": float(drive_state[driving.S_STEER]),
            "gear": int(drive_state[driving.S_GEAR]),
            "engine_rpm": float(drive_state[driving.S_RPM]),
        }

    def mode(self, row: int) -> str:
        """The task, or the control mode that a client holds."""
        if self._team.by_row[row].is_tied:
            return "tied"
        task = self._team.navigator.task(row)
        if task is not Task.CONTROL:
            return task.name.lower()
        mode, kind = int(self._team.mode[row]), self._team.by_row[row].kind
        if kind == "multirotor":
            return MODES[mode].name
        return DriveMode(mode).name.lower() if kind == "wheeled" else ("walk", "sit", "stand")[mode]

    def contacts(self, name: str | None = None) -> tuple[Contact, ...]:
        """What touched in the last tick, point by point; with a name, that robot is always a."""
        team, party_of = self._team, self._team.physics.world.geom_party
        wanted = None if name is None else team.parties.index(name)
        found = []
        for line in team.physics.log[: min(int(team.physics.logged[0]), len(team.physics.log))]:
            geoms = int(line[touch.LOG_GEOM_A]), int(line[touch.LOG_GEOM_B])
            parties = [int(party_of[geom]) for geom in geoms]
            if wanted is None or parties[0] == wanted:
                found.append(self._contact(line, *geoms, 1.0))
            elif parties[1] == wanted:
                found.append(self._contact(line, geoms[1], geoms[0], -1.0))
        return tuple(found)

    def _contact(self, line: Any, first: int, second: int, sign: float) -> Contact:
        force = float(line[touch.LOG_FORCE])
        return Contact(
            body_a=self.geom_name(first), body_b=self.geom_name(second),
            position=_vector(line, touch.LOG_POINT), normal=_vector(line, touch.LOG_NORMAL, sign),
            force_n=force, impulse=force * self._team.tick_s,
            depth_m=float(line[touch.LOG_DEPTH]), friction=_vector(line, touch.LOG_RUB, sign),
        )  # fmt: skip

    def hear(self, address: str, *, tick: int) -> tuple[Contact, ...]:
        """What a contact sensor has to say: every pair that touched since it was asked last."""
        physics, listener = self._team.physics, self._team.listener[address]
        used = int(physics.heard_rows[listener])
        lines = physics.heard[listener, :used].copy()
        physics.heard_rows[listener] = 0
        return tuple(self._heard(line, tick) for line in lines)

    def _heard(self, line: Any, tick: int) -> Contact:
        """The last tick that ran is ``tick - 1``; who has parted since presses no more."""
        share = 1.0 / line[touch.H_FORCE]
        x, y, z = _vector(line, touch.H_NORMAL)
        longest = math.sqrt(x * x + y * y + z * z) or 1.0
        now = 1.0 if int(line[touch.H_TICK]) == tick - 1 else 0.0
        return Contact(
            body_a=self.shape_name(int(line[touch.H_OWN])),
            body_b=self.shape_name(int(line[touch.H_OTHER])),
            position=_vector(line, touch.H_POINT, share),
            normal=(x / longest, y / longest, z / longest),
            force_n=now * float(line[touch.H_FORCE]), impulse=float(line[touch.H_IMPULSE]),
            depth_m=now * float(line[touch.H_DEPTH]), friction=_vector(line, touch.H_FRICTION, now),
        )  # fmt: skip

    def touches(self) -> dict[str, int]:
        """How often each robot and person has begun to touch something but the ground."""
        counts = self._team.physics.touches_so_far.tolist()
        return {name: counts[self._team.parties.index(name)] for name in self.names}

    def shape_name(self, shape: int) -> str:
        """The name of what ``_kernels_touch`` calls a shape."""
        if shape == touch.GROUND:
            return "terrain"
        if shape < len(self._geom_names):
            return self.geom_name(shape)
        return self._team.scene.objects.name_of(shape - len(self._geom_names))

    def geom_name(self, geom: int) -> str:
        """``robot/link/shape``, ``terrain``, a person's name or a scene object's."""
        name = self._geom_names[geom]
        if name.startswith("slot/"):
            slots = self._team.physics.slots
            index = int(slots.object_of_slot[slots.geom_slot[geom]])
            return self._team.scene.objects.name_of(index) if index >= 0 else name
        if name.startswith("person/"):
            first = len(self._team.by_row) - self._team.people
            number = name.removeprefix("person/").partition("/")[0]
            return self._team.by_row[first + int(number)].name
        return name

    def standing_on(self, client: int) -> str:
        """The robot or prop that carries a client; empty for the ground."""
        world, physics = self._team.physics.world, self._team.physics
        carrier = carrier_of(client, physics.log, int(physics.logged[0]), world.geom_client)
        return "" if carrier == NOBODY else world.names[carrier]


def _vector(line: Any, column: int, scale: float = 1.0) -> tuple[float, float, float]:
    x, y, z = (scale * line[column : column + 3]).tolist()
    return x, y, z
