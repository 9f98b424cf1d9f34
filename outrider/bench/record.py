"""What a benchmark says: one figure with its target, and what stands beside it."""

from __future__ import annotations

import json
from typing import Literal

from msgspec import Struct, to_builtins

Fact = float | int | str | bool
NOT_AVAILABLE = "n/a"


class Record(Struct, frozen=True, kw_only=True):
    """One measured figure; ``beside`` holds peers, figures of papers and what was checked."""

    name: str
    value: float
    unit: str
    target: float
    better: Literal["higher", "lower"]
    beside: dict[str, Fact] = {}

    @property
    def met(self) -> bool:
        return self.value >= self.target if self.better == "higher" else self.value <= self.target

    def line(self) -> str:
        """The record as one line of JSON."""
        rounded = {name: rounded_fact(fact) for name, fact in self.beside.items()}
        row = to_builtins(self) | {"value": significant(self.value), "beside": rounded}
        return json.dumps(row, ensure_ascii=False)


def rounded_fact(fact: Fact) -> Fact:
    """A float with five significant digits; anything else as it is."""
    return significant(fact) if isinstance(fact, float) else fact


def significant(value: float) -> float:
    """Five significant digits: more would be noise."""
    return float(f"{value:.5g}")
