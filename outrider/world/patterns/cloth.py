"""What people and beasts wear: fabric, leather, skin, hair, feathers; plastics and paper."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.patterns.canvas import F64, SIDE, Canvas, Look, Stain, X, Y, shifted, soft, step
from outrider.world.patterns.strokes import Strokes, blade

Bools = NDArray[np.bool_]
TAU: Final = 2.0 * math.pi


def plain(canvas: Canvas) -> Look:
    """Almost nothing: a breath of unevenness."""
    cloud = canvas.noise("cloud", coarse=1, fine=8, slope=1.2)
    grain = canvas.noise("grain", coarse=24, fine=64, slope=0.0)
    return Look(light=cloud + 0.4 * grain, relief=0.5 * cloud + 0.3 * grain, rough=0.01 * cloud)


def fabric(canvas: Canvas) -> Look:
    """Woven; denim as twill, a carpet in loops, a rope in strands."""
    if canvas.name == "rope":
        return _rope(canvas)
    if canvas.name == "carpet":
        return _loops(canvas)
    if canvas.name == "denim":
        height, over = _twill(32, 4)
    else:
        height, over = _weave(20)
    uneven = canvas.noise("uneven", coarse=8, fine=64, slope=0.2, longer=(6.0, 1.0))
    other = canvas.noise("other", coarse=8, fine=64, slope=0.2, longer=(1.0, 6.0))
    fold = canvas.noise("fold", coarse=1, fine=6, slope=1.3)
    light = 1.1 * height + np.where(over, 0.35 * uneven, 0.35 * other - 0.25) + 0.3 * fold
    return Look(light=light, relief=height + 0.15 * fold, warm=0.15 * fold)


def _weave(threads: int) -> tuple[F64, Bools]:
    """Height, and whether the thread along x lies above, of a plain weave."""
    along, up = X * threads, Y * threads
    over = (np.floor(along) + np.floor(up)) % 2.0 > 0.5
    weft = np.sqrt(np.abs(np.sin(math.pi * up))) * np.abs(np.sin(math.pi * along)) ** 0.3
    warp = np.sqrt(np.abs(np.sin(math.pi * along))) * np.abs(np.sin(math.pi * up)) ** 0.3
    return np.where(over, weft, warp), np.asarray(over)


def _twill(threads: int, period: int) -> tuple[F64, Bools]:
    """The same for threads that float over half of ``period`` others."""
    column, row = np.floor(X * threads), np.floor(Y * threads)
    over = (column - row) % period >= period / 2
    weft = np.abs(np.sin(math.pi * Y * threads)) ** 0.6
    warp = np.abs(np.sin(math.pi * X * threads)) ** 0.6
    return np.where(over, weft, warp), np.asarray(over)


def _loops(canvas: Canvas) -> Look:
    loop = canvas.cells("loop", 34, jitter=0.6)
    patch = canvas.noise("patch", coarse=1, fine=10, slope=1.0)
    light = 0.5 * canvas.of_cells("tone", loop) - 1.8 * loop.near + 0.3 * patch
    return Look(light=light, relief=1.0 - loop.near, warm=0.3 * canvas.of_cells("hue", loop))


def _rope(canvas: Canvas) -> Look:
    phase = (6.0 * X + 6.0 * Y) % 1.0
    strand = np.sin(math.pi * phase)
    fibre = canvas.noise("fibre", coarse=14, fine=64, slope=0.1)
    fine = np.sin(TAU * (30.0 * X + 18.0 * Y) + 0.6 * fibre)
    light = 1.3 * np.sqrt(strand) + 0.3 * fine + 0.3 * fibre
    return Look(light=light, relief=np.sqrt(strand) + 0.1 * fine)


def leather(canvas: Canvas) -> Look:
    """Pebbled, with creases."""
    wander = canvas.noise("wander", coarse=2, fine=16, slope=1.0)
    pebble = canvas.cells("pebble", 26, warp=(0.01 * wander, 0.01 * np.roll(wander, 30, 0)))
    worn = canvas.noise("worn", coarse=1, fine=12, slope=1.1)
    crease = step(np.abs(canvas.noise("crease", coarse=2, fine=10, slope=1.0)), 0.06, 0.0)
    body = step(pebble.gap, 0.0, 0.35)
    light = 0.9 * body + 0.25 * canvas.of_cells("tone", pebble) + 0.35 * worn - 0.9 * crease
    return Look(light=light, relief=body - 0.5 * pebble.near - crease, warm=0.3 * worn,
                rough=-0.08 * body)  # fmt: skip


def skin(canvas: Canvas) -> Look:
    """Soft blotches and pores."""
    blotch = canvas.noise("blotch", coarse=1, fine=12, slope=1.1)
    pore = canvas.noise("pore", coarse=20, fine=64, slope=0.0)
    line = canvas.cells("line", 40)
    light = 0.7 * blotch + 0.3 * pore + 0.5 * step(line.gap, 0.0, 0.3)
    return Look(light=light, relief=0.4 * pore + step(line.gap, 0.0, 0.3), warm=-0.6 * blotch)


def hair(canvas: Canvas) -> Look:
    """Strands that hang along y, in locks."""
    sway = canvas.noise("sway", coarse=1, fine=5, slope=1.2, longer=(1.0, 2.0))
    strands = canvas.noise("strands", coarse=8, fine=64, slope=0.25, longer=(1.0, 12.0))
    locks = canvas.noise("locks", coarse=3, fine=14, slope=0.6, longer=(1.0, 6.0))
    sheen = canvas.noise("sheen", coarse=1, fine=4, slope=1.0, longer=(4.0, 1.0))
    bent, lock = (shifted(field, 0.03 * sway, 0.0) for field in (strands, locks))
    light = 0.8 * bent + 0.6 * lock + 0.4 * sheen
    return Look(
        light=light, relief=0.5 * bent + lock, warm=0.3 * lock, rough=-0.1 * step(sheen, 0, 2)
    )


def fur(canvas: Canvas) -> Look:
    """Short hairs, one over the other, combed downwards."""
    n = 1000
    place = canvas.uniform("place", 2 * n).reshape(n, 2)
    place = place[np.argsort(place[:, 1] + 0.5 * canvas.uniform("depth", n))]
    comb = canvas.noise("comb", coarse=1, fine=4, slope=1.0)
    at = comb[(place[:, 1] * SIDE).astype(int), (place[:, 0] * SIDE).astype(int)]
    strokes = Strokes(wrap=True)
    strokes.add(
        place, -0.5 * math.pi + 0.25 * at + canvas.uniform("angle", n, -0.35, 0.35),
        canvas.uniform("length", n, 0.07, 0.12), canvas.uniform("width", n, 0.008, 0.014),
        outline=blade, bend=canvas.uniform("bend", n, -0.5, 0.5),
        light=canvas.uniform("light", n, -0.7, 0.7) + 0.3 * at,
        warm=canvas.uniform("warm", n, -0.3, 0.3), rim=0.4, tip=0.9,
    )  # fmt: skip
    under = canvas.noise("under", coarse=10, fine=64, slope=0.3, longer=(1.0, 4.0))
    return strokes.over(Look(light=0.2 * under - 0.9, relief=0.1 * under - 0.5))


def feathers(canvas: Canvas) -> Look:
    """Rounded feathers, row over row, tips down, each with its shaft and barbs."""
    columns, rows = 8, 10
    light, relief = np.full(X.shape, -1.0), np.zeros(X.shape)
    fine = canvas.noise("fine", coarse=16, fine=64, slope=0.2)
    tone = canvas.uniform("tone", columns * rows, -1.0, 1.0).reshape(rows, columns)
    level = np.floor(Y * rows).astype(np.int64)
    # The rows whose feathers reach down to here, the lowest first: the upper ones cover it.
    for above in (0, 1, 2):
        row = level + above
        x = X * columns + 0.5 * (row % 2)
        column = np.floor(x).astype(np.int64)
        side, down = x - column - 0.5, row + 1.0 - Y * rows
        tip = 1.9 + 0.25 * (tone[row % rows, column % columns]) - 2.6 * side**2
        there = down < tip
        barbs = np.sin(TAU * (2.6 * down + 4.5 * np.abs(side)))
        shaft = step(np.abs(side), 0.09, 0.02)
        rim = step(tip - down, 0.3, 0.0)
        lit = 0.5 * tone[row % rows, column % columns] + 0.2 * barbs + 0.6 * shaft + 0.5 * rim
        lit = lit + 0.35 * (down - 1.0) + 0.15 * fine
        light = np.where(there, lit, light - 0.6 * step(down - tip, 0.35, 0.0))
        relief = np.where(there, 0.4 * down + 0.2 * shaft, relief)
    return Look(light=light, relief=relief, warm=0.2 * fine)


def rubber(canvas: Canvas) -> Look:
    """Matt, dusty, with scuffs."""
    dust = canvas.noise("dust", coarse=1, fine=16, slope=1.0)
    grain = canvas.noise("grain", coarse=20, fine=64, slope=0.0)
    scuff = step(canvas.noise("scuff", coarse=8, fine=50, slope=0.4, longer=(5.0, 1.0)), 1.9, 3.0)
    return Look(light=0.6 * dust + 0.6 * grain + 1.0 * scuff, relief=grain + 0.3 * dust,
                rough=0.05 * dust - 0.1 * scuff)  # fmt: skip


def plastic(canvas: Canvas) -> Look:
    """Moulded with a fine stipple; a circuit board has tracks and pads."""
    if canvas.name == "circuit":
        return _circuit(canvas)
    stipple = canvas.noise("stipple", coarse=24, fine=64, slope=0.0)
    cloud = canvas.noise("cloud", coarse=1, fine=8, slope=1.2)
    return Look(light=0.6 * stipple + 0.6 * cloud, relief=stipple, rough=0.03 * stipple)


def _circuit(canvas: Canvas) -> Look:
    cell = (np.floor(Y * 8) * 8 + np.floor(X * 8)).astype(np.int64)
    kind = canvas.uniform("kind", 64)[cell]
    x, y = X * 8 % 1.0 - 0.5, Y * 8 % 1.0 - 0.5
    chip = (kind < 0.22) & (np.abs(x) < 0.34) & (np.abs(y) < 0.34)
    legs = (kind < 0.22) & (np.abs(x) < 0.45) & (np.abs(y) < 0.34) & ~chip
    legs &= (Y * 64) % 1.0 < 0.6
    pad = (kind > 0.6) & (np.abs(np.hypot(x, y) - 0.15) < 0.08)
    lanes = canvas.noise("lanes", coarse=4, fine=16, slope=0.0, longer=(8.0, 1.0))
    track = step(lanes, 1.0, 1.3) * (kind > 0.3)
    tin = legs | pad
    stains = (
        Stain(0.9 * chip.astype(float), (34, 34, 38)),
        Stain(0.9 * tin.astype(float), (196, 188, 150)),
    )
    return Look(light=0.8 * track, strength=0.6, relief=1.0 * chip + 0.4 * tin + 0.2 * track,
                stains=stains)  # fmt: skip


def carbon(canvas: Canvas) -> Look:
    """Twill of carbon tows, those along x lighter than those along y."""
    height, over = _twill(16, 4)
    fibre = canvas.noise("fibre", coarse=30, fine=64, slope=0.0)
    light = np.where(over, 0.8, -0.8) * (0.5 + 0.5 * height) + 0.15 * fibre
    return Look(light=light, relief=height, rough=np.where(over, -0.05, 0.05))


def paper(canvas: Canvas) -> Look:
    """Fibres and specks; cardboard shows its flutes."""
    fibre = canvas.noise("fibre", coarse=8, fine=64, slope=0.5)
    cloud = canvas.noise("cloud", coarse=1, fine=10, slope=1.0)
    speck = step(canvas.noise("speck", coarse=20, fine=64, slope=0.0), 2.3, 3.0)
    light = 0.6 * fibre + 0.4 * cloud - 1.2 * speck
    flutes = np.sin(TAU * 40.0 * X) if canvas.name == "cardboard" else 0.0 * X
    return Look(light=light + 0.4 * flutes, relief=0.3 * fibre + 0.5 * flutes, warm=0.2 * cloud)


def glass(canvas: Canvas) -> Look:
    """What it mirrors: the sky, softly uneven, with smudges."""
    sky = canvas.noise("sky", coarse=1, fine=6, slope=1.5, longer=(1.0, 1.6))
    smudge = canvas.noise("smudge", coarse=3, fine=40, slope=1.1)
    return Look(light=soft(sky, 2) + 0.12 * smudge, relief=0.3 * sky,
                rough=0.03 * step(smudge, 0.5, 2.5))  # fmt: skip
