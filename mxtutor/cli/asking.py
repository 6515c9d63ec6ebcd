"""What comes before a command deletes or replaces something: a question, or a check of what is there."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from mxtutor.errors import UsageError

_HEAD = 4096
"""Bytes at the start of a file that say what it is."""


def require_yes(question: str) -> None:
    """Ask on standard error whether to go on; the answer may come from a pipe.

    Raises:
        UsageError: the answer is no, or there is none.
    """
    try:
        if sys.stdin is not None and click.confirm(question, err=True):
            return
        why = "the answer was no" if sys.stdin is not None else "there was no answer"
    except click.Abort:
        if sys.stdin is not None and sys.stdin.isatty():  # ctrl+c
            raise
        click.echo(err=True)
        why = "there was no answer"
    except OSError as error:
        why = f"the answer cannot be read: {error.strerror or error}"
    raise UsageError(f"Nothing was changed, because {why}.", fix="Answer y, or add --yes.")


def refuse_foreign(path: Path, marks: Sequence[bytes]) -> None:
    """Refuse to replace a file that mxtutor did not write; `marks` stand near the start of those that it wrote.

    Raises:
        UsageError: there is such a file.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return  # there is none, or writing says what is wrong
    if head and not any(mark in head for mark in marks):
        fix = "Name another file, or remove it first."
        raise UsageError(f"{path} exists, and it is no such output of mxtutor.", fix=fix)
