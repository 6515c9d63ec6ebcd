"""What the editor of an answer can say: completion, the signature of a call, names that MXNet does not have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from textual.content import Content
from textual.widgets.text_area import Selection

from mxtutor.content.mxnet_index import Entry, MxnetIndex, mxnet_index, rank_of
from mxtutor.content.torch_names import TorchName, TorchNames, torch_names
from mxtutor.suggest import nearest
from mxtutor.ui.widgets.answer_text import (
    OWNERS,
    Call,
    Chain,
    Line,
    Scope,
    Token,
    binding_lines,
    call_at,
    chains,
    is_code,
    parameters,
    scope_of,
    signature_line,
)

CLOSING = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a line, from `start` to `end`, that is marked."""

    row: int
    start: int
    end: int
    kind: Literal["bracket", "unknown", "torch"]
    text: str
    """What the editor says about it where the cursor is."""
    name: str = ""
    """The unknown name."""
    owner: str = ""
    """The module or class that lacks the unknown name."""
    replacement: str = ""
    """What takes its place; empty if one name is not enough."""
    drop_call: bool = False
    """Whether the replacement is not called: `()` after it goes away, and arguments become an index."""


def bracket_marks(lines: Sequence[Line]) -> Iterator[Mark]:
    """Yield the brackets that have no partner."""
    opened: list[tuple[int, Token]] = []
    for row, line in enumerate(lines):
        for token in line.tokens:
            if token.kind != "bracket":
                continue
            if token.text not in CLOSING:
                opened.append((row, token))
            elif opened and opened[-1][1].text == CLOSING[token.text]:
                opened.pop()
            else:
                yield Mark(row, token.start, token.end, "bracket", f"This {token.text} has no opening bracket.")
    for row, token in opened:
        yield Mark(row, token.start, token.end, "bracket", f"This {token.text} is not closed.")


def by_row(marks: Sequence[Mark]) -> Mapping[int, list[Mark]]:
    """Return the marks of each row that has some."""
    found: dict[int, list[Mark]] = {}
    for mark in marks:
        found.setdefault(mark.row, []).append(mark)
    return found


def uncalled(text: str, line: str, end: int) -> tuple[str, int]:
    """Return the text and the end of a replacement that is not called: its `()` goes, arguments become an index."""
    close = line.find(")", end)
    if not line.startswith("(", end) or close < 0:
        return text, end
    inside = line[end + 1 : close]
    return (f"{text}[{inside}]" if inside.strip() and "(" not in text else text), close + 1


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


MOST = 400
"""Greatest number of names that are offered."""
SHORTEST_WORD = 2
"""Letters after which names of the answer are offered."""
_BEFORE = re.compile(r"((?:[^\W\d]\w*\.)+|[)\]]\.)?(\w*)$")
_FROM = re.compile(r"^\s*from\s+(mxnet[\w.]*)\s+import\s+\(?(?:[\w\s,]*[\s,(])?(\w*)$")


class Suggestion(NamedTuple):
    """A name that may follow."""

    name: str
    note: str
    """Its signature, or what it is."""


class Completion(NamedTuple):
    """What may replace the text from `column` to the cursor."""

    column: int
    typed: str
    items: tuple[Suggestion, ...]
    sure: bool
    """Whether the names are those of a known module or class, so that enter may accept one."""


def complete(
    before: str,
    scope: Scope,
    index: MxnetIndex,
    words: Callable[[], Iterable[str]],
    call: Call | None,
    *,
    asked: bool = False,
) -> Completion | None:
    """Return the names that may follow a line's text before the cursor; None if there are none.

    Args:
        before: the line up to the cursor.
        scope: what the names of the answer mean.
        index: the names of MXNet.
        words: returns the names in the answer, without the one before the cursor.
        call: the call around the cursor.
        asked: whether the learner asked for the list; else it needs a few letters.
    """
    if found := _FROM.match(before):
        return _of_module(found[1], found[2], len(before), index)
    match = _BEFORE.search(before)
    if match is None:
        return None
    path, typed = match[1] or "", match[2]
    column = len(before) - len(typed)
    if typed[:1].isdigit() or (not path and before[:column].endswith(".")):
        return None
    if path:
        return _after_dot(path, typed, column, scope, index, asked=asked)
    if len(typed) < SHORTEST_WORD and not asked:
        return None
    return _plain(typed, column, scope, words, call, index)


def _of_module(path: str, typed: str, end: int, index: MxnetIndex) -> Completion | None:
    first, dot, rest = path.removeprefix("mxnet").removeprefix(".").partition(".")
    owner = f"{OWNERS.get(first, first)}{dot}{rest}" or "mx"
    return _made(end - len(typed), typed, map(_suggestion, index.matches(owner, typed)), sure=True)


def _after_dot(
    path: str, typed: str, column: int, scope: Scope, index: MxnetIndex, *, asked: bool
) -> Completion | None:
    parts = [part for part in path.rstrip(".").split(".") if part not in (")", "]")]
    if parts and scope.is_imported(parts[0]):
        owner, sure = scope.owner_of(parts, index), True
    elif typed or asked:
        owner, sure = scope.class_of(parts)[0], False
    else:
        return None
    if not owner:
        return None
    return _made(column, typed, map(_suggestion, index.matches(owner, typed)), sure=sure or len(typed) > 1)


def _plain(
    typed: str, column: int, scope: Scope, words: Callable[[], Iterable[str]], call: Call | None, index: MxnetIndex
) -> Completion | None:
    entry = scope.entry(call.parts, index) if call else None
    arguments = [f"{name}=" for name in parameters(entry.signature)] if entry else []
    items = [Suggestion(name, "argument") for name in _ranked(arguments, typed)]
    known = {*scope.owners, *scope.objects, *words()} - {typed}
    items += [Suggestion(name, scope.owners.get(name, "")) for name in _ranked(known, typed)]
    return _made(column, typed, items, sure=False)


def _ranked(names: Iterable[str], typed: str) -> list[str]:
    ranked = [(rank, name) for name in names if (rank := rank_of(name, typed)) is not None and rank[0] < 2]
    return [name for _, name in sorted(ranked)]


def _suggestion(entry: Entry) -> Suggestion:
    return Suggestion(entry.name, entry.signature or entry.kind)


def _made(column: int, typed: str, items: Iterable[Suggestion], *, sure: bool) -> Completion | None:
    found = tuple(items)[:MOST]
    if not found or (len(found) == 1 and found[0].name == typed):
        return None
    return Completion(column, typed, found, sure)


def chain_at(line: Line, column: int) -> Chain | None:
    """Return the dotted name that touches a column; None without one."""
    found = chains(line.tokens)
    return next((chain for chain in found if chain.parts[0].start <= column <= chain.parts[-1].end), None)


def full_name(line: Line, column: int, scope: Scope) -> str:
    """Return the dotted name at a column, with full names of modules.

    Empty for keywords and for names that are the answer's own.
    """
    chain = chain_at(line, column)
    if chain is None:
        return ""
    root, *rest = chain.names
    if not rest:
        found = scope.objects.get(root) or scope.torch.get(root, "")
        return "" if found == "torch" else found
    return ".".join((scope.owners.get(root) or scope.torch.get(root) or root or "x", *rest))


def insertion(
    name: str, line: Line, text: str, columns: tuple[int, int], scope: Scope, *, method: bool, instead: bool
) -> tuple[str, int, int]:
    """Return what is inserted for a name of MXNet, and the columns that it replaces.

    Args:
        name: the full name: `nd.clip`, `NDArray.reshape`.
        line: the tokens of the line.
        text: the line.
        columns: the selected columns, in order; equal ones are the cursor.
        scope: what the names of the answer mean.
        method: whether the owner of the name is a class.
        instead: whether the name at the cursor is replaced.
    """
    owner, _, own = name.rpartition(".")
    start, end = columns
    chain = chain_at(line, end) if instead else None
    if chain is not None:
        first = chain.parts[-1] if method and len(chain.parts) > 1 else chain.parts[0]
        start, end = max(first.start, 0), chain.parts[-1].end
    if not method:
        return f"{scope.alias(owner)}.{own}", start, end
    return own if text[:start].endswith(".") else f".{own}", start, end


class Assistant:
    """Knows MXNet's names; the names of torch are read later, in a thread."""

    def __init__(self, pack: Path) -> None:
        self._pack = pack
        self.index: MxnetIndex = mxnet_index()
        self.torch: TorchNames | None = None
        self._marker: NameMarks | None = None

    def read(self) -> None:
        """Read the names of torch; call it from a thread."""
        self.torch = torch_names(self._pack)

    def scope(self, text: Sequence[str]) -> Scope:
        """Return what the names of an answer mean."""
        return scope_of(binding_lines(text), self.index)

    def complete(
        self, text: Sequence[str], lines: Sequence[Line], place: tuple[int, int], *, asked: bool
    ) -> Completion | None:
        """Return what may follow at a place; None in strings and comments."""
        row, column = place
        if not is_code(lines[row], column):
            return None
        before = text[row][:column]
        typed = len(before) - len(before.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))

        def words() -> set[str]:
            here = (row, column - typed)
            names = (
                (token.text, (number, token.start))
                for number, line in enumerate(lines)
                for token in line.tokens
                if token.kind == "name"
            )
            return {name for name, at in names if at != here and len(name) > 1}

        call = call_at(lines, row, column - typed)
        return complete(before, self.scope(text), self.index, words, call, asked=asked)

    def signature(
        self, text: Sequence[str], lines: Sequence[Line], place: tuple[int, int], width: int
    ) -> Content | None:
        """Return the signature of the call around a place, with what the truth table warns about; None outside."""
        call = call_at(lines, *place)
        scope = self.scope(text)
        entry = scope.entry(call.parts, self.index) if call else None
        if call is None or entry is None or not entry.signature:
            return None
        warning = self.torch.warning(entry.path) if self.torch else ""
        return signature_line(".".join(call.parts).lstrip("."), entry.signature, call, width, warning.replace("`", ""))

    def marks(self, text: Sequence[str], lines: Sequence[Line]) -> list[Mark]:
        """Return the names of torch and the names that MXNet does not have."""
        if self.torch is None:
            return []
        scope = self.scope(text)
        if self._marker is None or not self._marker.fits(scope, self.torch):
            self._marker = NameMarks(scope, self.index, self.torch)
        return list(self._marker.marks(lines))

    def advice(self, mark: Mark) -> str:
        """Return what the editor says about a mark."""
        near = self.near(mark)
        return f"{mark.text} Near: {', '.join(near)}." if near else mark.text

    def near(self, mark: Mark) -> list[str]:
        """Return the names that are spelled like an unknown one."""
        return nearest_names(self.index, mark.owner, mark.name) if mark.kind == "unknown" else []

    def name_at(self, text: Sequence[str], lines: Sequence[Line], place: tuple[int, int]) -> str:
        """Return the full name at a place for a look-up; empty for keywords and the answer's own names."""
        return full_name(lines[place[0]], place[1], self.scope(text))

    def insertion(
        self, name: str, text: Sequence[str], lines: Sequence[Line], place: Selection, *, instead: bool
    ) -> tuple[str, int, int]:
        """Return what is inserted for a name of MXNet, and the columns of the first selected row that it replaces.

        `instead` says whether the name at the cursor is replaced.
        """
        (row, start), (last, end) = sorted(place)
        columns = (start, end if row == last else len(text[row]))
        owner = name.rpartition(".")[0]
        entry = self.index.at(owner)
        method = owner != "mx" and (entry is None or entry.kind != "module")
        return insertion(name, lines[row], text[row], columns, self.scope(text), method=method, instead=instead)
