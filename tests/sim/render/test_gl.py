"""Without OpenGL the message says what to install; with it, who draws is told."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl
import pytest

from outrider.cli import doctor
from outrider.sim.render import gl


@pytest.fixture
def without_opengl(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a machine that has no libEGL."""

    def missing(**_: object) -> None:
        raise RuntimeError("(loader) libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(moderngl, "create_context", missing)
    kept = gl.context
    monkeypatch.setattr(gl, "context", kept.__wrapped__)
    yield
    monkeypatch.setattr(gl, "context", kept)


@pytest.mark.usefixtures("without_opengl")
def test_without_opengl_one_is_told_what_to_install() -> None:
    with pytest.raises(gl.NoOpenGLError, match=r"apt-get install libegl1 .*libEGL\.so\.1: cannot"):
        gl.context()
    found = next(iter(doctor._gl()))
    assert (found.what, found.verdict) == ("graphics", "note")
    assert "apt-get install" in found.advice


def test_who_draws_is_told() -> None:
    assert "," in gl.renderer_name()
    assert next(iter(doctor._gl())).verdict == "ok"
