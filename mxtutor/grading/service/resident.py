"""The resident grader: one process of a user that serves all commands and tutors, and ends when it is not used."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

import msgspec

from mxtutor.grading.priority import lower_priority
from mxtutor.grading.service.address import (
    IDLE_SECONDS,
    Address,
    holder,
    is_own_user,
    kill,
    remove_left,
    runs_module,
    try_lock,
)
from mxtutor.grading.service.connection import CANNOT, LISTENS, MODULE, connect
from mxtutor.grading.service.control import Record, retire_others
from mxtutor.grading.service.server import Service, Session
from mxtutor.private_files import write_private

MAX_CONNECTIONS = 512
OPEN_FILES = 4096
"""Open files that so many connections and their jobs can need; the system may allow fewer."""
OWNER_SECONDS = 5.0
"""How long the process waits for an earlier one at this address to listen or to end, before it kills it."""
LEAVE_SECONDS = 3.0
"""How long the process tries to tell its callers that it ends: one that is stopped does not read that.

It is less than `OWNER_SECONDS`, after which the next process would kill this one.
"""


def main(ready: int, folder: str, key: str, root: str, confined: bool, idle_seconds: float) -> NoReturn:
    """Serve callers at an address until it is not needed any more.

    `ready` is told the id of this process, then `LISTENS` once it or another process listens at the address, or
    `CANNOT`.
    """
    if pid := os.fork():
        _tell(ready, b"%d\n" % pid)
        os._exit(0)  # the process that started it must not become its parent
    os.setsid()
    os.chdir("/")
    lower_priority()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _allow_open_files()
    resident = Resident(Address(Path(folder), key), Path(root), confined=confined, idle_seconds=idle_seconds)
    try:
        serves = resident.listen()
        _tell(ready, LISTENS)
        os.close(ready)
        if serves:
            resident.wait()
    except OSError as error:
        print(f"No socket can be made: {error}", file=sys.stderr)
        _tell(ready, CANNOT)
    finally:
        resident.close()
        os._exit(0)


def _tell(ready: int, text: bytes) -> None:
    with contextlib.suppress(OSError):  # the process that started it has ended; others may wait for it
        os.write(ready, text)


def _allow_open_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Resident:
    """The listening socket and the life of the process."""

    def __init__(self, address: Address, root: Path, *, confined: bool, idle_seconds: float = IDLE_SECONDS) -> None:
        self._address, self._idle_seconds = address, idle_seconds
        self._service = Service(root, confined=confined)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._owner: int | None = None
        """Descriptor of the file that is locked as long as this process serves the address."""
        self._idle = False
        """Whether the process ends because it was not called for long."""
        self._sessions: set[Session] = set()
        self._lock = threading.Lock()

    def listen(self) -> bool:
        """Bind the socket, describe this process in its record, and accept callers from now on.

        Return False where another process serves the address already.

        Raises:
            OSError: the socket cannot be made.
        """
        address, service = self._address, self._service
        self._owner = self._own()
        if self._owner is None:
            return False
        address.socket.unlink(missing_ok=True)  # of a process that was killed
        self._listener.bind(str(address.socket))
        self._listener.listen(128)
        record = Record(
            os.getpid(), address.key, service.installation, str(service.root),
            "on" if service.confined else "off", time.time(),
        )  # fmt: skip
        write_private(address.record, msgspec.json.encode(record))
        signal.signal(signal.SIGTERM, lambda *_: service.stopping.set())
        threading.Thread(target=self._accept, name="mxtutor-accept", daemon=True).start()
        threading.Thread(target=service.start, name="mxtutor-start", daemon=True).start()
        threading.Thread(target=retire_others, args=(record, address.folder), daemon=True).start()
        return True

    def _own(self) -> int | None:
        """Lock the file that says who serves the address; return its descriptor, None where another process listens.

        A process that holds the lock and does not listen is ending, or hangs: then it is killed.

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

    def wait(self) -> None:
        """Return when the process shall end: it was stopped, it is replaced and unused, or it was idle for long."""
        left = self._idle_seconds
        while not self._service.stopping.wait(left):
            left = self._idle_seconds - self._service.turns.condition()[-1]
            if left <= 0:
                self._idle = True
                return

    def close(self) -> None:
        """Remove the socket, end all calls and the workers; callers that wait get an error.

        After an idle time, callers whose calls come just now send them to the next process.
        """
        self._listener.close()
        if self._owner is None:  # the address belongs to another process
            return
        for path in (self._address.socket, self._address.record):
            with contextlib.suppress(OSError):
                path.unlink()
        with self._lock:
            sessions = list(self._sessions)
        leaving = [threading.Thread(target=s.leave, kwargs={"idle": self._idle}, daemon=True) for s in sessions]
        for thread in leaving:
            thread.start()
        end = time.monotonic() + LEAVE_SECONDS
        for thread in leaving:
            thread.join(max(0.0, end - time.monotonic()))
        self._service.close()
        os.close(self._owner)
        self._owner = None
        remove_left(self._address)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                if self._listener.fileno() < 0:
                    return
                time.sleep(0.1)  # no descriptor is left; one will be
                continue
            try:
                if not is_own_user(connection) or len(self._sessions) >= MAX_CONNECTIONS:
                    connection.close()
                    continue
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()
            except (OSError, RuntimeError):  # no thread is left: this caller uses a private grader
                connection.close()

    def _serve(self, connection: socket.socket) -> None:
        session = Session(connection, self._service)
        with self._lock:
            self._sessions.add(session)
        try:
            session.serve()
        finally:
            with self._lock:
                self._sessions.discard(session)
                unused = not self._sessions
            if unused and self._service.retiring.is_set():
                self._idle = True
                self._service.stopping.set()
