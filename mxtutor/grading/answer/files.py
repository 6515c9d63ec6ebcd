"""Files as arrays of bytes, so that one process can send them to another."""

from __future__ import annotations

import os
import stat
from typing import Any

import numpy as onp

MAX_FILE = 16 * 1024 * 1024
"""Largest file in bytes that is sent."""


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
    """Write an array of bytes to a file; missing folders are created.

    Raises:
        TypeError: the content is not an array of bytes.
    """
    if not isinstance(content, onp.ndarray) or content.dtype != onp.uint8:
        raise TypeError("the content of a file must be an array of bytes")
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content.tobytes())
