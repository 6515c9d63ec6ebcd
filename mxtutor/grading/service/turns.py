"""Decides which call runs next: callers with the least use come first, and classes use free cores."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field

from mxtutor.errors import BrokenError

HALF_LIFE = 30.0
"""Half-life of a caller's use, in seconds."""
FORGOTTEN = 0.01
"""Use, in seconds, below which a caller counts as new."""
SLOTS_PER_CORE = 8
"""Maximum number of simultaneous calls per core; several, so that endless loops do not block short checks."""
MAX_WAITING = 64
"""Maximum number of waiting calls of a class."""


def cancelled() -> BrokenError:
    """Return the error of a call that was cancelled before its turn came."""
    return BrokenError("The check was cancelled.", fix="Check again when you like.")


def _replaced() -> BrokenError:
    return BrokenError("A newer check took the place of this one.", fix="Check again when the newer one has ended.")


@dataclass(eq=False, slots=True)
class Ticket:
    """A call that waits or runs."""

    caller: Caller
    number: int
    """Serial number, so that of two callers with equal use the earlier call comes first."""
    background: bool
    turn: asyncio.Future[None]
    """Done when the turn has come; with an exception if it never will."""

    @property
    def waits(self) -> bool:
        return not self.turn.done()


@dataclass(eq=False)
class Caller:
    """A user of turns; connections of one learner share a caller."""

    name: str
    many: bool = False
    """Whether it grades a class: it uses what others leave free, several jobs at a time."""
    connections: int = 0
    running: int = 0
    """Number of running foreground calls."""
    used: float = 0.0
    """Use: seconds of turns, halved every `HALF_LIFE`."""
    used_at: float = 0.0
    waiting: deque[Ticket] = field(default_factory=deque)
    """The waiting foreground call, if any."""
    later: deque[Ticket] = field(default_factory=deque)
    """The waiting background call, if any; for a class, the waiting calls in order."""

    def use(self, now: float) -> float:
        return self.used * math.pow(0.5, (now - self.used_at) / HALF_LIFE)

    def add(self, seconds: float, now: float) -> None:
        self.used, self.used_at = self.use(now) + seconds, now

    def queue(self, ticket: Ticket) -> deque[Ticket]:
        return self.later if ticket.background else self.waiting


class Turns:
    """The turns of all callers of a grader, for one event loop.

    Each learner has at most one running and one waiting foreground call; a newer call replaces the waiting one. Waiting
    calls compete for the slots. A background call or a call of a class runs if a core is free and no learner waits;
    one of these may always run. A learner also has at most one waiting background call.
    """

    def __init__(self, cores: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._cores, self._clock = cores, clock
        self.slots = SLOTS_PER_CORE * cores
        """Maximum number of simultaneous foreground calls."""
        self._callers: dict[str, Caller] = {}
        self._foreground = self._background = 0
        self._calls = self._tickets = 0
        self._ended_at = clock()

    def join(self, name: str, *, many: bool = False) -> Caller:
        """Return the caller with this name for a new connection; call `leave` when the connection ends."""
        now = self._clock()
        for key, one in list(self._callers.items()):  # keep use that counts: a new connection gives no earlier turn
            if not one.connections and not one.running and one.use(now) < FORGOTTEN:
                del self._callers[key]
        caller = self._callers.setdefault(f"{name} {many}", Caller(f"{name} {many}", many))
        caller.connections += 1
        return caller

    def leave(self, caller: Caller) -> None:
        """Unregister an ended connection of a caller."""
        caller.connections -= 1

    def queue(self, caller: Caller, *, background: bool, gives_way: bool = False) -> Ticket:
        """Queue a call of a caller; `hold` waits for its turn.

        A call that `gives_way` does not replace a waiting one, but is cancelled.
        """
        self._tickets += 1
        turn = asyncio.get_running_loop().create_future()
        ticket = Ticket(caller, self._tickets, background or caller.many, turn)
        queue = caller.queue(ticket)
        if gives_way and queue and not caller.many:
            turn.set_exception(_replaced())
            return ticket
        while queue and not caller.many:
            queue.popleft().turn.set_exception(_replaced())
        if len(queue) >= MAX_WAITING:
            fix = "Wait until some of them have ended."
            turn.set_exception(BrokenError(f"{MAX_WAITING} calls wait already.", fix=fix))
            return ticket
        queue.append(ticket)
        self._grant()
        return ticket

    @contextlib.asynccontextmanager
    async def hold(self, ticket: Ticket) -> AsyncIterator[None]:
        """Wait for the turn of a queued call, and hold it for the block.

        Raises:
            BrokenError: the call was cancelled, was replaced by a newer call of this learner, gave way to an earlier
                one, or too many calls of this class wait.
        """
        await ticket.turn
        began = self._clock()
        try:
            yield
        finally:
            self._ended_at = now = self._clock()
            ticket.caller.add(now - began, now)
            if ticket.background:
                self._background -= 1
            else:
                self._foreground -= 1
                ticket.caller.running -= 1
            self._grant()

    def cancel(self, tickets: Iterable[Ticket]) -> None:
        """Cancel waiting calls; running and ended ones do not change."""
        for ticket in tickets:
            if ticket.waits:
                ticket.turn.set_exception(cancelled())
                ticket.caller.queue(ticket).remove(ticket)
                self._ended_at = self._clock()

    def condition(self) -> tuple[int, int, int, int, float]:
        """Return the numbers of callers, of running, waiting and all begun calls, and the idle seconds."""
        running = self._foreground + self._background
        waiting = sum(len(c.waiting) + len(c.later) for c in self._callers.values())
        idle = 0.0 if running or waiting else self._clock() - self._ended_at
        return sum(c.connections for c in self._callers.values()), running, waiting, self._calls, idle

    def _grant(self) -> None:
        now = self._clock()
        while self._foreground < self.slots:
            ready = [c for c in self._callers.values() if c.waiting and not c.running]
            if not ready:
                break
            caller = min(ready, key=lambda c: (c.use(now), c.waiting[0].number))
            caller.running += 1
            self._foreground += 1
            self._start(caller.waiting)
        while self._background < max(1, self._cores - self._foreground):
            ready = [c for c in self._callers.values() if c.later]
            if not ready:
                break
            caller = min(ready, key=lambda c: (c.many, c.use(now), c.later[0].number))
            self._background += 1
            self._start(caller.later)

    def _start(self, queue: deque[Ticket]) -> None:
        self._calls += 1
        queue.popleft().turn.set_result(None)
