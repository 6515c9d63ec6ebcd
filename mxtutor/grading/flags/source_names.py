"""Resolves the names of a source to the modules and members that they refer to."""

from __future__ import annotations

import ast

_MAX_DEPTH = 100
"""Most attributes in a chain that are followed."""


class Names:
    """The names that imports and plain assignments bind, anywhere in a module."""

    def __init__(self, tree: ast.AST) -> None:
        self._bound: dict[str, str] = {}
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    whole = alias.name if alias.asname else alias.name.partition(".")[0]
                    self._bound[alias.asname or whole] = whole
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self._bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        for _ in range(3):  # an alias of an alias of an alias
            for node in nodes:
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                    self._alias(node.targets[0].id, node.value)
                elif isinstance(node, ast.NamedExpr):
                    self._alias(node.target.id, node.value)

    def _alias(self, name: str, value: ast.expr) -> None:
        if isinstance(value, (ast.Name, ast.Attribute)) and name not in self._bound:
            full_name = self.resolve(value)
            if full_name.partition(".")[0] in {m.partition(".")[0] for m in self._bound.values()}:
                self._bound[name] = full_name

    def resolve(self, node: ast.expr) -> str:
        """Return the full name of a dotted expression ("mxnet.ndarray.NDArray"); "" for any other expression."""
        parts: list[str] = []
        for _ in range(_MAX_DEPTH):
            if not isinstance(node, ast.Attribute):
                break
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Call) and self.resolve(node.func) in ("__import__", "importlib.import_module"):
            root = text_of(node.args[0]) if node.args else None
            return ".".join([root or "?", *reversed(parts)])
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self._bound.get(node.id, node.id), *reversed(parts)])

    def foreign(self, node: ast.expr) -> str | None:
        """Return the text of an expression for an imported module or its member; None for any other expression.

        The type of a value counts, too (`type(x)`, `x.__class__`), except of `self` and `cls`.
        """
        if isinstance(node, ast.Call):
            own = isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1
            if own and not _is_self(node.args[0]):
                return f"type({dotted(node.args[0])})"
            return dotted(node) if self.resolve(node) else None
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return None if _is_self(node.value) else dotted(node)
        root: ast.expr = node
        for _ in range(_MAX_DEPTH):
            if not isinstance(root, ast.Attribute):
                break
            root = root.value
        return dotted(node) if isinstance(root, ast.Name) and root.id in self._bound else None

    def is_namespace(self, node: ast.expr) -> bool:
        """Return whether an expression is the dictionary of a foreign object (`vars(nd)`, `nd.__dict__`)."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars" and node.args:
            return self.foreign(node.args[0]) is not None
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            return self.foreign(node.value) is not None
        return False


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def dotted(node: ast.expr) -> str:
    """Return the source text of an expression in one short line."""
    try:
        text = ast.unparse(node)
    except (RecursionError, ValueError):
        return "an expression"
    return text if len(text) <= 60 else f"{text[:57]}..."


def text_of(node: ast.expr) -> str | None:
    """Return the string value of an expression of literals ("f_" + "back", "".join([..])); None if it is not one."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        return value if isinstance(value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _halves(node)
        return None if left is None or right is None else left + right
    if isinstance(node, ast.JoinedStr):
        parts = [text_of(p.value) if isinstance(p, ast.FormattedValue) else text_of(p) for p in node.values]
        return "".join(p for p in parts if p is not None) if None not in parts else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        return _joined(node)
    return None


def _halves(node: ast.BinOp) -> tuple[str | None, str | None]:
    """Return the string values of both sides of a sum; None for a very long sum."""
    depth, inner = 0, node.left
    while isinstance(inner, ast.BinOp) and depth <= _MAX_DEPTH:
        depth, inner = depth + 1, inner.left
    return (None, None) if depth > _MAX_DEPTH else (text_of(node.left), text_of(node.right))


def _joined(node: ast.Call) -> str | None:
    separator = text_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
    if separator is None or len(node.args) != 1 or not isinstance(node.args[0], (ast.List, ast.Tuple)):
        return None
    parts = [text_of(item) for item in node.args[0].elts]
    return None if None in parts else separator.join(p for p in parts if p is not None)
