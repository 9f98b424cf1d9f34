"""What the assets of a world take in memory: the meshes and textures that are seen in it."""

from __future__ import annotations

from msgspec import Struct

from outrider.world.materials import SKINS
from outrider.world.scene import Scene
from outrider.world.textures import TILE_BYTES


class AssetMemory(Struct, frozen=True, kw_only=True):
    """Bytes; each archetype and each material is there once, however often it is seen."""

    meshes: int
    """Of all levels of detail, and the solids that stand for them."""
    textures: int
    """Once all of them have been drawn."""

    @property
    def total(self) -> int:
        return self.meshes + self.textures


def asset_memory(scene: Scene) -> AssetMemory:
    """Of a scene's archetypes and of the materials of these and of its ground."""
    used = {scene.things.kinds[kind] for kind in set(scene.things.kind.tolist())}
    made = [one for one in scene.things.archetypes if one.name in used]
    names = {name for one in made for mesh in one.lods for name in mesh.materials}
    names |= {scene.skins.get(surface, skin) for surface, skin in SKINS.items()}
    solids = [one.proxies for one in made]
    arrays = [(s.kind, s.center, s.half_size, s.quaternion, s.semantic) for s in solids]
    return AssetMemory(
        meshes=sum(one.nbytes for one in made) + sum(a.nbytes for row in arrays for a in row),
        textures=len(names) * TILE_BYTES,
    )
