"""Makes text from outside safe for a terminal: answers, their output, names of files and learners.

`clean` and `clean_line` are for lines that a command prints; `plain` is for text on a screen.
"""

from __future__ import annotations

import re

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: titles, links, clipboard
    r"|\x1b[PX^_].*?(?:\x1b\\|\Z)"  # DCS, SOS, PM, APC
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # CSI and short escapes
    r"|\x1b",
    re.DOTALL,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


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
