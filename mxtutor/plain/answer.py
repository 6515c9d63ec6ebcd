"""The text of an answer, edited line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mxtutor.counts import count
from mxtutor.errors import UsageError

_RANGE = re.compile(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*")
_NUMBERED = re.compile(r"\s*(\d{1,6})(?: (.*))?", re.DOTALL)


class Answer:
    """A text with its earlier versions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._earlier: list[str] = []

    def replace(self, text: str) -> None:
        """Take another text; `undo` brings the present one back."""
        if text != self.text:
            self._earlier.append(self.text)
            self.text = text

    def undo(self) -> bool:
        """Take the last change back; return whether there was one."""
        if not self._earlier:
            return False
        self.text = self._earlier.pop()
        return True

    @property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.rstrip("\n").split("\n") if self.text.strip("\n") else []

    def put(self, argument: str) -> str:
        """Replace a line: "3 return x"; return what was done as a sentence. A number alone reads the line.

        Raises:
            UsageError: there is no such line.
        """
        number, text = _numbered(argument, "line 3 return x")
        lines = self.lines
        if not text and 1 <= number <= len(lines):
            return spoken_line(number, lines[number - 1])
        return self._put(number, text, replaced=1)

    def insert(self, argument: str) -> str:
        """Insert a line before another one: "3 x = x + 1"; return what was done as a sentence.

        Raises:
            UsageError: there is no such line.
        """
        return self._put(*_numbered(argument, "insert 3 x = x + 1"), replaced=0)

    def _put(self, number: int, text: str, *, replaced: int) -> str:
        """Put a line in the place of so many lines; it has the indentation of the line there, or of the last one."""
        lines = self.lines
        if not 1 <= number <= len(lines) + 1:
            raise _no_line(number, len(lines))
        near = lines[min(number - 1, len(lines) - 1)] if lines else ""
        lines[number - 1 : number - 1 + replaced] = [_indented(text, near)]
        self.replace("\n".join(lines) + "\n")
        return spoken_line(number, lines[number - 1])

    def delete(self, argument: str) -> str:
        """Delete lines: "3" or "3-5"; return what was done as a sentence.

        Raises:
            UsageError: there are no such lines.
        """
        found = _RANGE.fullmatch(argument)
        if found is None:
            raise UsageError("Type the number of a line after delete.", fix="For example: delete 3, or delete 3-5.")
        first, last = int(found[1]), int(found[2] or found[1])
        lines = self.lines
        if not 1 <= first <= last <= len(lines):
            raise _no_line(first if not 1 <= first <= len(lines) else last, len(lines))
        del lines[first - 1 : last]
        self.replace("\n".join(lines) + "\n" if lines else "")
        return f"Deleted line {first}." if first == last else f"Deleted lines {first} to {last}."

    def spoken(self) -> Iterator[str]:
        """Yield the lines with their numbers and indentation in words."""
        for number, line in enumerate(self.lines, 1):
            yield spoken_line(number, line)


def _numbered(argument: str, example: str) -> tuple[int, str]:
    found = _NUMBERED.fullmatch(argument)
    if found is None:
        raise UsageError("Type the number of a line, then its text.", fix=f"For example: {example}.")
    return int(found[1]), found[2] or ""


def spoken_line(number: int, line: str) -> str:
    """Return a line with its number and its indentation in words: "Line 3, indent 4: return x"."""
    text = line.expandtabs(4)
    indent = len(text) - len(text.lstrip())
    if not text.strip():
        return f"Line {number} is empty."
    return f"Line {number}{f', indent {indent}' if indent else ''}: {text.strip()}"


def _indented(text: str, near: str) -> str:
    """Return a text with the indentation of a line near it, unless it has one of its own."""
    if not text.strip() or text != text.lstrip():
        return text.rstrip()
    return near[: len(near) - len(near.lstrip())] + text.rstrip()


def _no_line(number: int, total: int) -> UsageError:
    has = f"Your answer has {count(total, 'line')}." if total else "Your answer is empty."
    return UsageError(f"There is no line {number}.", fix=has)
