"""Text made ready to show: captured text made safe, authors' text with its code marked."""

from __future__ import annotations

import re
import threading

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

    A carriage return starts its line again, as a terminal shows it.
    """
    cleaned = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in cleaned.split("\n")]
    return _CONTROLS.sub("", "\n".join(line.expandtabs(4) for line in lines))


def prose(text: str, code: str = "bold $text-accent") -> Content:
    """Return a sentence of an author with what stands between backticks in the style of `code`."""
    parts = plain(text).strip().split("`")
    if len(parts) % 2 == 0:  # a lone backtick marks no code
        return Content(plain(text).strip())
    return Content.assemble(*((part, code) if number % 2 else part for number, part in enumerate(parts)))


def passage(markdown: str, code: str = "bold $text-accent") -> Content:
    """Return a text of an author with its inline code and its fenced code in the style of `code`.

    A fence and the language after it are not shown.
    """
    parts: list[Content] = []
    for number, piece in enumerate(re.split(r"^ *```.*$", plain(markdown), flags=re.MULTILINE)):
        if piece.strip():
            parts.append(Content.styled(piece.strip("\n"), code) if number % 2 else prose(piece, code))
    return Content("\n\n").join(parts)


HEARD = 32 * 1024
"""Bytes of a running answer's output that are shown before it ends."""
_LOSS = re.compile(r"loss\W{0,4}([0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)", re.IGNORECASE)


class OutputBuffer:
    """The beginning of what a running answer prints; one thread adds, another reads."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lock = threading.Lock()

    def add(self, data: bytes) -> None:
        """Take over what came, as far as there is room."""
        with self._lock:
            self._data += data[: HEARD - len(self._data)]

    def text(self) -> str:
        """Return what was printed so far, safe to show."""
        with self._lock:
            data = bytes(self._data)
        return plain(data.decode("utf-8", "replace"))


def losses(printed: str) -> tuple[float, ...]:
    """Return the numbers that stand behind the word "loss" in what was printed."""
    return tuple(float(number) for number in _LOSS.findall(printed))
