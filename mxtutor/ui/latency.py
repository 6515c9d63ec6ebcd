"""Keeps the screen responsive while other threads of the process work; `docs/ARCHITECTURE.md` lists all measures.

Two things delay a screen in Python: another thread that has the interpreter lock, and a full garbage collection,
which visits all objects of the tutor and takes 0.1 s.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SWITCH_SECONDS = 0.0005
"""Longest time for which another thread keeps the interpreter lock; waits of Python's default of 5 ms add up."""

NEW_OBJECTS = 5_000
"""New objects between two collections of the youngest generation; with Python's default of 700 there are too many."""

START_OBJECTS = 50_000
"""The same while the tutor starts: each of these collections takes a few milliseconds."""

YOUNG_SEARCHES = 5
"""Collections of the youngest generation between two collections of the middle one, which take 15 ms."""

NEVER = 1 << 30


def begin_start() -> None:
    """Switch between threads more often, and collect the youngest generation only, and seldom.

    Imports leave 27,000 objects in cycles; if they were not collected, a tutor would need 3 MB more memory.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(START_OBJECTS, NEVER, NEVER)


def end_start() -> None:
    """Exclude the present objects from later collections, and collect the oldest generation in `tidy` only.

    It does nothing without an earlier `begin_start`.
    """
    if gc.get_threshold()[2] == NEVER:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, YOUNG_SEARCHES, NEVER)


def tidy() -> None:
    """Collect objects made since `end_start`, such as closed screens; call it while no keys are pressed."""
    if gc.get_threshold()[2] == NEVER and gc.get_count()[2]:
        gc.collect()


@contextmanager
def half_the_time() -> Iterator[None]:
    """Sleep as long as the block took, so that a thread uses at most half of the interpreter's time."""
    began = time.perf_counter()
    yield
    time.sleep(time.perf_counter() - began)
