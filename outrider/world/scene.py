"""The scene: ground, objects and regions. Immutable; whatever knows of the world reads it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import EditError, UserError
from outrider.core.safeio import digest
from outrider.scenario.sky import Light, Sky, Weather
from outrider.world._kernels_objects import Obstacles, near_between
from outrider.world._kernels_rays import balls_clear, cast_many, sight_many
from outrider.world.coverage import DENSITY, coverage_surface
from outrider.world.edits import (
    AnyEdit,
    MoveObject,
    RemoveObject,
    SetLight,
    SetWeather,
    apply,
    checked,
    resolved,
)
from outrider.world.endless import Growth, Index, cell_of, over
from outrider.world.fields import as_declared
from outrider.world.ground import GroundMap
from outrider.world.objects import Objects
from outrider.world.people import Patrol, Resident, residents
from outrider.world.places import Building, Road
from outrider.world.semantics import SemanticClass, number_of
from outrider.world.surface_samples import Samples
from outrider.world.terrain import Terrain
from outrider.world.things import Things, nothing
from outrider.world.traversability import Limits, traversability

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]


class Region(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named rectangle on the ground, turned by its heading."""

    name: str
    kind: Literal["spawn", "no_go", "place"] = "place"
    position_m: tuple[float, float]
    half_m: tuple[float, float]
    heading_rad: float = 0.0

    def contains(self, points: ArrayLike) -> NDArray[np.bool_]:
        """``(n,)`` whether ``points (n, 2)`` lie inside."""
        away = np.asarray(points, dtype=np.float64)[:, :2] - self.position_m
        c, s = math.cos(self.heading_rad), math.sin(self.heading_rad)
        u, v = c * away[:, 0] + s * away[:, 1], c * away[:, 1] - s * away[:, 0]
        inside: NDArray[np.bool_] = (np.abs(u) <= self.half_m[0]) & (np.abs(v) <= self.half_m[1])
        return inside


class Cover(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which surface class lies where no feature lays one: by steepness, and in the stream bed."""

    flat: str = "ground"
    steep: str = "rock"
    steep_rad: float = 0.61
    stream: str = "gravel"


Extent = tuple[float, float, float, float]

LARGEST_VIEW_M2: Final = 4e6

PLAIN_COVER: Final = Cover()
PLAIN_SKY: Final = Sky()


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A world, whole: everything that a query or a kernel needs to know of it."""

    kind: str
    seed: int
    terrain: Terrain
    objects: Objects
    regions: tuple[Region, ...] = ()
    buildings: tuple[Building, ...] = ()
    roads: tuple[Road, ...] = ()
    cover: Cover = PLAIN_COVER
    ground: GroundMap | None = None
    """Surfaces and still water where they are mapped; ``cover`` rules elsewhere."""
    skins: Mapping[str, str] = field(default_factory=dict)
    """Materials of surface classes in this world, where they are not the usual ones."""
    things: Things = field(default_factory=nothing)
    """What is seen as more than a plain solid; their solids are among the objects."""
    patrols: tuple[Patrol, ...] = ()
    """The ways of people who patrol."""
    extent: Extent = (-50.0, -50.0, 50.0, 50.0)
    """The part worth showing: least x and y, largest x and y. The ground goes on beyond it."""
    sky: Sky = PLAIN_SKY
    """Light and weather before the edits; see ``light`` and ``weather``."""
    growth: Growth | None = None
    """Of an endless world: the cells that are there now; what they hold is among the objects."""
    edits: tuple[AnyEdit, ...] = ()
    """What was changed since the base was made, in order."""
    base: Scene | None = None
    """The scene before the edits; None if there are none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "regions", as_declared(self.regions, tuple[Region, ...]))
        object.__setattr__(self, "buildings", as_declared(self.buildings, tuple[Building, ...]))
        object.__setattr__(self, "patrols", as_declared(self.patrols, tuple[Patrol, ...]))
        object.__setattr__(self, "sky", as_declared(self.sky, Sky))
        object.__setattr__(self, "roads", as_declared(self.roads, tuple[Road, ...]))
        object.__setattr__(
            self, "extent", as_declared(self.extent, tuple[float, float, float, float])
        )

    @property
    def obstacles(self) -> Obstacles:
        """The objects as kernels take them."""
        return self.objects.obstacles

    @property
    def classes(self) -> tuple[SemanticClass, ...]:
        """The semantic classes by number: the built-in ones, then this world's own."""
        return self.objects.classes

    @property
    def version(self) -> int:
        """How many edits were made."""
        return len(self.edits)

    @property
    def light(self) -> Light:
        """As it is after the edits."""
        turned = (edit.light for edit in reversed(self.edits) if isinstance(edit, SetLight))
        return next(turned, self.sky.light)

    @property
    def weather(self) -> Weather:
        """As it is after the edits."""
        turned = (edit.weather for edit in reversed(self.edits) if isinstance(edit, SetWeather))
        return next(turned, self.sky.weather)

    def region(self, name: str) -> Region | None:
        """The region of that name, if there is one."""
        return next((region for region in self.regions if region.name == name), None)

    @cached_property
    def people(self) -> dict[str, Resident]:
        """The people whose attributes are known, by name: ``person_<id>`` if they have none."""
        return residents(self.things, self.objects.given_names, self.patrols)

    def height(self, points: ArrayLike) -> F64:
        """``(n,)`` height of the ground at ``points (n, 2)``."""
        return self.terrain.height(points)

    def normal(self, points: ArrayLike) -> F64:
        """``(n, 3)`` upward unit normals of the ground at ``points (n, 2)``."""
        sample = self.terrain.sample(points)
        up = np.column_stack((-sample[:, 1], -sample[:, 2], np.ones(len(sample))))
        return np.asarray(up / np.sqrt((up * up).sum(1))[:, None])

    def surface(self, points: ArrayLike) -> I32:
        """``(n,)`` surface class numbers of the ground at ``points (n, 2)``."""
        where = np.asarray(points, dtype=np.float64)
        laid = self.terrain.laid_surface(where)
        return np.where(laid >= 0, laid, self.natural_surface(where)).astype(np.int32)

    def natural_surface(self, points: ArrayLike) -> I32:
        """``(n,)`` the same without roads and what else terrain features lay."""
        where = np.asarray(points, dtype=np.float64)
        slope = self.terrain.sample(where)[:, 1:]
        steep = np.hypot(slope[:, 0], slope[:, 1]) > math.tan(self.cover.steep_rad)
        surface = np.where(steep, number_of(self.cover.steep), number_of(self.cover.flat))
        trough = self.terrain.trough
        if trough is not None and trough.stream_depth_m > 0.0:
            away = np.abs(where[:, 1] - trough.middle(where[:, 0]))
            bed = away < 0.8 * trough.stream_half_m
            surface = np.where(bed, number_of(self.cover.stream), surface)
        if self.growth is not None:
            grown = self.growth.grower.surface(where)
            surface = np.where(grown >= 0, grown, surface)
        if self.ground is not None:
            mapped = self.ground.surface(where)
            surface = np.where(mapped >= 0, mapped, surface)
        return surface.astype(np.int32)

    def water_level(self, points: ArrayLike) -> F64:
        """``(n,)`` height of the still water at ``points (n, 2)``, NaN where there is none."""
        if self.ground is None:
            return np.full(len(np.asarray(points)), np.nan)
        return self.ground.water_level(points)

    def traversability(
        self, points: ArrayLike, *, limits: Limits | None = None
    ) -> NDArray[np.int8]:
        """``(n,)`` what the ground at ``points (n, 2)`` is for a robot: numbers of ``Ground``."""
        return traversability(self, points, limits=limits)

    def coverage_surface(
        self, *, density_per_m2: float = DENSITY, region: Extent | None = None
    ) -> Samples:
        """The surface that counts as ground truth of coverage, as points; see ``coverage``."""
        return coverage_surface(self, density_per_m2=density_per_m2, region=region)

    def near(self, point: ArrayLike, radius: float) -> tuple[I32, F64]:
        """Rows of the objects within ``radius`` of a point, and their gaps, nearest first.

        The gap is the horizontal distance to the object's shadow; a point with a z leaves out what
        ends further than the radius above or below it.
        """
        p = np.asarray(point, dtype=np.float64)
        low, high = (p[2] - radius, p[2] + radius) if len(p) > 2 else (-math.inf, math.inf)
        room = 64
        while True:
            rows, gaps = np.empty(room, np.int32), np.empty(room)
            total = near_between(self.obstacles, p[0], p[1], radius, low, high, rows, gaps)
            if total <= room:
                return rows[:total].copy(), gaps[:total].copy()
            room = total

    def is_free(self, points: ArrayLike, radius: float) -> NDArray[np.bool_]:
        """``(n,)`` whether balls about ``points (n, 3)`` touch neither ground nor object."""
        where = _three(points)
        out = np.empty(len(where), np.bool_)
        balls_clear(self.terrain.packed, self.obstacles, where, float(radius), out)
        return out

    def line_of_sight(self, a: ArrayLike, b: ArrayLike) -> NDArray[np.bool_]:
        """``(n,)`` whether nothing stands between points ``a (n, 3)`` and ``b (n, 3)``."""
        first, second = np.broadcast_arrays(_three(a), _three(b))
        out = np.empty(len(first), np.bool_)
        first, second = np.ascontiguousarray(first), np.ascontiguousarray(second)
        sight_many(self.terrain.packed, self.obstacles, np.array(first), np.array(second), out)
        return out

    def cast(self, starts: ArrayLike, rays: ArrayLike, *, range_m: float) -> tuple[F64, I32]:
        """Ranges ``(n,)`` along unit rays to the first hit (inf = none), rows (-1 = ground)."""
        first, second = np.broadcast_arrays(_three(starts), _three(rays))
        ranges, rows = np.empty(len(first)), np.empty(len(first), np.int32)
        cast_many(
            self.terrain.packed, self.obstacles, np.array(first), np.array(second),
            float(range_m), ranges, rows,
        )  # fmt: skip
        return ranges, rows

    def with_edits(self, edits: Sequence[AnyEdit]) -> Scene:
        """The scene after more edits; the ground and what was not touched are shared."""
        objects, things, made = self.objects, self.things, list(self.edits)
        for wanted in edits:
            edit = checked(wanted)
            if self.growth is not None:
                # Its edits are made again whenever cells come and go: by id.
                edit = resolved(edit, objects)
            objects, things = apply(edit, objects, things, len(made))
            made.append(edit)
        return replace(
            self, objects=objects, things=things, edits=tuple(made), base=self.base or self
        )

    def with_cells(self, cells: Iterable[Index], *, edits: Sequence[AnyEdit] = ()) -> Scene:
        """An endless world with these cells, and those from which something was moved.

        ``edits`` are made beside those of this scene; of cells that are not there they wait.
        """
        if self.growth is None:
            raise UserError(f"a world of kind {self.kind!r} has no cells: it is not endless")
        edits = edits or self.edits
        growth = self.growth.with_cells({*cells, *_left_by_what_moved(edits)})
        objects, things = growth.all_objects(), growth.all_things()
        base = replace(self, objects=objects, things=things, growth=growth, edits=(), base=None)
        for number, edit in enumerate(edits):
            home = _home_of(edit)
            if home is None or home in growth.live:
                objects, things = apply(edit, objects, things, number)
        if not edits:
            return base
        return replace(base, objects=objects, things=things, edits=tuple(edits), base=base)

    @property
    def kept_cells(self) -> frozenset[Index]:
        """Of an endless world: the cells that are there wherever anybody is."""
        return _left_by_what_moved(self.edits)

    def showing(self, extent: Extent) -> Scene:
        """An endless world with what grows on a rectangle, if that is not too large to be seen."""
        if self.growth is None:
            return self
        wide, deep = extent[2] - extent[0], extent[3] - extent[1]
        if wide * deep > LARGEST_VIEW_M2:
            return self
        return self.with_cells(over(self.growth.grower, extent))

    @cached_property
    def digest(self) -> str:
        """Hex digest of everything that the scene is made of.

        Of an endless world it is that of its recipe: which cells are there does not matter.
        """
        objects, things = self._standing
        facts = (self.kind, self.seed, self.regions, self.cover, self.extent, self.edits)
        built = (self.buildings, self.roads, self.sky)
        table = self.classes
        names = sorted(objects.given_names.items())
        solids = objects.solids
        arrays = (self.terrain.packed, solids.kind, solids.center, solids.half_size)
        more = (solids.quaternion, solids.semantic, objects.ident, objects.alive)
        return digest(
            msgspec.msgpack.encode(
                (
                    facts,
                    built,
                    table,
                    names,
                    self._mapped,
                    things.kinds,
                    sorted(self.skins.items()),
                    self.patrols,
                    () if self.growth is None else (self.growth.grower.recipe, self.growth.free),
                )
            ),
            *(np.ascontiguousarray(array).tobytes() for array in (*arrays, *more)),
            *(np.ascontiguousarray(array).tobytes() for array in self._seen),
        )

    @property
    def _standing(self) -> tuple[Objects, Things]:
        """What stands there whichever cells are."""
        if self.growth is None:
            return self.objects, self.things
        return self.growth.objects, self.growth.things

    @property
    def _mapped(self) -> tuple[float, ...]:
        """Where the map of the ground lies; nothing if there is none."""
        return () if self.ground is None else (*self.ground.origin_m, self.ground.step_m)

    @property
    def _seen(self) -> tuple[NDArray[np.generic], ...]:
        """The arrays of things and of the map of the ground."""
        own = self._standing[1]
        poses = (own.kind, own.position, own.quaternion, own.scale)
        arrays = (*poses, own.tint, own.ident, own.label)
        if self.ground is None:
            return arrays
        water = self.ground.water_m
        return (*arrays, self.ground.classes, *(() if water is None else (water,)))


def _home_of(edit: AnyEdit) -> Index | None:
    """The cell in which grew what an edit takes away or moves."""
    if not isinstance(edit, RemoveObject | MoveObject):
        return None
    if isinstance(edit.which, str):
        raise EditError(
            f"object {edit.which!r}: what grows in cells is edited by id, so that the edit "
            f"outlasts them; Scene.with_edits finds the id of a name"
        )
    return cell_of(edit.which)


def _left_by_what_moved(edits: Iterable[AnyEdit]) -> frozenset[Index]:
    """The cells from which something was moved: it stands elsewhere, and they go on holding it."""
    homes = (_home_of(edit) for edit in edits if isinstance(edit, MoveObject))
    return frozenset(home for home in homes if home is not None)


def _three(points: ArrayLike) -> F64:
    where = np.atleast_2d(np.asarray(points, dtype=np.float64))
    if where.ndim != 2 or where.shape[1] != 3:
        raise UserError(f"points of shape {where.shape} given; points in space are (n, 3)")
    return np.ascontiguousarray(where)
