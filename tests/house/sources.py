"""The project's own files, for the tests that read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "outrider"
MADE = {
    ".git",
    ".venv",
    "build",
    "dist",
    "runs",
    "gallery",
    "__pycache__",
    ".hypothesis",
    ".import_linter_cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
}
TEXTS = {".py", ".md", ".toml", ".yaml", ".yml", ".lock", ".cfg", ".json", ".svg", ""}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def python_files() -> tuple[Path, ...]:
    """Python files of the package, the tests and the examples."""
    return tuple(path for path in text_files() if path.suffix == ".py")


@cache
def package_files() -> tuple[Path, ...]:
    return tuple(path for path in python_files() if path.is_relative_to(PACKAGE))


@cache
def text_files() -> tuple[Path, ...]:
    """Everything that people wrote."""
    found = (
        path
        for path in ROOT.rglob("*")
        if path.suffix in TEXTS and not MADE.intersection(path.relative_to(ROOT).parts)
    )
    return tuple(sorted(path for path in found if path.is_file() and ".egg-info" not in str(path)))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines_of(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def dotted(node: ast.expr) -> str:
    """``a.b.c`` of such an expression, else an empty text."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def names_used(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and full names of everything called or read, imports and their aliases resolved."""
    aliases: dict[str, str] = {}
    for node in ast.walk(tree(path)):
        for alias, full in imported(node):
            aliases[alias] = full
            yield getattr(node, "lineno", 0), full
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute | ast.Name) and (name := dotted(node)):
            head, _, rest = name.partition(".")
            full = aliases.get(head, head)
            yield node.lineno, f"{full}.{rest}" if rest else full


def imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """(name here, full name) of every import of a statement."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield (
                alias.asname or alias.name.partition(".")[0],
                (alias.name if alias.asname else alias.name.partition(".")[0]),
            )
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"
