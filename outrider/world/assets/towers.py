"""Curtain walls: glass from floor to floor behind mullions, as offices have them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.bodies import Body
from outrider.world.assets.facade import Wall, canopy, door, walls_of
from outrider.world.assets.pieces import ALL, FAR, FINE, MIDDLE, Levels

F64 = NDArray[np.float64]


def raise_curtain(levels: Levels, body: Body) -> None:
    """A body of glass with spandrels, mullions, transoms and blinds here and there."""
    width, depth = body.size
    look, top, reveal = body.look, body.top, body.style.reveal_m
    x, y = 0.5 * depth, 0.5 * width
    levels.fill((-x, -y, 0.0), (x, y, top), frame=body.frame)
    glass = (x - reveal, y - reveal, top - 0.02)
    levels.boxes(look.window.glass, (-glass[0], -glass[1], 0.0), glass, frame=body.frame, at=FINE)
    levels.boxes(look.window.glass, (-x, -y, 0.0), (x, y, top), frame=body.frame, at=FAR)
    _spandrels(levels, body)
    for quarter, wall in enumerate(walls_of(body.frame, body.size)):
        _mullions(levels, body, wall, quarter)
    lobby = walls_of(body.frame, body.size)[0]
    opening = np.array([-1.6, 1.6, body.style.plinth_m, body.style.plinth_m + 2.6])
    levels.boxes(look.wall, (-reveal, -1.75, 0.1), (0.04, -1.6, 2.9), frame=lobby.frame, at=FINE)
    levels.boxes(look.wall, (-reveal, 1.6, 0.1), (0.04, 1.75, 2.9), frame=lobby.frame, at=FINE)
    door(levels, lobby, opening, leaf=look.door, frame=look.window.frame, reveal=reveal - 0.02,
         leaves=2)  # fmt: skip
    canopy(levels, lobby, np.add(opening, (-0.6, 0.6, 0.0, 0.1)), material=look.trim, depth=2.2)


def _spandrels(levels: Levels, body: Body) -> None:
    """Bands at the floors; the coarse levels show every second at most."""
    width, depth = body.size
    x, y = 0.5 * depth - 0.04, 0.5 * width - 0.04
    floors = body.floors[1:]
    low = np.column_stack([np.full(len(floors), -x), np.full(len(floors), -y), floors - 0.55])
    high = np.column_stack([np.full(len(floors), x), np.full(len(floors), y), floors + 0.1])
    levels.boxes(body.look.wall, low, high, frame=body.frame, at=FINE)
    out = (0.05, 0.05, 0.0)
    levels.boxes(body.look.wall, low - out, high + out, frame=body.frame, at=MIDDLE)
    levels.boxes(body.style.plinth, (-x, -y, 0.0), (x, y, 0.3), frame=body.frame, at=ALL)
    head = ((-x - 0.04, -y - 0.04, body.top - 0.5), (x + 0.04, y + 0.04, body.top))
    levels.boxes(body.look.wall, *head, frame=body.frame, at=FINE)


def _mullions(levels: Levels, body: Body, wall: Wall, quarter: int) -> None:
    """Fins between the panes, transoms, and blinds behind some panes."""
    style, look = body.style, body.look
    count = max(2, round(wall.length / style.bay_m))
    lines = (np.arange(count + 1) / count - 0.5) * (wall.length - 0.12)
    zero, reveal = np.zeros(count + 1), style.reveal_m
    low = np.column_stack([zero - reveal, lines - 0.06, zero + 0.05])
    high = np.column_stack([zero, lines + 0.06, zero + body.top - 0.01])
    levels.boxes(look.wall, low, high, frame=wall.frame, at=FINE)
    transoms = body.floors[:-1] + 0.95
    half = 0.5 * wall.length - 0.1
    levels.boxes(
        look.window.frame,
        np.column_stack([np.full(len(transoms), -reveal), np.full(len(transoms), -half), transoms]),
        np.column_stack([np.full(len(transoms), 0.06 - reveal), np.full(len(transoms), half),
                         transoms + 0.06]), frame=wall.frame, at=FINE,
    )  # fmt: skip
    _blinds(levels, body, wall, lines, quarter)
    few = lines[:: max(1, count // 6)]
    strips = [[(0.03, a, 0.3), (0.03, a + 0.25, 0.3), (0.03, a + 0.25, body.top),
               (0.03, a, body.top)] for a in few[:-1]]  # fmt: skip
    levels.quads(look.wall, strips, frame=wall.frame, at=MIDDLE)


def _blinds(levels: Levels, body: Body, wall: Wall, lines: F64, quarter: int) -> None:
    floors, back = body.floors, 0.02 - body.style.reveal_m
    bay, storey = np.meshgrid(np.arange(len(lines) - 1), np.arange(1, len(floors) - 1))
    chance = body.chance.uniform(30 + quarter, 2 * bay.size).reshape(2, -1)
    for name, least, most in (("paint_beige", 0.0, 0.1), ("glass_dark", 0.1, 0.3)):
        chosen = (least <= chance[0]) & (chance[0] < most)
        k, floor = bay.ravel()[chosen], storey.ravel()[chosen]
        head = floors[floor + 1] - 0.55
        share = chance[1][chosen] if name == "paint_beige" else np.ones(len(k))
        foot = head - (0.4 + 0.6 * share) * (head - floors[floor] - 1.01)
        edges = ((lines[k] + 0.06, foot), (lines[k + 1] - 0.06, foot),
                 (lines[k + 1] - 0.06, head), (lines[k] + 0.06, head))  # fmt: skip
        out = np.full(len(k), back)
        corners = np.stack([np.stack([out, u, v], axis=1) for u, v in edges], axis=1)
        levels.quads(name, corners, frame=wall.frame, at=FINE)
