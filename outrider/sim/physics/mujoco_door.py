"""The one door to MuJoCo: its version, its C functions for kernels, and its structs' layout.

Quaternions are wxyz on the far side of this door and xyzw on ours.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, Final

import llvmlite.binding
import mujoco
import numpy as np
from mujoco.introspect import enums as _enums
from mujoco.introspect import structs as _structs
from numba import types
from numpy.typing import NDArray

from outrider.core.errors import InternalError, UserError

MINIMUM_VERSION: Final = 4_000_001  # 4.0.0 has a solver bug
_PRIMITIVES: Final = {
    "mjtNum": 8, "double": 8, "size_t": 8, "uintptr_t": 8, "uint64_t": 8, "int64_t": 8,
    "mjtSize": 8, "int": 4, "float": 4, "unsigned int": 4, "char": 1, "unsigned char": 1,
    "mjtByte": 1, "mjtBool": 1, "bool": 1,
}  # fmt: skip


def _size_and_alignment(kind: Any) -> tuple[int, int]:
    """Size and alignment of a C type, by the rules of the x86-64 and AArch64 ABIs."""
    name = type(kind).__name__
    if name == "PointerType":
        return 8, 8
    if name == "ArrayType":
        size, alignment = _size_and_alignment(kind.inner_type)
        return size * int(np.prod(kind.extents)), alignment
    if name == "AnonymousStructDecl":
        return _offsets(kind.fields)[1:]
    if kind.name in _PRIMITIVES:
        size = _PRIMITIVES[kind.name]
        return size, size
    if kind.name in _enums.ENUMS:
        return 4, 4
    return _offsets(_structs.STRUCTS[kind.name].fields)[1:]


def _offsets(fields: Any) -> tuple[dict[str, int], int, int]:
    """Byte offset of every field of a C struct, with the struct's size and alignment."""
    place, widest, found = 0, 1, {}
    for field in fields:
        size, alignment = _size_and_alignment(field.type)
        place = -(-place // alignment) * alignment
        found[field.name] = place
        place, widest = place + size, max(widest, alignment)
    return found, -(-place // widest) * widest, widest


_DATA = _offsets(_structs.STRUCTS["mjData"].fields)[0]
_CONTACT, CONTACT_BYTES, _ = _offsets(_structs.STRUCTS["mjContact"].fields)

DATA_NCON: Final = _DATA["ncon"]
DATA_CONTACT: Final = _DATA["contact"]
DATA_EFC_FORCE: Final = _DATA["efc_force"]
CONTACT_DIST: Final = _CONTACT["dist"]
CONTACT_POS: Final = _CONTACT["pos"]
CONTACT_FRAME: Final = _CONTACT["frame"]
CONTACT_GEOM: Final = _CONTACT["geom"]
CONTACT_DIM: Final = _CONTACT["dim"]
CONTACT_EXCLUDE: Final = _CONTACT["exclude"]
CONTACT_EFC: Final = _CONTACT["efc_address"]
FREE_JOINT: Final = int(mujoco.mjtJoint.mjJNT_FREE)


def _load_library() -> None:
    """Make MuJoCo's C functions visible to kernels, so that these can be cached on disk."""
    folder = Path(mujoco.__file__).parent
    found = sorted(folder.glob("libmujoco.so*")) or sorted(folder.glob("libmujoco*.dylib"))
    if not found:
        raise UserError(f"MuJoCo's shared library is not in {folder}; reinstall mujoco-core")
    llvmlite.binding.load_library_permanently(str(found[0]))


def _check_version() -> None:
    number = mujoco.mj_version()
    if number < MINIMUM_VERSION:
        raise UserError(
            f"MuJoCo {mujoco.mj_versionString()} is too old: Outrider needs 4.0.1 or later; "
            "pip install 'mujoco-core>=4.0.1' (and uninstall 'mujoco', which shares its folder)"
        )


def _hush(_text: str) -> None:
    """Keep MuJoCo from writing a log into the user's folder; the guard of the tick tells more."""


_check_version()
_load_library()
mujoco.set_mju_user_warning(_hush)

_address = types.intp
mj_step1 = types.ExternalFunction("mj_step1", types.void(_address, _address))
mj_step2 = types.ExternalFunction("mj_step2", types.void(_address, _address))
mj_make_constraint = types.ExternalFunction("mj_makeConstraint", types.void(_address, _address))
mj_island = types.ExternalFunction("mj_island", types.void(_address, _address))
mj_project_constraint = types.ExternalFunction(
    "mj_projectConstraint", types.void(_address, _address)
)
mj_reference_constraint = types.ExternalFunction(
    "mj_referenceConstraint", types.void(_address, _address)
)
mj_kinematics = types.ExternalFunction("mj_kinematics", types.void(_address, _address))


def check_layout(data: Any) -> None:
    """Compare the computed offsets with what MuJoCo itself says, once per built world."""
    base = data._address
    positions = ctypes.c_uint64.from_address(base + _DATA["xpos"]).value
    force = ctypes.c_uint64.from_address(base + DATA_EFC_FORCE).value
    count = ctypes.c_int32.from_address(base + DATA_NCON).value
    wrong_force = data.nefc > 0 and force != data.efc_force.ctypes.data
    if positions != data.xpos.ctypes.data or count != data.ncon or wrong_force:
        raise InternalError(
            f"the memory layout of MuJoCo {mujoco.mj_versionString()} is not the one computed "
            "from its introspection tables; install the version of the lock file"
        )
    if count:
        first = ctypes.c_uint64.from_address(base + DATA_CONTACT).value
        geom = ctypes.c_int32.from_address(first + CONTACT_GEOM).value
        if geom != int(data.contact.geom[0, 0]):
            raise InternalError("MuJoCo's contact record is laid out differently than computed")


def version() -> str:
    """MuJoCo's version, as ``4.0.1``."""
    return str(mujoco.mj_versionString())


def save_state(model: Any, data: Any) -> NDArray[np.float64]:
    """Everything that MuJoCo needs to go on bit for bit (warm start and mocap included)."""
    what = int(mujoco.mjtState.mjSTATE_INTEGRATION)
    state = np.empty(mujoco.mj_stateSize(model, what))
    mujoco.mj_getState(model, data, state, what)
    return state


def load_state(model: Any, data: Any, state: NDArray[np.float64]) -> None:
    """The inverse of :func:`save_state`."""
    mujoco.mj_setState(model, data, state, int(mujoco.mjtState.mjSTATE_INTEGRATION))
