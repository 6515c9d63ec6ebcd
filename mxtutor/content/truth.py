"""Finds the truth table of a pack: `truth.yaml` and the files of `truth/`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from mxtutor.content.truth_cache import cached
from mxtutor.content.truth_rows import Truth
from mxtutor.paths import content_root

TRUTH_FILE = "truth.yaml"
TRUTH_FOLDER = "truth"
"""Folder with further files of rows, one for each area."""


@lru_cache(maxsize=4)
def load_truth(root: Path) -> tuple[Truth, ...]:
    """Return the truth table of the pack at `root`; the tutor's own table if the pack has none.

    Raises:
        ContentError: the table is missing, damaged or of another format version.
    """
    paths = truth_files_of(root)
    return cached(paths, lambda: read_truth(paths), tuple[Truth, ...])


def truth_files_of(root: Path) -> list[Path]:
    """Return the files of the truth table for the pack at `root`: its own, else the tutor's."""
    folder = root / "lessons"
    return truth_files(folder if (folder / TRUTH_FILE).is_file() else content_root() / "lessons")


def truth_files(lessons: Path) -> list[Path]:
    """Return the files of the truth table in a pack's folder of lessons, `truth.yaml` first."""
    return [lessons / TRUTH_FILE, *sorted((lessons / TRUTH_FOLDER).glob("*.yaml"))]


def read_truth(paths: Sequence[Path]) -> tuple[Truth, ...]:
    """Return the rows of these files, without the cache.

    Raises:
        ContentError: a file is missing, damaged or of another format version.
    """
    from mxtutor.content.truth_reading import read_rows  # not needed if the table is cached

    return tuple(row for path in paths for row in read_rows(path))
