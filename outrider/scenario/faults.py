"""A fault of a scenario whose place is known only as a route through its fields."""

from __future__ import annotations

from outrider.scenario.nodes import Route


class ContradictionError(Exception):
    """A fault at a route; turned into a ScenarioError where the document is at hand."""

    def __init__(self, route: Route, reason: str) -> None:
        self.route, self.reason = route, reason
        super().__init__(reason)
