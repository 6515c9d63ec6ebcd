"""What a running answer prints, and the losses in it."""

from __future__ import annotations

import re
import threading

from mxtutor.reporting.sanitize import plain

HEARD = 32 * 1024
"""Bytes of a running answer's output that are shown before it ends."""
_LOSS = re.compile(r"loss\W{0,4}([0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)", re.IGNORECASE)


class OutputBuffer:
    """The beginning of what a running answer prints; one thread adds, another reads."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lock = threading.Lock()

    def add(self, data: bytes) -> None:
        """Take over what came, as far as there is room."""
        with self._lock:
            self._data += data[: HEARD - len(self._data)]

    def text(self) -> str:
        """Return what was printed so far, safe to show."""
        with self._lock:
            data = bytes(self._data)
        return plain(data.decode("utf-8", "replace"))


def losses(printed: str) -> tuple[float, ...]:
    """Return the numbers that stand behind the word "loss" in what was printed."""
    return tuple(float(number) for number in _LOSS.findall(printed))
