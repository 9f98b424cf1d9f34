"""Pictures of whole worlds, from a height or from where a person stands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world import forms
from outrider.world._kernels_raster import VIEW_WIDTH
from outrider.world.archetype import Archetype
from outrider.world.block import PAPER, ground_block
from outrider.world.materials import SKINS, material
from outrider.world.mesh import Mesh
from outrider.world.outdoors import lit_by, weathered_frame
from outrider.world.raster import (
    Batch,
    Frame,
    Shot,
    camera,
    develop,
    light,
    rasterise,
    row_of,
)
from outrider.world.scene import Scene
from outrider.world.semantics import CLASSES, number_of
from outrider.world.solid_meshes import solid_mesh
from outrider.world.terrain import Terrain, octaves
from outrider.world.textures import SIDE, texture
from outrider.world.water import water_mesh

F64 = NDArray[np.float64]
Picture = NDArray[np.uint8]

LIDS: Final = ("hall_roof_",)
"""What hides the inside of a hall from above."""
DETAIL: Final = 90_000
"""Things of which the full detail is affordable: the fewer, the farther off it is kept."""


def draw_scene(scene: Scene, shot: Shot) -> Picture:
    """An sRGB picture of a world; what is cut out as a block shows the insides of halls."""
    shot = lit_by(scene, shot)
    factor = shot.supersample
    size = (shot.size[0] * factor, shot.size[1] * factor)
    ground = _ground(scene, shot)
    batches = [*ground, *_water(scene), *_things(scene, shot), *_solids(scene)]
    frame = rasterise(batches, camera(shot, size), size)
    frame = _dress(scene, frame, sheets=len(ground))
    frame = weathered_frame(scene, frame, sheets=len(ground))
    return develop(light(frame, batches, shot), factor)


def cut_away(scene: Scene, *, above_m: float) -> Scene:
    """The scene to look into: without the things that stand higher, as upper storeys and roofs."""
    own = scene.things
    high = np.zeros(len(own), np.bool_)
    for building in scene.buildings:
        base = float(scene.height([building.position_m])[0])
        away = own.position[:, :2] - building.position_m
        reach = max(math.dist(corner, building.position_m) for corner in building.outline_m)
        near = np.hypot(away[:, 0], away[:, 1]) < reach + 2.0
        high |= near & (own.position[:, 2] > base + above_m)
    return replace(scene, things=own.take(~high))


def _top(scene: Scene) -> float:
    """Height of the highest thing's top."""
    own = scene.things
    if not len(own):
        return -math.inf
    tall = np.array([a.height_m for a in own.archetypes])[own.kind] * own.scale
    return float((own.position[:, 2] + tall).max())


def _ground(scene: Scene, shot: Shot) -> list[Batch]:
    """The ground as sheets, fine near the target and coarse far away."""
    x0, y0, x1, y1 = scene.extent
    reach = 0.5 * max(x1 - x0, y1 - y0)
    center = (0.5 * (x0 + x1), 0.5 * (y0 + y1))
    if shot.backdrop is not None:
        return [_one(mesh, tone) for mesh, tone in ground_block(scene)]
    batches = []
    hole = 0.0
    for half, cells in ((1.02 * reach, 480), (4.0 * reach, 160), (20.0 * reach, 120)):
        mesh = _sheet(scene, center, half, cells, hole)
        batches.append(_one(mesh))
        hole = half
    return batches


def _sheet(scene: Scene, center: tuple[float, float], half: float, cells: int, hole: float) -> Mesh:
    step = 2.0 * half / cells
    start = (center[0] - half, center[1] - half)
    heights = scene.terrain.window(start, step_m=step, shape=(cells + 1, cells + 1))
    # The coarser sheet dips under the finer one's border.
    mesh = forms.sheet(heights, (step, step), material="soil_brown").moved((*start, 0.0))
    if not hole:
        return mesh
    middle = mesh.points[mesh.triangles].mean(axis=1)[:, :2] - center
    outside = np.abs(middle).max(axis=1) > hole - step
    return replace(mesh, triangles=mesh.triangles[outside], patch=mesh.patch[outside])


def _one(mesh: Mesh, tint: ArrayLike = 1.0) -> Batch:
    pose = np.array([[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]], float)
    return Batch(mesh, pose, np.broadcast_to(np.asarray(tint, float), (1, 3)).copy())


def _water(scene: Scene) -> list[Batch]:
    """The surfaces of still water."""
    mesh = water_mesh(scene)
    if mesh is None:
        return []
    return [replace(_one(mesh), classes={mesh.materials[0]: number_of("water")})]


def _things(scene: Scene, shot: Shot) -> list[Batch]:
    """Each thing at the level of detail that its distance asks for."""
    own = scene.things
    if not len(own):
        return []
    away = np.linalg.norm(own.position - np.asarray(shot.eye), axis=1)
    west, south, east, north = scene.extent
    x, y = own.position[:, 0], own.position[:, 1]
    # An endless world goes on beyond the block of it that is cut out to be looked at.
    cut = scene.growth is not None and shot.backdrop is not None
    shown = (x >= west) & (x < east) & (y >= south) & (y < north) | (not cut)
    keep = float(np.clip(DETAIL / len(own), 1.5, 10.0))
    batches: list[Batch] = []
    for k, made in enumerate(own.archetypes):
        if shot.backdrop is not None and own.kinds[k].startswith(LIDS):
            continue
        rows = np.flatnonzero((own.kind == k) & shown)
        level = np.searchsorted(np.array(made.lod_m) * keep, away[rows])
        for number, mesh in enumerate(made.lods):
            chosen = rows[level == number]
            if len(chosen) and _shows(made, away[chosen]).any():
                large = chosen[_shows(made, away[chosen])]
                batches += _batches(made, mesh, scene, large)
    return batches


def _shows(made: Archetype, away: F64) -> NDArray[np.bool_]:
    """Whether it is larger than half a pixel or so."""
    size = max(float(np.max(made.mesh.size)), 0.05)
    return np.asarray(size / np.maximum(away, 1.0) > 0.0008)


def _batches(made: Archetype, mesh: Mesh, scene: Scene, rows: NDArray[np.int64]) -> Iterator[Batch]:
    """One for each class that things are labelled as."""
    labels = scene.things.label[rows]
    for label in np.unique(labels).tolist():
        batch = _batch(made, mesh, scene, rows[labels == label])
        yield batch if label < 0 else replace(batch, classes=dict.fromkeys(mesh.materials, label))


def _batch(made: Archetype, mesh: Mesh, scene: Scene, rows: NDArray[np.int64]) -> Batch:
    own = scene.things
    matrix = rotation.to_matrix(own.quaternion[rows]).reshape(-1, 3, 3)
    matrix = matrix * own.scale[rows][:, None, None]
    poses = np.concatenate([matrix.reshape(-1, 9), own.position[rows]], axis=1)
    named = {n: number_of(made.part_classes.get(n, made.semantic)) for n in mesh.materials}
    return Batch(mesh, np.ascontiguousarray(poses), own.tint[rows].astype(float), named)


def _solids(scene: Scene) -> list[Batch]:
    """Plain solids that belong to no thing."""
    objects = scene.objects
    plain = np.flatnonzero((objects.owner == -1) & objects.alive)
    batches = []
    for row in plain.tolist():
        solids, mesh = objects.solids, solid_mesh(scene, row)
        matrix = rotation.to_matrix(solids.quaternion[row : row + 1]).reshape(-1, 9)
        poses = np.concatenate([matrix, solids.center[row : row + 1]], axis=1)
        named = {mesh.materials[0]: int(solids.semantic[row])}
        batches.append(Batch(mesh, np.ascontiguousarray(poses), np.ones((1, 3)), named))
    return batches


def _dress(scene: Scene, frame: Frame, *, sheets: int) -> Frame:
    """Give each pixel of the ground the texture of its surface, with borders that wander."""
    mask = (frame.ident >= 0) & (frame.ident < sheets) & (frame.facing[..., 2] > 0.1)
    if not mask.any():
        return frame
    points = frame.points()[mask]
    # Borders wander by no more than the map is coarse.
    reach = 1.0 if scene.ground is None else min(scene.ground.step_m / 2.0, 1.0)
    swing = _wander(points[:, :2], 3.0) * 0.9 + _wander(points[:, :2], 17.0) * 1.3
    where = points[:, :2] + reach * swing
    laid = scene.terrain.laid_surface(points[:, :2])
    # What is laid has straight borders, or roads would look as if they had been spilt.
    classes = np.where(laid >= 0, laid, scene.natural_surface(where))
    away = np.linalg.norm(points - frame.view[9:12], axis=1)
    footprint = away / frame.view[12]
    colour = np.empty((len(points), 3))
    for number in np.unique(classes).tolist():
        rows = np.flatnonzero(classes == number)
        name = CLASSES[number].name
        skin = scene.skins.get(name, SKINS.get(name, "soil_brown"))
        colour[rows] = _sample(skin, points[rows, :2], footprint[rows])
    # No ground is of one colour over a hundred metres.
    tone = (
        1.0 + 0.07 * _wander(points[:, :2], 40.0)[:, :1] + 0.05 * _wander(points[:, :2], 9.0)[:, 1:]
    )
    painted = frame.colour.copy()
    painted[mask] = colour * tone
    return replace(frame, colour=painted)


def _sample(name: str, points: F64, footprint: F64) -> F64:
    """Colours 0..255 of a texture laid on in metres, softened where a pixel spans much of it."""
    entry = material(name)
    tile = texture(entry).albedo[..., :3].astype(float)
    scale = entry.scale_m or 1.0
    mean = tile.reshape(-1, 3).mean(axis=0)
    # Enlarged it is but a tone: blades of grass as long as a car would be seen as such.
    soft = tile.reshape(SIDE // 16, 16, SIDE // 16, 16, 3).mean(axis=(1, 3))
    fine, coarse = _between(tile, points / scale), _between(soft, points / (7.3 * scale) + 0.37)
    near = np.clip(1.5 - footprint * SIDE / scale / 3.0, 0.0, 1.0)[:, None]
    far = np.clip(1.5 - footprint * SIDE / scale / 22.0, 0.0, 1.0)[:, None]
    return np.asarray(mean + 0.6 * near * (fine - mean) + 0.9 * far * (coarse - mean))


def _between(tile: F64, place: F64) -> F64:
    """Colours at places in repeats of a tile, between the nearest four of its pixels."""
    side = len(tile)
    where = (place % 1.0) * side
    low = np.floor(where).astype(np.int64)
    part = (where - low)[:, :, None]
    (x, y), (u, v) = (low % side).T, part.transpose(1, 0, 2)
    east, north = (x + 1) % side, (y + 1) % side
    below = tile[y, x] * (1.0 - u) + tile[y, east] * u
    above = tile[north, x] * (1.0 - u) + tile[north, east] * u
    return np.asarray(below * (1.0 - v) + above * v)


def _wander(points: F64, wavelength_m: float) -> F64:
    """(n, 2) smooth noise, about -1..1."""
    fields = [
        Terrain(
            octaves=octaves(seed, relief_m=2.2, wavelength_m=wavelength_m, roughness=0.5, count=2)
        )
        for seed in (11, 12)
    ]
    return np.stack([field.height(points) for field in fields], axis=1)


def class_map(scene: Scene, *, width: int) -> Picture:
    """The scene's extent from straight above, north up, coloured by class and shaded by the sun.

    Level ground in the sun has the very colour of its class.
    """
    x0, y0, x1, y1 = scene.extent
    height = max(round(width * (y1 - y0) / (x1 - x0)), 1)
    factor = 2
    size = (width * factor, height * factor)
    middle = (0.5 * (x0 + x1), 0.5 * (y0 + y1))
    ground = float(scene.height([middle])[0])
    top = max(_top(scene), 0.0) + 200.0 + ground
    shot = Shot(
        eye=(*middle, top + 1000.0), target=(*middle, ground), size=(width, height),
        shadow_m=0.75 * max(x1 - x0, y1 - y0), backdrop=PAPER,
        sun_azimuth_rad=math.radians(135.0), sun_height_rad=math.radians(50.0), lamps=0.3,
    )  # fmt: skip
    metre = size[0] / (x1 - x0)
    view = np.zeros(VIEW_WIDTH)
    view[:9] = [1, 0, 0, 0, -1, 0, 0, 0, -1]
    view[9:12] = shot.eye
    # Off the grid of pixels by a hair: no edge of the ground's triangles runs through a centre.
    view[12:] = [metre, metre, 0.5 * size[0] + 0.0137, 0.5 * size[1] + 0.0093, 0.1, 1e5, 1.0]
    far = replace(shot, eye=(*middle, ground + 2.0 * max(x1 - x0, y1 - y0)))
    batches = [*_ground(scene, shot), *_water(scene), *_things(scene, far), *_solids(scene)]
    frame = rasterise(batches, view, size)
    shade = _shade(frame, batches, shot)[..., None]
    painted = np.where(frame.ident[..., None] >= 0, _by_class(scene, frame, batches) * shade, 255.0)
    mean = np.clip(painted, 0.0, 255.0).reshape(height, factor, width, factor, 3).mean(axis=(1, 3))
    return np.asarray(mean + 0.5).astype(np.uint8)


def _shade(frame: Frame, batches: Sequence[Batch], shot: Shot) -> F64:
    """Factors on the sRGB colours of a map: 1 on level ground in the sun."""
    level = Frame(
        np.ones((1, 1), np.float32), np.full((1, 1, 3), 255.0, np.float32),
        np.array([[[0.0, 0.0, 1.0]]], np.float32), np.zeros((1, 1), np.int32),
        np.full((1, 1), row_of("concrete"), np.int16), frame.view,
    )  # fmt: skip
    plain = replace(
        frame, colour=np.full_like(frame.colour, 255.0), kind=np.full_like(frame.kind, level.kind)
    )
    full = float(light(level, [], shot).mean())
    shade = np.maximum(light(plain, batches, shot).mean(axis=-1) / full, 0.0) ** (1.0 / 2.2)
    return np.asarray(np.clip(1.0 + 0.9 * (shade - 1.0), 0.3, 1.12))


def _by_class(scene: Scene, frame: Frame, batches: Sequence[Batch]) -> NDArray[np.float32]:
    """The colours of the classes of each pixel."""
    colours = np.array([entry.colour for entry in scene.classes], np.float32)
    painted = np.zeros_like(frame.colour)
    ground = (frame.ident == 0) & (frame.facing[..., 2] > 0.0)
    points = frame.points()[ground]
    painted[ground] = colours[scene.surface(points[:, :2])]
    first = 0
    for batch in batches:
        last = first + len(batch.poses)
        mask = (frame.ident >= first) & (frame.ident < last) & ~ground
        if mask.any():
            own = np.zeros(256, np.int32)
            for name, number in batch.classes.items():
                own[row_of(name)] = number
            painted[mask] = colours[own[frame.kind[mask]]]
        first = last
    return painted
