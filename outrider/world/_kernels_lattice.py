"""Compiled height windows: a lattice of heights, filled row by row.

Everything that depends on x alone is computed once for the window; along a row the noise of one
cell is two straight lines and a fade, so the inner loop is four multiply-adds.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import exact_kernel
from outrider.world._kernels_terrain import (
    AMPLITUDE,
    F64,
    FEATURE_START,
    FEATURE_STRIDE,
    FEATURES,
    FREQUENCY,
    GRADE_X,
    GRADE_Y,
    GRADIENTS,
    HASH_SEED,
    LEVEL,
    MAX_X,
    MAX_Y,
    MIN_X,
    MIN_Y,
    OCTAVE_START,
    OCTAVE_STRIDE,
    OCTAVES,
    OFFSET_X,
    OFFSET_Y,
    RELIEF_DATA,
    RELIEF_NX,
    RELIEF_NY,
    RELIEF_START,
    RELIEF_STEP,
    RELIEF_X,
    RELIEF_Y,
    VALLEY_START,
    VALLEY_STRIDE,
    _cross_section,
    _gradient_index,
    _meander,
    shape_feature,
    spline_place,
    spline_weights,
)


@exact_kernel
def _lattice(start: float, step: float, n: int) -> F64:
    """Coordinates of n lattice lines; exact multiples of the step when ``start`` is one.

    Two windows that share a line must get the same bits for it, and start + i·step does not.
    """
    first = np.floor(start / step + 0.5)
    rest = start - first * step
    if abs(rest) <= 1e-6 * step:
        rest = 0.0
    out = np.empty(n)
    for i in range(n):
        out[i] = (first + i) * step + rest
    return out


@exact_kernel
def _columns(terrain: F64, xs: F64, cells: NDArray[np.int64], us: F64, fades: F64) -> None:
    """Per octave and column: the cell, the place in it, and the fade there."""
    for o in range(cells.shape[0]):
        at = int(terrain[OCTAVE_START]) + o * OCTAVE_STRIDE
        for i in range(xs.shape[0]):
            p = xs[i] * terrain[at + FREQUENCY] + terrain[at + OFFSET_X]
            cell = math.floor(p)
            u = p - cell
            cells[o, i] = cell
            us[o, i] = u
            fades[o, i] = u * u * u * (u * (u * 6.0 - 15.0) + 10.0)


@exact_kernel
def _side(cell_x: int, cell_y: int, seed: int, v: float, fade: float) -> tuple[float, float]:
    """Slope in u and value of one side of a cell at height v in it."""
    low = GRADIENTS[_gradient_index(cell_x, cell_y, seed)]
    high = GRADIENTS[_gradient_index(cell_x, cell_y + 1, seed)]
    value = low[1] * v + fade * (high[1] * (v - 1.0) - low[1] * v)
    return low[0] + fade * (high[0] - low[0]), value


@exact_kernel
def _add_octave(
    octave: F64, y: float, cells: NDArray[np.int64], us: F64, fades: F64, row: F64
) -> None:
    """Add one octave of noise along the row at ``y``."""
    a, seed = octave[AMPLITUDE], int(octave[HASH_SEED])
    p = y * octave[FREQUENCY] + octave[OFFSET_Y]
    floor_y = math.floor(p)
    j, v = int(floor_y), p - floor_y
    fade = v * v * v * (v * (v * 6.0 - 15.0) + 10.0)
    n = row.shape[0]
    i, known = 0, cells[0] - 1
    right_slope, right = 0.0, 0.0
    while i < n:
        cell = cells[i]
        end = i + 1
        while end < n and cells[end] == cell:
            end += 1
        if cell == known:
            left_slope, left = right_slope, right
        else:
            left_slope, left = _side(cell, j, seed, v, fade)
        right_slope, right = _side(cell + 1, j, seed, v, fade)
        known = cell + 1
        a0, a1 = a * left, a * left_slope
        b0, b1 = a * (right - right_slope - left), a * (right_slope - left_slope)
        for k in range(i, end):
            row[k] += (a0 + a1 * us[k]) + fades[k] * (b0 + b1 * us[k])
        i = end


@exact_kernel
def _add_relief(terrain: F64, xs: F64, y: float, row: F64) -> None:
    """Add the relief grid along the row at ``y``: four rows of it are blended once."""
    at = int(terrain[RELIEF_START])
    step, nx, ny = (
        terrain[at + RELIEF_STEP],
        int(terrain[at + RELIEF_NX]),
        int(terrain[at + RELIEF_NY]),
    )
    j, v, _ = spline_place((y - terrain[at + RELIEF_Y]) / step, ny)
    weights, unused, blend = np.empty(4), np.empty(4), np.zeros(4)
    across = np.empty(4)
    spline_weights(v, across, unused)
    field = -1
    for k in range(xs.shape[0]):
        i, u, _ = spline_place((xs[k] - terrain[at + RELIEF_X]) / step, nx)
        if i != field:
            field = i
            for a in range(4):
                column = at + RELIEF_DATA + min(max(i + a - 1, 0), nx - 1)
                total = 0.0
                for b in range(4):
                    total += across[b] * terrain[column + min(max(j + b - 1, 0), ny - 1) * nx]
                blend[a] = total
        spline_weights(u, weights, unused)
        total = 0.0
        for a in range(4):
            total += weights[a] * blend[a]
        row[k] += total


@exact_kernel
def _add_features(terrain: F64, chosen: NDArray[np.int64], xs: F64, y: float, row: F64) -> None:
    """Let the chosen features act on the row at ``y``, in their order."""
    for c in range(chosen.shape[0]):
        f = terrain[chosen[c] : chosen[c] + FEATURE_STRIDE]
        if y < f[MIN_Y] or y > f[MAX_Y]:
            continue
        first = np.searchsorted(xs, f[MIN_X])
        for i in range(first, xs.shape[0]):
            if xs[i] > f[MAX_X]:
                break
            row[i] = shape_feature(f, xs[i], y, row[i], 0.0, 0.0)[0]


@exact_kernel
def _features_within(terrain: F64, xs: F64, ys: F64) -> NDArray[np.int64]:
    """Places in ``terrain`` of the feature records whose box meets the window."""
    count = int(terrain[FEATURES])
    places = np.empty(count, np.int64)
    n = 0
    for k in range(count):
        at = int(terrain[FEATURE_START]) + k * FEATURE_STRIDE
        misses_x = terrain[at + MIN_X] > xs[-1] or terrain[at + MAX_X] < xs[0]
        if not (misses_x or terrain[at + MIN_Y] > ys[-1] or terrain[at + MAX_Y] < ys[0]):
            places[n] = at
            n += 1
    return places[:n]


@exact_kernel
def fill_heights(
    terrain: F64,
    x0: float,
    y0: float,
    step: float,
    nx: int,
    ny: int,
    out: NDArray[np.floating],
    z0: float,
    scale: float,
) -> None:
    """Fill ``out (ny, nx)`` with (height - z0) · scale at (x0 + i·step, y0 + j·step).

    Windows whose origins are multiples of the step agree bit for bit where they overlap.
    """
    xs, ys = _lattice(x0, step, nx), _lattice(y0, step, ny)
    octaves = int(terrain[OCTAVES])
    cells, us = np.empty((octaves, nx), np.int64), np.empty((octaves, nx))
    fades, row, noise = np.empty((octaves, nx)), np.empty(nx), np.empty(nx)
    _columns(terrain, xs, cells, us, fades)
    chosen = _features_within(terrain, xs, ys)
    at = int(terrain[VALLEY_START])
    valley = terrain[at : at + VALLEY_STRIDE]
    middles = np.zeros(nx)
    if at > 0:
        for i in range(nx):
            middles[i] = _meander(valley, xs[i])[0]
    for j in range(ny):
        y = ys[j]
        noise[:] = 0.0
        for o in range(octaves):
            start = int(terrain[OCTAVE_START]) + o * OCTAVE_STRIDE
            octave = terrain[start : start + OCTAVE_STRIDE]
            _add_octave(octave, y, cells[o], us[o], fades[o], noise)
        for i in range(nx):
            row[i] = terrain[LEVEL] + terrain[GRADE_X] * xs[i] + terrain[GRADE_Y] * y
        if at > 0:
            for i in range(nx):
                rise, _, mask, _ = _cross_section(valley, y - middles[i])
                row[i] += rise + mask * noise[i]
        else:
            for i in range(nx):
                row[i] += noise[i]
        if terrain[RELIEF_START] > 0.0:
            _add_relief(terrain, xs, y, row)
        _add_features(terrain, chosen, xs, y, row)
        for i in range(nx):
            out[j, i] = (row[i] - z0) * scale
