"""The process at the other end of a Unix socket: whose it is, and its end when it no longer answers."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import struct
from pathlib import Path

from mxtutor.grading.procfs import stopped

_CREDENTIALS = struct.Struct("3i")
"""`struct ucred` of unix(7): process, user, group."""


def peer(connection: socket.socket) -> tuple[int, int]:
    """Return the ids of the process at the other end and of its user."""
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, user, _ = _CREDENTIALS.unpack(found)
    return pid, user


def is_own_user(connection: socket.socket) -> bool:
    """Return whether a process of this user is at the other end."""
    return peer(connection)[1] == os.geteuid()


def kill_peer(connection: socket.socket) -> None:
    """Kill the process at the other end, also a stopped one; nothing where it has ended or is this process."""
    with contextlib.suppress(OSError):  # another thread has closed the connection: its process has ended
        pid, user = peer(connection)
        if user == os.geteuid():
            kill(pid)


def peer_stopped(connection: socket.socket) -> bool:
    """Return whether a signal has stopped the process at the other end."""
    try:
        return stopped(peer(connection)[0])
    except OSError:  # another thread has closed the connection
        return False


def kill(pid: int) -> bool:
    """Kill a process other than this one; return whether there was one."""
    if pid in (0, os.getpid()):
        return False
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        return False
    return True


def runs_module(pid: int, module: str) -> bool:
    """Return whether a process of this user was started to run a module, as far as its command line says."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        return os.stat(f"/proc/{pid}").st_uid == os.geteuid() and module.encode() in command
    except OSError:
        return False
