"""Pictures of meshes on a CPU, without GL: a deferred pass, then light, shadow and haze in numpy.

Enough for maps, overviews and catalogues of assets; the cameras of robots have a renderer of
their own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world._kernels_raster import VIEW_WIDTH, draw
from outrider.world.materials import MATERIALS, material
from outrider.world.mesh import Mesh
from outrider.world.textures import SIDE, texture

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

SKY_ZENITH = np.array([0.20, 0.38, 0.72])
SKY_HORIZON = np.array([0.66, 0.76, 0.86])
GROUND_LIGHT = np.array([0.30, 0.28, 0.25])
SUN_COLOUR = np.array([1.0, 0.94, 0.84]) * 2.5
LAMPLIGHT = np.array([1.0, 0.97, 0.92])
CLEAR = 0.5
"""Materials of less opacity are seen through."""
NOBODY = -1
LAYERS = (1.0, 1.3, 1.7, 2.2, 2.6)
"""Leaves behind each other where a texture is shown at full size, at half, and so on."""


@dataclass(frozen=True)
class Batch:
    """Instances of one mesh."""

    mesh: Mesh
    poses: F64
    """(k, 12) rotation times scale by rows, then position."""
    tints: F64
    """(k, 3) factors of the colour."""
    classes: Mapping[str, int] = field(default_factory=dict)
    """Semantic class numbers by material."""


@dataclass(frozen=True, kw_only=True)
class Shot:
    """Where a picture is taken from, and its light."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    size: tuple[int, int] = (960, 600)
    """Width and height, pixels."""
    fov_rad: float = math.radians(45.0)
    """Horizontal."""
    sun_azimuth_rad: float = math.radians(225.0)
    """Where it stands, from east towards north."""
    sun_height_rad: float = math.radians(42.0)
    sun_strength: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Factors of the light of a sun that stands high in clear air."""
    sky_strength: tuple[float, float, float] = (1.0, 1.0, 1.0)
    haze_m: float = 4000.0
    """Distance at which two thirds of the light have turned into haze."""
    far_m: float = 1.0e5
    shadow_m: float = 60.0
    """Half the side of the square about the target in which shadows fall."""
    supersample: int = 2
    lamps: float = 0.0
    """Light from all around, as of lamps in a room; about 1 where the sun does not come in."""
    backdrop: tuple[float, float, float] | None = None
    """Linear light behind everything; None: the sky, with haze before it."""


@dataclass(frozen=True)
class Frame:
    """What the deferred pass leaves, for each pixel."""

    depth: F32
    colour: F32
    facing: F32
    ident: NDArray[np.int32]
    kind: NDArray[np.int16]
    view: F64 = field(repr=False)
    triangles: int = 0
    gloss: F32 | None = field(default=None, repr=False)
    """How much is mirrored, where it is not as the materials say."""

    def points(self) -> F64:
        """(h, w, 3) world coordinates; far away where nothing is."""
        height, width = self.depth.shape
        right = (np.arange(width) + 0.5 - self.view[14]) / self.view[12]
        down = (np.arange(height) + 0.5 - self.view[15]) / self.view[13]
        x, y = np.meshgrid(right, down)
        depth = np.where(np.isfinite(self.depth), self.depth, 1.0e6)
        if self.view[18]:
            seen = np.stack([x, y, depth], axis=-1)
            return np.asarray(self.view[9:12] + seen @ self.view[:9].reshape(3, 3))
        ray = np.stack([x, y, np.ones_like(x)], axis=-1) @ self.view[:9].reshape(3, 3)
        return np.asarray(self.view[9:12] + ray * depth[..., None])


def place(
    mesh: Mesh,
    *,
    position: ArrayLike = ((0.0, 0.0, 0.0),),
    heading: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    tint: ArrayLike = 1.0,
) -> Batch:
    """Instances at ``position (k, 3)``, turned about z and scaled, one value or one for each."""
    where = np.atleast_2d(np.asarray(position, float))
    turn = np.broadcast_to(np.asarray(heading, float), (len(where),))
    matrix = rotation.to_matrix(rotation.from_heading(turn)).reshape(-1, 3, 3)
    size = np.broadcast_to(np.asarray(scale, float), (len(where),))
    poses = np.concatenate([(matrix * size[:, None, None]).reshape(-1, 9), where], axis=1)
    shade = np.asarray(tint, float)
    shade = shade[:, None] if shade.ndim == 1 and len(shade) == len(where) else shade
    return Batch(mesh, np.ascontiguousarray(poses), np.array(np.broadcast_to(shade, where.shape)))


def rasterise(batches: Sequence[Batch], view: F64, size: tuple[int, int]) -> Frame:
    """The deferred pass."""
    width, height = size
    depth = np.full((height, width), np.inf, np.float32)
    colour, facing = (np.zeros((height, width, 3), np.float32) for _ in range(2))
    ident, kind = np.full((height, width), NOBODY, np.int32), np.zeros((height, width), np.int16)
    tiles, facts = _tiles()
    first, triangles = 0, 0
    for batch in batches:
        mesh = batch.mesh
        rows = np.array([row_of(name) for name in mesh.materials], np.int16)
        triangles += draw(
            mesh.points, mesh.normals, mesh.uv, mesh.triangles, rows[mesh.patch], batch.poses,
            batch.tints, first, view, tiles, facts, depth, colour, facing, ident, kind,
        )  # fmt: skip
        first += len(batch.poses)
    return Frame(depth, colour, facing, ident, kind, view, triangles)


def picture(batches: Sequence[Batch], shot: Shot) -> NDArray[np.uint8]:
    """An sRGB picture ``(h, w, 3)``."""
    factor = shot.supersample
    size = (shot.size[0] * factor, shot.size[1] * factor)
    view = camera(shot, size)
    frame = rasterise(batches, view, size)
    return develop(light(frame, batches, shot), factor)


def light(frame: Frame, batches: Sequence[Batch], shot: Shot) -> F64:
    """Linear light of each pixel: sun with shadow, sky, glow, haze."""
    sun = sun_of(shot)
    points = frame.points()
    there = np.isfinite(frame.depth)
    normal = frame.facing / np.maximum(
        np.linalg.norm(frame.facing, axis=-1, keepdims=True), 1e-6
    ).astype(np.float32)
    albedo = linear(frame.colour)
    facts = _light_facts()[frame.kind]
    toward = (normal * sun).sum(axis=-1)
    # What light shines through, as leaves, is lit from behind too.
    direct = np.maximum(toward, 0.0) + facts[..., 0] * np.maximum(-toward, 0.0) * 0.7
    direct = direct * sunlit(points, normal, batches, shot)
    up = 0.5 + 0.5 * normal[..., 2]
    sky = (
        up[..., None] * (0.45 * SKY_ZENITH + 0.55 * SKY_HORIZON)
        + (1.0 - up[..., None]) * GROUND_LIGHT
    )
    sun_light = SUN_COLOUR * np.array(shot.sun_strength)
    sky = sky * np.array(shot.sky_strength)
    lit = albedo * (direct[..., None] * sun_light + 1.2 * sky + shot.lamps * LAMPLIGHT)
    lit = lit + albedo * facts[..., 1:2] * 3.0
    ray = points - frame.view[9:12]
    ray = ray / np.linalg.norm(ray, axis=-1, keepdims=True)
    if not frame.view[18]:
        gloss = facts[..., 2] if frame.gloss is None else frame.gloss
        lit = _gloss(lit, normal, ray, shot, gloss)
    if shot.backdrop is not None:
        return np.where(there[..., None], lit, np.array(shot.backdrop))
    backdrop = sky_light(ray, shot)
    haze = 1.0 - np.exp(-np.where(there, frame.depth, 0.0) / shot.haze_m)
    veil = sky_light(np.stack([ray[..., 0], ray[..., 1], 0.04 + 0.0 * ray[..., 2]], -1), shot)
    lit = lit + haze[..., None] * (veil - lit)
    return np.where(there[..., None], lit, backdrop)


def _gloss(lit: F64, normal: F32, ray: F64, shot: Shot, gloss: F32) -> F64:
    """The sky and the sun mirrored in what is smooth."""
    along = (normal * ray).sum(axis=-1, keepdims=True)
    mirrored = ray - 2.0 * along * normal
    fresnel = 0.03 + 0.97 * np.clip(1.0 - np.abs(along[..., 0]), 0.0, 1.0) ** 5
    share = (fresnel * gloss)[..., None]
    mirrored = np.concatenate([mirrored[..., :2], np.abs(mirrored[..., 2:])], axis=-1)
    return np.asarray(lit * (1.0 - share) + share * sky_light(mirrored, shot))


def sky_light(ray: F64, shot: Shot) -> F64:
    """Linear light from a direction of the sky."""
    sun = sun_of(shot)
    up = np.clip(ray[..., 2:3], 0.0, 1.0)
    near = np.clip((ray * sun).sum(axis=-1, keepdims=True), 0.0, 1.0)
    base = SKY_HORIZON + (SKY_ZENITH - SKY_HORIZON) * (1.0 - np.exp(-3.2 * up))
    glow = np.array([1.0, 0.78, 0.5]) * (0.16 * near**8 + 0.5 * near**200)
    return np.asarray((base + glow) * np.array(shot.sky_strength))


def sunlit(
    points: F64, normal: F32, batches: Sequence[Batch], shot: Shot, *, toward: F64 | None = None
) -> F32:
    """(h, w) share of the sun that reaches each pixel, by a shadow map about the target.

    Of light from a direction, if one is given.
    """
    side = 2048
    sun = sun_of(shot) if toward is None else toward
    view = np.zeros(VIEW_WIDTH)
    view[:9] = looking(-sun).reshape(-1)
    view[9:12] = np.asarray(shot.target) + sun * 4.0 * shot.shadow_m
    metre = 2.0 * shot.shadow_m / side
    view[12:] = [1.0 / metre, 1.0 / metre, 0.5 * side, 0.5 * side, 0.1, 1e5, 1.0]
    depth = rasterise(batches, view, (side, side)).depth
    # A step off the surface keeps it from shading itself.
    seen = (points + normal * (2.5 * metre) - view[9:12]) @ view[:9].reshape(3, 3).T
    column, row = seen[..., 0] / metre + 0.5 * side, seen[..., 1] / metre + 0.5 * side
    total = np.zeros(points.shape[:2], np.float32)
    for dx, dy in ((-0.6, -0.6), (0.6, -0.6), (-0.6, 0.6), (0.6, 0.6), (0.0, 0.0)):
        i, j = (column + dx).astype(np.int64), (row + dy).astype(np.int64)
        inside = (i >= 0) & (i < side) & (j >= 0) & (j < side)
        blocker = depth[np.where(inside, j, 0), np.where(inside, i, 0)]
        total += np.where(inside & (blocker < seen[..., 2] - 1.5 * metre), 0.0, 1.0)
    return np.asarray(total / 5.0, np.float32)


def camera(shot: Shot, size: tuple[int, int]) -> F64:
    """The view of a shot at a size in pixels."""
    view = np.zeros(VIEW_WIDTH)
    eye, target = np.asarray(shot.eye, float), np.asarray(shot.target, float)
    view[:9] = looking(target - eye).reshape(-1)
    focal = 0.5 * size[0] / math.tan(0.5 * shot.fov_rad)
    near = 0.02 * float(np.linalg.norm(target - eye))
    view[9:12] = eye
    view[12:] = [focal, focal, 0.5 * size[0], 0.5 * size[1], min(near, 0.5), shot.far_m, 0.0]
    return view


def looking(way: ArrayLike) -> F64:
    """camera_from_world (3, 3), rows right, down, ahead."""
    ahead = np.asarray(way, float) / np.linalg.norm(way)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    if np.linalg.norm(right) < 1e-6:
        right = np.array([1.0, 0.0, 0.0])
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(ahead, right), ahead])


def sun_of(shot: Shot) -> F64:
    """Unit vector towards the sun."""
    azimuth, height = shot.sun_azimuth_rad, shot.sun_height_rad
    level = math.cos(height)
    return np.array([level * math.cos(azimuth), level * math.sin(azimuth), math.sin(height)])


def linear(srgb: ArrayLike) -> F64:
    """Linear light of sRGB 0..255."""
    return np.asarray((np.asarray(srgb, np.float64) / 255.0) ** 2.2)


def develop(image: F64, factor: int) -> NDArray[np.uint8]:
    """Film curve, sRGB, and the mean over supersamples."""
    # The film curve alone would drive bright colours to neon: they pale a little first.
    grey = image.mean(axis=-1, keepdims=True)
    x = np.maximum((grey + 0.86 * (image - grey)) * 0.56, 0.0)
    toned = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0)
    height, width = toned.shape[0] // factor, toned.shape[1] // factor
    mean = toned.reshape(height, factor, width, factor, 3).mean(axis=(1, 3))
    return np.asarray(mean ** (1.0 / 2.2) * 255.0 + 0.5).astype(np.uint8)


def row_of(name: str) -> int:
    """A material's number in a frame."""
    return _rows()[name]


@lru_cache(maxsize=1)
def _rows() -> dict[str, int]:
    return {name: row for row, name in enumerate(MATERIALS)}


@lru_cache(maxsize=1)
def _light_facts() -> F32:
    """(materials, 3): what shines through, what glows, how much is mirrored."""
    rows = [(m.translucency, m.emission, (1.0 - m.roughness) ** 2) for m in MATERIALS.values()]
    return np.array(rows, np.float32)


@lru_cache(maxsize=1)
def _tiles() -> tuple[NDArray[np.uint8], F32]:
    """Textures of all materials with their mip levels below each other, and what they span."""
    tiles = np.zeros((len(MATERIALS), 2 * SIDE, SIDE, 4), np.uint8)
    facts = np.zeros((len(MATERIALS), 2), np.float32)
    for row, name in enumerate(MATERIALS):
        entry = material(name)
        facts[row] = entry.scale_m, 2.0 if entry.opacity < CLEAR else float(entry.cutout)
        level = texture(entry).albedo.astype(np.float32)
        first, depth = 0, 0
        while True:
            side = len(level)
            tiles[row, first : first + side, :side] = np.rint(level)
            if entry.cutout:
                # Holes of leaves that lie behind each other are not the same holes: without more
                # cover, crowns that are small in the picture would be threadbare.
                open_share = 1.0 - level[..., 3] / 255.0
                cover = 255.0 * (1.0 - open_share ** LAYERS[min(depth, len(LAYERS) - 1)])
                tiles[row, first : first + side, :side, 3] = np.rint(cover)
            if side == 1:
                break
            first, depth = first + side, depth + 1
            level = level.reshape(side // 2, 2, side // 2, 2, 4).mean(axis=(1, 3))
    return tiles, facts
