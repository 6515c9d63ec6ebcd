"""The process of a session, however it was started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Sequence


class Launched:
    """The process of a session, and the three streams to it."""

    def __init__(
        self,
        pid: int,
        keys: asyncio.StreamWriter,
        output: asyncio.StreamReader,
        errors: asyncio.StreamReader,
        ended: Awaitable[object],
        others: Sequence[asyncio.StreamWriter | asyncio.BaseTransport] = (),
    ) -> None:
        self.pid = pid
        """Its id; also that of its process group."""
        self.input, self.output, self.errors = keys, output, errors
        self._open = (keys, *others)
        self._ended = asyncio.ensure_future(ended)

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._ended.done()

    async def wait(self) -> None:
        """Wait until the process has ended."""
        await asyncio.shield(self._ended)

    def kill(self) -> None:
        """End the process, and what it started, at once."""
        if not self.has_ended:
            end_session(self.pid)

    def close(self) -> None:
        """Close the streams."""
        for one in self._open:
            one.close()


def end_session(pid: int) -> None:
    """End a session's process and its group, or the process alone where it does not lead a group yet."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(pid, signal.SIGKILL)
