"""Calls that may take long, kept off the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


async def in_thread(call: Callable[[], Result]) -> Result:
    """Await a call that is made on a daemon thread, and return or raise what it does.

    Quitting never waits for such a thread, and cancelling the await drops its result; the loop's own executor is joined
    when the app ends, so a grader that still starts would hold the learner up.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]  # None only when Result is None
        else:
            future.set_exception(error)

    def run() -> None:
        result, failure = None, None
        try:
            result = call()
        except BaseException as error:  # the callee's failure belongs to who awaits it
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: the app has ended
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=run, name="mxtutor-call", daemon=True).start()
    return await future


def start_in_thread(call: Callable[[], object]) -> None:
    """Make a call on a daemon thread and forget it."""

    def run() -> None:
        with contextlib.suppress(Exception):  # nobody waits for the result
            call()

    threading.Thread(target=run, name="mxtutor-call", daemon=True).start()
