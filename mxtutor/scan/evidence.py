"""Infers unknown values from their use: the methods that are called on them, the functions that take them."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from mxtutor.scan.known import NO_TENSORS_OF_ITS_OWN, is_plain, of_parameter
from mxtutor.scan.library import MODULE, OPTIMIZER, ROOTS
from mxtutor.scan.values import LIKE, TENSOR, Value, instance

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

OPTIMIZERS = frozenset({"zero_grad", "param_groups", "add_param_group"})
NETS = frozenset({"named_parameters", "named_modules", "load_state_dict", "register_forward_hook", "named_children"})
TENSOR_READS = frozenset({"requires_grad", "grad_fn", "is_cuda", "is_leaf", "retain_grad", "is_sparse"})
NOTED = frozenset({ast.Attribute, ast.Call, ast.Import, ast.ImportFrom})
LEAVES = frozenset({type(None), str, int, ast.Load, ast.Store, ast.Constant, ast.Name})
"""Types of nodes, and of other values in nodes, in which no attribute is read and nothing is called."""
Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Evidence:
    """How one file uses its names and attributes, from which unknown values are inferred."""

    def __init__(self, reader: Reader, tree: ast.Module) -> None:
        self.reader = reader
        self.names: dict[ast.AST | None, defaultdict[str, set[str]]] = {None: defaultdict(set)}
        """By the outermost function (None for the module) and name: attributes, with `()` if called."""
        self.attributes: defaultdict[str, set[str]] = defaultdict(set)
        """The same for attributes by their name, whatever holds them."""
        self.packages: set[str] = set()
        stack: list[tuple[Any, ast.AST | None]] = [(tree, None)]
        while stack:
            node, owner = stack.pop()
            if owner is None and isinstance(node, Definition):
                owner = node
                self.names[owner] = defaultdict(set)
            if node.__class__ in NOTED:
                self._note(node, owner)
            for name in node._fields:
                part = getattr(node, name, None)
                if part.__class__ is list:
                    stack += [(one, owner) for one in part if one.__class__ not in LEAVES]
                elif part.__class__ not in LEAVES:
                    stack.append((part, owner))

        others = [one for one in self.packages - ROOTS - NO_TENSORS_OF_ITS_OWN if not is_plain(one)]
        self.foreign = any(reader.project.modules.resolve(reader.path, one, 0) is None for one in others)
        """Whether it imports an unknown package, whose objects may have the same methods as tensors."""
        library = reader.library
        self.known = library.tensor_methods | library.tensor_attributes
        free = "torch" in self.packages and not self.packages & {"numpy", "pandas", "tensorflow", "jax"}
        self._arrays = library.array_methods if free else frozenset({"size"})

    def _note(self, node: object, owner: ast.AST | None) -> None:
        if isinstance(node, ast.Attribute):
            self._used(node.value, owner, node.attr)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                axis = any(one.arg in ("dim", "keepdim") for one in node.keywords)
                self._used(node.func.value, owner, f"{node.func.attr}({'dim' if axis else ''})")
        elif isinstance(node, ast.Import):
            self.packages.update(one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            self.packages.add((node.module or "").partition(".")[0])

    def _used(self, base: ast.expr, owner: ast.AST | None, use: str) -> None:
        if isinstance(base, ast.Name):
            self.names[owner][base.id].add(use)
        elif isinstance(base, ast.Attribute):
            self.attributes[base.attr].add(use)

    def of_name(self, owner: ast.AST | None, name: str) -> Value:
        """Return the value of an unknown name of a function, or of the module, inferred from its use."""
        uses = self.uses_of(owner, name)
        return self._of_uses(uses) or (of_parameter(name, uses) if uses else ())

    def uses_of(self, owner: ast.AST | None, name: str) -> set[str]:
        """Return the attributes that are read on a name; a default that is a lambda belongs to nothing."""
        return self.names[owner].get(name, set()) if owner in self.names else set()

    def of_attribute(self, name: str) -> Value:
        """Return the value of an unknown attribute, inferred from its use in the file."""
        uses = self.attributes.get(name, set())
        return self._of_uses(uses) or of_parameter(name, uses)

    def is_another_s(self, uses: set[str]) -> bool:
        """Return whether a value with these uses has an attribute that no tensor has."""
        names = {use.partition("(")[0] for use in uses}
        return bool(names - self.known)

    def of_call(self, name: str, axis: bool) -> Value:
        """Return the value of an unknown expression, inferred from the method that is called directly on it."""
        return self._of_uses({name, f"{name}({'dim' if axis else ''})"}) if name not in ("item", "tolist") else ()

    def _of_uses(self, uses: set[str]) -> Value:
        if not uses:
            return ()
        if uses & TENSOR_READS or any(self._is_tensors(use) for use in uses):
            return self._tensor(uses)
        called = {use.partition("(")[0] for use in uses if "(" in use}
        if called & self._arrays and not self.is_another_s(uses):
            return self._tensor(uses)
        if uses & OPTIMIZERS and not uses & NETS and ("step" in uses or "param_groups" in uses):
            return (instance(OPTIMIZER),)
        return (instance(MODULE),) if uses & NETS and not uses & OPTIMIZERS else ()

    def _tensor(self, uses: set[str]) -> Value:
        if not self.foreign:
            return (TENSOR,)
        if self.is_another_s(uses):
            return ()
        return (LIKE,)

    def _is_tensors(self, use: str) -> bool:
        """Return whether a use, such as `size()` or `sum(dim)`, is a call of a method that only tensors have."""
        name, bracket, rest = use.partition("(")
        library = self.reader.library
        return bool(bracket) and (name in library.tensor_only or (rest == "dim)" and name in library.tensor_methods))
