"""A program in place of the tutor: it speaks the protocol of Textual's driver, and shows what it is sent."""

from __future__ import annotations

import json
import os
import sys


def packet(kind: bytes, data: bytes) -> None:
    """Write one packet."""
    os.write(1, kind + len(data).to_bytes(4, "big") + data)


def read(size: int) -> bytes:
    """Read so many bytes; an end of the input ends the program."""
    data = sys.stdin.buffer.read(size)
    if len(data) < size:
        sys.exit(0)
    return data


os.write(1, b"__GANGLION__\n")
packet(b"D", f"home {os.environ['MXTUTOR_HOME']} ".encode())
while True:
    kind, size = read(1), int.from_bytes(read(4), "big")
    if size == 0:
        sys.exit("an empty packet")
    data = read(size)
    if kind == b"M":
        message = json.loads(data)
        packet(b"D", f"<{message['type']}>".encode())
        if message["type"] == "quit":
            packet(b"M", b'{"type": "exit"}')
            break
        if message["type"] == "deliver_chunk_request":
            packet(
                b"P",
                b"t" + b"s13:deliver_chunk" + b"s3:key" + (b"4:data" if not os.path.exists("sent") else b"0:") + b"e",
            )
            open("sent", "w").close()
    elif data == b"crash":
        sys.exit("a fault of the tutor")
    elif data == b"fault":
        packet(b"M", b'{"type": "exit"}')
        sys.exit("mxtutor: it failed: a fault in a handler.")
    elif data == b"download":
        offer = {
            "type": "deliver_file_start",
            "key": "key",
            "path": "/x/w\u00f6rk\r\n.zip",
            "open_method": "download",
            "mime_type": "text/html",
            "encoding": "",
            "name": None,
        }
        packet(b"M", json.dumps(offer).encode())
    elif data == b"class":
        packet(b"D", f"class {os.environ.get('MXTUTOR_CLASS', 'none')} ".encode())
    else:
        packet(b"D", b"typed " + data)
