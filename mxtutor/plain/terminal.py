"""Lines from the learner and to the learner."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TextIO

from mxtutor.counts import count
from mxtutor.reporting.sanitize import plain

MOST_LINE = 1 << 20
"""Bytes of the longest line that is read."""
END_OF_CODE = "."
"""A line that ends a text of several lines; `..` stands for such a line inside of the text."""


def wrapped(text: str, width: int | None) -> Iterator[str]:
    """Yield the lines of a text, of at most `width` characters; a longer word is cut.

    What continues an indented line, which is code, is indented further.
    """
    for line in text.split("\n"):
        if width is None or len(line) <= width:
            yield line.rstrip()
        else:
            indent = len(line) - len(line.lstrip())
            later = " " * min(indent + 4, width // 2) if indent else ""
            yield from textwrap.wrap(
                line, width, replace_whitespace=False, break_on_hyphens=False, subsequent_indent=later
            )


class EndOfInput(Exception):
    """There is nothing more to read."""


class Terminal:
    """Reads lines of bytes and writes lines of text; what it writes contains no control codes."""

    def __init__(
        self, source: BinaryIO, target: TextIO, *, interactive: bool, width: Callable[[], int | None] = lambda: None
    ) -> None:
        """Take both streams; `interactive` means that a person types, so that the terminal shows what is typed.

        `width` returns how many characters a line may have now; None for any number.
        """
        self._width = width
        self._source, self._target = source, target
        self.interactive = interactive

    def say(self, *lines: str) -> None:
        """Write lines; a line break inside of one begins a new line, and long lines break between words."""
        width = self._width()
        for line in lines:
            for row in wrapped(plain(line).rstrip(), width):
                self._target.write(f"{row}\n")
        self._target.flush()

    def code(self, title: str, source: str) -> None:
        """Write lines of code after a line that says how many there are."""
        lines = source.strip("\n").splitlines()
        self.say(f"{title}, {count(len(lines), 'line')}:", *lines, "End of code.")

    def ask(self, prompt: str) -> str:
        """Write a prompt, and return the line that is typed after it.

        Raises:
            EndOfInput: there is no more line.
        """
        self._target.write(f"{plain(prompt)}: ")
        self._target.flush()
        try:
            line = self._line()
        except EndOfInput:
            self.say("")
            raise
        if not self.interactive:  # nobody typed it here, so nobody sees it yet
            self.say(line)
        return line

    def lines(self) -> Iterable[str]:
        """Yield the lines of a text until `END_OF_CODE`.

        Raises:
            EndOfInput: the input ends before that line.
        """
        while True:
            line = self._line()
            if line.rstrip() == END_OF_CODE:
                return
            yield line[1:] if line.rstrip() == 2 * END_OF_CODE else line

    def _line(self) -> str:
        data = self._source.readline(MOST_LINE + 1)
        if not data:
            raise EndOfInput
        if len(data) > MOST_LINE and not data.endswith(b"\n"):
            while (more := self._source.readline(MOST_LINE)) and not more.endswith(b"\n"):
                pass
            self.say(f"That line is longer than {MOST_LINE >> 20} MiB. It is left out.")
            return ""
        text = data.decode("utf-8-sig", "replace").rstrip("\r\n")
        return text.replace("\0", "\N{REPLACEMENT CHARACTER}")
