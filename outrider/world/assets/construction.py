"""Parts that buildings one can enter are put together from, by size: walls, floors, windows, doors.

What crosses the plane of a camera's eye is not drawn, so large faces are cut into small ones. A
part of a wall has its x along the wall and its y into the building.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]
Sizes = tuple[float, ...]
Point = tuple[float, float, float]
SizedMaker = Callable[[Sizes, int], Archetype]

WALL_M: Final = 0.2
FLOOR_M: Final = 0.3
FACE_M: Final = 1.25
"""Largest edge of a face near by."""
LOD_M: Final = (14.0,)
FINISH_M: Final = 0.006
"""How far a floor's covering lies above what bears it."""
_RISER_M: Final = 0.16
_LINING_M: Final = 0.04
# Outside and inside of walls.
WALLS: Final = (
    ("wall_paint", "wall_paint"), ("brick_red", "wall_paint"),
    ("brick_yellow", "wall_paint"), ("corrugated_grey", "corrugated_grey"),
    ("concrete", "concrete"), ("plaster_cream", "plaster_cream"),
    ("brick_brown", "wall_paint"),
)  # fmt: skip
FINISHES: Final = ("linoleum", "carpet", "parquet", "paving", "concrete", "rubber",
                   "paint_worn_green", "paint_worn_red")  # fmt: skip
_SIDES: Final = (
    # Face: its corner, first and second edge as signs or unit axes of the box.
    ("b", 0, 2, 1, -1.0), ("f", 0, 1, 2, 1.0), ("l", 1, 0, 2, -1.0), ("r", 1, 2, 0, 1.0),
    ("B", 2, 1, 0, -1.0), ("T", 2, 0, 1, 1.0),
)  # fmt: skip


def clad(size: ArrayLike, center: ArrayLike, materials: Mapping[str, str], *,
         step: float = 0.0) -> Mesh:  # fmt: skip
    """A box with a material for each face: b -x, f +x, l -y, r +y, B -z, T +z; others are open."""
    full, middle = np.asarray(size, float), np.asarray(center, float)
    parts = []
    for letter, axis, first, second, sign in _SIDES:
        if letter in materials:
            u, v = np.zeros(3), np.zeros(3)
            u[first], v[second] = full[first], full[second]
            corner = middle - 0.5 * full
            corner[axis] += full[axis] * (sign > 0.0)
            parts.append(face(corner, u, v, material=materials[letter], step=step))
    return merge(parts)


def face(corner: F64, u: F64, v: F64, *, material: str, step: float = 0.0) -> Mesh:
    """A rectangle that faces u x v, in pieces of ``step`` at most (0: one)."""
    lengths = (float(np.linalg.norm(u)), float(np.linalg.norm(v)))
    many, rows = (max(1, int(np.ceil(s / step - 1e-6))) if step else 1 for s in lengths)
    a, b = np.meshgrid(np.linspace(0.0, 1.0, many + 1), np.linspace(0.0, 1.0, rows + 1))
    points = corner + a.reshape(-1, 1) * u + b.reshape(-1, 1) * v
    index = np.arange(len(points)).reshape(rows + 1, many + 1)
    p, q, r, s = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.stack([p, q, r, p, r, s], axis=-1).reshape(-1, 3)
    normal = np.cross(u, v) / (lengths[0] * lengths[1])
    return make(points, triangles, material_name=material,
                normals=np.broadcast_to(normal, points.shape))  # fmt: skip


def _two(build: Callable[[float], Mesh]) -> tuple[Mesh, Mesh]:
    """In small pieces near by, whole far away."""
    return build(FACE_M), build(0.0)


def _box(center: Point, size: Point, semantic: str) -> Solids:
    return solids.boxes([center], size=size, semantic=semantic)


def _plain(material: str, size: ArrayLike, center: ArrayLike) -> Mesh:
    return forms.box(size, material=material, center=center)


def _name(maker: str, sizes: Sizes, variant: int) -> str:
    return f"{maker}_{'x'.join(f'{size:g}' for size in sizes)}_{variant}"


def wall(sizes: Sizes, variant: int) -> Archetype:
    """A piece of wall (length, height); odd variants do not stand on the floor."""
    length, height = sizes
    outside, inside = WALLS[(variant // 2) % len(WALLS)]
    cover = {"l": outside, "r": inside, "b": outside, "f": outside, "B": outside, "T": outside}
    middle = (0.0, 0.0, 0.5 * height)

    def build(step: float) -> Mesh:
        body = clad((length, WALL_M, height), middle, cover, step=step)
        if variant % 2 or inside != "wall_paint":
            return body
        sides = (1.0, -1.0) if outside == inside else (1.0,)
        return merge([body, *(_skirting(length, side, step) for side in sides)])

    return Archetype(
        name=_name("wall", sizes, variant),
        semantic="wall",
        lods=_two(build),
        lod_m=LOD_M,
        proxies=_box(middle, (length, WALL_M, height), "wall"),
    )


def _skirting(length: float, side: float, step: float) -> Mesh:
    cover = dict.fromkeys(("T", "r" if side > 0 else "l"), "paint_grey")
    center = (0.0, side * (0.5 * WALL_M + 0.006), 0.04)
    return clad((length, 0.012, 0.08), center, cover, step=step)


def floor(sizes: Sizes, variant: int) -> Archetype:
    """A floor between storeys (along x, along y), or a roof (1), a ceiling below it."""
    x, y = sizes
    cover = {**dict.fromkeys("bflr", "concrete"), "T": ("linoleum", "roof_flat")[variant % 2],
             "B": "ceiling_tile"}  # fmt: skip
    size, middle = (x, y, FLOOR_M), (0.0, 0.0, 0.5 * FLOOR_M)
    lods = _two(lambda step: clad(size, middle, cover, step=step))
    return Archetype(name=_name("floor", sizes, variant), semantic="building", lods=lods,
                     lod_m=LOD_M, proxies=_box(middle, size, "building"),
                     part_classes={"linoleum": "floor"})  # fmt: skip


def finish(sizes: Sizes, variant: int) -> Archetype:
    """The covering of a floor (along x, along y); nothing to bump into."""
    x, y = sizes
    name = FINISHES[variant % len(FINISHES)]
    lods = _two(lambda step: face(np.array([-0.5 * x, -0.5 * y, FINISH_M]), np.array([x, 0, 0]),
                                  np.array([0, y, 0]), material=name, step=step))  # fmt: skip
    return Archetype(name=_name("finish", sizes, variant), semantic="floor", lods=lods, lod_m=LOD_M)


def glazing(sizes: Sizes, variant: int) -> Archetype:
    """Glass in a frame (width, height): a window with its sill (0) or a wall of glass (1)."""
    wide, high = sizes
    parts = [
        clad((wide, 0.024, high), (0, 0, 0.5 * high), {"l": "glass", "r": "glass"}, step=FACE_M)
    ]
    count = max(1, round(wide / (1.1 if variant % 2 == 0 else 1.3)))
    for k in range(count + 1):
        x = (k / count - 0.5) * (wide - 0.06)
        parts.append(_plain("metal_dark", (0.06, 0.09, high), (x, 0, 0.5 * high)))
    lines = (0.03, high - 0.03, *((0.72 * high,) if high > 2.0 else ()))
    parts += [_plain("metal_dark", (wide, 0.088, 0.06), (0, 0, z)) for z in lines]
    if variant % 2 == 0:
        parts.append(_plain("aluminium", (wide + 0.1, 0.2, 0.04), (0, -0.11, -0.02)))
        parts.append(_plain("plastic_white", (wide, 0.16, 0.03), (0, 0.1, -0.005)))
        parts += [
            _plain(
                "wall_paint", (0.012, 0.055, high), (s * (0.5 * wide - 0.006), 0.0725, 0.5 * high)
            )
            for s in (-1, 1)
        ]
        parts.append(_plain("wall_paint", (wide, 0.055, 0.012), (0, 0.0725, high - 0.006)))
    far = merge([*(parts[:1]), parts[1], parts[count + 1], *parts[count + 2 : count + 4]])
    return Archetype(
        name=_name("glazing", sizes, variant), semantic="window", lods=(merge(parts), far),
        lod_m=(60.0,), proxies=_box((0, 0, 0.5 * high), (wide, 0.09, high), "window"),
    )  # fmt: skip


# Leaf and lining of doors.
_DOORS: Final = (
    ("wood_oak", "paint_grey"),
    ("paint_white", "paint_grey"),
    ("paint_blue", "metal_dark"),
)


def open_door(sizes: Sizes, variant: int) -> Archetype:
    """A door (width, height) that stands open, square to its wall; odd ones hinge at +x."""
    wide, high = sizes
    leaf, lining = _DOORS[(variant // 2) % len(_DOORS)]
    side = 1.0 if variant % 2 else -1.0
    deep, clear = WALL_M + 0.03, wide - 2.0 * _LINING_M
    x = side * (0.5 * wide - 0.5 * _LINING_M)
    middle = (x, 0.5 * WALL_M + 0.5 * clear, 0.5 * high - 0.01)
    body = (_LINING_M, clear, high - 0.05)
    frame = [
        ((s * 0.5 * (wide - _LINING_M), 0.0, 0.5 * high), (_LINING_M, deep, high)) for s in (-1, 1)
    ]
    frame.append(((0.0, 0.0, high - 0.5 * _LINING_M), (wide, deep, _LINING_M)))
    parts = [_plain(lining, size, center) for center, size in frame] + [_plain(leaf, body, middle)]
    end = middle[1] + 0.5 * clear - 0.07
    for s in (-1, 1):
        parts.append(_plain("aluminium", (0.05, 0.02, 0.02), (x + s * 0.045, end, 1.05)))
        parts.append(_plain("aluminium", (0.02, 0.13, 0.02), (x + s * 0.065, end - 0.055, 1.05)))
    boxes = [_box(center, size, "door") for center, size in [*frame, (middle, body)]]
    return Archetype(
        name=_name("open_door", sizes, variant), semantic="door",
        lods=(merge(parts), merge(parts[:4])), lod_m=(25.0,), proxies=solids.merge(boxes),
    )  # fmt: skip


def entrance(sizes: Sizes, variant: int) -> Archetype:
    """Two leaves of glass (width, height of the opening) that stand open, a light above them."""
    wide, high = sizes
    head, half = min(2.25, high - 0.1), 0.5 * wide
    rows: list[tuple[str, Point, Point]] = [
        ("metal_dark", (s * (half - 0.03), 0.0, 0.5 * high), (0.06, 0.14, high)) for s in (-1, 1)
    ]
    rows.append(("metal_dark", (0.0, 0.0, head + 0.04), (wide, 0.14, 0.08)))
    rows.append(("glass", (0.0, 0.0, 0.5 * (head + high) + 0.04), (wide, 0.03, high - head - 0.08)))
    leaf = half - 0.08
    for s in (-1, 1):
        x = s * (half - 0.09)
        rows.append(("glass", (x, 0.07 + 0.5 * leaf, 0.5 * head), (0.03, leaf, head - 0.04)))
        rows += [
            ("metal_dark", (x, 0.07 + 0.5 * leaf, z), (0.05, leaf, 0.1))
            for z in (0.07, head - 0.06)
        ]
        rows += [
            ("metal_dark", (x, y, 0.5 * head), (0.05, 0.06, head - 0.04))
            for y in (0.1, 0.04 + leaf)
        ]
        rows.append(("aluminium", (x - s * 0.06, leaf - 0.05, 1.1), (0.03, 0.03, 0.6)))
    parts = [_plain(name, size, center) for name, center, size in rows]
    # One box each for posts, head with its light, and leaves: what is near a robot must be few.
    boxes = [_box(center, size, "door") for _, center, size in rows[:2]]
    boxes.append(_box((0.0, 0.0, 0.5 * (head + high)), (wide, 0.14, high - head), "door"))
    boxes += [
        _box((s * (half - 0.09), 0.07 + 0.5 * leaf, 0.5 * head), (0.05, leaf, head - 0.04), "door")
        for s in (-1, 1)
    ]
    return Archetype(name=_name("entrance", sizes, variant), semantic="door", lods=(merge(parts),),
                     proxies=solids.merge(boxes), part_classes={"glass": "window"})  # fmt: skip


def flight(sizes: Sizes, variant: int) -> Archetype:
    """Steps (width, rise, run) up along x from the origin, a rail at -y (0) or +y (1).

    The last riser leads onto a landing, so there is one tread fewer than risers.
    """
    width, rise, run = sizes
    count = max(2, round(rise / _RISER_M))
    high, deep = rise / count, run / (count - 1)
    parts, boxes = [], []
    for k in range(count - 1):
        thick = min(high + 0.14, (k + 1) * high)
        center = ((k + 0.5) * deep, 0.0, (k + 1) * high - 0.5 * thick)
        parts.append(_plain("concrete", (deep, width, thick), center))
        nose = ((k + 0.04) * deep + 0.02, 0.0, (k + 1) * high + 0.001)
        parts.append(_plain("rubber", (0.05, width - 0.02, 0.004), nose))
        boxes.append(_box(center, (deep, width, thick), "step"))
    y = (0.5 * width - 0.04) * (1.0 if variant % 2 else -1.0)
    a, b = np.array([0.1, y, high]), np.array([run - 0.1, y, rise - 0.5 * high])
    high_up = np.array([0.0, 0.0, 0.95])
    rail = [_bar(a + s * high_up, b + s * high_up, 0.045) for s in (0.53, 1.0)]
    rail += [_bar(p, p + high_up, 0.03) for p in (a, 0.5 * (a + b), b)]
    way = b - a
    boxes.append(solids.boxes(
        [0.5 * (a + b) + (0, 0, 0.52)], size=(float(np.hypot(way[0], way[2])), 0.05, 0.86),
        pitch=-float(np.arctan2(way[2], way[0])), semantic="fence",
    ))  # fmt: skip
    return Archetype(
        name=_name("flight", sizes, variant), semantic="step", proxies=solids.merge(boxes),
        lods=(merge([*parts, *rail]), merge([*parts[::2], *rail])), lod_m=(20.0,),
        part_classes={"metal_dark": "fence"},
    )  # fmt: skip


def _bar(a: F64, b: F64, thick: float) -> Mesh:
    return forms.beam(a, b, thick, thick, material="metal_dark")


def railing(sizes: Sizes, variant: int) -> Archetype:
    """A railing (length, height) along x."""
    length, high = sizes
    half = 0.5 * length
    rails = [
        _bar(np.array([-half, 0, z]), np.array([half, 0, z]), 0.045) for z in (0.12, high - 0.02)
    ]
    count = max(2, round(length / 0.14))
    bars = [_bar(np.array([x, 0, 0.0]), np.array([x, 0, high]), 0.018)
            for x in np.linspace(-half + 0.02, half - 0.02, count)]  # fmt: skip
    return Archetype(
        name=_name("railing", sizes, variant), semantic="fence",
        lods=(merge([*rails, *bars]), merge([*rails, bars[0], bars[-1]])), lod_m=(15.0,),
        proxies=_box((0, 0, 0.5 * high), (length, 0.05, high), "fence"),
    )  # fmt: skip


def parapet(sizes: Sizes, variant: int) -> Archetype:
    """A low wall (length, height) at a roof's edge with its coping."""
    length, high = sizes
    outside = WALLS[variant % len(WALLS)][0]
    cover = dict.fromkeys("bflr", outside)

    def build(step: float) -> Mesh:
        body = clad((length, WALL_M, high), (0, 0, 0.5 * high), cover, step=step)
        return merge([body, _plain("aluminium", (length, WALL_M + 0.08, 0.05), (0, 0, high))])

    return Archetype(
        name=_name("parapet", sizes, variant),
        semantic="wall",
        lods=_two(build),
        lod_m=LOD_M,
        proxies=_box((0, 0, 0.5 * high), (length, WALL_M, high), "wall"),
    )


def canopy(sizes: Sizes, variant: int) -> Archetype:
    """A roof (along the wall, out from it) before an entrance, on two posts of 3 m below it."""
    wide, out = sizes
    plate = ((0.0, -0.5 * out, 0.08), (wide, out, 0.16))
    posts = [((s * (0.5 * wide - 0.2), -out + 0.2, -1.5), (0.1, 0.1, 3.0)) for s in (-1, 1)]
    parts = [_plain("paint_white", plate[1], plate[0])]
    parts += [_plain("metal_dark", size, center) for center, size in posts]
    boxes = [_box(*plate, "building"), *(_box(center, size, "pole") for center, size in posts)]
    return Archetype(name=_name("canopy", sizes, variant), semantic="building",
                     lods=(merge(parts),), proxies=solids.merge(boxes),
                     part_classes={"metal_dark": "pole"})  # fmt: skip


def _counter(parts: Sequence[tuple[str, Point, Point]], name: str) -> Archetype:
    mesh = merge([_plain(material, size, center) for material, center, size in parts])
    boxes = [_box(center, size, "furniture") for _, center, size in parts]
    return Archetype(name=name, semantic="furniture", lods=(mesh,), proxies=solids.merge(boxes))


def counter(sizes: Sizes, variant: int) -> Archetype:
    """A counter (length) along x where people are received; its front faces -y."""
    (length,) = sizes
    rows = [
        ("wood_oak", (0.0, 0.0, 0.52), (length, 0.5, 1.04)),
        ("paint_white", (0.0, -0.03, 1.07), (length + 0.1, 0.62, 0.05)),
        ("metal_dark", (0.0, -0.03, 0.05), (length - 0.06, 0.5, 0.1)),
    ]  # fmt: skip
    return _counter(rows, _name("counter", sizes, variant))


def seat_row(sizes: Sizes, variant: int) -> Archetype:
    """Seats of a lecture hall side by side (length) along x, looking along y."""
    (length,) = sizes
    count = max(1, int(length / 0.55))
    wide = length / count
    rails = [("metal_dark", (0.0, y, 0.36), (length, 0.05, 0.05)) for y in (-0.12, 0.08)]
    feet = [
        ("metal_dark", (s * (0.5 * length - 0.3), 0.0, 0.18), (0.06, 0.4, 0.36)) for s in (-1, 1)
    ]
    seats: list[tuple[str, Point, Point]] = []
    for k in range(count):
        x = (k + 0.5) * wide - 0.5 * length
        seats += [
            ("fabric_blue", (x, 0.0, 0.42), (wide - 0.07, 0.42, 0.07)),
            ("fabric_blue", (x, -0.22, 0.70), (wide - 0.07, 0.06, 0.46)),
            ("wood_oak", (x, -0.26, 0.70), (wide - 0.05, 0.02, 0.50)),
        ]
    parts = [_plain(name, size, center) for name, center, size in [*rails, *feet, *seats]]
    boxes = [_box(center, size, "furniture") for _, center, size in feet]
    boxes.append(_box((0.0, 0.0, 0.395), (length, 0.42, 0.12), "furniture"))
    boxes.append(_box((0.0, -0.23, 0.70), (length, 0.08, 0.50), "furniture"))
    return Archetype(name=_name("seat_row", sizes, variant), semantic="furniture",
                     lods=(merge(parts),), proxies=solids.merge(boxes))  # fmt: skip


SIZED: Final[dict[str, tuple[int, SizedMaker]]] = {
    "wall": (2, wall), "floor": (2, floor), "finish": (2, finish), "glazing": (2, glazing),
    "open_door": (2, open_door), "entrance": (2, entrance), "flight": (3, flight),
    "railing": (2, railing), "parapet": (2, parapet), "canopy": (2, canopy),
    "counter": (1, counter), "seat_row": (1, seat_row),
}  # fmt: skip
