"""Makes text from outside safe for a terminal: answers, their output, names of files and learners.

`clean` and `clean_line` are for lines that a command prints; `plain` is for text on a screen. All that a command prints
passes `for_terminal`, and its JSON is made by `json_text`.
"""

from __future__ import annotations

import json
import re
from typing import Any

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: titles, links, clipboard
    r"|\x1b[PX^_].*?(?:\x1b\\|\Z)"  # DCS, SOS, PM, APC
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # CSI and short escapes
    r"|\x1b",
    re.DOTALL,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_UNSAFE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""What could rewrite a terminal, hide text or change its direction; halves of surrogate pairs are no text."""
_PAINT = re.compile(r"(\x1b\[(?:[0-2]|22|3[0-79]|9[0-7])m)")
"""The colours and styles that `paint` uses; no sequence here hides text."""
_REDRAWN = re.compile(r"\r(?:\x1b\[K)?")
"""How a line of progress begins, which replaces the one before it."""


def clean(text: str) -> str:
    """Return text without control codes, which could rewrite the terminal; line breaks and tabs stay."""
    return "".join(c for c in text if c == "\n" or c == "\t" or c.isprintable())


def clean_line(text: str) -> str:
    """Return a name from outside as one line: each control code, line break or direction mark becomes an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def plain(text: str) -> str:
    """Return text without escape sequences, control codes and direction marks, with tabs as spaces.

    A carriage return removes the text before it on its line, as in a terminal.
    """
    cleaned = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in cleaned.split("\n")]
    return _CONTROLS.sub("", "\n".join(line.expandtabs(4) for line in lines))


def for_terminal(text: str) -> str:
    """Return text as a terminal may get it: with line breaks, tabs, colours, and a carriage return at its beginning."""
    if not _UNSAFE.search(text):
        return text
    start = found.group() if (found := _REDRAWN.match(text)) else ""
    pieces = _PAINT.split(text[len(start) :].replace("\r\n", "\n"))
    return start + "".join(piece if number % 2 else _kept(piece) for number, piece in enumerate(pieces))


def _kept(text: str) -> str:
    return _UNSAFE.sub(_removed, _ESCAPES.sub("", text))


def _removed(found: re.Match[str]) -> str:
    """Return nothing in place of a control code; the stream itself replaces what it cannot encode."""
    return found.group() if "\ud800" <= found.group() <= "\udfff" else ""


def json_text(data: Any, *, indent: int | None = None) -> str:
    """Return data as JSON in which every character that a terminal obeys is an escape such as `\\u009b`."""
    return json_safe(json.dumps(data, ensure_ascii=False, indent=indent))


def json_safe(text: str) -> str:
    """Return JSON with the same values, in which every character that a terminal obeys is an escape."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
