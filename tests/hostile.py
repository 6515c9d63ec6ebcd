"""What others send to a server that is no valid request, as bytes on a socket."""

from __future__ import annotations

import contextlib
import socket

MALFORMED = {
    "version": b"GET / HTTP/9.9\r\n\r\n",
    "long header": b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "long path": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    "every byte": bytes(range(256)) * 4,
    "hello of TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "escapes": b"\x1b]0;X\x07 / HTTP/1.1\r\n\r\n",
    "half a line": b"GET / HTT",
    "half a body": b"POST /v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
    "length": b"POST /v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: abc\r\n\r\n",
    "chunk": b"POST /v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "encoding": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
    "address": b"GET http://[::/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "host": b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    "cookie": b'GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \xff\xfe="\\\r\n\r\n',
    "path": b"GET /learn/%ff%00%0a%1b%5b2J HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "upgrade": b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\xff",
    "expectation": b"POST /v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: x\r\nContent-Length: 3\r\n\r\nabc",
}
"""By what is wrong with them; some are only odd."""


def throw(port: int, data: bytes) -> None:
    """Send bytes to a port of this machine, end the sending, and read until the other side closes, at most 5 s."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection, contextlib.suppress(OSError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass
