"""What stands about a runway: a wind sock, lights, signs."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.world import forms, solids
from outrider.world.assets.catalogue import Entry, box_solids, post_solids, rods
from outrider.world.assets.lettering import text
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

_BULBS: Final = ("lamp_white", "lamp_blue", "lamp_green")
_WORDS: Final = (("09-27", "paint_red", "paint_white"), ("A", "paint_black", "paint_yellow"),
                 ("B1", "paint_yellow", "paint_black"))  # fmt: skip


def wind_sock(variant: int, level: int) -> Mesh:
    """A mast of 6 m with a sock of five rings, hanging at 15 degrees or at 45."""
    sides = (14, 7, 4)[level]
    parts = [forms.tube([(0.0, 0.0, 0.0), (0.0, 0.0, 6.1)], [0.06, 0.04], material="paint_white",
                        sides=(10, 6, 4)[level])]  # fmt: skip
    droop = rotation.from_euler_zyx(0.0, math.radians((15.0, 45.0)[variant]), 0.0)
    ends, radius = np.linspace(0.0, 2.4, 6), np.linspace(0.3, 0.15, 6)
    for k in range(5):
        ring = forms.tube([(ends[k], 0.0, 0.0), (ends[k + 1], 0.0, 0.0)], radius[k : k + 2],
                          material=("fabric_orange", "fabric_white")[k % 2], sides=sides,
                          caps=k in {0, 4})  # fmt: skip
        parts.append(ring.turned(droop).moved((0.12, 0.0, 5.95)))
    if level < 2:
        hoop = [((0.0, 0.0, 6.0), (0.16, 0.0, 5.66)), ((0.0, 0.0, 6.05), (0.2, 0.0, 6.2))]
        parts.append(rods(hoop, 0.012, "galvanised", sides=4))
        parts.append(forms.box((0.5, 0.5, 0.1), material="concrete", center=(0.0, 0.0, 0.05)))
    return merge(parts)


def runway_light(variant: int, level: int) -> Mesh:
    """An elevated edge light, 35 cm."""
    sides = 16 if level == 0 else 8
    stand = [(0.12, 0.0), (0.12, 0.02), (0.035, 0.03), (0.03, 0.2), (0.075, 0.22), (0.075, 0.25),
             (0.0, 0.25)]  # fmt: skip
    glass = [(0.06, 0.25), (0.06, 0.31), (0.04, 0.345), (0.0, 0.355)]
    if level:
        stand, glass = [stand[0], stand[2], stand[4], stand[6]], [glass[0], glass[1], glass[3]]
    return merge([forms.lathe(stand, material="paint_yellow", sides=sides),
                  forms.lathe(glass, material=_BULBS[variant], sides=sides)])  # fmt: skip


def _breadth(variant: int) -> float:
    return 0.5 + 0.46 * len(_WORDS[variant][0])


def _legs(variant: int) -> list[tuple[float, float, float]]:
    return [(0.0, s * (0.5 * _breadth(variant) - 0.2), 0.0) for s in (1.0, -1.0)]


def airfield_sign(variant: int, level: int) -> Mesh:
    """A lit board with a designation on both faces, on two short legs."""
    words, ground, ink = _WORDS[variant]
    wide = _breadth(variant)
    parts = [forms.box((0.22, wide, 0.8), material="paint_black", center=(0.0, 0.0, 0.7)),
             forms.box((0.24, wide - 0.08, 0.7), material=ground, center=(0.0, 0.0, 0.7))
    ]  # fmt: skip
    legs = [((x, y, z), (x, y, 0.35)) for x, y, z in _legs(variant)]
    parts.append(rods(legs, 0.04, "galvanised", sides=8 if level == 0 else 4))
    if level == 0:
        board = text(words, height=0.46, material=ink).moved((0.123, 0.0, 0.47))
        parts += [board, board.headed(math.pi)]
        parts += [forms.box((0.3, 0.3, 0.04), material="concrete", center=(x, y, 0.02))
                  for x, y, _ in _legs(variant)]  # fmt: skip
    return merge(parts)


def _sock_solids(_: int) -> Solids:
    return merge_solids([post_solids((0.0, 0.0, 0.0), 0.05, 6.1, "pole"),
                         box_solids([((0.0, 0.0, 0.05), (0.5, 0.5, 0.1))], "pole")])  # fmt: skip


def _light_solids(_: int) -> Solids:
    cap = solids.cylinders((0.0, 0.0, 0.283), radius=0.066, height=0.14, semantic="post")
    return merge_solids([post_solids((0.0, 0.0, 0.0), 0.12, 0.025, "post"),
                         post_solids((0.0, 0.0, 0.0), 0.034, 0.23, "post"), cap])  # fmt: skip


def _sign_solids(variant: int) -> Solids:
    board = box_solids([((0.0, 0.0, 0.7), (0.24, _breadth(variant), 0.8))], "sign")
    feet = box_solids([((x, y, 0.02), (0.3, 0.3, 0.04)) for x, y, _ in _legs(variant)], "sign")
    return merge_solids([board, feet, post_solids(_legs(variant), 0.04, 0.35, "sign")])


ENTRIES: Final[dict[str, Entry]] = {
    "wind_sock": Entry(build=wind_sock, semantic="pole", solids=_sock_solids, variants=2,
                       lod_m=(40.0, 130.0)),
    "runway_light": Entry(build=runway_light, semantic="post", solids=_light_solids, variants=3,
                          lod_m=(15.0,)),
    "airfield_sign": Entry(build=airfield_sign, semantic="sign", solids=_sign_solids, variants=3),
}  # fmt: skip
