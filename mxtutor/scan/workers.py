"""Spreads work on files over forked processes; a process that dies costs the files that kill it, and nothing else."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

Result = TypeVar("Result")
Work = Callable[[list[str]], list[Result]]
"""Gets paths, returns results."""


def spread(work: Work[Result], tasks: Iterable[list[str]], workers: int, crashed: Work[Result]) -> Iterator[Result]:
    """Yield the results of `work` on the paths of each task, as they come; `workers` processes run at once.

    The paths of a task whose process dies are tried again in halves; `crashed` gives the results of a path that kills
    its process alone. The processes end with the iteration, also with one that is closed or interrupted.
    """
    left = deque(tasks)
    pool: dict[Connection, _Worker[Result]] = {}
    try:
        while left or any(one.task for one in pool.values()):
            while left and len(pool) < workers:
                one = _Worker(work)
                pool[one.connection] = one
            for one in pool.values():
                if left and not one.task:
                    one.give(left.popleft())
            for connection in wait([c for c, one in pool.items() if one.task]):
                one = pool[connection]  # type: ignore[index]  # `wait` returns what it was given
                task, one.task = one.task, []
                try:
                    results = one.receive()
                except EOFError:
                    pool.pop(one.connection).end()
                    if len(task) == 1:
                        yield from crashed(task)
                    else:
                        middle = len(task) // 2
                        left.extendleft((task[middle:], task[:middle]))
                else:
                    yield from results
    finally:
        for one in pool.values():
            one.end()


class _Worker(Generic[Result]):
    """A forked process that works on one task after the other."""

    def __init__(self, work: Work[Result]) -> None:
        context = multiprocessing.get_context("fork")
        self.connection, theirs = context.Pipe()
        self.task: list[str] = []
        """Paths on which it works; empty while it waits."""
        self._process: BaseProcess = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, task: list[str]) -> None:
        """Let it work on some paths; if it has died, `receive` says so."""
        self.task = task
        with contextlib.suppress(OSError):
            self.connection.send(task)

    def receive(self) -> list[Result]:
        """Return the results of its task.

        Raises:
            EOFError: it has died.
            Exception: what `work` raised.
        """
        try:
            answer: list[Result] | Exception = self.connection.recv()
        except OSError as error:
            raise EOFError from error
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        """End the process; it holds nothing that must be saved."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def _serve(work: Work[Result], connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            connection.send(work(task))
        except Exception as error:
            connection.send(error)
