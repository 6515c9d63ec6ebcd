"""Reads data about processes from /proc; a system without it seems to have no processes."""

from __future__ import annotations

import contextlib
import os

_EXITING = 0x4
"""PF_EXITING of the kernel."""


def children(pid: int | str) -> list[int]:
    """Return the direct children of a process ("self": of this one), as /proc shows them."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += [int(p) for p in file.read().split()]
    return found


def descendants(pid: int | str) -> list[int]:
    """Return the children of a process, their children, and so on."""
    found: list[int] = []
    todo: list[int | str] = [pid]
    while todo:
        below = children(todo.pop())
        found += below
        todo += below
    return found


def stopped(pid: int) -> bool:
    """Return whether a signal has stopped a process."""
    return _state(pid)[0] == b"T"


def ending(pid: int) -> bool:
    """Return whether a process has ended, or has begun to."""
    return bool(_state(pid)[1] & _EXITING)


def _state(pid: int) -> tuple[bytes, int]:
    """Return the state and the flags of a process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return b"X", _EXITING
    return fields[0], int(fields[6])


def memory(pid: int) -> int:
    """Return the resident anonymous and shared memory of a process in bytes."""
    total = 0
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/status", "rb") as file:
        for line in file:
            if line.startswith((b"RssAnon:", b"RssShmem:")):
                total += int(line.split()[1]) * 1024
    return total
