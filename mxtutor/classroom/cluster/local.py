"""A cluster on this machine: a process with the scheduler, and workers below it.

It listens on 127.0.0.1 only, and takes no one without the key that is made for it: other users of the machine could
otherwise send it code.
"""

from __future__ import annotations

import contextlib
import json
from types import TracebackType
from typing import TYPE_CHECKING

from mxtutor.classroom.cluster.dask_link import Address, tls
from mxtutor.errors import BrokenError
from mxtutor.grading.workers.child_process import ChildProcess

if TYPE_CHECKING:
    from typing_extensions import Self

START_SECONDS = 120.0
"""Time until the scheduler listens; usually 2 s."""
CONNECT_SECONDS = 60.0
"""Time to connect: workers that start take the processor from the scheduler, which listens in a process beside them."""
END_SECONDS = 15.0
"""Time for the workers to end."""
PATIENCE = 120.0
"""Seconds to wait for workers: one that was killed starts again at once."""


class LocalCluster:
    """A scheduler and workers on this machine, ended by `close` or `with`. They end with this process, too."""

    def __init__(self, workers: int, threads: int, *, confined: bool = True) -> None:
        """Start `workers` processes that grade `threads` answers at once, each; wait until the scheduler listens.

        Raises:
            BrokenError: it does not start.
        """
        self._last_line = "its process ended without a message"
        self._process = ChildProcess(
            "local cluster", "mxtutor.classroom.cluster.local_process", (workers, threads, "on" if confined else "off")
        )
        try:
            self._process.socket.settimeout(START_SECONDS)
            with self._process.socket.makefile("rb") as said:
                line = said.readline()
        except OSError:
            line = b""
        except BaseException:
            self.close(seconds=0.0)
            raise
        if not line.endswith(b"\n"):
            self.close(seconds=1.0)
            raise self.failure()
        self._said = json.loads(line)

    @property
    def pid(self) -> int:
        """Id of the process with the scheduler."""
        return self._process.pid

    @property
    def address(self) -> Address:
        """Where the scheduler listens, with its key."""
        return Address(
            self._said["address"], tls(ca=self._said["cert"], cert=self._said["cert"], key=self._said["key"])
        )

    def failure(self) -> BrokenError:
        """Return an error that says why no scheduler listens, from the last line that its process wrote."""
        with contextlib.suppress(ValueError, OSError):  # it is closed, and the line is known
            self._last_line = self._process.last_line() or self._last_line
        return BrokenError(f"The local cluster does not start: {self._last_line}.", fix="Run `mxtutor doctor`.")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self, seconds: float = END_SECONDS) -> None:
        """End the scheduler and the workers; call it once."""
        self._process.socket.close()
        self._process.end(seconds)
        self._last_line = self._process.last_line() or self._last_line
        self._process.close()
