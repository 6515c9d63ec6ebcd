"""Cuts a function out of its module by its syntax, with the definitions, imports and constants that it needs."""

from __future__ import annotations

import ast
import builtins

from mxtutor.own_code.sources import Original, names_of, statements


def extracted(original: Original) -> str:
    """Return a module with own code and what it names, directly and indirectly, in the order of the file.

    Statements that only work (a training loop, `parse_args()`) are left out. Imports are kept where a name of theirs
    is used, each in a `try`, because the code may not need it.
    """
    body = [node for node in statements(original.tree.body) if not isinstance(node, (ast.If, ast.Try, ast.With))]
    by_name: dict[str, list[ast.stmt]] = {}
    for node in body:
        for name in names_of(node):
            by_name.setdefault(name, []).append(node)
    wanted, pending, kept = set[str](), [original.owner], set[int]()
    while pending:
        name = pending.pop()
        if name in wanted or (name in dir(builtins) and name not in by_name):
            continue
        wanted.add(name)
        for node in by_name.get(name, []):
            if id(node) not in kept:
                kept.add(id(node))
                pending += _used(node)
    lines = original.text.splitlines()
    return "\n".join(_shown(node, lines) for node in body if id(node) in kept or _is_future(node)) + "\n"


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _used(node: ast.stmt) -> list[str]:
    """Return the names that a statement reads, also in annotations that are texts."""
    names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    for text in (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)):
        if text.isidentifier():
            names.append(text)
    return names


def _shown(node: ast.stmt, lines: list[str]) -> str:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    if isinstance(node, (ast.Import, ast.ImportFrom)) and not _is_future(node):
        return f"try:\n    {ast.unparse(node)}\nexcept ImportError:\n    pass"
    if node.col_offset:
        return ast.unparse(node)
    return "\n" + "\n".join(lines[first - 1 : node.end_lineno])
