"""The process behind `RemoteGrader`: a `LocalGrader` that is called over a socket, until the socket closes."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from typing import Any, NoReturn

from mxtutor.errors import TutorError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.priority import lower_priority
from mxtutor.grading.protocol import Grader
from mxtutor.grading.service.channel import Channel
from mxtutor.grading.service.messages import (
    Call,
    Cancel,
    Failed,
    Grade,
    Output,
    Pair,
    PlayDraft,
    Prepare,
    ReferenceLosses,
    Reply,
    Run,
    State,
)


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
    """Receives calls, makes them on a grader and sends what they return."""

    def __init__(self, connection: socket.socket, grader: Grader) -> None:
        self._channel: Channel[Reply, Call] = Channel(connection)
        self._grader = grader

    def serve(self) -> None:
        """Start the workers and serve until the other side closes; each call gets a thread of its own."""
        _in_background(self._start)
        while True:
            try:
                call = self._channel.receive()
            except EOFError:
                return
            if isinstance(call.request, Cancel):
                self._answer(call)  # before any call that comes after it
            else:
                _in_background(self._answer, call)

    def _start(self) -> None:
        self._grader.start()
        self._channel.send(State(self._grader.state))

    def _answer(self, call: Call) -> None:
        reply: Reply
        try:
            reply = self._perform(call)
        except TutorError as error:
            reply = Failed(call.number, error.message, error.fix)
        except Exception as error:  # a bug of ours must not cost more than this call
            message = f"mxtutor failed: {type(error).__name__}: {error}."
            reply = Failed(call.number, message, "Please report it.")
        self._channel.send(reply)

    def _perform(self, call: Call) -> Reply:
        """Make the call and return its result; `done` ties the type of the result to the request."""
        number, grader = call.number, self._grader
        match call.request:
            case Grade() as request:
                on_output = self._sender(number) if request.wants_output else None
                return request.done(number, grader.grade(request.submission, on_output))
            case Run() as request:
                return request.done(number, grader.run(request.framework, request.source))
            case Pair() as request:
                return request.done(number, grader.pair(request.torch, request.mxnet, request.rtol))
            case PlayDraft() as request:
                play = grader.play(request.exercise, request.source, case=request.case, seed=request.seed)
                return request.done(number, play)
            case Prepare() as request:
                grader.prepare(request.exercise)
                return request.done(number, None)
            case ReferenceLosses() as request:
                return request.done(number, grader.reference_losses(request.exercise))
            case Cancel() as request:
                grader.cancel()
                return request.done(number, None)
            case _:
                raise TypeError(f"unknown request {call.request!r}")

    def _sender(self, number: int) -> Callable[[bytes], None]:
        return lambda data: self._channel.send(Output(number, data))


def _in_background(call: Callable[..., object], *arguments: Any) -> None:
    threading.Thread(target=call, args=arguments, daemon=True).start()
