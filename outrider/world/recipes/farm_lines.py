"""What divides the fields of a farm: hedges, fences, walls with openings, trees along tracks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world.assets.farmyard import SPAN_M
from outrider.world.library import names_of
from outrider.world.planting import Layer, Species, stand
from outrider.world.recipes.farm_plan import FarmPlan
from outrider.world.recipes.lines import far_from, segments, spaced, upright
from outrider.world.recipes.plots import RIM, STRIPS_M, WAYS, Plot
from outrider.world.scene import Extent
from outrider.world.terrain import Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]
Reach = Callable[[F64], F64]
"""``(n,)`` distance of places ``(n, 2)`` from something."""

SEGMENT_M: Final = {"hedge": 1.9, "rail_fence": 3.0, "wire_fence": 3.0, "stone_wall": 2.0}
OPEN_M: Final = 3.3
"""Segments whose middle is nearer to an opening's are left out."""
SHRUBS: Final = Layer(
    name="hedge_shrubs",
    apart_m=3.0,
    species=(
        Species(maker="hazel", share=1.0, scale=(0.6, 1.1)),
        Species(maker="round_shrub", share=1.0, scale=(0.7, 1.3)),
        Species(maker="bramble", share=0.8, scale=(0.7, 1.2)),
    ),
)
HEDGE_TREES: Final = Layer(
    name="hedge_trees",
    apart_m=20.0,
    species=(
        Species(maker="oak", share=1.0, scale=(0.6, 0.95), sink_m=0.15),
        Species(maker="beech", share=0.5, scale=(0.5, 0.8), sink_m=0.15),
        Species(maker="birch", share=0.4, scale=(0.7, 1.0), sink_m=0.12),
    ),
)
ALLEY: Final = Layer(
    name="alley",
    apart_m=9.0,
    species=(Species(maker="poplar", scale=(0.7, 0.95), sink_m=0.15),),
)
BROOK_TREES: Final = Layer(
    name="brook_trees",
    apart_m=9.0,
    species=(
        Species(maker="willow", share=1.0, scale=(0.5, 0.85), sink_m=0.15),
        Species(maker="hazel", share=1.0),
    ),
)
BROOK_PLANTS: Final = Layer(
    name="brook_plants",
    apart_m=1.0,
    steepest_rad=1.0,
    species=(
        Species(maker="reeds", share=2.0, scale=(0.5, 0.9), tint=0.1),
        Species(maker="sedge", share=1.5, scale=(0.8, 1.4)),
    ),
)
_LININGS: Final = ("", "", "", "hedge", "hedge", "wire_fence", "alley", "stone_wall")


class Borders:
    """All that stands in lines between the fields."""

    def __init__(
        self, plan: FarmPlan, terrain: Terrain, extent: Extent, from_ways: Reach, from_brook: Reach
    ) -> None:
        self._plan, self._terrain, self._extent = plan, terrain, extent
        self._from_ways, self._from_brook = from_ways, from_brook
        self._openings, self._gates = self._all_openings()

    @property
    def openings(self) -> F64:
        """``(n, 2)`` where one passes from field to field or track."""
        return self._openings

    def things(self) -> tuple[Things, ...]:
        """Borders by kind, shrubs and trees in the hedges, gates."""
        lines: dict[str, list[F64]] = {}
        for cut in self._plan.cuts:
            if cut.kind in SEGMENT_M:
                lines.setdefault(cut.kind, []).append(self._plan.plan.line(cut))
        for kind, line in self._linings():
            lines.setdefault(kind, []).append(line)
        parts, seed = [], self._plan.seed
        for kind, step in SEGMENT_M.items():
            at, heading = self._pieces(lines.get(kind, []), step)
            variants = len(names_of(kind))
            pick = int(Stream(seed, "farm", kind).integers(0, 1, low=0, high=variants)[0])
            variant = None if kind == "hedge" else pick
            parts.append(segments(seed, f"borders/{kind}", self._terrain, kind, at, heading,
                                  variant=variant))  # fmt: skip
        parts += [
            self._strewn(SHRUBS, lines.get("hedge", []), 6.0, stray=0.3),
            self._strewn(HEDGE_TREES, lines.get("hedge", []), 24.0, stray=0.2),
            self._strewn(ALLEY, lines.get("alley", []), 9.0, stray=0.1),
            *self._by_the_brook(),
            self._open_gates(),
        ]
        return tuple(parts)

    def _free(self, points: F64, *, brook_m: float = 4.2) -> NDArray[np.bool_]:
        x0, y0, x1, y1 = self._extent
        inside = (points > (x0 + 1.6, y0 + 1.6)).all(axis=1) & (points < (x1 - 1.6, y1 - 1.6)).all(
            axis=1
        )
        clear = (self._from_ways(points) > 3.3) & (self._from_brook(points) > brook_m)
        return np.asarray(inside & clear & far_from(points, self._openings, OPEN_M))

    def _pieces(self, lines: list[F64], step_m: float) -> tuple[F64, F64]:
        made = [spaced(line, step_m) for line in lines]
        at = np.vstack([np.zeros((0, 2)), *(points for points, _ in made)])
        heading = np.concatenate([np.zeros(0), *(angle for _, angle in made)])
        keep = self._free(at)
        return at[keep], heading[keep]

    def _strewn(self, layer: Layer, lines: list[F64], step_m: float, *, stray: float) -> Things:
        at, _ = self._pieces(lines, step_m)
        draws = Stream(self._plan.seed, "farm", layer.name).uniform(0, 6 * len(at)).reshape(-1, 6)
        keep = draws[:, 0] < 0.3 + self._plan.spec.density
        at = at + stray * step_m * (draws[:, :2] - 0.5) * (0.3 if stray < 0.3 else 1.0)
        keep &= self._free(at)
        return stand(self._plan.seed, layer, at[keep], draws[keep, 2:], self._terrain)

    def _linings(self) -> list[tuple[str, F64]]:
        """Lines inside the fields along tracks; meadows are fenced all round."""
        made = []
        for k, one in enumerate(self._plan.fields):
            plot = self._plan.plan.plots[one.number]
            draws = Stream(self._plan.seed, "farm", "lining").uniform(k, 8)
            for j, (side, cut) in enumerate(zip(plot.sides(), plot.cuts, strict=True)):
                kind = self._lining(one.crop, cut, float(draws[j % 8]))
                if kind:
                    made.append(
                        (kind, self._plan.plan.bend.to_world(_inset(side, self._kind(cut))))
                    )
        return made

    def _kind(self, cut: int) -> str:
        return "" if cut == RIM else self._plan.cuts[cut].kind

    def _lining(self, crop: str, cut: int, chance: float) -> str:
        kind = self._kind(cut)
        if crop == "meadow":
            fence = ("wire_fence", "rail_fence")[chance < 0.4]
            return fence if kind in {*WAYS, "baulk", "brook"} else ""
        return _LININGS[int(chance * len(_LININGS))] if kind in WAYS else ""

    def _all_openings(self) -> tuple[F64, list[tuple[F64, float]]]:
        """Openings in the two longest sides of each field, and gates ``(place, heading)``."""
        places, gates = [], []
        for one in self._plan.fields:
            plot = self._plan.plan.plots[one.number]
            for k in _longest(
                plot, [k for k, c in enumerate(plot.cuts) if self._kind(c) not in {"", "brook"}]
            ):
                side, kind = plot.sides()[k], self._kind(plot.cuts[k])
                inner = _inset(side, kind)
                middle = 0.5 * (side[0] + side[1])
                places += [middle, 0.5 * (inner[0] + inner[-1])]
                if one.crop == "meadow" or kind in {"rail_fence", "wire_fence", "stone_wall"}:
                    base = places[-1] if kind in {*WAYS, "baulk"} else middle
                    gates.append(_open_gate(base, side))
        if not places:
            return np.zeros((0, 2)), []
        return self._plan.plan.bend.to_world(np.array(places)), gates

    def _open_gates(self) -> Things:
        at = np.array([place for place, _ in self._gates]).reshape(-1, 2)
        heading = np.array([angle for _, angle in self._gates])
        at = self._plan.plan.bend.to_world(at) if len(at) else at
        clear = self._from_ways(at) > 3.6
        x0, y0, x1, y1 = self._extent
        clear &= (at > (x0 + 2, y0 + 2)).all(axis=1) & (at < (x1 - 2, y1 - 2)).all(axis=1)
        return segments(self._plan.seed, "borders/gates", self._terrain, "farm_gate", at[clear],
                        heading[clear])  # fmt: skip

    def _by_the_brook(self) -> list[Things]:
        parts = []
        for layer, step, reach in ((BROOK_TREES, 11.0, 5.5), (BROOK_PLANTS, 0.9, 2.6)):
            both = [spaced(line, step)[0] for line in self._plan.brooks()]
            at = np.repeat(np.vstack([np.zeros((0, 2)), *both]), 2, axis=0)
            draws = (
                Stream(self._plan.seed, "farm", layer.name).uniform(0, 6 * len(at)).reshape(-1, 6)
            )
            away = np.where(np.arange(len(at)) % 2, 1.0, -1.0)[:, None] * reach
            at = at + away * (0.75 + 0.4 * draws[:, :1]) * self._across(at) + draws[:, :2] - 0.5
            keep = (draws[:, 1] < 0.7) & self._free(at, brook_m=1.5)
            parts.append(stand(self._plan.seed, layer, at[keep], draws[keep, 2:], self._terrain))
        return parts

    def _across(self, at: F64) -> F64:
        """Unit vectors square to the brook, by the slope of the distance from it."""
        if not len(at):
            return np.zeros((0, 2))
        cut = next(c for c in self._plan.cuts if c.kind == "brook")
        way = (cut.b - cut.a) / cut.length_m
        return np.broadcast_to(np.array([-way[1], way[0]]), (len(at), 2))


def _inset(side: F64, kind: str) -> F64:
    """A side of a plot moved inwards to the edge of its strip, short of its corners."""
    way = (side[1] - side[0]) / np.linalg.norm(side[1] - side[0])
    inwards = np.array([-way[1], way[0]]) * (STRIPS_M.get(kind, 1.0) - 0.3)
    count = max(math.ceil(float(np.linalg.norm(side[1] - side[0])) / 6.0), 2)
    share = np.linspace(0.0, 1.0, count + 1)[:, None]
    return np.asarray(side[0] + inwards + way * 2.5 + share * (side[1] - side[0] - 5.0 * way))


def _longest(plot: Plot, sides: list[int]) -> list[int]:
    long = np.linalg.norm(np.diff(plot.sides(), axis=1)[:, 0], axis=1)
    return sorted(sides, key=lambda k: -float(long[k]))[:2]


def _open_gate(middle: F64, side: F64) -> tuple[F64, float]:
    """A gate that stands open: at one end of its opening, square to the border."""
    way = (side[1] - side[0]) / np.linalg.norm(side[1] - side[0])
    inwards = np.array([-way[1], way[0]])
    return middle + 2.6 * way + 2.1 * inwards, math.atan2(inwards[1], inwards[0])


def power_line(
    plan: FarmPlan, terrain: Terrain, half_m: float, from_ways: Reach
) -> tuple[Things, ...]:
    """Wooden poles in a straight line across the farm, round the origin away from the farmstead.

    It is shifted along itself until no pole stands on a track.
    """
    draws = Stream(plan.seed, "farm", "power").uniform(0, 3)
    slant = 0.9 + 0.5 * (draws[0] - 0.5)
    way = plan.place(-math.cos(slant), math.sin(slant))
    heading = math.atan2(way[1], way[0])
    foot = plan.place(0.0, -0.14 * half_m - 22.0 - 30.0 * draws[1])
    count = int(1.5 * half_m / SPAN_M)
    best, worst = np.zeros((0, 2)), -1.0
    for shift in np.linspace(0.0, SPAN_M, 23):
        at = foot + way * (SPAN_M * np.arange(-count, count + 1)[:, None] + shift)
        at = at[(np.abs(at) < half_m - 3.0).all(axis=1)]
        gap = float(from_ways(at).min(initial=99.0))
        if gap > worst:
            best, worst = at, gap
    middle = 0.5 * (best[1:] + best[:-1]) + 0.1 * way
    poles = np.where(np.arange(len(best)) % 6 == 2, "power_pole_1", "power_pole_0")
    wires = segments(
        plan.seed, "power/wires", terrain, "power_wires", middle, np.full(len(middle), heading)
    )
    return upright("power/poles", terrain, poles, best, heading, lift_m=-0.05), _hung(
        wires, best, terrain
    )


def _hung(wires: Things, poles: F64, terrain: Terrain) -> Things:
    """Wires at the height of their poles' feet rather than of the ground below them."""
    feet = terrain.height(poles)
    position = wires.position.copy()
    position[:, 2] = 0.5 * (feet[1:] + feet[:-1]) - 0.05
    pitch = -np.arctan2(np.diff(feet), SPAN_M)
    heading = rotation.heading_of(wires.quaternion)
    return replace(
        wires, position=position, quaternion=rotation.from_euler_zyx(heading, pitch, 0.0)
    )
