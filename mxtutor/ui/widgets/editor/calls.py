"""Finds the call around the cursor, and shows the signature of what it calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from mxtutor.ui.widgets.editor.tokens import Line, Token

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
