"""A grader in another process, so that its imports and computations never delay this process's screen."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mxtutor.errors import BrokenError, TutorError
from mxtutor.grading.protocol import CommandGrader, GraderState, RemoteFunctions, Result

if TYPE_CHECKING:  # this module is imported before the first paint, so later needs are imported later
    from mxtutor.grading.service.calls import Hello
    from mxtutor.grading.service.connection import Connection


BEGAN = time.time_ns()
"""Approximate start time of this program, in ns; used because a fingerprint of the files takes 3 ms."""
ATTEMPTS = 3
"""Maximum number of attempts to send a call, if processes end without having begun it."""


class RemoteGrader(RemoteFunctions, CommandGrader):
    """`Grader` for the content at `root`, in the resident grader's process; thread-safe, and a context manager.

    If `MXTUTOR_GRADER` is `off`, or no socket can be made, the process is private and ends with this object.
    The process is started by the first call, and after its end replaced by the next call. Calls in a process that is
    killed are sent again once; calls in a process that is told to stop end as `broken`.
    `confined` and `untrusted` as in `LocalGrader`. `caller` is the name for turns (by default unique to this process),
    `many` is for grading a class, and with `ahead` each check prepares the next one.
    """

    def __init__(
        self,
        root: Path,
        confined: bool = True,
        *,
        untrusted: bool = False,
        many: bool = False,
        ahead: bool = True,
        caller: str = "",
    ) -> None:
        self._root, self._confined = root, confined
        self._untrusted, self._many, self._ahead = untrusted, many, ahead
        self._caller = caller or f"process {os.getpid()}"
        self._installation = ""
        self._connecting = threading.Lock()
        """Held for seconds by the thread that finds or starts the process."""
        self._connection: Connection | None = None
        self._fault = ""
        """Why the last process could not be started."""
        self._closed = threading.Event()

    @property
    def state(self) -> GraderState:
        if self._fault:
            return GraderState("broken", self._fault)
        return self._connection.state if self._connection is not None else GraderState("cold")

    @property
    def pid(self) -> int | None:
        """Process id, for tests and benchmarks."""
        return self._connection.pid if self._connection is not None else None

    def start(self) -> None:
        """Start the process and wait for its workers, unless this is closed; `state` tells whether it failed."""
        with contextlib.suppress(TutorError):
            self._connected().await_started()

    def join(self) -> bool:
        try:
            self._connected(start=False)
        except TutorError:
            return False
        return True

    def require_ready(self) -> None:
        self._connected().await_started()
        if self.state.phase == "broken":
            raise BrokenError(self.state.detail)

    def cancel(self) -> None:
        connection = self._connection
        if connection is not None:
            connection.cancel()

    def close(self) -> None:
        """Disconnect, and end a private process; idempotent. A later `start` does nothing."""
        self._closed.set()
        self._leave()  # a thread that is starting the process disconnects by itself

    def _leave(self) -> None:
        connection = self._connection
        if connection is not None:
            connection.close()

    def call(self, method: Callable[..., Result], *given: Any, **named: Any) -> Result:
        """Return the result of a method of `Grader`; its `on_output` is called in this thread.

        If the process is killed in the meantime, the call is sent again, and `on_output` gets the output of both runs.

        Raises:
            BrokenError: the process cannot be started or has ended, the call failed there, or the grader is closed.
            UsageError: the variable `MXTUTOR_GRADER` has an unknown value.
        """
        from mxtutor.grading.service.connection import LeavingError, LostError

        lost = False
        for _ in range(ATTEMPTS):
            try:
                return self._connected().call(method, *given, **named)
            except LeavingError:  # the process was idle, and ended when this call came
                continue
            except LostError:  # after a second time, the call itself may be the cause
                if lost or self._closed.is_set():
                    raise
                lost = True
        raise BrokenError("The grader ends again and again.", fix="Run `mxtutor doctor`.")

    def _connected(self, *, start: bool = True) -> Connection:
        """Return the open connection or a new one; without `start`, only to a running process.

        Raises:
            BrokenError: the process cannot be started or does not run, or the grader is closed.
        """
        with self._connecting:
            if self._closed.is_set():
                raise BrokenError("The grader is closed.")
            if self._connection is None or self._connection.lost:
                self._leave()  # a private process that hangs
                try:
                    connection = self._connect(start=start)
                except TutorError as error:
                    self._fault = str(error) if start else ""
                    raise
                self._connection, self._fault = connection, ""
                if self._closed.is_set():  # `close` sets it before it reads `_connection`
                    self._leave()
                    raise BrokenError("The grader is closed.")
            return self._connection

    def _connect(self, *, start: bool) -> Connection:
        from mxtutor.grading.service.address import UnavailableError, find_address, wants_resident
        from mxtutor.grading.service.connection import PrivateConnection, join

        hello = self._hello()
        if wants_resident():
            with contextlib.suppress(UnavailableError):  # a private process needs no socket in a folder
                address = find_address(self._root, confined=self._confined)
                return join(address, self._root, hello, confined=self._confined, start=start)
        if not start:
            raise UnavailableError("No grader runs.")
        return PrivateConnection(self._root, self._confined, hello)

    def _hello(self) -> Hello:
        from mxtutor.grading.service.address import changed_since, installation
        from mxtutor.grading.service.calls import Hello
        from mxtutor.served import start_again

        if not self._installation:
            if changed_since(BEGAN):  # the fingerprint would be of newer code than this program runs
                raise BrokenError("mxtutor's files have changed since this program started.", fix=start_again())
            self._installation = installation()
        return Hello(self._installation, self._caller, self._many, self._untrusted, self._ahead)
