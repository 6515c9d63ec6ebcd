"""Yields the Python files below a folder when an editor saves them."""

from __future__ import annotations

import errno
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import watchfiles
from watchfiles import Change

GATHER_MS = 10
"""Wait for more events of one save, in milliseconds: editors write a file in several steps."""
SETTLE_SECONDS = 10.0
"""How long a new folder is also searched: the system reports saves in it only when it is watched, too."""
POLL_MS = 300
"""Time between two searches if the system reports no events, in milliseconds."""
_POLLING = "WATCHFILES_FORCE_POLLING"
"""Environment variable of watchfiles that enables polling."""


def saved_files(
    folder: Path, stop: threading.Event, note: Callable[[str], object], *, polling: bool | None = None
) -> Iterator[list[Path]]:
    """Yield the Python files below `folder` that were just written, in order of their names, until `stop` is set.

    The system reports each save at once (inotify). If it cannot, the folder is searched every 0.3 s, and `note`
    gets the reason; `polling` decides this in advance. The first item is empty; after it, no save is missed.

    Raises:
        OSError: the folder is missing or cannot be read.
    """
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    reason = _why_polling() if polling is None else ("it is turned on" if polling else "")
    if not reason:
        try:
            yield from _watch(folder, stop, polling=False)
        except OSError as error:  # the user's limit of watches is reached, or the file system has no events
            if stop.is_set() or not folder.is_dir():
                raise
            reason = error.strerror or str(error)
        else:
            return
    note(f"mxtutor searches {folder} for changes every {POLL_MS / 1000:g} s: {reason.rstrip('.')}.")
    yield from _watch(folder, stop, polling=True)


def _why_polling() -> str:
    if os.environ.get(_POLLING, "").lower() not in ("", "0", "false"):
        return f"{_POLLING} is set"
    if "microsoft-standard" in platform.release():
        return "Windows Subsystem for Linux reports no events for files of Windows"
    return ""


def _watch(folder: Path, stop: threading.Event, *, polling: bool) -> Iterator[list[Path]]:
    changes = watchfiles.watch(
        folder,
        watch_filter=_is_wanted,
        step=GATHER_MS,
        debounce=10 * GATHER_MS,
        stop_event=stop,
        rust_timeout=100,
        yield_on_timeout=True,
        force_polling=polling,
        poll_delay_ms=POLL_MS,
        ignore_permission_denied=True,
    )
    new: dict[Path, float] = {}
    seen: dict[Path, tuple[int, int]] = {}
    for change in changes:
        found = {file for _, path in change for file in _files(Path(path))}
        new |= {Path(path): time.monotonic() + SETTLE_SECONDS for _, path in change if os.path.isdir(path)}
        for inside in list(new):
            found |= {file for file in _files(inside) if _stamp(file) != seen.get(file)}
            if time.monotonic() > new[inside]:
                del new[inside]
        seen |= {file: _stamp(file) for file in found}
        yield sorted(found)


def _is_wanted(change: Change, path: str) -> bool:
    """Return whether a change is a saved Python file or a new folder."""
    return change is not Change.deleted and (_is_answer(path) or (change is Change.added and os.path.isdir(path)))


def _is_answer(path: str) -> bool:
    """Return whether a path is a Python file of a learner; editors' own files begin with a dot or end differently."""
    name = os.path.basename(path)
    return name.endswith(".py") and not name.startswith(".")


def _stamp(file: Path) -> tuple[int, int]:
    """Return what a save changes: the time of the file, and which file it is; zeros if it is gone."""
    try:
        status = file.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_ino


def _files(path: Path) -> Iterator[Path]:
    """Yield the path, or the answers in a new folder: those saved before it was watched cause no event."""
    if path.is_dir():
        yield from (file for file in path.rglob("*.py") if _is_answer(str(file)))
    else:
        yield path
