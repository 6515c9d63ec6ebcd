"""The resident grader: one process of a user that serves all commands and tutors, and ends when nobody uses it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import threading
import time
from pathlib import Path
from typing import NoReturn

import msgspec

from mxtutor.grading.priority import lower_priority
from mxtutor.grading.service.address import IDLE_SECONDS, Address
from mxtutor.grading.service.control import Record, retire_others
from mxtutor.grading.service.peer import is_own_user, kill
from mxtutor.grading.service.server import Service, Session
from mxtutor.private_files import write_private

MAX_CONNECTIONS = 512
OWNER_SECONDS = 5.0
"""How long the process waits for an earlier one at this address to end, before it kills it."""


def main(ready: int, folder: str, key: str, root: str, confined: bool, idle_seconds: float) -> NoReturn:
    """Serve callers at an address until nobody needs it any more; one byte on `ready` says that it listens."""
    if os.fork():
        os._exit(0)  # whoever started it must not become its parent
    os.setsid()
    os.chdir("/")
    lower_priority()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resident = Resident(Address(Path(folder), key), Path(root), confined=confined, idle_seconds=idle_seconds)
    try:
        resident.listen()
        os.write(ready, b"x")
        os.close(ready)
        resident.wait()
    finally:
        resident.close()
        os._exit(0)


class Resident:
    """The listening socket and the life of the process."""

    def __init__(self, address: Address, root: Path, *, confined: bool, idle_seconds: float = IDLE_SECONDS) -> None:
        self._address, self._idle_seconds = address, idle_seconds
        self._service = Service(root, confined=confined)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._sessions: set[Session] = set()
        self._lock = threading.Lock()

    def listen(self) -> None:
        """Bind the socket, describe this process in its record, and accept callers from now on.

        Raises:
            OSError: the socket cannot be made.
        """
        address, service = self._address, self._service
        self._own(address.owner)
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

    def _own(self, path: Path) -> None:
        """Lock a file as long as this process lives, so that one process serves an address; it holds the process id.

        Raises:
            OSError: another process keeps it.
        """
        owner = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        end = time.monotonic() + OWNER_SECONDS
        killed = False
        while True:
            try:
                fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    if killed:
                        raise
                    text = os.pread(owner, 32, 0)
                    killed = text.isdigit() and kill(int(text))  # it holds the lock: the id is still its own
                    end = time.monotonic() + OWNER_SECONDS
                time.sleep(0.02)
        os.ftruncate(owner, 0)
        os.pwrite(owner, str(os.getpid()).encode(), 0)

    def wait(self) -> None:
        """Return when the process shall end: it was stopped, it is replaced and unused, or it was idle for long."""
        left = self._idle_seconds
        while not self._service.stopping.wait(left):
            left = self._idle_seconds - self._service.turns.condition()[-1]
            if left <= 0:
                return

    def close(self) -> None:
        """Remove the socket, end all calls and the workers; callers that wait get an error."""
        for path in (self._address.socket, self._address.record):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        self._listener.close()
        with self._lock:
            sessions = list(self._sessions)
        for session in sessions:
            session.leave()
        self._service.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                if self._listener.fileno() < 0:
                    return
                time.sleep(0.1)  # no descriptor is left; one will be
                continue
            if is_own_user(connection) and len(self._sessions) < MAX_CONNECTIONS:
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()
            else:
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
                self._service.stopping.set()
