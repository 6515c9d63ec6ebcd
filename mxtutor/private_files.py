"""Files and folders that only their owner can read: folders have mode 0700, files 0600, with any umask; locks."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def write_private(path: Path, data: bytes) -> None:
    """Replace a file in one step: readers see the old content or the new one, never half of it.

    Raises:
        OSError: the folder cannot be written or the disk is full; the old file is still whole.
    """
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file that takes the place of `path` in one step when the block ends without an error.

    Raises:
        OSError: the folder cannot be written or the disk is full; the old file is still whole.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def make_private_folder(path: Path) -> None:
    """Make a folder if it is missing; folders above it that are missing get the usual mode.

    Raises:
        OSError: it cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=FOLDER_MODE)


def create_private_file(path: Path) -> None:
    """Make an empty file if it is missing.

    An existing file is not opened: closing it would release the locks that this process has on it through SQLite.

    Raises:
        OSError: it cannot be made.
    """
    if not path.is_file():  # a link may point to a file that is missing
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE))


def lock(descriptor: int, *, wait: bool = False) -> bool:
    """Lock an open file or folder until it is closed; return False if another process holds the lock.

    With `wait`, wait until the other process releases it. On a system or a file system without locks, return True.
    """
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True


def restrict(path: Path) -> None:
    """Remove other users' rights on a file or folder of this user; links and shared folders (/tmp) stay as they are.

    Earlier releases created files that all users could read. A file system without modes is not an error.
    """
    with contextlib.suppress(OSError):
        status = path.lstat()
        shared = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
        ours = status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode) and not shared
        if ours and status.st_mode & 0o077:
            path.chmod(FOLDER_MODE if stat.S_ISDIR(status.st_mode) else stat.S_IMODE(status.st_mode) & 0o700)
