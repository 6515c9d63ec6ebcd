"""Makes untrusted text safe for a terminal: answers, their output, names of files and learners.

`clean` and `clean_line` are for lines that a command prints, `plain` for text on a screen. All output of commands
passes through `for_terminal`, and their JSON is made by `json_text`.
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
"""Characters that could rewrite a terminal, hide text or change its direction, and lone surrogates."""
_PAINT = re.compile(r"(\x1b\[(?:[0-2]|22|3[0-79]|9[0-7])m)")
"""The sequences for colours and styles that `paint` uses, none of which hides text."""
_REDRAWN = re.compile(r"\r(?:\x1b\[K)?")
"""Start of a progress line, which replaces the line before it."""


def clean(text: str) -> str:
    """Return text without control codes, but with line breaks and tabs."""
    return "".join(c for c in text if c == "\n" or c == "\t" or c.isprintable())


def clean_line(text: str) -> str:
    """Return an untrusted name as one line, with control codes, line breaks and direction marks as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def plain(text: str) -> str:
    """Return text without escape sequences, control codes and direction marks, with tabs as spaces.

    A carriage return removes the text before it on its line, as in a terminal.
    """
    cleaned = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in cleaned.split("\n")]
    return _CONTROLS.sub("", "\n".join(line.expandtabs(4) for line in lines))


def for_terminal(text: str) -> str:
    """Return text that is safe for a terminal; line breaks, tabs, colours and a leading carriage return stay."""
    if not _UNSAFE.search(text):
        return text
    start = found.group() if (found := _REDRAWN.match(text)) else ""
    pieces = _PAINT.split(text[len(start) :].replace("\r\n", "\n"))
    return start + "".join(piece if number % 2 else _kept(piece) for number, piece in enumerate(pieces))


def _kept(text: str) -> str:
    return _UNSAFE.sub(_removed, _ESCAPES.sub("", text))


def _removed(found: re.Match[str]) -> str:
    """Remove a control code; leave lone surrogates to the stream, which replaces what it cannot encode."""
    return found.group() if "\ud800" <= found.group() <= "\udfff" else ""


def json_text(data: Any, *, indent: int | None = None) -> str:
    """Return data as JSON in which every character that a terminal obeys is an escape such as `\\u009b`."""
    return json_safe(json.dumps(data, ensure_ascii=False, indent=indent))


def json_safe(text: str) -> str:
    """Return equal JSON with all control characters of terminals as escapes."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
