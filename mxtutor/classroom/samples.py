"""Makes samples: answers without comments, docstrings and names of learners, which a class may see."""

from __future__ import annotations

import ast
import warnings

from mxtutor.classroom.anonymity import NameScrubber
from mxtutor.syntax import parse

MAX_SAMPLE = 64 << 10
"""Longest answer that becomes a sample, in characters."""
MAX_LINES = 60


def sample_of(source: str, scrubber: NameScrubber) -> str:
    """Return an answer's code without comments, docstrings and names; empty if it does not parse or is too long."""
    if len(source) > MAX_SAMPLE:
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in an answer cause warnings
            tree = parse(source.lstrip("\ufeff"))
        text = ast.unparse(_Bare().visit(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        lines = [*lines[:MAX_LINES], "..."]
    return scrubber.scrub("\n".join(lines))


class _Bare(ast.NodeTransformer):
    """Removes docstrings and other statements that are only a string."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Remove statements that are only a string; a body that becomes empty gets `pass`."""
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                kept = [one for one in body if not _is_text(one)]
                setattr(
                    node, name, kept or ([ast.Pass()] if name == "body" and not isinstance(node, ast.Module) else [])
                )
        return node


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
