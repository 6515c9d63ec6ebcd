"""Finds what decides a migration and no name shows: synchronisation in loops, masks, writes in place, control flow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mxtutor.scan.library import SCHEDULER
from mxtutor.scan.records import PatternKind
from mxtutor.scan.sentences import NOTES
from mxtutor.scan.sites import Found
from mxtutor.scan.terms import IN_FORWARD, IN_LOOP, UNKNOWN
from mxtutor.scan.values import TENSOR

if TYPE_CHECKING:
    from mxtutor.scan.solver import Solver

Noted = tuple[PatternKind, int, str]
Suspect = tuple[str, int, int, int, int]
SYNCS = frozenset(f"Tensor.{name}" for name in ("item", "tolist", "numpy", "cpu", "__float__"))
IN_PLACE_ALLOWED = frozenset({"Tensor.requires_grad_", "Tensor.detach_", "Tensor.share_memory_"})
INTEGER_SOURCES = frozenset(
    [
        "long",
        "int",
        "argmax",
        "argmin",
        "randint",
        "arange",
        "nonzero",
        "LongTensor",
        "IntTensor",
        "ByteTensor",
        "bincount",
        "numel",
    ]
)


class Patterns:
    """Notes the patterns of one unit after another."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def of(self, path: str, found: list[Found], suspects: Iterable[Suspect]) -> list[Noted]:
        """Return the patterns of a unit, in the order of their lines, each place once."""
        noted = [*self._of_sites(path, found), *self._of_statements(path, suspects)]
        once = dict.fromkeys((kind, line) for kind, line in noted)
        return [(kind, line, NOTES[kind]) for kind, line in sorted(once, key=lambda one: (one[1], one[0]))]

    def _of_sites(self, path: str, found: list[Found]) -> list[tuple[PatternKind, int]]:
        noted: list[tuple[PatternKind, int]] = []
        unit = self.solver.units[path]
        for site, name, grade in found:
            if grade == "name" and not name.startswith("Tensor."):
                continue
            owner, _, last = name.rpartition(".")
            keywords = {key for key, _ in unit.terms[site.term][3]} if site.kind == "call" else set()
            if name in SYNCS and site.flags & IN_LOOP:
                noted.append(("sync-in-loop", site.line))
            if name in SYNCS - {"Tensor.cpu"} and site.flags & IN_FORWARD:
                noted.append(("dynamic-control-flow", site.line))
            if owner == "Tensor" and last.endswith("_") and name not in IN_PLACE_ALLOWED:
                noted.append(("in-place", site.line))
            if last.startswith("register_") and "hook" in last:
                noted.append(("hook", site.line))
            if name == "torch.autograd.Function" and site.kind == "base":
                noted.append(("autograd-function", site.line))
            if last in ("state_dict", "load_state_dict") or name in ("torch.load", "torch.save"):
                noted.append(("state-dict", site.line))
            if "BatchNorm" in last and "momentum" in keywords:
                noted.append(("batchnorm-momentum", site.line))
            if owner == "torch.optim.lr_scheduler" or name == f"{SCHEDULER}.step":
                noted.append(("scheduler", site.line))
            if name == "torch.utils.data.DataLoader" and keywords & {
                "num_workers",
                "collate_fn",
                "pin_memory",
                "worker_init_fn",
            }:
                noted.append(("loader-workers", site.line))
            if name in ("Tensor.masked_select", "torch.masked_select", "Tensor.nonzero", "torch.nonzero"):
                noted.append(("mask-index", site.line))
        return noted

    def _of_statements(self, path: str, suspects: Iterable[Suspect]) -> list[tuple[PatternKind, int]]:
        noted: list[tuple[PatternKind, int]] = []
        unit = self.solver.units[path]
        for kind, line, first, second, flags in suspects:
            if kind in ("index", "store"):
                if second != UNKNOWN and self._is_mask(path, second) and self._is_tensor(path, first):
                    noted.append(("mask-index", line))
                elif kind == "store" and self._is_tensor(path, first):
                    noted.append(("in-place", line))
            elif kind == "augment" and unit.terms[first][0] != "bin" and self._is_tensor(path, first):
                if self._comes_from_elsewhere(path, first):
                    noted.append(("in-place", line))
            elif kind == "divide":
                if self._is_integer(path, first) and (
                    self._is_integer(path, second) or unit.terms[second] == ("const", "int")
                ):
                    noted.append(("integer-arithmetic", line))
            elif kind in ("branch", "loop") and flags & IN_FORWARD and self._depends_on_values(path, first, kind):
                noted.append(("dynamic-control-flow", line))
        return noted

    def _is_tensor(self, path: str, term: int) -> bool:
        return TENSOR in self.solver.value(path, term)

    def _is_mask(self, path: str, term: int) -> bool:
        """Return whether an index is a comparison of tensors, or what one was bound to."""
        held = self.solver.units[path].terms[term]
        if held[0] == "cmp":
            return self._is_tensor(path, term)
        if held[0] == "unary":
            return self._is_mask(path, held[1])
        if held[0] == "bin":
            return self._is_mask(path, held[1]) or self._is_mask(path, held[2])
        if held[0] == "param":
            name = self.solver.units[path].functions[held[1]].parameters[held[2]][0]
            return "mask" in name and self._is_tensor(path, term)
        if held[0] != "call":
            return False
        callee = self.solver.units[path].terms[held[1]]
        return callee[0] == "attr" and callee[2] in (
            "bool",
            "eq",
            "ne",
            "lt",
            "gt",
            "le",
            "ge",
            "isnan",
            "isinf",
            "logical_not",
            "byte",
        )

    def _comes_from_elsewhere(self, path: str, term: int) -> bool:
        """Return whether others see a write to a term: a parameter, an attribute, an element, a view."""
        held = self.solver.units[path].terms[term]
        if held[0] == "phi":
            return any(self._comes_from_elsewhere(path, one) for one in held[1] if one < term)
        if held[0] == "call":
            callee = self.solver.units[path].terms[held[1]]
            return callee[0] == "attr" and callee[2] in (
                "view",
                "detach",
                "t",
                "transpose",
                "permute",
                "squeeze",
                "unsqueeze",
            )
        return held[0] in ("param", "attr", "sub", "elem")

    def _is_integer(self, path: str, term: int) -> bool:
        """Return whether a tensor holds integers."""
        held = self.solver.units[path].terms[term]
        if held[0] != "call" or not self._is_tensor(path, term):
            return False
        callee = self.solver.units[path].terms[held[1]]
        return callee[0] == "attr" and callee[2] in INTEGER_SOURCES and "dtype" not in {key for key, _ in held[3]}

    def _depends_on_values(self, path: str, term: int, kind: str) -> bool:
        held = self.solver.units[path].terms[term]
        value = self.solver.value(path, term)
        if kind == "loop":
            return value == (TENSOR,) and held[0] in ("param", "call", "attr")
        if held[0] == "cmp" or held[0] == "unary" or held[0] == "phi":
            return value == (TENSOR,)
        if held[0] == "call":
            callee = self.solver.units[path].terms[held[1]]
            return value == (TENSOR,) or (
                callee[0] == "attr" and callee[2] in ("item", "equal", "allclose") and self._is_tensor(path, callee[1])
            )
        return False
