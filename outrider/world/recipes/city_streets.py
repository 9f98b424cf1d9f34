"""The streets of a city: a bent grid of avenues and side streets, and the blocks between them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.places import Flat, Lane, Road
from outrider.world.recipes.dice import Dice
from outrider.world.scene import Extent

F64 = NDArray[np.float64]
Node = tuple[int, int]

PITCH_M: Final = (74.0, 112.0)
"""Least and largest distance of neighbouring streets."""
AVENUE_EVERY: Final = 4
STRAIGHT_RAD: Final = 0.005
CORNER_M: Final = 3.0
"""Radius of the kerbs at corners."""
ROUNDED_RAD: Final = 2.8
"""Flatter corners are not rounded."""


@dataclass(frozen=True, kw_only=True)
class Profile:
    """Measures across a street, from its middle to one side."""

    lanes: int
    lane_m: float
    parking_m: float
    walk_m: float
    limit_mps: float

    @property
    def half_m(self) -> float:
        """From its middle to the kerb."""
        return self.lanes * self.lane_m + self.parking_m

    def strips(self) -> tuple[Lane, ...]:
        """Its lanes; one keeps to the right."""
        offsets = [(k + 0.5) * self.lane_m for k in range(self.lanes)]
        ahead = [Lane(offset_m=-d, width_m=self.lane_m, forward=True) for d in offsets]
        back = [Lane(offset_m=d, width_m=self.lane_m, forward=False) for d in offsets]
        return (*ahead, *back)


AVENUE: Final = Profile(lanes=2, lane_m=3.2, parking_m=2.7, walk_m=4.0, limit_mps=13.9)
STREET: Final = Profile(lanes=1, lane_m=3.0, parking_m=2.1, walk_m=3.0, limit_mps=8.3)


@dataclass(frozen=True, kw_only=True)
class Edge:
    """A piece of street between two crossings."""

    ends: tuple[Node, Node]
    profile: Profile


@dataclass(frozen=True, kw_only=True)
class Arm:
    """An edge as seen from the crossing at its beginning."""

    node: Node
    other: Node
    """The crossing at its end."""
    origin: F64
    way: F64
    """Unit vector away from the crossing."""
    length_m: float
    profile: Profile
    reach_m: float
    """From the crossing's middle to where its corners end."""
    degree: int
    busy: bool
    """Whether an avenue passes the crossing."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a block; its interior lies to the left of the way from ``a`` to ``b``."""

    a: F64
    b: F64
    """Ends of the kerb's line, at the corners that its rounding cuts off."""
    profile: Profile
    turn_a: float
    turn_b: float
    """Interior angles at the ends."""

    @property
    def length_m(self) -> float:
        return float(np.hypot(*(self.b - self.a)))

    @property
    def way(self) -> F64:
        return np.asarray((self.b - self.a) / self.length_m)

    @property
    def inward(self) -> F64:
        return left_of(self.way)

    def at(self, along: F64, inward: F64 | float) -> F64:
        """``(n, 2)`` points so far from ``a`` along the kerb, and inwards from it."""
        deep = np.broadcast_to(np.asarray(inward, float), np.shape(along))
        return np.asarray(self.a + along[:, None] * self.way + deep[:, None] * self.inward)

    @property
    def heading(self) -> float:
        return math.atan2(self.way[1], self.way[0])

    @property
    def cut_m(self) -> tuple[float, float]:
        """How much of either end the rounding of its corners takes."""
        a, b = (
            CORNER_M / math.tan(0.5 * turn) if turn < ROUNDED_RAD else 0.0
            for turn in (self.turn_a, self.turn_b)
        )
        return a, b


@dataclass(frozen=True, kw_only=True)
class Block:
    """What lies between streets."""

    number: int
    kerb: F64
    """(k, 2) counter-clockwise, with sharp corners."""
    lot: F64
    """(k, 2) the same behind the pavement."""
    sides: tuple[Side, ...]
    middle: F64 = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "middle", self.lot.mean(axis=0))

    @property
    def area_m2(self) -> float:
        return abs(area_of(self.lot))

    def within(self, extent: Extent) -> bool:
        low, high = self.kerb.min(axis=0), self.kerb.max(axis=0)
        inside = low[0] > extent[0] and low[1] > extent[1]
        return bool(inside and high[0] < extent[2] and high[1] < extent[3])


@dataclass(frozen=True, kw_only=True)
class Network:
    """All streets and blocks."""

    nodes: dict[Node, F64]
    edges: tuple[Edge, ...]
    arms: tuple[Arm, ...]
    blocks: tuple[Block, ...]
    roads: tuple[Road, ...]


def left_of(way: F64) -> F64:
    """A flat vector turned to the left."""
    return np.array([-way[1], way[0]])


def area_of(ring: F64) -> float:
    following = np.roll(ring, -1, axis=0)
    return float(0.5 * (ring[:, 0] * following[:, 1] - ring[:, 1] * following[:, 0]).sum())


def network(seed: int, extent: Extent, *, irregularity: float) -> Network:
    """Streets out to a little beyond the extent."""
    dice = Dice(seed, "city", "streets")
    reach = max(extent[2], extent[3])
    xs, ys = _lines(dice, reach), _lines(dice, reach)
    nodes = _nodes(dice, xs, ys, irregularity)
    cells, closed = _cells(dice, xs, ys, irregularity)
    for edge in closed:
        for node in edge:
            _straighten(nodes, node, edge)
    edges = tuple(edge for edge in _edges(xs, ys) if edge.ends not in closed)
    blocks = tuple(
        block for number, ring in enumerate(cells)
        if (block := _block(number, ring, nodes)) is not None
    )  # fmt: skip
    return Network(nodes=nodes, edges=edges, arms=_arms(nodes, edges), blocks=blocks,
                   roads=_roads(nodes, edges, xs, ys))  # fmt: skip


def _lines(dice: Dice, reach: float) -> dict[int, float]:
    """Places of the grid's lines by number; number 0 is at the origin."""
    found = {0: 0.0}
    for step in (1, -1):
        number = 0
        while abs(found[number]) < reach + 30.0:
            found[number + step] = found[number] + step * dice.one(*PITCH_M)
            number += step
    return dict(sorted(found.items()))


def is_avenue(number: int) -> bool:
    return number % AVENUE_EVERY == 0


def _nodes(
    dice: Dice, xs: dict[int, float], ys: dict[int, float], irregularity: float
) -> dict[Node, F64]:
    """Crossings: the grid bent by long waves, turned a little, and shaken."""
    wave = dice.many(16).reshape(2, 2, 4)
    tilt = irregularity * dice.one(-0.12, 0.12)
    c, s = math.cos(tilt), math.sin(tilt)
    keys = [(i, j) for j in ys for i in xs]
    grid = np.array([(xs[i], ys[j]) for i, j in keys])
    bent = grid.copy()
    for axis in (0, 1):
        for k in (0, 1):
            angle, length, phase, size = wave[axis, k]
            way = np.array([math.cos(2 * math.pi * angle), math.sin(2 * math.pi * angle)])
            turn = 2.0 * math.pi * (grid @ way / (340.0 + 300.0 * length) + phase)
            swing = irregularity * (10.0 + 14.0 * size)
            bent[:, axis] += swing * (np.sin(turn) - math.sin(2.0 * math.pi * phase))
    shaken = irregularity * 6.0 * (2.0 * dice.many(2 * len(keys)).reshape(-1, 2) - 1.0)
    shaken[keys.index((0, 0))] = 0.0
    main = np.array([[is_avenue(i), is_avenue(j)] for i, j in keys])
    # Avenues are not shaken across: they run in one sweep.
    bent += np.where(main, 0.0, shaken)
    turned = bent @ np.array([[c, s], [-s, c]])
    return {key: turned[k] for k, key in enumerate(keys)}


def _cells(
    dice: Dice, xs: dict[int, float], ys: dict[int, float], irregularity: float
) -> tuple[list[list[Node]], set[tuple[Node, Node]]]:
    """Rings of crossings about the blocks, and the edges that were closed to join two."""
    i0, i1, j0, j1 = min(xs), max(xs), min(ys), max(ys)
    taken: set[Node] = set()
    rings: list[list[Node]] = []
    closed: set[tuple[Node, Node]] = set()
    share = 0.12 + 0.25 * irregularity
    for j in range(j0, j1):
        for i in range(i0, i1):
            draw, across = dice.many(2)
            if (i, j) in taken:
                continue
            inner = i0 < i < i1 - 2 and j0 < j < j1 - 2
            wide = inner and across < 0.5 and not is_avenue(i + 1) and (i + 1, j) not in taken
            high = inner and across >= 0.5 and not is_avenue(j + 1) and (i, j + 1) not in taken
            ring = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            if draw < share and wide:
                taken.add((i + 1, j))
                closed.add(((i + 1, j), (i + 1, j + 1)))
                ring = [(i, j), (i + 1, j), (i + 2, j), (i + 2, j + 1), (i + 1, j + 1), (i, j + 1)]
            elif draw < share and high:
                taken.add((i, j + 1))
                closed.add(((i, j + 1), (i + 1, j + 1)))
                ring = [(i, j), (i + 1, j), (i + 1, j + 1), (i + 1, j + 2), (i, j + 2), (i, j + 1)]
            rings.append(ring)
    return rings, closed


def _straighten(nodes: dict[Node, F64], node: Node, edge: tuple[Node, Node]) -> None:
    """Put a crossing that lost a street on the line of the street that passes it."""
    (i, j), upright = node, edge[0][0] == edge[1][0]
    before, after = ((i - 1, j), (i + 1, j)) if upright else ((i, j - 1), (i, j + 1))
    a, b = nodes[before], nodes[after]
    way = (b - a) / np.hypot(*(b - a))
    nodes[node] = a + way * float((nodes[node] - a) @ way)


def _edges(xs: dict[int, float], ys: dict[int, float]) -> list[Edge]:
    found = []
    for j in ys:
        for i in xs:
            if i + 1 in xs:
                kind = AVENUE if is_avenue(j) else STREET
                found.append(Edge(ends=((i, j), (i + 1, j)), profile=kind))
            if j + 1 in ys:
                kind = AVENUE if is_avenue(i) else STREET
                found.append(Edge(ends=((i, j), (i, j + 1)), profile=kind))
    return found


def _profile(a: Node, b: Node) -> Profile:
    return AVENUE if is_avenue(a[1] if a[1] == b[1] else a[0]) else STREET


def _block(number: int, ring: list[Node], nodes: dict[Node, F64]) -> Block | None:
    """The block inside a ring; crossings that it passes straight on are no corners."""
    ring = _corners(ring, nodes)
    points = np.array([nodes[node] for node in ring])
    kinds = [_profile(a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
    kerb = inset(points, [kind.half_m for kind in kinds])
    lot = inset(points, [kind.half_m + kind.walk_m for kind in kinds])
    if area_of(lot) < 900.0:
        return None
    turns = _interior(kerb)
    sides = tuple(
        Side(a=kerb[k], b=kerb[(k + 1) % len(kerb)], profile=kinds[k], turn_a=float(turns[k]),
             turn_b=float(turns[(k + 1) % len(kerb)]))
        for k in range(len(kerb))
    )  # fmt: skip
    return Block(number=number, kerb=kerb, lot=lot, sides=sides)


def _corners(ring: list[Node], nodes: dict[Node, F64]) -> list[Node]:
    turns = _interior(np.array([nodes[node] for node in ring]))
    return [n for n, turn in zip(ring, turns, strict=True) if abs(turn - math.pi) > STRAIGHT_RAD]


def _interior(ring: F64) -> F64:
    """Interior angles of a ring."""
    back, ahead = np.roll(ring, 1, axis=0) - ring, np.roll(ring, -1, axis=0) - ring
    turn = np.arctan2(back[:, 1], back[:, 0]) - np.arctan2(ahead[:, 1], ahead[:, 0])
    return np.asarray(turn % (2.0 * math.pi))


def inset(ring: F64, by: list[float]) -> F64:
    """A ring whose sides are moved inwards, each by its own distance."""
    way = np.roll(ring, -1, axis=0) - ring
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    inward = np.column_stack((-way[:, 1], way[:, 0]))
    start = ring + inward * np.array(by)[:, None]
    before, origin = np.roll(way, 1, axis=0), np.roll(start, 1, axis=0)
    cross = before[:, 0] * way[:, 1] - before[:, 1] * way[:, 0]
    gap = start - origin
    along = (gap[:, 0] * way[:, 1] - gap[:, 1] * way[:, 0]) / cross
    return np.asarray(origin + along[:, None] * before)


def _arms(nodes: dict[Node, F64], edges: tuple[Edge, ...]) -> tuple[Arm, ...]:
    """What leaves each crossing of three or more streets."""
    leaving: dict[Node, list[tuple[Node, Profile]]] = {}
    for edge in edges:
        for a, b in (edge.ends, edge.ends[::-1]):
            leaving.setdefault(a, []).append((b, edge.profile))
    found: list[Arm] = []
    for node, others in leaving.items():
        if len(others) >= 3:
            found += _arms_of(nodes, node, others)
    return tuple(found)


def _arms_of(nodes: dict[Node, F64], node: Node, others: list[tuple[Node, Profile]]) -> list[Arm]:
    ways = np.array([nodes[other] - nodes[node] for other, _ in others])
    bearing = np.arctan2(ways[:, 1], ways[:, 0])
    order = np.argsort(bearing)
    arms = []
    for place, k in enumerate(order):
        reach = 0.0
        for step in (-1, 1):
            other = order[(place + step) % len(order)]
            turn = abs((bearing[other] - bearing[k] + math.pi) % (2.0 * math.pi) - math.pi)
            if turn < 2.6:
                near, own = others[other][1].half_m, others[k][1].half_m
                reach = max(reach, (near + own * math.cos(turn)) / math.sin(turn))
        length = float(np.hypot(*ways[k]))
        arms.append(
            Arm(node=node, other=others[k][0], origin=nodes[node], way=ways[k] / length,
                length_m=length, profile=others[k][1], reach_m=reach + CORNER_M, degree=len(others),
                busy=any(kind is AVENUE for _, kind in others))
        )  # fmt: skip
    return arms


def _roads(
    nodes: dict[Node, F64], edges: tuple[Edge, ...], xs: dict[int, float], ys: dict[int, float]
) -> tuple[Road, ...]:
    """Each line of the grid as one road, or as several where a piece of it is closed."""
    there = {edge.ends for edge in edges}
    lines = [[(i, j) for i in xs] for j in ys] + [[(i, j) for j in ys] for i in xs]
    roads: list[Road] = []
    for line in lines:
        piece = [line[0]]
        for a, b in itertools.pairwise(line):
            if (a, b) in there:
                piece.append(b)
                continue
            roads += _road(nodes, piece, len(roads))
            piece = [b]
        roads += _road(nodes, piece, len(roads))
    return tuple(roads)


def _road(nodes: dict[Node, F64], piece: list[Node], number: int) -> list[Road]:
    if len(piece) < 2:
        return []
    kind = _profile(piece[0], piece[1])
    line: tuple[Flat, ...] = tuple((float(nodes[n][0]), float(nodes[n][1])) for n in piece)
    name = f"{'avenue' if kind is AVENUE else 'street'}_{number}"
    return [
        Road(name=name, kind="street", line_m=line, half_m=kind.half_m, lanes=kind.strips(),
             limit_mps=kind.limit_mps)
    ]  # fmt: skip
