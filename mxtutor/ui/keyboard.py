"""Delivers input in order: each key is handled after the effects of the keys before it (an opened screen, typed text).

Textual puts a key into the queue of the focused widget and continues at once with the next key. If a key opens a
screen, the keys after it would go to the previous screen. The action of a priority binding would run before the
letters in the queue of the editor: a check would miss the end of the answer.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.events import Event, Key, MouseUp, Paste
from textual.message_pump import MessagePump
from textual.worker import WorkerState

from mxtutor.ui.messages import Failed

OPENING = "open"
"""Group of the workers that open a screen or read the data that it needs before it can handle keys."""

SETTLE_SECONDS = 2.0
"""Longest wait of a key for the messages of the key before it."""

PUMP_SECONDS = 0.5
"""Longest wait of a key for one widget."""

AT_ONCE = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that never wait."""


class Keyboard:
    """Delays input until the effects of earlier input are complete.

    Text is the exception: it opens nothing, so letters are delivered without a wait.
    """

    def __init__(self, app: App[Any], deliver: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Event] = deque()
        self._task: asyncio.Task[None] | None = None
        self._text_under_way = False
        """Whether delivered text may still be in the queue of a widget."""
        self.held = True
        """Whether all keys wait, because the app has not opened its first screen yet."""

    async def take(self, event: Event) -> None:
        """Deliver an event now, or after the events that wait."""
        if not isinstance(event, (Key, Paste, MouseUp)) or (isinstance(event, Key) and event.key in AT_ONCE):
            await self._deliver(event)
        elif isinstance(event, MouseUp) and not self._text_under_way:
            await self._deliver(event)
            self._begin()
        elif self._busy or self._opening or (self._text_under_way and not self._is_text(event)):
            self._waiting.append(event)
            self._begin()
        elif self._is_text(event):
            self._text_under_way = True
            await self._deliver(event)
        else:
            await self._deliver(event)
            self._begin()

    @property
    def _busy(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def _opening(self) -> bool:
        """Whether a screen is being opened."""
        unfinished = (WorkerState.PENDING, WorkerState.RUNNING)
        return self.held or any(w.group == OPENING and w.state in unfinished for w in self._app.workers)

    def _begin(self) -> None:
        if not self._busy:
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        await self._settle()
        while self._waiting:
            typed = self._is_text(self._waiting[0])
            if self._text_under_way and not typed:
                await self._settle()
            event = self._waiting.popleft()
            self._text_under_way = typed
            try:
                await self._deliver(event)
            except Exception as error:  # raised by the action of a binding; the keys after it must still be delivered
                self._app.post_message(Failed(error, "Your key"))
            if not typed:
                await self._settle()

    def _is_text(self, event: Event) -> bool:
        """Return whether the focused widget takes the event as text; text opens nothing."""
        focused = self._app.focused
        if focused is None:
            return False
        return isinstance(event, Paste) or (
            isinstance(event, Key) and event.is_printable and focused.check_consume_key(event.key, event.character)
        )

    async def _settle(self) -> None:
        """Wait until the queues on the way of delivered input are empty and no screen is being opened."""
        before, quiet = self._chain(), 0
        end = time.monotonic() + SETTLE_SECONDS
        while quiet < 2 and (time.monotonic() < end or self._opening):
            if self._opening:
                quiet, end = 0, time.monotonic() + SETTLE_SECONDS
                await asyncio.sleep(0.005)
                continue
            pumps = list(dict.fromkeys([*before, *self._chain()]))
            for pump in pumps:
                await _flush(pump)
            still = any(pump.message_queue_size for pump in pumps) or self._opening or self._chain()[-1] not in pumps
            quiet = 0 if still else quiet + 1
        self._text_under_way = False

    def _chain(self) -> list[MessagePump]:
        """Return the focused widget, its ancestors, its screen and the app, in the order in which a key bubbles."""
        inner = self._app.focused or self._app.screen
        nodes: list[MessagePump] = list(inner.ancestors_with_self)
        if self._app.screen not in nodes:
            nodes.append(self._app.screen)
        return [*(node for node in nodes if node is not self._app), self._app]


async def _flush(pump: MessagePump) -> None:
    """Wait until a widget has processed the messages that it has now."""
    done = asyncio.Event()
    if pump.call_later(done.set):
        try:
            await asyncio.wait_for(done.wait(), PUMP_SECONDS)
        except asyncio.TimeoutError:
            return
