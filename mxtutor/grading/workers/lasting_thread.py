"""A thread that starts processes, and lives as long as this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")


class _LastingThread:
    """A daemon thread that makes calls until this process ends."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        threading.Thread(target=self._run, name="mxtutor-start-processes", daemon=True).start()

    def _run(self) -> None:
        while True:
            self._calls.get()()

    def call(self, function: Callable[[], Result]) -> Result:
        """Return what a function returns in the thread, or raise what it raises."""
        future: Future[Result] = Future()

        def make() -> None:
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)

        self._calls.put(make)
        return future.result()


_threads: dict[int, _LastingThread] = {}
"""The thread of this process, by process id: a fork has none of its parent's threads."""
_lock = threading.Lock()
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def from_lasting_thread(function: Callable[[], Result]) -> Result:
    """Call a function that starts a process, in a thread that lives as long as this process; return its result."""
    with _lock:
        thread = _threads.get(os.getpid())
        if thread is None:
            _threads.clear()
            thread = _threads[os.getpid()] = _LastingThread()
    return thread.call(function)
