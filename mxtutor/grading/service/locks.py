"""Files of a resident grader that processes lock, and their removal once no process needs them."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from mxtutor.grading.service.address import Address


def try_lock(path: Path) -> int | None:
    """Lock a file, which is made if it is missing; return its descriptor, or None if another process holds it.

    The file holds the id of the process that locked it. The process that has the lock may remove the file.

    Raises:
        OSError: the file cannot be made or opened.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(descriptor, path):  # otherwise another process removed it meanwhile
                os.ftruncate(descriptor, 0)
                os.pwrite(descriptor, str(os.getpid()).encode(), 0)
                return descriptor
        except BlockingIOError:
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def holder(path: Path) -> int:
    """Return the id that a lock file holds; 0 if it holds none."""
    try:
        text = path.read_bytes()[:32]
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def remove_left(address: Address) -> None:
    """Remove the files of an address, unless a grader lives there or a caller starts one."""
    with contextlib.suppress(OSError), contextlib.ExitStack() as held:
        for path in (address.lock, address.owner):
            descriptor = try_lock(path)
            if descriptor is None:
                return
            held.callback(os.close, descriptor)
        halves = address.folder.glob(f".{address.record.name}.*")  # of a record that was being written
        for path in (address.socket, address.record, *halves, address.log, address.owner, address.lock):
            with contextlib.suppress(OSError):
                path.unlink()


def addresses_in(folder: Path) -> Iterator[Address]:
    """Yield the addresses that have any file in a folder."""
    try:
        names = {name.split(".", 1)[0] for name in os.listdir(folder)}
    except OSError:
        return
    for name in sorted(names - {""}):
        yield Address(folder, name)
