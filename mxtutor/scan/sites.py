"""Names the call sites of a file and grades how each name was found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from mxtutor.scan.externals import RARE
from mxtutor.scan.library import MODULE, OPTIMIZER, ROOTS
from mxtutor.scan.priors import PRIORS
from mxtutor.scan.terms import NONE, Site, Term, Unit
from mxtutor.scan.values import LIKE

if TYPE_CHECKING:
    from mxtutor.scan.solver import Solver
    from mxtutor.scan.values import Atom, Value

Grade = Literal["sure", "likely", "name"]
"""`sure`: an import path. `likely`: value flow. `name`: the name of the method alone."""
UNNAMED = frozenset({"__init__", "__new__", "__call__", "__enter__", "__exit__", "__iter__", "__getitem__"})
"""Methods that are no sites: MXNet has them, too."""
DICT = "__dict__"
"""The names of a module: `models.__dict__[name]()`."""
MADE_AT_RUN_TIME = "a name of torch that is made at run time"
SHARED = frozenset({"to", "cpu", "cuda", "half", "float", "double"})
"""Methods that tensors and nets both have."""
PLAIN = frozenset({"func", "class", "super", "self"})
"""Terms of callees that are none of torch's."""
Found = tuple[Site, str, Grade]
Seen = tuple[Site, str, str]


class Sites:
    """Names the sites of one unit after another."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def of(self, path: str, sites: Iterable[Site]) -> tuple[list[Found], list[Seen]]:
        """Return the sites of a unit with name and grade, and those that are not understood with what was seen."""
        unit = self.solver.units[path]
        terms = unit.terms
        found: list[Found] = []
        unclear: list[Seen] = []
        for site in sites:
            term = terms[site.term][1] if site.kind == "call" else site.term
            word = terms[term][0]
            if word in PLAIN or (word == "builtin" and not unit.stars):
                continue  # a builtin, or a function or class of the same file, needs no inference
            try:
                value = self.solver.value(path, term)
            except RecursionError:  # code that refers to itself in a way that the solver does not notice
                unclear.append((site, "", "too deeply nested to be understood"))
                self.solver.busy.clear()
                continue
            names = self._names(value, site)
            if names:
                grade: Grade = "sure" if self._is_path(unit, term) and len(value) == 1 else "likely"
                several = len({name.rpartition(".")[2] for name in names}) > 1
                if grade == "likely" and (several or self._is_doubtful(value) or _is_alike(value)):
                    grade = "name"
                if grade == "name" and _may_be_own(value, names[0]):
                    unclear.append((site, names[0], ""))
                    continue
                found.append((site, names[0], grade))
            elif not value:
                self._by_name(path, site, term, found, unclear)
            elif any(atom[0] == "lib" and atom[1].endswith(f".{DICT}") for atom in value):
                unclear.append((site, "", MADE_AT_RUN_TIME))
        return found, unclear

    def _is_path(self, unit: Unit, term: int) -> bool:
        held = unit.terms[term]
        while held[0] == "attr":
            held = unit.terms[held[1]]
        return _is_imported(unit, held) or (held[0] == "builtin" and bool(unit.stars))

    def _names(self, value: Value, site: Site) -> list[str]:
        if len(value) == 1:
            name = self.name(value[0], site.kind)
            return [name] if name else []
        names = dict.fromkeys(name for atom in value if (name := self.name(atom, site.kind)))
        return sorted(names, key=lambda name: ".cuda." in name)

    def _is_doubtful(self, value: Value) -> bool:
        """Return whether some alternatives are none of torch's."""
        return any(atom[0] in ("other", "ext", "fn", "bound", "obj", "inst") for atom in value)

    def name(self, atom: Atom, kind: str) -> str:
        """Return torch's name of a callee, a base or a decorator; empty if it is none of torch's."""
        if atom[0] == "lib":
            path: str = atom[1]
            if "." not in path or path in self.solver.library.modules or path.rpartition(".")[2] in (*UNNAMED, DICT):
                return ""
            return path if path.partition(".")[0] in ROOTS else ""
        if atom[0] == "method" and atom[2] not in UNNAMED:
            owner = "Tensor" if atom[1] == "torch.Tensor" else atom[1]
            return f"{owner}.{atom[2]}"
        if atom[0] == "partial":
            return next((name for one in atom[1] if (name := self.name(one, kind))), "")
        return ""

    def _by_name(self, path: str, site: Site, term: int, found: list[Found], unclear: list[Seen]) -> None:
        unit = self.solver.units[path]
        held = unit.terms[term]
        known = self.solver.value(path, held[1]) if held[0] == "attr" else ()
        inherited = bool(known) and all(atom[0] == "super" for atom in known)
        if inherited and self.solver.library.owner(OPTIMIZER, held[2]) and held[2] not in UNNAMED:
            found.append((site, f"{OPTIMIZER}.{held[2]}", "name"))
            return
        made = any(atom[0] == "made" for atom in known)
        if held[0] != "attr" or (known and not made):
            if held[0] == "call" and self._is_dynamic(path, held):
                unclear.append((site, "", MADE_AT_RUN_TIME))
            return
        name = held[2]
        library = self.solver.library
        owner = PRIORS.get(name, "")
        if not owner and name in library.tensor_only:
            owner = "Tensor"
        if name in SHARED:
            owner = MODULE if self._makes_an_object(unit, held[1]) else "Tensor"
        if owner == "Tensor" and (made or self.solver.is_another_s(path, held[1])):
            unclear.append((site, f"Tensor.{name}", ""))
        elif owner and owner != "-":
            found.append((site, f"{owner}.{name}", "name"))
        elif owner != "-" and (
            name in library.tensor_methods or name in library.module_methods or library.owner(OPTIMIZER, name)
        ):
            unclear.append((site, f"Tensor.{name}" if name in library.tensor_methods else f"{MODULE}.{name}", ""))

    def _makes_an_object(self, unit: Unit, term: int) -> bool:
        """Return whether a term calls something that is named like a class: `Net()` where `Net` is not known."""
        held = unit.terms[term]
        if held[0] != "call":
            return False
        callee = unit.terms[held[1]]
        return callee[0] in ("builtin", "from", "attr") and str(callee[-1])[:1].isupper()

    def _is_dynamic(self, path: str, held: Term) -> bool:
        unit = self.solver.units[path]
        callee = unit.terms[held[1]]
        if callee != ("builtin", "getattr") or not held[2]:
            return False
        return any(atom[0] == "lib" for atom in self.solver.value(path, held[2][0]))


def _is_imported(unit: Unit, held: Term, levels: int = 4) -> bool:
    """Return whether a name is bound by imports alone: also in a loop, and where one fails and gives None."""
    if held[0] != "phi" or not levels:
        return held[0] in ("import", "from")
    given = [unit.terms[one] for one in held[1] if one != NONE]
    return bool(given) and all(_is_imported(unit, one, levels - 1) for one in given)


def _may_be_own(value: Value, name: str) -> bool:
    """Return whether an alternative is the project's code, or a net with another name: `nn.ReLU()` is like `relu`."""
    last = name.rpartition(".")[2].replace("_", "")
    if _is_alike(value) and name.rpartition(".")[2] in RARE:
        return True
    return any(
        atom[0] in ("fn", "obj") or (atom[0] == "inst" and atom[1].rpartition(".")[2].lower() != last) for atom in value
    )


def _is_alike(value: Value) -> bool:
    """Return whether methods are those of what is only used like a tensor."""
    holders = [atom[3] for atom in value if atom[0] == "method" and atom[1] == "torch.Tensor"]
    return bool(holders) and all(holder == LIKE for holder in holders)
