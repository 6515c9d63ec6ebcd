"""Files as arrays of bytes, so that one process can hand them to another."""

from __future__ import annotations

import os
import stat
from typing import Any

import numpy as onp

MAX_FILE = 16 * 1024 * 1024
"""Bytes of a file that is handed over."""


def read_bytes(path: str) -> Any:
    """Return the bytes of a regular file as an array; an empty array for anything else, or for more than MAX_FILE."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return onp.zeros(0, onp.uint8)
    with open(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return onp.zeros(0, onp.uint8)
        content = file.read(MAX_FILE + 1)
    return onp.frombuffer(content if len(content) <= MAX_FILE else b"", onp.uint8)


def write_bytes(path: str, content: Any) -> None:
    """Write an array of bytes to a file; folders on the way are made.

    Raises:
        TypeError: the content is no array of bytes.
    """
    if not isinstance(content, onp.ndarray) or content.dtype != onp.uint8:
        raise TypeError("a file's content is an array of bytes")
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content.tobytes())
