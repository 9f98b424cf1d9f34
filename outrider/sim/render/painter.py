"""Draws a scene: one pass fills colour, normal, id and depth; a second one lights them."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.render import ground as grounds
from outrider.sim.render.gl import bound, context, program
from outrider.sim.render.impostors import MARGIN
from outrider.sim.render.levels import LEVELS, Level
from outrider.sim.render.materials import Materials
from outrider.sim.render.shadows import Shadows
from outrider.sim.render.sheet import Sheet
from outrider.sim.render.sky import sky_light
from outrider.sim.render.targets import Picture, Targets
from outrider.sim.render.things import Things
from outrider.sim.render.view import NEAR_M, View
from outrider.world.daylight import extinction
from outrider.world.scene import Scene

KEY: Final = 2.0
"""Exposure: light of level ground that reflects all of it, on the film."""
CLEAR_AIR: Final = 2.5e-5
"""Extinction of air without any haze, 1/m."""

__all__ = ["LEVELS", "Painter"]


class Painter:
    """A scene on the graphics side; pictures depend on the scene and the view alone."""

    def __init__(self, scene: Scene, level: Level) -> None:
        gl = self._gl = context()
        self._scene, self._level = scene, level
        materials = Materials(scene)
        defines: dict[str, object] = {
            "MATERIALS": materials.count, "CLASSES": len(scene.classes), "MARGIN": MARGIN,
            "TEXELS": float(grounds.TEXELS), "BROAD": float(grounds.TEXELS + 1),
        }  # fmt: skip
        self._things = Things(scene, materials, defines)
        self._sheet = Sheet(scene, materials, defines)
        self._light = bound(program("whole.vert", "light.frag", defines=defines), [])
        materials.tell(self._sheet.program, self._light.program)
        self._shadows = Shadows(level.shadow_side)
        self._sky = sky_light(scene.light)
        rows, columns = self._sky.picture.shape[:2]
        self._sky_picture = gl.texture((columns, rows), 3, self._sky.picture.tobytes(), dtype="f4")
        self._sky_picture.repeat_y = False
        self._targets: dict[tuple[int, int], Targets] = {}

    @property
    def idents(self) -> NDArray[np.int64]:
        """The scene's id of each number in ``Picture.instance``; -1 of what has none."""
        return self._things.standing.idents

    def draw(self, view: View) -> Picture:
        """All modalities of one instant."""
        if view.size not in self._targets:
            self._targets[view.size] = Targets(view.size)
        targets = self._targets[view.size]
        if self._shadows.on:
            for number, shadow in enumerate(self._shadows.maps):
                cast = partial(self._things.cast, number=number, level=self._level)
                shadow.follow(view.position, view.optical_from_world[2], self._sky.toward, cast)
        triangles = self._fill(view, targets)
        self._lighten(view, targets)
        return targets.read(triangles)

    def _fill(self, view: View, targets: Targets) -> int:
        gl, clip = self._gl, view.clip_from_eye()
        targets.frame.use()
        targets.frame.clear(depth=0.0)
        gl.enable_only(gl.DEPTH_TEST)
        gl.depth_func = ">"
        gl.front_face = "cw"  # pictures run downwards, which turns every triangle over
        drawn = self._things.draw(view, clip, self._level)
        return drawn + self._sheet.draw(view, clip, self._level)

    def _lighten(self, view: View, targets: Targets) -> None:
        gl, sky, light = self._gl, self._sky, self._light
        targets.lit.use()
        gl.disable(gl.DEPTH_TEST)
        unit = targets.use(light.program)
        light.use("sky", self._sky_picture, unit)
        self._shadows.use(light.program, unit + 1)
        near_from_eye, far_from_eye = self._shadows.lookups(view.position)
        ahead, right, down = view.rays()
        values = {
            "near_from_eye": near_from_eye, "far_from_eye": far_from_eye,
            "ahead": ahead, "right": right, "down": down, "near_m": NEAR_M,
            "sun": sky.toward, "beam": sky.beam, "up_light": sky.up, "side_light": sky.side,
            "air_away": sky.air[0], "air_toward": sky.air[1],
            "haze": extinction(self._scene.weather) + CLEAR_AIR,
            "exposure": KEY * math.pi / max(sky.level, 1e-9),
        }  # fmt: skip
        for name, value in values.items():
            light.set(name, value)
        light.draw_whole()
