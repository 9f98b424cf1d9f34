"""Files read with limits and written whole: nothing here trusts a name, a size or a header."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from outrider.core.errors import UnsafeFileError, UserError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIB: Final = 2**20
GIB: Final = 2**30


def read_bytes(path: Path | str, *, max_bytes: int) -> bytes:
    """The content of a regular file of at most ``max_bytes``."""
    try:
        # Without O_NONBLOCK, opening a named pipe would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as fault:
        raise _refused(path, "read", fault) from fault
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise UnsafeFileError(f"{path}: not a regular file; give the path of one")
        _check_size(path, facts.st_size, max_bytes)
        with open(descriptor, "rb", closefd=False) as file:
            # A growing file must not pass the limit that its size passed.
            data = file.read(max_bytes + 1)
    except OSError as fault:
        raise _refused(path, "read", fault) from fault
    finally:
        os.close(descriptor)
    _check_size(path, len(data), max_bytes)
    return data


def read_text(path: Path | str, *, max_bytes: int) -> str:
    """The UTF-8 text of a regular file of at most ``max_bytes``."""
    data = read_bytes(path, max_bytes=max_bytes)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UnsafeFileError(
            f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8 text"
        ) from fault


def write_atomic(path: Path | str, data: bytes | str) -> None:
    """Write all of ``data`` or leave the old file as it was; text is UTF-8."""
    target = Path(path)
    content = data.encode("utf-8") if isinstance(data, str) else data
    try:
        descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.")
    except (OSError, ValueError) as fault:
        raise _refused(path, "written", fault) from fault
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, 0o666 & ~_umask())
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        Path(draft).replace(target)
    except OSError as fault:
        raise _refused(path, "written", fault) from fault
    finally:
        # After a success the draft has become the target.
        with contextlib.suppress(OSError):
            Path(draft).unlink()


def inside(root: Path | str, name: str) -> Path:
    """The path of ``name`` below ``root``; refuses whatever leaves it or passes through a link."""
    parts = Path(name).parts
    if not parts or "\0" in name or Path(name).is_absolute() or ".." in parts:
        raise UnsafeFileError(f"{name!r} is not a name inside a folder; use a relative path")
    path = Path(root)
    for part in parts:
        path = path / part
        if path.is_symlink():
            raise UnsafeFileError(f"{path}: is a link; links are not followed, use the file itself")
    return path


def digest(*parts: bytes | bytearray | memoryview) -> str:
    """Hex BLAKE2b-128 of the parts one after another."""
    state = hashlib.blake2b(digest_size=16)
    for part in parts:
        state.update(part)
    return state.hexdigest()


def digest_file(path: Path | str) -> str:
    """Hex BLAKE2b-128 of a file's content, read in pieces."""
    state = hashlib.blake2b(digest_size=16)
    try:
        with Path(path).open("rb") as file:
            while piece := file.read(MIB):
                state.update(piece)
    except (OSError, ValueError) as fault:
        raise _refused(path, "read", fault) from fault
    return state.hexdigest()


def save_arrays(
    path: Path | str, arrays: Mapping[str, NDArray[np.generic]], *, meta: object = None
) -> None:
    """Write named arrays and ``meta`` (plain data) into one file; see ``core.arrays``."""
    # Scenario files are read through this module before numpy is wanted.
    from outrider.core.arrays import pack_arrays

    write_atomic(path, pack_arrays(arrays, meta=meta))


def load_arrays(
    path: Path | str, *, max_bytes: int = 4 * GIB
) -> tuple[dict[str, NDArray[np.generic]], object]:
    """The arrays (read-only) and ``meta`` of a file made by :func:`save_arrays`."""
    from outrider.core.arrays import unpack_arrays

    return unpack_arrays(read_bytes(path, max_bytes=max_bytes), where=str(path))


def _check_size(path: Path | str, size: int, limit: int) -> None:
    if size > limit:
        raise UnsafeFileError(f"{path}: {size:,} bytes or more; at most {limit:,} are read")


def _refused(path: Path | str, what: str, fault: OSError | ValueError) -> UserError:
    reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
    return UnsafeFileError(f"{path}: cannot be {what}: {reason}; check the path and its rights")


def _umask() -> int:
    # Read from /proc: os.umask() can only be read by setting it, which other threads would see.
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    return 0o022
