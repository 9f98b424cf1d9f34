"""Rock and its kin: layered, columnar, grained."""

from __future__ import annotations

import numpy as np

from outrider.world.patterns.canvas import Canvas, Look, Stain, X, even, shifted, soft, step

_LICHEN = (150, 152, 120)


def speckle(canvas: Canvas) -> Look:
    """Grains of several minerals, as in granite."""
    grain = canvas.cells("grain", 40)
    mineral = canvas.of_cells("mineral", grain)
    dark = step(mineral, -0.72, -0.8)
    pale = step(mineral, 0.6, 0.7)
    fine = canvas.noise("fine", coarse=16, fine=64, slope=0.2)
    patch = canvas.noise("patch", coarse=2, fine=8, slope=0.8)
    light = 0.5 * mineral + 0.9 * pale - 1.5 * dark + 0.3 * fine + 0.2 * patch
    return Look(light=light, relief=0.3 * fine + 0.2 * mineral + 0.3 * patch,
                warm=0.5 * canvas.of_cells("hue", grain), rough=-0.1 * dark)  # fmt: skip


def rock(canvas: Canvas) -> Look:
    """Broken faces, cracks and lichen."""
    lump = canvas.noise("lump", coarse=2, fine=10, slope=1.0)
    other = canvas.noise("other", coarse=1, fine=10, slope=1.3)
    fine = canvas.noise("fine", coarse=6, fine=64, slope=0.9)
    face = canvas.cells("face", 5, 6, warp=(0.05 * lump + 0.012 * fine, 0.05 * other))
    facet = canvas.cells("facet", 12, 15, warp=(0.02 * other, 0.02 * lump + 0.008 * fine))
    crack = step(face.gap, 0.1, 0.0) * step(other, -0.7, 0.4)
    plane = canvas.of_cells("tilt", face) + 0.6 * canvas.of_cells("small tilt", facet)
    relief = 0.6 * lump + 0.45 * plane + 0.35 * fine - 1.6 * crack
    light = 0.25 * lump + 0.6 * plane + 0.6 * fine - 2.2 * crack
    lichen = step(canvas.noise("lichen", coarse=2, fine=40, slope=0.9), 1.3, 1.9)
    return Look(
        light=light, relief=relief, warm=0.2 * other, stains=(Stain(0.4 * lichen, _LICHEN),)
    )


def strata(canvas: Canvas) -> Look:
    """Layers of sediment, thick and thin, worn back unevenly."""
    sway = canvas.noise("sway", coarse=1, fine=5, slope=1.4)
    ragged = canvas.noise("ragged", coarse=3, fine=40, slope=1.0)
    layers = canvas.noise("layers", coarse=4, fine=60, slope=0.55, longer=(40.0, 1.0))
    beds = canvas.noise("beds", coarse=2, fine=9, slope=0.3, longer=(40.0, 1.0))
    dip = 0.022 * sway + 0.005 * ragged
    band, bed = shifted(layers, 0.0, dip), shifted(beds, 0.0, dip)
    grain = canvas.noise("grain", coarse=12, fine=64, slope=0.4)
    joint = step(canvas.noise("joint", coarse=3, fine=30, slope=0.8, longer=(1.0, 5.0)), 1.9, 2.6)
    relief = np.tanh(1.5 * bed) + 0.5 * band + 0.25 * ragged + 0.1 * grain - 0.8 * joint
    ledge = relief - np.roll(relief, -2, 0)
    light = 0.55 * bed + 0.55 * band + 0.3 * ragged + 0.25 * grain - 1.2 * joint + 0.5 * ledge
    return Look(light=light, relief=relief, warm=0.7 * bed - 0.3 * band)


def basalt(canvas: Canvas) -> Look:
    """Cooled lava: cracked into blocks, full of pores."""
    lump = canvas.noise("lump", coarse=1, fine=12, slope=1.2)
    fine = canvas.noise("fine", coarse=8, fine=64, slope=0.5)
    block = canvas.cells("block", 5, warp=(0.03 * lump + 0.006 * fine, 0.03 * np.roll(lump, 64, 0)))
    pore = canvas.cells("pore", 26)
    size = canvas.of_cells("size", pore, -0.2, 0.42)
    hole = step(pore.near, size, size - 0.2)
    crack = step(block.gap, 0.13, 0.0)
    rope = np.sin(9.0 * lump + 3.0 * canvas.of_cells("phase", block))
    relief = 0.8 * canvas.of_cells("tilt", block) + 0.4 * rope + 0.4 * fine - hole - 2.2 * crack
    light = (0.5 * canvas.of_cells("tone", block) + 0.3 * rope + 0.6 * fine
             - 0.9 * hole - 1.8 * crack)  # fmt: skip
    return Look(light=light, strength=1.3, relief=relief, warm=0.2 * lump)


def snow(canvas: Canvas) -> Look:
    """Soft drifts, and crystals that glint."""
    drift = canvas.noise("drift", coarse=2, fine=9, slope=1.0, longer=(1.0, 2.0))
    crust = canvas.noise("crust", coarse=5, fine=40, slope=1.1, longer=(1.0, 1.8))
    grain = canvas.noise("grain", coarse=24, fine=64, slope=0.0)
    glint = step(np.where(canvas.uniform("glint", X.size).reshape(X.shape) > 0.993, 1.0, 0.0), 0, 1)
    light = 0.8 * drift + 0.45 * crust + 0.22 * grain + 1.6 * glint
    return Look(light=light, relief=drift + 0.4 * crust + 0.08 * grain, warm=0.3 * drift,
                rough=-0.6 * glint)  # fmt: skip


def ice(canvas: Canvas) -> Look:
    """Clear, with white cracks, bubbles and clouds within."""
    cloud = canvas.noise("cloud", coarse=2, fine=20, slope=1.2)
    kink = canvas.noise("kink", coarse=4, fine=20, slope=1.1)
    long = canvas.cells("long", 3, jitter=1.0, warp=(0.006 * kink, 0.012 * cloud))
    short = canvas.cells("short", 7, jitter=1.0, warp=(0.004 * kink, 0.01 * cloud))
    faint = step(canvas.noise("faint", coarse=1, fine=6), -0.2, 1.0)
    crack = step(long.gap, 0.035, 0.0) + 0.6 * faint * step(short.gap, 0.1, 0.0)
    haze = step(long.gap, 0.3, 0.0) * canvas.of_cells("haze", long, 0.2, 0.8)
    bubble = step(canvas.noise("bubble", coarse=20, fine=50, slope=0.0), 2.3, 3.0)
    light = 0.5 * cloud + 1.6 * np.minimum(crack, 1.0) + haze + 0.9 * bubble
    white = Stain(np.clip(0.65 * crack + 0.3 * bubble, 0.0, 0.8), (240, 247, 250))
    return Look(light=light, relief=0.6 * soft(cloud) - 0.5 * crack, warm=-0.1 * cloud,
                stains=(white,), rough=0.3 * np.minimum(crack, 1.0) + 0.05 * bubble)  # fmt: skip


def lava(canvas: Canvas) -> Look:
    """Dark plates that drift on what glows."""
    lump = canvas.noise("lump", coarse=1, fine=16, slope=1.2)
    fine = canvas.noise("fine", coarse=6, fine=64, slope=0.7)
    plate = canvas.cells("plate", 5, warp=(0.04 * lump + 0.008 * fine, 0.04 * np.roll(lump, 50, 1)))
    heat = np.clip(1.0 - plate.gap / (0.28 + 0.1 * np.clip(lump, -1.5, 1.5)), 0.0, 1.0)
    crust = step(heat, 0.55, 0.15) * (0.75 + 0.25 * canvas.of_cells("age", plate))
    white_hot = Stain(step(heat, 0.6, 1.0) * 0.85, (255, 214, 96))
    light = 1.6 * heat + 0.25 * fine
    dark = Stain(np.clip(crust * (0.8 + 0.12 * fine), 0.0, 0.94), (64, 24, 16))
    return Look(light=light, relief=crust + 0.15 * fine, warm=0.0, stains=(dark, white_hot),
                rough=-0.2 * heat)  # fmt: skip


def water(canvas: Canvas) -> Look:
    """Wind ripples: round troughs between sharp crests, on a low swell."""
    ripple = canvas.noise("ripple", coarse=5, fine=22, slope=0.7, longer=(1.9, 1.0))
    lesser = canvas.noise("lesser", coarse=9, fine=40, slope=0.7, longer=(1.6, 1.0))
    swell = canvas.noise("swell", coarse=2, fine=7, slope=0.7, longer=(1.6, 1.0))
    bent = shifted(ripple, 0.02 * swell, 0.02 * swell)
    crest = 1.0 - np.abs(bent)
    relief = 0.7 * crest + 0.3 * (1.0 - np.abs(lesser)) + 0.5 * swell
    far_side = relief - np.roll(relief, -2, 0)
    light = 0.5 * even(far_side) + 0.7 * step(crest, 0.55, 1.0) + 0.25 * swell
    return Look(light=light, relief=relief, warm=-0.2 * swell)
