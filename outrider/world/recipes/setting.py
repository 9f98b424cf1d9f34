"""Things put down layer by layer, until a recipe hands them over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world.library import names_of
from outrider.world.objects import layer_ids
from outrider.world.scene import Extent
from outrider.world.things import Things, things

F64 = NDArray[np.float64]


class Setting:
    """Things by layer within an extent; what would stand outside is left out."""

    def __init__(self, extent: Extent) -> None:
        self._extent = extent
        self._layers: dict[str, list[tuple[list[str], F64]]] = {}

    def put(
        self, layer: str, names: Sequence[str], points: ArrayLike, *, z: ArrayLike = 0.0,
        heading: ArrayLike = 0.0, scale: ArrayLike = 1.0, tint: ArrayLike = 1.0,
        margin_m: float = 1.0,
    ) -> None:  # fmt: skip
        """One thing for each name, at ``points (n, 2)``; the rest for each or for all.

        ``tint`` are factors of its colour: one, or three of red, green and blue.
        """
        where = np.asarray(points, float).reshape(-1, 2)
        n = len(where)
        columns = [np.broadcast_to(np.asarray(v, float), (n,)) for v in (z, heading, scale)]
        colour = np.asarray(tint, float)
        colour = np.broadcast_to(colour if colour.ndim == 2 else colour.reshape(-1, 1), (n, 3))
        rows = np.column_stack((where, *columns, colour))
        x0, y0, x1, y1 = self._extent
        inside = (where[:, 0] > x0 + margin_m) & (where[:, 0] < x1 - margin_m)
        inside &= (where[:, 1] > y0 + margin_m) & (where[:, 1] < y1 - margin_m)
        kept = [name for name, good in zip(names, inside.tolist(), strict=True) if good]
        self._layers.setdefault(layer, []).append((kept, rows[inside]))

    def some(
        self, layer: str, maker: str, points: ArrayLike, *, variant: ArrayLike = 0,
        z: ArrayLike = 0.0, heading: ArrayLike = 0.0, scale: ArrayLike = 1.0,
        tint: ArrayLike = 1.0, margin_m: float = 1.0,
    ) -> None:  # fmt: skip
        """Variants of one maker; ``variant`` counts round."""
        where = np.asarray(points, float).reshape(-1, 2)
        known = names_of(maker)
        turn = np.broadcast_to(np.asarray(variant, np.int64), (len(where),)) % len(known)
        names = [known[k] for k in turn.tolist()]
        self.put(layer, names, where, z=z, heading=heading, scale=scale, tint=tint,
                 margin_m=margin_m)  # fmt: skip

    def all_things(self) -> tuple[Things, ...]:
        """One table for each layer; ids follow from the layer's name."""
        return tuple(_table(layer, parts) for layer, parts in self._layers.items())


def _table(layer: str, parts: list[tuple[list[str], F64]]) -> Things:
    names = [name for own, _ in parts for name in own]
    rows = np.concatenate([own for _, own in parts])
    kinds = tuple(dict.fromkeys(names))
    place = {name: k for k, name in enumerate(kinds)}
    return things(
        kinds, [place[name] for name in names], rows[:, :3], ident=layer_ids(layer, len(rows)),
        quaternion=rotation.from_heading(rows[:, 3]) if len(rows) else np.zeros((0, 4)),
        scale=rows[:, 4], tint=rows[:, 5:8],
    )  # fmt: skip
