"""Finds the cause of an error that has several causes, by the source and the line of the error."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mxtutor.grading.diagnosis.evidence import Finding, Refused, calls_of, dotted, last_name, used_names

Scope = ast.With | ast.AsyncWith

_FREED = "There are no inputs in computation graph that require gradients"
_NOT_RECORDED = "Cannot differentiate node because it is not in a computational graph"


def by_cause(refused: Refused) -> Finding | None:
    """Return the cause that source and line of an error prove; None if several causes are possible."""
    error, tree = refused.error, refused.tree
    if error is None or tree is None or error.line is None:
        return None
    if _FREED in error.text or _NOT_RECORDED in error.text:
        return _graph_freed(tree, error.line, _FREED in error.text) or _all_frozen(tree)
    if "was not initialized on context" in error.text:
        return _initialised_again(refused) or _written_in_place(tree)
    if found := _sequence_lengths(tree, error.line, error.text):
        return found
    return _torch_pair(tree, error.line) if "values to unpack" in error.text else None


def _graph_freed(tree: ast.Module, line: int, other_head: bool) -> Finding | None:
    """Find a second gradient pass over one recorded graph; the error is in the second one.

    `other_head`: whether the two passes may begin at different arrays of the graph.
    """
    second = next((c for c in calls_of(tree) if _is_pass(c) and c.lineno <= line <= (c.end_lineno or c.lineno)), None)
    if second is None:
        return None
    passes = [c for c in calls_of(_function(tree, line)) if _is_pass(c)]
    records = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.With) and _records(n)]
    earlier = [c for c in passes if c.lineno < second.lineno and not any(c.lineno < r < second.lineno for r in records)]
    head = _head(second)
    if any(not _keeps(c) and (other_head or (head and _head(c) == head)) for c in earlier):
        return _FREED_GRAPH
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For) and loop.lineno < second.lineno <= (loop.end_lineno or 0) and not _keeps(second):
            inside = any(loop.lineno <= r <= (loop.end_lineno or 0) for r in records)
            if not inside and any(r < loop.lineno for r in records) and (other_head or _is_recorded(tree, head)):
                return _FREED_GRAPH
    return None


_FREED_GRAPH = Finding(
    "graph-freed",
    "The same graph is differentiated twice.",
    "The first gradient pass frees the graph: pass `retain_graph=True` to it, or ask for all gradients in one pass.",
)


def _function(tree: ast.Module, line: int) -> ast.AST:
    """Return the innermost function that has a line; the module for a line outside of functions."""
    found = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.lineno <= line <= (n.end_lineno or 0)]
    return max(found, key=lambda n: n.lineno, default=tree)


def _is_pass(call: ast.Call) -> bool:
    """Return whether a call is a gradient pass."""
    return last_name(call.func) == "backward" or dotted(call.func) in ("autograd.grad", "mx.autograd.grad")


def _head(call: ast.Call) -> str:
    """Return the array that a gradient pass begins at, as source text."""
    if last_name(call.func) == "backward" and not dotted(call.func).endswith("autograd.backward"):
        return ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return ast.unparse(call.args[0]).strip("[]") if call.args else ""


def _keeps(call: ast.Call) -> bool:
    return any(
        k.arg in ("retain_graph", "create_graph", None) and ast.unparse(k.value) != "False" for k in call.keywords
    )


def _records(scope: Scope) -> bool:
    return any("record" in used_names(item.context_expr) for item in scope.items)


def _is_recorded(tree: ast.AST, name: str) -> bool:
    """Return whether a recording scope assigns a name, and computes nothing in NumPy."""
    for scope in ast.walk(tree):
        if isinstance(scope, ast.With) and _records(scope):
            body = ast.Module(scope.body, [])
            stored = {n.id for n in ast.walk(body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            if name in stored and not used_names(body) & {"asnumpy", "asscalar"}:
                return True
    return False


def _all_frozen(tree: ast.Module) -> Finding | None:
    """Find a net of which all Parameters are frozen, and which is the only one that a recording scope calls."""
    text = ast.unparse(tree)
    if re.search(r"attach_grad|'(?:write|add)'", text):
        return None
    frozen = {
        name: text.count("\n", 0, found.start())
        for found in re.finditer(
            r"(\w+)\.collect_params\(\)\.setattr\('grad_req', 'null'\)"
            r"|for (\w+) in (\w+)\.collect_params\(\)\.values\(\):\n +\2\.grad_req = 'null'",
            text,
        )
        for name in [found[1] or found[3]]
    }
    nets = {found[1] for found in re.finditer(r"(\w+)\.collect_params\(", text)}
    called: set[str] = set()
    for scope in ast.walk(tree):
        if isinstance(scope, ast.With) and _records(scope):
            body = ast.Module(scope.body, [])
            if used_names(body) & {"asnumpy", "asscalar", "detach", "pause"}:
                return None
            called |= {c.func.id for c in calls_of(body) if isinstance(c.func, ast.Name)} & nets
    if len(called) != 1 or not called <= frozen.keys():
        return None
    (name,) = called
    later = text.split("\n", frozen[name] + 1)[-1]
    if re.search(rf"\b{name}\.add\(|\b{name} = ", later):
        return None
    return Finding(
        "all-frozen",
        f"All Parameters of `{name}` are frozen.",
        f"`grad_req` is `'null'` for every Parameter of `{name}`, also for those that must be trained: freeze only the others.",
    )


def _initialised_again(refused: Refused) -> Finding | None:
    """Find `initialize` of a net that has values already, which changes nothing."""
    for call in calls_of(refused.tree or ast.Module([], [])):
        net = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "initialize" else None
        if not isinstance(net, ast.Name) or any(k.arg == "force_reinit" for k in call.keywords):
            continue
        what = refused.exercise.params.get(net.id, "")
        if re.match(r"(?:an? )?(?:trained|initiali[sz]ed) ", what):
            return Finding(
                "initialised-again",
                f"`{net.id}` has values already, so `initialize` does nothing.",
                f"`initialize` leaves a net that has values where it is, with a warning: `{net.id}.collect_params().reset_ctx(ctx)` moves it with its values.",
            )
    return None


def _written_in_place(tree: ast.Module) -> Finding | None:
    """Find values from another device that are written into the arrays of a Parameter."""
    moves = {"as_in_context", "as_in_ctx", "copyto"}
    if not any(last_name(c.func) == "set_data" and moves & used_names(c) for c in calls_of(tree)):
        return None
    return Finding(
        "written-in-place",
        "`set_data` leaves a Parameter on its device.",
        "`set_data` writes into the arrays that a Parameter has, wherever the values come from: `net.collect_params().reset_ctx(ctx)` moves a net.",
    )


def _sequence_lengths(tree: ast.Module, line: int, text: str) -> Finding | None:
    """Find a call of a sequence operator that ignores the lengths, or takes the batch for the time."""
    names = ("SequenceMask", "SequenceLast", "SequenceReverse")
    call = next(
        (c for c in calls_of(tree) if last_name(c.func) in names and c.lineno <= line <= (c.end_lineno or 0)), None
    )
    if call is None:
        return None
    name, words = last_name(call.func), {k.arg for k in call.keywords}
    if "infered_num_inputs" in text and "use_sequence_length" not in words:
        return Finding(
            "lengths-not-used",
            f"`{name}` gets lengths without the option that uses them.",
            f"`{name}` takes `sequence_length` only with `use_sequence_length=True`.",
            key=name,
        )
    if "Shape inconsistent, Provided" in text and "axis" not in words:
        return Finding(
            "time-first",
            f"`{name}` takes the first axis for the time.",
            f"`{name}` expects (time, batch, ...) by default: pass `axis=1` for (batch, time, ...)."
            if name != "SequenceReverse"
            else f"`{name}` always expects (time, batch, ...): exchange the first two axes before and after it.",
            key=name,
        )
    return None


_ALONE = {
    "topk": "`topk` returns the indices alone: pass `ret_typ='both'` for a list of values and indices",
    "max": "`max` returns the values alone, and `argmax` their places",
    "min": "`min` returns the values alone, and `argmin` their places",
    "sort": "`sort` returns the values alone, and `argsort` their order",
}
"""Methods that return a pair in PyTorch and one array in MXNet."""


def _torch_pair(tree: ast.Module, line: int) -> Finding | None:
    """Find a pair on the left of a function that returns a pair in PyTorch only."""
    for node in _assignments(tree, line):
        call, target = node.value, node.targets[0]
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        name, words = call.func.attr, {k.arg for k in call.keywords}
        if isinstance(target, ast.Tuple) and len(target.elts) == 2 and name in _ALONE and "ret_typ" not in words:
            return Finding(
                "torch-pair",
                f"`{name}` returns one array, not the pair of PyTorch.",
                f"{_ALONE[name]}.",
                key=name,
            )
    return None


def _assignments(tree: ast.AST, line: int) -> Iterator[ast.Assign]:
    """Yield the assignments that include a line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or node.lineno):
            yield node
