"""Sends and receives messages over the socket between the screen's process and the grader's process."""

from __future__ import annotations

import contextlib
import pickle
import socket
import threading
from typing import Generic, TypeVar

Sent = TypeVar("Sent")
Received = TypeVar("Received")


class Channel(Generic[Sent, Received]):
    """One end of the socket; any thread may send, one thread receives.

    Messages are pickled: both processes are mxtutor's own, and neither runs an answer or unpickles what one wrote.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._in, self._out = connection.makefile("rb"), connection.makefile("wb")
        self._sending = threading.Lock()

    def send(self, message: Sent) -> None:
        """Send a message; nothing where the other end is closed, which `receive` reports."""
        frame = pickle.dumps(message)
        with self._sending, contextlib.suppress(OSError, ValueError):
            self._out.write(frame)
            self._out.flush()

    def receive(self) -> Received:
        """Return the next message.

        Raises:
            EOFError: the other end is closed, or sent what is not a message.
        """
        try:
            message: Received = pickle.load(self._in)  # noqa: S301 - see the class
        except (OSError, ValueError, pickle.UnpicklingError) as error:
            raise EOFError(str(error)) from error
        return message

    def finish(self) -> None:
        """Tell the other end that nothing more is sent; what it still sends is received."""
        with contextlib.suppress(OSError):  # it is closed
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close this end; idempotent."""
        for file in (self._in, self._out, self._socket):
            with contextlib.suppress(OSError):  # nobody reads what is not written yet
                file.close()
