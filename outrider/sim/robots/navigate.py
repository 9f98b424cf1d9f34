"""One vocabulary of tasks for every robot: go to, follow, take off, land, hover, stop, control."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import CommandError
from outrider.sim.robots import _kernels_columns as c
from outrider.sim.robots import _kernels_flight as flight
from outrider.sim.robots._kernels_pursuit import ARC, PATH_WIDTH
from outrider.sim.robots._kernels_ramp import P_WHEELBASE
from outrider.sim.robots.catalogue import RobotModel
from outrider.sim.robots.drive import drive_row
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import GroundModel
from outrider.sim.robots.person import PersonModel
from outrider.sim.robots.route import Pursuit, check_points, lift, route, starting_at

Floats = NDArray[np.float64]

CONTROL_RATE_HZ: Final = 50.0
STEERING_GAIN: Final = 1.0
SPEED_GAIN: Final = 0.5
LOOKAHEAD: Final = (0.8, 1.0, 8.0)
"""Seconds of travel, and bounds in metres."""
STEERING_CAP_RAD: Final = 0.5
POINT_SPACING_M: Final = 0.1
FLIGHT_CORNER_M: Final = 0.1
GROUND_CORNER_M: Final = 0.3
TAKE_OFF_M: Final = 2.0
CLEAR_M: Final = 1.0
"""A flying robot that stands on something rises this far before it turns towards its goal."""


class Task(IntEnum):
    """What a robot is about."""

    IDLE = c.IDLE
    GO_TO = c.GO_TO
    FOLLOW = c.FOLLOW
    TAKE_OFF = c.TAKE_OFF
    LAND = c.LAND
    HOVER = c.HOVER
    STOP = c.STOP
    CONTROL = c.CONTROL


class Status(IntEnum):
    """How the task stands. What ended holds its place until the next task."""

    RESTING = c.RESTING
    RUNNING = c.RUNNING
    DONE = c.DONE
    TIMED_OUT = c.TIMED_OUT
    FAILED = c.FAILED
    BROKEN = c.BROKEN


class Whereabouts(NamedTuple):
    """What a command must know of a robot at the tick it is given."""

    tick: int
    position: tuple[float, float, float]
    supported: bool = False


class Navigator:
    """The tasks of all robots as arrays that ``navigate_step`` runs on.

    ``nav (n, N_WIDTH)``, ``params (n, K_WIDTH)``, ``path (M, 5)``, ``pad (n, 8)``: all of them and
    nothing else are state. ``path`` may be replaced by a longer array when a command is given.
    """

    def __init__(self, models: Sequence[RobotModel], *, tick_s: float) -> None:
        n = len(models)
        self.tick_s = tick_s
        self.nav: Floats = np.zeros((n, c.N_WIDTH))
        self.nav[:, c.N_TIMEOUT] = -1.0
        self.params: Floats = np.zeros((n, c.K_WIDTH))
        for i, model in enumerate(models):
            self.params[i] = navigation_row(model)
        self.path: Floats = np.zeros((0, PATH_WIDTH))
        self.pad: Floats = np.zeros((n, c.PAD_WIDTH))
        self.names = [model.name for model in models]

    def status(self, i: int) -> Status:
        return Status(int(self.nav[i, c.N_STATUS]))

    def task(self, i: int) -> Task:
        return Task(int(self.nav[i, c.N_TASK]))

    def progress_m(self, i: int) -> float:
        """Metres of the path that lie behind the robot."""
        return float(self.nav[i, c.N_PROGRESS])

    def go_to(
        self,
        i: int,
        point: ArrayLike,
        at: Whereabouts,
        *,
        speed: float | None = None,
        tolerance: float | None = None,
        heading: float | None = None,
        timeout_s: float | None = None,
    ) -> None:
        """Move to ``[x, y]`` (a flying robot keeps its height) or ``[x, y, z]``."""
        points = check_points(point, robot=self.names[i])
        if len(points) != 1:
            raise CommandError(
                f"{self.names[i]}: go_to takes one point, got {len(points)}; use follow for a path"
            )
        self._travel(i, c.GO_TO, points, at, speed, tolerance, heading, timeout_s)

    def follow(
        self,
        i: int,
        path: ArrayLike,
        at: Whereabouts,
        *,
        speed: float | None = None,
        tolerance: float | None = None,
        heading: float | None = None,
        timeout_s: float | None = None,
    ) -> None:
        """Move along points and stop at the last."""
        points = check_points(path, robot=self.names[i])
        self._travel(i, c.FOLLOW, points, at, speed, tolerance, heading, timeout_s)

    def take_off(
        self,
        i: int,
        at: Whereabouts,
        *,
        height: float | None = None,
        ground_z: float = 0.0,
        speed: float | None = None,
        timeout_s: float | None = None,
    ) -> None:
        """Rise to a height above what it stands on (in the air: above the ground)."""
        rise_m = self._positive(i, "height_m", height, TAKE_OFF_M)
        row = self._begin(i, c.TAKE_OFF, at, timeout_s)
        row[c.N_SPEED] = self._positive(i, "speed_mps", speed, self.params[i, c.K_CLIMB])
        row[c.N_TOLERANCE] = self.params[i, c.K_TOLERANCE]
        base = at.position[2] if at.supported else ground_z + self.params[i, c.K_CLEARANCE]
        row[c.N_GOAL_Z] = max(base + rise_m, at.position[2])

    def land(
        self,
        i: int,
        at: Whereabouts,
        *,
        on_pad: bool = False,
        speed: float | None = None,
        timeout_s: float | None = None,
    ) -> None:
        """Land below, or with ``on_pad`` on the pad that ``pad[i]`` follows from now on."""
        row = self._begin(i, c.LAND, at, timeout_s)
        fastest = self.params[i, c.K_SPEED] if on_pad else self.params[i, c.K_DESCEND]
        row[c.N_SPEED] = self._positive(i, "speed_mps", speed, fastest)
        row[c.N_ON_PAD] = on_pad

    def hover(self, i: int, at: Whereabouts, *, timeout_s: float | None = None) -> None:
        """Come to rest and hold the place."""
        self._begin(i, c.HOVER, at, timeout_s)

    def stop(self, i: int, at: Whereabouts, *, timeout_s: float | None = None) -> None:
        """Come to rest: brakes on the ground, hovering in the air."""
        self._begin(i, c.STOP, at, timeout_s)

    def control(self, i: int, at: Whereabouts, *, timeout_s: float | None = None) -> None:
        """Leave the low-level command to the caller."""
        self._begin(i, c.CONTROL, at, timeout_s)

    def stand_down(self, i: int) -> None:
        """Back to the start: motors off, brakes on, no task."""
        keep = self.nav[i, [c.N_OFFSET, c.N_CAPACITY]]
        self.nav[i] = 0.0
        self.nav[i, [c.N_OFFSET, c.N_CAPACITY]] = keep
        self.nav[i, c.N_TIMEOUT] = -1.0

    def _travel(
        self,
        i: int,
        task: int,
        points: Floats,
        at: Whereabouts,
        speed: float | None,
        tolerance: float | None,
        heading: float | None,
        timeout_s: float | None,
    ) -> None:
        k = self.params[i]
        cruise = min(self._positive(i, "speed_mps", speed, k[c.K_SPEED]), k[c.K_SPEED_MAX])
        near = self._positive(i, "tolerance_m", tolerance, k[c.K_TOLERANCE])
        if heading is not None and not math.isfinite(heading):
            raise CommandError(f"{self.names[i]}: heading_rad is {heading}; it must be finite")
        rows = self._route(i, points, at)
        row = self._begin(i, task, at, timeout_s)
        self._store(i, rows)
        row[c.N_SPEED], row[c.N_TOLERANCE] = cruise, near
        if heading is not None:
            row[c.N_GOAL_HEADING], row[c.N_HEADING_GIVEN] = heading, 1.0

    def _route(self, i: int, points: Floats, at: Whereabouts) -> Floats:
        k = self.params[i]
        flying = k[c.K_KIND] == c.FLYING
        if flying:
            points = self._airborne(points, at)
            start = at.position
        else:
            points = np.column_stack([points[:, :2], np.zeros(len(points))])
            start = (at.position[0], at.position[1], 0.0)
        return route(
            starting_at(start, points),
            acceleration=k[c.K_ACCELERATION],
            deceleration=k[c.K_DECELERATION],
            yaw_rate=0.8 * k[c.K_YAW_MAX],
            corner=k[c.K_CORNER],
            spacing=k[c.K_SPACING],
            pursuit=_pursuit(k) if k[c.K_KIND] == c.DRIVING else None,
        )

    def _airborne(self, points: Floats, at: Whereabouts) -> Floats:
        """Points with heights; from a support, first straight up and clear of it."""
        x, y, z = at.position
        flat = points.shape[1] == 2
        points = lift(points, z + (TAKE_OFF_M if at.supported else 0.0))
        if not at.supported:
            return points
        clear = np.array([[x, y, z + CLEAR_M]])
        return np.concatenate([clear, points]) if flat or points[0, 2] > z else points

    def _begin(self, i: int, task: int, at: Whereabouts, timeout_s: float | None) -> Floats:
        limit = self._positive(i, "timeout_s", timeout_s, math.inf)
        self.stand_down(i)
        row: Floats = self.nav[i]
        row[c.N_TASK], row[c.N_STATUS], row[c.N_START] = task, c.RUNNING, at.tick
        if math.isfinite(limit):
            row[c.N_TIMEOUT] = at.tick + math.ceil(limit / self.tick_s - 1e-9)
        self.pad[i, c.PAD_THERE] = 0.0
        return row

    def _store(self, i: int, rows: Floats) -> None:
        """Put a path into the robot's block of the pool; a longer one gets a block at its end."""
        if len(rows) > self.nav[i, c.N_CAPACITY]:
            self._compact(skip=i)
            self.nav[i, c.N_OFFSET], self.nav[i, c.N_CAPACITY] = len(self.path), len(rows)
            self.path = np.concatenate([self.path, rows])
        offset = int(self.nav[i, c.N_OFFSET])
        self.path[offset : offset + len(rows)] = rows
        self.nav[i, c.N_LENGTH] = len(rows)

    def _compact(self, *, skip: int) -> None:
        """Close the gaps in the pool once they are more than half of it."""
        self.nav[skip, c.N_CAPACITY] = 0
        used = self.nav[:, c.N_CAPACITY].astype(int)
        if 2 * used.sum() >= len(self.path):
            return
        blocks = []
        place = 0
        for j in np.flatnonzero(used):
            offset = int(self.nav[j, c.N_OFFSET])
            blocks.append(self.path[offset : offset + used[j]])
            self.nav[j, c.N_OFFSET] = place
            place += used[j]
        self.path = np.concatenate(blocks) if blocks else np.zeros((0, PATH_WIDTH))

    def _positive(self, i: int, name: str, value: float | None, default: float) -> float:
        if value is None:
            return float(default)
        if not math.isfinite(value) or value <= 0.0:
            raise CommandError(
                f"{self.names[i]}: {name} is {value}; it must be a finite number above 0"
            )
        return float(value)

    def adopt(self, i: int, other: Navigator, j: int) -> None:
        """Take over the task of robot ``j`` of another navigator, path and all."""
        offset, length = int(other.nav[j, c.N_OFFSET]), int(other.nav[j, c.N_LENGTH])
        if length:
            self._store(i, other.path[offset : offset + length])
        keep = self.nav[i, [c.N_OFFSET, c.N_CAPACITY]].copy()
        self.nav[i] = other.nav[j]
        self.nav[i, [c.N_OFFSET, c.N_CAPACITY]] = keep
        self.pad[i] = other.pad[j]

    def path_of(self, i: int) -> Floats:
        """(k, 3) the points of the current path."""
        offset, length = int(self.nav[i, c.N_OFFSET]), int(self.nav[i, c.N_LENGTH])
        return self.path[offset : offset + length, :ARC].copy()


def _pursuit(row: Floats) -> Pursuit:
    return Pursuit(
        steering_gain=float(row[c.K_STEER]),
        look_gain=float(row[c.K_LOOK_GAIN]),
        look_min=float(row[c.K_LOOK_MIN]),
        look_max=float(row[c.K_LOOK_MAX]),
        offset=0.8 * float(row[c.K_TOLERANCE]),
    )


def navigation_row(model: RobotModel) -> Floats:
    """The (K_WIDTH,) parameters of a robot."""
    row = np.zeros(c.K_WIDTH)
    row[c.K_RATE], row[c.K_STEER], row[c.K_SPEED_GAIN] = CONTROL_RATE_HZ, STEERING_GAIN, SPEED_GAIN
    row[c.K_LOOK_GAIN], row[c.K_LOOK_MIN], row[c.K_LOOK_MAX] = LOOKAHEAD
    row[c.K_DELTA_MAX], row[c.K_WHEELBASE] = STEERING_CAP_RAD, 1.0
    row[c.K_CLEARANCE] = model.ground_clearance_m
    if isinstance(model, GroundModel):
        _fill_driving(row, model)
    elif isinstance(model, PersonModel):
        _fill_walking(row, model)
    else:
        _fill_flying(row, model)
    return row


def _fill_driving(row: Floats, model: GroundModel) -> None:
    drive = model.drive
    steered = drive.layout == "steered"
    row[c.K_KIND], row[c.K_SPINS] = c.DRIVING, not steered
    row[c.K_SPEED_MAX] = drive.speed_max_mps
    row[c.K_SPEED] = min(drive.speed_max_mps, 5.0)
    # Half of what the wheels may do leaves room for slopes and for the speed loop.
    row[c.K_ACCELERATION] = 0.5 * drive.acceleration_mps2
    row[c.K_DECELERATION] = 0.5 * drive.deceleration_mps2
    row[c.K_YAW_MAX] = drive.yaw_rate_max_radps
    row[c.K_TOLERANCE] = 1.0 if steered else 0.3
    row[c.K_CREEP] = 0.5 if steered else 0.15
    row[c.K_CORNER], row[c.K_SPACING] = GROUND_CORNER_M, POINT_SPACING_M
    if steered:
        wheelbase = drive_row(model.body_plan(), drive, model.engine)[P_WHEELBASE]
        row[c.K_WHEELBASE] = wheelbase
        row[c.K_DELTA_MAX] = min(STEERING_CAP_RAD, drive.steer_max_rad)


def _fill_walking(row: Floats, model: PersonModel) -> None:
    row[c.K_KIND] = c.WALKING
    row[c.K_SPEED_MAX], row[c.K_SPEED] = model.run_mps, model.walk_mps
    row[c.K_ACCELERATION] = row[c.K_DECELERATION] = 0.5 * model.acceleration_mps2
    row[c.K_YAW_MAX] = model.turn_rate_radps
    row[c.K_TOLERANCE], row[c.K_CREEP] = 0.3, 0.2
    row[c.K_CORNER], row[c.K_SPACING] = GROUND_CORNER_M, POINT_SPACING_M


def _fill_flying(row: Floats, model: MultirotorModel) -> None:
    gains, params = model.gains_row(), model.params()
    speed = float(gains[flight.SPEED_MAX])
    row[c.K_KIND] = c.FLYING
    row[c.K_SPEED_MAX], row[c.K_SPEED] = speed, 0.7 * speed
    row[c.K_ACCELERATION] = row[c.K_DECELERATION] = 0.5 * float(gains[flight.ACCELERATION_MAX])
    row[c.K_YAW_MAX] = min(1.5, float(gains[flight.RATE_MAX_Z]))
    row[c.K_TOLERANCE], row[c.K_CORNER] = 0.2, FLIGHT_CORNER_M
    row[c.K_CLIMB] = row[c.K_DESCEND] = min(1.5, 0.4 * speed)
    row[c.K_TOUCH] = min(0.3, 0.1 * speed)
    row[c.K_POSITION_GAIN] = gains[flight.GAIN_POSITION]
    row[c.K_VELOCITY_GAIN] = gains[flight.GAIN_VELOCITY]
    row[c.K_DRAG] = params.drag_linear_ns_m / params.mass_kg
    row[c.K_DRAG_SQUARE] = params.drag_quadratic_ns2_m2 / params.mass_kg
