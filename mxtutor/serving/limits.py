"""Limits of what one address, one page and one session may use."""

from __future__ import annotations

import resource
import time
from collections import OrderedDict
from dataclasses import dataclass

from mxtutor.live.limits import Bucket, Clock, network_of

MIB = 1 << 20

MAX_MESSAGE = 64 * 1024
"""Largest message of a page, in bytes; the page sends a long text in pieces."""
MESSAGES = (200.0, 400.0)
"""Messages of a page: per second in the long run, and at once. A page that sends more has to wait."""
BYTES = (128.0 * 1024, 1024.0 * 1024)
"""Bytes of a page: per second in the long run, and at once."""

WRONG_TOKENS = (0.2, 10.0)
"""Wrong tokens of one address: per second in the long run, and at once."""
ALL_WRONG_TOKENS = (5.0, 200.0)
"""Wrong tokens of all addresses together."""
MAX_ADDRESSES = 4096
"""Addresses of which wrong tokens are remembered."""

LIMITS = (
    (resource.RLIMIT_AS, 1024 * MIB),
    (resource.RLIMIT_CPU, 4 * 3600),
    (resource.RLIMIT_FSIZE, 64 * MIB),
    (resource.RLIMIT_NOFILE, 256),
    (resource.RLIMIT_CORE, 0),
)
"""Limits of a session's process: address space in bytes, processor time in seconds, size of a file, open files."""


class WrongTokens:
    """Counts wrong tokens, for each address and for all of them: after too many, an address has to wait."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._all = Bucket(*ALL_WRONG_TOKENS, clock)
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, address: str) -> float:
        """Return how many seconds an address must wait until it may try a token; 0 for none."""
        own = self._of.get(network_of(address))
        return max(self._all.wait, own.wait if own is not None else 0.0)

    def note(self, address: str) -> None:
        """Count a wrong token."""
        key = network_of(address)
        own = self._of.setdefault(key, Bucket(*WRONG_TOKENS, self._clock))
        self._of.move_to_end(key)
        own.take()
        self._all.take()
        while len(self._of) > MAX_ADDRESSES:
            self._of.popitem(last=False)


def limit_process(pid: int) -> None:
    """Apply `LIMITS` to a process of this user that has just begun.

    Raises:
        ProcessLookupError: it has ended.
    """
    for kind, most in LIMITS:
        _, hard = resource.prlimit(pid, kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.prlimit(pid, kind, (most, most))


@dataclass(frozen=True, slots=True)
class Timing:
    """How long sessions last."""

    idle: float = 30 * 60.0
    """Seconds without a key or a click after which a session ends."""
    warning: float = 60.0
    """Seconds before that at which the learner is told."""
    alone: float = 120.0
    """Seconds that a session waits for its page after the page was closed or the network was lost."""
    stopping: float = 5.0
    """Seconds that a session's process may take to keep the learner's work and end."""
    step: float = 1.0
    """Seconds between two looks at all sessions."""
