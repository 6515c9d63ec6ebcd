"""Statements that have the same effect when they are repeated or exchanged."""

from __future__ import annotations

import ast

from mxtutor.authoring.mutation.expressions import called
from mxtutor.authoring.mutation.trees import Site


def draws_into(call: ast.Call) -> bool:
    """Return whether a call fills an array with random draws; a second call draws from the same distribution."""
    filled = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg == "out"]
    read = {n.id for a in call.args for n in ast.walk(a) if isinstance(n, ast.Name)}
    return ".random." in ast.unparse(call.func) and bool(filled) and filled[0] not in read


def counts_evenly(site: Site, statement: ast.stmt) -> bool:
    """Return whether a statement is the only update of a metric, which divides a sum by the number of updates."""
    return _metric_update(statement) is not None and site.source.count(".update(") == 1


def _metric_update(statement: ast.stmt) -> ast.Call | None:
    call = statement.value if isinstance(statement, ast.Expr) else None
    held = isinstance(call, ast.Call) and ast.unparse(call.func) == "metric.update" and len(call.args) == 2
    return call if held and isinstance(call, ast.Call) else None


def independent(first: ast.stmt, second: ast.stmt) -> bool:
    """Return whether neither of two statements depends on the other."""
    for one, other in ((first, second), (second, first)):
        acts = called(other.value) if isinstance(other, ast.Expr) and isinstance(other.value, ast.Call) else ""
        update = _metric_update(one)
        # the outputs and losses that an update reads exist before it, and no step changes them
        ready = update is not None and not any(isinstance(n, ast.Call) for a in update.args for n in ast.walk(a))
        if ready and acts in ("backward", "step"):
            return True
        if acts == "hybridize" and "set_data(" in ast.unparse(one):
            return True
    return False
