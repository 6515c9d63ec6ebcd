"""Runs slow calls outside of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from importlib import import_module
from typing import Any, TypeVar

Result = TypeVar("Result")
OPENING = "open"
"""Group of the workers that open a screen or read its data; a later one cancels an earlier one."""


async def in_thread(call: Callable[[], Result]) -> Result:
    """Run a call in a daemon thread and await it; return its result or raise its exception.

    Quitting never waits for such a thread, and cancelling the await discards its result. The loop's own executor is
    joined at the end of the app: the learner would have to wait for a grader that is still starting.
    """
    future: Future[Result] = Future()

    def run() -> None:
        with contextlib.suppress(InvalidStateError):  # the await was cancelled
            try:
                future.set_result(call())
            except BaseException as error:  # the awaiting code gets the exception
                future.set_exception(error)

    threading.Thread(target=run, name="mxtutor-call", daemon=True).start()
    return await asyncio.wrap_future(future)


async def within(future: Future[Any], seconds: float) -> None:
    """Wait for a future of another thread, at most `seconds`; the thread goes on after that."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), seconds)


def start_in_thread(call: Callable[[], object]) -> None:
    """Run a call in a daemon thread; ignore its result and its errors."""

    def run() -> None:
        with contextlib.suppress(Exception):  # no code waits for the result
            call()

    threading.Thread(target=run, name="mxtutor-call", daemon=True).start()


def import_screens() -> None:
    """Import the screens that home does not need (0.2 s); call it from a thread."""
    for name in ("exercise.screen", "screens.lesson", "screens.search"):
        import_module(f"mxtutor.ui.{name}")
    import_module("mxtutor.ui.widgets.code_view").warm_up()
