"""Text made ready to show: captured text made safe, authors' text with its code marked."""

from __future__ import annotations

import re

from textual.content import Content

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: titles, links, clipboard
    r"|\x1b[PX^_].*?(?:\x1b\\|\Z)"  # DCS, SOS, PM, APC
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # CSI and short escapes
    r"|\x1b",
    re.DOTALL,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def plain(text: str) -> str:
    """Return text without escape sequences, control codes and direction marks, with tabs as spaces.

    A carriage return starts its line anew, as a terminal shows it.
    """
    cleaned = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in cleaned.split("\n")]
    return _CONTROLS.sub("", "\n".join(line.expandtabs(4) for line in lines))


def prose(text: str, code: str = "bold $text-accent") -> Content:
    """Return a sentence of an author with what stands between backticks in the style of `code`."""
    parts = plain(text).strip().split("`")
    if len(parts) % 2 == 0:  # a lone backtick is no code
        return Content(plain(text).strip())
    return Content.assemble(*((part, code) if number % 2 else part for number, part in enumerate(parts)))
