"""Buildings one can enter, from floor plans: rectangles of rooms and the openings in their walls.

A plan lies in the building's own frame; its rectangles run along the middles of walls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from outrider.core.errors import UserError
from outrider.world.assets.construction import FLOOR_M, WALL_M
from outrider.world.objects import layer_ids
from outrider.world.places import OUTSIDE, Building, Door, Flat, Room, Window
from outrider.world.things import Things, things

Rect = tuple[float, float, float, float]
"""Least x and y, largest x and y."""
Kind = Literal["window", "glass", "door", "entrance", "gap"]

_HALF: Final = 0.5 * WALL_M
_NEAR: Final = 1e-6
PLAIN_WALL: Final = 0
"""The look of walls between rooms."""
_WINDOWS: Final = {"window": 0, "glass": 1}


@dataclass(frozen=True, kw_only=True)
class Space:
    """A room of a plan, or a corridor."""

    name: str
    kind: str
    rect: Rect
    finish: int = 0
    """What lies on its floor; see ``construction.FINISHES``."""

    @property
    def clear(self) -> Rect:
        """Between its walls."""
        x0, y0, x1, y1 = self.rect
        return (x0 + _HALF, y0 + _HALF, x1 - _HALF, y1 - _HALF)


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A hole in the wall that its point lies on."""

    kind: Kind
    at: Flat
    width: float
    high: float
    """Of its head above the floor."""
    low: float = 0.0
    into: str = ""
    """The room that a door's leaf swings into."""
    hinge: int = 0
    """Which end of the wall's way the leaf hangs at: 0 or 1."""


@dataclass(frozen=True, kw_only=True)
class Storey:
    """One level of a building."""

    spaces: tuple[Space, ...]
    openings: tuple[Opening, ...]
    number: int = 0
    floor_m: float = 0.0
    clear_m: float = 2.9
    """From the floor to the ceiling."""


@dataclass(frozen=True)
class Frame:
    """Where a building stands."""

    position: Flat = (0.0, 0.0)
    heading: float = 0.0

    def place(self, x: float, y: float) -> Flat:
        c, s = math.cos(self.heading), math.sin(self.heading)
        return (self.position[0] + c * x - s * y, self.position[1] + s * x + c * y)

    def box(self, rect: Rect) -> tuple[Flat, ...]:
        """The corners of a rectangle, counter-clockwise."""
        x0, y0, x1, y1 = rect
        return tuple(self.place(*p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


@dataclass
class Works:
    """Parts in a frame, gathered until they become things."""

    frame: Frame = Frame()
    rows: list[tuple[str, float, float, float, float]] = field(default_factory=list)

    def put(self, kind: str, x: float, y: float, z: float = 0.0, heading: float = 0.0) -> None:
        """One part at a place of the frame."""
        at = self.frame.place(x, y)
        self.rows.append((kind, *at, z, self.frame.heading + heading))

    def things(self, layer: str) -> Things:
        """All parts; the layer's name decides their ids."""
        kinds = list(dict.fromkeys(row[0] for row in self.rows))
        place = {kind: k for k, kind in enumerate(kinds)}
        which = np.array([place[row[0]] for row in self.rows], np.int32)
        where = np.array([row[1:4] for row in self.rows], float).reshape(-1, 3)
        turn = np.array([row[4] for row in self.rows], float)
        return things(kinds, which, where, heading=turn, ident=layer_ids(layer, len(where)))


def sized(maker: str, *sizes: float, variant: int = 0) -> str:
    """The name of an asset of a size, to the millimetre."""
    return f"{maker}_{'x'.join(f'{round(size, 3):g}' for size in sizes)}_{variant}"


@dataclass(frozen=True)
class Run:
    """A straight piece of wall with the same spaces on both sides of all its length."""

    along: int
    """0: it runs along x, 1: along y."""
    line: float
    start: float
    end: float
    outer: int
    """0 between rooms, else the side that is outside: 1 towards larger coordinates, or -1."""

    def holds(self, at: Flat) -> bool:
        """Whether a point lies on its middle."""
        inside = self.start - _NEAR <= at[self.along] <= self.end + _NEAR
        return inside and abs(at[1 - self.along] - self.line) < 1e-3

    def point(self, s: float) -> Flat:
        return (s, self.line) if self.along == 0 else (self.line, s)

    @property
    def heading(self) -> float:
        """Of its parts, whose y points inwards."""
        if self.along == 0:
            return math.pi if self.outer > 0 else 0.0
        return 0.5 * math.pi if self.outer > 0 else -0.5 * math.pi


def runs_of(spaces: Sequence[Space]) -> list[Run]:
    """The walls that a plan needs, each once."""
    return [run for along in (0, 1) for run in _runs_along(spaces, along)]


def _runs_along(spaces: Sequence[Space], along: int) -> Iterator[Run]:
    edges: dict[float, list[tuple[float, float, int]]] = {}
    for space in spaces:
        low, high = space.rect[:2], space.rect[2:]
        for line, side in ((low[1 - along], 1), (high[1 - along], -1)):
            edges.setdefault(round(line, 4), []).append((low[along], high[along], side))
    for line, own in sorted(edges.items()):
        cuts = sorted({round(s, 4) for a, b, _ in own for s in (a, b)})
        last: Run | None = None
        for a, b in pairwise(cuts):
            middle = 0.5 * (a + b)
            sides = {side for start, end, side in own if start < middle < end}
            outer = 0 if len(sides) == 2 else -sum(sides)
            run = Run(along, line, a, b, outer) if sides else None
            if last and run and last.outer == run.outer:
                last = Run(along, line, last.start, b, outer)
                continue
            if last:
                yield last
            last = run
        if last:
            yield last


def _grown(run: Run, runs: Sequence[Run]) -> tuple[float, float]:
    """Start and end of a wall; those along x go round the corners where two walls end."""
    if run.along:
        return run.start, run.end
    out = []
    for s, way in ((run.start, -1.0), (run.end, 1.0)):
        meets = [o for o in runs if o.along and abs(o.line - s) < _NEAR
                 and o.start - _NEAR <= run.line <= o.end + _NEAR]  # fmt: skip
        through = any(o.start + _NEAR < run.line < o.end - _NEAR for o in meets)
        ends = sum(abs(e - run.line) < _NEAR for o in meets for e in (o.start, o.end))
        more = [o for o in runs if o is not run and o.holds(run.point(s)) and not o.along]
        corner = ends == 1 and not through and not more
        out.append(s + way * _HALF if corner else s)
    return out[0], out[1]


def raise_walls(works: Works, storey: Storey, *, facade: int, top_m: float = 0.0) -> None:
    """Walls with their windows and doors; ``top_m`` for walls higher than the ceiling."""
    runs = runs_of(storey.spaces)
    unplaced = [o for o in storey.openings if sum(run.holds(o.at) for run in runs) != 1]
    if unplaced:
        raise UserError(f"plan: the {unplaced[0].kind} at {unplaced[0].at} lies in no wall, or "
                        f"where two meet")  # fmt: skip
    for run in runs:
        own = sorted((o for o in storey.openings if run.holds(o.at)), key=lambda o: o.at[run.along])
        look = 2 * (facade if run.outer else PLAIN_WALL)
        _raise_run(works, run, _grown(run, runs), own, storey, look, top_m or storey.clear_m)


def _raise_run(
    works: Works, run: Run, ends: Flat, openings: Sequence[Opening], storey: Storey, look: int,
    high: float,
) -> None:  # fmt: skip
    """Piers between the openings, then what is below and above each, and what fills it."""
    at = ends[0]
    for opening in openings:
        middle = opening.at[run.along]
        a, b = middle - 0.5 * opening.width, middle + 0.5 * opening.width
        _panel(works, run, (at, a), (0.0, high), storey, look)
        _panel(works, run, (a, b), (0.0, opening.low), storey, look)
        _panel(works, run, (a, b), (opening.high, high), storey, look + 1)
        _fill(works, run, opening, storey)
        at = b
    _panel(works, run, (at, ends[1]), (0.0, high), storey, look)


def _panel(works: Works, run: Run, span: Flat, rise: Flat, storey: Storey, look: int) -> None:
    length, height = span[1] - span[0], rise[1] - rise[0]
    if length < -_NEAR:
        raise UserError(f"plan: openings overlap near {run.point(span[0])}")
    if min(length, height) < 1e-3:
        return
    x, y = run.point(0.5 * (span[0] + span[1]))
    kind = sized("wall", length, height, variant=look)
    works.put(kind, x, y, storey.floor_m + rise[0], run.heading)


def _fill(works: Works, run: Run, opening: Opening, storey: Storey) -> None:
    x, y, z = *opening.at, storey.floor_m + opening.low
    size = (opening.width, opening.high - opening.low)
    if opening.kind in _WINDOWS:
        works.put(sized("glazing", *size, variant=_WINDOWS[opening.kind]), x, y, z, run.heading)
    elif opening.kind == "entrance":
        works.put(sized("entrance", *size), x, y, z, run.heading)
    elif opening.kind == "door":
        swing = _into(run, opening, storey)
        works.put(sized("open_door", *size, variant=opening.hinge), x, y, z, swing)


def _into(run: Run, opening: Opening, storey: Storey) -> float:
    """Heading of a door whose y points into the room that its leaf swings into."""
    space = next((s for s in storey.spaces if s.name == opening.into), None)
    if space is None:
        return run.heading
    across = 1 - run.along
    middle = 0.5 * (space.rect[across] + space.rect[2 + across])
    plus = middle > run.line
    if run.along == 0:
        return 0.0 if plus else math.pi
    return -0.5 * math.pi if plus else 0.5 * math.pi


def leaf_of(storey: Storey, opening: Opening) -> Rect:
    """What the open leaf of a door takes of the floor."""
    run = next(run for run in runs_of(storey.spaces) if run.holds(opening.at))
    swing = Frame(opening.at, _into(run, opening, storey))
    x = (0.5 * opening.width - 0.02) * (1.0 if opening.hinge else -1.0)
    a, b = swing.place(x - 0.03, _HALF), swing.place(x + 0.03, _HALF + opening.width - 0.06)
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))


def lay_floors(works: Works, storey: Storey, *, hole: Rect | None = None) -> None:
    """What lies on the floor of every room, up to the middles of its walls and to a stairwell."""
    for space in storey.spaces:
        x0, y0, x1, y1 = space.rect
        if hole is not None and x0 < hole[0] < x1 and y0 < hole[1] < y1:
            y1 = hole[1]
        kind = sized("finish", x1 - x0, y1 - y0, variant=space.finish)
        works.put(kind, 0.5 * (x0 + x1), 0.5 * (y0 + y1), storey.floor_m)


def lay_slabs(
    works: Works, rect: Rect, z: float, *, hole: Rect | None = None, roof: bool = False
) -> None:
    """A floor over all of a rectangle of walls' middles, its underside at z, but for a hole."""
    x0, y0, x1, y1 = rect[0] - _HALF, rect[1] - _HALF, rect[2] + _HALF, rect[3] + _HALF
    parts: tuple[Rect, ...] = ((x0, y0, x1, y1),)
    if hole is not None:
        a, b, c, d = hole
        parts = ((x0, y0, x1, b), (x0, d, x1, y1), (x0, b, a, d), (c, b, x1, d))
    for a, b, c, d in parts:
        if min(c - a, d - b) > 1e-3:
            kind = sized("floor", c - a, d - b, variant=int(roof))
            works.put(kind, 0.5 * (a + c), 0.5 * (b + d), z)


def edge_roof(works: Works, rect: Rect, z: float, *, height: float, facade: int) -> None:
    """A parapet all round."""
    x0, y0, x1, y1 = rect
    for x in (x0, x1):
        works.put(sized("parapet", y1 - y0 - WALL_M, height, variant=facade), x, 0.5 * (y0 + y1), z,
                  0.5 * math.pi)  # fmt: skip
    for y in (y0, y1):
        works.put(sized("parapet", x1 - x0 + WALL_M, height, variant=facade), 0.5 * (x0 + x1), y, z)


@dataclass(frozen=True, kw_only=True)
class Stairwell:
    """Two flights between each two storeys, with a landing half way; the first rises along +y."""

    rect: Rect
    """Between its walls."""
    width: float = 1.2
    arrival: float = 1.2
    """Depth of the floor before the first step."""
    run: float = 2.52

    @property
    def hole(self) -> Rect:
        """What is open in the floors above."""
        x0, y0, x1, y1 = self.rect
        return (x0, y0 + self.arrival, x1, y1)

    def raise_flights(self, works: Works, floor_m: float, rise: float) -> None:
        """From one storey to the next."""
        x0, y0, x1, y1 = self.rect
        foot, turn, half = y0 + self.arrival, y0 + self.arrival + self.run, 0.5 * rise
        left, right = x0 + 0.5 * self.width, x1 - 0.5 * self.width
        kinds = [sized("flight", self.width, half, self.run, variant=k) for k in (0, 1)]
        works.put(kinds[1], right, foot, floor_m, 0.5 * math.pi)
        works.put(kinds[1], left, turn, floor_m + half, -0.5 * math.pi)
        landing = sized("floor", x1 - x0, y1 - turn, variant=0)
        works.put(landing, 0.5 * (x0 + x1), 0.5 * (turn + y1), floor_m + half - FLOOR_M)

    def guard(self, works: Works, floor_m: float) -> None:
        """The railing of the uppermost floor, where no flight goes on."""
        x0, y0, x1, _ = self.rect
        length = x1 - x0 - self.width
        works.put(
            sized("railing", length, 1.0), x1 - 0.5 * length, y0 + self.arrival - 0.03, floor_m
        )


def rooms_of(
    frame: Frame, storey: Storey, facts: Mapping[str, Mapping[str, object]]
) -> tuple[Room, ...]:
    """The rooms of a storey for the map; ``facts`` are messiness, risk and sound by name."""
    return tuple(
        Room(
            name=space.name, kind=space.kind, storey=storey.number, floor_m=storey.floor_m,
            height_m=storey.clear_m, outline_m=frame.box(space.clear),
            **facts.get(space.name, {}),  # type: ignore[arg-type]
        )
        for space in storey.spaces
    )  # fmt: skip


def doors_of(frame: Frame, storey: Storey) -> tuple[Door, ...]:
    """The passages of a storey, from the lower side of each wall to the upper."""
    out = []
    runs = runs_of(storey.spaces)
    passable = [o for o in storey.openings if o.kind in ("door", "entrance", "gap")]
    for number, opening in enumerate(passable):
        run = next(run for run in runs if run.holds(opening.at))
        joins = _sides(storey.spaces, run, opening.at)
        x, y = frame.place(*opening.at)
        out.append(Door(
            name=f"door_{storey.number}_{number}", position_m=(x, y, storey.floor_m),
            heading_rad=frame.heading + (0.5 * math.pi if run.along == 0 else 0.0),
            width_m=opening.width, height_m=opening.high, joins=joins,
        ))  # fmt: skip
    return tuple(out)


def _sides(spaces: Sequence[Space], run: Run, at: Flat) -> tuple[str, str]:
    """Names of the spaces below and above a wall's line at a point."""
    step = 2.0 * _HALF
    points = [(at[0], at[1] + s) if run.along == 0 else (at[0] + s, at[1]) for s in (-step, step)]
    found = [next((s.name for s in spaces if _within(s.rect, p)), OUTSIDE) for p in points]
    return found[0], found[1]


def _within(rect: Rect, p: Flat) -> bool:
    return rect[0] < p[0] < rect[2] and rect[1] < p[1] < rect[3]


def windows_of(frame: Frame, storey: Storey) -> tuple[Window, ...]:
    """The panes in outer walls."""
    out = []
    runs = runs_of(storey.spaces)
    for opening in (o for o in storey.openings if o.kind in _WINDOWS):
        run = next(run for run in runs if run.holds(opening.at))
        inner = next(name for name in _sides(storey.spaces, run, opening.at) if name != OUTSIDE)
        x, y = frame.place(*opening.at)
        z = storey.floor_m + 0.5 * (opening.low + opening.high)
        out.append(
            Window(
                room=inner,
                position_m=(x, y, z),
                heading_rad=frame.heading + run.heading - 0.5 * math.pi,
                size_m=(opening.width, opening.high - opening.low),
            )
        )
    return tuple(out)


def building_of(
    name: str, kind: str, frame: Frame, storeys: Sequence[Storey], rect: Rect, *, height_m: float,
    facts: Mapping[str, Mapping[str, object]],
) -> Building:  # fmt: skip
    """The entry of a building in the map of its world."""
    outer = (rect[0] - _HALF, rect[1] - _HALF, rect[2] + _HALF, rect[3] + _HALF)
    return Building(
        name=name, kind=kind, position_m=frame.position, heading_rad=frame.heading,
        outline_m=frame.box(outer), storeys=len(storeys), height_m=height_m,
        rooms=tuple(room for storey in storeys for room in rooms_of(frame, storey, facts)),
        doors=tuple(door for storey in storeys for door in doors_of(frame, storey)),
        windows=tuple(pane for storey in storeys for pane in windows_of(frame, storey)),
    )  # fmt: skip
