"""Starts the process of a resident grader and waits until it listens."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

from mxtutor.grading.procfs import stopped
from mxtutor.grading.service.address import IDLE_SECONDS, Address
from mxtutor.grading.service.peer import kill
from mxtutor.grading.workers.child_process import START

START_SECONDS = 60.0
"""How long the process may take until it listens; usually 0.5 s."""
MODULE = "mxtutor.grading.service.resident"
LISTENS = b"listens"
"""What the process writes once it listens, after a line with its id."""
CANNOT = b"cannot"
"""What it writes where it can make no socket; its log has the reason."""
_LOOK_SECONDS = 0.2
"""How often this process looks whether the other one is stopped."""
_LEAVE_SECONDS = 1.0
"""How long the process that forks the grader may take to leave."""


def spawn(address: Address, root: Path, confined: bool) -> bool:
    """Start the process, detached from this one, and wait until it listens or has ended; end it if it is stopped.

    Return False where it said that it can make no socket, so that another try is useless.

    Raises:
        OSError: it cannot be started.
    """
    ready, theirs = os.pipe()
    try:
        try:
            started = _popen(address, root, confined, theirs)
        finally:
            os.close(theirs)
        said = _await(ready, started)
        try:
            started.wait(_LEAVE_SECONDS)  # it forks the grader and leaves
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
        if not (LISTENS in said or CANNOT in said):
            kill(_first_number(said))
        return CANNOT not in said
    finally:
        os.close(ready)


def _popen(address: Address, root: Path, confined: bool, ready: int) -> subprocess.Popen[bytes]:
    paths = [p for p in sys.path if os.path.isabs(p)]  # never the learner's current folder
    arguments = (str(address.folder), address.key, str(root), confined, IDLE_SECONDS)
    code = START.format(paths=paths, module=MODULE, fd=ready, arguments=arguments, lifetime="")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    log = os.open(address.log, flags, 0o600)
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-c", code],
            pass_fds=[ready],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    finally:
        os.close(log)


def _await(ready: int, started: subprocess.Popen[bytes]) -> bytes:
    """Wait until the grader has said how its start ended, or has ended, or is stopped; return all that it said."""
    said = b""
    end = time.monotonic() + START_SECONDS
    poll = select.poll()
    poll.register(ready, select.POLLIN)
    while not (LISTENS in said or CANNOT in said) and time.monotonic() < end:
        if poll.poll(_LOOK_SECONDS * 1000):
            piece = os.read(ready, 64)
            if not piece:
                break
            said += piece
        elif stopped(started.pid) or stopped(_first_number(said)):
            started.kill()
            break
    return said


def _first_number(said: bytes) -> int:
    line, end, _ = said.partition(b"\n")
    return int(line) if end and line.isdigit() else 0
