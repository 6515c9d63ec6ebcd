"""Takes batches of events into the store: checks each event, and stores what arrives at the same time together.

A transaction waits for the disk once, however many batches it holds. The loop's thread uses this class alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar

from mxtutor.live.events import (
    FULL,
    MAX_BATCH,
    MAX_BODY,
    Event,
    Receipt,
    Refused,
    check_event,
    is_id,
    size_of,
)
from mxtutor.live.store import ClassStore, ForgottenError, Sent

MAX_EVENTS = 50_000
"""Events of one learner; a day of hard work makes a thousand."""
MAX_LEARNER_BYTES = 16 << 20
"""Bytes of one learner; ten answers to each of 147 exercises with code take 2 MiB."""
MAX_STORE_BYTES = 4 << 30
"""Bytes of a store; 500 learners who answer all exercises ten times with code take 1 GiB."""
LEAST_BYTES = 1 << 20
"""Bytes of one learner in a store that is full: those who fill it do not shut the others out."""
MEASURE_BYTES = 8 << 20
"""Bytes that are stored between two measurements of the store."""
TOGETHER = 64
"""Batches in one transaction."""
_T = TypeVar("_T")
_Part = tuple[Sent, Sequence[Event], "asyncio.Future[bool]"]
InStore = Callable[[Callable[[], _T]], Awaitable[_T]]


class Intake:
    """Stores the events of one class."""

    def __init__(
        self,
        store: ClassStore,
        title: str,
        wanted: Collection[str],
        in_store: InStore[Any],
        note_full: Callable[[str, str], object],
    ) -> None:
        """Take events of the exercises `wanted`, or of all without any.

        `in_store` calls in the store's thread; `note_full` gets a learner whose events are refused, and why.
        """
        self._store, self._title, self._in_store, self._note_full = store, title, in_store, note_full
        self._wanted = frozenset(wanted)
        self._used: dict[str, tuple[int, int]] = {}
        """Stored events and bytes of each learner."""
        self._coming: Counter[str] = Counter()
        """Bytes of each learner that are being stored."""
        self._size, self._since = 0, MEASURE_BYTES
        """Bytes of the store when it was measured, and those that were stored since."""
        self._parts: list[_Part] = []
        self._busy = False

    async def add(self, sender: Sent, events: Sequence[Any]) -> Receipt:
        """Store the events of a batch, which are untrusted data; a damaged one does not hold back the others.

        Raises:
            ForgottenError: the learner's data was deleted.
            StoreError: nothing was stored.
        """
        events_left, bytes_left = await self._room(sender.learner)
        good: list[Event] = []
        refused: list[Refused] = []
        size = 0
        for data in events:
            try:
                event = self._checked(data)
            except ValueError as error:
                name = data.get("id") if isinstance(data, dict) else None
                refused.append(Refused(str(name) if is_id(name) else "", str(error)[:200]))
                continue
            if len(good) >= events_left or size + size_of(event) > bytes_left:
                refused.append(Refused(event.id, "the class stores no more of your events", FULL))
                continue
            good.append(event)
            size += size_of(event)
        if any(one.code == FULL for one in refused):
            self._note_full(sender.learner, "no more of its events are stored; `mxtutor class forget` deletes them")
        await self._store_good(sender, good, size)
        return Receipt(stored=tuple(one.id for one in good), refused=tuple(refused))

    async def _store_good(self, sender: Sent, good: Sequence[Event], size: int) -> None:
        """Store events of so many bytes, which count from now on: other requests of the learner may be on the way."""
        learner = sender.learner
        self._coming[learner] += size
        try:
            if not await self._keep(sender, good):
                raise ForgottenError("This learner's data was deleted.", fix="Join the class again.")
        finally:
            self._coming[learner] -= size
            if not self._coming[learner]:
                del self._coming[learner]
        count, used = self._used.get(learner, (0, 0))
        self._used[learner] = count + len(good), used + size
        self._since += size

    def _checked(self, data: Any) -> Event:
        event = check_event(data)
        if self._wanted and event.exercise not in self._wanted:
            raise ValueError("the class does not have this exercise")
        return event

    async def _room(self, learner: str) -> tuple[int, int]:
        """Return how many events and bytes of a learner may still be stored.

        Far from the limits, what arrived twice may count twice.
        """
        if self._since >= MEASURE_BYTES:
            self._since = 0
            self._size = await self._in_store(self._store.size)
        most = MAX_LEARNER_BYTES if self._size < MAX_STORE_BYTES else LEAST_BYTES
        known = self._used.get(learner)
        if known is None or known[0] > MAX_EVENTS - MAX_BATCH or known[1] > most - MAX_BODY:
            known = self._used[learner] = await self._in_store(lambda: self._store.used_by(self._title, learner))
        return MAX_EVENTS - known[0], most - known[1] - self._coming[learner]

    async def _keep(self, sender: Sent, events: Sequence[Event]) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._parts.append((sender, events, done))
        if not self._busy:
            self._busy = True
            try:
                await self._store_parts()
            finally:
                self._busy = False
        return await done

    async def _store_parts(self) -> None:
        """Store what waits, and what arrives meanwhile; tell each batch what became of it."""
        while self._parts:
            parts, self._parts = self._parts[:TOGETHER], self._parts[TOGETHER:]
            batches = [(sender, events) for sender, events, _ in parts]
            try:
                kept = await self._in_store(partial(self._store.add_batches, self._title, batches))
            except BaseException as error:  # each waiting request answers it
                for _, _, done in parts:
                    if not done.done():
                        done.set_exception(error if isinstance(error, Exception) else asyncio.CancelledError())
                if not isinstance(error, Exception):
                    raise
            else:
                for (_, _, done), stored in zip(parts, kept, strict=True):
                    if not done.done():
                        done.set_result(stored)
