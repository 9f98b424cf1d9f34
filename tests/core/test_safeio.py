import os
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core import arrays, safeio
from outrider.core.errors import UnsafeFileError, UserError


def test_reading_within_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("höhe".encode())
    assert safeio.read_text(path, max_bytes=5) == "höhe"
    assert safeio.read_bytes(str(path), max_bytes=100) == "höhe".encode()
    with pytest.raises(UnsafeFileError, match=r"5 bytes or more; at most 4 are read"):
        safeio.read_bytes(path, max_bytes=4)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"ok\xff")
    with pytest.raises(UnsafeFileError, match="byte 2 is not UTF-8"):
        safeio.read_text(tmp_path / "a", max_bytes=10)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(UnsafeFileError, match="not a regular file"):
            safeio.read_bytes(path, max_bytes=10)
    for name in ("missing", "\0", "a" * 5000):
        with pytest.raises(UnsafeFileError, match="cannot be read"):
            safeio.read_bytes(tmp_path / name, max_bytes=10)


def test_files_that_lie_about_their_size_stop_at_the_limit() -> None:
    # Files of /proc say 0 bytes.
    with pytest.raises(UnsafeFileError, match="at most 3"):
        safeio.read_bytes("/proc/self/status", max_bytes=3)


def test_atomic_write(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    safeio.write_atomic(path, "one")
    safeio.write_atomic(path, b"two")
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_failed_write_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnsafeFileError, match="No space left on device"):
        safeio.write_atomic(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_into_nothing_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UnsafeFileError, match="cannot be written: No such file"):
        safeio.write_atomic(tmp_path / "no" / "a.txt", b"")


def test_names_inside_a_folder(tmp_path: Path) -> None:
    assert safeio.inside(tmp_path, "a/b.txt") == tmp_path / "a" / "b.txt"


@pytest.mark.parametrize("name", ["", ".", "..", "a/../../b", "/etc/passwd", "a/..", "a\0b"])
def test_names_that_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeFileError, match="not a name inside"):
        safeio.inside(tmp_path, name)


def test_links_are_refused_at_every_depth(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc")
    for name in ("link", "link/passwd"):
        with pytest.raises(UnsafeFileError, match="is a link"):
            safeio.inside(tmp_path, name)


def test_digests(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abcdef")
    assert safeio.digest(b"abc", b"def") == safeio.digest(b"abcdef")
    assert safeio.digest_file(tmp_path / "a") == safeio.digest(b"abcdef")
    assert safeio.digest(b"") == "cae66941d9efbd404e4d88758ea67670"
    with pytest.raises(UnsafeFileError, match="cannot be read"):
        safeio.digest_file(tmp_path / "b")


EXAMPLE: dict[str, np.ndarray[Any, Any]] = {
    "state": np.arange(12.0).reshape(3, 4),
    "flags": np.array([True, False]),
    "empty": np.zeros((0, 3), np.float32),
    "number": np.array(5, np.int16),
    "nan": np.array([np.nan, -0.0, np.inf]),
    "strided": np.arange(10, dtype=np.uint32)[::3],
}


def test_arrays_round_trip(tmp_path: Path) -> None:
    meta = {"tick": 5, "names": ["a", "b"], "none": None}
    safeio.save_arrays(tmp_path / "a", EXAMPLE, meta=meta)
    back, meta_back = safeio.load_arrays(tmp_path / "a")
    assert meta_back == meta
    assert list(back) == list(EXAMPLE)
    for name, values in EXAMPLE.items():
        assert (back[name].dtype, back[name].shape) == (values.dtype, values.shape)
        assert back[name].tobytes() == values.tobytes()
        assert not back[name].flags.writeable


def test_packing_is_repeatable() -> None:
    assert arrays.pack_arrays(EXAMPLE, meta=1) == arrays.pack_arrays(EXAMPLE, meta=1)


@pytest.mark.parametrize(
    "values", [np.array([{}]), np.array(["a"]), np.zeros(1, "M8[s]"), np.zeros(1, ">f8")]
)
def test_only_plain_numbers_are_kept(values: np.ndarray[Any, Any]) -> None:
    with pytest.raises(UserError, match="not kept"):
        arrays.pack_arrays({"a": values})


@given(st.data())
def test_every_cut_and_every_flip_is_noticed(data: st.DataObject) -> None:
    whole = arrays.pack_arrays(EXAMPLE, meta={"tick": 5})
    place = data.draw(st.integers(0, len(whole) - 1))
    flipped = bytearray(whole)
    flipped[place] ^= 1 << data.draw(st.integers(0, 7))
    for damaged in (whole[:place], bytes(flipped), whole + b"\0"):
        with pytest.raises(UnsafeFileError):
            arrays.unpack_arrays(damaged)


def forged(entries: list[Any], body: bytes) -> bytes:
    """A file whose digests are right and whose header lies."""
    header = msgspec.msgpack.encode((entries, len(body), blake(body), None))
    return b"ORARRAY1" + len(header).to_bytes(8, "little") + blake(header) + header + body


def blake(data: bytes) -> bytes:
    return bytes.fromhex(safeio.digest(data))


@pytest.mark.parametrize(
    "entries",
    [
        [("a", "<f8", (2**60,), 0)],
        [("a", "<f8", (1,), -8)],
        [("a", "<f8", (2,), 1)],
        [("a", "<f8", (-1, -2), 0)],
        [("a", "<f8", (0, 2**63), 0)],
        [("a", "|O", (1,), 0)],
        [("a", "<f8,<f8", (1,), 0)],
        [("a", "no such", (1,), 0)],
        [("a", "<f8", (1,) * 40, 0)],
        [("a", "<f8", (1,), 0), ("a", "<f8", (1,), 0)],
        [("a", "<f8")],
    ],
)
def test_forged_headers_are_refused(entries: list[Any]) -> None:
    with pytest.raises(UnsafeFileError, match="where"):
        arrays.unpack_arrays(forged(entries, b"\0" * 16), where="where")


def test_forged_length_is_refused() -> None:
    with pytest.raises(UnsafeFileError, match="damaged"):
        arrays.unpack_arrays(b"ORARRAY1" + (2**62).to_bytes(8, "little") + b"\0" * 16)
    with pytest.raises(UnsafeFileError, match="not an Outrider array file"):
        arrays.unpack_arrays(b"PK\x03\x04")
