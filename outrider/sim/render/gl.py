"""The one door to OpenGL: a context without a display, and the few calls that moderngl leaves out.

moderngl has no types; what it returns is ``Any`` here and stays inside this folder.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import numpy as np

from outrider.core.errors import UserError

LOWER_LEFT: Final = 0x8CA1
ZERO_TO_ONE: Final = 0x935F
CLIP_CONTROL: Final = b"glClipControl"
GL_VERSION: Final = 430
LIBRARIES: Final = {"libegl": "libEGL.so.1", "libgl": "libGL.so.1"}
HELP: Final = (
    "pictures need OpenGL 4.3; on Debian: apt-get install libegl1 libgl1 libgl1-mesa-dri "
    "(or the driver of the graphics card)"
)


class NoOpenGLError(UserError):
    """This machine cannot draw; everything but cameras works."""


@lru_cache(maxsize=1)
def context() -> Any:
    """The process's context, made at its first use; to be used by one thread at a time."""
    try:
        import moderngl

        create: Any = moderngl.create_context
        made = create(standalone=True, backend="egl", require=GL_VERSION, **LIBRARIES)
        _look_both_ways()
    except Exception as fault:  # moderngl raises bare Exceptions, ctypes OSErrors
        raise NoOpenGLError(f"{HELP} ({fault})") from fault
    return made


def renderer_name() -> str:
    """Who draws, with its version: part of the class of machine."""
    info = context().info
    return f"{info['GL_RENDERER']}, {info['GL_VERSION']}"


def _look_both_ways() -> None:
    """Depths from 1 at the eye to 0 far away: float32 then resolves near and far alike."""
    egl = ctypes.CDLL("libEGL.so.1")
    egl.eglGetProcAddress.restype = ctypes.c_void_p
    address = egl.eglGetProcAddress(CLIP_CONTROL)
    if not address:
        raise OSError("glClipControl is missing")
    ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_uint)(address)(LOWER_LEFT, ZERO_TO_ONE)


def program(vertex: str, fragment: str = "", *, defines: dict[str, object] | None = None) -> Any:
    """A program of the shaders of those names, with ``#include "name"`` and defines resolved."""
    return context().program(
        vertex_shader=_source(vertex, defines or {}),
        fragment_shader=_source(fragment, defines or {}) if fragment else None,
    )


class Bound:
    """A program with the buffers that it reads."""

    def __init__(self, made: Any, array: Any) -> None:
        self.program, self._array = made, array

    def set(self, name: str, value: object) -> None:
        """A uniform; matrices by rows."""
        if name in self.program:
            array = np.asarray(value, np.float32)
            self.program[name].write(np.ascontiguousarray(array.T).tobytes())

    def use(self, name: str, texture: Any, unit: int) -> None:
        texture.use(unit)
        self.program[name] = unit

    def draw_indirect(self, commands: Any, count: int) -> None:
        self._array.render_indirect(commands, context().TRIANGLES, count)

    def draw_strip(self, corners: int, instances: int) -> None:
        self._array.render(context().TRIANGLE_STRIP, corners, instances=instances)

    def draw_whole(self) -> None:
        """One triangle over the whole picture."""
        self._array.render(context().TRIANGLES, 3)


def bound(made: Any, buffers: Sequence[tuple[Any, str, str]], indices: Any | None = None) -> Bound:
    """``buffers`` are each with its layout and names; what a program does not take is skipped."""
    content = []
    for buffer, layout, names in buffers:
        fields = layout.removesuffix("/i").split()
        own = names.split()
        kept = [f if n in made else _skipped(f) for f, n in zip(fields, own, strict=True)]
        per = "/i" if layout.endswith("/i") else ""
        content.append((buffer, " ".join(kept) + per, *(n for n in own if n in made)))
    array = context().vertex_array(made, content, index_buffer=indices)
    return Bound(made, array)


def _skipped(field: str) -> str:
    """As many bytes of nothing."""
    return f"{int(field[0]) * int(field[-1])}x"


def _source(name: str, defines: dict[str, object]) -> str:
    head = "".join(f"#define {key} {value}\n" for key, value in sorted(defines.items()))
    return f"#version {GL_VERSION}\n{head}{_text(name)}"


@lru_cache(maxsize=64)
def _text(name: str) -> str:
    text = (resources.files(__package__) / "shaders" / name).read_text(encoding="utf-8")
    lines = []
    for line in text.splitlines():
        if line.startswith("#include "):
            lines.append(_text(line.split('"')[1]))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"
