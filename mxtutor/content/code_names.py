"""Finds what a piece of code uses: calls, attributes, operators, in the order of their weight."""

from __future__ import annotations

import ast
import builtins
import re
from collections import deque
from collections.abc import Iterator

from mxtutor.content.roots import NET, RECEIVERS

Target = ast.expr | str
"""An expression that names something, or the name of the special method that an operator calls."""

BUILTINS = {"float": "__float__", "int": "__int__", "bool": "__bool__", "len": "__len__", "abs": "__abs__"}
"""Functions of Python, and the method that each calls."""
BINARY: dict[type[ast.AST], str] = {
    ast.MatMult: "matmul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.USub: "neg",
    ast.Invert: "invert",
}
"""Operators, and the special method of each without its underscores."""
TELLING = (ast.MatMult, ast.FloorDiv, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Invert)
"""Operators that are named like a call; plain arithmetic is named only where there is nothing else."""
LITTLE = frozenset("all any detach item mean pow squeeze sum t".split())  # noqa: SIM905
"""Methods that matter less than the function of a module whose result they take."""
OTHERS = frozenset(
    "os sys math json re time plt logging pickle copy glob shutil itertools functools collections args parser"  # noqa: SIM905
    " argparse wandb logger path Path cv2 PIL Image pd datetime subprocess string csv config cfg tf tensorflow"
    " keras jax jnp flax paddle sklearn scipy pandas cupy onnxruntime".split()
)
"""Modules and variables of other packages."""


def targets(body: list[ast.stmt]) -> list[Target]:
    """Return what code uses: calls and attributes with the outermost first, then masks, comparisons, assignments.

    Plain arithmetic counts only where the code uses nothing else.
    """
    found = _Targets()
    for statement in body:
        found.visit(statement)
    telling = found.first + found.later
    if found.augmented:
        telling = telling + found.augmented if found.called else found.augmented + telling
    return telling or found.plain


class _Targets:
    def __init__(self) -> None:
        self.first: list[Target] = []
        self.later: list[Target] = []
        self.augmented: list[Target] = []
        self.plain: list[Target] = []
        self.called: set[ast.expr] = set()

    def visit(self, statement: ast.stmt) -> None:
        """Add what a statement uses: what its body assigns, then its head, then what else its body does."""
        waiting: deque[ast.AST] = deque(_parts(statement))
        body: list[ast.stmt] = []
        if isinstance(statement, ast.Expr):
            self._whole(statement.value)
        while waiting:
            node = waiting.popleft()
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                self.visit(node)
            elif isinstance(node, ast.stmt) and not isinstance(node, ast.AugAssign):
                body.append(node)
            else:
                waiting.extend(self._add(node))
        for inner in body:
            self.visit(inner)

    def _whole(self, node: ast.expr) -> None:
        """Add a statement that is one name, one call of a built-in function, or a list of names."""
        match node:
            case ast.Name():
                self.first.append(node)
            case ast.Call(func=ast.Name(id=name), args=[argument]) if name in BUILTINS and not isinstance(
                argument, ast.Constant
            ):
                self.first.append(BUILTINS[name])
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                self.first += [element for element in elements if isinstance(element, ast.Name)]

    def _add(self, node: ast.AST) -> Iterator[ast.AST]:
        """Add what a node uses itself, and yield the nodes inside it that are still to be visited."""
        match node:
            case ast.Call(func=func):
                if isinstance(func, ast.Attribute):
                    yield func
                elif isinstance(func, ast.Name) and func.id == "iter" and node.args:
                    yield ast.Attribute(node.args[0], "__iter__", ast.Load())
                elif isinstance(func, ast.Name) and not hasattr(builtins, func.id):
                    self.first.append(func)
                else:
                    yield func
                self.called.add(func)
                yield from (*node.args, *(keyword.value for keyword in node.keywords))
                return
            case ast.Attribute(value=held):
                if isinstance(held, ast.Call) and _says_more(held.func, node.attr, called=node in self.called):
                    self.first.append(held.func)
                if not _of_python(node):
                    self.first.append(node)
                if chain(node)[0] not in _MODULES and not _is_layer(held):
                    yield held
                return
            case ast.Subscript():
                yield from self._subscript(node)
                return
            case ast.AugAssign(target=target, op=op):
                if not isinstance(target, ast.Subscript):
                    inside = "" if isinstance(op, ast.MatMult) else "i"  # no array has `@=` of its own
                    self.augmented.append(f"__{inside}{BINARY.get(type(op), 'op')}__")
                yield from (target, node.value)
                return
            case ast.BinOp(op=op) | ast.UnaryOp(op=op) if type(op) in BINARY:
                if not isinstance(getattr(node, "operand", None), ast.Constant):
                    (self.first if isinstance(op, TELLING) else self.plain).append(f"__{BINARY[type(op)]}__")
            case ast.Compare(ops=[op, *_]) if type(op) in BINARY and not any(map(_is_word, ast.iter_child_nodes(node))):
                self.later.append(f"__{BINARY[type(op)]}__")
            case _:
                pass
        yield from _parts(node)

    def _subscript(self, node: ast.Subscript) -> Iterator[ast.AST]:
        held = node.value
        while isinstance(held, ast.Subscript):
            held = held.value
        stored = isinstance(node.ctx, ast.Store)
        named = isinstance(held, (ast.Attribute, ast.Call))
        if named:
            yield held
        if stored and not (named and _is_key(node.slice)):
            self.later.append("__setitem__")
        elif not stored and not (named and _is_key(node.slice)) and not _is_text(node.slice):
            self.later.append("__getitem__")
        yield node.slice


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node, the value of an assignment before its targets."""
    match node:
        case ast.Assign(targets=places, value=value):
            yield from (value, *places)
        case ast.AnnAssign(target=place, value=value):
            yield from ([value, place] if value is not None else [])
        case ast.AugAssign():
            yield node
        case ast.FunctionDef(decorator_list=decorators, body=body, name=name):
            if name in ("forward", "hybrid_forward"):
                yield ast.Attribute(ast.Name("Module", ast.Load()), "forward", ast.Load())
            yield from (*decorators, *body)
        case ast.ClassDef(bases=bases, body=body):
            for base in bases:
                yield ast.Call(base, [], []) if isinstance(base, ast.Name) else base
            yield from body
        case ast.For(target=target, iter=iterated, body=body):
            looped = iterated
            while isinstance(looped, ast.Call) and chain(looped.func)[0] in ("enumerate", "tqdm") and looped.args:
                looped = looped.args[0]
            if isinstance(looped, ast.Name) and (isinstance(target, ast.Name) or "loader" in looped.id):
                yield ast.Attribute(looped, "__iter__", ast.Load())
            yield from (iterated, *body)
        case _:
            yield from ast.iter_child_nodes(node)


def _says_more(made: ast.expr, name: str, *, called: bool) -> bool:
    """Return whether a call says more than the attribute of its result that is used, or called.

    `torch.iinfo(dtype).max`, `x.max(1).values`, `nn.DataParallel(net).to(device)`, `F.nll_loss(y, t).item()` and
    `scaler.scale(loss).backward()` are about the first.
    """
    root, parts = chain(made)
    owner = next((kind for kind in RECEIVERS if re.fullmatch(kind[0], root)), None)
    if parts and not called and name in ("values", "indices"):
        return True
    if not root or not parts or owner == RECEIVERS[NET]:
        return False
    if root in _MODULES:
        return not called or name in LITTLE or parts[-1][0].isupper()
    return not called or (owner is not None and len(parts) == 1)


def _is_layer(node: ast.expr) -> bool:
    """Return whether an expression is a part of a net, such as `net[0]`."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return _is_key(index) and bool(re.fullmatch(RECEIVERS[NET][0], name))
        case _:
            return False


def _is_key(index: ast.expr) -> bool:
    """Return whether an index is a number or a word: it may well belong to a list or a dict."""
    return isinstance(index, ast.Constant) and isinstance(index.value, (int, str))


def _is_word(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, (str, bool)))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bool))


def _of_python(node: ast.Attribute) -> bool:
    """Return whether an attribute belongs to a literal of Python or to a module of another package."""
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if isinstance(root, ast.Name):
        return root.id in OTHERS
    return isinstance(root, (ast.Constant, ast.JoinedStr, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp))


_MODULES = frozenset("torch torchvision torchmetrics torchtext torchaudio mx mxnet nd np npx gluon nn F".split())  # noqa: SIM905
"""Roots of paths whose inner parts are modules."""


def chain(node: ast.AST, *, indexed: bool = False) -> tuple[str, list[str]]:
    """Return the variable or module at the root of a chain of attributes, and the parts after it.

    The root is empty if it is another expression, such as a call. With `indexed`, indices on the way are left out:
    `net[0].weight` is `net.weight`.
    """
    parts: list[str] = []
    while isinstance(node, ast.Attribute) or (indexed and isinstance(node, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), parts
