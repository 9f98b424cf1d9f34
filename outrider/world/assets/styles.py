"""Styles of buildings: what belongs together in walls, windows, doors and roofs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from outrider.core.errors import UnknownNameError
from outrider.core.rng import Stream
from outrider.world.assets.facade import Glazing
from outrider.world.assets.roofs import Covering

Roof = Literal["gable", "hip", "mansard", "flat"]


@dataclass(frozen=True, kw_only=True)
class Style:
    """Measures of a kind of building, and the materials that its variants choose from."""

    walls: tuple[str, ...]
    ground: tuple[str, ...] = ()
    """Walls of the ground floor; as above where empty."""
    plinth: str = "concrete"
    plinth_m: float = 0.35
    trim: tuple[str, ...] = ("plaster_white",)
    frames: tuple[str, ...] = ("plastic_white",)
    doors: tuple[str, ...] = ("wood_dark",)
    roof: Roof = "gable"
    tiles: tuple[str, ...] = ("roof_tiles_red", "roof_tiles_dark")
    pitch_deg: float = 40.0
    ground_m: float = 2.9
    storey_m: float = 2.8
    bay_m: float = 2.7
    side_bay_m: float = 0.0
    """Bays of the side walls; as of the front where 0."""
    window_m: tuple[float, float] = (1.15, 1.35)
    sill_m: float = 0.9
    panes: tuple[int, int] = (2, 1)
    reveal_m: float = 0.16
    glass: tuple[str, ...] = ("glass_dark",)
    surround: bool = False
    lintel: bool = False
    shutters: tuple[str, ...] = ()
    band: bool = False
    """A string course between the storeys."""
    quoins: bool = False
    cornice_m: float = 0.0
    balconies: tuple[str, ...] = ()
    """Materials of their panels."""
    shop: bool = False
    blank_sides: bool = False
    chimney: str = ""
    dormers: bool = False
    lit_attic: bool = False
    wide_door: bool = False
    curtain: bool = False
    """Whether the walls are glass behind mullions."""


STYLES: Final[dict[str, Style]] = {
    "detached": Style(
        walls=("plaster_cream", "plaster_white", "plaster_ochre", "plaster_rose"),
        plinth="concrete_dark", doors=("wood_dark", "wood_oak", "paint_blue", "paint_green"),
        shutters=("", "paint_worn_green", "paint_worn_blue", ""), chimney="brick_red",
        lit_attic=True, pitch_deg=42.0, frames=("plastic_white", "plastic_grey"),
    ),
    "farmhouse": Style(
        walls=("brick_red", "plaster_white"), plinth="rock_grey", plinth_m=0.4,
        doors=("planks_weathered", "wood_oak"), shutters=("paint_worn_green",), lintel=True,
        trim=("stone_ashlar",), chimney="brick_brown", lit_attic=True, pitch_deg=46.0,
        panes=(2, 2), window_m=(1.1, 1.4),
    ),
    "terrace": Style(
        walls=("brick_red", "brick_yellow", "brick_brown", "plaster_blue"), lintel=True,
        plinth="stone_ashlar", trim=("stone_ashlar", "plaster_white"), blank_sides=True,
        doors=("paint_red", "paint_blue", "paint_green", "paint_black"),
        tiles=("roof_tiles_dark", "roof_tiles_red"),
        chimney="brick_brown", bay_m=2.3, window_m=(1.05, 1.6), sill_m=0.75, panes=(2, 2),
        ground_m=3.0, band=True, pitch_deg=36.0,
    ),
    "villa": Style(
        walls=("plaster_cream", "plaster_grey"), plinth="stone_ashlar", plinth_m=0.6, roof="hip",
        surround=True, quoins=True, band=True, cornice_m=0.25, ground_m=3.3, storey_m=3.2,
        trim=("stone_ashlar", "plaster_white"), pitch_deg=30.0, bay_m=2.9, window_m=(1.2, 1.8),
        sill_m=0.75, panes=(2, 2), doors=("wood_oak",), wide_door=True, chimney="brick_red",
        tiles=("roof_tiles_dark", "roof_tiles_red"),
    ),
    "apartments": Style(
        walls=("plaster_white", "plaster_ochre", "plaster_green", "brick_yellow"),
        ground=("plaster_grey", "brick_brown"), roof="flat", plinth_m=0.35, trim=("concrete",),
        balconies=("paint_grey", "paint_silver", "plastic_white"), bay_m=3.1, ground_m=3.0,
        window_m=(1.45, 1.45), frames=("plastic_grey", "plastic_white"), doors=("metal_dark",),
        wide_door=True,
    ),
    "city": Style(
        walls=("plaster_ochre", "plaster_rose", "plaster_blue", "brick_red"),
        ground=("stone_ashlar",), plinth="rock_granite", plinth_m=0.2, roof="mansard", shop=True,
        surround=True, band=True, quoins=True, cornice_m=0.45, ground_m=3.9, storey_m=3.3,
        bay_m=2.9, side_bay_m=4.4, window_m=(1.15, 1.95), sill_m=0.65, panes=(2, 2), dormers=True,
        trim=("stone_ashlar", "plaster_white"), doors=("wood_dark",),
        tiles=("roof_tiles_dark", "roof_tiles_red", "roof_shingles"),
        chimney="brick_brown",
    ),
    "office": Style(
        walls=("aluminium", "metal_dark", "paint_white", "plaster_grey"), roof="flat",
        curtain=True, bay_m=1.5, ground_m=4.4, storey_m=3.6, plinth_m=0.15, trim=("metal_dark",),
        glass=("glass_facade", "glass_bronze", "glass_green", "glass_smoke"),
        doors=("paint_black",), wide_door=True, reveal_m=0.18, frames=("metal_grey",),
    ),
    "concrete_office": Style(
        walls=("concrete", "plaster_white", "stone_ashlar"), roof="flat", bay_m=3.3, ground_m=4.2,
        ground=("rock_granite",), storey_m=3.5, plinth_m=0.15, trim=("concrete_dark",),
        window_m=(2.5, 2.0), sill_m=0.75, panes=(2, 1), reveal_m=0.2, doors=("paint_black",),
        wide_door=True, frames=("plastic_grey",),
    ),
    "brick_office": Style(
        walls=("brick_red", "brick_yellow", "brick_brown"), roof="flat", bay_m=2.9, ground_m=4.4,
        ground=("stone_ashlar", "rock_granite"), storey_m=3.4, plinth_m=0.2,
        trim=("stone_ashlar",), window_m=(1.9, 2.0), sill_m=0.7, panes=(2, 2), reveal_m=0.2,
        lintel=True, cornice_m=0.4, doors=("paint_black",), wide_door=True,
        frames=("plastic_grey", "plastic_white"),
    ),
    "stone_office": Style(
        walls=("stone_ashlar", "plaster_cream", "plaster_rose"), roof="flat", bay_m=2.6,
        ground=("rock_granite",), ground_m=4.8, storey_m=3.5, plinth_m=0.25, band=True,
        trim=("stone_ashlar", "concrete"), window_m=(1.35, 2.3), sill_m=0.55, panes=(2, 2),
        reveal_m=0.2, surround=True, cornice_m=0.55, doors=("wood_dark",), wide_door=True,
        frames=("plastic_grey",),
    ),
    "school": Style(
        walls=("brick_yellow", "brick_red"), plinth="concrete_dark", plinth_m=0.5, roof="hip",
        lintel=True, trim=("concrete",), ground_m=3.7, storey_m=3.6, bay_m=3.0,
        window_m=(2.1, 2.0), sill_m=0.85, panes=(3, 2), wide_door=True, pitch_deg=28.0,
        doors=("paint_red", "paint_blue"), band=True, cornice_m=0.2,
    ),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Look:
    """The materials of one building."""

    wall: str
    ground: str
    trim: str
    door: str
    panel: str
    window: Glazing
    covering: Covering

    @property
    def part_classes(self) -> dict[str, str]:
        return {self.window.glass: "window", self.window.frame: "window", self.door: "door"}


def style_of(name: str) -> Style:
    """A style by name; refuses an unknown one with the nearest known."""
    if name not in STYLES:
        raise UnknownNameError("style of building", name, STYLES)
    return STYLES[name]


def look_of(style: Style, chance: Stream, *, turn: int = 0) -> Look:
    """Materials for one building; consecutive turns give each wall colour its turn."""
    draw = iter(chance.uniform(0, 8))

    def pick(names: tuple[str, ...]) -> str:
        return names[int(next(draw) * len(names))] if names else ""

    wall = style.walls[turn % len(style.walls)]
    trim, frame = pick(style.trim), pick(style.frames)
    window = Glazing(
        glass=style.glass[turn % len(style.glass)], frame=frame,
        columns=style.panes[0], rows=style.panes[1],
        sill=trim, surround=trim if style.surround else "", lintel=trim if style.lintel else "",
        shutters=style.shutters[turn % len(style.shutters)] if style.shutters else "",
    )  # fmt: skip
    return Look(
        wall=wall, ground=pick(style.ground) or wall, trim=trim, window=window,
        door=style.doors[turn % len(style.doors)], panel=pick(style.balconies),
        covering=Covering(tiles=style.tiles[turn % len(style.tiles)]),
    )  # fmt: skip
