"""Where robot models lie as files, and which names there are. Imports no numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from outrider.core.errors import UnknownNameError, UserError
from outrider.core.registry import plugins
from outrider.scenario.nodes import Source
from outrider.scenario.yaml import parse

FOLDER: Final = Path(__file__).parent / "models"
MAX_BYTES: Final = 2**20


def shipped() -> list[str]:
    """Names of the models that come with Outrider."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def names() -> list[str]:
    """Names of all models: the shipped ones and those of plugins."""
    return sorted({*shipped(), *plugins("robots")})


def need_name(name: str, *, where: str = "") -> str:
    """``name`` if a model bears it, else an error with the nearest one."""
    known = names()
    if name not in known:
        raise UnknownNameError("robot model", name, known, where=where)
    return name


def read(path: Path) -> dict[str, Any]:
    """The fields of a model file."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UserError(f"{path.name}: {size:,} bytes; a robot model may have {MAX_BYTES:,}")
    data = parse(Source(str(path), path.read_text(encoding="utf-8"))).plain()
    if not isinstance(data, dict):
        raise UserError(f"{path.name}: a robot model is a list of fields (name: value)")
    return data
