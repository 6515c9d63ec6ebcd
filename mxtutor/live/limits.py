"""How often somebody may ask: a few calls at once, then so many per minute. The memory for it is bounded."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable

from cachetools import LRUCache

MAX_KEYS = 20_000
"""Callers that are remembered; the one that was quiet for longest is dropped."""


class RateLimit:
    """Limits the calls of each key, such as an address or a learner."""

    def __init__(self, at_once: int, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow `at_once` calls, and then `per_minute`; `clock` gives seconds and never goes back."""
        self._at_once, self._rate, self._clock = float(at_once), per_minute / 60, clock
        self._left: LRUCache[str, tuple[float, float]] = LRUCache(MAX_KEYS)

    def wait(self, key: str) -> int:
        """Return for how many whole seconds a key must wait until its next call; 0 if it may call now."""
        left = self._now(key)
        return 0 if left >= 1 else max(1, math.ceil((1 - left) / self._rate))

    def count(self, key: str) -> None:
        """Count one call of a key."""
        self._left[key] = (self._now(key) - 1, self._clock())

    def take(self, key: str) -> int:
        """Count a call if it is allowed now; return what `wait` returned before it."""
        seconds = self.wait(key)
        if not seconds:
            self.count(key)
        return seconds

    def _now(self, key: str) -> float:
        left, since = self._left.get(key, (self._at_once, self._clock()))
        return min(self._at_once, left + (self._clock() - since) * self._rate)


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
