"""Things on the graphics side: meshes, and pictures of those that are small."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import CapacityError
from outrider.sim.render import pool as pools
from outrider.sim.render._kernels_cull import COMMAND, WORDS, arrange, arrange_cards, choose
from outrider.sim.render.gl import bound, context, program
from outrider.sim.render.impostors import Impostors
from outrider.sim.render.levels import Level
from outrider.sim.render.materials import Materials
from outrider.sim.render.pool import Pool
from outrider.sim.render.shadows import ShadowMap
from outrider.sim.render.standing import Standing, standing
from outrider.sim.render.view import View
from outrider.world.scene import Scene

F64 = NDArray[np.float64]

MOST: Final = 150_000
"""Things in one picture."""
INSTANCE: Final = "4f4 4f4 4f4 4u4/i"
MEANT_FOR_PX: Final = 866.0
"""Focal length of the pictures that the distances of levels of detail are meant for."""
SMALLEST_SHADOW: Final = 8.0
"""Pixels of a shadow map that a thing must span to cast a shadow."""
PLAINER_IN_SHADOWS: Final = (6.0, 12.0)
"""Factors of the detail of what casts near and far shadows."""


class Counts(NamedTuple):
    """What a culling has found."""

    draws: int
    cards: int
    triangles: int


class Things:
    """What stands in a scene."""

    def __init__(self, scene: Scene, materials: Materials, defines: dict[str, object]) -> None:
        gl = self._gl = context()
        self._materials = materials
        pool = Pool()
        self.standing: Standing = standing(scene, pool)
        vertices, indices = pool.arrays()
        vertex_buffer = gl.buffer(vertices.tobytes() or b"\0" * pools.VERTEX.itemsize)
        index_buffer = gl.buffer(indices.tobytes() or b"\0" * 4)
        self._meshes = np.zeros((MOST, WORDS), np.float32)
        self._cards = np.zeros((MOST, WORDS), np.float32)
        self._commands = np.zeros((len(self.standing.spans) + 1, COMMAND), np.uint32)
        self._mesh_buffer, self._card_buffer, self._command_buffer = (
            gl.buffer(reserve=a.nbytes, dynamic=True)
            for a in (self._meshes, self._cards, self._commands)
        )
        shape = (vertex_buffer, pools.FORMAT, "at normal uv look")
        place = (self._mesh_buffer, INSTANCE, "turn0 turn1 turn2 what")
        self._mesh = bound(
            program("mesh.vert", "mesh.frag", defines=defines), [shape, place], index_buffer
        )
        self._shadow = bound(
            program("shadow.vert", "shadow.frag", defines=defines), [shape, place], index_buffer
        )
        self._card = bound(
            program("card.vert", "card.frag", defines=defines),
            [(self._card_buffer, INSTANCE, "turn0 turn1 turn2 what")],
        )
        materials.tell(self._mesh.program, self._shadow.program)
        portrait = bound(
            program("portrait.vert", "portrait.frag", defines=defines), [shape], index_buffer
        )
        self._impostors = Impostors(self.standing.sitters, portrait, materials)

    def draw(self, view: View, clip: F64, level: Level) -> int:
        """Returns how many triangles were drawn."""
        focal = max(view.focal)
        found = self._cull(
            view.position, view.planes(), detail=level.detail * MEANT_FOR_PX / focal,
            least=level.least_px / focal, card=level.card_px / focal,
        )  # fmt: skip
        if found.draws:
            self._mesh.set("clip_from_eye", clip)
            self._mesh.use("tiles", self._materials.tiles, 0)
            self._mesh.draw_indirect(self._command_buffer, found.draws)
        if found.cards:
            self._card.set("clip_from_eye", clip)
            self._card.use("colours", self._impostors.colours, 0)
            self._card.use("card_facts", self._impostors.facts, 1)
            self._card.draw_strip(4, found.cards)
        return found.triangles

    def cast(self, shadow: ShadowMap, number: int, level: Level) -> int:
        """Draw into a shadow map; returns how many triangles were drawn."""
        gl = self._gl
        shadow.frame.use()
        shadow.frame.clear(depth=1.0)
        gl.enable_only(gl.DEPTH_TEST)
        gl.depth_func = "<"
        detail = level.detail * PLAINER_IN_SHADOWS[number]
        found = self._cull(
            shadow.middle, shadow.planes(), detail=detail, smallest=shadow.texel_m * SMALLEST_SHADOW
        )
        if found.draws:
            self._shadow.set("clip_from_eye", shadow.clip)
            self._shadow.use("tiles", self._materials.tiles, 0)
            self._shadow.draw_indirect(self._command_buffer, found.draws)
        return found.triangles

    def _cull(
        self,
        eye: F64,
        planes: F64,
        *,
        detail: float,
        least: float = 0.0,
        smallest: float = 0.0,
        card: float = 0.0,
    ) -> Counts:
        own: Any = self.standing
        rows, meshes = np.empty(len(own) + 1, np.int32), np.empty(len(own) + 1, np.int32)
        found = choose(
            own.cells, own.starts, own.balls, own.kind, own.levels, own.first_mesh, own.layer, eye,
            planes, detail, least, smallest, card, rows, meshes,
        )  # fmt: skip
        if found > MOST:
            raise CapacityError(f"{found:,} things are in view, more than {MOST:,}")
        counts = np.zeros(len(own.spans), np.int64)
        draws, triangles = arrange(
            rows, meshes, found, own.poses, own.places, own.looks, eye, own.spans, counts,
            self._meshes, self._meshes.view(np.uint32), self._commands,
        )  # fmt: skip
        cards = arrange_cards(
            rows, meshes, found, own.poses, own.balls, own.looks, own.kind, own.layer, eye,
            self._cards, self._cards.view(np.uint32),
        )  # fmt: skip
        self._mesh_buffer.write(self._meshes[: found - cards])
        self._card_buffer.write(self._cards[:cards])
        self._command_buffer.write(self._commands[:draws])
        return Counts(draws, cards, triangles + 2 * cards)
