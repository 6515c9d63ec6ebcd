"""Writes a gradebook to files in the format of the file's suffix."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.errors import file_errors
from mxtutor.private_files import replacing
from mxtutor.reporting.gradebook.page import page_parts
from mxtutor.reporting.gradebook.tables import canvas_parts, csv_parts, json_parts, moodle_parts

WRITERS: dict[str, Callable[[Gradebook], Iterator[str]]] = {
    ".json": json_parts,
    ".moodle.csv": moodle_parts,
    ".canvas.csv": canvas_parts,
    ".csv": csv_parts,
    ".html": page_parts,
}
"""Maps suffixes to functions that yield the text of a file; the first matching suffix counts."""
RESULTS = ".jsonl"
"""Suffix of the file of results, which is written while the class is graded."""
ENDINGS = (*WRITERS, RESULTS)


def ending_of(path: Path) -> str:
    """Return the suffix of an output's name; empty if it is none of the formats."""
    return next((one for one in ENDINGS if path.name.endswith(one) and path.name != one), "")


def with_ending(path: Path, ending: str) -> Path:
    """Return an output's path with another suffix: class.jsonl for class.csv."""
    return path.with_name(path.name.removesuffix(ending_of(path)) + ending)


def partial_path(path: Path) -> Path:
    """Return the name under which an unfinished gradebook is written: class.partial.json for class.json."""
    return with_ending(path, f".partial{ending_of(path)}")


def write(book: Gradebook, path: Path) -> None:
    """Write the gradebook atomically; only its owner can read the file.

    Raises:
        UsageError: the file cannot be written.
    """
    with file_errors(path, fix="Free space or name another file."), replacing(path) as file:
        for part in WRITERS[ending_of(path)](book):
            file.write(part.encode("utf-8", "backslashreplace"))
