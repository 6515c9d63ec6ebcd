"""What the tests of grading share: exercises of the checkout, and processes seen from outside."""

from __future__ import annotations

import contextlib
import functools
import os
import time
from pathlib import Path

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise

CHECKOUT = Path(__file__).resolve().parents[2]


@functools.cache
def exercise(name: str) -> Exercise:
    """Return an exercise of the checkout by its id."""
    return load_exercise(CHECKOUT / "exercises" / name, name)


def _mark(pid: int) -> str:
    """Return what a process shares with those that it was forked from and with no other; "" if there is none."""
    try:
        network = os.readlink(f"/proc/{pid}/ns/net")
        own = os.readlink("/proc/self/ns/net")
        return network if network != own else Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def family(worker: int) -> set[int]:
    """Return all processes that were forked from a worker, anywhere in the process tree."""
    mark = _mark(worker)
    others = {int(name) for name in os.listdir("/proc") if name.isdecimal() and int(name) != worker}
    return _descendants(worker) | {pid for pid in others if mark and _mark(pid) == mark}


def below(pid: int) -> list[int]:
    """Return the children of a process."""
    found: list[int] = []
    tasks: list[str] = []
    with contextlib.suppress(OSError):
        tasks = os.listdir(f"/proc/{pid}/task")
    for task in tasks:
        with contextlib.suppress(OSError):  # a thread that ends leaves its children to another one
            found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    return found


def is_init(pid: int) -> bool:
    """Return whether a child of a worker is the first process of its pid namespace."""
    try:
        ids = Path(f"/proc/{pid}/status").read_text().partition("NSpid:")[2].splitlines()[0].split()
    except (OSError, IndexError):
        return False
    return len(ids) > 1 and ids[-1] == "1"


def supervisors_of(worker: int) -> list[int]:
    """Return the supervisors of a worker."""
    return [pid for pid in below(worker) if not is_init(pid)]


def _descendants(pid: int) -> set[int]:
    return {one for child in below(pid) for one in (child, *_descendants(child))}


def _has_had_its_job(worker: int, child: int) -> bool:
    """Return whether a child has taken its job: until then, it prints into the worker's log."""
    try:
        return os.readlink(f"/proc/{child}/fd/1") != os.readlink(f"/proc/{worker}/fd/1")
    except OSError:  # it has ended, or hides from an ordinary user
        return False


def leftovers(worker: int, seconds: float = 30.0) -> set[int]:
    """Return the superfluous processes of a worker after a while.

    It may have the first process of its pid namespace, and supervisors with one child each that waits for a next job.
    """
    end = time.monotonic() + seconds
    while True:
        supervisors = below(worker)
        waiting = {c for s in supervisors for c in below(s)[:1] if not _has_had_its_job(worker, c)}
        left = family(worker) - set(supervisors) - waiting
        if not left:
            return set()
        if time.monotonic() > end:
            return left
        time.sleep(0.005)
