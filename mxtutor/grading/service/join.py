"""Connects to the resident grader, and starts it if it does not run."""

from __future__ import annotations

import os
import socket
import time
from functools import partial
from pathlib import Path

from mxtutor.grading.procfs import stopped
from mxtutor.grading.service.address import Address, UnavailableError
from mxtutor.grading.service.connection import Connection, LeavingError
from mxtutor.grading.service.locks import holder, try_lock
from mxtutor.grading.service.messages import Hello
from mxtutor.grading.service.peer import is_own_user, kill, kill_peer, peer_stopped

ATTEMPTS = 3
"""How often a grader that ends meanwhile is replaced."""
CONNECT_SECONDS = 5.0
"""How long a grader may take to accept a connection where many callers wait for that."""
_PAUSE = 0.02
_FIX = "Run `mxtutor doctor`."


def join(address: Address, root: Path, hello: Hello, *, confined: bool, start: bool = True) -> Connection:
    """Return a connection to the resident grader of an address; with `start` it is started if it does not run.

    Raises:
        UnavailableError: it does not run, or cannot be reached or started.
        BrokenError: it declines this caller.
    """
    for _ in range(ATTEMPTS):
        try:
            connection = connect(address) or (_start(address, root, confined=confined) if start else None)
            if connection is None:
                continue
            if not is_own_user(connection):
                connection.close()
                raise UnavailableError(f"{address.socket} belongs to another user.", fix="Set MXTUTOR_GRADER=off.")
        except OSError as error:
            raise UnavailableError(f"The grader cannot be reached: {error}.", fix=_FIX) from error
        try:
            ends, stops = partial(kill_peer, connection), partial(peer_stopped, connection)
            return Connection(connection, hello, kill=ends, stopped=stops)
        except LeavingError:
            continue
    raise UnavailableError(f"The grader ends again and again.{last_line(address)}", fix=_FIX)


def connect(address: Address) -> socket.socket | None:
    """Return a connection; None if no process listens.

    Raises:
        OSError: this process cannot make a connection, or the process that listens accepts none for a while.
    """
    end = time.monotonic() + CONNECT_SECONDS
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.setblocking(False)  # a blocking connect waits for ever where many callers wait already
            connection.connect(str(address.socket))
            connection.setblocking(True)
            return connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            return None
        except BlockingIOError:
            connection.close()
            if stopped(pid := holder(address.owner)):
                kill(pid)
                return None
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE)
        except OSError:
            connection.close()
            raise


def _start(address: Address, root: Path, *, confined: bool) -> socket.socket | None:
    """Start the process and return a connection to it, None where it has ended; one caller at a time does so.

    A caller that waits for another one goes on alone where that one is stopped: the processes then agree which of them
    serves.

    Raises:
        OSError, UnavailableError: it cannot be started, or can make no socket.
    """
    from mxtutor.grading.service.spawn import START_SECONDS, spawn  # 0.5 MB that a tutor beside a grader does not need

    end = time.monotonic() + START_SECONDS
    while (lock := try_lock(address.lock)) is None:
        if connection := connect(address):
            return connection
        if stopped(holder(address.lock)) or time.monotonic() > end:
            break
        time.sleep(_PAUSE)
    try:
        connection = connect(address)  # another caller may have started it meanwhile
        if connection is None and not spawn(address, root, confined):
            raise UnavailableError(f"The grader cannot be started.{last_line(address)}", fix=_FIX)
        return connection or connect(address)
    finally:
        if lock is not None:
            os.close(lock)


def last_line(address: Address) -> str:
    """Return why the last process of an address ended, as far as it said so."""
    try:
        lines = address.log.read_text(errors="replace").strip().splitlines()
    except OSError:
        return ""
    return f" {lines[-1].rstrip('.')}." if lines else ""
