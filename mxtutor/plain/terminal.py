"""Reads lines from the learner and writes lines, also while a call of the grader runs."""

from __future__ import annotations

import contextlib
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from time import monotonic
from typing import BinaryIO, TextIO, TypeVar

from mxtutor.grading.protocol import Grader
from mxtutor.reporting.sanitize import plain
from mxtutor.session.session import Output

Result = TypeVar("Result")
STOP_SECONDS = 3.0
"""Longest wait, in seconds, for a cancelled call; one that is starting MXNet ends later, without a result."""

MOST_LINE = 1 << 20
"""Longest line that is read, in bytes."""
END_OF_CODE = "."
"""The line that ends a text of several lines; `..` means this line inside the text."""


def wrapped(text: str, width: int | None) -> Iterator[str]:
    """Yield the lines of a text, of at most `width` characters; a longer word is cut.

    Continuation lines of an indented line, which is code, are indented further.
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
    """The input has ended."""


class Terminal:
    """Reads lines of bytes and writes lines of text without control codes."""

    def __init__(
        self, source: BinaryIO, target: TextIO, *, interactive: bool, width: Callable[[], int | None] = lambda: None
    ) -> None:
        """`interactive` means that a terminal echoes the typed input.

        `width` returns the current length of lines in characters; None for any length.
        """
        self._width = width
        self._source, self._target = source, target
        self.interactive = interactive

    def say(self, *lines: str) -> None:
        """Write lines; line breaks inside them begin new lines, and long lines are wrapped between words."""
        width = self._width()
        for line in lines:
            for row in wrapped(plain(line).rstrip(), width):
                self._target.write(f"{row}\n")
        self._target.flush()

    def ask(self, prompt: str) -> str:
        """Write a prompt, and return the line that is typed after it.

        Raises:
            EndOfInput: the input has ended.
        """
        self._target.write(f"{plain(prompt)}: ")
        self._target.flush()
        try:
            line = self._line()
        except EndOfInput:
            self.say("")
            raise
        if not self.interactive:  # the input was not typed in this terminal, so it is not visible yet
            self.say(line)
        return line

    def lines(self) -> Iterable[str]:
        """Yield the lines of a text until `END_OF_CODE` or the end of the input."""
        with contextlib.suppress(EndOfInput):
            while (line := self._line()).rstrip() != END_OF_CODE:
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


@dataclass
class Waiting:
    """Runs calls of a grader with progress messages: `first` seconds until the first one, `then` between others."""

    terminal: Terminal
    grader: Grader
    first: float = 3.0
    then: float = 5.0

    def call(self, what: str, work: Callable[[], Result], output: Output | None = None) -> Result | None:
        """Return the result of a call; None if the learner cancelled it. `what` names it, as in "Checking".

        Raises:
            Exception: the error of the call.
        """
        future: Future[Result] = Future()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:  # raised again in the waiting thread
                future.set_exception(error)

        threading.Thread(target=run, name="mxtutor-plain", daemon=True).start()
        began, pause = monotonic(), self.first
        try:
            while not wait([future], pause).done:
                self.terminal.say(self._still(what, monotonic() - began, output))
                pause = self.then
        except KeyboardInterrupt:
            self.terminal.say("", "Stopping.")
            threading.Thread(target=self.grader.cancel, name="mxtutor-plain-stop", daemon=True).start()
            with contextlib.suppress(KeyboardInterrupt):  # ctrl+c was pressed once more
                wait([future], STOP_SECONDS)
            self.terminal.say("Stopped. It does not count.")
            return None
        return future.result()

    def _still(self, what: str, seconds: float, output: Output | None) -> str:
        if self.grader.state.phase in ("cold", "starting"):
            return f"MXNet is starting, {seconds:.0f} seconds so far."
        last = output.last_line() if output is not None else ""
        printed = f" Your code printed last: {last}" if last else ""
        return f"{what}, {seconds:.0f} seconds so far. Ctrl-C stops it.{printed}"
