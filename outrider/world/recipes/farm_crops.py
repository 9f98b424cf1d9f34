"""What grows and stands on the fields of a farm: plants in rows, bales, cattle, woods."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.library import names_of
from outrider.world.objects import layer_ids
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.farm_plan import CROPS, Crop, FarmPlan, Field
from outrider.world.recipes.lines import upright
from outrider.world.scene import Extent
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things, things

F64 = NDArray[np.float64]

PLANTS: Final = 300_000
"""Most plants that stand on fields sown in full."""
NEAR_M: Final = 250.0
LINES_M: Final = 15.0
"""From one line of a machine's wheels to the next."""
LINE_HALF_M: Final = 0.5
WOOD: Final = Layer(
    name="wood",
    apart_m=4.6,
    species=(
        Species(maker="oak", share=1.0, scale=(0.7, 1.1), sink_m=0.15),
        Species(maker="beech", share=0.8, scale=(0.6, 1.0), sink_m=0.15),
        Species(maker="birch", share=0.8, scale=(0.7, 1.1), sink_m=0.12),
        Species(maker="spruce", share=0.5, scale=(0.5, 0.9), sink_m=0.12),
        Species(maker="hazel", share=0.8),
    ),
)
ALIGNED: Final = ("sunflower", "vine", "maize")
HERDS: Final = ("cow", "sheep", "cow", "", "sheep", "", "cow", "", "sheep")
"""What grazes on one meadow after the other, the nearest first."""


class Fields:
    """Everything on the fields."""

    def __init__(self, plan: FarmPlan, terrain: Terrain, extent: Extent) -> None:
        self._plan, self._terrain, self._extent = plan, terrain, extent

    def things(self) -> tuple[Things, ...]:
        """All layers; each field is one of its own."""
        dense, parts = max(min(self._plan.spec.density / 0.6, 1.0), 0.05), []
        left = PLANTS * dense
        for one in self._plan.fields:
            crop = CROPS[one.crop]
            if crop.maker:
                near = float(np.hypot(*one.middle)) < NEAR_M
                due = self._plan.plan.plots[one.number].area_m2 / (crop.apart_m * self._rows(crop))
                share = max(min(1.0, left / due) if near else 0.0, crop.sparse) * dense
                parts.append(self._sown(one, crop, share))
                left -= len(parts[-1]) if near else 0
        return (*parts, *self._stubble(), *self._herds(), self._wood())

    def _inside(self, one: Field, points: F64, gap_m: float) -> NDArray[np.bool_]:
        x0, y0, x1, y1 = self._extent
        own = self._plan.plan.within(one.number, points) > gap_m
        low, high = points >= (x0 + 0.5, y0 + 0.5), points <= (x1 - 0.5, y1 - 0.5)
        return np.asarray(own & low.all(axis=1) & high.all(axis=1))

    def _rows(self, crop: Crop) -> float:
        return crop.rows_m or self._plan.spec.rows_m

    def _sown(self, one: Field, crop: Crop, share: float) -> Things:
        """Plants in rows up to the headland; none where machines drive."""
        rows = self._rows(crop)
        low, high = one.span()
        u, v = np.arange(low[0], high[0], crop.apart_m), np.arange(low[1], high[1], rows)
        count = len(u) * len(v)
        stream = Stream(self._plan.seed, "farm", one.name)
        which = np.flatnonzero(stream.uniform(0, count) < share)
        draws = stream.child("plant").uniform(0, 5 * len(which)).reshape(-1, 5)
        along = u[which % len(u)] + crop.along * crop.apart_m * (2.0 * draws[:, 0] - 1.0)
        across = v[which // len(u)]
        points = np.column_stack([along, across]) @ one.frame
        keep = self._inside(one, points, 0.8)
        if crop.lines:
            keep &= np.abs((across - low[1]) % LINES_M - 0.5 * LINES_M) > LINE_HALF_M + 0.15
        points, draws = points[keep], draws[keep]
        names = names_of(crop.maker)
        turn = 2.0 * np.pi * draws[:, 1]
        if crop.maker in ALIGNED:
            # Sunflowers look east; maize and vines hold their leaves in the row, lanes stay free.
            base = 0.0 if crop.maker == "sunflower" else one.heading
            turn = base + 0.4 * (draws[:, 1] - 0.5)
        shade = 0.92 + 0.16 * draws[:, 3]
        size = crop.scale[0] + (crop.scale[1] - crop.scale[0]) * draws[:, 2]
        return things(
            names, (draws[:, 4] * len(names)).astype(np.int32),
            np.column_stack([points, self._terrain.height(points) - 0.01]),
            ident=layer_ids(one.name, len(points)), heading=turn, scale=size,
            tint=np.repeat(shade[:, None], 3, axis=1),
        )  # fmt: skip

    def _stubble(self) -> list[Things]:
        """Round bales as the baler has dropped them."""
        parts = []
        for one in self._plan.fields:
            if one.crop != "stubble":
                continue
            low, high = one.span()
            u, v = np.meshgrid(
                np.arange(low[0] + 8, high[0], 19), np.arange(low[1] + 7, high[1], 15)
            )
            draws = Stream(self._plan.seed, "farm", one.name).uniform(0, 4 * u.size).reshape(-1, 4)
            local = np.column_stack([u.ravel(), v.ravel()]) + (draws[:, :2] - 0.5) * (15.0, 2.0)
            points = local @ one.frame
            keep = self._inside(one, points, 3.0) & (draws[:, 3] < 0.25 + self._plan.spec.density)
            turn = one.heading + 0.7 * (draws[keep, 2] - 0.5)
            parts.append(upright(one.name, self._terrain, "round_bale_0", points[keep], turn,
                                 lift_m=-0.02))  # fmt: skip
        return parts

    def _herds(self) -> list[Things]:
        parts = []
        meadows = [one for one in self._plan.fields if one.crop == "meadow"]
        for one, kind in zip(meadows, HERDS, strict=False):
            if not kind:
                continue
            count = round((26 if kind == "cow" else 34) * self._plan.spec.density)
            draws = Stream(self._plan.seed, "farm", one.name).uniform(0, 5 * count).reshape(-1, 5)
            low, high = one.span()
            middle, reach = 0.5 * (low + high), 0.32 * (high - low)
            local = middle + reach * (draws[:, :2] + draws[:, 2:4] - 1.0)
            points = local @ one.frame
            apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
            clear = (np.triu(apart, 1) + np.tril(np.full_like(apart, 9.0))).min(
                axis=0, initial=9.0
            ) > 3.0
            keep = self._inside(one, points, 3.0) & clear
            names = np.array(names_of(kind))[np.arange(count) % len(names_of(kind))][keep]
            turn = 2.0 * np.pi * draws[keep, 4]
            parts.append(upright(one.name, self._terrain, names, points[keep], turn))
        return parts

    def _wood(self) -> Things:
        numbers = [one.number for one in self._plan.fields if one.crop == "wood"]

        def share(points: F64) -> F64:
            found, gap = self._plan.plan.find(points)
            dense = 0.35 + 0.6 * self._plan.spec.density
            return np.asarray(dense * (np.isin(found, numbers) & (gap > 1.0)))

        return plant(self._plan.seed, WOOD, self._terrain, extent=self._extent, share=share)


def machine_lines(plan: FarmPlan, extent: Extent) -> tuple[Feature, ...]:
    """Lines along which machines have driven through the crops, as surface on the ground."""
    half, made = 0.5 * (extent[2] - extent[0]), []
    for one in plan.fields:
        name = CROPS[one.crop].lines
        if not name or np.abs(one.middle).max() > half + 30.0:
            continue
        low, high = one.span()
        u = np.arange(low[0], high[0], 2.0)
        for v in np.arange(low[1] + 0.5 * LINES_M, high[1], LINES_M):
            points = np.column_stack([u, np.full(len(u), v)]) @ one.frame
            there = u[plan.plan.within(one.number, points) > 1.0]
            if len(there) > 4:
                middle = np.array([0.5 * (there[0] + there[-1]), v]) @ one.frame
                made.append(Feature(
                    position_m=(float(middle[0]), float(middle[1])), heading_rad=one.heading,
                    half_m=(0.5 * float(np.ptp(there)), LINE_HALF_M - 0.1),
                    flank_m=(0.5, 0.5, 0.1), value_m=0.0, surface=number_of(name),
                ))  # fmt: skip
    return tuple(made)
