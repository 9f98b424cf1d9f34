"""Things that are built: slabs that rise, bridges, stairs, levelled ground, ditches and mounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from outrider.world.solids import Solids, boxes, merge
from outrider.world.terrain import Feature, flank_for

Point = tuple[float, float]
BRIDGE_WIDTH_M = 2.5
SLAB_M = 0.3
_SUNK_M = 0.4
"""How far a ramp goes on below the ground, so that its foot has no lip."""


@dataclass(frozen=True, kw_only=True)
class Built:
    """Solids and the relief that belongs to them."""

    solids: Solids
    features: tuple[Feature, ...] = ()


def slab(
    foot: tuple[float, float, float],
    *,
    heading: float,
    angle: float,
    length: float,
    width: float,
    thickness: float = SLAB_M,
    semantic: str | int = "ramp",
) -> Solids:
    """A slab whose upper face starts at ``foot`` (the middle of its lower edge) and rises."""
    along, down = 0.5 * length, 0.5 * thickness
    out = along * math.cos(angle) + down * math.sin(angle)
    up = along * math.sin(angle) - down * math.cos(angle)
    center = (foot[0] + out * math.cos(heading), foot[1] + out * math.sin(heading), foot[2] + up)
    size = (length, width, thickness)
    return boxes(center, size=size, semantic=semantic, heading=heading, pitch=-angle)


def ahead(position: Point, heading: float, forward: float, left: float = 0.0) -> Point:
    """The point so far forward and to the left of a place."""
    c, s = math.cos(heading), math.sin(heading)
    return (position[0] + c * forward - s * left, position[1] + s * forward + c * left)


def bridge(
    position: Point,
    *,
    heading: float,
    ground_m: float,
    span_m: float,
    height_m: float,
    angle: float,
    width_m: float = BRIDGE_WIDTH_M,
    pier_m: float = 2.0,
) -> Built:
    """A deck on piers with a ramp at either end, on ground levelled to ``ground_m`` at its feet.

    The upper faces of ramps and deck meet in an edge, and the ramps end below the ground, so that
    a small wheel meets no lip. ``pier_m`` is how deep the piers reach below ``ground_m``.
    """
    top = ground_m + height_m
    run = height_m / math.tan(angle)
    deck = boxes(
        (*position, top - 0.5 * SLAB_M),
        size=(span_m, width_m, SLAB_M),
        semantic="bridge",
        heading=heading,
    )
    parts, features = [deck], []
    for way in (heading, heading + math.pi):
        parts.append(_approach(position, way, span_m, top, run, height_m, angle, width_m))
        place = ahead(position, way, -0.5 * span_m - run)
        features.append(level(place, ground_m, heading=heading, half=(1.5, 1.5), flank=5.0))
    depth = height_m - SLAB_M + pier_m
    piers = [ahead(position, heading, side * (0.5 * span_m - 0.25)) for side in (-1.0, 1.0)]
    low = top - SLAB_M - 0.5 * depth
    parts.append(
        boxes(
            [(x, y, low) for x, y in piers],
            size=(0.4, width_m - 0.4, depth),
            semantic="bridge",
            heading=heading,
        )
    )
    parts.append(_kerbs(position, heading, span_m, width_m, top))
    return Built(solids=merge(parts), features=tuple(features))


def _approach(
    position: Point,
    way: float,
    span: float,
    top: float,
    run: float,
    height: float,
    angle: float,
    width: float,
) -> Solids:
    beyond = _SUNK_M * math.cos(angle)
    foot = ahead(position, way, -0.5 * span - run - beyond)
    z = top - height - _SUNK_M * math.sin(angle)
    length = height / math.sin(angle) + _SUNK_M
    return slab((*foot, z), heading=way, angle=angle, length=length, width=width)


def _kerbs(position: Point, heading: float, span: float, width: float, top: float) -> Solids:
    """Low edges beside the deck, outside its width."""
    sides = [ahead(position, heading, 0.0, side * (0.5 * width + 0.05)) for side in (-1.0, 1.0)]
    return boxes(
        [(x, y, top - 0.075) for x, y in sides],
        size=(span, 0.1, 0.45),
        semantic="kerb",
        heading=heading,
    )


def stairs(
    position: Point,
    *,
    heading: float,
    ground_m: float,
    rise_m: float,
    steps: int,
    tread_m: float = 1.0,
    width_m: float = 3.0,
    angle: float = 0.2,
) -> Built:
    """Steps up to a platform twice as deep as a tread, and a ramp down on the far side."""
    parts = []
    for k in range(steps):
        deep = (steps - k) * tread_m + tread_m
        x, y = ahead(position, heading, k * tread_m + 0.5 * deep)
        z = ground_m + (k + 1) * rise_m
        size = (deep, width_m, z - ground_m + 0.5)
        parts.append(boxes((x, y, z - 0.5 * size[2]), size=size, semantic="step", heading=heading))
    top = steps * rise_m
    run = top / math.tan(angle)
    end = (steps + 1) * tread_m
    beyond = _SUNK_M * math.cos(angle)
    foot = ahead(position, heading, end + run + beyond)
    length = top / math.sin(angle) + _SUNK_M
    z = ground_m - _SUNK_M * math.sin(angle)
    way = heading + math.pi
    parts.append(slab((*foot, z), heading=way, angle=angle, length=length, width=width_m))
    middle = ahead(position, heading, 0.5 * (end + run))
    half = (0.5 * (end + run) + 1.5, 0.5 * width_m + 0.5)
    ground = level(middle, ground_m, heading=heading, half=half, flank=4.0)
    return Built(solids=merge(parts), features=(ground,))


def level(
    position: Point,
    height_m: float,
    *,
    heading: float = 0.0,
    half: tuple[float, float],
    flank: float,
    surface: int = -1,
) -> Feature:
    """Ground blended to a level plane."""
    return Feature(
        position_m=position,
        heading_rad=heading,
        half_m=half,
        flank_m=(flank, flank, flank),
        value_m=height_m,
        levels=True,
        corner=0.5,
        surface=surface,
    )


def ditch(
    position: Point,
    *,
    heading: float,
    length_m: float,
    floor_m: float,
    depth_m: float,
    bank_rad: float,
) -> Feature:
    """A ditch that runs along its heading and peters out at both ends."""
    bank = flank_for(depth_m, bank_rad)
    end = max(4.0 * depth_m, bank)
    return Feature(
        position_m=position,
        heading_rad=heading,
        half_m=(max(0.5 * length_m - end, 0.0), 0.5 * floor_m),
        flank_m=(end, end, bank),
        value_m=-depth_m,
    )


def mound(
    position: Point,
    *,
    heading: float,
    top_m: tuple[float, float],
    height_m: float,
    ramp_rad: float,
    side_rad: float,
) -> Feature:
    """A bank with a flat top, ramps along its heading and steeper sides."""
    ramp = flank_for(height_m, ramp_rad)
    return Feature(
        position_m=position,
        heading_rad=heading,
        half_m=(0.5 * top_m[0], 0.5 * top_m[1]),
        flank_m=(ramp, ramp, flank_for(height_m, side_rad)),
        value_m=height_m,
    )


def walls(
    starts: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    *,
    heading: np.ndarray[tuple[int], np.dtype[np.float64]],
    length: np.ndarray[tuple[int], np.dtype[np.float64]],
    height_m: float,
) -> Solids:
    """Walls from ``starts (n, 2)`` along headings; their feet are at z = 0, to be rooted."""
    n = len(starts)
    x = starts[:, 0] + 0.5 * length * np.cos(heading)
    y = starts[:, 1] + 0.5 * length * np.sin(heading)
    size = np.column_stack((length, np.full(n, 0.2), np.full(n, height_m)))
    return boxes(np.column_stack((x, y, np.zeros(n))), size=size, semantic="wall", heading=heading)
