"""The class of machine that a result belongs to: equal class, equal bytes."""

from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

from outrider import __version__

LIBRARIES: Final = ("numpy", "numba", "llvmlite", "mujoco-core", "msgspec", "pillow")

# Flags of /proc/cpuinfo that each micro-architecture level of x86-64 adds to the one before.
LEVELS: Final = (
    ("x86-64-v2", ("cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3")),
    ("x86-64-v3", ("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe")),
    ("x86-64-v4", ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")),
)


def library_version(name: str) -> str:
    """The installed version, or ``""``."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def cpu_facts(cpuinfo: str | None = None) -> tuple[str, str]:
    """Model name and level (``x86-64-v4``) of the processor; the architecture where unknown."""
    if cpuinfo is None:
        path = Path("/proc/cpuinfo")
        cpuinfo = path.read_text(errors="replace") if path.exists() else ""
    facts: dict[str, str] = {}
    for line in cpuinfo.splitlines():
        name, _, value = line.partition(":")
        facts.setdefault(name.strip(), value.strip())
    level = platform.machine() if "flags" not in facts else "x86-64"
    flags = set(facts.get("flags", "").split())
    for name, needed in LEVELS:
        if not flags.issuperset(needed):
            break
        level = name
    return facts.get("model name", platform.processor() or "unknown"), level


def memory_bytes() -> int:
    """Size of the main memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def machine_class() -> dict[str, str]:
    """What decides the bytes of a result, as ``machine.json`` keeps it."""
    facts = {
        "outrider": __version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "libc": " ".join(platform.libc_ver()).strip(),
        "cpu_level": cpu_facts()[1],
    }
    return facts | {name: library_version(name) for name in LIBRARIES}
