"""Turns an error of the database or the disk into a `StoreError` that the learner can act on.

The kind of failure is determined by error codes, never by words: messages contain paths, which can contain any word.
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
"""Bytes that are written as a test: more than SQLite needs to open a file."""


class Failure(Enum):
    """Kinds of failures with their message, fix, and reason in a few words."""

    FULL = ("Progress cannot be saved: the disk of {} is full.", "Free some space.", "disk full")
    LOCKED = (
        "Progress in {} is locked by another program.",
        "Close it, then try again.",
        "another program has locked the progress file",
    )
    DAMAGED = (
        "The progress file in {} is damaged.",
        "Start mxtutor again: it sets the file aside.",
        "the progress file is damaged",
    )
    READ_ONLY = (
        "Progress cannot be saved: {} is read-only.",
        "Set MXTUTOR_HOME to a folder that you can write.",
        "the folder is read-only",
    )
    OTHER = ("", "", "")


_ERRNO = {
    errno.ENOSPC: Failure.FULL,
    errno.EDQUOT: Failure.FULL,
    errno.EFBIG: Failure.FULL,
    errno.EROFS: Failure.READ_ONLY,
}
_SQLITE = (
    (5, "database is locked", Failure.LOCKED),  # SQLITE_BUSY
    (6, "database table is locked", Failure.LOCKED),  # SQLITE_LOCKED
    (8, "attempt to write a readonly database", Failure.READ_ONLY),  # SQLITE_READONLY
    (11, "database disk image is malformed", Failure.DAMAGED),  # SQLITE_CORRUPT
    (13, "database or disk is full", Failure.FULL),  # SQLITE_FULL
    (26, "file is not a database", Failure.DAMAGED),  # SQLITE_NOTADB
)
"""SQLite's primary result codes with their messages, which contain no path; Python 3.10 gives no codes."""


def kind_of(error: BaseException | None) -> Failure:
    """Return the first kind other than `OTHER` among an error and its causes.

    The causes matter: after a full disk SQLite has rolled back itself, and the explicit rollback raises another error.
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
        code = getattr(error, "sqlite_errorcode", None)  # the low byte is the primary result code
        for known, text, kind in _SQLITE:
            if (code & 0xFF == known) if code is not None else (str(error) == text):
                return kind
    return Failure.OTHER


def explain(error: Exception, home: Path) -> StoreError:
    """Return the `StoreError` for a failed call to the database or the disk below `home`."""
    kind, refused = kind_of(error), None
    if kind is Failure.OTHER and (refused := refusal(home)) is not None:
        kind = kind_of(refused)
    if kind is not Failure.OTHER:
        message, fix, reason = kind.value
        return StoreError(message.format(home), fix=fix, reason=reason)
    system = error if isinstance(error, OSError) else refused
    place = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return StoreError(
        f"Progress in {home} cannot be read or written: {place}{' '.join(reason_of(error).split())}.",
        fix="Fix the folder's permissions, or set MXTUTOR_HOME to a folder that you can write.",
        reason=reason_of(system) if system is not None else "the progress file cannot be written",
    )


def refusal(home: Path) -> OSError | None:
    """Return the system's error for a test write to the folder; None if writing works.

    SQLite reports a full disk, a quota and a missing permission as the same error when it writes its log.
    """
    try:
        with tempfile.TemporaryFile(dir=home) as file:
            file.write(bytes(PROBE))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None
