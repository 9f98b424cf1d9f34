"""Surfaces as PLY files, binary little-endian, written part by part."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from outrider.core.errors import UserError
from outrider.world.semantics import SemanticClass
from outrider.world.surface_samples import Samples

ROW: Final = np.dtype([
    ("x", "<f8"), ("y", "<f8"), ("z", "<f8"), ("nx", "<f4"), ("ny", "<f4"), ("nz", "<f4"),
    ("red", "u1"), ("green", "u1"), ("blue", "u1"), ("class", "<u2"),
    ("instance_high", "<i4"), ("instance_low", "<u4"), ("area", "<f4"),
])  # fmt: skip
"""Metres; the instance's id is ``instance_high · 2³² + instance_low``, -1 of the ground."""
_NAMES: Final = {
    "<f8": "double", "<f4": "float", "|u1": "uchar", "<u2": "ushort", "<i4": "int", "<u4": "uint",
}  # fmt: skip


class Written(NamedTuple):
    """What a file holds."""

    points: int
    area_m2: float


def write(
    path: Path, parts: Iterable[Samples], *, classes: Sequence[SemanticClass],
    comments: Sequence[str] = (),
) -> Written:  # fmt: skip
    """Write parts of a surface; the file is there only when it is whole."""
    colours = np.array([entry.colour for entry in classes], np.uint8)
    count, area = 0, 0.0
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".surface") as folder:
            body, whole = Path(folder) / "body", Path(folder) / "whole"
            with body.open("wb") as file:
                for part in parts:
                    file.write(_rows(part, colours).tobytes())
                    count, area = count + len(part), area + float(part.area_m2.sum())
            with whole.open("wb") as file, body.open("rb") as rows:
                file.write(_header(count, [*comments, f"area {area:.3f} square metres"]))
                shutil.copyfileobj(rows, file)
                file.flush()
                os.fsync(file.fileno())
            whole.replace(path)
    except OSError as fault:
        raise UserError(f"{path}: cannot be written: {fault.strerror or fault}") from fault
    return Written(count, area)


def _rows(
    part: Samples, colours: np.ndarray[tuple[int, int], np.dtype[np.uint8]]
) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    rows = np.zeros(len(part), ROW)
    for k, name in enumerate("xyz"):
        rows[name], rows[f"n{name}"] = part.points[:, k], part.normals[:, k]
    for k, name in enumerate(("red", "green", "blue")):
        rows[name] = colours[part.semantic, k]
    rows["class"], rows["area"] = part.semantic, part.area_m2
    rows["instance_high"] = part.ident >> 32
    rows["instance_low"] = part.ident & 0xFFFFFFFF
    return rows


def _header(count: int, comments: Sequence[str]) -> bytes:
    lines = ["ply", "format binary_little_endian 1.0", *(f"comment {text}" for text in comments)]
    lines.append(f"element vertex {count}")
    lines += [f"property {_NAMES[ROW[name].str]} {name}" for name in ROW.names or ()]
    return "\n".join([*lines, "end_header", ""]).encode("ascii", "replace")
