"""Structs with exactly the types they declare, whatever numbers they were made from."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import numpy as np

T = TypeVar("T")


def as_declared(value: Any, kind: type[T]) -> T:
    """``value`` with int and numpy numbers made into the declared types.

    Else 1 and 1.0 would give two digests to one scene.
    """
    return msgspec.convert(msgspec.to_builtins(value, enc_hook=_plain), kind)


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__} is not plain data")
