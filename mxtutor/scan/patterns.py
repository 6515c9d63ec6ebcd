"""Finds what decides a migration and no name shows: synchronisation in loops, masks, writes in place, control flow."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mxtutor.scan.library import SCHEDULER
from mxtutor.scan.records import PatternKind
from mxtutor.scan.scopes import CallSite
from mxtutor.scan.values import Value, dtype_of, has_tensor, is_tensor

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

SYNCS = frozenset(f"Tensor.{name}" for name in ("item", "tolist", "numpy", "cpu", "__float__"))
IN_PLACE_ALLOWED = frozenset({"Tensor.requires_grad_", "Tensor.detach_", "Tensor.share_memory_"})
DIVISIONS = frozenset({"torch.div", "torch.floor_divide", "torch.true_divide", "Tensor.div", "Tensor.floor_divide"})
MASKING = frozenset(
    {"Tensor.masked_select", "torch.masked_select", "Tensor.nonzero", "torch.nonzero", "torch.argwhere"}
)
MOMENTUM_PLACE = {"batch_norm": 6}
"""The place of `momentum` among the arguments; 2 for the layers."""
LOADER = "torch.utils.data.DataLoader"
WORKERS = frozenset({"num_workers", "collate_fn", "pin_memory", "worker_init_fn"})
"""Keywords of a loader that runs processes, or code of the project in them."""
WORKERS_PLACE = 5
"""The place of `num_workers` among the arguments of a loader."""
VIEWS = frozenset({"view", "detach", "t", "transpose", "permute", "squeeze", "unsqueeze"})
ANSWERS = frozenset({"item", "equal", "allclose"})
"""Methods of tensors whose result Python can test."""
DEEPEST = 8
"""Names that are followed to what they were bound to."""


class Patterns:
    """Notes the patterns of one file, each place once."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.noted: dict[tuple[PatternKind, int], None] = {}

    def _note(self, kind: PatternKind, node: ast.AST) -> None:
        self.noted[kind, node.lineno] = None  # type: ignore[attr-defined]

    def named(self, kind: str, node: ast.expr, name: str, call: CallSite | None) -> None:
        """Look at a site with a name."""
        scope = self.reader.scope
        owner, _, last = name.rpartition(".")
        keywords = call.keywords if call is not None else {}
        given = len(call.arguments) if call is not None else 0
        if name in SYNCS and scope.loops:
            self._note("sync-in-loop", node)
        if name in SYNCS - {"Tensor.cpu"} and scope.forward:
            self._note("dynamic-control-flow", node)
        if owner == "Tensor" and last.endswith("_") and name not in IN_PLACE_ALLOWED:
            self._note("in-place", node)
        if last.startswith("register_") and "hook" in last:
            self._note("hook", node)
        if name == "torch.autograd.Function" and kind == "base":
            self._note("autograd-function", node)
        if last in ("state_dict", "load_state_dict") or name in ("torch.load", "torch.save"):
            self._note("state-dict", node)
        has_momentum = "momentum" in keywords or given > MOMENTUM_PLACE.get(last, 2)
        if has_momentum and ("BatchNorm" in last or last == "batch_norm"):
            self._note("batchnorm-momentum", node)
        if owner == "torch.optim.lr_scheduler" or name == f"{SCHEDULER}.step":
            self._note("scheduler", node)
        if name in MASKING or (name == "torch.where" and given == 1 and not keywords):
            self._note("mask-index", node)
        if name in DIVISIONS and call is not None and isinstance(node, ast.Call):
            base = self.reader.quietly(node.func.value) if isinstance(node.func, ast.Attribute) else ()
            parts = [base] * is_tensor(base) + call.arguments + [keywords[one] for one in keywords if one == "other"]
            if len(parts) > 1:
                self.divided(node, *parts[:2])
        if name == LOADER and call is not None and isinstance(node, ast.Call) and _needs_workers(node, call):
            self._note("loader-workers", node)

    def converted(self, node: ast.Call, call: CallSite, callee: Value) -> None:
        """Look at a call of a builtin that needs the values of a tensor."""
        name = callee[0][1].removeprefix("builtins.") if len(callee) == 1 and callee[0][0] == "ext" else ""
        if name in ("float", "int", "bool") and call.arguments:
            self.needed(node, call.arguments[0])
        elif name == "print":
            for value in call.arguments[:8]:
                self.needed(node, value, shown=True)

    def needed(self, node: ast.expr, value: Value, shown: bool = False) -> None:
        """Look at a place where Python needs the values of a tensor, or shows it."""
        if is_tensor(value) and not (shown and self.reader.scope.forward):
            self._waits(node)

    def _waits(self, node: ast.AST) -> None:
        if self.reader.scope.forward:
            self._note("dynamic-control-flow", node)
        elif self.reader.scope.loops:
            self._note("sync-in-loop", node)

    def tested(self, node: ast.stmt, test: ast.expr, value: Value) -> None:
        """Look at a condition."""
        if self._depends(test, value):
            self._waits(node)

    def iterated(self, node: ast.For, value: Value) -> None:
        """Look at a loop over a tensor."""
        source = self._origin(node.iter)
        if (
            self.reader.scope.forward
            and is_tensor(value)
            and (source is None or isinstance(source, ast.Call | ast.Attribute))
        ):
            self._note("dynamic-control-flow", node)

    def indexed(self, node: ast.Subscript, base: Value, keys: list[Value]) -> None:
        """Look at an index that is read."""
        if any(self._masks(base, key) for key in keys):
            self._note("mask-index", node)

    def written(self, node: ast.Subscript, base: Value, key: Value) -> None:
        """Look at a write to an index."""
        if self._masks(base, key):
            self._note("mask-index", node)
        elif has_tensor(base):
            self._note("in-place", node)

    def augmented(self, target: ast.expr, value: Value) -> None:
        """Look at `x += ...`: others see it if x is a parameter, an attribute, an element or a view."""
        source = self._origin(target)
        view = isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr in VIEWS
        if has_tensor(value) and (view or source is None or isinstance(source, ast.Attribute | ast.Subscript)):
            self._note("in-place", target)

    def divided(self, node: ast.expr, left: Value, right: Value) -> None:
        """Look at a division."""
        whole = dtype_of(right) == "int" or right == (("py", "bool"),)
        if dtype_of(left) == "int" and is_tensor(left) and whole:
            self._note("integer-arithmetic", node)

    def _masks(self, base: Value, key: Value) -> bool:
        return is_tensor(key) and dtype_of(key) == "bool" and (has_tensor(base) or not base)

    def _origin(self, node: ast.expr) -> ast.expr | None:
        """Return the expression that a name was bound to; None for a parameter or an element."""
        found: ast.expr | None = node
        for _ in range(DEEPEST):
            if not isinstance(found, ast.Name):
                return found
            scope = self.reader.scope
            found = scope.origin[found.id] if found.id in scope.origin else ast.Constant(None)
        return found

    def _depends(self, test: ast.expr, value: Value) -> bool:
        """Return whether a condition depends on the values of a tensor."""
        source = self._origin(test)
        if isinstance(source, ast.BoolOp):
            source = self._origin(source.values[-1])
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr in ANSWERS:
            return has_tensor(self.reader.quietly(source.func.value)) or is_tensor(value)
        return isinstance(source, ast.Compare | ast.UnaryOp | ast.Call) and is_tensor(value)


def _needs_workers(node: ast.Call, call: CallSite) -> bool:
    """Return whether a loader has workers: keywords or arguments that are not None, False or 0."""
    given = [one.value for one in node.keywords if one.arg in WORKERS] + node.args[WORKERS_PLACE : WORKERS_PLACE + 3]
    if any(not (isinstance(one, ast.Constant) and not one.value) for one in given):
        return True
    written = {one.arg for one in node.keywords}
    return any(name in WORKERS and name not in written for name in call.keywords)
