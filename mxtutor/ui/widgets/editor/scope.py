"""What the names of an answer mean: modules and objects of MXNet, of torch and of others, variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from mxtutor.content.mxnet_index import Entry, MxnetIndex
from mxtutor.content.roots import RECEIVERS

_IMPORT = re.compile(r"^[ \t]*import[ \t]+([^#\n]+)", re.M)
_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*|[^#\n]+)", re.M)
_MADE = re.compile(r"^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*([A-Za-z_][\w.]*)\(", re.M)
OWNERS = {"ndarray": "nd", "numpy": "np", "numpy_extension": "npx", "initializer": "init", "kvstore": "kv",
          "symbol": "sym", "visualization": "viz", "kvs": "kv"}  # fmt: skip
"""Modules of MXNet that the index lists by a shorter name."""
MODULES = frozenset("mx mxnet nd np numpy npx gluon nn autograd torch F onp".split())  # noqa: SIM905
"""Names that people give to modules only; a variable has other names."""
_RECEIVERS = tuple((re.compile(pattern), torch, mxnet) for pattern, torch, mxnet in RECEIVERS)


@dataclass(frozen=True, slots=True)
class Scope:
    """The imports of an answer and the classes of its variables."""

    owners: Mapping[str, str] = field(default_factory=dict)
    """Names of modules, and the owner in the index that each is: `nd`, `gluon.nn`."""
    objects: Mapping[str, str] = field(default_factory=dict)
    """Names of imported classes and functions of MXNet, and their full names in the index."""
    torch: Mapping[str, str] = field(default_factory=dict)
    """Names imported from torch, and their full names there; `torch` itself is always one."""
    foreign: frozenset[str] = frozenset()
    """Names imported from other packages."""
    made: Mapping[str, str] = field(default_factory=dict)
    """Variables to which the answer assigns a new object of MXNet, and the owner of its members."""
    arrays: str = "NDArray"
    """The class of arrays in the answer: `NDArray`, or `np.ndarray` where it imports `np` and not `nd`."""

    def owner_of(self, parts: Sequence[str], index: MxnetIndex) -> str:
        """Return the owner of the names after a dotted name; empty if the index does not know it."""
        if not parts:
            return ""
        root, *rest = parts
        owner = self.owners.get(root, "")
        if not owner and root in self.objects:
            entry = index.at(self.objects[root])
            owner = entry.members if entry else ""
        for part in rest:
            entry = index.entry(owner, part) if owner else None
            owner = entry.members if entry and entry.kind in ("module", "class") else ""
        return owner

    def is_imported(self, root: str) -> bool:
        """Return whether a name is imported, or is a usual name of a module, and so is no variable."""
        return (
            root in MODULES or root in self.owners or root in self.objects or root in self.torch or root in self.foreign
        )

    def class_of(self, parts: Sequence[str]) -> tuple[str, str]:
        """Return the probable class of a variable or its part, in MXNet's index and in torch: an array, if unknown."""
        if len(parts) == 1 and parts[0] in self.made:
            return self.made[parts[0]], "torch.nn.Module" if self.made[parts[0]].startswith("gluon") else "Tensor"
        holder = parts[-1] if parts else ""
        if holder and holder not in ("weight", "bias", "data", "grad"):
            for pattern, torch, mxnet in _RECEIVERS:
                if pattern.fullmatch(holder):
                    return mxnet, torch or "Tensor"
        return self.arrays, "Tensor"

    def entry(self, parts: Sequence[str], index: MxnetIndex) -> Entry | None:
        """Return the entry of a dotted name: of a module's name, an imported object, or a variable's method."""
        *holder, name = parts
        if not holder:
            return index.at(self.objects[name]) if name in self.objects else None
        known = bool(holder[0]) and self.is_imported(holder[0])
        owner = self.owner_of(holder, index) if known else self.class_of(holder)[0]
        return index.entry(owner, name) if owner else None

    def alias(self, owner: str) -> str:
        """Return how the answer writes a module of MXNet: `nd`, `mx.nd`; its own name if it is not imported."""
        found = next((name for name, known in self.owners.items() if known == owner), "")
        parent, _, last = owner.rpartition(".")
        if found or not owner:
            return found
        if parent and (above := self.alias(parent)) and (above != parent or parent in self.owners.values()):
            return f"{above}.{last}"
        root = next((name for name, known in self.owners.items() if known == "mx"), "")
        return f"{root}.{owner}" if root else owner


@lru_cache(maxsize=2)
def scope_of(imports: str, index: MxnetIndex) -> Scope:
    """Return the scope of a text made of the lines that `binding_lines` chooses."""
    owners: dict[str, str] = {}
    objects: dict[str, str] = {}
    torch = {"torch": "torch"}
    foreign: set[str] = set()
    for path, name, alias in _imported(imports):
        full = f"{path}.{name}".strip(".")
        root = full.partition(".")[0]
        if root in ("torch", "torchvision"):
            torch[alias] = full
        elif root != "mxnet":
            foreign.add(alias)
        else:
            _place(full, alias, index, owners, objects)
    if "hybrid_forward" in imports and "F" not in torch:
        owners.setdefault("F", "nd")
    arrays = "np.ndarray" if "np" in owners.values() and "nd" not in owners.values() else "NDArray"
    scope = Scope(owners, objects, torch, frozenset(foreign), {}, arrays)
    made = {}
    for variable, callee in _MADE.findall(imports):
        entry = scope.entry(callee.split("."), index)
        if entry is not None and entry.kind == "class" and entry.members:
            made[variable] = entry.members
    return Scope(owners, objects, torch, frozenset(foreign), made, arrays)


def _place(full: str, alias: str, index: MxnetIndex, owners: dict[str, str], objects: dict[str, str]) -> None:
    """Note what an imported path of MXNet is."""
    first, dot, rest = full.removeprefix("mxnet").removeprefix(".").partition(".")
    owner = f"{OWNERS.get(first, first)}{dot}{rest}" or "mx"
    entry = index.at(owner)
    if index.has_owner(owner):
        owners[alias] = owner
    elif entry is not None and entry.kind == "module":
        owners[alias] = entry.members
    else:
        objects[alias] = owner


def _imported(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each import, the name after `import`, and the name that it gets here."""
    for line in _IMPORT.findall(text):
        for part in line.split(","):
            words = part.split()
            if words:
                path = words[0]
                alias = words[2] if len(words) > 2 and words[1] == "as" else path.partition(".")[0]
                yield (path if len(words) > 2 else alias), "", alias
    for path, names in _FROM.findall(text):
        for part in names.strip("() \t").replace("\n", " ").split(","):
            words = part.split()
            if words:
                yield path, words[0], words[2] if len(words) > 2 and words[1] == "as" else words[0]


_BINDING = re.compile(r"^[ \t]*(?:import|from)\b|=[ \t]*[A-Za-z_][\w.]*\(|def hybrid_forward|^[ \t]*[\w, ]+\)?$")


def binding_lines(lines: Sequence[str]) -> str:
    """Return the lines that may bind names, so that most keys leave the text the same."""
    return "\n".join(line for line in lines if _BINDING.search(line))
