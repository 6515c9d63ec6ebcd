"""Opens files below a folder without following links, and only regular files.

A hand-in is untrusted input: a link can point to a private file, a pipe blocks its reader for ever, and opening a
device can change its state. Each part of a path is opened relative to the one before, so that no program can replace a
folder by a link in between.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

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


class UnsafePath(Exception):
    """A file is not read: it is unsafe, damaged or too large; the message completes the sentence "It is ..."."""


def refusal(mode: int) -> str:
    """Return why a file with this `st_mode` is not opened, to complete "It is ..."; empty for a regular file."""
    return next((reason for test, reason in _KINDS if test(mode)), "")


@contextlib.contextmanager
def open_folder(root: Path, parts: Sequence[str] = ()) -> Iterator[int]:
    """Yield a descriptor of the folder `root/parts[0]/...`; `root` itself may be a link.

    Raises:
        UnsafePath: a part is a link or not a folder.
        OSError: a part is missing or cannot be read.
    """
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts:
            mode = os.stat(part, dir_fd=descriptor, follow_symlinks=False).st_mode
            if not stat.S_ISDIR(mode):
                raise UnsafePath(refusal(mode) or "a file, not a folder")
            inner = os.open(part, _FOLDER, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def open_file(root: Path, parts: Sequence[str]) -> Iterator[BinaryIO]:
    """Yield the regular file `root/parts[0]/.../parts[-1]`, opened for reading.

    Raises:
        UnsafePath: a part is a link, or the last one is not a regular file.
        OSError: a part is missing or cannot be read.
    """
    with open_folder(root, parts[:-1]) as folder:
        _refuse_unusual(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False).st_mode)  # before a device is opened
        file = os.fdopen(os.open(parts[-1], _FILE, dir_fd=folder), "rb")
    with file:
        _refuse_unusual(os.fstat(file.fileno()).st_mode)
        yield file


def _refuse_unusual(mode: int) -> None:
    if reason := refusal(mode):
        raise UnsafePath(reason)


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A file found below a folder."""

    root: Path
    path: tuple[str, ...]
    status: os.stat_result

    @property
    def refused(self) -> str:
        """Why the file is not read, to complete "It is ..."; empty if it can be read."""
        return refusal(self.status.st_mode)

    @property
    def modified(self) -> float:
        """Time of the last change, in seconds since 1970."""
        return self.status.st_mtime

    def open(self) -> AbstractContextManager[BinaryIO]:
        """Open the file with `open_file`, and raise the same errors."""
        return open_file(self.root, self.path)

    def read(self, limit: int) -> bytes:
        """Return at most `limit` bytes; raise the errors of `open_file`."""
        with self.open() as file:
            return file.read(limit)


def read_whole(read: Callable[[int], bytes], limit: int) -> bytes:
    """Return all bytes of a file; `read(n)` returns its first n bytes.

    Raises:
        UnsafePath: the file is larger than `limit`, or `read` refuses.
        OSError: the file cannot be read.
    """
    data = read(limit + 1)
    if len(data) > limit:
        raise UnsafePath(f"larger than {limit >> 20} MiB")
    return data
