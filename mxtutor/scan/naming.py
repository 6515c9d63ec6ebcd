"""Names the call sites of a file, grades how each name was found, and notes the patterns that no name shows."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Literal

from mxtutor.scan.known import PRIORS
from mxtutor.scan.library import MODULE, OPTIMIZER, ROOTS, SCHEDULER
from mxtutor.scan.records import PatternKind
from mxtutor.scan.scopes import CallSite, last_name
from mxtutor.scan.values import LIKE, Atom, Value, has_tensor, is_mask, is_tensor

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

Grade = Literal["sure", "likely", "name"]
"""`sure`: an import path. `likely`: value flow. `name`: the name of the method alone, or one of several."""
UNNAMED = frozenset({"__init__", "__new__", "__call__", "__enter__", "__exit__", "__iter__", "__getitem__"})
"""Methods that are not sites: MXNet has them, too."""
MADE_AT_RUN_TIME = "a name of torch that is made at run time"
SHARED = frozenset({"to", "cpu", "cuda", "half", "float", "double"})
"""Methods that tensors and nets both have."""
Found = tuple[ast.expr, str, Grade]
"""Node, name and grade of a site."""
Seen = tuple[int, int, str, str]
"""Line, column, the name that it may be, and what is known of it."""


class Sites:
    """Collects the sites of one file."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.library = reader.library
        self.found: list[Found] = []
        self.unclear: list[Seen] = []
        self.patterns = Patterns(reader)

    def call(self, node: ast.Call, call: CallSite, base: Value, callee: Value) -> None:
        """Name the site of a call; `base` is the object whose method is called."""
        self.patterns.converted(node, call, callee)
        if not self.site("call", node, node.func, callee, call) and not callee:
            self._by_name(node, base)

    def site(self, kind: str, node: ast.expr, path: ast.expr, value: Value, call: CallSite | None) -> bool:
        """Name a call, a base class or a decorator; return whether it has a name or is known to have none."""
        names = [name for atom in value if (name := self._name(atom))]
        if not names:
            return bool(value)
        names = sorted(dict.fromkeys(names), key=lambda name: ".cuda." in name)
        grade: Grade = "sure" if len(value) == 1 and self.reader.is_imported(path) else "likely"
        several = len({name.rpartition(".")[2] for name in names}) > 1
        doubtful = any(atom[0] in ("other", "ext", "fn", "bound", "obj", "inst", "class", "made") for atom in value)
        passed = any(atom[0] == "lib" and len(atom) > 2 for atom in value)
        if grade == "likely" and (several or doubtful or passed or _is_alike(value)):
            grade = "name"
        if grade == "name" and _may_be_own(value, names[0]):
            self.unclear.append((node.lineno, node.col_offset, names[0], ""))
            return True
        self.found.append((node, names[0], grade))
        if grade != "name" or names[0].startswith("Tensor."):
            self.patterns.named(kind, node, names[0], call)
        return True

    def _name(self, atom: Atom) -> str:
        """Return torch's name of a callee, a base or a decorator; empty if it is none of torch's."""
        if atom[0] == "lib":
            path: str = atom[1]
            if "." not in path or path in self.library.modules or path.rpartition(".")[2] in UNNAMED:
                return ""
            return path if path.partition(".")[0] in ROOTS else ""
        if atom[0] == "method" and atom[2] not in UNNAMED:
            return f"{'Tensor' if atom[1] == 'torch.Tensor' else atom[1]}.{atom[2]}"
        if atom[0] == "partial":
            return next((name for one in atom[1] if (name := self._name(one))), "")
        return ""

    def _by_name(self, node: ast.Call, base: Value) -> None:
        """Name a method of an unknown object, if hardly any object but torch's has a method of that name."""
        func, place = node.func, (node.lineno, node.col_offset)
        if not isinstance(func, ast.Attribute):
            gets = isinstance(func, ast.Call) and last_name(func) == "getattr" and func.args[:1]
            if gets and any(atom[0] == "lib" for atom in self.reader.quietly(gets[0])):
                self.unclear.append((*place, "", MADE_AT_RUN_TIME))
            return
        name, library = func.attr, self.library
        if base and all(atom[0] == "super" for atom in base):
            if library.owner(OPTIMIZER, name) and name not in UNNAMED:
                self.found.append((node, f"{OPTIMIZER}.{name}", "name"))
            return
        made = any(atom[0] == "made" for atom in base)
        if base and not made:
            return
        owner = PRIORS.get(name, "")
        if not owner and name in library.tensor_only:
            owner = "Tensor"
        if name in SHARED:
            owner = MODULE if isinstance(func.value, ast.Call) and last_name(func.value)[:1].isupper() else "Tensor"
        if owner == "Tensor" and (made or self._is_another_s(func.value)):
            self.unclear.append((*place, f"Tensor.{name}", ""))
        elif owner and owner != "-":
            self.found.append((node, f"{owner}.{name}", "name"))
            if owner == "Tensor":
                self.patterns.named("call", node, f"Tensor.{name}", None)
        elif owner != "-" and (
            name in library.tensor_methods or name in library.module_methods or library.owner(OPTIMIZER, name)
        ):
            self.unclear.append((*place, f"{'Tensor' if name in library.tensor_methods else MODULE}.{name}", ""))

    def _is_another_s(self, node: ast.expr) -> bool:
        """Return whether an object is not a tensor, because the code reads an attribute that no tensor has."""
        evidence = self.reader.evidence
        if isinstance(node, ast.Attribute):
            return evidence.is_another_s(evidence.attributes.get(node.attr, set()))
        if isinstance(node, ast.Name):
            return evidence.is_another_s(self.reader.uses_of(node.id))
        return False


def _may_be_own(value: Value, name: str) -> bool:
    """Return whether an alternative is the project's code, or a net with another name: `nn.ReLU()` is like `relu`."""
    last = name.rpartition(".")[2].replace("_", "")
    return any(
        atom[0] in ("fn", "obj") or (atom[0] == "inst" and atom[1].rpartition(".")[2].lower() != last) for atom in value
    )


def _is_alike(value: Value) -> bool:
    """Return whether a value may be a tensor only because it is used like one."""
    holders = [atom[3] for atom in value if atom[0] == "method" and atom[1] == "torch.Tensor"]
    return bool(holders) and all(holder == LIKE for holder in holders)


SYNCS = frozenset(f"Tensor.{name}" for name in ("item", "tolist", "numpy", "cpu", "__float__"))
IN_PLACE_ALLOWED = frozenset({"Tensor.requires_grad_", "Tensor.detach_", "Tensor.share_memory_"})
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
"""Maximum number of names that are followed from one to the next."""


class Patterns:
    """Records the patterns that matter for a migration and that no name shows, each place once.

    These are synchronisation in loops, masks, writes in place, control flow, and others; see `PatternKind`.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.noted: dict[tuple[PatternKind, int], None] = {}

    def _note(self, kind: PatternKind, node: ast.AST) -> None:
        self.noted[kind, node.lineno] = None  # type: ignore[attr-defined]

    def named(self, kind: str, node: ast.expr, name: str, call: CallSite | None) -> None:
        """Record the patterns at a named site."""
        scope = self.reader.scope
        owner, _, last = name.rpartition(".")
        keywords = call.keywords if call is not None else {}
        given = len(call.arguments) if call is not None else 0
        has_momentum = "momentum" in keywords or given > MOMENTUM_PLACE.get(last, 2)
        checks: tuple[tuple[PatternKind, object], ...] = (
            ("sync-in-loop", name in SYNCS and scope.loops),
            ("dynamic-control-flow", name in SYNCS - {"Tensor.cpu"} and scope.forward),
            ("in-place", owner == "Tensor" and last.endswith("_") and name not in IN_PLACE_ALLOWED),
            ("hook", last.startswith("register_") and "hook" in last),
            ("autograd-function", name == "torch.autograd.Function" and kind == "base"),
            ("state-dict", last in ("state_dict", "load_state_dict") or name in ("torch.load", "torch.save")),
            ("batchnorm-momentum", has_momentum and ("BatchNorm" in last or last == "batch_norm")),
            ("scheduler", owner == "torch.optim.lr_scheduler" or name == f"{SCHEDULER}.step"),
            ("mask-index", name in MASKING or (name == "torch.where" and given == 1 and not keywords)),
            ("loader-workers", name == LOADER and call is not None and self._needs_workers(call)),
        )
        for pattern, holds in checks:
            if holds:
                self._note(pattern, node)

    def converted(self, node: ast.Call, call: CallSite, callee: Value) -> None:
        """Record a call of a builtin that needs the values of a tensor."""
        name = callee[0][1].removeprefix("builtins.") if len(callee) == 1 and callee[0][0] == "ext" else ""
        if name in ("float", "int", "bool") and call.arguments:
            self.needed(node, call.arguments[0])
        elif name == "print":
            for value in call.arguments[:8]:
                self.needed(node, value, shown=True)

    def needed(self, node: ast.expr, value: Value, shown: bool = False) -> None:
        """Record a place where Python needs the values of a tensor, or shows it."""
        if is_tensor(value) and not (shown and self.reader.scope.forward):
            self._waits(node)

    def _waits(self, node: ast.AST) -> None:
        if self.reader.scope.forward:
            self._note("dynamic-control-flow", node)
        elif self.reader.scope.loops:
            self._note("sync-in-loop", node)

    def tested(self, node: ast.stmt, test: ast.expr, value: Value) -> None:
        """Record a condition that depends on the values of a tensor."""
        if self._depends(test, value):
            self._waits(node)

    def iterated(self, node: ast.For, value: Value) -> None:
        """Record a loop over a tensor in `forward`."""
        source = self._origin(node.iter)
        if (
            self.reader.scope.forward
            and is_tensor(value)
            and (source is None or isinstance(source, ast.Call | ast.Attribute))
        ):
            self._note("dynamic-control-flow", node)

    def indexed(self, node: ast.Subscript, base: Value, keys: list[Value]) -> None:
        """Record a mask that is the index of a read."""
        if any(self._masks(base, key) for key in keys):
            self._note("mask-index", node)

    def written(self, node: ast.Subscript, base: Value, key: Value) -> None:
        """Record a mask that is the index of a write, or a write into a tensor."""
        if self._masks(base, key):
            self._note("mask-index", node)
        elif has_tensor(base):
            self._note("in-place", node)

    def augmented(self, target: ast.expr, value: Value) -> None:
        """Record `x += ...` if other code sees the change: x is a parameter, an attribute, an element or a view."""
        source = self._origin(target)
        view = isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr in VIEWS
        if has_tensor(value) and (view or source is None or isinstance(source, ast.Attribute | ast.Subscript)):
            self._note("in-place", target)

    def _masks(self, base: Value, key: Value) -> bool:
        return is_mask(key) and (has_tensor(base) or not base)

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

    def _needs_workers(self, call: CallSite) -> bool:
        """Return whether a loader has workers: keywords or arguments that are not None, False or 0."""
        written = call.node.keywords if call.node is not None else []
        placed = call.node.args[WORKERS_PLACE : WORKERS_PLACE + 3] if call.node is not None else []
        given = [one.value for one in written if one.arg in WORKERS] + placed
        if any(not (isinstance(one, ast.Constant) and not one.value) for one in given):
            return True
        dicts = [self._origin(one.value) for one in written if one.arg is None]
        keys = [key for one in dicts if isinstance(one, ast.Dict) for key in one.keys]
        return any(isinstance(key, ast.Constant) and key.value in WORKERS for key in keys)
