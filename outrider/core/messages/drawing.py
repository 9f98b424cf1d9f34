"""Things to draw in a viewer."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from outrider.core.messages.header import IDENTITY, ZERO, Message, Quaternion, Vector


class Color(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``foxglove.Color``: components from 0 to 1."""

    r: float
    g: float
    b: float
    a: float = 1.0


class ScenePrimitive(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One shape of an entity: ``foxglove.CubePrimitive`` and its like."""

    kind: Literal["cube", "sphere", "cylinder", "arrow", "line", "triangles", "text", "model"]
    position: Vector = ZERO
    quaternion: Quaternion = IDENTITY
    size_m: Vector = (1.0, 1.0, 1.0)
    """Edge lengths; diameters and height; of a line x is its thickness."""
    color: Color = Color(r=0.5, g=0.5, b=0.5)
    points: tuple[Vector, ...] = ()
    """Of a line: its corners; of triangles: three corners each."""
    text: str = ""
    """What a text says, or the name of a model."""


class SceneEntity(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``foxglove.SceneEntity``: shapes that stand in one frame and are replaced by their id."""

    id: str
    frame: str
    stamp_ns: int
    lifetime_ns: int = 0
    """0 = until it is replaced or deleted."""
    frame_locked: bool = False
    metadata: dict[str, str] = field(default_factory=dict)
    primitives: tuple[ScenePrimitive, ...] = ()


class SceneUpdate(Message, frozen=True, kw_only=True, tag=True):
    """``foxglove.SceneUpdate``: entities to draw and ids to delete."""

    entities: tuple[SceneEntity, ...] = ()
    deletions: tuple[str, ...] = ()
