"""The sheet metal of vehicles: bodies lofted from cross-sections, and what is laid upon them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.world.materials import material
from outrider.world.mesh import Mesh, box_uv, checked, make

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Line = tuple[tuple[float, float], ...]

ROWS: Final = 10
"""Points of half a cross-section, from the middle of the floor to the middle of the roof."""
COARSE_ROWS: Final = (0, 1, 3, 5, 6, 9)
SILL_STRIP, WINDOW_STRIP, PILLAR_STRIP = 1, 5, 6
CREASE_RAD: Final = 0.62


@dataclass(frozen=True, kw_only=True)
class Body:
    """A body's lines as (x, value) from its nose to its tail; x ahead of its middle."""

    top: Line
    """Height along the middle: bonnet, windscreen, roof, rear window, boot."""
    belt: Line
    """Height of the shoulder, on which the side windows stand."""
    plan: Line
    """Half width."""
    floor: Line
    bow: Line
    """How far the middle stands ahead of the sides: round noses, screens and tails."""
    crease: float
    """Height of the widest line."""
    roof_half: float
    """Half the width of the roof at the upper edge of the windows."""
    axles: tuple[float, ...]
    arch_radius: float
    axle_height: float
    windows: Line = ()
    """Side windows from x to x; between them are black posts."""
    screens: Line = ()
    """Windows across the car."""
    bed: tuple[float, float, float] | None = None
    """From x to x, height of its floor: the open box of a pickup."""


def creased(
    points: ArrayLike, triangles: ArrayLike, names: Sequence[str], patch: ArrayLike,
    *, crease_rad: float = CREASE_RAD,
) -> Mesh:  # fmt: skip
    """A mesh that is smooth but where neighbouring faces meet at more than ``crease_rad``."""
    for name in names:
        material(name)
    where, corner = np.asarray(points, float), np.asarray(triangles, np.int64)
    a, b, c = (where[corner[:, k]] for k in range(3))
    face = np.cross(b - a, c - a)
    real = np.linalg.norm(face, axis=1) > 1e-10
    corner, face = corner[real], face[real]
    unit = face / np.linalg.norm(face, axis=1, keepdims=True)
    around = _faces_at(corner, len(where))
    at = around[corner.reshape(-1)]
    own = np.repeat(np.arange(len(corner)), 3)
    near = np.einsum("nkd,nd->nk", unit[at], unit[own]) > np.cos(crease_rad)
    total = (face[at] * (near & (at >= 0))[:, :, None]).sum(axis=1)
    total /= np.linalg.norm(total, axis=1, keepdims=True)
    key = np.column_stack([corner.reshape(-1), np.round(total * 512.0)]).astype(np.int64)
    _, first, shared = np.unique(key, axis=0, return_index=True, return_inverse=True)
    place = where[corner.reshape(-1)[first]].astype(np.float32)
    normals = total[first].astype(np.float32)
    return checked(
        Mesh(
            points=place,
            normals=normals,
            uv=box_uv(place, normals),
            triangles=shared.reshape(-1, 3).astype(np.int32),
            patch=np.asarray(patch, np.int16)[real],
            materials=tuple(names),
        )
    )


def _faces_at(corner: I64, count: int) -> I64:
    """(count, most) the faces about each point, -1 where there are no more."""
    points = corner.reshape(-1)
    order = np.argsort(points, kind="stable")
    ordered = points[order]
    start = np.searchsorted(ordered, np.arange(count))
    rank = np.arange(len(ordered)) - start[ordered]
    table = np.full((count, int(rank.max()) + 1), -1, np.int64)
    table[ordered, rank] = order // 3
    return table


def skin(
    rings: ArrayLike, names: Sequence[str], patch: ArrayLike = 0, *, caps: tuple[int, int] = (0, 0),
    crease_rad: float = CREASE_RAD,
) -> Mesh:  # fmt: skip
    """A closed skin over ``rings (n, k, 3)``, flat at both ends.

    ``patch (n - 1, k)`` are places in ``names`` of its fields, ``caps`` those of its ends.
    """
    grid = np.asarray(rings, float)
    n, k = grid.shape[:2]
    at = np.arange(n * k).reshape(n, k)
    right = np.roll(at, -1, axis=1)
    a, b, c, d = (x.reshape(-1) for x in (at[:-1], right[:-1], right[1:], at[1:]))
    field = np.broadcast_to(np.asarray(patch), (n - 1, k)).reshape(-1)
    middles = grid[[0, -1]].mean(axis=1)
    first = np.column_stack([right[0], at[0], np.full(k, n * k)])
    last = np.column_stack([at[-1], right[-1], np.full(k, n * k + 1)])
    triangles = np.concatenate(
        [np.column_stack([a, b, c]), np.column_stack([a, c, d]), first, last]
    )
    patches = np.concatenate([field, field, np.full(k, caps[0]), np.full(k, caps[1])])
    points = np.concatenate([grid.reshape(-1, 3), middles])
    return creased(points, outward(points, triangles), names, patches, crease_rad=crease_rad)


def outward(points: F64, triangles: I64) -> I64:
    """The triangles of a closed body, all turned if they look inwards."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return triangles[:, ::-1] if (a * np.cross(b, c)).sum() < 0.0 else triangles


def stations(body: Body, *, arch_steps: int, spare: float) -> F64:
    """Where the cross-sections stand, from the nose back; ``spare``: straighter lines have none."""
    keys = [x for line in (body.top, body.belt, body.plan, body.floor)
            for x, _ in thinned(line, spare)]  # fmt: skip
    keys += [x for pair in body.windows + body.screens for x in pair]
    if body.bed:
        front, back, _ = body.bed
        keys += [front, front - 0.01, back, back + 0.01]
    for axle in body.axles:
        keys += list(axle + _arch_stations(body.arch_radius, arch_steps))
    found = np.unique(np.round(keys, 4))[::-1]
    wide = np.concatenate([[True], -np.diff(found) > 0.004])
    wide[-1] = True
    return np.asarray(found[wide])


def _arch_stations(radius: float, steps: int) -> F64:
    """Off an axle; the walls of an arch rise within a few millimetres."""
    inner = radius * np.cos(np.linspace(0.2, np.pi - 0.2, steps - 2))
    return np.concatenate([[radius], inner, [-radius]])


def thinned(line: Line, spare: float) -> Line:
    """The line without points that lie nearer than ``spare`` to the chord of their neighbours."""
    if spare <= 0.0 or len(line) < 3:
        return line
    (x0, z0), (x1, z1) = line[0], line[-1]
    off = [abs(z - (z0 + (z1 - z0) * (x - x0) / (x1 - x0))) for x, z in line]
    worst = int(np.argmax(off))
    if off[worst] < spare:
        return line[0], line[-1]
    return thinned(line[: worst + 1], spare)[:-1] + thinned(line[worst:], spare)


def _rising(line: Line) -> tuple[F64, F64]:
    array = np.array(line[::-1], float)
    return array[:, 0], array[:, 1]


def half_rings(body: Body, x: F64) -> F64:
    """(n, ROWS, 3) left halves of the cross-sections at ``x``, from the floor to the roof."""
    top, belt, w, floor, bow = (
        np.interp(x, *_rising(line))
        for line in (body.top, body.belt, body.plan, body.floor, body.bow)
    )
    arch = _arch(body, x)
    low = np.maximum(floor, arch)
    flare = np.where(arch > floor + 0.02, 0.012, 0.0)
    crease = np.minimum(np.maximum(body.crease, low + 0.08), low + 0.6 * (belt - low))
    shoulder = np.maximum(belt - 0.05, 0.5 * (belt + crease))
    roof = max(z for _, z in body.top)
    cabin = np.clip((top - belt) / 0.3, 0.0, 1.0)
    edge = top - 0.075 * cabin - 0.5 * (top - belt) * (1.0 - cabin)
    lean = np.clip((edge - belt) / np.maximum(roof - 0.075 - belt, 0.05), 0.0, 1.0)
    base = 0.955 * w
    y6 = base + (np.minimum(body.roof_half, base) - base) * lean
    y7 = (y6 - 0.075) * cabin + 0.74 * w * (1.0 - cabin)
    z7 = edge + (top - edge) * (0.62 * cabin + 0.6 * (1.0 - cabin))
    zero = np.zeros_like(x)
    y = np.stack([zero, 0.9 * w, 0.972 * w + flare, w + 0.5 * flare, 0.988 * w, base, y6, y7,
                  0.52 * y7, zero], axis=1)  # fmt: skip
    z = np.stack([low, low, low + 0.05, crease, shoulder, belt, edge, z7, top - 0.2 * (top - z7),
                  top], axis=1)  # fmt: skip
    if body.bed:
        _sink_bed(body, x, y, z)
    ahead = x[:, None] + bow[:, None] * (1.0 - (y / w[:, None]) ** 2)
    return np.stack([ahead, y, z], axis=2)


def _arch(body: Body, x: F64) -> F64:
    """(n,) height of the wheel arch above each x, 0 where there is none."""
    off = np.abs(x[:, None] - np.array(body.axles or (1e9,))).min(axis=1)
    rise = np.sqrt(np.maximum(body.arch_radius**2 - off**2, 0.0))
    return np.where(rise > 0.0, body.axle_height + rise, 0.0)


def _sink_bed(body: Body, x: F64, y: F64, z: F64) -> None:
    if body.bed is None:
        return
    front, back, floor = body.bed
    inside = (x < front - 0.005) & (x > back + 0.005)
    y[inside, 6] = y[inside, 5] - 0.06
    y[inside, 7] = y[inside, 5] - 0.07
    y[inside, 8] = 0.5 * y[inside, 7]
    z[inside, 6] = z[inside, 5]
    z[inside, 7:] = floor


def shell(body: Body, names: Sequence[str], *, arch_steps: int = 9, spare: float = 0.0,
          coarse: bool = False, sill: int = 2) -> Mesh:  # fmt: skip
    """The closed body; ``names``: paint, glass, black of the floor and window posts.

    ``sill`` is the place in ``names`` of the lowest strip of its sides, which is paint if coarse.
    """
    rows = np.array(COARSE_ROWS if coarse else range(ROWS))
    x = stations(body, arch_steps=arch_steps, spare=spare)
    half = half_rings(body, x)[:, rows]
    n = len(half)
    mirrored = half[:, -2:0:-1] * (1.0, -1.0, 1.0)
    rings = np.concatenate([half, mirrored], axis=1)
    count = rings.shape[1]
    at = np.arange(n * count).reshape(n, count)
    right = np.roll(at, -1, axis=1)
    a, b, c, d = (part.reshape(-1) for part in (at[:-1], right[:-1], right[1:], at[1:]))
    strips = rows[np.minimum(np.arange(count), count - 1 - np.arange(count))]
    field = _paints(body, 0.5 * (x[:-1] + x[1:]), strips, 0 if coarse else sill).reshape(-1)
    nose, front = _cap(rings[0], at[0], n * count, bow=body.bow[0][1])
    tail, rear = _cap(rings[-1], at[-1], n * count + len(nose), bow=body.bow[-1][1])
    points = np.concatenate([rings.reshape(-1, 3), nose, tail])
    ends = np.concatenate([front, rear[:, ::-1]])
    triangles = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d]), ends])
    patch = np.concatenate([field, field, np.zeros(len(ends), np.int64)])
    return creased(points, outward(points, triangles), names, patch)


def _paints(body: Body, x: F64, strips: I64, sill: int) -> I64:
    """(stations - 1, strips) places in (paint, glass, black)."""
    patch = np.zeros((len(x), len(strips)), np.int64)
    patch[:, strips == 0] = 2
    patch[:, strips == SILL_STRIP] = sill
    windows, screens = _within(x, body.windows), _within(x, body.screens)
    span = ((body.windows[0][0], body.windows[-1][1]),) if body.windows else ()
    posts = _within(x, span) & ~windows
    side = strips == WINDOW_STRIP
    patch[np.ix_(windows, side)] = 1
    patch[np.ix_(posts, side)] = 2
    across = (strips > PILLAR_STRIP) if PILLAR_STRIP + 1 in strips else strips == PILLAR_STRIP
    patch[np.ix_(screens, across)] = 1
    if body.bed:
        patch[np.ix_(_within(x, ((body.bed[0], body.bed[1]),)), strips > WINDOW_STRIP)] = 2
    return patch


def _within(x: F64, pairs: Line) -> NDArray[np.bool_]:
    inside = np.zeros(len(x), bool)
    for high, low in pairs:
        inside |= (x < high) & (x > low)
    return inside


def _cap(ring: F64, at: I64, start: int, *, bow: float) -> tuple[F64, I64]:
    """Points and triangles that close an end, in level rows from side to side."""
    count = len(ring)
    top = count // 2
    widest = float(ring[:, 1].max())
    rows: list[list[tuple[int, float]]] = []
    points: list[F64] = []
    rows.append([(at[1], 1.0), (at[0], 0.0), (at[-1], -1.0)])
    shoulder = int(np.argmax(ring[: top + 1, 1] * (np.arange(top + 1) < top)))
    last = max(shoulder + 1, 2)
    for k in range(2, last + 1):
        row = [(int(at[k]), 1.0)]
        for share in (0.5, 0.0, -0.5):
            y = share * ring[k, 1]
            edge = ring[k, 0] - bow * (1.0 - (ring[k, 1] / widest) ** 2)
            points.append(np.array([edge + bow * (1.0 - (y / widest) ** 2), y, ring[k, 2]]))
            row.append((start + len(points) - 1, share))
        rows.append([*row, (int(at[count - k]), -1.0)])
    half = [(int(at[k]), float(ring[k, 1] / ring[last + 1, 1])) for k in range(last + 1, top + 1)]
    rows.append(half + [(int(at[count - k]), -share)
                        for k, (_, share) in zip(range(top - 1, last, -1), half[-2::-1],
                                                 strict=True)])  # fmt: skip
    triangles = [corner for low, high in itertools.pairwise(rows)
                 for corner in _zip(low, high)]  # fmt: skip
    return np.array(points).reshape(-1, 3), np.array(triangles, np.int64)


def _zip(low: list[tuple[int, float]], high: list[tuple[int, float]]) -> list[list[int]]:
    """Triangles between two rows of (point, share from 1 to -1)."""
    i = j = 0
    out = []
    while i < len(low) - 1 or j < len(high) - 1:
        if j == len(high) - 1 or (i < len(low) - 1 and low[i + 1][1] >= high[j + 1][1]):
            out.append([low[i][0], low[i + 1][0], high[j][0]])
            i += 1
        else:
            out.append([low[i][0], high[j + 1][0], high[j][0]])
            j += 1
    return out


def laid_on(
    body: Mesh, corners: ArrayLike, *, side: str, name: str, steps: tuple[int, int] = (3, 1),
    off_m: float = 0.008,
) -> Mesh:  # fmt: skip
    """A patch laid on a body as seen from ``side``: front, rear, left or right.

    ``corners (4, 2)`` are (y, z) or (x, z) from the lower left on, as one sees them from there.
    """
    axis, sign = {"front": (0, 1), "rear": (0, -1), "left": (1, 1), "right": (1, -1)}[side]
    quad = np.asarray(corners, float)
    u = np.linspace(0.0, 1.0, steps[0] + 1)[None, :, None]
    v = np.linspace(0.0, 1.0, steps[1] + 1)[:, None, None]
    flat = (quad[0] * (1 - u) + quad[1] * u) * (1 - v) + (quad[3] * (1 - u) + quad[2] * u) * v
    flat = flat.reshape(-1, 2)
    depth = _reach(body, flat, axis=axis, sign=sign) + off_m * sign
    points = np.insert(flat, axis, depth, axis=1)
    at = np.arange(len(points)).reshape(steps[1] + 1, steps[0] + 1)
    a, b, c, d = (part.reshape(-1) for part in (at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]))
    triangles = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    facing = np.cross(points[b[0]] - points[a[0]], points[d[0]] - points[a[0]])[axis] * sign
    if facing < 0.0:
        triangles = triangles[:, ::-1]
    return make(points, triangles, material_name=name, smooth=True)


def _reach(body: Mesh, flat: F64, *, axis: int, sign: int) -> F64:
    """(n,) how far the body reaches along an axis at places of the other two."""
    a, b, c = np.moveaxis(body.corners(), 1, 0)
    keep = [k for k in range(3) if k != axis]
    origin, edge1, edge2 = a[:, keep], (b - a)[:, keep], (c - a)[:, keep]
    area = edge1[:, 0] * edge2[:, 1] - edge1[:, 1] * edge2[:, 0]
    area = np.where(np.abs(area) < 1e-12, np.inf, area)
    out = flat[:, None] - origin
    u = (out[..., 0] * edge2[:, 1] - out[..., 1] * edge2[:, 0]) / area
    v = (edge1[:, 0] * out[..., 1] - edge1[:, 1] * out[..., 0]) / area
    inside = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1.0 + 1e-6) & np.isfinite(area)
    depth = a[:, axis] + u * (b - a)[:, axis] + v * (c - a)[:, axis]
    best = np.where(inside, depth * sign, -np.inf).max(axis=1)
    if not np.isfinite(best).all():
        lost = flat[~np.isfinite(best)][0]
        raise UserError(f"a patch at {lost[0]:.2f}, {lost[1]:.2f} lies beside the body")
    return np.asarray(best * sign)
