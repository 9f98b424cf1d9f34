"""Compiled rasteriser: instances of meshes into a depth buffer with colour, normal and id."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outrider.core.jit import kernel

# Columns of a view: rotation camera_from_world (9, RDF rows), eye (3), then these.
FX, FY, CX, CY, NEAR, FAR, ORTHO = 12, 13, 14, 15, 16, 17, 18
VIEW_WIDTH = 19


@kernel
def _dither(x: int, y: int) -> float:
    """A number in 0..1 for each pixel, without pattern."""
    h = np.uint32(x) * np.uint32(2654435761) ^ np.uint32(y) * np.uint32(2246822519)
    h = (h ^ (h >> np.uint32(15))) * np.uint32(2246822519)
    h = (h ^ (h >> np.uint32(13))) * np.uint32(3266489917)
    return float((h ^ (h >> np.uint32(16))) & np.uint32(0xFFFF)) / 65536.0


@kernel
def _texel(tiles: Any, material: int, u: float, v: float, footprint: float) -> Any:
    """Colour 0..255 and coverage of a texture at (u, v) repeats, from the fitting mip level.

    ``tiles (materials, 2·side, side, 4)`` u8 holds level k in ``side >> k`` rows from
    ``2·side - (2·side >> k)`` on. ``footprint`` is what a pixel spans, in repeats.
    """
    side = tiles.shape[2]
    level, span = 0, footprint * side
    while span > 1.4 and (side >> level) > 1:
        span *= 0.5
        level += 1
    n = side >> level
    first = 2 * side - (2 * side >> level)
    x = min(int((u - math.floor(u)) * n), n - 1)
    y = min(int((v - math.floor(v)) * n), n - 1)
    return tiles[material, first + y, x]


@kernel
def project(points: Any, pose: Any, view: Any, out: Any) -> None:
    """Camera coordinates (right, down, depth) of a mesh's points under an instance's pose.

    ``pose (12,)``: rotation times scale by rows, then position.
    """
    m = np.empty(9)
    for r in range(3):
        for c in range(3):
            m[3 * r + c] = (
                view[3 * r] * pose[c]
                + view[3 * r + 1] * pose[3 + c]
                + view[3 * r + 2] * pose[6 + c]
            )
    dx, dy, dz = pose[9] - view[9], pose[10] - view[10], pose[11] - view[11]
    tx = view[0] * dx + view[1] * dy + view[2] * dz
    ty = view[3] * dx + view[4] * dy + view[5] * dz
    tz = view[6] * dx + view[7] * dy + view[8] * dz
    for k in range(len(points)):
        x, y, z = points[k, 0], points[k, 1], points[k, 2]
        out[k, 0] = m[0] * x + m[1] * y + m[2] * z + tx
        out[k, 1] = m[3] * x + m[4] * y + m[5] * z + ty
        out[k, 2] = m[6] * x + m[7] * y + m[8] * z + tz


@kernel
def is_out(pose: Any, middle: Any, radius: float, view: Any, width: int, height: int) -> bool:
    """Whether a ball about a mesh's middle is out of sight."""
    x = pose[0] * middle[0] + pose[1] * middle[1] + pose[2] * middle[2] + pose[9] - view[9]
    y = pose[3] * middle[0] + pose[4] * middle[1] + pose[5] * middle[2] + pose[10] - view[10]
    z = pose[6] * middle[0] + pose[7] * middle[1] + pose[8] * middle[2] + pose[11] - view[11]
    right = view[0] * x + view[1] * y + view[2] * z
    down = view[3] * x + view[4] * y + view[5] * z
    ahead = view[6] * x + view[7] * y + view[8] * z
    if ahead + radius < view[NEAR] or ahead - radius > view[FAR]:
        return True
    depth = 1.0 if view[ORTHO] else ahead + radius
    low_x, high_x = (0.0 - view[CX]) / view[FX], (width - view[CX]) / view[FX]
    low_y, high_y = (0.0 - view[CY]) / view[FY], (height - view[CY]) / view[FY]
    slack = radius if view[ORTHO] else 2.0 * radius
    beside = right + slack < low_x * depth or right - slack > high_x * depth
    return bool(beside or down + slack < low_y * depth or down - slack > high_y * depth)


@kernel
def draw(
    points: Any,
    normals: Any,
    uv: Any,
    triangles: Any,
    look: Any,
    poses: Any,
    tints: Any,
    first_id: int,
    view: Any,
    tiles: Any,
    facts: Any,
    depth: Any,
    colour: Any,
    facing: Any,
    ident: Any,
    kind: Any,
) -> int:
    """Draw instances of one mesh; returns how many triangles were drawn.

    ``look (m,)`` is each triangle's row in ``tiles`` and ``facts`` (scale m or 0; 1 has holes, 2 is
    clear); ``poses (k, 12)``, ``tints (k, 3)``. Buffers are (h, w[, 3]): depth m (inf: nothing),
    sRGB 0..255, world normal, id and material.
    """
    height, width = depth.shape
    seen, screen = np.empty((len(points), 3)), np.empty((3, 3))
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for k in range(len(points)):
        for a in range(3):
            low[a], high[a] = min(low[a], points[k, a]), max(high[a], points[k, a])
    middle = 0.5 * (low + high)
    reach = 0.5 * math.sqrt(((high - low) ** 2).sum())
    drawn = 0
    for k in range(len(poses)):
        pose = poses[k]
        scale = math.sqrt(pose[0] ** 2 + pose[3] ** 2 + pose[6] ** 2)
        if is_out(pose, middle, reach * scale, view, width, height):
            continue
        project(points, pose, view, seen)
        for t in range(len(triangles)):
            drawn += _triangle(
                seen, screen, normals, uv, triangles[t], look[t], pose, tints[k], first_id + k,
                view, tiles, facts, depth, colour, facing, ident, kind,
            )  # fmt: skip
    return drawn


@kernel
def _triangle(
    seen: Any,
    screen: Any,
    normals: Any,
    uv: Any,
    corner: Any,
    material: int,
    pose: Any,
    tint: Any,
    who: int,
    view: Any,
    tiles: Any,
    facts: Any,
    depth: Any,
    colour: Any,
    facing: Any,
    ident: Any,
    kind: Any,
) -> int:
    height, width = depth.shape
    ortho = view[ORTHO] > 0.0
    sx, sy, sw = screen[0], screen[1], screen[2]
    for c in range(3):
        x, y, z = seen[corner[c], 0], seen[corner[c], 1], seen[corner[c], 2]
        if z < view[NEAR]:
            return 0
        sw[c] = 1.0 if ortho else 1.0 / z
        sx[c], sy[c] = view[FX] * x * sw[c] + view[CX], view[FY] * y * sw[c] + view[CY]
    area = (sx[1] - sx[0]) * (sy[2] - sy[0]) - (sx[2] - sx[0]) * (sy[1] - sy[0])
    if area >= -1e-12:
        return 0
    x0, x1 = max(int(min(sx[0], sx[1], sx[2])), 0), min(int(max(sx[0], sx[1], sx[2])) + 1, width)
    y0, y1 = max(int(min(sy[0], sy[1], sy[2])), 0), min(int(max(sy[0], sy[1], sy[2])) + 1, height)
    if x0 >= x1 or y0 >= y1:
        return 0
    scale_m, holes, clear = facts[material, 0], facts[material, 1] == 1.0, facts[material, 1] == 2.0
    repeat = 1.0 / scale_m if scale_m > 0.0 else 1.0
    # How far the texture goes over a pixel, from the areas on the screen and on the texture.
    u1, v1 = uv[corner[1], 0] - uv[corner[0], 0], uv[corner[1], 1] - uv[corner[0], 1]
    u2, v2 = uv[corner[2], 0] - uv[corner[0], 0], uv[corner[2], 1] - uv[corner[0], 1]
    footprint = repeat * math.sqrt(abs(u1 * v2 - u2 * v1) / -area)
    for y in range(y0, y1):
        for x in range(x0, x1):
            px, py = x + 0.5, y + 0.5
            a = ((sx[2] - sx[1]) * (py - sy[1]) - (sy[2] - sy[1]) * (px - sx[1])) / area
            b = ((sx[0] - sx[2]) * (py - sy[2]) - (sy[0] - sy[2]) * (px - sx[2])) / area
            c = 1.0 - a - b
            if a < 0.0 or b < 0.0 or c < 0.0:
                continue
            if ortho:
                z = a * seen[corner[0], 2] + b * seen[corner[1], 2] + c * seen[corner[2], 2]
            else:
                w = a * sw[0] + b * sw[1] + c * sw[2]
                z = 1.0 / w
                a, b, c = a * sw[0] * z, b * sw[1] * z, c * sw[2] * z
            if z >= depth[y, x]:
                continue
            u = a * uv[corner[0], 0] + b * uv[corner[1], 0] + c * uv[corner[2], 0]
            v = a * uv[corner[0], 1] + b * uv[corner[1], 1] + c * uv[corner[2], 1]
            texel = _texel(tiles, material, u * repeat, v * repeat, footprint)
            if holes and texel[3] < 40.0 + 180.0 * _dither(x, y):
                continue
            # Of clear glass each fourth point is seen, of what lies behind it the others.
            if clear and (x & 1 or y & 1):
                continue
            depth[y, x], ident[y, x], kind[y, x] = z, who, material
            for k in range(3):
                colour[y, x, k] = texel[k] * tint[k]
            nx = a * normals[corner[0], 0] + b * normals[corner[1], 0] + c * normals[corner[2], 0]
            ny = a * normals[corner[0], 1] + b * normals[corner[1], 1] + c * normals[corner[2], 1]
            nz = a * normals[corner[0], 2] + b * normals[corner[1], 2] + c * normals[corner[2], 2]
            for k in range(3):
                facing[y, x, k] = pose[3 * k] * nx + pose[3 * k + 1] * ny + pose[3 * k + 2] * nz
    return 1
