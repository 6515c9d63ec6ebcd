"""The client of the server's grader in a session.

A session never starts a grader: that process would inherit the session's limits and rights.
"""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.errors import BrokenError
from mxtutor.grading.service.client import RemoteGrader

if TYPE_CHECKING:
    from mxtutor.grading.service.connection import Connection
    from mxtutor.served import Served

WAIT_SECONDS = 60.0
"""Timeout, in seconds, for the server's grader."""
_PAUSE = 0.1


class SessionGrader(RemoteGrader):
    """A `RemoteGrader` that waits for the server's grader instead of starting one.

    In an examination it sends its calls through the server, which stores the verdicts (`serving/examiner.py`).
    """

    def __init__(self, root: Path, session: Served) -> None:
        super().__init__(root, untrusted=session.untrusted, caller=session.caller)
        self._token, _, self._server = session.examination.partition(":")

    def _connect(self, *, start: bool) -> Connection:
        from mxtutor.grading.service.address import UnavailableError

        end = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                return self._examined() if self._server else super()._connect(start=False)
            except UnavailableError as error:
                if not start or self._closed.is_set():
                    raise
                if time.monotonic() > end:
                    fix = "Check again later. If this does not help, tell your instructor."
                    raise BrokenError("The server's grader is not running.", fix=fix) from error
            time.sleep(_PAUSE)

    def _examined(self) -> Connection:
        """Return a connection to the grader through the server, which handles a hanging grader itself."""
        from msgspec.structs import replace

        from mxtutor.grading.service.address import UnavailableError
        from mxtutor.grading.service.connection import Connection, LeavingError

        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(self._server)
            hello = replace(self._hello(), caller=self._token)
            return Connection(connection, hello, kill=lambda: None, stopped=lambda: False)
        except (OSError, LeavingError) as error:
            connection.close()
            raise UnavailableError("The server's grader is not running.") from error
