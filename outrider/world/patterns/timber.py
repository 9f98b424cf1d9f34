"""Bark, sawn wood and boards."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.world.patterns.canvas import (
    F64,
    Canvas,
    Look,
    Stain,
    X,
    Y,
    even,
    shifted,
    step,
)

TAU: Final = 2.0 * math.pi


def bark(canvas: Canvas) -> Look:
    """Ridges that run up the trunk and join, with deep furrows between."""
    if canvas.name == "bark_palm":
        return _palm(canvas)
    wander = canvas.noise("wander", coarse=2, fine=20, slope=1.0, longer=(1.0, 2.0))
    wave = canvas.noise("wave", coarse=5, fine=13, slope=0.3, longer=(1.0, 5.0))
    other = canvas.noise("other", coarse=9, fine=26, slope=0.3, longer=(1.0, 4.0))
    fibre = canvas.noise("fibre", coarse=16, fine=64, slope=0.3, longer=(1.0, 3.0))
    broken = canvas.noise("broken", coarse=8, fine=40, slope=0.5)
    ridge = np.abs(shifted(wave, 0.012 * wander, 0.02 * wander))
    lesser = np.abs(shifted(other, 0.008 * wander, 0.0))
    furrow = step(ridge, 0.55, 0.02)
    relief = 1.2 * np.minimum(ridge, 1.1) + 0.35 * np.minimum(lesser, 1.0) + 0.12 * fibre
    light = 0.9 * even(relief) - 0.9 * furrow + 0.35 * fibre + 0.25 * broken
    lichen = step(canvas.noise("lichen", coarse=2, fine=30, slope=1.0), 1.2, 2.2)
    stain = Stain(0.35 * lichen * (1.0 - furrow), (134, 142, 112))
    return Look(light=light, relief=relief, warm=0.3 * wander, stains=(stain,))


def _palm(canvas: Canvas) -> Look:
    """Scars of old fronds, ring over ring, and fibres."""
    fibre = canvas.noise("fibre", coarse=10, fine=64, slope=0.4, longer=(1.0, 6.0))
    sway = canvas.noise("sway", coarse=2, fine=12, slope=0.8, longer=(1.0, 3.0))
    ring = (4.0 * Y + 0.12 * sway) % 1.0
    lip = step(ring, 0.16, 0.0) + step(ring, 0.9, 1.0)
    relief = 1.0 - ring + 0.2 * fibre
    return Look(light=-0.8 * ring + 0.6 * fibre - 1.3 * step(ring, 0.84, 1.0) + 0.4 * lip,
                relief=relief, warm=0.4 * sway)  # fmt: skip


def bark_plates(canvas: Canvas) -> Look:
    """Scaly plates, flaking in steps, between dark fissures."""
    wander = canvas.noise("wander", coarse=3, fine=30, slope=1.2)
    fine = canvas.noise("fine", coarse=10, fine=64, slope=0.4, longer=(1.0, 1.6))
    warp = (0.012 * wander, 0.02 * np.roll(wander, 45, 1))
    small = canvas.name == "bark_spruce"
    plate = canvas.cells("plate", 11 if small else 7, 9 if small else 4, warp=warp)
    fissure = step(plate.gap + 0.04 * fine, 0.26, 0.02)
    flakes = canvas.noise("flakes", coarse=3, fine=24, slope=1.1, longer=(1.0, 1.5))
    stepped = np.round(2.0 * flakes) / 2.0
    lip = step(flakes * 2.0 - np.round(2.0 * flakes), 0.36, 0.5)
    relief = (1.0 - fissure) * (1.6 + 0.35 * stepped) + 0.1 * fine
    light = (1.0 - fissure) * (0.7 + 0.22 * stepped + 0.35 * canvas.of_cells("tone", plate)
                               - 0.4 * lip) - 1.7 * fissure + 0.3 * fine  # fmt: skip
    return Look(light=light, relief=relief, warm=(1.0 - fissure) * 0.3 * stepped - 0.4 * fissure)


def bark_white(canvas: Canvas) -> Look:
    """Smooth and pale: a birch with dark dashes, or a gum tree that sheds its bark in strips."""
    if canvas.name != "bark_birch":
        return _shedding(canvas)
    cloud = canvas.noise("cloud", coarse=1, fine=12, slope=1.0)
    peel = canvas.noise("peel", coarse=6, fine=50, slope=0.5, longer=(9.0, 1.0))
    dash = canvas.noise("dash", coarse=12, fine=44, slope=0.0, longer=(5.0, 1.0))
    grain = canvas.noise("grain", coarse=20, fine=64, slope=0.2)
    scar = canvas.noise("scar", coarse=3, fine=30, slope=1.1, longer=(1.6, 1.0))
    lenticel = step(dash, 1.75, 2.4)
    rough = step(scar + 0.15 * grain, 1.75, 2.1)
    dark = np.maximum(0.85 * lenticel, rough)
    light = 0.3 * cloud + 0.3 * peel + 0.12 * grain - 0.3 * step(peel, 1.5, 2.2)
    relief = 0.25 * peel + 0.15 * grain - 0.7 * lenticel + 0.5 * rough * grain
    return Look(light=light, strength=0.55, relief=relief, warm=0.25 * cloud + 0.2 * peel,
                stains=(Stain(0.92 * dark, (52, 46, 42)),), rough=0.15 * dark)  # fmt: skip


def _shedding(canvas: Canvas) -> Look:
    cloud = canvas.noise("cloud", coarse=1, fine=14, slope=1.1, longer=(1.0, 4.0))
    patch = canvas.noise("patch", coarse=2, fine=30, slope=1.2, longer=(1.0, 3.5))
    fibre = canvas.noise("fibre", coarse=14, fine=64, slope=0.3, longer=(1.0, 4.0))
    old, fresh = step(patch, 0.55, 0.75), step(patch, -0.75, -0.95)
    lip = step(np.abs(patch - 0.65), 0.16, 0.0)
    light = 0.35 * cloud - 0.9 * old + 1.1 * fresh + 0.25 * fibre - 0.8 * lip
    return Look(light=light, relief=0.8 * old - 0.5 * fresh + 0.1 * fibre + 0.2 * cloud,
                warm=0.9 * old - 0.6 * fresh + 0.4 * cloud)  # fmt: skip


def _grain(canvas: Canvas, rings: int) -> F64:
    """Year rings cut lengthwise along x, -1..1, bent about a knot or two."""
    bend = canvas.noise("bend", coarse=1, fine=8, slope=1.3, longer=(5.0, 1.0))
    depth = rings * Y + 0.55 * bend
    for k, (x, y) in enumerate(canvas.uniform("knot", 4).reshape(2, 2)):
        dx, dy = (X - x + 0.5) % 1.0 - 0.5, (Y - y + 0.5) % 1.0 - 0.5
        depth = depth + (0.9 + 0.5 * k) * np.exp(-((dx / 0.11) ** 2) - (dy / 0.045) ** 2)
    phase = depth % 1.0
    return np.asarray(1.0 - 2.0 * phase**2.2 * step(phase, 1.0, 0.9))


def wood(canvas: Canvas) -> Look:
    """Planed: year rings, pores, knots; the grain runs along x."""
    rings = _grain(canvas, 9)
    pores = canvas.noise("pores", coarse=16, fine=64, slope=0.1, longer=(7.0, 1.0))
    cloud = canvas.noise("cloud", coarse=1, fine=8, slope=1.0, longer=(3.0, 1.0))
    pit = step(pores, 1.4, 2.4)
    light = 0.7 * even(rings) + 0.35 * pores + 0.45 * cloud - 0.8 * pit
    return Look(light=light, relief=0.3 * rings + 0.2 * pores - 0.6 * pit,
                warm=0.4 * cloud - 0.3 * rings, rough=0.08 * pit)  # fmt: skip


# Rows of boards, joints in each, half gap in tiles, nails; by material.
_BOARDS: Final[dict[str, tuple[int, int, float, bool]]] = {
    "planks_weathered": (7, 1, 0.007, True),
    "planks_new": (7, 1, 0.006, True),
    "parquet": (12, 2, 0.0025, False),
}


def planks(canvas: Canvas) -> Look:
    """Boards along x, each of its own tone and grain, with gaps and joints."""
    rows, joints, gap, nailed = _BOARDS.get(canvas.name, (7, 1, 0.006, True))
    y = Y * rows + 0.5
    row = np.floor(y).astype(np.int64) % rows
    start = canvas.uniform("start", rows)[row]
    x = X * joints + start
    board = row * joints + np.floor(x).astype(np.int64) % joints
    count = rows * joints
    slide, lift = (canvas.uniform(label, count)[board] for label in ("slide", "lift"))
    rings = shifted(_grain(canvas, 14), slide, lift)
    fibre = shifted(canvas.noise("fibre", coarse=12, fine=64, slope=0.2, longer=(8.0, 1.0)),
                    slide, lift)  # fmt: skip
    up, along = y - np.floor(y), x - np.floor(x)
    edge = np.minimum(np.minimum(up, 1.0 - up) / rows, np.minimum(along, 1.0 - along) / joints)
    slit = step(edge, gap + 0.004, gap - 0.002)
    near_end = np.abs(np.minimum(along, 1.0 - along) / joints - 0.03) * 128
    nail = np.hypot(near_end, (np.abs(up - 0.5) - 0.25) / rows * 128)
    head = step(nail, 1.4, 0.6) if nailed else np.zeros_like(X)
    tone = canvas.uniform("tone", count, -1.0, 1.0)[board]
    worn = canvas.noise("worn", coarse=1, fine=14, slope=1.0, longer=(3.0, 1.0))
    light = (0.6 * tone + 0.4 * even(rings) + 0.45 * fibre + 0.25 * worn
             - 2.6 * slit - 1.8 * head)  # fmt: skip
    return Look(light=light, relief=1.0 - slit + 0.12 * fibre + 0.08 * rings + 0.08 * tone,
                warm=0.5 * canvas.uniform("hue", count, -1.0, 1.0)[board])  # fmt: skip
