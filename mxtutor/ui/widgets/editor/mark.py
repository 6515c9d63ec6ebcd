"""Marked parts of a text, and the brackets without a partner; it needs no names of MXNet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mxtutor.ui.widgets.editor.tokens import Line, Token

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
