"""Reads data about processes from /proc and signals them; without /proc there seem to be none."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import dataclass

_EXITING = 0x4
"""PF_EXITING of the kernel."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int = 0) -> None:
    """Let the kernel kill this process when its parent ends, even if a signal has stopped it then.

    It exits if its parent is not the process `parent` any more. The kernel also kills it when the *thread* that started
    it ends. A fork does not inherit this, so each fork calls it first. A change of the user id cancels it.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if parent and os.getppid() != parent:
            os._exit(1)


def kill(pid: int, number: int = signal.SIGKILL) -> bool:
    """Kill a process other than this one, or send it another signal; return whether there was one."""
    if pid in (0, os.getpid()):
        return False
    try:
        os.kill(pid, number)
    except OSError:
        return False
    return True


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
    fields = _stat(str(pid))
    return (fields[0], int(fields[6])) if fields else (b"X", _EXITING)


def _stat(place: str) -> list[bytes]:
    """Return the fields of a process, or of one of its threads, from its state on; none if it has ended."""
    with contextlib.suppress(OSError), open(f"/proc/{place}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()
    return []


@dataclass(frozen=True, slots=True)
class Activity:
    """What some processes do; none of it depends on how long they wait for a processor."""

    cpu: float = 0.0
    """Processor time in seconds, with that of children that have ended and were waited for."""
    sleeps: bool = True
    """Whether every thread waits for an event: none runs, is ready to run, waits for a disk, or is stopped."""
    stopped: tuple[int, ...] = ()
    """Those that a signal has stopped."""


def activity(pids: Iterable[int]) -> Activity:
    """Return what processes and their threads do now; parents come before their children."""
    ticks, sleeps, stopped = 0, True, list[int]()
    for pid in pids:
        states = set[bytes]()
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                states.update(_stat(f"{pid}/task/{task}")[:1])
        sleeps = sleeps and states <= {b"S", b"I", b"Z", b"X"}
        ticks += sum(map(int, _stat(str(pid))[11:15]))
        if b"T" in states:
            stopped.append(pid)
    return Activity(ticks / _TICKS, sleeps, tuple(stopped))


def switches(pids: Iterable[int]) -> int:
    """Return how often the main threads of processes began to run; it grows even if they run for a moment only."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/status", "rb") as file:
            total += sum(int(line.split()[1]) for line in file if b"ctxt_switches:" in line)
    return total


def id_in_namespace(pid: int, level: int) -> int | None:
    """Return the id that a process has in the pid namespace `level` below that of /proc; None if it has ended."""
    return next(iter(_ids(pid)[level : level + 1]), None)


def namespace_level() -> int:
    """Return how many pid namespaces below that of /proc this process lives."""
    return max(len(_ids("self")) - 1, 0)


def _ids(pid: int | str) -> list[int]:
    """Return the ids of a process in the pid namespace of /proc and in those below it; none if it has ended."""
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/status", "rb") as file:
        return next(([int(one) for one in line.split()[1:]] for line in file if line.startswith(b"NSpid:")), [])
    return []


def memory(pid: int) -> int:
    """Return the resident anonymous and shared memory of a process in bytes."""
    return _bytes(pid, "status", (b"RssAnon:", b"RssShmem:"))


def proportional_memory(pid: int) -> int:
    """Return the memory of a process in bytes, with its share of what it shares; 0 where the system does not tell."""
    return _bytes(pid, "smaps_rollup", (b"Pss:",))


def _bytes(pid: int, name: str, fields: tuple[bytes, ...]) -> int:
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/{name}", "rb") as file:
        return 1024 * sum(int(line.split()[1]) for line in file if line.startswith(fields))
    return 0
