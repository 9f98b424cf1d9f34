"""Ground: grass, moss, soil, sand, stones."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.world.patterns.canvas import F64, SIDE, Canvas, Look, Stain, X, Y, even, soft, step
from outrider.world.patterns.strokes import Strokes, blade, oval, stalk

TAU: Final = 2.0 * math.pi

_EARTH: Final = (84, 68, 48)


def grass(canvas: Canvas) -> Look:
    """Seen from above: blades over blades, some of them dry, over a bit of earth."""
    n = 1300
    x, y = canvas.uniform("place", 2 * n).reshape(2, n)
    depth = np.linspace(-1.0, 1.0, n)
    patch = canvas.noise("patch", coarse=2, fine=7, slope=0.6)
    lit = patch[(y * SIDE).astype(int), (x * SIDE).astype(int)]
    strokes = Strokes(wrap=True)
    strokes.add(
        np.column_stack([x, y]), canvas.uniform("angle", n, 0.0, TAU),
        canvas.uniform("length", n, 0.04, 0.085), canvas.uniform("width", n, 0.007, 0.012),
        outline=blade, bend=canvas.uniform("bend", n, -0.7, 0.7),
        light=0.7 * depth + 0.25 * lit + canvas.uniform("light", n, -0.4, 0.4),
        warm=canvas.uniform("warm", n, -1.2, 1.2) + 0.4 * lit, rim=0.3,
    )  # fmt: skip
    bare = Look(light=np.full_like(X, -0.9), relief=0.3 * patch - 0.5, rough=0.05,
                stains=(Stain(np.full_like(X, 0.4), _EARTH),))  # fmt: skip
    return strokes.over(bare)


def moss(canvas: Canvas) -> Look:
    """Cushions of many small tufts."""
    cushion = canvas.noise("cushion", coarse=3, fine=12, slope=0.8)
    tuft = canvas.cells("tuft", 30, warp=(0.01 * cushion, 0.0))
    point = canvas.noise("point", coarse=20, fine=64, slope=0.2)
    relief = cushion - 1.1 * tuft.near + 0.2 * point
    light = 0.6 * cushion - 1.6 * tuft.near + 0.5 * point + canvas.of_cells("tone", tuft) * 0.4
    return Look(light=light, relief=relief, warm=0.5 * cushion + canvas.of_cells("hue", tuft) * 0.5)


def soil(canvas: Canvas) -> Look:
    """Crumbs, small stones and damp patches; as the name says with litter, ridges or wet."""
    patch = canvas.noise("patch", coarse=2, fine=10, slope=0.8)
    crumb = canvas.noise("crumb", coarse=8, fine=64, slope=0.6)
    clod = canvas.cells("clod", 18, warp=(0.012 * patch, 0.012 * crumb))
    stony = step(canvas.of_cells("stone", clod, 0.0, 1.0), 0.86, 0.9) * step(clod.near, 0.42, 0.3)
    relief = 0.7 * patch + 0.7 * crumb - 1.2 * clod.near + 0.8 * stony
    light = 0.35 * patch + 0.8 * crumb - 1.0 * clod.near
    if canvas.name == "mud":
        wet = step(patch, -0.6, 0.5)
        return Look(light=0.5 * light - 1.6 * wet, relief=soft(relief, 3) * (1.0 - 0.7 * wet),
                    rough=-0.4 * wet)  # fmt: skip
    if canvas.name == "soil_tilled":
        ridge = np.cos(TAU * (4.0 * Y + 0.03 * patch))
        return Look(light=0.7 * light + 0.9 * ridge, relief=relief + 2.5 * ridge)
    stones = Stain(0.55 * stony, (150, 142, 130))
    if canvas.name == "forest_floor":
        return _littered(canvas, light, relief, stones)
    return Look(light=light, relief=relief, warm=0.3 * patch, stains=(stones,))


def _littered(canvas: Canvas, light: F64, relief: F64, stones: Stain) -> Look:
    """Fallen leaves, needles and twigs on the soil."""
    strokes = Strokes(wrap=True)
    for label, n, long, wide, outline in (
        ("needle", 260, 0.05, 0.008, stalk), ("leaf", 150, 0.075, 0.04, oval),
        ("twig", 16, 0.2, 0.011, stalk), ("last", 60, 0.06, 0.03, oval),
    ):  # fmt: skip
        draw = canvas.child(label)
        strokes.add(
            draw.uniform("place", 2 * n).reshape(n, 2), draw.uniform("angle", n, 0.0, TAU),
            draw.uniform("length", n, 0.6, 1.2) * long, draw.uniform("width", n, 0.7, 1.2) * wide,
            outline=outline, bend=draw.uniform("bend", n, -0.7, 0.7),
            light=draw.uniform("light", n, -1.0, 1.2), warm=draw.uniform("warm", n, -0.8, 1.4),
            rib=0.3, rim=0.6,
        )  # fmt: skip
    soil_look = Look(light=0.5 * even(light) - 0.7, relief=0.4 * even(relief) - 1.0,
                     stains=(stones,))  # fmt: skip
    return strokes.over(soil_look)


def sand(canvas: Canvas) -> Look:
    """Grains, and ripples of the wind that fork."""
    bend = canvas.noise("bend", coarse=1, fine=4, slope=1.0)
    grain = canvas.noise("grain", coarse=24, fine=64, slope=0.0)
    patch = canvas.noise("patch", coarse=1, fine=12, slope=1.0)
    if canvas.name == "ash":
        return Look(light=0.6 * grain + 0.7 * patch, relief=0.4 * grain + patch)
    phase = TAU * (11.0 * Y + 2.0 * X) + 1.5 * bend
    ripple = np.sin(phase + 0.45 * np.sin(phase))
    strong = 0.5 + 0.5 * step(patch, -1.0, 1.0)
    dark = step(canvas.noise("mineral", coarse=30, fine=64, slope=0.0), 2.0, 2.8)
    return Look(
        light=0.75 * strong * ripple + 0.5 * grain + 0.3 * patch - 1.2 * dark,
        relief=strong * ripple + 0.25 * grain, warm=0.25 * patch,
    )  # fmt: skip


def gravel(canvas: Canvas) -> Look:
    """Broken stones, edge to edge, of several sorts."""
    rough = canvas.noise("rough", coarse=6, fine=64, slope=0.7)
    stone = canvas.cells("stone", 20, warp=(0.006 * rough, 0.006 * np.roll(rough, 40, 1)))
    small = canvas.cells("small", 44)
    body = step(stone.gap, 0.02, 0.3)
    sort = canvas.of_cells("sort", stone)
    grit = canvas.of_cells("grit", small) - 1.5 * small.near
    light = body * (1.0 * sort + 0.25 * rough + 0.6) + (1.0 - body) * (0.4 * grit - 1.2)
    relief = body * (1.0 - 0.6 * stone.near + 0.3 * sort) + 0.1 * rough + (1.0 - body) * 0.1 * grit
    return Look(light=light, relief=relief, warm=0.7 * canvas.of_cells("hue", stone) * body)


def pebbles(canvas: Canvas) -> Look:
    """Stones rounded by water, with sand between."""
    swirl = canvas.noise("swirl", coarse=2, fine=12, slope=1.0)
    stone = canvas.cells("stone", 11, jitter=0.75, warp=(0.008 * swirl, 0.0))
    small = canvas.cells("small", 26, jitter=0.8)
    grain = canvas.noise("grain", coarse=16, fine=64, slope=0.3)
    body, lesser = step(stone.gap, 0.05, 0.28), step(small.gap, 0.06, 0.35)
    dome = np.sqrt(np.clip(1.0 - (stone.near / 0.8) ** 2, 0.0, 1.0))
    tone, lesser_tone = canvas.of_cells("tone", stone), canvas.of_cells("tone small", small)
    on_sand = lesser * (0.5 + 0.8 * lesser_tone) + 0.3 * grain - 0.9
    veins = np.sin(6.0 * swirl + TAU * canvas.of_cells("vein", stone))
    light = body * (1.1 * tone + 0.9 * dome + 0.15 * veins + 0.1 * grain) + (1.0 - body) * on_sand
    warm = canvas.of_cells("hue", stone) * body
    relief = body * (0.4 + dome) + (1.0 - body) * 0.3 * lesser
    return Look(light=light, relief=relief, warm=warm, rough=0.15 * (1.0 - body))
