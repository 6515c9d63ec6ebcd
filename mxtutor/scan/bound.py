"""The arguments of one call, for a result that depends on them."""

from __future__ import annotations

from mxtutor.scan.values import Value


class Bound:
    """Arguments of one call of a function of the project, for the terms that depend on them."""

    __slots__ = ("arguments", "depth", "function", "memo", "unit")

    def __init__(self, unit: str, function: int, arguments: dict[int, Value], depth: int) -> None:
        self.unit = unit
        self.function = function
        self.arguments = arguments
        """Values by the parameter's place."""
        self.depth = depth
        self.memo: dict[int, Value] = {}
