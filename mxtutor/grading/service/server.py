"""The process behind `RemoteGrader`: a `LocalGrader` that is called over a socket, until the socket closes."""

from __future__ import annotations

import os
import pickle
import socket
import threading
from collections.abc import Callable
from typing import Any, NoReturn

from mxtutor.errors import TutorError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.priority import lower_priority

METHODS = ("grade", "pair", "play", "prepare", "reference_losses", "run")
"""What can be called, each call on a thread of its own."""


def main(fd: int, confined: bool, ahead: bool) -> NoReturn:
    """Serve the calls that come over a socket; its end is the end of this process."""
    lower_priority()
    connection = socket.socket(fileno=fd)
    try:
        with LocalGrader(confined, ahead=ahead) as grader:
            Service(connection, grader).serve()
    finally:
        os._exit(0)  # no caller waits for the calls that still run


class Service:
    """Reads calls, makes them on a grader and writes what they return."""

    def __init__(self, connection: socket.socket, grader: LocalGrader) -> None:
        self._in, self._out = connection.makefile("rb"), connection.makefile("wb")
        self._grader = grader
        self._writing = threading.Lock()

    def serve(self) -> None:
        """Start the workers and serve until the other side closes."""
        _in_background(self._start)
        while True:
            try:
                number, method, arguments, named, listens = pickle.load(self._in)  # noqa: S301 - the tutor's own process
            except (EOFError, OSError):
                return
            if method == "cancel":  # before any call that comes after it
                self._grader.cancel()
                self._say(number, "done", None)
            elif method in METHODS:
                if listens:
                    named["on_output"] = self._hearing(number)
                _in_background(self._answer, number, getattr(self._grader, method), arguments, named)

    def _start(self) -> None:
        self._grader.start()
        self._say(-1, "state", self._grader.state)

    def _hearing(self, number: int) -> Callable[[bytes], None]:
        return lambda data: self._say(number, "on_output", data)

    def _answer(
        self, number: int, method: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        try:
            result = method(*arguments, **named)
        except TutorError as error:
            self._say(number, "failed", (error.message, error.fix))
        except Exception as error:  # a bug of ours must not cost more than this call
            told = f"mxtutor failed: {type(error).__name__}: {error}."
            self._say(number, "failed", (told, "Please report it."))
        else:
            self._say(number, "done", result)

    def _say(self, number: int, what: str, told: object) -> None:
        frame = pickle.dumps((number, what, told))
        with self._writing:
            try:
                self._out.write(frame)
                self._out.flush()
            except (OSError, ValueError):
                return  # the tutor is gone; `serve` reads the same


def _in_background(call: Callable[..., object], *arguments: Any) -> None:
    threading.Thread(target=call, args=arguments, daemon=True).start()
