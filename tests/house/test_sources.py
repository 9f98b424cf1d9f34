"""Rules that hold for every source file; a red test names file and line."""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import (
    PACKAGE,
    ROOT,
    functions,
    lines_of,
    name_of,
    names_used,
    package_files,
    python_files,
    text_files,
    tree,
)

SIMULATION = tuple(PACKAGE / room for room in ("core", "scenario", "world", "sim"))
CLOCKS = {
    *(f"time.{name}" for name in ("time", "monotonic", "perf_counter", "process_time")),
    *(f"time.{name}_ns" for name in ("time", "monotonic", "perf_counter", "process_time")),
    "time.sleep",
    "time.localtime",
    "time.gmtime",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
}
CHANCE = ("random.", "numpy.random.", "secrets.", "uuid.", "os.urandom")
DANGEROUS = {
    "pickle",
    "cPickle",
    "dill",
    "marshal",
    "shelve",
    "joblib",
    "eval",
    "exec",
    "os.system",
    "os.popen",
    "yaml.load",
    "yaml.unsafe_load",
    "yaml.full_load",
    "numpy.load",
    "torch.load",
}


def in_simulation(path: Path) -> bool:
    return any(path.is_relative_to(room) for room in SIMULATION)


def test_no_wall_clock_in_the_simulation() -> None:
    found = [
        f"{name_of(path)}:{line}: {name}"
        for path in package_files()
        if in_simulation(path)
        for line, name in names_used(path)
        if name in CLOCKS
    ]
    assert found == []


def test_no_chance_but_the_named_streams() -> None:
    found = [
        f"{name_of(path)}:{line}: {name}"
        for path in package_files()
        if in_simulation(path)
        for line, name in names_used(path)
        if name.startswith(CHANCE) or name in {"random", "secrets", "uuid"}
    ]
    assert found == []


def test_nothing_that_runs_what_a_file_says() -> None:
    found = [
        f"{name_of(path)}:{line}: {name}"
        for path in package_files()
        for line, name in names_used(path)
        if name in DANGEROUS or name.partition(".")[0] in {"pickle", "dill", "marshal", "shelve"}
    ]
    assert found == []


def test_no_dangerous_arguments() -> None:
    found = []
    for path in package_files():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant):
                pair = (node.arg, node.value.value)
                if pair in {("shell", True), ("allow_pickle", True), ("fastmath", True)}:
                    found.append(f"{name_of(path)}:{node.value.lineno}: {pair}")
    assert found == []


def test_no_kernel_asks_isfinite() -> None:
    """It is compiled to x - x, which reassociation makes 0 for a sum: a guard that never barks."""
    found = [
        f"{name_of(path)}:{line}: {name}"
        for path in package_files()
        if path.name.startswith("_kernels")
        for line, name in names_used(path)
        if name.rpartition(".")[2] in {"isfinite", "isinf"}
    ]
    assert found == []


def test_no_assert_and_no_blind_except_in_the_package() -> None:
    found = [
        f"{name_of(path)}:{node.lineno}: {type(node).__name__}"
        for path in package_files()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Assert)
        or (isinstance(node, ast.ExceptHandler) and node.type is None)
    ]
    assert found == []


def catch_alls(path: Path) -> Iterator[tuple[str, str]]:
    """Place and text of every handler that catches everything."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            names = {part.id for part in ast.walk(node.type) if isinstance(part, ast.Name)}
            if names & {"Exception", "BaseException"}:
                here = " ".join(lines[node.lineno - 1 : node.lineno + 1])
                yield f"{name_of(path)}:{node.lineno}", here


def test_the_few_catch_alls_say_why() -> None:
    found = [catch_all for path in package_files() for catch_all in catch_alls(path)]
    assert len(found) <= 5, found
    assert [place for place, text in found if "#" not in text] == []


def test_functions_are_short() -> None:
    found = []
    for path in package_files():
        limit = 120 if path.name.startswith("_kernels") else 60
        for function in functions(path):
            if lines_of(function) > limit:
                place = f"{name_of(path)}:{function.lineno}"
                found.append(f"{place}: {function.name} has {lines_of(function)} lines")
    assert found == []


def test_most_functions_are_very_short() -> None:
    lengths = [
        lines_of(function)
        for path in package_files()
        if not path.name.startswith("_kernels")
        for function in functions(path)
    ]
    assert statistics.median(lengths) <= 10


def test_files_have_one_subject() -> None:
    sizes = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in python_files()
    }
    assert {name: size for name, size in sizes.items() if size > 450} == {}


def test_file_names_are_nouns_that_mean_something() -> None:
    empty_words = re.compile(r"(manager|helpers?|utils?|base|misc|common)", re.IGNORECASE)
    files = [
        name_of(path) for path in package_files() if empty_words.fullmatch(path.stem.strip("_"))
    ]
    classes = [
        f"{name_of(path)}:{node.lineno}: {node.name}"
        for path in package_files()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and re.search(r"(Manager|Helper|Utils?|Base)$", node.name)
    ]
    assert files + classes == []


def test_no_paths_of_one_machine_and_no_left_over_marks() -> None:
    machine = re.compile(
        r"(?<![\w.])/(?:root|work|mnt|Users)/\w|(?<![\w.])/home/(?!outrider)\w|"
        r"(?<![\w.])/opt/(?!outrider)\w|(?<![\w.])/tmp/\w"
    )
    left = re.compile(r"\b(?:TODO|FIXME|XXX|HACK|placeholder)\b")
    found: list[str] = []
    for path in set(text_files()) - {Path(__file__).resolve(), ROOT / "LICENSE"}:
        ours = path.is_relative_to(PACKAGE)
        found += [
            f"{name_of(path)}:{number}: {line.strip()}"
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if machine.search(line) or (ours and left.search(line))
        ]
    assert found == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        name_of(path)
        for path in package_files()
        if path.name != "__init__.py" and not ast.get_docstring(tree(path))
    ]
    assert silent == []


def test_tests_never_sleep_and_never_skip() -> None:
    forbidden = {"time.sleep", "pytest.skip", "pytest.mark.skip", "pytest.mark.skipif"}
    found = [
        f"{name_of(path)}:{line}: {name}"
        for path in python_files()
        if path.is_relative_to(ROOT / "tests")
        for line, name in names_used(path)
        if name in forbidden
    ]
    assert found == []
