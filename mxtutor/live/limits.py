"""How often somebody may ask: a few calls at once, then so many per minute. The memory for it is bounded."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from functools import partial

from cachetools import LRUCache

Clock = Callable[[], float]
MAX_KEYS = 20_000
"""Callers that are remembered; the one that was quiet for longest is dropped."""


class Bucket:
    """Allows `rate` units per second in the long run, and `burst` units at once."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        """Begin with all units; `clock` gives seconds and never goes back."""
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, units: float = 1.0) -> float:
        """Take units, and return the seconds until they are earned: 0 while the bucket is not overdrawn."""
        self._refill()
        self._left -= units
        return max(0.0, -self._left / self._rate)

    @property
    def wait(self) -> float:
        """Seconds until one unit can be taken; 0 if it can be taken now."""
        self._refill()
        return max(0.0, (1.0 - self._left) / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + self._rate * (now - self._at))
        self._at = now


class RateLimit:
    """Limits the calls of each key, such as an address or a learner."""

    def __init__(self, at_once: int, per_minute: float, clock: Clock = time.monotonic) -> None:
        """Allow `at_once` calls, and then `per_minute`; `clock` gives seconds and never goes back."""
        self._new = partial(Bucket, per_minute / 60, float(at_once), clock)
        self._of: LRUCache[str, Bucket] = LRUCache(MAX_KEYS)

    def wait(self, key: str) -> int:
        """Return for how many whole seconds a key must wait until its next call; 0 if it may call now."""
        return math.ceil(self._of[key].wait) if key in self._of else 0

    def count(self, key: str) -> None:
        """Count one call of a key."""
        self._of.setdefault(key, self._new()).take()

    def take(self, key: str) -> int:
        """Count a call if it is allowed now; return what `wait` returned before it."""
        seconds = self.wait(key)
        if not seconds:
            self.count(key)
        return seconds


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
