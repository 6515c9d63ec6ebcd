"""The start of the lowering of a file to terms: scopes, names and annotations; other modules add what code can hold."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from mxtutor.scan.scopes import Scope
from mxtutor.scan.terms import (
    CONSTANTS,
    FIRST_TERMS,
    IN_FORWARD,
    IN_LOOP,
    IN_TEST,
    UNKNOWN,
    Class,
    Function,
    Site,
    Term,
)  # fmt: skip

CONSTANT_TERMS = {
    kind: 1 + CONSTANTS.index(name)
    for kind, name in (
        (type(None), "None"),
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        (str, "str"),
        (bytes, "bytes"),
        (complex, "complex"),
        (type(...), "ellipsis"),
    )
}
LONGEST_ANNOTATION = 400
"""Characters of an annotation in quotes that is read; longer ones are no annotations."""


class Lowerer:
    """Holds the terms of one file; each method for an expression returns the index of a term."""

    expressions: ClassVar[Mapping[type, Callable[[Any, Any], int]]] = {}
    """How each kind of expression is lowered."""

    def __init__(self) -> None:
        self.terms: list[Term] = list(FIRST_TERMS)
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.sites: list[Site] = []
        self.attributes: list[tuple[int, int, int]] = []
        self.suspects: list[tuple[str, int, int, int, int]] = []
        self.appended: dict[int, list[int]] = {}
        self.stored: dict[str, list[int]] = {}
        self.stars: list[tuple[str, int]] = []
        self.texts: dict[tuple[int, str], str] = {}
        """Texts that the code makes, by function and name: `conv*` for `f"conv{i}"`."""
        self.packages: set[str] = set()
        self.builtins: dict[str, int] = {}
        self.module = Scope(None)
        self.scope = self.module
        self.quiet = 0
        """Above 0 inside of annotations, whose calls are no sites."""
        self.testing = 0
        """Above 0 inside of conditions."""

    def add(self, term: Term) -> int:
        """Add a term and return its index."""
        self.terms.append(term)
        return len(self.terms) - 1

    def lower(self, node: ast.expr) -> int:
        """Return the term of an expression."""
        lowering = self.expressions.get(node.__class__)
        return lowering(self, node) if lowering is not None else UNKNOWN

    def flags(self) -> int:
        """Return the flags of a site at this place."""
        scope = self.scope
        return IN_LOOP * (scope.loops > 0) | IN_FORWARD * scope.forward | IN_TEST * (self.testing > 0)

    def phi(self, *sources: int) -> int:
        """Return a term that is one of several; of equal ones just that one."""
        different = list(dict.fromkeys(sources))
        return different[0] if len(different) == 1 else self.add(("phi", different))

    # Names

    def name(self, node: ast.Name) -> int:
        """Return the term of a name that is read."""
        return self.named(node.id)

    def named(self, name: str) -> int:
        """Return what a name is bound to here; one that is bound nowhere is a builtin or comes from a star import."""
        here = self.scope
        scope: Scope | None = here
        while scope is not None:
            if not scope.is_class or scope is here:
                environment = (scope.nonlocals.get(name, scope) if scope.nonlocals else scope).environment
                found = environment.get(name)
                if found is None and environment.outer is not None:
                    found = environment.find(name, self.terms)
                if found is not None:
                    return found
            scope = scope.parent
        found = self.builtins.get(name)
        if found is None:
            found = self.builtins[name] = self.add(("builtin", name))
        return found

    def annotation(self, node: ast.expr | None) -> int:
        """Return the term of an annotation, also of one in quotes; -1 for none."""
        if node is None:
            return -1
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value) > LONGEST_ANNOTATION:
                return -1
            try:
                node = ast.parse(node.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return -1
        self.quiet += 1
        try:
            return self.lower(node)
        finally:
            self.quiet -= 1

    def test(self, node: ast.expr) -> int:
        """Lower a condition."""
        self.testing += 1
        term = self.lower(node)
        self.testing -= 1
        return term

    def bind(self, target: ast.expr, value: int, bound: dict[str, int | None] | None) -> None:
        """Bind a target to a term; `bound`, if given, gets the earlier terms of the names."""
        raise NotImplementedError

    def narrow(self, test: ast.expr, holds: bool = True, bound: dict[str, int | None] | None = None) -> None:
        """Bind names to the types that a condition gives them if it holds, or if it does not."""
        raise NotImplementedError

    def block(self, body: Iterable[ast.stmt]) -> None:
        """Lower statements in order."""
        raise NotImplementedError
