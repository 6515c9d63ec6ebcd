"""What the text of an answer says: tokens, dotted names, brackets, the call around the cursor, what its names mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from textual.content import Content

from mxtutor.content.mxnet_index import Entry, MxnetIndex
from mxtutor.content.roots import RECEIVERS

_TOKEN = re.compile(
    r"""(?P<comment>\#.*)|(?P<string>[rbfuRBFU]{0,2}(?:\"{3}|'{3}|"|'))|(?P<name>[^\W\d]\w*)
    |(?P<number>\d[\w.]*)|(?P<bracket>[()\[\]{}])|(?P<sign>[=!<>+\-*/%&|^@:]=|\*\*|//|->|\S)""",
    re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of a line: `name`, `string`, `comment`, `number`, `bracket` or `sign`."""

    kind: str
    start: int
    end: int
    text: str


class Line(NamedTuple):
    """The tokens of a line."""

    tokens: tuple[Token, ...]
    before: str
    """The quotes of the string that is open at its beginning; empty without one."""
    after: str
    """The same at its end; strings in single quotes end with their line."""


@lru_cache(maxsize=2048)
def scan_line(line: str, before: str = "") -> Line:
    """Return the tokens of a line that begins inside a string with the quotes `before`, or outside of strings."""
    tokens: list[Token] = []
    place, open_quotes = 0, before
    if before:
        place, open_quotes = _end_of_string(line, 0, before)
        tokens.append(Token("string", 0, place, line[:place]))
    while not open_quotes and (found := _TOKEN.search(line, place)):
        kind, start, place = str(found.lastgroup), found.start(), found.end()
        if kind == "string":
            quotes = found.group().lstrip("rbfuRBFU")
            place, open_quotes = _end_of_string(line, place, quotes)
        tokens.append(Token(kind, start, place, line[start:place]))
    return Line(tuple(tokens), before, open_quotes)


def _end_of_string(line: str, place: int, quotes: str) -> tuple[int, str]:
    """Return where a string ends, and its quotes if it continues on the next line."""
    while place < len(line):
        if line[place] == "\\":
            place += 2
        elif line.startswith(quotes, place):
            return place + len(quotes), ""
        else:
            place += 1
    return len(line), quotes if len(quotes) == 3 else ""


def scan(lines: Sequence[str]) -> list[Line]:
    """Return the tokens of all lines."""
    found, state = [], ""
    for line in lines:
        scanned = scan_line(line, state)
        found.append(scanned)
        state = scanned.after
    return found


def is_code(line: Line, column: int) -> bool:
    """Return whether text typed at a column is code, and not a part of a string or a comment."""
    for token in line.tokens:
        if token.kind == "comment" and token.start < column:
            return False
        if token.kind == "string" and token.start < column:
            ends = token.end > column or (token.end == column and not _is_closed(token, line))
            if ends:
                return False
    return not (line.before and not line.tokens)


def _is_closed(token: Token, line: Line) -> bool:
    """Return whether a string at the end of a line has its closing quotes."""
    if line.after and token is line.tokens[-1]:
        return False
    if line.before and token is line.tokens[0]:
        return token.text.endswith(line.before)
    body = token.text.lstrip("rbfuRBFU")
    quotes = body[:3] if body[:3] in ('"' * 3, "'" * 3) else body[:1]
    return len(body) >= 2 * len(quotes) and body.endswith(quotes)


class Chain(NamedTuple):
    """A dotted name, or the attributes after a closing bracket, whose first part is then empty."""

    parts: tuple[Token, ...]
    called: bool
    """Whether a `(` follows it."""
    after: int
    """Index of the token that follows it."""

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
        if token.kind == "name":
            parts = [token]
            place += 1
        elif token.text in (")", "]") or token.kind == "string":
            parts = [_NOTHING]
            place += 1
        else:
            place += 1
            continue
        while place + 1 < len(tokens) and tokens[place].text == "." and tokens[place + 1].kind == "name":
            parts.append(tokens[place + 1])
            place += 2
        if parts[0] is _NOTHING and len(parts) == 1:
            continue
        after_dot = start > 0 and tokens[start - 1].text == "."
        if not after_dot:
            called = place < len(tokens) and tokens[place].text == "("
            found.append(Chain(tuple(parts), called, place))
    return found


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


LONGEST_CALL = 40
"""Greatest number of lines above the cursor in which the beginning of its call is searched for."""

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class Call(NamedTuple):
    """A call whose closing bracket is after the cursor."""

    parts: tuple[str, ...]
    """The dotted name that is called; the first part is empty for a method of another expression."""
    position: int
    """Number of commas between the opening bracket and the cursor."""
    keyword: str
    """The argument's name, where the cursor is in `name=value`."""


def call_at(lines: Sequence[Line], row: int, column: int) -> Call | None:
    """Return the innermost call around a place; None outside of calls."""
    depth, commas, keyword = 0, 0, ""
    for number in range(row, max(row - LONGEST_CALL, 0) - 1, -1):
        tokens = lines[number].tokens
        before = [t for t in tokens if t.end <= column] if number == row else tokens
        for place in range(len(before) - 1, -1, -1):
            token = before[place]
            if token.text in _CLOSING:
                depth += 1
            elif token.text in _OPENING and depth:
                depth -= 1
            elif token.text in _OPENING:
                if token.text == "(" and (parts := _callee(before[:place])):
                    return Call(parts, commas, keyword)
                commas, keyword = 0, ""
            elif not depth and token.text == ",":
                commas += 1
            elif not depth and token.text == "=" and not commas and place and before[place - 1].kind == "name":
                keyword = keyword or before[place - 1].text
    return None


def _callee(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the dotted name at the end of tokens; empty if there is none, or if it is being defined."""
    parts: list[str] = []
    place = len(tokens) - 1
    while place >= 0 and tokens[place].kind == "name":
        parts.insert(0, tokens[place].text)
        if place < 2 or tokens[place - 1].text != ".":
            break
        if tokens[place - 2].kind != "name":
            return ("", *parts)
        place -= 2
    defined = place >= 1 and tokens[place - 1].text in ("def", "class")
    return () if defined or parts[:1] in (["if"], ["while"], ["return"], ["in"], ["print"]) else tuple(parts)


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


def signature_line(name: str, signature: str, call: Call, width: int, warning: str = "") -> Content:
    """Return the signature with the present argument underlined, then a warning, in at most `width` cells.

    Arguments before and after the present one are left out where there is no room.
    """
    shown = split(signature)
    names = [part.partition("=")[0] for part in shown]
    star = next((n for n, part in enumerate(names) if part.startswith("*")), len(shown))
    present = names.index(call.keyword) if call.keyword in names else min(call.position, star)
    warning = _fitting(warning, width - len(name) - len(", ".join(shown)) - 4)
    room = width - len(name) - 2 - (len(warning) + 2 if warning else 0)
    first, last = 0, len(shown)
    while last > present + 1 and len(", ".join(shown[first:last])) + 4 > room:
        last -= 1
    while first < present and len(", ".join(shown[first:last])) + 8 > room:
        first += 1
    parts = [Content("..., ")] if first else []
    for number in range(first, last):
        parts.append(Content.styled(shown[number], "bold underline") if number == present else Content(shown[number]))
        if number + 1 < len(shown):
            parts.append(Content(", "))
    if last < len(shown):
        parts.append(Content("..."))
    told = Content.styled(f"  {warning}", "$text-warning") if warning else Content("")
    return Content.assemble(name, "(", *parts, ")", told)


def _fitting(warning: str, room: int) -> str:
    """Return a sentence, or its first part, that fits into so many cells; empty if neither does."""
    return next((text for text in (warning, warning.partition(";")[0]) if len(text) <= room), "")
