"""Analyses an answer for the editor: tokens, completion, signatures, names that MXNet does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from pygments.lexers.python import PythonLexer
from pygments.token import Token as Kind
from pygments.token import _TokenType, is_token_subtype
from textual.content import Content
from textual.widgets.text_area import Selection

from mxtutor.content.mxnet_index import Entry, MxnetIndex, mxnet_index, rank_of
from mxtutor.content.roots import RECEIVERS
from mxtutor.content.torch_names import TorchName, TorchNames, torch_names
from mxtutor.suggest import nearest
from mxtutor.ui.widgets.code_view import KINDS

NAMES = ("name", "definition")
_LEXER = PythonLexer(ensurenl=False, stripnl=False)


class Token(NamedTuple):
    """A piece of a line; `kind` is one of `KINDS`, or empty."""

    kind: str
    start: int
    end: int
    text: str


Line = tuple[Token, ...]


@lru_cache(maxsize=128)
def _kind(token: _TokenType) -> str:
    return next((kind for known, kind in KINDS.items() if is_token_subtype(token, known)), "")


@lru_cache(maxsize=4)
def scan(text: str) -> tuple[Line, ...]:
    """Return the tokens of each line."""
    lines: list[list[Token]] = [[]]
    column = 0
    for token, value in _LEXER.get_tokens(text):
        for number, piece in enumerate(value.split("\n")):
            if number:
                lines.append([])
                column = 0
            if piece.strip():
                lines[-1].append(Token(_kind(token), column, column + len(piece), piece))
            column += len(piece)
    return tuple(map(tuple, lines))


def is_code(before: str) -> bool:
    """Return whether text typed after `before` is code, not part of a string or a comment."""
    last = [kind for kind, _ in _LEXER.get_tokens(f"{before}x")][-1]
    return not (is_token_subtype(last, Kind.Literal.String) or is_token_subtype(last, Kind.Comment))


class Chain(NamedTuple):
    """A dotted name; after a closing bracket, its attributes with an empty first part."""

    parts: tuple[Token, ...]
    called: bool
    """Whether a `(` follows it."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(part.text for part in self.parts)


_NOTHING = Token("name", -1, -1, "")


def chains(tokens: Sequence[Token]) -> list[Chain]:
    """Return the dotted names of a line, in order."""
    found: list[Chain] = []
    place = 0
    while place < len(tokens):
        token, start = tokens[place], place
        place += 1
        if token.kind in NAMES:
            parts = [token]
        elif token.text in (")", "]") or token.kind == "string":
            parts = [_NOTHING]
        else:
            continue
        while place + 1 < len(tokens) and tokens[place].text == "." and tokens[place + 1].kind in NAMES:
            parts.append(tokens[place + 1])
            place += 2
        after_dot = start > 0 and tokens[start - 1].text == "."
        if not after_dot and parts != [_NOTHING]:
            called = place < len(tokens) and tokens[place].text == "("
            found.append(Chain(tuple(parts), called))
    return found


_IMPORT = re.compile(r"^[ \t]*import[ \t]+([^#\n]+)", re.M)
_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*|[^#\n]+)", re.M)
_MADE = re.compile(r"^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*([A-Za-z_][\w.]*)\(", re.M)
OWNERS = {"ndarray": "nd", "numpy": "np", "numpy_extension": "npx", "initializer": "init", "kvstore": "kv",
          "symbol": "sym", "visualization": "viz", "kvs": "kv"}  # fmt: skip
"""Modules of MXNet that the index lists by a shorter name."""
MODULES = frozenset("mx mxnet nd np numpy npx gluon nn autograd torch F onp".split())  # noqa: SIM905
"""Names that are always taken for modules, never for variables."""
_RECEIVERS = tuple((re.compile(pattern), torch, mxnet) for pattern, torch, mxnet in RECEIVERS)


@dataclass(frozen=True, slots=True)
class Scope:
    """The imports of an answer and the classes of its variables."""

    owners: Mapping[str, str] = field(default_factory=dict)
    """Maps each module's name in the answer to its owner in the index: `nd`, `gluon.nn`."""
    objects: Mapping[str, str] = field(default_factory=dict)
    """Maps imported classes and functions of MXNet to their full names in the index."""
    torch: Mapping[str, str] = field(default_factory=dict)
    """Maps names imported from torch to their full names; always contains `torch`."""
    foreign: frozenset[str] = frozenset()
    """Names imported from other packages."""
    made: Mapping[str, str] = field(default_factory=dict)
    """Maps variables that hold a new MXNet object to the owner of that object's members."""
    arrays: str = "NDArray"
    """The class of arrays in the answer: `NDArray`, or `np.ndarray` where it imports `np` and not `nd`."""

    def owner_of(self, parts: Sequence[str], index: MxnetIndex) -> str:
        """Return the index owner of a dotted name's members; empty if the index does not know the name."""
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
        """Return whether a name is imported or one of `MODULES`, and so not a variable."""
        return (
            root in MODULES or root in self.owners or root in self.objects or root in self.torch or root in self.foreign
        )

    def class_of(self, parts: Sequence[str]) -> tuple[str, str]:
        """Return the probable class of a variable or attribute, in MXNet's index and in torch; by default an array."""
        if len(parts) == 1 and parts[0] in self.made:
            return self.made[parts[0]], "torch.nn.Module" if self.made[parts[0]].startswith("gluon") else "Tensor"
        holder = parts[-1] if parts else ""
        if holder and holder not in ("weight", "bias", "data", "grad"):
            for pattern, torch, mxnet in _RECEIVERS:
                if pattern.fullmatch(holder):
                    return mxnet, torch or "Tensor"
        return self.arrays, "Tensor"

    def entry(self, parts: Sequence[str], index: MxnetIndex) -> Entry | None:
        """Return the index entry of a dotted name: a module's member, an imported object, or a variable's method."""
        *holder, name = parts
        if not holder:
            return index.at(self.objects[name]) if name in self.objects else None
        known = bool(holder[0]) and self.is_imported(holder[0])
        owner = self.owner_of(holder, index) if known else self.class_of(holder)[0]
        return index.entry(owner, name) if owner else None

    def alias(self, owner: str) -> str:
        """Return an MXNet module's name in the answer: `nd`, `mx.nd`; its index name if it is not imported."""
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
    """Return the scope of an answer from the lines that `binding_lines` returned."""
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
    scope = Scope(owners, objects, torch, frozenset(foreign), arrays=arrays)
    made = {}
    for variable, callee in _MADE.findall(imports):
        entry = scope.entry(callee.split("."), index)
        if entry is not None and entry.kind == "class" and entry.members:
            made[variable] = entry.members
    return replace(scope, made=made)


def owner_named(path: str) -> str:
    """Return the owner in the index for the path of an import: `nd` for `mxnet.ndarray`, `mx` for `mxnet`."""
    first, dot, rest = path.removeprefix("mxnet").removeprefix(".").partition(".")
    return f"{OWNERS.get(first, first)}{dot}{rest}" or "mx"


def _place(full: str, alias: str, index: MxnetIndex, owners: dict[str, str], objects: dict[str, str]) -> None:
    """Add an import from MXNet to `owners` or `objects`."""
    owner = owner_named(full)
    entry = index.at(owner)
    if index.has_owner(owner):
        owners[alias] = owner
    elif entry is not None and entry.kind == "module":
        owners[alias] = entry.members
    else:
        objects[alias] = owner


def _imported(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield (path, imported name, alias) of each import; the name is empty for `import path`."""
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
    """Return the lines that may bind names; most key strokes do not change them, so `scope_of` can be cached."""
    return "\n".join(line for line in lines if _BINDING.search(line))


class OpenCall(NamedTuple):
    """A call whose closing bracket is after the cursor."""

    parts: tuple[str, ...]
    """The dotted name that is called; the first part is empty for a method of another expression."""
    position: int
    """Number of commas between the opening bracket and the cursor."""
    keyword: str
    """The argument's name, where the cursor is in `name=value`."""


def call_at(lines: Sequence[Line], row: int, column: int) -> OpenCall | None:
    """Return the innermost call around a place; None outside of calls."""
    before = [*(token for line in lines[:row] for token in line), *(t for t in lines[row] if t.end <= column)]
    depth, commas, keyword = 0, 0, ""
    for place in range(len(before) - 1, -1, -1):
        token = before[place]
        if token.text in (")", "]", "}"):
            depth += 1
        elif token.text in ("(", "[", "{"):
            if not depth and token.text == "(" and (parts := _callee(before[:place])):
                return OpenCall(parts, commas, keyword)
            commas, keyword, depth = (commas, keyword, depth - 1) if depth else (0, "", 0)
        elif not depth and token.text == ",":
            commas += 1
        elif not depth and token.text == "=" and not commas and place and before[place - 1].kind in NAMES:
            keyword = keyword or before[place - 1].text
    return None


def _callee(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the dotted name at the end of tokens; empty without one, or after `def` or `class`."""
    parts: list[str] = []
    place = len(tokens) - 1
    while place >= 0 and tokens[place].kind in NAMES:
        parts.insert(0, tokens[place].text)
        if place < 2 or tokens[place - 1].text != ".":
            break
        if tokens[place - 2].kind not in NAMES:
            return ("", *parts)
        place -= 2
    defined = place >= 1 and tokens[place - 1].text in ("def", "class")
    return () if defined or parts == ["print"] else tuple(parts)


def parameters(signature: str) -> list[str]:
    """Return the names of the parameters in a signature."""
    return [part.partition("=")[0].strip() for part in split(signature) if not part.startswith("*")]


def split(signature: str) -> list[str]:
    """Return the parameters of a signature such as `(shape, strides=(1, 1))`, each as text."""
    parts, depth = [""], 0
    for character in signature[1:-1]:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def signature_line(name: str, signature: str, call: OpenCall, width: int, warning: str = "") -> Content:
    """Return a signature with the current argument underlined, and a warning, in at most `width` cells.

    If there is no room, the warning and the arguments before the current one are left out.
    """
    shown = split(signature)
    names = [part.partition("=")[0] for part in shown]
    star = next((n for n, part in enumerate(names) if part.startswith("*")), len(shown))
    present = names.index(call.keyword) if call.keyword in names else min(call.position, star)
    first = present if len(f"{name}({', '.join(shown)})") > width else 0
    parts = [Content.styled(one, "bold underline" if n == present else "") for n, one in enumerate(shown)][first:]
    line = Content.assemble(name, "(", "..., " if first else "", Content(", ").join(parts), ")")
    if warning and line.cell_length + len(warning) + 2 <= width:
        line += Content.styled(f"  {warning}", "$text-warning")
    return line.truncate(width, ellipsis=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked part of a line, from column `start` to `end`."""

    row: int
    start: int
    end: int
    kind: Literal["unknown", "torch"]
    text: str
    """The note that the editor shows when the cursor touches the mark."""
    name: str = ""
    """The unknown name."""
    owner: str = ""
    """The module or class that lacks the unknown name."""
    replacement: str = ""
    """The name that replaces it; empty if no single name does."""
    drop_call: bool = False
    """Whether the replacement is not a call: its `()` is removed, and arguments become an index."""


def uncalled(text: str, line: str, end: int) -> tuple[str, int]:
    """Return text and end column of a replacement that is not a call: `()` is removed, arguments become an index."""
    close = line.find(")", end)
    if not line.startswith("(", end) or close < 0:
        return text, end
    inside = line[end + 1 : close]
    return (f"{text}[{inside}]" if inside.strip() and "(" not in text else text), close + 1


_FIXED = re.compile(r"^x\.(\w+)\(('[^']*'|\"[^\"]*\")\)$")
"""A form with a method and a constant argument: `x.astype('float32')`."""
_OF_PYTHON = frozenset(name for kind in (list, dict, set, str, tuple, int, float, bytes) for name in dir(kind))
"""Methods of Python's own types, which a variable may be."""


class NameMarks:
    """Finds the names in an answer that MXNet does not have, and those of torch."""

    def __init__(self, scope: Scope, index: MxnetIndex, torch: TorchNames) -> None:
        self._scope, self._index, self._torch = scope, index, torch

    def marks(self, lines: Sequence[Line]) -> Iterator[Mark]:
        """Yield the marks of all lines, in order."""
        for row, line in enumerate(lines):
            if any(token.text in ("import", "from") for token in line[:1]):
                continue
            yield from filter(None, (self._of_chain(row, chain) for chain in chains(line)))
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
        """Yield marks for keyword arguments that have another name in MXNet."""
        tokens = lines[row]
        for place in range(len(tokens) - 1):
            name, sign = tokens[place], tokens[place + 1]
            if name.kind not in NAMES or sign.text != "=" or (place and tokens[place - 1].text not in ("(", ",")):
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
        """Return the mark for the parts `first` to `after` of a chain, a name that torch has."""
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
        start = chain.parts[first].start
        return Mark(row, start, chain.parts[after - 1].end, "torch", told, replacement=replacement, drop_call=drop)

    def _function(self, owner: str, name: str) -> str:
        """Return a function's name in the answer, as a module's function even if the form uses a method."""
        if owner in ("NDArray", "np.ndarray"):
            homes = ("nd",) if owner == "NDArray" else ("np", "npx")
            owner = next((home for home in homes if self._index.entry(home, name)), "")
        if not owner:
            return ""
        return f"{self._scope.alias(owner)}.{name}"


MOST = 400
"""Maximum number of suggestions of a completion."""
SHORTEST_WORD = 2
"""Typed letters after which names of the answer are suggested."""
_BEFORE = re.compile(r"((?:[^\W\d]\w*\.)+|[)\]]\.)?(\w*)$")
_FROM_LINE = re.compile(r"^\s*from\s+(mxnet[\w.]*)\s+import\s+\(?(?:[\w\s,]*[\s,(])?(\w*)$")


class Suggestion(NamedTuple):
    """A name that may follow."""

    name: str
    note: str
    """Its signature, or its kind."""


class Completion(NamedTuple):
    """Suggestions for the text from `column` to the cursor."""

    column: int
    typed: str
    items: tuple[Suggestion, ...]
    sure: bool
    """Whether the names are members of a known module or class, so that enter may accept one."""


def _ranked(names: Iterable[str], typed: str) -> list[str]:
    ranked = [(rank, name) for name in names if (rank := rank_of(name, typed)) is not None and rank[0] < 2]
    return [name for _, name in sorted(ranked)]


def _made(column: int, typed: str, items: Sequence[Suggestion], *, sure: bool) -> Completion | None:
    """Return the completion of the letters before a column; None if nothing is left to complete."""
    if not items or (len(items) == 1 and items[0].name == typed):
        return None
    return Completion(column - len(typed), typed, tuple(items[:MOST]), sure)


def chain_at(line: Line, column: int) -> Chain | None:
    """Return the dotted name that touches a column; None without one."""
    return next((c for c in chains(line) if c.parts[0].start <= column <= c.parts[-1].end), None)


class Assistant:
    """Completes and marks names of an answer; the names of torch are read later, in a thread."""

    def __init__(self, pack: Path) -> None:
        self._pack = pack
        self.index: MxnetIndex = mxnet_index()
        self.torch: TorchNames | None = None

    def read(self) -> None:
        """Read the names of torch; call it from a thread."""
        self.torch = torch_names(self._pack)

    def scope(self, text: str) -> Scope:
        """Return the imports and variables of an answer."""
        return scope_of(binding_lines(text.split("\n")), self.index)

    def complete(self, text: str, place: tuple[int, int], *, asked: bool = False) -> Completion | None:
        """Return the completion at `place` (row, column); None if there are no suggestions, in strings, in comments.

        `asked` means that the learner asked for the list; otherwise it appears after a few letters.
        """
        row, column = place
        rows = text.split("\n")
        before = rows[row][:column]
        if not is_code("\n".join([*rows[:row], before])):
            return None
        if found := _FROM_LINE.match(before):
            return self._members(owner_named(found[1]), found[2], column, sure=True)
        path, typed = _BEFORE.search(before).groups("")  # type: ignore[union-attr]
        if typed[:1].isdigit() or (not path and before.removesuffix(typed).endswith(".")):
            return None
        scope = self.scope(text)
        if not path:
            return self._words(text, scope, typed, place) if asked or len(typed) >= SHORTEST_WORD else None
        parts = [part for part in path.rstrip(".").split(".") if part not in (")", "]")]
        if parts and scope.is_imported(parts[0]):
            return self._members(scope.owner_of(parts, self.index), typed, column, sure=True)
        if not (typed or asked):
            return None
        return self._members(scope.class_of(parts)[0], typed, column, sure=len(typed) > 1)

    def _members(self, owner: str, typed: str, column: int, *, sure: bool) -> Completion | None:
        """Complete a member of a module or a class of MXNet; `column` is that of the cursor."""
        entries = self.index.matches(owner, typed) if owner else ()
        return _made(column, typed, [Suggestion(one.name, one.signature or one.kind) for one in entries], sure=sure)

    def _words(self, text: str, scope: Scope, typed: str, place: tuple[int, int]) -> Completion | None:
        """Complete an argument of the call around the cursor, or another name of the answer."""
        row, column = place
        lines, start = scan(text), (row, column - len(typed))
        call = call_at(lines, *start)
        entry = scope.entry(call.parts, self.index) if call else None
        arguments = [f"{name}=" for name in parameters(entry.signature)] if entry else []
        found = ((t.text, (n, t.start)) for n, line in enumerate(lines) for t in line if t.kind in NAMES)
        words = {name for name, at in found if at != start and len(name) > 1}
        items = [Suggestion(name, "argument") for name in _ranked(arguments, typed)]
        known = {*scope.owners, *scope.objects, *words} - {typed}
        items += [Suggestion(name, scope.owners.get(name, "")) for name in _ranked(known, typed)]
        return _made(column, typed, items, sure=False)

    def signature(self, text: str, place: tuple[int, int], width: int) -> Content | None:
        """Return the signature of the call around a place, with the truth table's warning; None outside a call."""
        call = call_at(scan(text), *place)
        entry = self.scope(text).entry(call.parts, self.index) if call else None
        if call is None or entry is None or not entry.signature:
            return None
        warning = self.torch.warning(entry.path).partition(";")[0].replace("`", "") if self.torch else ""
        return signature_line(".".join(call.parts).lstrip("."), entry.signature, call, width, warning)

    def marks(self, text: str) -> list[Mark]:
        """Return the names of torch and the names that MXNet does not have."""
        return list(NameMarks(self.scope(text), self.index, self.torch).marks(scan(text))) if self.torch else []

    def advice(self, mark: Mark) -> str:
        """Return the note about a mark."""
        near = self.near(mark)
        return f"{mark.text} Near: {', '.join(near)}." if near else mark.text

    def near(self, mark: Mark) -> list[str]:
        """Return at most three names that are spelled like an unknown one."""
        names = [entry.name for entry in self.index.members(mark.owner)] if mark.kind == "unknown" else []
        return nearest(mark.name, names, likeness=0.7)[:3]

    def name_at(self, text: str, place: tuple[int, int]) -> str:
        """Return the full name at a place for a look-up; empty for keywords and the answer's own names."""
        scope, chain = self.scope(text), chain_at(scan(text)[place[0]], place[1])
        if chain is None:
            return ""
        root, *rest = chain.names
        if not rest:
            found = scope.objects.get(root) or scope.torch.get(root, "")
            return "" if found == "torch" else found
        return ".".join((scope.owners.get(root) or scope.torch.get(root) or root or "x", *rest))

    def insertion(self, name: str, text: str, place: Selection, *, instead: bool) -> tuple[str, int, int]:
        """Return the text to insert for a full MXNet name, and the start and end column that it replaces.

        The columns are in the first selected row. With `instead`, the name at the cursor is replaced.
        """
        (row, start), (last, end) = sorted(place)
        line = text.split("\n")[row]
        end = end if row == last else len(line)
        owner, _, own = name.rpartition(".")
        entry = self.index.at(owner)
        method = owner != "mx" and (entry is None or entry.kind != "module")
        chain = chain_at(scan(text)[row], end) if instead else None
        if chain is not None:
            first = chain.parts[-1] if method and len(chain.parts) > 1 else chain.parts[0]
            start, end = max(first.start, 0), chain.parts[-1].end
        if not method:
            return f"{self.scope(text).alias(owner)}.{own}", start, end
        return own if line[:start].endswith(".") else f".{own}", start, end
