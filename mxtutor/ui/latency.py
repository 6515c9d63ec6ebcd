"""Keeps the screen quick while other threads of the same process work; `docs/ARCHITECTURE.md` lists all parts.

Two things hold a screen up in Python: another thread that has the interpreter, and the search for reference cycles,
which goes through all that the tutor holds and takes 0.1 s.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SWITCH_SECONDS = 0.0005
"""Longest that a thread which reads or imports keeps the interpreter from the screen; Python's 5 ms add up."""

NEW_OBJECTS = 5_000
"""Objects that are made between two searches of the youngest; Python's own 700 fit programs that make few."""

YOUNG_SEARCHES = 5
"""Searches of the youngest objects between two of the young ones: 15 ms."""

NEVER = 1 << 30


def begin_start() -> None:
    """Share the interpreter in short turns, and search for no cycles: nearly all that a start makes is kept."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()


def end_start() -> None:
    """Leave out what is there by now from every later search, and search the old objects by `tidy` only.

    Nothing unless `begin_start` came before.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, YOUNG_SEARCHES, NEVER)
        gc.enable()


def tidy() -> None:
    """Search everything that came since `end_start`, closed screens among it; for moments in which nobody types."""
    if gc.get_threshold()[2] == NEVER and gc.get_count()[2]:
        gc.collect()


@contextmanager
def half_the_time() -> Iterator[None]:
    """Leave the interpreter to the screen for as long as the block took; for work in a thread."""
    began = time.perf_counter()
    yield
    time.sleep(time.perf_counter() - began)
