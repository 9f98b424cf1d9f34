"""Points of a command as rows of a path: arc lengths, and how fast each point may be passed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import CommandError
from outrider.sim.robots._kernels_carrot import GENTLE_TURN, SHORT_LEG
from outrider.sim.robots._kernels_pursuit import ARC, LIMIT, PATH_WIDTH, X, Z

Floats = NDArray[np.float64]

MAX_POINTS: Final = 100_000
MAX_REACH_M: Final = 1e6
_SAME_POINT_M: Final = 1e-6


class Pursuit(NamedTuple):
    """A pure-pursuit controller, as far as its offset in a bend goes."""

    steering_gain: float
    look_gain: float
    look_min: float
    look_max: float
    offset: float

    def speed_in_bend(self, radius: float) -> float:
        """The speed at which a steady circle is driven ``offset`` m too wide.

        The heading error that the yaw rate asks for is v / (K r); the chord of the look-ahead L
        supplies L / 2 r of it, and L times the rest is the offset.
        """
        gain, room = self.steering_gain, self.offset * radius
        slow = gain * (room / self.look_min + 0.5 * self.look_min)
        if self.look_gain * slow <= self.look_min:
            return slow
        rest = self.look_gain * (1.0 / gain - 0.5 * self.look_gain)
        middle = math.sqrt(room / rest) if rest > 0.0 else math.inf
        if self.look_gain * middle <= self.look_max:
            return middle
        return gain * (room / self.look_max + 0.5 * self.look_max)


def check_points(points: ArrayLike, *, robot: str = "robot") -> Floats:
    """``(k, 2)`` or ``(k, 3)`` finite points, m."""
    try:
        array = np.array(points, dtype=np.float64, ndmin=2)
    except (TypeError, ValueError) as fault:
        raise CommandError(
            f"{robot}: a path is a list of [x, y] or [x, y, z] points in metres; got {points!r:.80}"
        ) from fault
    if array.ndim != 2 or array.shape[1] not in (2, 3) or len(array) == 0:
        raise CommandError(
            f"{robot}: a path is a list of [x, y] or [x, y, z] points; got shape {array.shape}"
        )
    if len(array) > MAX_POINTS:
        raise CommandError(f"{robot}: {len(array):,} points; a path may have {MAX_POINTS:,}")
    bad = ~np.isfinite(array).all(axis=1) | (np.abs(array) > MAX_REACH_M).any(axis=1)
    if bad.any():
        at = int(np.argmax(bad))
        raise CommandError(
            f"{robot}: point {at} is {array[at].tolist()}; coordinates are finite and at most "
            f"{MAX_REACH_M:g} m"
        )
    return array


def lift(points: Floats, height: float) -> Floats:
    """Points without z put at a height."""
    if points.shape[1] == 3:
        return points
    return np.column_stack([points, np.full(len(points), height)])


def route(
    points: Floats,
    *,
    acceleration: float,
    deceleration: float,
    yaw_rate: float,
    corner: float,
    spacing: float = 0.0,
    pursuit: Pursuit | None = None,
) -> Floats:
    """Rows (k, 5) of a path through ``points (k, 3)``.

    A corner may be passed at the speed of a circle that stays within ``corner`` m of it; a bend of
    short legs or gentle turns also no faster than ``yaw_rate``, nor faster than leaves ``pursuit``
    within its ``offset``. Before slower points the limit falls off with ``deceleration``, to
    nothing at the end. ``spacing`` > 0 fills in points that far apart.
    """
    kept = _distinct(points)
    limit = _corner_limits(kept, acceleration, yaw_rate, corner, pursuit)
    limit[-1] = 0.0
    if spacing > 0.0:
        kept, limit = _filled(kept, limit, spacing)
    arc = _arc_lengths(kept)
    rows = np.zeros((len(kept), PATH_WIDTH))
    rows[:, X : Z + 1], rows[:, ARC] = kept, arc
    rows[:, LIMIT] = _slowed(limit, arc, deceleration)
    return rows


def _distinct(points: Floats) -> Floats:
    """Points that repeat the one before are dropped; one alone is kept twice."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    kept = points[np.concatenate([[True], steps > _SAME_POINT_M])]
    return kept if len(kept) > 1 else np.repeat(kept, 2, axis=0)


def _arc_lengths(points: Floats) -> Floats:
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _corner_limits(
    points: Floats, acceleration: float, yaw_rate: float, corner: float, pursuit: Pursuit | None
) -> Floats:
    limit = np.full(len(points), np.inf)
    legs = np.diff(points, axis=0)
    lengths = np.maximum(np.linalg.norm(legs, axis=1), 1e-12)
    ways = legs / lengths[:, None]
    cosine = np.clip((ways[:-1] * ways[1:]).sum(axis=1), -1.0, 1.0)
    turn = np.arccos(cosine)
    half = np.cos(turn / 2)
    sharp = turn > 1e-6
    radius = np.full(len(turn), np.inf)
    radius[sharp] = corner * half[sharp] / (1.0 - half[sharp])
    inner = np.sqrt(acceleration * radius)
    leg = 0.5 * (lengths[:-1] + lengths[1:])
    short = sharp & ((np.maximum(lengths[:-1], lengths[1:]) < SHORT_LEG) | (turn < GENTLE_TURN))
    bend = leg[short] / turn[short]
    inner[short] = np.minimum(
        inner[short], np.minimum(yaw_rate * bend, np.sqrt(acceleration * bend))
    )
    if pursuit is not None:
        inner[short] = np.minimum(inner[short], [pursuit.speed_in_bend(r) for r in bend])
    close = np.flatnonzero(~short[:-1] & ~short[1:] & (lengths[1:-1] < SHORT_LEG))
    if len(close):
        # Two corners close together are passed as one that turns as far as both.
        both = np.clip((ways[close] * ways[close + 2]).sum(axis=1), -1.0, 1.0)
        middle = np.sqrt(0.5 * (1.0 + both))
        pace = np.sqrt(acceleration * corner * middle / np.maximum(1.0 - middle, 1e-9))
        np.minimum.at(inner, close, pace)
        np.minimum.at(inner, close + 1, pace)
    limit[1:-1] = inner
    return limit


def _filled(points: Floats, limit: Floats, spacing: float) -> tuple[Floats, Floats]:
    """Extra points on the legs; too long a path gets wider spacing."""
    arc = _arc_lengths(points)
    wide = max(spacing, float(arc[-1]) / (MAX_POINTS - len(points)) if arc[-1] > 0 else spacing)
    pieces, limits = [points[:1]], [limit[:1]]
    for k in range(len(points) - 1):
        count = max(1, math.ceil((arc[k + 1] - arc[k]) / wide))
        share = np.arange(1, count + 1)[:, None] / count
        pieces.append(points[k] + share * (points[k + 1] - points[k]))
        pieces[-1][-1] = points[k + 1]
        limits.append(np.concatenate([np.full(count - 1, np.inf), limit[k + 1 : k + 2]]))
    return np.concatenate(pieces), np.concatenate(limits)


def _slowed(limit: Floats, arc: Floats, deceleration: float) -> Floats:
    """Limits from which the next ones can be reached by braking."""
    out = limit.copy()
    for k in range(len(out) - 2, -1, -1):
        reach = out[k + 1] ** 2 + 2.0 * deceleration * (arc[k + 1] - arc[k])
        out[k] = min(out[k], math.sqrt(reach))
    return out


def starting_at(position: Sequence[float], points: Floats) -> Floats:
    """The path with the robot's own place in front, unless it begins there."""
    here = np.asarray(position, dtype=np.float64)[None, :]
    if np.linalg.norm(points[0] - here[0]) < 0.05:
        return points if len(points) > 1 else np.concatenate([here, points])
    return np.concatenate([here, points])
