"""The resident grader: a process per user that serves all commands and tutors, and ends when it is unused."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

import msgspec

from mxtutor.grading.priority import lower_priority
from mxtutor.grading.procfs import kill
from mxtutor.grading.service.address import Address, holder, is_own_user, remove_left, runs_module, try_lock
from mxtutor.grading.service.calls import GraderEnd
from mxtutor.grading.service.connection import CANNOT, LISTENS, MODULE, connect
from mxtutor.grading.service.control import GraderRecord, retire_others
from mxtutor.grading.service.server import CallerConnection, Service
from mxtutor.grading.workers.worker import allow_open_files
from mxtutor.private_files import write_private

MAX_CONNECTIONS = 512
OPEN_FILES = 4096
"""Limit of open files for connections and their jobs; the system may allow fewer."""
OWNER_SECONDS = 5.0
"""Seconds to wait for an earlier process at this address to listen or to end, before it is killed."""
LEAVE_SECONDS = 3.0
"""Timeout, in seconds, for telling callers that the process ends; a stopped caller does not read that.

It is less than `OWNER_SECONDS`, after which the next process would kill this one.
"""


def main(ready: int, folder: str, key: str, root: str, confined: bool, idle_seconds: float) -> NoReturn:
    """Serve callers at an address until the process is not needed any more.

    To the descriptor `ready`, write the id of this process, then `LISTENS` once this or another process listens at the
    address, or `CANNOT`.
    """
    if pid := os.fork():
        _tell(ready, b"%d\n" % pid)
        os._exit(0)  # the process that started this one must not be its parent
    os.setsid()
    os.chdir("/")
    lower_priority()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_open_files(OPEN_FILES)
    try:
        asyncio.run(Resident(Address(Path(folder), key), Path(root), confined=confined).run(ready, idle_seconds))
    finally:
        os._exit(0)


def _tell(ready: int, text: bytes) -> None:
    with contextlib.suppress(OSError):  # the process that started this one has ended; others may wait for it
        os.write(ready, text)


class Resident:
    """Serves callers at the listening socket, until the process should end."""

    def __init__(self, address: Address, root: Path, *, confined: bool) -> None:
        self._address = address
        self._service = Service(root, confined=confined)
        self._server: asyncio.Server | None = None
        self._owner: int | None = None
        """Descriptor of the file that is locked while this process serves the address."""
        self._sessions: set[CallerConnection] = set()

    async def run(self, ready: int, idle_seconds: float) -> NoReturn:
        """Report to `ready`, and serve callers until the process should end; then exit."""
        idle = False
        try:
            serves = await self.listen()
            _tell(ready, LISTENS)
            os.close(ready)
            if serves:
                idle = await self._until_unused(idle_seconds)
        except OSError as error:
            print(f"No socket can be made: {error}", file=sys.stderr)
            _tell(ready, CANNOT)
        finally:
            await self._close(idle=idle)
            os._exit(0)  # exit at once: no caller waits for the running threads

    async def listen(self) -> bool:
        """Write the record of this process, and accept callers from now on.

        Return False if another process serves the address already.

        Raises:
            OSError: the socket cannot be made.
        """
        address, service = self._address, self._service
        self._owner = self.own()
        if self._owner is None:
            return False
        address.socket.unlink(missing_ok=True)  # left by a killed process
        self._server = await asyncio.start_unix_server(self._serve, address.socket, backlog=128)
        record = GraderRecord(
            os.getpid(), address.key, service.installation, str(service.root),
            "on" if service.confined else "off", time.time(),
        )  # fmt: skip
        write_private(address.record, msgspec.json.encode(record))
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, service.stopping.set)
        loop.run_in_executor(None, service.start)
        loop.run_in_executor(None, retire_others, record, address.folder)
        return True

    def own(self) -> int | None:
        """Lock the owner's file of the address; return its descriptor, or None if another process listens there.

        A process that holds the lock but does not listen is ending, or hangs and is killed after `OWNER_SECONDS`.

        Raises:
            OSError: the file cannot be locked.
        """
        path, killed = self._address.owner, False
        end = time.monotonic() + OWNER_SECONDS
        while (owner := try_lock(path)) is None:
            if other := connect(self._address):
                other.close()
                return None
            if time.monotonic() > end:
                if killed:
                    raise TimeoutError(f"process {holder(path)} keeps {path}")
                killed = runs_module(holder(path), MODULE) and kill(holder(path))
                end = time.monotonic() + OWNER_SECONDS
            time.sleep(0.02)
        return owner

    async def _until_unused(self, idle_seconds: float) -> bool:
        """Wait until the process should end: asked to stop, replaced and unused, or idle for long.

        Return whether no call was running then, so that a call that comes just now can go to the next process.
        """
        left = idle_seconds
        while left > 0:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._service.stopping.wait(), left)
                return self._service.retiring
            left = idle_seconds - self._service.turns.condition()[-1]
        return True

    async def _close(self, *, idle: bool) -> None:
        """Remove the socket, and end all calls and the workers; waiting callers get an error."""
        if self._server is not None:
            self._server.close()
        if self._owner is None:  # the address belongs to another process
            return
        for path in (self._address.socket, self._address.record):
            with contextlib.suppress(OSError):
                path.unlink()
        if leaving := [asyncio.create_task(session.leave(idle=idle)) for session in self._sessions]:
            await asyncio.wait(leaving, timeout=LEAVE_SECONDS)
        self._service.close()
        os.close(self._owner)
        self._owner = None
        remove_left(self._address)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        channel = GraderEnd(reader, writer)
        if not is_own_user(writer.get_extra_info("socket")) or len(self._sessions) >= MAX_CONNECTIONS:
            channel.cut()
            return
        session = CallerConnection(channel, self._service)
        self._sessions.add(session)
        try:
            await session.serve()
        finally:
            self._sessions.discard(session)
            if self._service.retiring and not self._sessions:
                self._service.stopping.set()
