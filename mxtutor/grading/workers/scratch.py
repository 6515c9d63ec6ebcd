"""The folder that holds all temporary files of one worker, so that none remains after its processes are killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

_PREFIX = "mxtutor-scratch-"
_REMOVAL_TRIES = 20
_REMOVAL_PAUSE = 0.025
"""Seconds between two tries: a process that was just killed may still write."""


class ScratchBase:
    """A folder in the temporary directory, locked while its owner lives.

    A new one first removes the folders of processes that were killed before they could remove them.
    """

    def __init__(self) -> None:
        """Make the folder.

        Raises:
            OSError: the temporary directory cannot be written.
        """
        top = Path(tempfile.gettempdir())
        _remove_abandoned(top)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=top))
        self.path.chmod(0o711)  # jobs of a worker that runs as root have other user ids and must pass through
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        with contextlib.suppress(OSError):  # some network file systems have no locks
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def remove(self) -> None:
        """Remove the folder and its contents; idempotent."""
        if self._lock < 0:
            return
        for _ in range(_REMOVAL_TRIES):
            shutil.rmtree(self.path, ignore_errors=True)
            if not self.path.exists():
                break
            time.sleep(_REMOVAL_PAUSE)
        os.close(self._lock)
        self._lock = -1


def _remove_abandoned(top: Path) -> None:
    """Remove unlocked folders of this user: their owner was killed."""
    found: list[Path] = []
    with contextlib.suppress(OSError), os.scandir(top) as entries:
        found = [Path(e.path) for e in entries if e.name.startswith(_PREFIX) and e.is_dir(follow_symlinks=False)]
    for path in found:
        with contextlib.suppress(OSError):
            if path.lstat().st_uid != os.geteuid() or time.time() - path.lstat().st_mtime < 1:
                continue  # a folder of another user, or a new one that is not locked yet
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(descriptor)
