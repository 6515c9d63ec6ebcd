"""Caches the decoded truth table of a pack, because reading YAML is too slow for a look-up."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from mxtutor.paths import cache

Rows = TypeVar("Rows")
CODE = ("truth_rows.py", "truth_reading.py", "torch_names.py")
"""Modules whose changes invalidate the cache."""


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
