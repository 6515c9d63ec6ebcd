"""The grader's process as the screen's process sees it: its start, its end, and the calls that wait for replies."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from mxtutor.errors import BrokenError
from mxtutor.grading.protocol import GraderState
from mxtutor.grading.service.channel import Channel
from mxtutor.grading.service.messages import Call, Done, Failed, Output, Reply, Request, Result, State
from mxtutor.grading.workers.child_process import ChildProcess

LEAVE_SECONDS = 2.0
"""How long the process gets to end its workers and leave."""

_FIX = "Check again."


class ServiceProcess:
    """One process that runs `service.server`; thread-safe. `confined` and `ahead` are `LocalGrader`'s."""

    def __init__(self, confined: bool, ahead: bool) -> None:
        """Start the process.

        Raises:
            BrokenError: it cannot be started.
        """
        self.state = GraderState("starting", "MXNet and PyTorch are warming up")
        """Where its workers stand."""
        self.started = threading.Event()
        """Set once its workers are ready, or cannot be."""
        self._end = ""
        """How the process ended; empty while it runs."""
        self._waiting: dict[int, SimpleQueue[Any]] = {}
        """Where the replies of each call go; a call knows the type of its result."""
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._child = ChildProcess("grader", "mxtutor.grading.service.server", (confined, ahead))
        self._channel: Channel[Call, Reply] = Channel(self._child.socket)
        threading.Thread(target=self._receive, name="mxtutor-grader", daemon=True).start()

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._child.pid

    @property
    def lost(self) -> bool:
        """Whether the process has ended."""
        return bool(self._end)

    def call(self, request: Request[Result], on_output: Callable[[bytes], object] | None = None) -> Result:
        """Return the result of a call; `on_output` is given what the answer prints, in this thread.

        Raises:
            BrokenError: the process has ended, or the call failed there.
        """
        replies: SimpleQueue[Output | Done[Result] | Failed] = SimpleQueue()
        with self._lock:
            if self._end:
                raise BrokenError(self._end, fix=_FIX)
            number = next(self._numbers)
            self._waiting[number] = replies
        try:
            self._channel.send(Call(number, request))
            while True:
                match replies.get():
                    case Output(data=data):
                        if on_output is not None:
                            on_output(data)
                    case Done(result=result):
                        return result
                    case Failed(message=message, fix=fix):
                        raise BrokenError(message, fix=fix)
        finally:
            with self._lock:
                del self._waiting[number]

    def _receive(self) -> None:
        """Hand replies to the calls that wait for them, until the process ends."""
        try:
            while True:
                reply = self._channel.receive()
                if isinstance(reply, State):
                    self.state = reply.state
                    self.started.set()
                    continue
                with self._lock:
                    replies = self._waiting.get(reply.number)
                if replies is not None:
                    replies.put(reply)
        except EOFError:
            self._child.end(0)  # it takes no more calls, if it lives at all
        line = self._child.last_line()
        end = f"The process that grades has ended{f' ({line})' if line else ''}."
        self.state = GraderState("broken", f"{end} The next check starts it again.")
        with self._lock:
            self._end = end
            for number, replies in self._waiting.items():
                replies.put(Failed(number, end, _FIX))
        self.started.set()
        self._channel.close()
        self._child.close()

    def close(self) -> None:
        """Let the process leave, and end it if it does not; idempotent."""
        self._channel.finish()  # it leaves when it reads the end
        self._child.end(LEAVE_SECONDS)
