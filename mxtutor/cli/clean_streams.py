"""Standard output and standard error through which no escape sequence of others reaches a terminal.

What a command prints holds names of files, classes and learners, texts of exceptions, outputs of answers. Each of them
may hold codes that rewrite the terminal. They end here, in the one place through which every line passes.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TextIO

from mxtutor.reporting.sanitize import for_terminal


class CleanText(io.TextIOWrapper):
    """A text stream that writes no control codes but line breaks, tabs and the colours of `paint`."""

    def write(self, text: str, /) -> int:
        """Write a text without what could rewrite a terminal; return the length of the text that was given."""
        super().write(for_terminal(text))
        return len(text)


@contextlib.contextmanager
def clean_streams() -> Iterator[None]:
    """Clean what the block writes to standard output and standard error."""
    names = ("stdout", "stderr")
    before = {name: getattr(sys, name) for name in names}
    for name, stream in before.items():
        if type(stream) is io.TextIOWrapper:  # not None, which a closed one is, and no stand-in of a caller
            setattr(sys, name, _cleaned(stream))
    try:
        yield
    finally:
        for name, stream in before.items():
            made: TextIO = getattr(sys, name)
            if isinstance(made, CleanText):
                setattr(sys, name, stream)
                with contextlib.suppress(OSError, ValueError):  # the command has said why it cannot be written
                    made.flush()
                with contextlib.suppress(OSError, ValueError):
                    made.close()


def _cleaned(stream: io.TextIOWrapper) -> CleanText:
    stream.flush()
    # a buffer of its own: the stream's may remember a file that its descriptor no longer is, in a fork of a server
    buffer = io.BufferedWriter(io.FileIO(stream.fileno(), "wb", closefd=False))
    return CleanText(
        buffer, encoding=stream.encoding, errors=stream.errors, line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )  # fmt: skip
