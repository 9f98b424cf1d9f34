"""Metal, paint on it, and what is woven of wire."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.world.patterns.canvas import F64, SIDE, Canvas, Look, Stain, X, Y, soft, step

TAU: Final = 2.0 * math.pi
_RUST: Final = (128, 70, 40)
_RUST_DARK: Final = (82, 48, 34)
_RUST_BRIGHT: Final = (186, 112, 58)
_ASPHALT: Final = (92, 92, 92)
_ZINC: Final = (170, 172, 170)


def metal(canvas: Canvas) -> Look:
    """Brushed along x, with smudges and a few scratches."""
    brush = canvas.noise("brush", coarse=6, fine=64, slope=0.3, longer=(20.0, 1.0))
    smudge = canvas.noise("smudge", coarse=1, fine=10, slope=1.2)
    scratch = canvas.noise("scratch", coarse=20, fine=64, slope=0.0, longer=(9.0, 1.0))
    fine = step(scratch, 2.2, 3.2)
    light = 0.6 * brush + 0.6 * smudge + 1.2 * fine
    return Look(light=light, relief=0.5 * brush - 0.8 * fine, rough=0.05 * smudge + 0.1 * fine)


def rust(canvas: Canvas) -> Look:
    """Blotches of many browns, flaking, with bright dust."""
    blotch = canvas.noise("blotch", coarse=2, fine=40, slope=1.1)
    other = canvas.noise("other", coarse=3, fine=50, slope=0.9)
    grain = canvas.noise("grain", coarse=14, fine=64, slope=0.2)
    flake = canvas.cells("flake", 14, jitter=1.0, warp=(0.03 * blotch, 0.03 * other))
    scab = step(blotch + 0.3 * other, 0.5, 1.0)
    lip = step(np.abs(blotch + 0.3 * other - 0.75), 0.3, 0.0)
    bright = step(other + 0.35 * grain, 1.0, 2.0)
    light = (0.45 * other + 0.4 * grain + 0.35 * canvas.of_cells("tone", flake) - 0.7 * scab
             - 0.6 * lip)  # fmt: skip
    stains = (Stain(0.55 * scab, _RUST_DARK), Stain(0.6 * bright, _RUST_BRIGHT))
    return Look(light=light, relief=0.8 * scab + 0.35 * grain + 0.3 * other, warm=0.5 * other,
                stains=stains)  # fmt: skip


def corrugated(canvas: Canvas) -> Look:
    """Sheets in waves across x, with screws, laps and what the rain washed down."""
    wave = np.cos(TAU * 12.0 * X)
    slope = -np.sin(TAU * 12.0 * X)
    streak = canvas.noise("streak", coarse=2, fine=50, slope=0.6, longer=(1.0, 10.0))
    blotch = canvas.noise("blotch", coarse=1, fine=30, slope=1.1, longer=(1.0, 2.0))
    grain = canvas.noise("grain", coarse=20, fine=64, slope=0.0)
    lap = step(np.abs(Y - 0.25), 0.012, 0.003) * step(Y - 0.25, 0.004, -0.002)
    crest = np.abs((12.0 * X / 2.0 + 0.5) % 1.0 - 0.5) / 6.0
    screw = step(np.hypot(crest, np.abs(Y - 0.3)) * 128, 1.5, 0.6)
    rusty = canvas.name == "corrugated_rust"
    rot = step(blotch + 0.4 * streak, 0.1, 1.4) if rusty else step(blotch + streak, 3.0, 4.5)
    light = 0.9 * wave + 0.45 * slope + 0.3 * streak + 0.12 * grain - 1.6 * lap - 1.8 * screw
    zinc = (0.4 if rusty else 0.0) * step(blotch, -0.3, -1.6)
    stains = (Stain(0.75 * rot, _RUST_DARK if rusty else _RUST), Stain(zinc, _ZINC))
    return Look(light=light, relief=wave + 0.2 * screw + 0.03 * grain, warm=0.15 * blotch,
                stains=stains, rough=0.3 * rot + 0.04 * blotch)  # fmt: skip


def paint_worn(canvas: Canvas) -> Look:
    """Paint that chips off, and rust that runs down from there; on roads the asphalt shows."""
    road = canvas.name.startswith("road")
    cloud = canvas.noise("cloud", coarse=2, fine=14, slope=0.9)
    chip = canvas.noise("chip", coarse=3, fine=60, slope=0.95)
    grain = canvas.noise("grain", coarse=16, fine=64, slope=0.2)
    if road:
        gone = step(chip + 0.5 * grain, 1.5, 2.1)
        light = 0.4 * cloud + 0.5 * grain
        return Look(light=light, strength=0.6, relief=0.3 * grain - gone, rough=0.2 * gone,
                    stains=(Stain(0.9 * gone, _ASPHALT),))  # fmt: skip
    where = chip + 0.35 * cloud
    gone, near = step(where, 1.35, 1.55), step(where, 1.0, 1.4)
    run = gone.copy()
    for down in (1, 2, 4, 8):
        run = np.maximum(run, 0.86 * np.roll(run, -down, 0))
    run = soft(run, 2) * (1.0 - gone)
    speck = step(canvas.noise("speck", coarse=20, fine=60, slope=0.0), 2.4, 2.9)
    light = 0.4 * cloud + 0.25 * grain + 0.5 * (near - gone) - 0.3 * gone
    bare = np.maximum(gone, 0.8 * speck)
    dark = bare * step(grain + cloud, -0.8, 0.8)
    stains = (Stain(0.35 * run, _RUST), Stain(0.9 * bare, _RUST), Stain(0.55 * dark, _RUST_DARK))
    return Look(light=light, strength=0.45, relief=0.12 * grain + 0.5 * near - 1.3 * bare,
                warm=0.2 * cloud, stains=stains, rough=0.2 * bare + 0.1 * run)  # fmt: skip


def mesh(canvas: Canvas) -> Look:
    """Wire woven to a grid; or a grating of flat bars with thin rods across."""
    if canvas.name == "grating":
        bars, rods = 8, 4
        bar, rod = _wires(X, bars, 0.19), _wires(Y, rods, 0.07)
        over = step(bar - rod, -0.2, 0.2)
    else:
        bars = rods = 10
        bar, rod = _wires(X, bars, 0.115), _wires(Y, rods, 0.115)
        odd = (np.floor(X * bars) + np.floor(Y * rods)) % 2.0
        over = np.where(odd > 0.5, bar, 1.0 - rod)
    grain = canvas.noise("grain", coarse=8, fine=64, slope=0.4)
    cover = np.maximum(bar, rod)
    light = bar * over * 0.6 + 0.5 * cover + 0.3 * grain - 0.4 * rod * (1.0 - over)
    return Look(light=light, relief=bar * over + 0.7 * rod, rough=0.05 * grain, cover=cover)


def _wires(way: F64, count: int, half: float) -> F64:
    """1 on the wires that cross ``way``, ``half`` of their spacing wide to either side."""
    off = np.abs(way * count % 1.0 - 0.5)
    return np.clip((half - off) * SIDE / count + 0.5, 0.0, 1.0)
