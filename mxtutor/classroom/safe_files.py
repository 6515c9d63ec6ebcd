"""Opens files below a folder without following links, and only regular files.

A hand-in is untrusted input: a link can point to a private file, a pipe blocks its reader for ever, and opening a
device can have effects. Each part of a path is opened relative to the part
before it, so that no program can replace a folder by a link in between.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from cachetools import LRUCache

_Read = TypeVar("_Read")

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_KINDS = (
    (stat.S_ISLNK, "a link; links are not followed"),
    (stat.S_ISFIFO, "a pipe, not a file"),
    (stat.S_ISSOCK, "a socket, not a file"),
    (stat.S_ISCHR, "a device, not a file"),
    (stat.S_ISBLK, "a device, not a file"),
    (stat.S_ISDIR, "a folder, not a file"),
)


class Refused(Exception):
    """A path cannot be opened safely; the text says why and completes the sentence "It is ..."."""


def refusal(mode: int) -> str:
    """Return why a file of this mode (`st_mode`) is not opened; empty for a regular file."""
    return next((reason for test, reason in _KINDS if test(mode)), "")


@contextlib.contextmanager
def open_folder(root: Path, parts: Sequence[str] = ()) -> Iterator[int]:
    """Yield a descriptor of the folder `root/parts[0]/...`; `root` itself may be reached through a link.

    Raises:
        Refused: a part is a link or not a folder.
        OSError: a part is missing or cannot be read.
    """
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts:
            mode = os.stat(part, dir_fd=descriptor, follow_symlinks=False).st_mode
            if not stat.S_ISDIR(mode):
                raise Refused(refusal(mode) or "a file, not a folder")
            inner = os.open(part, _FOLDER, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def open_file(root: Path, parts: Sequence[str]) -> Iterator[int]:
    """Yield a descriptor of the regular file `root/parts[0]/.../parts[-1]`, opened for reading.

    Raises:
        Refused: a part is a link, or the last one is not a regular file.
        OSError: a part is missing or cannot be read.
    """
    with open_folder(root, parts[:-1]) as folder:
        _refuse_unusual(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False).st_mode)  # before a device is opened
        descriptor = os.open(parts[-1], _FILE, dir_fd=folder)
    try:
        _refuse_unusual(os.fstat(descriptor).st_mode)
        yield descriptor
    finally:
        os.close(descriptor)


def _refuse_unusual(mode: int) -> None:
    if reason := refusal(mode):
        raise Refused(reason)


def read_limited(descriptor: int, limit: int) -> bytes:
    """Return at most `limit` bytes of an open file.

    Raises:
        OSError: the file cannot be read.
    """
    parts: list[bytes] = []
    left = limit
    while left > 0 and (part := os.read(descriptor, min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


class Kept(Generic[_Read]):
    """What was read of the last files: graders ask for one answer after another of a file, in several threads."""

    def __init__(self) -> None:
        self._kept: LRUCache[object, _Read] = LRUCache(8)
        self._lock = threading.Lock()

    def get(self, descriptor: int, inner: Sequence[str], read: Callable[[], _Read]) -> _Read:
        """Return what `read` gives for a file, or for one inside of it, that did not change since it was last read."""
        status = os.fstat(descriptor)
        key = status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size, tuple(inner)
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        found = read()
        with self._lock:
            self._kept[key] = found
        return found

    def forget(self, what: _Read) -> None:
        """Keep something no longer."""
        with self._lock:
            for key in [key for key, kept in self._kept.items() if kept is what]:
                del self._kept[key]
