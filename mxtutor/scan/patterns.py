"""Finds what decides a migration and no name shows: synchronisation in loops, masks, writes in place, control flow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mxtutor.scan.accesses import WORKERS
from mxtutor.scan.dtypes import Dtypes
from mxtutor.scan.library import SCHEDULER
from mxtutor.scan.records import PatternKind
from mxtutor.scan.sentences import NOTES
from mxtutor.scan.sites import Found
from mxtutor.scan.terms import IN_FORWARD, IN_LOOP, UNKNOWN, Term
from mxtutor.scan.values import is_tensor

if TYPE_CHECKING:
    from mxtutor.scan.solver import Solver

Noted = tuple[PatternKind, int, str]
Suspect = tuple[str, int, int, int, int]
SYNCS = frozenset(f"Tensor.{name}" for name in ("item", "tolist", "numpy", "cpu", "__float__"))
IN_PLACE_ALLOWED = frozenset({"Tensor.requires_grad_", "Tensor.detach_", "Tensor.share_memory_"})
DIVISIONS = frozenset({"torch.div", "torch.floor_divide", "torch.true_divide", "Tensor.div", "Tensor.floor_divide"})
MASKING = frozenset(
    {"Tensor.masked_select", "torch.masked_select", "Tensor.nonzero", "torch.nonzero", "torch.argwhere"}
)
MOMENTUM_PLACE = {"batch_norm": 6}
"""The place of `momentum` among the arguments; 2 for the layers."""
LOADER = "torch.utils.data.DataLoader"


class Patterns:
    """Notes the patterns of one unit after another."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.dtypes = Dtypes(solver)

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
            if "BatchNorm" in last or last == "batch_norm":
                given = len(unit.terms[site.term][2]) if site.kind == "call" else 0
                if "momentum" in keywords or given > MOMENTUM_PLACE.get(last, 2):
                    noted.append(("batchnorm-momentum", site.line))
            if owner == "torch.optim.lr_scheduler" or name == f"{SCHEDULER}.step":
                noted.append(("scheduler", site.line))
            if name in MASKING or (name == "torch.where" and len(unit.terms[site.term][2]) == 1 and not keywords):
                noted.append(("mask-index", site.line))
            if name in DIVISIONS and self._divides_integers(path, unit.terms[site.term]):
                noted.append(("integer-arithmetic", site.line))
        return noted

    def _divides_integers(self, path: str, held: Term) -> bool:
        callee = self.solver.units[path].terms[held[1]]
        terms = [*held[2], *(term for key, term in held[3] if key == "other")]
        if callee[0] == "attr" and self.dtypes.is_tensor(path, callee[1]):
            terms.insert(0, callee[1])
        return len(terms) > 1 and self.dtypes.is_integer(path, terms[0]) and self.dtypes.is_whole(path, terms[1])

    def _of_statements(self, path: str, suspects: Iterable[Suspect]) -> list[tuple[PatternKind, int]]:
        noted: list[tuple[PatternKind, int]] = []
        for kind, line, first, second, flags in suspects:
            if kind in ("index", "store"):
                if second != UNKNOWN and self._masks(path, first, second):
                    noted.append(("mask-index", line))
                elif kind == "store" and self.dtypes.is_tensor(path, first):
                    noted.append(("in-place", line))
            elif kind == "augment":
                if self._comes_from_elsewhere(path, first) and self.dtypes.is_tensor(path, first):
                    noted.append(("in-place", line))
            elif kind == "divide":
                if self.dtypes.is_integer(path, first) and self.dtypes.is_whole(path, second):
                    noted.append(("integer-arithmetic", line))
            elif kind == "loader":
                if self._needs_workers(path, first, second):
                    noted.append(("loader-workers", line))
            elif kind in ("value", "shown"):
                if not (kind == "shown" and flags & IN_FORWARD) and is_tensor(self.solver.value(path, first)):
                    noted += _waits(line, flags)
            elif flags & (IN_FORWARD if kind == "loop" else IN_FORWARD | IN_LOOP) and self._depends_on_values(
                path, first, kind
            ):
                noted += _waits(line, flags)
        return noted

    def _masks(self, path: str, base: int, key: int) -> bool:
        """Return whether an index is a mask of a tensor; what is indexed may be unknown then."""
        return self.dtypes.is_mask(path, key) and (
            self.dtypes.is_tensor(path, base) or not self.solver.value(path, base)
        )

    def _needs_workers(self, path: str, callee: int, kept: int) -> bool:
        """Return whether a call makes a loader; `kept` is the term of `**kept`, which must name workers then."""
        if self.solver.value(path, callee) != (("lib", LOADER),):
            return False
        if kept == UNKNOWN:
            return True
        return any(
            atom[0] == "map" and any(key in WORKERS for key, _ in atom[2]) for atom in self.solver.value(path, kept)
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

    def _depends_on_values(self, path: str, term: int, kind: str) -> bool:
        held = self.solver.units[path].terms[term]
        if kind == "loop":
            return held[0] in ("param", "call", "attr") and is_tensor(self.solver.value(path, term))
        if held[0] in ("cmp", "unary", "phi"):
            return is_tensor(self.solver.value(path, term))
        if held[0] == "call":
            callee = self.solver.units[path].terms[held[1]]
            return is_tensor(self.solver.value(path, term)) or (
                callee[0] == "attr"
                and callee[2] in ("item", "equal", "allclose")
                and self.dtypes.is_tensor(path, callee[1])
            )
        return False


def _waits(line: int, flags: int) -> list[tuple[PatternKind, int]]:
    """Return what it means that Python needs the value of a tensor here."""
    if flags & IN_FORWARD:
        return [("dynamic-control-flow", line)]
    return [("sync-in-loop", line)]
