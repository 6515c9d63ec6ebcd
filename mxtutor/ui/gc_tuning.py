"""When Python looks for reference cycles: its search through all that the tutor holds stops the screen for 0.1 s."""

from __future__ import annotations

import gc

NEW_OBJECTS = 5_000
"""Objects that are made between two searches of the youngest; Python's own 700 fit programs that make few."""

YOUNG_SEARCHES = 5
"""Searches of the youngest objects between two of the young ones: 15 ms."""

NEVER = 1 << 30


def hold() -> None:
    """Look for no cycles while the tutor starts: nearly all that is made now is kept."""
    gc.disable()


def settle() -> None:
    """Leave out what is there by now from every later search, and search the old ones by `tidy` only.

    Nothing unless `hold` came before.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, YOUNG_SEARCHES, NEVER)
        gc.enable()


def tidy() -> None:
    """Search everything that came since `settle`, closed screens among it; for moments in which nobody types."""
    if gc.get_threshold()[2] == NEVER and gc.get_count()[2]:
        gc.collect()
