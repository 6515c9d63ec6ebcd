"""Names the call sites of a file and grades how each name was found."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING, Literal

from mxtutor.scan.known import PRIORS
from mxtutor.scan.library import MODULE, OPTIMIZER, ROOTS
from mxtutor.scan.patterns import Patterns
from mxtutor.scan.scopes import CallSite, last_name
from mxtutor.scan.values import LIKE, Atom, Value, has_tensor

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

Grade = Literal["sure", "likely", "name"]
"""`sure`: an import path. `likely`: value flow. `name`: the name of the method alone, or one of several."""
UNNAMED = frozenset({"__init__", "__new__", "__call__", "__enter__", "__exit__", "__iter__", "__getitem__"})
"""Methods that are no sites: MXNet has them, too."""
DICT = "__dict__"
"""The names of a module: `models.__dict__[name]()`."""
MADE_AT_RUN_TIME = "a name of torch that is made at run time"
SHARED = frozenset({"to", "cpu", "cuda", "half", "float", "double"})
"""Methods that tensors and nets both have."""
Found = tuple[int, int, str, Grade]
"""Line, column, name and grade of a site."""
Seen = tuple[int, int, str, str]
"""Line, column, the name that it may be, and what is known of it."""


class Sites:
    """Collects the sites of one file."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.library = reader.library
        self.found: list[Found] = []
        self.unclear: list[Seen] = []
        self.attributes: Counter[str] = Counter()
        self.patterns = Patterns(reader)

    def read(self, name: str, base: Value) -> None:
        """Count an attribute of a tensor that is read."""
        if name in self.library.tensor_attributes and has_tensor(base):
            self.attributes[f"Tensor.{name}"] += 1

    def call(self, node: ast.Call, call: CallSite, base: Value, callee: Value) -> None:
        """Name the site of a call; `base` is what has the method that is called."""
        self.patterns.converted(node, call, callee)
        if not self.site("call", node, node.func, callee, call) and not callee:
            self._by_name(node, base)

    def site(self, kind: str, node: ast.expr, path: ast.expr, value: Value, call: CallSite | None) -> bool:
        """Name a call, a base class or a decorator; return whether it has a name or is known to have none."""
        names = [name for atom in value if (name := self._name(atom))]
        if not names:
            if any(atom[0] == "lib" and atom[1].endswith(f".{DICT}") for atom in value):
                self.unclear.append((node.lineno, node.col_offset, "", MADE_AT_RUN_TIME))
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
        self.found.append((node.lineno, node.col_offset, names[0], grade))
        if grade != "name" or names[0].startswith("Tensor."):
            self.patterns.named(kind, node, names[0], call)
        return True

    def _name(self, atom: Atom) -> str:
        """Return torch's name of a callee, a base or a decorator; empty if it is none of torch's."""
        if atom[0] == "lib":
            path: str = atom[1]
            if "." not in path or path in self.library.modules or path.rpartition(".")[2] in (*UNNAMED, DICT):
                return ""
            return path if path.partition(".")[0] in ROOTS else ""
        if atom[0] == "method" and atom[2] not in UNNAMED:
            return f"{'Tensor' if atom[1] == 'torch.Tensor' else atom[1]}.{atom[2]}"
        if atom[0] == "partial":
            return next((name for one in atom[1] if (name := self._name(one))), "")
        return ""

    def _by_name(self, node: ast.Call, base: Value) -> None:
        """Name a method of what is not known, if its name is torch's and hardly anything else has it."""
        func, place = node.func, (node.lineno, node.col_offset)
        if not isinstance(func, ast.Attribute):
            gets = isinstance(func, ast.Call) and last_name(func) == "getattr" and func.args[:1]
            if gets and any(atom[0] == "lib" for atom in self.reader.quietly(gets[0])):
                self.unclear.append((*place, "", MADE_AT_RUN_TIME))
            return
        name, library = func.attr, self.library
        if base and all(atom[0] == "super" for atom in base):
            if library.owner(OPTIMIZER, name) and name not in UNNAMED:
                self.found.append((*place, f"{OPTIMIZER}.{name}", "name"))
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
            self.found.append((*place, f"{owner}.{name}", "name"))
            if owner == "Tensor":
                self.patterns.named("call", node, f"Tensor.{name}", None)
        elif owner != "-" and (
            name in library.tensor_methods or name in library.module_methods or library.owner(OPTIMIZER, name)
        ):
            self.unclear.append((*place, f"{'Tensor' if name in library.tensor_methods else MODULE}.{name}", ""))

    def _is_another_s(self, node: ast.expr) -> bool:
        """Return whether what has a method is no tensor: the code reads what no tensor has."""
        evidence = self.reader.evidence
        if isinstance(node, ast.Attribute):
            return evidence.is_another_s(evidence.uses.attributes.get(node.attr, set()))
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
    """Return whether methods are those of what is only used like a tensor."""
    holders = [atom[3] for atom in value if atom[0] == "method" and atom[1] == "torch.Tensor"]
    return bool(holders) and all(holder == LIKE for holder in holders)
