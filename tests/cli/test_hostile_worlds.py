"""Worlds that no machine should make: refused with the reason and the limit, before they cost."""

from __future__ import annotations

import math
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest

from outrider import scenario
from outrider.cli import main
from outrider.core.errors import UserError
from outrider.scenario.checks import MAX_OBJECTS
from outrider.scenario.worlds import kinds

LITTLE: Final = 4_000_000
"""Bytes that a refusal may take."""
ODD: Final = ("nan", "inf", "-inf", "many", "[1, 2]", "{a: 1}", "true")


def limits(kind: type) -> Iterator[tuple[str, float, float]]:
    """The numbers among a kind's own parameters, with their least and largest."""
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)
    for field in described.fields:
        choices = getattr(field.type, "types", (field.type,))
        for one in choices:
            if isinstance(one, msgspec.inspect.FloatType | msgspec.inspect.IntType):
                low = one.ge if one.ge is not None else one.gt
                high = one.le if one.le is not None else one.lt
                assert low is not None, (kind, field.name)
                assert high is not None, (kind, field.name)
                yield field.name, float(low), float(high)


NUMBERS: Final = [
    (name, field, low, high) for name, kind in kinds().items() for field, low, high in limits(kind)
]


def cost(call: Callable[[], object]) -> int:
    """The most bytes that Python and numpy held while it ran."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def refusal(kind: str, field: str, value: str) -> str:
    with pytest.raises(UserError) as caught:
        scenario.parse(f"name: w\nworld: {{kind: {kind}, {field}: {value}}}\n")
    return str(caught.value)


def beyond(low: float, high: float) -> list[str]:
    """Numbers just and far outside of limits."""
    over = [high * 1.001 + 1.0, 1e9, 1e300] if high < 1e9 else [1e300]
    under = [low - 1.0, low - 1e9, -1e300]
    return [repr(number) for number in (*over, *under)]


def figure(limit: float) -> str:
    """As a person writes it."""
    if math.isclose(abs(limit), 2.0 * math.pi):
        return "2*pi" if limit > 0.0 else "-2*pi"
    return f"{limit:,.0f}" if abs(limit) >= 1e3 else f"{limit:g}"


@pytest.mark.parametrize(("kind", "field", "low", "high"), NUMBERS)
def test_numbers_beyond_their_limits_are_refused_with_them(
    kind: str, field: str, low: float, high: float
) -> None:
    if field == "seed":
        return
    for value in beyond(low, high):
        said = refusal(kind, field, value)
        assert f"world.{field}: expected" in said
        assert f"= {figure(high)}" in said
        assert figure(low) in said
    for value in ODD:
        assert f"world.{field}" in refusal(kind, field, value)


@pytest.mark.parametrize("kind", kinds())
def test_a_hostile_parameter_from_the_command_line_makes_nothing(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "world.orw"
    main(["world", "make", kind, "--set", "nothing=1"])  # imports
    for name, field, low, high in NUMBERS:
        if name != kind or field == "seed":
            continue
        for value in (repr(low - 1.0), repr(high * 1.001 + 1.0), "nan", "inf", "many"):
            words = ["world", "make", kind, "--set", f"{field}={value}", "--out", str(out)]
            assert cost(lambda words=words: main(words)) < LITTLE  # type: ignore[misc]
            assert main(words) == 2
            said = capsys.readouterr().err
            assert field in said
            assert "Traceback" not in said
    assert not out.exists()
    assert main(["world", "make", kind, "--set", "trees=1e9", "--out", str(out)]) == 2
    assert "trees" in capsys.readouterr().err


@pytest.mark.parametrize("words", [
    ["make", "atlantis"], ["make", ""], ["make", "forest", "--set", "density"],
    ["make", "forest", "--set", "density="], ["make", "forest", "--set", "kind=nowhere"],
    ["make", "forest", "--set", "world.density=0.5"], ["make", "forest", "--seed", "-1"],
    ["make", "forest", "--seed", "1.5"], ["make", "cells", "--set", "base=ocean"],
    ["make", "cells", "--set", "things=[{asset: oakk}]"],
    ["make", "flat", "--set", "objects=[{kind: pyramid}]"],
    ["make", "flat", "--set", "objects=[{kind: box, position_m: [0, 0], size_m: [1, 1, -1]}]"],
    ["make", "flat", "--set", "objects=[{kind: box, position_m: [0, nan], size_m: [1, 1, 1]}]"],
    ["make", "campus", "--set", "rooms=[{name: nowhere}]"],
])  # fmt: skip
def test_names_and_values_that_make_no_sense_are_refused(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "world.orw"
    try:
        code = main(["world", *words, "--out", str(out)])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2
    said = capsys.readouterr().err
    assert said
    assert "Traceback" not in said
    assert not out.exists()


HUGE: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("cells", ("size_m=4000", "cell_min_m=0.5", "cell_max_m=0.5"), "at most 250,000"),
    ("cells", ("size_m=4000", "cell_min_m=1e-9", "cell_max_m=1e-9"), "at most 250,000"),
    ("valley", ("length_m=100000", "width_m=100000"), "at most 2,000,000"),
    ("hills", ("size_m=100000",), "at most 4,096"),
    ("course", ("size_m=100000", "difficulty=1"), "at most 4,000,000"),
)
"""A thousand million trees within the limits of each number: the sum is what is too much."""


@pytest.mark.parametrize(("kind", "given", "says"), HUGE)
def test_too_much_of_everything_is_refused_before_it_is_made(
    kind: str, given: tuple[str, ...], says: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    sets = [word for one in given for word in ("--set", one)]
    words = ["world", "make", kind, *sets, "--out", str(tmp_path / "world.orw")]
    main(["world", "make", "hills", "--set", "size_m=60", "--out", str(tmp_path / "warm.orw")])
    capsys.readouterr()
    assert cost(lambda: main(words)) < LITTLE
    assert says in capsys.readouterr().err
    assert not (tmp_path / "world.orw").exists()


def test_a_huge_list_of_objects_is_refused() -> None:
    posts = "{kind: post, position_m: [1, 1]}, " * (MAX_OBJECTS + 1)
    with pytest.raises(UserError, match=rf"world.objects: .*at most {MAX_OBJECTS:,}"):
        scenario.parse(f"name: w\nworld: {{kind: flat, objects: [{posts}]}}\n")


def test_a_refusal_leaves_the_process_small() -> None:
    """In a process of its own: resident memory after refusals of every kind of world."""
    code = (
        "from outrider.cli import main\n"
        "from outrider.scenario.worlds import kinds\n"
        "from tests.resident import peak_bytes\n"
        "for kind in kinds():\n"
        "    assert main(['world', 'make', kind, '--set', 'size_m=1e12']) == 2\n"
        "    assert main(['world', 'make', kind, '--set', 'density=-1e9']) == 2\n"
        "print(peak_bytes())\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(run.stdout.split()[-1]) < 300e6
