"""Keeps the decoded truth table of a pack, because reading YAML takes longer than a look-up may take."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from mxtutor.content import truth_rows
from mxtutor.content.truth_rows import Truth
from mxtutor.paths import cache
from mxtutor.private_files import make_private_folder, write_private

Rows = tuple[Truth, ...]


def cached(table: Path, parts: Iterable[bytes], read: Callable[[], Rows]) -> Rows:
    """Return the rows of a table: the kept ones if the text and the types are unchanged, else those that `read` gives.

    A missing, damaged or unwritable cache is not an error.

    Args:
        table: path of the table; each table has one file in the cache.
        parts: the bytes of all files of the table.
        read: decodes the table; its rows are kept for the next process.
    """
    digest = _digest(parts)
    file = cache() / f"truth-{hashlib.sha256(str(table).encode()).hexdigest()[:16]}.msgpack"
    with contextlib.suppress(OSError, msgspec.MsgspecError, ValueError):
        data = file.read_bytes()
        if data.startswith(digest):
            return msgspec.msgpack.decode(data[len(digest) :], type=Rows)
    rows = read()
    with contextlib.suppress(OSError):
        make_private_folder(file.parent)
        write_private(file, digest + msgspec.msgpack.encode(rows))
    return rows


def _digest(parts: Iterable[bytes]) -> bytes:
    """Return a digest of the table's text and of the code that defines and reads its rows."""
    code = Path(__file__).parent
    own = [(code / name).read_bytes() for name in (Path(truth_rows.__file__).name, "truth.py")]
    found = hashlib.sha256()
    for part in (*own, *parts):
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    return found.digest()
