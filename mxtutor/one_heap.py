"""Lets all threads of a process share one heap of the C library, and returns what is free in it."""

from __future__ import annotations

import contextlib

_ARENA_MAX = -8
"""`M_ARENA_MAX` of `mallopt` in glibc's malloc.h."""


def use_one_heap() -> None:
    """Let glibc give threads no heaps of their own; other C libraries stay as they are.

    A tutor's threads use few megabytes one after the other, and glibc keeps what each of their heaps had: 1.2 MB.
    Call it before a thread starts.
    """
    import ctypes  # 3 ms that commands need not pay

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def return_free_memory() -> None:
    """Give the free memory of glibc's heap back to the system; it takes some milliseconds at most."""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
