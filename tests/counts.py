"""How often a repeated truth is tried: all of it in `make test-all`, a tenth in `make test`."""

from __future__ import annotations

import os


def count(full: int) -> int:
    """The number of repeats for a truth whose full count is ``full``; at least one."""
    return full if os.environ.get("OUTRIDER_FULL") == "1" else max(1, full // 10)
