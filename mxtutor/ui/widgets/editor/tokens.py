"""Takes lines of Python apart, each with the string that is open at its beginning; a changed line costs one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

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
        """The parts as text."""
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
