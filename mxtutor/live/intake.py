"""Takes batches of events into the store: checks each event, and stores what arrives at the same time together.

A transaction waits for the disk once, however many batches it holds. The loop's thread uses this class alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar

from mxtutor.live.events import MAX_BATCH, Event, Receipt, Refused, check_event, is_id
from mxtutor.live.store import ClassStore, ForgottenError, Sent

MAX_EVENTS = 50_000
"""Events of one learner; a day of hard work makes a thousand."""
TOGETHER = 64
"""Batches in one transaction."""
_T = TypeVar("_T")
_Part = tuple[Sent, Sequence[Event], "asyncio.Future[bool]"]
InStore = Callable[[Callable[[], _T]], Awaitable[_T]]


class Intake:
    """Stores the events of one class."""

    def __init__(self, store: ClassStore, title: str, wanted: Collection[str], in_store: InStore[Any]) -> None:
        """Take events of the exercises `wanted`, or of all without any; `in_store` calls in the store's thread."""
        self._store, self._title, self._in_store = store, title, in_store
        self._wanted = frozenset(wanted)
        self._counts: dict[str, int] = {}
        self._parts: list[_Part] = []
        self._busy = False

    async def add(self, sender: Sent, events: Sequence[Any]) -> Receipt:
        """Store the events of a batch, which are untrusted data; a damaged one does not hold back the others.

        Raises:
            ForgottenError: the learner's data was deleted.
            StoreError: nothing was stored.
        """
        room = MAX_EVENTS - await self._stored(sender.learner)
        good: list[Event] = []
        refused: list[Refused] = []
        for data in events:
            try:
                good.append(self._checked(data, len(good) < room))
            except ValueError as error:
                name = data.get("id") if isinstance(data, dict) else None
                refused.append(Refused(str(name) if is_id(name) else "", str(error)[:200]))
        if not await self._keep(sender, good):
            raise ForgottenError("This learner's data was deleted.", fix="Join the class again.")
        self._counts[sender.learner] = self._counts.get(sender.learner, 0) + len(good)
        return Receipt(stored=tuple(one.id for one in good), refused=tuple(refused))

    def _checked(self, data: Any, has_room: bool) -> Event:
        event = check_event(data)
        if self._wanted and event.exercise not in self._wanted:
            raise ValueError("the class does not have this exercise")
        if not has_room:
            raise ValueError(f"there are {MAX_EVENTS} events already")
        return event

    async def _stored(self, learner: str) -> int:
        """Return how many events of a learner are stored; far from the limit, what arrived twice may count twice."""
        known = self._counts.get(learner)
        if known is None or known > MAX_EVENTS - MAX_BATCH:
            known = self._counts[learner] = await self._in_store(lambda: self._store.count(self._title, learner))
        return known

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
