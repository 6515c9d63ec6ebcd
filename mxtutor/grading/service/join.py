"""Connects to the resident grader, and starts it if it does not run."""

from __future__ import annotations

import fcntl
import os
import select
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

from mxtutor.errors import BrokenError
from mxtutor.grading.service.address import IDLE_SECONDS, Address
from mxtutor.grading.service.connection import Connection, LeavingError
from mxtutor.grading.service.messages import Hello
from mxtutor.grading.service.peer import is_own_user, kill_peer
from mxtutor.grading.workers.child_process import START

START_SECONDS = 60.0
"""How long the process may take until it listens; usually 0.5 s."""
ATTEMPTS = 3
"""How often a grader that ends meanwhile is replaced."""
_MODULE = "mxtutor.grading.service.resident"


def join(address: Address, root: Path, hello: Hello, *, confined: bool) -> Connection:
    """Return a connection to the resident grader of an address, which is started if it does not run.

    Raises:
        BrokenError: it cannot be started, belongs to another user, or declines this caller.
    """
    for _ in range(ATTEMPTS):
        connection = _connect(address) or _start(address, root, confined=confined)
        if not is_own_user(connection):
            connection.close()
            raise BrokenError(f"{address.socket} belongs to another user.", fix="Set MXTUTOR_GRADER=off.")
        try:
            return Connection(connection, hello, kill=partial(kill_peer, connection))
        except LeavingError:
            continue
    raise BrokenError(f"The grader ends again and again.{_last_line(address)}", fix="Run `mxtutor doctor`.")


def _connect(address: Address) -> socket.socket | None:
    """Return a connection; None if no process listens."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(str(address.socket))
    except OSError:
        connection.close()
        return None
    return connection


def _start(address: Address, root: Path, *, confined: bool) -> socket.socket:
    """Start the process and return a connection to it; one caller at a time does so.

    Raises:
        BrokenError: it cannot be started, or does not listen.
    """
    try:
        with open(address.lock, "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            connection = _connect(address)  # another caller may have started it meanwhile
            if connection is None:
                _spawn(address, root, confined)
                connection = _connect(address)
    except OSError as error:
        raise BrokenError(f"The grader cannot be started: {error}.", fix="Run `mxtutor doctor`.") from error
    if connection is None:
        raise BrokenError(f"The grader cannot be started.{_last_line(address)}", fix="Run `mxtutor doctor`.")
    return connection


def _spawn(address: Address, root: Path, confined: bool) -> None:
    """Start the process, detached from this one, and wait until it listens or has ended."""
    ready, theirs = os.pipe()
    paths = [p for p in sys.path if os.path.isabs(p)]  # never the learner's current folder
    arguments = (str(address.folder), address.key, str(root), confined, IDLE_SECONDS)
    code = START.format(paths=paths, module=_MODULE, fd=theirs, arguments=arguments)
    try:
        log = os.open(address.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            started = subprocess.Popen(
                [sys.executable, "-I", "-c", code],
                pass_fds=[theirs],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        finally:
            os.close(log)
            os.close(theirs)
        started.wait()  # it forks the grader and leaves
        select.select([ready], [], [], START_SECONDS)  # readable also when the grader ended
    finally:
        os.close(ready)


def _last_line(address: Address) -> str:
    try:
        lines = address.log.read_text(errors="replace").strip().splitlines()
    except OSError:
        return ""
    return f" {lines[-1].rstrip('.')}." if lines else ""
