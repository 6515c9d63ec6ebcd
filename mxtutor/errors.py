"""The errors that mxtutor shows to its users.

TutorError                 one clear line and an exit code
|- UsageError (2)          bad arguments: an unknown id, a missing file
|- ContentError (2)        a lesson or an exercise cannot be read
|- AnswerError (2)         an answer file cannot be read (missing, binary, too large)
|- StoreError (3)          progress cannot be saved
`- BrokenError (3)         mxtutor failed: a worker cannot start, a framework is missing
   `- ClusterLostError     a cluster cannot be used any more
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Sequence

_REASONS = {
    errno.ENOSPC: "disk full",
    errno.EDQUOT: "disk quota used up",
    errno.EFBIG: "the file is too large",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "no permission",
    errno.EPERM: "no permission",
}


class TutorError(Exception):
    """An error that is shown to the user: one line that also says what to do."""

    exit_code = 3

    def __init__(self, message: str, *, fix: str = "") -> None:
        super().__init__(f"{message} {fix}".strip())
        self.message = message
        """What happened, in one sentence."""
        self.fix = fix
        """What to do, in one sentence; empty if `message` says it already."""


class UsageError(TutorError):
    """The command's arguments are wrong."""

    exit_code = 2


class ContentError(TutorError):
    """A lesson, an exercise or the course file is damaged or missing."""

    exit_code = 2

    def __init__(self, message: str, *, fix: str = "", more: Sequence[str] = ()) -> None:
        super().__init__(message, fix=fix)
        self.more = tuple(more)
        """Further errors in the same file, one line each."""


class AnswerError(TutorError):
    """An answer file cannot be read, so there is nothing to grade."""

    exit_code = 2


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read or written, in a few words: "disk full"; of other errors the text."""
    if not isinstance(error, OSError):
        return str(error)
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)


class StoreError(TutorError):
    """Progress cannot be read or written."""

    def __init__(self, message: str, *, fix: str = "", reason: str = "the store cannot be written") -> None:
        super().__init__(message, fix=fix)
        self.reason = reason
        """Why, in a few words: "disk full"."""


class BrokenError(TutorError):
    """mxtutor itself failed; this never counts against the learner."""


class ClusterLostError(BrokenError):
    """The cluster cannot be used any more; the results so far are kept."""


@contextlib.contextmanager
def file_errors(
    path: object, what: str = "written", *, fix: str = "", kind: type[TutorError] = UsageError
) -> Iterator[None]:
    """Turn an OSError in the block into a TutorError of class `kind`: "`path` cannot be `what`", and why.

    Raises:
        TutorError: the block raised an OSError.
    """
    try:
        yield
    except OSError as error:
        raise kind(f"{path} cannot be {what}: {reason_of(error)}.", fix=fix) from error
