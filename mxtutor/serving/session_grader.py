"""The grader of a session: the one that the server keeps. A session never starts a grader.

What a session starts would inherit its limits and its rights, which are those of one learner.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.errors import BrokenError
from mxtutor.grading.service.client import RemoteGrader

if TYPE_CHECKING:
    from mxtutor.grading.service.connection import Connection

WAIT_SECONDS = 60.0
"""How long a session waits for the server's grader."""
_PAUSE = 0.1


class SessionGrader(RemoteGrader):
    """`RemoteGrader` that waits for a grader instead of starting one."""

    def _connect(self, *, start: bool) -> Connection:
        from mxtutor.grading.service.address import UnavailableError

        end = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                return super()._connect(start=False)
            except UnavailableError as error:
                if not start or self._is_closed():
                    raise
                if time.monotonic() > end:
                    fix = "Check again later. If this does not help, tell your instructor."
                    raise BrokenError("The server's grader is not running.", fix=fix) from error
            time.sleep(_PAUSE)


def caller_name(home: Path) -> str:
    """Return the name of a learner's turns: that of the home, which tells nobody who it is."""
    return f"served {home.name}"
