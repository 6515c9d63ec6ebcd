"""Functions of commands on files: checks before writing, questions, and the learner's store."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from mxtutor import paths
from mxtutor.cli.painting import tell
from mxtutor.content.plan import Plan
from mxtutor.errors import UsageError, file_errors
from mxtutor.private_files import write_private
from mxtutor.reporting.sanitize import clean_line, json_safe

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

_HEAD = 4096
"""Bytes at the start of a file that are searched for marks."""

_PLAN_MARK = b'{\n "version": 1,\n "title": '
"""Start of a learning path, as `write_plan` writes it."""


def require_yes(question: str) -> None:
    """Ask for confirmation at the terminal.

    Raises:
        UsageError: the answer is no, or there is no terminal.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("Nothing was changed, because there is no terminal to ask at.", fix="Add --yes.")
    if not click.confirm(question, err=True):
        raise UsageError("Nothing was changed, because the answer was no.", fix="Answer y, or add --yes.")


def refuse_foreign(path: Path, marks: Sequence[bytes]) -> None:
    """Refuse to replace a file that mxtutor did not write; its own files contain one of `marks` near the start.

    Raises:
        UsageError: a file of another program exists there.
    """
    foreign = False
    with contextlib.suppress(OSError):  # writing reports the error
        foreign = path.exists() and not path.is_file()
        if path.is_file():  # reading a pipe could block for ever
            with path.open("rb") as file:
                head = file.read(_HEAD)
            foreign = bool(head) and not any(mark in head for mark in marks)
    if foreign:
        fix = "Name another file, or remove it first."
        raise UsageError(f"{path} exists and is not an output that mxtutor may replace.", fix=fix)


def check_files(
    outputs: Sequence[Path], endings: Iterable[str], marks: Sequence[bytes] | None, plan: Path | None = None
) -> None:
    """Check before the work whether the outputs can be written; `marks` are for `refuse_foreign`, None to skip it.

    `plan` is an output whose name may have any suffix.

    Raises:
        UsageError: an output has another suffix, is a folder, is in no existing folder, is named twice, or is a file
            of another program.
    """
    for output in outputs:
        if not any(output.name.endswith(one) and output.name != one for one in endings):
            raise UsageError(f"{output} cannot be written.", fix=f"Its name must end in {', '.join(endings)}.")
    every = [*outputs, *([plan] if plan else [])]
    for output in every:
        if output.is_dir() or not output.absolute().parent.is_dir():
            raise UsageError(f"{output} cannot be written.", fix="Name a file in a folder that exists.")
        if marks is not None:
            refuse_foreign(output, marks if output is not plan else (_PLAN_MARK,))
    if len({output.absolute() for output in every}) < len(every):
        raise UsageError("One output is named twice.", fix="Name each one once.")


def write_file(path: Path, text: str) -> None:
    """Write a text to a file, replacing it.

    Raises:
        UsageError: it cannot be written.
    """
    with file_errors(path):
        write_private(path, text.encode("utf-8", "backslashreplace"))


def encoded(made: object) -> str:
    """Return a record as a line of JSON that is safe for a terminal."""
    return json_safe(msgspec.json.encode(made).decode()) + "\n"


def write_plan(path: Path, plan: Plan) -> None:
    """Write a learning path for `mxtutor --path`, and say so.

    Raises:
        UsageError: it cannot be written.
    """
    write_file(path, msgspec.json.format(msgspec.json.encode(plan), indent=1).decode() + "\n")
    tell(f"wrote {(named := clean_line(str(path)))}. `mxtutor --path {named}` opens it.")


@contextlib.contextmanager
def graceful_end() -> Iterator[None]:
    """Make SIGTERM and SIGHUP end the block as ctrl+c does, with every result kept and no process left running.

    A signal that is ignored, as under `nohup`, stays ignored.
    """

    def stop(number: int, _: object) -> None:
        raise KeyboardInterrupt(number)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {one: signal.signal(one, stop) for one in signals if signal.getsignal(one) is not signal.SIG_IGN}
    except ValueError:  # a script may call this in another thread than the main one
        yield
        return
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def learners_store() -> Iterator[ProgressStore]:
    """Yield the learner's store for reading, and print a note about damaged data.

    Raises:
        StoreError: the store cannot be read.
    """
    from mxtutor.progress.store import reading

    with reading(paths.home()) as store:
        if store.notice:
            tell(clean_line(store.notice))
        yield store
