"""Finds names in an answer before it runs: names that MXNet does not have, and names of torch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mxtutor.content.mxnet_index import MxnetIndex
from mxtutor.content.torch_names import TorchName, TorchNames
from mxtutor.suggest import nearest
from mxtutor.ui.widgets.editor.calls import call_at, parameters
from mxtutor.ui.widgets.editor.mark import Mark
from mxtutor.ui.widgets.editor.scope import Scope
from mxtutor.ui.widgets.editor.tokens import Chain, Line, Token, chains

MOST_KNOWN = 1000
"""Greatest number of lines whose marks are kept."""
_FIXED = re.compile(r"^x\.(\w+)\(('[^']*'|\"[^\"]*\")\)$")
"""A form whose method always has the same argument: `x.astype('float32')`."""
_OF_PYTHON = frozenset(name for kind in (list, dict, set, str, tuple, int, float, bytes) for name in dir(kind))
"""Methods that a variable may have because it is no array."""


class NameMarks:
    """Finds the names in an answer that MXNet does not have."""

    def __init__(self, scope: Scope, index: MxnetIndex, torch: TorchNames) -> None:
        self._scope, self._index, self._torch = scope, index, torch
        self._known: dict[tuple[Token, ...], tuple[Mark, ...]] = {}
        """Marks of lines that were looked at before, each in row 0."""

    def fits(self, scope: Scope, torch: TorchNames) -> bool:
        """Return whether it still is right for an answer."""
        return scope is self._scope and torch is self._torch

    def marks(self, lines: Sequence[Line]) -> Iterator[Mark]:
        """Yield the marks of all lines, in order."""
        for row, line in enumerate(lines):
            if any(token.text in ("import", "from") for token in line.tokens[:1]):
                continue
            if line.tokens not in self._known:
                if len(self._known) > MOST_KNOWN:
                    self._known.clear()
                found = (self._of_chain(0, chain) for chain in chains(line.tokens))
                self._known[line.tokens] = tuple(mark for mark in found if mark)
            yield from (replace(mark, row=row) for mark in self._known[line.tokens])
            yield from self._of_arguments(lines, row)

    def _of_chain(self, row: int, chain: Chain) -> Mark | None:
        names = chain.names
        if names[0] in self._scope.torch and (len(names) > 1 or self._scope.torch[names[0]] != names[0]):
            return self._of_torch(row, chain)
        if names[0] in self._scope.foreign:
            return None
        if names[0] and self._scope.is_imported(names[0]):
            return self._of_module(row, chain)
        return self._of_variable(row, chain) if len(names) > 1 else None

    def _of_torch(self, row: int, chain: Chain) -> Mark:
        """Return the mark of a name that begins with a module of torch."""
        names = chain.names
        for length in range(len(names), 1, -1):
            full = ".".join((self._scope.torch[names[0]], *names[1:length]))
            full = full.replace("torch.Tensor.", "Tensor.")
            if found := self._torch.find(full):
                return self._mark(row, chain, 0, length, full, found)
        full = ".".join(names)
        return Mark(row, chain.parts[0].start, chain.parts[-1].end, "torch", f"{full} is a name of torch.")

    def _of_module(self, row: int, chain: Chain) -> Mark | None:
        """Return a mark for the first part that a module or class of MXNet does not have."""
        for place in range(1, len(chain.parts)):
            holder, name = chain.names[:place], chain.names[place]
            owner = self._scope.owner_of(holder, self._index)
            if not owner or not self._index.has_owner(owner) or name.startswith("_"):
                return None
            if self._index.entry(owner, name):
                continue
            if found := self._torch.beside(owner, name):
                return self._mark(row, chain, 0, place + 1, name, found)
            path = ".".join(holder)
            part = chain.parts[place]
            return Mark(row, part.start, part.end, "unknown", f"{path} has no {name}.", name, owner)
        return None

    def _of_variable(self, row: int, chain: Chain) -> Mark | None:
        """Return a mark for an attribute of a variable that only torch has."""
        for place in range(1, len(chain.parts)):
            name, last = chain.names[place], place + 1 == len(chain.parts)
            called = chain.called and last
            owner, torch = self._scope.class_of(chain.names[:place])
            found = self._torch.find(f"{torch}.{name}")
            if found is None or name in _OF_PYTHON:
                continue
            there = self._index.entry(owner, name) or self._index.entry(self._scope.arrays, name)
            if there is not None and not (called and there.kind == "property"):
                continue
            if called or name in ("device", "is_cuda", "data_ptr", "mT", "requires_grad"):
                return self._mark(row, chain, place, place + 1, f".{name}", found)
        return None

    def _of_arguments(self, lines: Sequence[Line], row: int) -> Iterator[Mark]:
        """Yield the names of arguments that MXNet calls otherwise."""
        tokens = lines[row].tokens
        for place in range(len(tokens) - 1):
            name, sign = tokens[place], tokens[place + 1]
            if name.kind != "name" or sign.text != "=" or (place and tokens[place - 1].text not in ("(", ",")):
                continue
            call = call_at(lines, row, name.start)
            entry = self._scope.entry(call.parts, self._index) if call else None
            if entry is None or name.text in parameters(entry.signature):
                continue
            other = self._torch.argument(entry.path, name.text, self._scope.arrays)
            if other:
                text = f"{name.text}= is {other}= here"
                yield Mark(row, name.start, name.end, "torch", text, replacement=other)

    def _mark(self, row: int, chain: Chain, first: int, after: int, name: str, found: TorchName) -> Mark:
        """Return the mark of a part of a chain that torch has; `first` and `after` count its parts."""
        arrays = self._scope.arrays
        target = found.name(arrays)
        owner, _, own = target.rpartition(".")
        replacement = ""
        entry = self._index.at(target) if target else None
        if first and owner in ("nd", "np", "npx") and self._index.entry(arrays, own):
            owner = arrays
        if entry is not None and first:
            replacement = own if owner in (arrays, "gluon.HybridBlock", "gluon.Trainer", "gluon.Parameter") else ""
        elif entry is not None:
            replacement = self._function(owner, own)
        form = found.form(arrays) or found.note
        last = after == len(chain.parts)
        drop = entry is not None and entry.kind == "property" and chain.called and last
        if first and chain.called and (fixed := _FIXED.search(form)) and fixed[1] == replacement:
            replacement, drop = f"{replacement}({fixed[2]})", True
        told = f"{name} is {form}" if form else f"{name} is a name of torch; MXNet has no equivalent."
        start = chain.parts[max(first, 0)].start
        return Mark(row, start, chain.parts[after - 1].end, "torch", told, replacement=replacement, drop_call=drop)

    def _function(self, owner: str, name: str) -> str:
        """Return how the answer writes a function: of a module, also where the form has the method of that name."""
        if owner in ("NDArray", "np.ndarray"):
            homes = ("nd",) if owner == "NDArray" else ("np", "npx")
            owner = next((home for home in homes if self._index.entry(home, name)), "")
        if not owner:
            return ""
        alias = self._scope.alias(owner)
        return f"{alias}.{name}" if owner != "mx" or alias != "mx" else f"mx.{name}"


def nearest_names(index: MxnetIndex, owner: str, name: str) -> list[str]:
    """Return at most three names of an owner that are spelled like a name."""
    return nearest(name, [entry.name for entry in index.members(owner)], likeness=0.7)[:3]
