"""Waits for the grader, says from time to time that it still works, and lets Ctrl-C stop it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from mxtutor.grading.protocol import Grader
from mxtutor.plain.terminal import Terminal

Result = TypeVar("Result")
STOP_SECONDS = 3.0
"""Longest wait for a call that was stopped; one that starts MXNet ends later, and its result is dropped."""


class Output:
    """The last line of what an answer printed so far; one thread adds, another one reads."""

    def __init__(self) -> None:
        self._tail = b""

    def add(self, data: bytes) -> None:
        """Note more output."""
        self._tail = (self._tail + data)[-2000:]

    def last_line(self) -> str:
        """Return the last whole line; empty if there is none."""
        lines = self._tail.split(b"\n")[:-1]
        return next((line.decode("utf-8", "replace") for line in reversed(lines) if line.strip()), "")


@dataclass
class Waiting:
    """Runs calls of a grader; `first` and `then` are the seconds until the first message, and between two."""

    terminal: Terminal
    grader: Grader
    first: float = 3.0
    then: float = 5.0

    def call(self, what: str, work: Callable[[], Result], output: Output | None = None) -> Result | None:
        """Return the result of a call; None if the learner stopped it. `what` is "Checking", for example.

        Raises:
            Exception: what the call raises.
        """
        results: list[Result] = []
        faults: list[BaseException] = []
        done = threading.Event()

        def run() -> None:
            try:
                results.append(work())
            except BaseException as error:  # it is raised again in the other thread
                faults.append(error)
            finally:
                done.set()

        threading.Thread(target=run, name="mxtutor-plain", daemon=True).start()
        began = monotonic()
        try:
            pause = self.first
            while not done.wait(pause):
                self.terminal.say(self._still(what, monotonic() - began, output))
                pause = self.then
        except KeyboardInterrupt:
            self.terminal.say("", "Stopping.")
            threading.Thread(target=self.grader.cancel, name="mxtutor-plain-stop", daemon=True).start()
            with contextlib.suppress(KeyboardInterrupt):  # pressed once more
                done.wait(STOP_SECONDS)
            self.terminal.say("Stopped. It does not count.")
            return None
        if faults:
            raise faults[0]
        return results[0]

    def _still(self, what: str, seconds: float, output: Output | None) -> str:
        if self.grader.state.phase in ("cold", "starting"):
            return f"MXNet is starting, {seconds:.0f} seconds so far."
        last = output.last_line() if output is not None else ""
        printed = f" Your code printed last: {last}" if last else ""
        return f"{what}, {seconds:.0f} seconds so far. Ctrl-C stops it.{printed}"
