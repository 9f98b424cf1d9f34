"""Buildings of any size by style, and the houses, offices and halls made with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.assets import landmarks
from outrider.world.assets.bodies import Body, raise_body
from outrider.world.assets.pieces import Frame, Levels
from outrider.world.assets.roofs import chimney, dormer, flat, gable, hip, mansard
from outrider.world.assets.styles import STYLES, Look, Style, look_of, style_of
from outrider.world.assets.towers import raise_curtain

BODY_TOLERANCE_M: Final = 0.05
"""How far solids and meshes of walls differ; roofs differ by ``roofs.SLOPE_TOLERANCE_M``."""
_LEAST_M: Final = 3.0


def building(
    outline_size: tuple[float, float], storeys: int, style: str, seed: int, *, name: str = ""
) -> Archetype:
    """A building on ``outline_size`` = (width of its front along y, depth along x), metres.

    Its front faces x; its walls stand exactly on the outline; steps, balconies, gutters and eaves
    reach beyond it. Styles are the keys of ``styles.STYLES``; the seed chooses materials.
    """
    if min(outline_size) < _LEAST_M or storeys < 1:
        raise UserError(f"a building is at least {_LEAST_M} m wide and deep and has a storey, "
                        f"not {outline_size[0]} x {outline_size[1]} m and {storeys}")  # fmt: skip
    kind = style_of(style)
    chance = Stream(seed, "assets", "building", style)
    look = look_of(kind, chance, turn=seed)
    levels = Levels()
    body = Body(size=outline_size, storeys=storeys, style=kind, look=look, chance=chance,
                blank=(1, 3) if kind.blank_sides else ())  # fmt: skip
    stand(levels, body)
    return levels.archetype(name or f"{style}_{seed}", part_classes=look.part_classes)


def stand(levels: Levels, body: Body) -> None:
    """A body with its roof."""
    if body.style.curtain:
        raise_curtain(levels, body)
    else:
        raise_body(levels, body)
    _ROOFS[body.style.roof](levels, body)


def _gable(levels: Levels, body: Body) -> None:
    """Its ridge runs along the longer side, or between the neighbours of a terrace."""
    style, look = body.style, body.look
    width, depth = body.size
    along = style.blank_sides or width >= depth
    frame = body.frame if along else body.frame.turned(1)
    size = (width, depth) if along else (depth, width)
    top = gable(levels, frame, size, body.top, pitch_deg=style.pitch_deg, wall=look.wall,
                covering=look.covering, window=look.window if style.lit_attic else None,
                overhang=(0.45, 0.02) if style.blank_sides else (0.5, 0.35))  # fmt: skip
    if style.chimney:
        place = frame.moved(0.12 * size[1], 0.28 * size[0] * (1 if body.chance.seed % 2 else -1))
        chimney(levels, place, top - 2.0, top + 0.6, material=style.chimney)


def _hip(levels: Levels, body: Body) -> None:
    style = body.style
    top = hip(levels, body.frame, body.size, body.top, pitch_deg=style.pitch_deg,
              covering=body.look.covering, overhang=max(0.45, style.cornice_m + 0.15))  # fmt: skip
    if style.chimney:
        chimney(levels, body.frame.moved(-0.8, 0.15 * body.size[0]), top - 2.0, top + 0.5,
                material=style.chimney)  # fmt: skip


def _mansard(levels: Levels, body: Body) -> None:
    style, look = body.style, body.look
    width, depth = body.size
    top = mansard(levels, body.frame, body.size, body.top, covering=look.covering)
    window = replace(look.window, surround="", lintel="", rows=1, blinds="")
    for quarter in {0, 2, *body.doors}:
        out, length = (depth, width) if quarter % 2 == 0 else (width, depth)
        count = max(1, round((length - 2.4) / 3.2))
        for k in range(count):
            along = ((k + 0.5) / count - 0.5) * (length - 2.4)
            side = body.frame.turned(quarter).moved(0.5 * out - 0.05, along, body.top + 0.6)
            dormer(levels, side, width=1.35, height=1.45, back=1.1, wall=look.trim, look=window,
                   covering=look.covering)  # fmt: skip
    if style.chimney:
        for share in (-0.36, 0.36):
            chimney(levels, body.frame.moved(0.0, share * width), top - 1.6, top + 0.9,
                    material=style.chimney, wide=1.3, far=share > 0.0)  # fmt: skip


def _flat(levels: Levels, body: Body) -> None:
    flat(levels, body.frame, body.size, body.top, wall=body.look.wall, coping=body.look.trim,
         chance=body.chance.uniform(5, 16), parapet=0.9 if body.style.curtain else 0.65,
         machines=min(body.size) > 7.0)  # fmt: skip


_ROOFS: Final[dict[str, Callable[[Levels, Body], None]]] = {
    "gable": _gable, "hip": _hip, "mansard": _mansard, "flat": _flat,
}  # fmt: skip

# Maker: style, then (width, depth, storeys) of each variant.
_SIZES: Final[dict[str, tuple[str, tuple[tuple[float, float, int], ...]]]] = {
    "detached_house": ("detached", ((11.0, 9.0, 2), (9.5, 8.5, 2), (12.5, 8.0, 1), (10.5, 9.5, 2))),
    "terraced_house": ("terrace", ((5.8, 9.5, 2), (6.2, 9.5, 3), (5.5, 9.0, 2), (6.0, 10.0, 3))),
    "apartment_block": ("apartments", ((22.0, 12.0, 5), (25.0, 13.0, 6), (19.0, 12.5, 7),
                                       (28.0, 12.0, 5))),
    "townhouse": ("city", ((12.5, 12.0, 4), (15.0, 12.0, 5), (11.0, 11.5, 4), (14.0, 12.5, 5))),
    "office_tower": ("office", ((26.0, 22.0, 12), (30.0, 24.0, 16), (24.0, 24.0, 14))),
    "office_block": ("concrete_office", ((26.0, 16.0, 7), (24.0, 17.0, 8), (24.0, 15.0, 6))),
    "school": ("school", ((36.0, 15.0, 2), (42.0, 14.0, 3))),
}  # fmt: skip


def _sized(maker: str) -> Callable[[int], Archetype]:
    style, sizes = _SIZES[maker]

    def make(variant: int) -> Archetype:
        width, depth, storeys = sizes[variant % len(sizes)]
        return building((width, depth), storeys, style, variant, name=f"{maker}_{variant}")

    return make


def _two_bodies(
    maker: str, variant: int, style: str, main: tuple[float, float], wing: tuple[float, float],
    place: tuple[float, float], storeys: tuple[int, int],
) -> Archetype:  # fmt: skip
    """A main body and a lower wing of the same look with its middle at ``place``; centred."""
    kind, chance = style_of(style), Stream(variant, "assets", maker)
    look: Look = look_of(kind, chance, turn=variant)
    levels = Levels()
    halves = np.array([main[::-1], wing[::-1]]) * 0.5
    middles = np.array([(0.0, 0.0), place])
    shift = 0.5 * ((middles - halves).min(axis=0) + (middles + halves).max(axis=0))
    plain: Style = replace(kind, chimney="")
    stand(levels, Body(size=main, storeys=storeys[0], style=kind, look=look, chance=chance,
                       plain=True, frame=Frame(center=(-shift[0], -shift[1], 0.0))))  # fmt: skip
    far = place - shift
    stand(levels, Body(size=wing, storeys=storeys[1], style=plain, look=look,
                       chance=chance.child("wing"), doors=(), plain=True,
                       frame=Frame(center=(float(far[0]), float(far[1]), 0.0))))  # fmt: skip
    return levels.archetype(f"{maker}_{variant}", part_classes=look.part_classes)


def farmhouse(variant: int) -> Archetype:
    """A long house with a lower wing beside it."""
    side = 1.0 if variant % 2 == 0 else -1.0
    return _two_bodies("farmhouse", variant, "farmhouse", (14.0, 9.0), (7.0, 7.0),
                       (-0.6, side * 10.4), (2, 1))  # fmt: skip


def villa(variant: int) -> Archetype:
    """A stately house with a wing that stands forward."""
    side = 1.0 if variant % 2 == 0 else -1.0
    return _two_bodies("villa", variant, "villa", (15.0, 11.5), (6.4, 7.0),
                       (4.2, side * 8.0), (2, 2))  # fmt: skip


def corner_shop(variant: int) -> Archetype:
    """A town house with shops on two streets."""
    kind = STYLES["city"]
    chance = Stream(variant, "assets", "corner_shop")
    look = look_of(kind, chance, turn=variant + 1)
    levels = Levels()
    stand(levels, Body(size=(13.0, 13.0), storeys=3 + variant % 2, style=kind, look=look,
                       chance=chance, doors=(0, 3)))  # fmt: skip
    return levels.archetype(f"corner_shop_{variant}", part_classes=look.part_classes)


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    **{maker: _sized(maker) for maker in _SIZES},
    "farmhouse": farmhouse,
    "villa": villa,
    "corner_shop": corner_shop,
    **landmarks.MAKERS,
}
VARIANTS: Final[dict[str, int]] = {
    **{maker: len(sizes) for maker, (_, sizes) in _SIZES.items()},
    "farmhouse": 2,
    "villa": 2,
    "corner_shop": 3,
    **landmarks.VARIANTS,
}
