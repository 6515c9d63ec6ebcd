"""Rules that change statements, scopes and return values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mxtutor.authoring.mutation.expressions import Rule, called
from mxtutor.authoring.mutation.families import IDEMPOTENT, INDEPENDENT, PROJECTIONS
from mxtutor.authoring.mutation.trees import Edit, Made, Site, altered, expression, line_of, only_traces


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


_DROPOUT = "__import__('mxnet').gluon.nn.Dropout(0.5)({0})"
_FROZEN = "({0}.collect_params().setattr('grad_req', 'null'), {0})[1]"


def _edit(operator: str, target: ast.AST, new: Made, label: str) -> Edit:
    """Return an edit with a label, since the first line of the statement does not show the change."""
    return Edit(operator, target, new, label)


def blocks(site: Site) -> Iterator[Edit]:
    """Drop a statement, repeat it, or exchange it with the next one."""
    node = site.node
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if not isinstance(block, list) or not block or isinstance(node, (ast.Module, ast.ClassDef)):
            continue
        for i, statement in enumerate(block):
            line = line_of(statement)
            if not isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass, ast.FunctionDef, ast.ClassDef)):
                if not _is_text(statement) and not _opens_names(statement) and "as_np_ndarray" not in line:
                    yield _edit("statement-dropped", statement, [], f"{line} -> (dropped)")
                if _has_effect(statement) and not only_traces(site, statement) and not counts_evenly(site, statement):
                    yield _edit("statement-repeated", statement, [statement, statement], f"{line} -> (twice)")
            if i + 1 < len(block) and _order_matters(statement, block[i + 1]):
                made = [*block[:i], block[i + 1], statement, *block[i + 2 :]]
                label = f"{line} -> (after: {line_of(block[i + 1])})"
                yield _edit("statements-swapped", node, altered(node, **{name: made}), label)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _opens_names(statement: ast.stmt) -> bool:
    """Return whether a statement only opens a scope for names, which changes no behaviour."""
    return isinstance(statement, ast.With) and "name_scope" in line_of(statement)


def _has_effect(statement: ast.stmt) -> bool:
    """Return whether running a statement twice may differ from running it once."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        inner = statement.value.args[:1]
        again = called(inner[0]) if inner and isinstance(inner[0], ast.Call) else ""
        if draws_into(statement.value):
            return False
        return called(statement.value) not in IDEMPOTENT and again not in ("Flatten", "Activation")
    if isinstance(statement, (ast.Expr, ast.AugAssign)):
        return not _is_text(statement)
    if isinstance(statement, (ast.For, ast.With)):
        return not isinstance(statement.body[-1], ast.Return) and any(_has_effect(inner) for inner in statement.body)
    if isinstance(statement, ast.Assign) and "as_np_ndarray" not in line_of(statement):
        if _projects(statement):
            return False
        read = {n.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)}
        return any(isinstance(t, ast.Name) and t.id in read for t in statement.targets)
    return False


def _order_matters(first: ast.stmt, second: ast.stmt) -> bool:
    """Return whether exchanging two statements can change the effect, and no name is read before it has a value."""
    if isinstance(first, (ast.Import, ast.ImportFrom)) or isinstance(second, (ast.Return, ast.FunctionDef)):
        return False
    made = {n.id for n in ast.walk(first) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    read = {n.id for n in ast.walk(second) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    acting = (ast.Expr, ast.With, ast.For)
    if made & read or _is_text(first) or not (isinstance(first, acting) and isinstance(second, acting)):
        return False
    if independent(first, second):
        return False
    lines = ast.unparse(first), ast.unparse(second)
    others = lines[0].split("(")[0] != lines[1].split("(")[0]
    if others and (_name_of_call(first), _name_of_call(second)) in INDEPENDENT:
        return False
    both = isinstance(first, ast.With) and isinstance(second, ast.With)
    if both or any(".append(" in line for line in lines):
        return False
    prepares = any(word in line for word in ("zero_grad(", "setattr(") for line in lines)
    return not prepares or any(word in line for word in ("backward(", ".step(") for line in lines)


def _projects(statement: ast.Assign) -> bool:
    """Return whether a statement is `x = f(x)` where f(f(x)) equals f(x)."""
    call, target = statement.value, statement.targets[0]
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return False
    return called(call) in PROJECTIONS and ast.unparse(call.args[0]) == ast.unparse(target)


def _name_of_call(statement: ast.stmt) -> str:
    """Return the last name of the function that a statement calls; empty for other statements."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return called(call) if isinstance(call, ast.Call) else ""


def scopes(site: Site) -> Iterator[Edit]:
    """Remove a scope, exchange it, or take its first or last statement out of it."""
    node = site.node
    if not isinstance(node, ast.With) or _opens_names(node):
        return
    line = line_of(node)
    yield _edit("scope-removed", node, node.body, f"{line} -> (no scope)")
    if len(node.body) > 1:
        last, first = node.body[-1], node.body[0]
        for out, made in (
            (last, [altered(node, body=node.body[:-1]), last]),
            (first, [first, altered(node, body=node.body[1:])]),
        ):
            if not any(word in line_of(out) for word in (".backward(", "autograd.grad(")):  # these record by themselves
                yield _edit("scope-shortened", node, made, f"{line} -> (without: {line_of(out)})")
    for i, item in enumerate(node.items):
        call = item.context_expr
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "record":
            flag = ast.keyword("train_mode", ast.Constant(False))
            if not call.args and not call.keywords and re.search(r"\bnet\b", site.source):
                items = [
                    *node.items[:i],
                    altered(item, context_expr=altered(call, keywords=[flag])),
                    *node.items[i + 1 :],
                ]
                yield Edit("scope-exchanged", node, altered(node, items=items))
        if len(node.items) > 1:
            items = [other for other in node.items if other is not item]
            yield Edit("scope-removed", node, altered(node, items=items))


def wrapped(site: Site) -> Iterator[Edit]:
    """Run a block's forward pass without recording, or in predict mode where that matters."""
    node = site.node
    if not isinstance(node, ast.FunctionDef) or node.name not in ("forward", "hybrid_forward"):
        return
    mode_matters = "Dropout" in site.source or "BatchNorm" in site.source
    for scope in ("pause", "predict_mode") if mode_matters else ("pause",):
        call = expression(f"__import__('mxnet').autograd.{scope}()")
        body: list[ast.stmt] = [ast.With([ast.withitem(call, None)], node.body, lineno=node.lineno)]
        yield _edit("scope-added", node, altered(node, body=body), f"def {node.name} -> (under autograd.{scope}())")


def returned(site: Site) -> Iterator[Edit]:
    """Change the return value: nothing, an argument, a part, the negative, another type."""
    node = site.node
    if not isinstance(node, ast.Return) or node.value is None:
        return
    value = node.value
    text = ast.unparse(value)
    law = site.compare.statistics.law if site.compare.statistics else ()
    even = bool(law) and not any(parameter in site.shapes for parameter in law)  # all elements have one law
    positive = bool(law) and law[0] in _POSITIVE_LAWS
    positive |= isinstance(value, ast.Attribute) and value.attr in ("size", "ndim")
    arrays = site.compare.type.startswith("mxnet") or site.compare.type in ("none", "numpy")
    scalar = site.compare.shape == "scalar"
    counts = site.function == "__len__" or (isinstance(value, ast.Call) and called(value) == "len")
    made = ["None", *site.params]
    if isinstance(value, ast.Tuple):
        made += [ast.unparse(v) for v in value.elts if not isinstance(v, ast.Starred)]
    if site.plain or not site.params:
        made += [f"({text}).asnumpy()", f"({text}).astype('float64')"] if arrays else []
        made += [] if scalar else [f"({text})[0]", f"({text}).expand_dims(0)"]
        made += [] if site.constant else [f"-({text})", f"({text}) * 2"]
        positive |= counts or "loss" in site.source.lower()
        made += [] if site.constant or positive else [f"abs({text})"]
        made += [] if site.constant or scalar or even else [f"({text})[::-1]"]
    for new in made:
        yield Edit("return-changed", node, altered(node, value=expression(new)))


def branches(site: Site) -> Iterator[Edit]:
    """Negate the test of an `if` or a `while`, take one branch always, run the body of a loop once."""
    node = site.node
    if isinstance(node, (ast.If, ast.While)):
        yield Edit("test-negated", node.test, ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.If):
        line = line_of(node)
        yield _edit("branch-dropped", node, node.body, f"{line} -> (always)")
        yield _edit("branch-dropped", node, node.orelse, f"{line} -> (never)")
    if isinstance(node, ast.While):
        yield _edit("loop-changed", node, ast.If(node.test, node.body, []), f"{line_of(node)} -> (once)")


def nets(site: Site) -> Iterator[Edit]:
    """Add a Dropout, cut the gradient, freeze the parameters, and drop or repeat layers."""
    node = site.node
    if not _of_nets(site.source):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add" and node.args:
        dropout = expression("__import__('mxnet').gluon.nn.Dropout(0.5)")
        for at in range(len(node.args) + 1):
            yield Edit("layer-added", node, altered(node, args=[*node.args[:at], dropout, *node.args[at:]]))
        for layer in node.args:
            if not isinstance(layer, ast.Call) or called(layer) not in ("Flatten", "Activation"):
                yield Edit("layer-repeated", node, altered(node, args=[*node.args, layer]))
    value = node.value if isinstance(node, (ast.Return, ast.Assign)) else None
    if value is None or isinstance(value, (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Lambda)):
        return
    text = ast.unparse(value)
    if _recorded(site) and "as_np_ndarray" not in text:
        predicts = any(isinstance(w, ast.With) and _PREDICTS.search(line_of(w)) for w in site.above)
        for operator, made in (("detached", f"({text}).detach()"), ("dropout-added", _DROPOUT.format(text))):
            if operator == "dropout-added" and predicts:
                continue
            yield _edit(operator, value, expression(made), f"{line_of(node)} -> ({operator})")
    if isinstance(node, ast.Return) and isinstance(value, ast.Name):
        yield _edit("frozen", value, expression(_FROZEN.format(text)), f"{line_of(node)} -> (frozen)")


def operands(site: Site) -> Iterator[Edit]:
    """Cut the gradient of one operand, for example of one branch of a residual block."""
    node = site.node
    if isinstance(node, ast.BinOp) and _of_nets(site.source) and _recorded(site):
        for side in ("left", "right"):
            operand = getattr(node, side)
            cut = any(word in ast.unparse(operand) for word in ("detach()", "stop_gradient(", "BlockGrad(", ".grad"))
            if not cut and not isinstance(operand, ast.Constant) and not _plain_data(site, operand):
                yield Edit("detached", node, altered(node, **{side: expression(f"({ast.unparse(operand)}).detach()")}))


def _plain_data(site: Site, operand: ast.expr) -> bool:
    """Return whether an operand is an argument of the entry that gets no gradient."""
    if not isinstance(operand, ast.Name) or operand.id not in site.params or site.function != site.entry:
        return False
    return not any(form in site.source for form in (f"{operand.id}.attach_grad", f"[{operand.id}]", f"[{operand.id},"))


def _recorded(site: Site) -> bool:
    """Return whether a node may run under `autograd.record`: inside that scope, or in a function that others call."""
    for node in site.above:
        if isinstance(node, ast.With) and ("record" in line_of(node) or "pause" in line_of(node)):
            return "record" in line_of(node)
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            plain = site.compare.type.startswith("python") or site.compare.type in ("numpy", "dtype", "context")
            given = plain or "net" in site.params or "autograd" in site.source  # a number, or what others record
            return getattr(node, "name", "") != site.entry or not given
    return False


_POSITIVE_LAWS = ("exponential", "geometric", "bernoulli")
_PREDICTS = re.compile(r"predict_mode|train_mode=False|record\(False")
_NETS = re.compile(r"autograd|attach_grad|backward|forward|\bnn\.|\bnet\b|Block\b|gluon\.loss")


def _of_nets(source: str) -> bool:
    """Return whether an answer uses gradients or nets."""
    return _NETS.search(source) is not None


STATEMENT_RULES: tuple[Rule, ...] = (blocks, scopes, wrapped, returned, branches, nets, operands)
"""In the order in which their mutants are run."""
