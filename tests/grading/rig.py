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
    """Return all processes that were forked from a worker, wherever they hang in the tree."""
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


def _descendants(pid: int) -> set[int]:
    return {one for child in below(pid) for one in (child, *_descendants(child))}


def leftovers(worker: int, before: set[int], seconds: float = 3.0) -> set[int]:
    """Return the processes that a worker has too much after a while.

    It may have one supervisor and its child, who wait for a next job; those of `before` have had theirs.
    """
    end = time.monotonic() + seconds
    while True:
        left = family(worker)
        if len(left) <= 2 and not left & before:
            return set()
        if time.monotonic() > end:
            return left
        time.sleep(0.005)
