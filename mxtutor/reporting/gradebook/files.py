"""Writes a gradebook to files; the ending of a name says in which form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.errors import UsageError
from mxtutor.private_files import replacing
from mxtutor.reporting.gradebook.csv_file import csv_parts
from mxtutor.reporting.gradebook.json_file import json_parts
from mxtutor.reporting.gradebook.page import page_parts

WRITERS: dict[str, Callable[[Gradebook], Iterator[str]]] = {".json": json_parts, ".csv": csv_parts, ".html": page_parts}
"""Ending of a file's name, to what yields its text."""
RESULTS = ".jsonl"
"""Ending of the file of results, which is written while the class is graded."""
ENDINGS = (".json", RESULTS, ".csv", ".html")


def ending_of(path: Path) -> str:
    """Return the ending of an output's name; empty if no form has it."""
    return next((one for one in (*WRITERS, RESULTS) if path.name.endswith(one) and path.name != one), "")


def with_ending(path: Path, ending: str) -> Path:
    """Return an output's path with another ending: class.jsonl for class.csv."""
    return path.with_name(path.name.removesuffix(ending_of(path)) + ending)


def partial_path(path: Path) -> Path:
    """Return the name under which an unfinished gradebook is written: class.partial.json for class.json."""
    return with_ending(path, f".partial{ending_of(path)}")


def write(book: Gradebook, path: Path, form: str = "") -> None:
    """Write the gradebook whole or not at all; only its owner can read it.

    `form` is the ending that decides; without it that of `path`.

    Raises:
        UsageError: the file cannot be written.
    """
    try:
        with replacing(path) as file:
            for part in WRITERS[form or ending_of(path)](book):
                file.write(part.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}.", fix="Free space or name another file."
        ) from error
