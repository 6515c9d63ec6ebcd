"""What the signs of life of a class server say; `heartbeat` writes them."""

from __future__ import annotations

import time
from collections.abc import Callable

LATE_SECONDS = 30.0
"""Time without a sign after which the server counts as away."""


class ServerSigns:
    """What the signs say about a server; clocks of other machines may be wrong, so a new sign counts most."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: float | None = None
        self._changed: float | None = None
        """When the last sign came, by this machine's monotonic clock; None before the second one."""

    def away(self, seen: float | None, now: float) -> str:
        """Return that the server is away; empty if it is not.

        Args:
            seen: its last sign by its clock; 0: it has stopped, None: there is none.
            now: the time of day here, seconds since 1970.
        """
        if seen is None:
            return "no class server was seen"
        if not seen:
            return "the class server has stopped"
        if self._last is not None and seen != self._last:
            self._changed = self._clock()
        self._last = seen
        silent = now - seen if self._changed is None else self._clock() - self._changed
        if silent < LATE_SECONDS:
            return ""
        return f"class server not seen for {f'{silent / 60:.0f} min' if silent >= 60 else f'{silent:.0f} s'}"
