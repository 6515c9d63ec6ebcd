"""The names that a scope binds while a file is lowered, with one environment for each branch."""

from __future__ import annotations

import ast

from mxtutor.scan.terms import Term


class Environment(dict[str, int]):
    """Names and their terms at one point; inside of a loop, names from before it become a phi at their first use."""

    __slots__ = ("outer", "phis")

    def __init__(self, names: dict[str, int] | None = None, outer: Environment | None = None) -> None:
        super().__init__(names or {})
        self.outer = outer
        self.phis: dict[str, int] = {}

    def branch(self) -> Environment:
        """Return a copy for one branch; it shares the phis of the loop."""
        copied = Environment(self, self.outer)
        copied.phis = self.phis
        return copied

    def find(self, name: str, terms: list[Term]) -> int | None:
        """Return the term of a name; None if it is not bound."""
        found = self.get(name)
        if found is None and self.outer is not None:
            found = self.phis.get(name)
            if found is None:
                before = self.outer.find(name, terms)
                if before is None:
                    return None
                terms.append(("phi", [before]))
                found = self.phis[name] = len(terms) - 1
            self[name] = found
        return found


class Scope:
    """A module, a class body or a function."""

    __slots__ = (
        "ended", "environment", "exits", "forward", "function", "is_class", "loops", "nonlocals", "owner", "parent",
        "pending",
    )  # fmt: skip

    def __init__(self, parent: Scope | None, *, is_class: bool = False, function: int = -1, owner: int = -1) -> None:
        self.parent = parent
        self.environment = Environment()
        self.is_class = is_class
        self.function = function
        """Number of the function; -1 for a module or class body."""
        self.owner = owner
        """Number of the class whose method or body this is; -1 for none."""
        self.forward: bool = parent.forward if parent is not None and not is_class else False
        self.loops = 0
        self.ended = False
        """Whether the branch ended: return, raise, break or continue."""
        self.exits: list[list[Environment]] = []
        """For each loop around this place, the environments at its breaks and continues."""
        self.nonlocals: dict[str, Scope] = {}
        self.pending: list[tuple[Scope, list[ast.stmt]]] = []
        """Functions whose bodies are lowered when this scope's own body is done."""

    def find(self, name: str, terms: list[Term]) -> int | None:
        """Return the term of a name that this scope binds; None if it does not."""
        other = self.nonlocals.get(name)
        return (other or self).environment.find(name, terms)

    def restore(self, bound: dict[str, int | None]) -> None:
        """Give names back what they were bound to before a comprehension."""
        for name, before in bound.items():
            if before is None:
                self.environment.pop(name, None)
            else:
                self.environment[name] = before
