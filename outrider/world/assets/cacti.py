"""Cacti: ribbed columns and pads with spines, solid all through."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream
from outrider.world import solids
from outrider.world.archetype import Archetype
from outrider.world.assets.greenery import (
    UP,
    cards,
    chance,
    fitted,
    grids,
    level,
    lofts,
    plant,
    spread,
    two_sided,
    unit,
)
from outrider.world.assets.pills import pills
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

PROXY_TOLERANCE_M: Final = 0.07
"""How far proxies and the green of a cactus may lie apart; the spines reach out farther."""
SINK_M: Final = 0.1
"""How far its foot reaches into the ground."""
GREEN: Final = "cactus_green"
SPINES: Final = "cactus_spines"
SPINE_M: Final = 0.025
COMB_M: Final = 0.15
"""What one picture of spines spans along a rib."""


def column(
    path: ArrayLike, radii: ArrayLike, *, ribs: int, depth: float = 0.16, combs: int = 1,
    sides: int = 6,
) -> Mesh:  # fmt: skip
    """A ribbed column along ``path (k, 3)`` with spines on one rib in ``combs``.

    Without ``ribs`` it is a plain one of so many ``sides``.
    """
    line, radius = np.asarray(path, float), np.asarray(radii, float)
    count = 2 * ribs or sides
    angle = 2.0 * math.pi * np.arange(count) / count
    wave = np.where(np.arange(count) % 2, 1.0 - depth, 1.0) if ribs else np.ones(count)
    across, over = _frames(line)
    ring = across[:, None] * np.cos(angle)[:, None] + over[:, None] * np.sin(angle)[:, None]
    body = lofts(
        (line[:, None] + radius[:, None, None] * wave[:, None] * ring)[None], material=GREEN
    )
    if not ribs:
        return body
    shown = np.flatnonzero(radius > 0.01)
    out = np.swapaxes(ring[shown, :: 2 * combs], 0, 1)
    return merge([body, _combs(line[shown] + radius[shown, None] * out, out)])


def _combs(crest: F64, out: F64) -> Mesh:
    """Rows of spines along crests ``(ribs, k, 3)``, their points outwards."""
    ribs, k = crest.shape[:2]
    points = np.stack([crest - 0.003 * out, crest + SPINE_M * out], axis=2)
    way = np.cumsum(np.linalg.norm(np.diff(crest, axis=1), axis=2), axis=1) / COMB_M
    u = np.concatenate([np.zeros((ribs, 1)), way], axis=1)
    uv = np.stack(np.broadcast_arrays(u[..., None], np.array([0.0, 1.0])), axis=3)
    normals = np.broadcast_to(out[:, :, None], points.shape)
    return two_sided(points.reshape(-1, 3), normals.reshape(-1, 3), uv.reshape(-1, 2),
                     grids(ribs, k, 2), material=SPINES, same_normals=True)  # fmt: skip


def _frames(line: F64) -> tuple[F64, F64]:
    """Two unit vectors square to an upright line in a plane, level where it stands up."""
    ahead = unit(np.gradient(line, axis=0))
    span = line[-1, :2] - line[0, :2]
    heading = math.atan2(span[1], span[0]) if np.hypot(*span) > 1e-9 else 0.0
    over = np.broadcast_to(level(heading + 0.5 * math.pi), line.shape)
    return np.cross(over, ahead), over


def _dome(radius: float, top: float, *, steps: int, start: float) -> tuple[F64, F64]:
    """Heights and radii of a round top that ends at ``top``, from ``start`` on."""
    angle = np.linspace(0.0, 0.5 * math.pi, steps + 1)
    return start + (top - start) * np.sin(angle), radius * np.cos(angle)


def trunk(height: float, radius: float, *, steps: int, dome: int) -> tuple[F64, F64]:
    """Path and radii of a saguaro's trunk: slimmer at the foot, thickest at two thirds."""
    start = height - 1.15 * radius
    z = np.concatenate([[-SINK_M], np.linspace(0.0, start, steps + 1)[:-1]])
    share = np.clip(z / height, 0.0, 1.0)
    girth = radius * (0.8 + 0.2 * np.sin(math.pi * np.minimum(share / 1.3, 1.0)))
    top, end = _dome(radius * 0.97, height, steps=dome, start=start)
    line = np.concatenate([z, top])
    return line[:, None] * UP, np.concatenate([girth, end])


def arm(
    height: float, *, out: float, rise: float, heading: float, radius: float, bend: int,
    dome: int,
) -> tuple[F64, F64]:  # fmt: skip
    """Path and radii of an arm that leaves the trunk level, turns up and ends in a dome."""
    angle = np.linspace(0.0, 0.5 * math.pi, bend + 1) if bend else np.array([0.25 * math.pi])
    turn = 0.45 * out
    start = rise - 1.1 * radius
    top, end = _dome(radius, rise, steps=dome, start=start)
    x = np.concatenate([[0.0], out - turn + turn * np.sin(angle), np.full(len(top), out)])
    z = np.concatenate([[0.0], turn * (1.0 - np.cos(angle)), top])
    line = x[:, None] * level(heading) + (height + z)[:, None] * UP
    girth = np.concatenate([[0.7], np.linspace(0.78, 1.0, len(angle))])
    return line, np.concatenate([girth * radius, end])


def saguaro(variant: int) -> Archetype:
    """A tall column, with none to four arms."""
    stream = chance("saguaro", variant)
    arms = (2, 0, 3, 1)[variant % 4]
    height = float(stream.uniform(0, 1, low=4.2, high=6.5)[0]) * (1.0 if arms else 0.55)
    radius = float(stream.uniform(1, 1, low=0.2, high=0.26)[0])
    lods = [
        _saguaro_level(stream, height, radius, arms, ribs=ribs, detail=detail)
        for ribs, detail in ((14, 3), (0, 2), (0, 0))
    ]
    proxies = _saguaro_solids(stream, height, radius, arms)
    return plant("saguaro", variant, "cactus", lods, proxies=proxies)


def _arm_forms(stream: Stream, height: float, radius: float, arms: int) -> list[dict[str, float]]:
    """Place and size of each arm."""
    heading = spread(arms, stream, 2, jitter=0.2)
    base = height * stream.uniform(3, arms, low=0.32, high=0.52)
    rise = np.minimum(stream.uniform(4, arms, low=1.0, high=2.2), 0.93 * height - base)
    out = radius + stream.uniform(5, arms, low=0.3, high=0.45)
    return [
        {"height": float(base[k]), "out": float(out[k]), "rise": float(rise[k]),
         "heading": float(heading[k]), "radius": 0.62 * radius}
        for k in range(arms)
    ]  # fmt: skip


def _saguaro_level(
    stream: Stream, height: float, radius: float, arms: int, *, ribs: int, detail: int
) -> Mesh:
    """A saguaro with so many ribs, its bends and domes finer with ``detail``."""
    dome, about = (1, 1, 2, 3)[detail], (4, 5, 8, 0)[detail]
    parts = [column(*trunk(height, radius, steps=max(detail - 1, 0), dome=dome), ribs=ribs,
                    sides=about)]  # fmt: skip
    for form in _arm_forms(stream, height, radius, arms):
        line, girth = arm(**form, bend=min(detail, 2), dome=dome - 1)
        parts.append(column(line, girth, ribs=8 if ribs else 0, sides=max(about - 2, 3)))
    return merge(parts)


def _saguaro_solids(stream: Stream, height: float, radius: float, arms: int) -> Solids:
    """Capsules: one for the trunk, two for each arm."""
    thick = 0.92 * radius
    parts = [pills((0, 0, 0), (0, 0, height - thick), thick, semantic="cactus")]
    arms_of = _arm_forms(stream, height, radius, arms)
    return solids.merge([*parts, *(_arm_solids(form) for form in arms_of)])


def _arm_solids(form: dict[str, float], *, upright_alone: bool = False) -> Solids:
    """Capsules of an arm: of what rises, and, if wanted, of what leads away from the trunk.

    They meet a little below the end of the bend, where they lie nearest to its arc.
    """
    line, _ = arm(**form, bend=1, dome=1)
    slim = 0.93 * form["radius"]
    corner = np.array([*line[2, :2], 0.55 * line[1, 2] + 0.45 * line[2, 2]])
    top = line[-1] - slim * UP
    if upright_alone:
        return pills(corner, top, slim, semantic="cactus")
    return pills([line[1], corner], [corner, top], slim, semantic="cactus")


def barrel(variant: int) -> Archetype:
    """A barrel cactus with many ribs and a wreath of flowers."""
    stream = chance("barrel_cactus", variant)
    radius = float(stream.uniform(0, 1, low=0.18, high=0.32)[0])
    height = radius * float(stream.uniform(1, 1, low=1.6, high=2.9)[0])
    lods = []
    for ribs, steps, sides in ((20, 9, 0), (0, 5, 12), (0, 3, 8)):
        sink = min(SINK_M, 0.5 * radius)
        top = np.linspace(0.0, 0.5 * math.pi, steps)
        z = np.concatenate([[-sink], height - radius + radius * np.sin(top)])
        if height > 1.3 * radius and ribs:
            z, top = np.insert(z, 1, 0.35 * height), np.insert(top, 0, 0.0)
            z[2:] = np.maximum(z[2:], 0.4 * height)
        girth = radius * np.concatenate([[0.8], np.cos(top)])
        if not ribs:
            girth = 1.03 * girth
        parts = [column(z[:, None] * UP, girth, ribs=ribs, sides=sides)]
        if ribs:
            parts.append(_wreath(stream, height, radius))
        lods.append(merge(parts))
    low = height - radius
    body = pills((0, 0, min(low, 0.5 * radius)), (0, 0, low), 0.94 * radius, semantic="cactus")
    return plant("barrel_cactus", variant, "cactus", lods, proxies=body,
                 part_classes={"petals_yellow": "flower"})  # fmt: skip


def _wreath(stream: Stream, height: float, radius: float) -> Mesh:
    """Flowers about the top."""
    n = 9
    heading = spread(n, stream, 7)
    out = level(heading)
    place = 0.42 * radius * out + (height - 0.06 * radius) * UP
    facing = unit(out + 2.0 * UP)
    along = unit(np.cross(facing, level(heading + 0.5 * math.pi)))
    size = 0.28 * radius
    return cards(place, size * along, size * np.cross(along, facing), material="petals_yellow",
                 fold=0.4, glow=(facing, 0.5))  # fmt: skip


def organ_pipe(variant: int) -> Archetype:
    """Many slim columns from one foot."""
    stream = chance("organ_pipe", variant)
    n = 7
    heading = np.append(spread(n - 1, stream, 0, jitter=0.12), 0.0)
    height = np.append(stream.uniform(1, n - 1, low=1.5, high=3.0), 3.2)
    out = np.append(stream.uniform(2, n - 1, low=0.22, high=0.34), 0.02)
    radius = stream.uniform(3, n, low=0.075, high=0.095)
    pipes = [
        {"height": 0.02, "out": float(out[k]), "rise": float(height[k]),
         "heading": float(heading[k]), "radius": float(radius[k])}
        for k in range(n)
    ]  # fmt: skip
    fine, middle, coarse = (
        merge([
            column(*arm(**pipe, bend=bend, dome=dome), ribs=ribs, sides=sides, combs=2)
            for pipe in shown
        ])
        for bend, dome, ribs, sides, shown in (
            (2, 2, 8, 0, pipes), (1, 1, 0, 5, pipes),
            (0, 0, 0, 3, [{**pipe, "radius": 1.6 * pipe["radius"]} for pipe in pipes[::2][:3]]),
        )
    )  # fmt: skip
    rises = [_arm_solids(pipe, upright_alone=True) for pipe in pipes]
    foot = solids.cylinders((0, 0, -0.01), radius=0.22, height=0.18, semantic="cactus")
    lods = [fine, fitted(middle, fine), fitted(coarse, fine)]
    return plant("organ_pipe", variant, "cactus", lods, proxies=solids.merge([foot, *rises]))


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "saguaro": saguaro, "barrel_cactus": barrel, "organ_pipe": organ_pipe,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {"saguaro": 4, "barrel_cactus": 3, "organ_pipe": 2}
