"""Finds the truth table of a pack: `truth.yaml` and the files of `truth/`; caches it, because reading YAML is slow."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from mxtutor.content.truth_rows import Truth
from mxtutor.paths import cache, content_root

Rows = TypeVar("Rows")

TRUTH_FILE = "truth.yaml"
TRUTH_FOLDER = "truth"
"""Folder with further files of rows, one for each area."""
CODE = ("truth_rows.py", "truth_reading.py", "torch_names.py")
"""Modules whose changes invalidate the cache."""


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


def cached(paths: Sequence[Path], read: Callable[[], Rows], kind: type[Rows], *, name: str = "truth") -> Rows:
    """Return the rows of a table, from the cache if its files and the code are unchanged, else from `read`.

    A missing, damaged or unwritable cache is not an error.

    Args:
        paths: the files of the table; each table has one file in the cache, named after the first path.
        read: decodes the table; its rows are cached for the next process.
        kind: the type of the rows.
        name: the beginning of the cache file's name.
    """
    file, state = _place(paths, name)
    with contextlib.suppress(OSError, msgspec.MsgspecError, ValueError):
        data = file.read_bytes()
        if data.startswith(state):
            return msgspec.msgpack.decode(memoryview(data)[len(state) :], type=kind)
    rows = read()
    with contextlib.suppress(OSError):
        from mxtutor.private_files import make_private_folder, write_private

        make_private_folder(file.parent)
        write_private(file, state + msgspec.msgpack.encode(rows))
    return rows


def _place(paths: Sequence[Path], name: str) -> tuple[Path, bytes]:
    """Return the cache file of a table, and its first bytes if it is valid."""
    own = Path(__file__).parent
    state = repr([_state(path) for path in (*(own / code for code in CODE), *paths)]).encode()
    return cache() / f"{name}-{zlib.crc32(str(paths[0]).encode()):08x}.msgpack", state


def _state(path: Path) -> tuple[object, ...]:
    """Return a value that changes when a file is written or replaced."""
    try:
        status = path.stat()
    except OSError:
        return (str(path),)
    return str(path), status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
