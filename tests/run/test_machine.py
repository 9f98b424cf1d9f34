"""The machine's class."""

from __future__ import annotations

import pytest

from outrider.run import machine

V2 = "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3"
V3 = V2 + " avx avx2 bmi1 bmi2 f16c fma movbe"
V4 = V3 + " avx512f avx512bw avx512cd avx512dq avx512vl"


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        ("fpu", "x86-64"),
        (V2, "x86-64-v2"),
        (V3, "x86-64-v3"),
        (V4, "x86-64-v4"),
        (V4.replace(" fma", ""), "x86-64-v2"),
    ],
)
def test_the_level_is_the_highest_with_all_its_flags(flags: str, level: str) -> None:
    text = f"processor\t: 0\nmodel name\t: Some CPU: fast\nflags\t\t: {flags}\n\n" * 2
    assert machine.cpu_facts(text) == ("Some CPU: fast", level)


def test_the_class_says_what_decides_the_bytes() -> None:
    facts = machine.machine_class()
    assert all(facts.values())
    assert set(facts) >= {
        "outrider",
        "python",
        "libc",
        "cpu_level",
        "numpy",
        "numba",
        "mujoco-core",
    }
    assert machine.memory_bytes() > 1 << 28
    assert machine.cores() >= 1


def test_a_library_that_is_not_there_has_no_version() -> None:
    assert machine.library_version("no-such-library-anywhere") == ""
