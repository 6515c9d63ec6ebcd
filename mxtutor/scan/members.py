"""Finds what imports, global names, attributes and indices give."""

from __future__ import annotations

import builtins
from typing import Any

from mxtutor.scan.classes import Classes
from mxtutor.scan.externals import OWN_KINDS
from mxtutor.scan.library import CONTAINERS, MODULE, ROOTS
from mxtutor.scan.values import LIKE, OPAQUE, TENSOR, Atom, Value, alike, has_tensor, instance, join, kind_of, sequence

BUILTINS = frozenset(dir(builtins))
PYTHON_KINDS: dict[str, type] = {
    "seq": list, "tup": tuple, "map": dict, "int": int, "float": float, "bool": bool, "str": str, "bytes": bytes,
    "None": type(None), "range": range,
}  # fmt: skip
"""Python's own types, by the kind of the atom; an attribute that they lack belongs to another alternative."""

TEXTS = frozenset({"__version__", "__file__", "__name__", "__doc__"})
"""Attributes of modules and classes that are texts."""


class Members(Classes):
    """The part of the solver that looks names up."""

    def start_members(self) -> None:
        """Prepare the memories of this part."""
        self.start_classes()
        self.globals_busy: set[tuple[str, str]] = set()

    # Modules and global names

    def module_value(self, unit: str, module: str, level: int) -> Value:
        """Return the module that an import in a unit names."""
        path = self.modules.resolve(unit, module, level)
        if path is not None:
            return (("module", path),)
        if level:
            return ()
        root = module.partition(".")[0]
        return (("lib" if root in ROOTS else "ext", self.library.canonical(module)),)

    def imported(self, unit: str, module: str, level: int, name: str) -> Value:
        """Return what `from module import name` binds."""
        return join(*(self.attribute((atom,), name) for atom in self.module_value(unit, module, level)))

    def global_value(self, unit: str, name: str) -> Value:
        """Return what a name means that a file does not bind: a name of a star import, or a builtin."""
        for module, level in reversed(self.units[unit].stars):
            for atom in self.module_value(unit, module, level):
                found = self._star_name(atom, name)
                if found:
                    return found
        if name in ("__file__", "__name__", "__doc__"):
            return (kind_of("str"),)
        if name in BUILTINS:
            return (("ext", f"builtins.{name}"),)
        found_term = self.units[unit].names.get(name)
        return self.value(unit, found_term) if found_term is not None else ()

    def _star_name(self, atom: Atom, name: str) -> Value:
        if atom[0] == "lib":
            path = f"{atom[1]}.{name}"
            known = self.library
            if path in known.functions or path in known.classes or path in known.modules or path in known.aliases:
                return (("lib", known.canonical(path)),)
            return ()
        return self.module_name(atom[1], name) if atom[0] == "module" else ()

    def module_name(self, path: str, name: str) -> Value:
        """Return a global name of a module of the project, or a module inside of it."""
        unit = self.units[path] if path in self.units.packed else None
        key = (path, name)
        if unit is not None and key not in self.globals_busy:
            term = unit.names.get(name)
            self.globals_busy.add(key)
            try:
                found = self.value(path, term) if term is not None else self._through_stars(path, name)
            finally:
                self.globals_busy.discard(key)
            if found:
                return found
        if path.endswith(("/__init__.py", "/")) or path == "__init__.py":
            inner = self.modules.resolve(f"{path.rpartition('/')[0]}/__init__.py".lstrip("/"), name, 1)
            if inner is not None:
                return (("module", inner),)
        return ()

    def _through_stars(self, path: str, name: str) -> Value:
        for module, level in reversed(self.units[path].stars):
            for atom in self.module_value(path, module, level):
                if found := self._star_name(atom, name):
                    return found
        return ()

    # Attributes

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute of a value."""
        if len(value) == 1:
            return self._attribute(value[0], name)
        found = join(*(self._attribute(atom, name) for atom in value)) if value else ()
        clear = tuple(atom for atom in found if atom[:2] != ("bound", OPAQUE))
        return clear or found

    def _attribute(self, atom: Atom, name: str) -> Value:
        kind = atom[0]
        if kind == "lib":
            return self._library_name(atom[1], name)
        if kind == "inst":
            return self._instance_attribute(atom, name)
        if kind == "obj":
            return self.object_attribute(atom, name)
        if kind == "type":
            return self.class_attribute(atom, atom, name)
        if kind == "module":
            return self.module_name(atom[1], name)
        if kind == "super":
            return self._super_attribute(atom, name)
        if kind == "ext":
            return (("ext", f"{atom[1]}.{name}"),)
        if kind == "other":
            return (("other", f"{atom[1]}.{name}"),)
        if kind in ("seq", "tup", "map", "py"):
            return self._container_attribute(atom, name)
        return ()

    def _container_attribute(self, atom: Atom, name: str) -> Value:
        if atom[0] == "tup" and name in ("values", "indices") and len(atom[1]) == 2 and has_tensor(atom[1][0]):
            return atom[1][0]  # type: ignore[no-any-return]
        kind = PYTHON_KINDS.get(atom[1] if atom[0] == "py" else atom[0])
        return () if kind is not None and not hasattr(kind, name) else (("bound", atom, name),)

    def _library_name(self, path: str, name: str) -> Value:
        known = self.library
        if name in TEXTS or path == "torch.version":
            return (kind_of("str"),)
        if path.endswith(".__dict__"):
            return (("bound", OPAQUE, name),)
        full = known.canonical(f"{path}.{name}")
        if full in known.plain:
            return (("inst", known.plain[full][1:-1], ()),)
        if path in known.classes and full not in known.classes:
            owner = known.owner(path, name)
            if owner is not None:
                return (("method", owner, name, None),)
            return known.attribute_value(path, name) or (("lib", full),)
        return (("lib", full),)

    def _instance_attribute(self, atom: Atom, name: str) -> Value:
        path = atom[1]
        owner = self.library.owner(path, name)
        if owner is not None:
            return (("method", owner, name, atom),)
        found = self.library.attribute_value(path, name)
        if found:
            return alike(found) if atom == LIKE else found
        if path == "torch.Tensor":
            return (("bound", OPAQUE, name),) if name in ("keys", "items") else ()
        if path in CONTAINERS:
            return atom[2] if name not in ("weight", "bias") else (TENSOR,)
        if atom[2] and path.startswith("torch.nn.parallel.") and name == "module":
            return atom[2]  # type: ignore[no-any-return]
        if self.library.inherits(path, "torch.optim.Optimizer") and name in ("param_groups", "defaults", "state"):
            return (
                (("map", (OPAQUE,), (("params", (sequence((TENSOR,)),)),)),)
                if name != "param_groups"
                else (sequence((("map", (OPAQUE,), (("params", (sequence((TENSOR,)),)),)),)),)
            )
        if path not in self.library.classes:
            return self._unlisted(path, name)
        if path == "torch.autograd.function.FunctionCtx":
            if name in ("saved_tensors", "saved_variables"):
                return (sequence((TENSOR,)),)
            return (OPAQUE,) if name == "needs_input_grad" else ()
        return ()

    def _unlisted(self, path: str, name: str) -> Value:
        """Return an attribute of an instance of torchvision's or torchaudio's."""
        for start, base in OWN_KINDS.items():
            if path.startswith(start):
                return self._instance_attribute(("inst", base, ()), name)
        return ()

    # Indices and elements

    def item(self, value: Value, kind: str, key: Any) -> Value:
        """Return `value[...]`."""
        return join(*(self._item(atom, kind, key) for atom in value)) if value else ()

    def _item(self, atom: Atom, kind: str, key: Any) -> Value:
        if atom[0] == "tup":
            if kind == "slice":
                return (sequence(join(*atom[1])),) if atom[1] else ()
            if kind == "const" and isinstance(key, int) and -len(atom[1]) <= key < len(atom[1]):
                return atom[1][key]  # type: ignore[no-any-return]
            return join(*atom[1]) if atom[1] else ()
        if atom[0] in ("seq", "other", "inst") and kind == "slice":
            return (atom,)
        if atom[0] == "map":
            for name, value in atom[2]:
                if kind == "const" and name == key:
                    return value  # type: ignore[no-any-return]
            return () if kind == "const" and atom[2] and len(atom[1]) > 1 else atom[1]
        if atom[0] == "lib" and kind == "const" and atom[1].endswith(".__dict__"):
            return self._library_name(atom[1].removesuffix(".__dict__"), str(key))
        if atom[0] in ("ext", "type", "lib"):
            return (atom,)
        return self.elements((atom,))

    def elements(self, value: Value) -> Value:
        """Return one element of an iterable."""
        return join(*(self._elements(atom) for atom in value)) if value else ()

    def _elements(self, atom: Atom) -> Value:
        kind = atom[0]
        if kind == "seq":
            return atom[1]  # type: ignore[no-any-return]
        if kind == "tup":
            return join(*atom[1]) if atom[1] else ()
        if kind == "map":
            return (kind_of("str"),)
        if kind == "inst":
            if atom[1] == "torch.Tensor":
                return (atom,)
            if atom[1] == "torch.Size":
                return (kind_of("int"),)
            if atom[1] in CONTAINERS and not atom[2]:
                return (TENSOR,) if "Parameter" in atom[1] else (instance(MODULE),)
            if atom[1] == "torch.utils.data.DataLoader" and not atom[2]:
                return (TENSOR,)
            return atom[2]  # type: ignore[no-any-return]
        if kind == "obj":
            return self.special(atom, ("__getitem__", "__iter__", "__next__"))
        return (atom,) if kind == "other" else ((OPAQUE,) if kind == "py" else ())
