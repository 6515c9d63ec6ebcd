"""Turns a failed call to the database or the disk into one line for people.

The kind of failure follows from error codes, never from words: a message can contain a path, and so any word.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from enum import Enum
from pathlib import Path

from mxtutor.errors import StoreError, reason_of

PROBE = 1 << 16
"""Bytes that a folder must take: more than SQLite needs to open a file."""


class Failure(Enum):
    """Kinds of failure that need different advice."""

    FULL = "full"
    LOCKED = "locked"
    DAMAGED = "damaged"
    READ_ONLY = "read-only"
    OTHER = "other"


_ERRNO = {
    errno.ENOSPC: Failure.FULL,
    errno.EDQUOT: Failure.FULL,
    errno.EFBIG: Failure.FULL,
    errno.EROFS: Failure.READ_ONLY,
}
_SQLITE = {
    5: Failure.LOCKED,  # SQLITE_BUSY
    6: Failure.LOCKED,  # SQLITE_LOCKED
    8: Failure.READ_ONLY,  # SQLITE_READONLY
    11: Failure.DAMAGED,  # SQLITE_CORRUPT
    13: Failure.FULL,  # SQLITE_FULL
    26: Failure.DAMAGED,  # SQLITE_NOTADB
}
"""Primary result codes of SQLite; the sqlite3 module names them from Python 3.11 on."""
_SQLITE_TEXTS = {
    "database is locked": Failure.LOCKED,
    "database table is locked": Failure.LOCKED,
    "attempt to write a readonly database": Failure.READ_ONLY,
    "database disk image is malformed": Failure.DAMAGED,
    "database or disk is full": Failure.FULL,
    "file is not a database": Failure.DAMAGED,
}
"""The messages of the same codes, which contain no path: Python 3.10 gives no code."""


def kind_of(error: BaseException | None) -> Failure:
    """Return the first kind with its own advice among an error and its causes.

    All causes count: after a full disk SQLite has ended the transaction, and the attempt to roll it back fails again.
    """
    while error is not None:
        kind = _own_kind(error)
        if kind is not Failure.OTHER:
            return kind
        error = error.__cause__ or error.__context__
    return Failure.OTHER


def _own_kind(error: BaseException) -> Failure:
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0, Failure.OTHER)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            return _SQLITE_TEXTS.get(str(error), Failure.OTHER)
        return _SQLITE.get(code & 0xFF, Failure.OTHER)  # the low byte of an extended code is the primary one
    return Failure.OTHER


def explain(error: Exception, home: Path) -> StoreError:
    """Return the one line for people about a failed call to the database or the disk below `home`."""
    kind, refused = kind_of(error), None
    if kind is Failure.OTHER and (refused := refusal(home)) is not None:
        kind = kind_of(refused)
    if kind is Failure.FULL:
        return StoreError(
            f"Progress cannot be saved: the disk of {home} is full.", fix="Free some space.", reason="disk full"
        )
    if kind is Failure.LOCKED:
        return StoreError(
            f"Progress in {home} is locked by another program.",
            fix="Close it, then try again.",
            reason="another program has locked the progress file",
        )
    if kind is Failure.DAMAGED:
        return StoreError(
            f"The progress file in {home} is damaged.",
            fix="Start mxtutor again: it sets the file aside.",
            reason="the progress file is damaged",
        )
    if kind is Failure.READ_ONLY:
        return StoreError(
            f"Progress cannot be saved: {home} is read-only.",
            fix="Set MXTUTOR_HOME to a folder that you can write.",
            reason="the folder is read-only",
        )
    system = error if isinstance(error, OSError) else refused
    return StoreError(
        f"Progress in {home} cannot be read or written: {' '.join(str(error).split())}.",
        fix="Fix the folder's permissions, or set MXTUTOR_HOME to a folder that you can write.",
        reason=reason_of(system) if system is not None else "the progress file cannot be written",
    )


def refusal(home: Path) -> OSError | None:
    """Return how the system refuses to write a little to the folder; None if it does not.

    SQLite calls a full disk, a quota and a missing permission by one name where it makes or extends its log.
    """
    try:
        with tempfile.TemporaryFile(dir=home) as file:
            file.write(bytes(PROBE))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None
