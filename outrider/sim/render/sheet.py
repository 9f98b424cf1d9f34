"""The ground's tiles on the graphics side."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.render import ground as grounds
from outrider.sim.render._kernels_cull import COMMAND
from outrider.sim.render.gl import Bound, bound, context, program
from outrider.sim.render.ground import Fresh, Ground, Tile
from outrider.sim.render.levels import Level
from outrider.sim.render.materials import ROUND_M, Materials
from outrider.sim.render.view import View
from outrider.world.scene import Scene

F64 = NDArray[np.float64]

PLACE: Final = np.dtype([("tile", "<f4", 4), ("slot", "<u4")])
ROOM: Final = (grounds.CELLS + 1) ** 2 + 4 * grounds.CELLS
"""Vertices of the finest tile with its skirt."""


class Sheet:
    """Tiles are uploaded when they are first seen, each into a slot of its own."""

    def __init__(self, scene: Scene, materials: Materials, defines: dict[str, object]) -> None:
        gl = self._gl = context()
        self._materials = materials
        self._ground = Ground(scene, materials.means[materials.skins])
        self.program = program("ground.vert", "ground.frag", defines=defines)
        self._vertices = gl.buffer(reserve=grounds.KEPT * ROOM * grounds.VERTEX.itemsize)
        side = grounds.TEXELS
        self._surfaces = gl.texture_array((side, side, grounds.KEPT), 1, dtype="u2")
        self._surfaces.filter = (gl.NEAREST, gl.NEAREST)
        self._broad = gl.texture_array((side + 1, side + 1, grounds.KEPT), 4)
        self._broad.filter = (gl.LINEAR, gl.LINEAR)
        self._broad.repeat_x = self._broad.repeat_y = False
        self._spans: dict[int, tuple[int, int]] = {}
        indices: list[NDArray[np.uint32]] = []
        first = 0
        for cells in grounds.FINENESSES:
            own = grounds.triangles(cells).reshape(-1)
            self._spans[cells] = first, len(own)
            indices.append(own)
            first += len(own)
        self._places = gl.buffer(reserve=grounds.KEPT * PLACE.itemsize, dynamic=True)
        self._commands = gl.buffer(reserve=grounds.KEPT * 4 * COMMAND, dynamic=True)
        self._array: Bound = bound(
            self.program,
            [
                (self._vertices, grounds.FORMAT, "at slope"),
                (self._places, "4f4 1u4/i", "tile slot"),
            ],
            gl.buffer(np.concatenate(indices).tobytes()),
        )

    def draw(self, view: View, clip: F64, level: Level) -> int:
        """Returns how many triangles were drawn."""
        tiles = self._ground.visible(
            view.position, view.planes(), refine=level.refine, far_m=level.far_m
        )
        for fresh in self._ground.fresh:
            self._upload(fresh)
        self._ground.fresh.clear()
        places, commands = self._listed(tiles, view.position)
        if not len(tiles):
            return 0
        self._places.write(places.tobytes())
        self._commands.write(commands.tobytes())
        self._array.set("clip_from_eye", clip)
        self._array.set("eye_on_pattern", np.mod(view.position[:2], ROUND_M))
        self._array.use("tiles", self._materials.tiles, 0)
        self._array.use("surfaces", self._surfaces, 1)
        self._array.use("broad", self._broad, 2)
        self._array.draw_indirect(self._commands, len(tiles))
        return int(commands[:, 0].sum()) // 3

    def _upload(self, fresh: Fresh) -> None:
        slot, side = fresh.tile.slot, grounds.TEXELS
        self._vertices.write(fresh.vertices.tobytes(), offset=slot * ROOM * grounds.VERTEX.itemsize)
        self._surfaces.write(fresh.surface.tobytes(), viewport=(0, 0, slot, side, side, 1))
        self._broad.write(fresh.broad.tobytes(), viewport=(0, 0, slot, side + 1, side + 1, 1))

    def _listed(self, tiles: list[Tile], eye: F64) -> tuple[NDArray[np.void], NDArray[np.uint32]]:
        places = np.zeros(len(tiles), PLACE)
        commands = np.zeros((len(tiles), COMMAND), np.uint32)
        for k, tile in enumerate(tiles):
            first, count = self._spans[tile.cells]
            x, y = tile.address.corner
            places[k] = (
                (x - eye[0], y - eye[1], tile.base_m - eye[2], tile.address.edge_m), tile.slot
            )  # fmt: skip
            commands[k] = count, 1, first, tile.slot * ROOM, k
        return places, commands
