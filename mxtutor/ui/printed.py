"""The output of a running answer, and the losses in the output."""

from __future__ import annotations

import re
import threading

from mxtutor.reporting.sanitize import plain

OUTPUT_LIMIT = 32 * 1024
"""Bytes of output that are shown while an answer runs."""
_LOSS = re.compile(r"loss\W{0,4}([0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)", re.IGNORECASE)


class OutputBuffer:
    """The beginning of a running answer's output; one thread adds, another one reads."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lock = threading.Lock()

    def add(self, data: bytes) -> None:
        """Append output, up to the limit."""
        with self._lock:
            self._data += data[: OUTPUT_LIMIT - len(self._data)]

    def text(self) -> str:
        """Return the output so far, safe to show."""
        with self._lock:
            data = bytes(self._data)
        return plain(data.decode("utf-8", "replace"))


def losses(printed: str) -> tuple[float, ...]:
    """Return the numbers that follow the word "loss" in printed text."""
    return tuple(float(number) for number in _LOSS.findall(printed))
