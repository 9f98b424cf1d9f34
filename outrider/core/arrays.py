"""Named arrays as one block of bytes: no pickle, and every size is checked before it is used.

Layout: magic (8) | header length u64 | header digest (16) | header (msgpack) | arrays, each at a
multiple of 64 bytes of the body. The header holds name, dtype, shape and offset of every array, the
length and the digest of the body, and ``meta``.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UnsafeFileError, UserError

AnyArray = NDArray[np.generic]

_MAGIC: Final = b"ORARRAY1"
_ALIGN: Final = 64
_MAX_HEADER: Final = 64 * 2**20
_PREFIX: Final = len(_MAGIC) + 8 + 16


class _Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize


class _Header(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    entries: tuple[_Entry, ...]
    body_bytes: int
    body_digest: bytes
    meta: object


def plain_dtype(text: str) -> np.dtype[np.generic]:
    """A dtype of plain numbers in little-endian order, else ``UserError``."""
    try:
        dtype: np.dtype[np.generic] = np.dtype(text)
    except TypeError as fault:
        raise UserError(f"{text!r} is not a kind of number") from fault
    if dtype.kind not in "biuf" or dtype.str != text or dtype.byteorder == ">":
        raise UserError(f"arrays of {text!r} are not kept; use plain little-endian numbers")
    return dtype


def pack_arrays(arrays: Mapping[str, AnyArray], *, meta: object = None) -> bytes:
    """Arrays of plain numbers and ``meta`` (what msgpack can hold) as bytes; same in, same out."""
    entries, pieces, size = [], [], 0
    for name, values in arrays.items():
        array = np.ascontiguousarray(values).reshape(np.shape(values))
        plain_dtype(array.dtype.str)
        gap = -size % _ALIGN
        pieces += [b"\0" * gap, array.tobytes()]
        entries.append(_Entry(name, array.dtype.str, array.shape, size + gap))
        size += gap + array.nbytes
    body = b"".join(pieces)
    header = msgspec.msgpack.encode(_Header(tuple(entries), size, _digest(body), meta))
    return b"".join((_MAGIC, len(header).to_bytes(8, "little"), _digest(header), header, body))


def unpack_arrays(data: bytes, *, where: str = "arrays") -> tuple[dict[str, AnyArray], object]:
    """The arrays, read-only and sharing the memory of ``data``, and ``meta``."""
    header, start = _read_header(data, where)
    body = memoryview(data)[start:]
    if len(body) != header.body_bytes or _digest(body) != header.body_digest:
        raise UnsafeFileError(f"{where}: damaged or cut short; use another copy of the file")
    arrays = {entry.name: _view(entry, body, where) for entry in header.entries}
    if len(arrays) != len(header.entries):
        raise UnsafeFileError(f"{where}: two arrays bear one name; use another copy of the file")
    return arrays, header.meta


def _read_header(data: bytes, where: str) -> tuple[_Header, int]:
    if data[: len(_MAGIC)] != _MAGIC or len(data) < _PREFIX:
        raise UnsafeFileError(f"{where}: not an Outrider array file; check the path")
    length = int.from_bytes(data[8:16], "little")
    start = _PREFIX + length
    text = data[_PREFIX:start]
    if length > _MAX_HEADER or len(text) != length or _digest(text) != data[16:_PREFIX]:
        raise UnsafeFileError(f"{where}: damaged or cut short; use another copy of the file")
    try:
        return msgspec.msgpack.decode(text, type=_Header), start
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UnsafeFileError(f"{where}: unreadable header: {fault}") from fault


def _view(entry: _Entry, body: memoryview, where: str) -> AnyArray:
    try:
        dtype = plain_dtype(entry.dtype)
    except UserError as fault:
        raise UnsafeFileError(f"{where}: array {entry.name!r}: {fault}") from fault
    sound = len(entry.shape) <= 16 and min((0, entry.offset, *entry.shape)) == 0
    if not sound or entry.offset + entry.nbytes > len(body):
        raise UnsafeFileError(
            f"{where}: array {entry.name!r} claims shape {entry.shape} at {entry.offset}, "
            f"but the file holds {len(body)} bytes; use another copy of the file"
        )
    piece = body[entry.offset : entry.offset + entry.nbytes]
    try:
        return np.frombuffer(piece, dtype=dtype).reshape(entry.shape)
    except ValueError as fault:  # (0, 2**63) holds nothing, yet no array can have that shape
        raise UnsafeFileError(f"{where}: array {entry.name!r}: {fault}") from fault


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
