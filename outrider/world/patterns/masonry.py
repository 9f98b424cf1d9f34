"""What is laid or poured by masons, roofers and road makers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from outrider.world.patterns.canvas import F64, I64, Canvas, Look, Stain, X, Y, step

TAU: Final = 2.0 * math.pi
_MORTAR: Final = (158, 148, 132)
_JOINT: Final = (132, 124, 112)


@dataclass(frozen=True)
class Courses:
    """Blocks laid in rows, each row set off against the one below."""

    border: F64
    """Tiles from a pixel to the nearest border of its block."""
    which: I64
    """The block's number."""


def courses(columns: int, rows: int, *, bond: float = 0.5, sway: F64 | float = 0.0) -> Courses:
    """``columns`` by ``rows`` blocks whose borders sway by so many tiles."""
    # Half a block aside, so that no joint lies on the tile's edge.
    y = (Y + sway) * rows + 0.5
    row = np.floor(y).astype(np.int64)
    x = (X + sway) * columns + 0.25 + bond * (row % rows)
    column = np.floor(x).astype(np.int64)
    across, up = x - column, y - row
    border = np.minimum(np.minimum(across, 1.0 - across) / columns, np.minimum(up, 1.0 - up) / rows)
    return Courses(border, row % rows * columns + column % columns)


def brick(canvas: Canvas) -> Look:
    """Running bond, four bricks long and twelve courses high."""
    sway = canvas.noise("sway", coarse=4, fine=40, slope=0.8)
    laid = courses(4, 12, sway=0.0010 * sway)
    stone = step(laid.border, 0.003, 0.0075)
    tone = canvas.uniform("tone", 48, -1.0, 1.0)[laid.which]
    burnt = step(canvas.uniform("burnt", 48)[laid.which], 0.86, 0.9)
    pits = canvas.noise("pits", coarse=14, fine=64, slope=0.3)
    dirt = canvas.noise("dirt", coarse=1, fine=10, slope=1.2)
    light = stone * (0.8 * tone - 0.9 * burnt + 0.35 * pits + 0.3 * dirt) + (1.0 - stone) * (
        0.3 * pits - 0.3
    )
    return Look(light=light, relief=stone * (1.0 + 0.15 * pits + 0.1 * tone) + 0.1 * pits,
                warm=0.5 * canvas.uniform("hue", 48, -1.0, 1.0)[laid.which] * stone,
                stains=(Stain(0.85 * (1.0 - stone), _MORTAR),))  # fmt: skip


# Columns, rows, offset a row, half joint in tiles; by material.
_SLABS: Final[dict[str, tuple[int, int, float, float]]] = {
    "paving": (2, 2, 0.0, 0.006),
    "paving_red": (4, 8, 0.5, 0.006),
    "stone_ashlar": (2, 4, 0.5, 0.004),
}


def slabs(canvas: Canvas) -> Look:
    """Slabs, pavers or hewn blocks with narrow joints."""
    columns, rows, bond, joint = _SLABS.get(canvas.name, (2, 2, 0.0, 0.006))
    sway = canvas.noise("sway", coarse=6, fine=50, slope=0.8)
    laid = courses(columns, rows, bond=bond, sway=0.0008 * sway)
    stone = step(laid.border, 0.5 * joint, 0.5 * joint + 0.007)
    worn = step(laid.border, 0.0, 0.03)
    count = columns * rows
    tone = canvas.uniform("tone", count, -1.0, 1.0)[laid.which]
    fine = canvas.noise("fine", coarse=12, fine=64, slope=0.3)
    cloud = canvas.noise("cloud", coarse=1, fine=16, slope=1.1)
    light = stone * (0.55 * tone + 0.45 * cloud + 0.4 * fine + 0.3 * worn) - 1.6 * (1.0 - stone)
    return Look(light=light, relief=stone + 0.06 * fine + 0.08 * tone * stone + 0.2 * worn,
                warm=0.4 * canvas.uniform("hue", count, -1.0, 1.0)[laid.which],
                stains=(Stain(0.4 * (1.0 - stone), _JOINT),))  # fmt: skip


def cobbles(canvas: Canvas) -> Look:
    """Setts worn round, in rows, with grit between."""
    sway = canvas.noise("sway", coarse=2, fine=16, slope=1.0)
    stone = canvas.cells("stone", 7, 8, jitter=0.4, warp=(0.008 * sway, 0.008 * np.roll(sway, 30)))
    fine = canvas.noise("fine", coarse=10, fine=64, slope=0.4)
    body = step(stone.gap, 0.1, 0.36)
    dome = np.clip(1.0 - (stone.near / 0.75) ** 2, 0.0, 1.0)
    tone = canvas.of_cells("tone", stone)
    light = body * (0.8 * tone + 0.7 * dome + 0.3 * fine) + (1.0 - body) * (0.4 * fine - 1.0)
    return Look(light=light, relief=body * (0.5 + dome + 0.1 * tone) + 0.08 * fine,
                warm=0.6 * canvas.of_cells("hue", stone) * body,
                stains=(Stain(0.55 * (1.0 - body), (98, 90, 76)),), rough=-0.15 * body)  # fmt: skip


def plaster(canvas: Canvas) -> Look:
    """Trowelled, with hair cracks and rain stains."""
    trowel = canvas.noise("trowel", coarse=2, fine=30, slope=1.0, longer=(1.6, 1.0))
    grain = canvas.noise("grain", coarse=24, fine=64, slope=0.0)
    stain = canvas.noise("stain", coarse=1, fine=20, slope=1.0, longer=(1.0, 6.0))
    wander = canvas.noise("wander", coarse=2, fine=24, slope=1.1)
    hair = canvas.cells("hair", 3, jitter=1.0, warp=(0.04 * wander, 0.04 * trowel))
    crack = step(hair.gap, 0.03, 0.0) * step(wander, 0.4, 1.2)
    light = 0.6 * trowel + 0.55 * grain + 0.35 * stain - 1.3 * crack
    return Look(light=light, relief=0.6 * trowel + 0.5 * grain - 1.2 * crack, warm=0.4 * stain)


def concrete(canvas: Canvas) -> Look:
    """Clouds of its pouring, pores and streaks."""
    cloud = canvas.noise("cloud", coarse=2, fine=24, slope=0.9)
    streak = canvas.noise("streak", coarse=2, fine=40, slope=0.9, longer=(1.0, 8.0))
    grain = canvas.noise("grain", coarse=20, fine=64, slope=0.1)
    pore = canvas.cells("pore", 22)
    size = canvas.of_cells("size", pore, -0.5, 0.32)
    hole = step(pore.near, size, size - 0.15)
    sheet = courses(2, 2, bond=0.0)
    seam = step(sheet.border, 0.009, 0.003)
    light = 0.55 * cloud + 0.35 * streak + 0.5 * grain - 1.5 * hole - 0.9 * seam
    return Look(light=light, relief=0.3 * cloud + 0.3 * grain - 1.4 * hole - 1.2 * seam,
                warm=0.4 * cloud)  # fmt: skip


def asphalt(canvas: Canvas) -> Look:
    """Stones in bitumen; when old, paler, cracked and patched."""
    stone = canvas.cells("stone", 52)
    shade = canvas.of_cells("shade", stone)
    pale = step(shade, 0.55, 0.95)
    fine = canvas.noise("fine", coarse=24, fine=64, slope=0.0)
    cloud = canvas.noise("cloud", coarse=2, fine=10, slope=0.9)
    light = 0.5 * shade + 1.0 * pale - 1.0 * stone.near + 0.5 * fine + 0.25 * cloud
    relief = 0.4 * shade - stone.near + 0.3 * fine
    if canvas.name != "asphalt_old":
        return Look(light=light, relief=relief, warm=0.2 * canvas.of_cells("hue", stone))
    wander = canvas.noise("wander", coarse=2, fine=40, slope=1.0)
    block = canvas.cells("block", 3, jitter=1.0, warp=(0.05 * wander, 0.05 * cloud))
    crack = step(block.gap, 0.045, 0.01) * step(cloud, -0.9, 0.0)
    net = canvas.cells("net", 11, jitter=1.0, warp=(0.012 * wander, 0.012 * cloud))
    crazed = step(net.gap, 0.12, 0.02) * step(canvas.noise("bad", coarse=1, fine=4), 0.9, 1.5)
    broken = np.maximum(crack, 0.8 * crazed)
    return Look(light=light - 2.8 * broken, relief=relief - 1.5 * broken, warm=0.12 * cloud)


def tiles(canvas: Canvas) -> Look:
    """Pantiles: a hollow and a roll side by side, each row over the one below."""
    columns, rows = 6, 4
    roll = (X * columns + 0.25) % 1.0
    # The roll takes up four tenths of the width.
    profile = np.where(roll < 0.6, -0.35 * np.sin(math.pi * roll / 0.6),
                       np.sin(math.pi * (roll - 0.6) / 0.4))  # fmt: skip
    y = Y * rows + 0.5 + 0.05 * profile
    row = np.floor(y).astype(np.int64)
    up = y - row
    number = row % rows * columns + np.floor(X * columns + 0.25).astype(np.int64) % columns
    tone = canvas.uniform("tone", columns * rows, -1.0, 1.0)[number]
    fine = canvas.noise("fine", coarse=10, fine=64, slope=0.4)
    dirt = canvas.noise("dirt", coarse=2, fine=16, slope=0.8, longer=(1.0, 3.0))
    # The upper end lies in the shadow of the row over it, the lower is a lit border.
    shadow, edge = step(up, 0.78, 0.98), step(up, 0.1, 0.03)
    lee = step(np.abs(roll - 0.57), 0.09, 0.0) + 0.5 * step(roll, 0.92, 1.0)
    light = (0.9 * profile + 0.4 * tone + 0.25 * fine + 0.25 * dirt - 1.6 * shadow
             + 0.5 * edge - 1.0 * lee)  # fmt: skip
    moss = step(dirt + 0.7 * fine, 1.7, 2.6) * 0.35
    return Look(light=light, relief=profile - 0.8 * up + 0.06 * fine,
                warm=0.5 * canvas.uniform("hue", columns * rows, -1.0, 1.0)[number],
                stains=(Stain(moss, (112, 112, 76)),))  # fmt: skip


def shingles(canvas: Canvas) -> Look:
    """Rows of tabs of several widths, each over the row below."""
    rows, tabs = 8, 16
    y = Y * rows + 0.5
    row = np.floor(y).astype(np.int64)
    up = y - row
    # Tabs of one to three sixteenths: some of the slits are closed.
    slit = X * tabs + 0.5
    column = np.floor(slit).astype(np.int64)
    closed = canvas.uniform("closed", rows * tabs).reshape(rows, tabs) < 0.45
    closed[:, 0] = closed[:, 5] = closed[:, 10] = False
    owner = np.maximum.accumulate(np.where(closed, 0, np.arange(tabs)), axis=1)
    turn = (column + 3 * (row % rows)) % tabs
    number = (row % rows) * tabs + owner[row % rows, turn]
    opens = ~closed[row % rows, turn]
    gap = np.where(opens, step((slit - column) / tabs, 0.011, 0.003), 0.0)
    tone = canvas.uniform("tone", rows * tabs, -1.0, 1.0)[number]
    grit = canvas.noise("grit", coarse=20, fine=64, slope=0.0)
    worn = canvas.noise("worn", coarse=1, fine=16, slope=1.0, longer=(1.0, 2.5))
    low = canvas.uniform("low", rows * tabs, 0.02, 0.12)[number]
    shadow = step(up, 0.84, 0.98)
    edge = step(up, low + 0.08, low)
    light = (0.8 * tone + 0.4 * grit + 0.3 * worn - 1.5 * shadow - 1.2 * gap
             + 0.3 * edge)  # fmt: skip
    return Look(light=light, relief=(1.0 - gap) * (1.0 - 0.8 * up) + 0.1 * grit + 0.1 * tone,
                warm=0.5 * canvas.uniform("hue", rows * tabs, -1.0, 1.0)[number])  # fmt: skip
