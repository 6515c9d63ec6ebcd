"""Sends and receives messages over a socket: a typed record as JSON, and raw bytes after it.

A frame is the length of the JSON and the length of the bytes (u32 each, little-endian), then both. Every byte may come
from a program that is not mxtutor: lengths are limited, and what does not fit the record types ends the connection.
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import threading
import time
from typing import Any, Generic, TypeVar

import msgspec

from mxtutor.conversion import convert

Sent = TypeVar("Sent", bound=msgspec.Struct)
Received = TypeVar("Received")

_LENGTHS = struct.Struct("<II")
MAX_REQUEST = 4 << 20
"""Bytes of JSON that a caller may send."""
MAX_REPLY = 64 << 20
"""Bytes of JSON that the grader may send; the largest reports of shipped exercises have 0.3 MB."""
MAX_BYTES = 2 << 20
"""Raw bytes of one message: an answer has at most 1 MiB."""
SEND_SECONDS = 20.0
"""How long a message may take to be read, else the connection ends: a reader that is stopped must not hold a thread."""


class Channel(Generic[Sent, Received]):
    """One end of a connection; any thread may send, one thread receives.

    `receives` is the union of the records that the other end sends, `most` the length of their longest JSON, and
    `most_sent` that of this end.
    """

    def __init__(self, connection: socket.socket, receives: Any, most: int, most_sent: int) -> None:
        self._socket, self._receives, self._most, self._most_sent = connection, receives, most, most_sent
        self._in = connection.makefile("rb")
        self._sending = threading.Lock()

    def send(self, message: Sent, data: bytes = b"") -> bool:
        """Send a message with bytes; return False where the other end is closed or does not read.

        Raises:
            TypeError, ValueError, UnicodeEncodeError: the message holds something that JSON cannot, or is longer than
                the other end accepts.
        """
        text = msgspec.json.encode(message)
        if len(text) > self._most_sent or len(data) > MAX_BYTES:
            raise ValueError(f"a message of {len(text)} and {len(data)} bytes is too long")
        frame = b"".join((_LENGTHS.pack(len(text), len(data)), text, data))
        with self._sending:
            try:
                self._send_all(frame)
            except OSError:  # half a frame may be out: nothing more can be sent
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)
                return False
        return True

    def _send_all(self, frame: bytes) -> None:
        """Send bytes, as fast as the other end reads.

        Raises:
            OSError: the other end is closed, or has not read them all after `SEND_SECONDS`.
        """
        view, end = memoryview(frame), time.monotonic() + SEND_SECONDS
        while view:
            try:
                view = view[self._socket.send(view, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                poll = select.poll()
                poll.register(self._socket, select.POLLOUT)
                if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
                    raise TimeoutError from None

    def receive(self) -> tuple[Received, bytes]:
        """Return the next message and its bytes.

        Raises:
            EOFError: the other end is closed, or sent what is not a message; its text says which.
        """
        text_length, data_length = _LENGTHS.unpack(self._read(_LENGTHS.size))
        if text_length > self._most or data_length > MAX_BYTES:
            raise EOFError(f"a message of {text_length} and {data_length} bytes is too long")
        text = self._read(text_length)
        try:
            message: Received = convert(msgspec.json.decode(text), self._receives)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise EOFError(f"not a message: {error}") from error
        return message, self._read(data_length)

    def _read(self, length: int) -> bytes:
        try:
            data = self._in.read(length)
        except (OSError, ValueError) as error:
            raise EOFError from error
        if data is None or len(data) < length:
            raise EOFError  # it is closed
        return data

    def finish(self) -> None:
        """Tell the other end that nothing more is sent; what it still sends is received."""
        with contextlib.suppress(OSError):  # it is closed
            self._socket.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """End the connection in both directions; a thread that receives gets EOFError."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close this end; idempotent. Only the thread that receives calls it."""
        for file in (self._in, self._socket):
            with contextlib.suppress(OSError):
                file.close()
