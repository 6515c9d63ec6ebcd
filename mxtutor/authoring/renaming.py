"""Torch code with one name replaced by another, and whether code uses a name."""

from __future__ import annotations

import ast
from functools import reduce

MODULES = {"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional"}
"""Short names of modules in torch code of the truth table, and their full names."""
METHODS = (
    "Tensor.",
    "torch.nn.Module.",
    "torch.nn.Parameter.",
    "torch.optim.Optimizer.",
    "torch.optim.lr_scheduler.LRScheduler.",
)
"""First parts of the names of methods and attributes of objects."""

OPERATORS: dict[str, type[ast.AST]] = {
    "__matmul__": ast.MatMult,
    "__floordiv__": ast.FloorDiv,
    "__mod__": ast.Mod,
    "__add__": ast.Add,
    "__sub__": ast.Sub,
    "__mul__": ast.Mult,
    "__truediv__": ast.Div,
    "__pow__": ast.Pow,
    "__neg__": ast.USub,
    "__eq__": ast.Eq,
    "__ne__": ast.NotEq,
    "__lt__": ast.Lt,
    "__le__": ast.LtE,
    "__gt__": ast.Gt,
    "__ge__": ast.GtE,
    "__and__": ast.BitAnd,
    "__or__": ast.BitOr,
    "__xor__": ast.BitXor,
    "__invert__": ast.Invert,
    "__iadd__": ast.AugAssign,
    "__isub__": ast.AugAssign,
    "__imul__": ast.AugAssign,
    "__itruediv__": ast.AugAssign,
    "__getitem__": ast.Subscript,
    "__setitem__": ast.Subscript,
    "__call__": ast.Call,
    "__iter__": ast.For,
    "__len__": ast.Call,
    "__abs__": ast.Call,
    "__bool__": ast.Call,
    "__float__": ast.Call,
    "__int__": ast.Call,
}
"""The syntax that calls a special method."""


def method(name: str) -> str:
    """Return the last part of the name of a method or attribute, `view` of `Tensor.view`; empty for other names."""
    return name.rpartition(".")[2] if name.startswith(METHODS) else ""


def dotted(node: ast.AST) -> str:
    """Return the full name of a chain of attributes of a torch module, `torch.nn.Linear`; empty for other code."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in MODULES:
        return ""
    return ".".join((MODULES[node.id], *parts))


def uses(code: str, name: str) -> bool:
    """Return whether torch code uses a name: the full name of a function or class, the last part of a method's name."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except SyntaxError:
        return False
    last = method(name)
    if last in OPERATORS:
        return any(isinstance(node, OPERATORS[last]) for node in nodes)
    if last:
        return any(isinstance(node, ast.Attribute) and node.attr == last and not dotted(node) for node in nodes)
    return any(dotted(node) == name for node in nodes)


def renamed(code: str, name: str, other: str) -> str:
    """Return torch code with each use of `name` written with `other`; empty where that is not possible.

    A call of a function becomes a call of a method of its first argument where `other` is a method, and vice versa.
    """
    change = _Rename(name, other)
    tree = ast.fix_missing_locations(change.visit(ast.parse(code)))
    return ast.unparse(tree) if change.done and not change.failed else ""


class _Rename(ast.NodeTransformer):
    def __init__(self, name: str, other: str) -> None:
        self.name, self.other = name, other
        self.done = self.failed = False

    def is_named(self, node: ast.AST) -> bool:
        last = method(self.name)
        if last:
            return isinstance(node, ast.Attribute) and node.attr == last and not dotted(node)
        return dotted(node) == self.name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        func = node.func
        if not self.is_named(func):
            return self.generic_visit(node)
        self.done = True
        args = [self.visit(argument) for argument in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        if method(self.name):
            assert isinstance(func, ast.Attribute)
            args.insert(0, self.visit(func.value))
        if not method(self.other):
            return ast.Call(_chain(self.other), args, keywords)
        if not args:
            self.failed = True
            return node
        return ast.Call(ast.Attribute(args[0], method(self.other), ast.Load()), args[1:], keywords)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not self.is_named(node):
            return self.generic_visit(node)
        self.done = True
        if not method(self.name) and not method(self.other):
            return _chain(self.other)
        if method(self.name) and method(self.other):
            return ast.Attribute(self.visit(node.value), method(self.other), node.ctx)
        self.failed = True
        return node


def _chain(name: str) -> ast.expr:
    root, *rest = name.split(".")
    start: ast.expr = ast.Name(root, ast.Load())
    return reduce(lambda node, part: ast.Attribute(node, part, ast.Load()), rest, start)
