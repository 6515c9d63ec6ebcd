"""A grader's process that belongs to one program and ends with it: used where no resident grader can be."""

from __future__ import annotations

from pathlib import Path

from mxtutor.errors import BrokenError
from mxtutor.grading.procfs import stopped
from mxtutor.grading.service.connection import Connection, LeavingError
from mxtutor.grading.service.messages import Hello
from mxtutor.grading.workers.child_process import ChildProcess

LEAVE_SECONDS = 2.0
"""How long the process gets to end its workers and leave."""


class PrivateProcess:
    """A process that runs `service.server`, and the connection to it."""

    def __init__(self, root: Path, confined: bool, hello: Hello) -> None:
        """Start the process.

        Raises:
            BrokenError: it cannot be started.
        """
        try:
            self._child = ChildProcess("grader", "mxtutor.grading.service.server", (str(root), confined))
        except OSError as error:
            raise BrokenError(f"The grader cannot be started: {error}.", fix="Run `mxtutor doctor`.") from error
        try:
            self.connection = Connection(
                self._child.socket,
                hello,
                kill=self._child.kill,
                stopped=lambda: stopped(self._child.pid),
                last_words=self._last_words,
            )
        except LeavingError:
            raise BrokenError(
                f"The grader cannot be started: {self._last_words()}.", fix="Run `mxtutor doctor`."
            ) from None
        except BrokenError:  # it declined this caller
            self._child.end(LEAVE_SECONDS)
            raise

    def _last_words(self) -> str:
        self._child.end(0)  # it takes no more calls, if it lives at all
        return self._child.last_line()

    def close(self) -> None:
        """Let the process leave, and end it if it does not; idempotent."""
        self.connection.close()
        self._child.end(LEAVE_SECONDS)
        self._child.close()
