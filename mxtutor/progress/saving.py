"""Writes to the learner's store in order, in one thread; failed writes are retried until they succeed.

`Saver.line` says what is not saved and why, and `Saver.texts` returns the learner's unsaved texts. If the home cannot
be written at all, these can be written to another folder.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from mxtutor import paths
from mxtutor.errors import StoreError, UsageError, reason_of
from mxtutor.private_files import FILE_MODE
from mxtutor.progress.model import Draft
from mxtutor.typed_paths import expanded

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Text:
    """The learner's text in a write."""

    exercise: str
    draft: Draft
    of: str = ""
    """Kind of the draft: "answer", "drill" or "assessment"; empty for a text that goes to the history."""


@dataclass(slots=True)
class _Write:
    call: Callable[[], object]
    doing: str
    text: Text | None

    def takes_place_of(self, other: _Write) -> bool:
        """Return whether this write supersedes an earlier one: a newer draft of the same answer."""
        mine, theirs = self.text, other.text
        if mine is None or theirs is None or not mine.of:
            return False
        return (mine.exercise, mine.of) == (theirs.exercise, theirs.of)


class InTurn(Executor):
    """An executor that runs calls immediately in the caller's thread, one at a time."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def submit(self, fn: Callable[..., Result], /, *args: object, **kwargs: object) -> Future[Result]:
        """Run a call; return a finished future."""
        done: Future[Result] = Future()
        with self._lock:
            try:
                done.set_result(fn(*args, **kwargs))
            except Exception as error:
                done.set_exception(error)
        return done


class Saver:
    """The queue of writes; thread-safe."""

    def __init__(
        self, store: Executor, *, changed: Callable[[str], object], fault: Callable[[Exception, str], object]
    ) -> None:
        """`store` runs the writes one after the other.

        `changed` is called with `line` after a failure, and with "" when everything is saved again. `fault` is called
        with an error that is no `StoreError`, and with `doing`. Both are called in the store's thread.
        """
        self._store, self._changed, self._fault = store, changed, fault
        self._lock = threading.Lock()
        self._waiting: deque[_Write] = deque()
        self._running: _Write | None = None
        self.reason = ""
        """Why the oldest write failed, in a few words; empty while writes succeed."""

    def submit(self, call: Callable[[], object], doing: str, text: Text | None = None) -> None:
        """Queue a write after all earlier ones; `doing` names it in an error message: "Keeping your draft"."""
        new = _Write(call, doing, text)
        with self._lock:
            last = self._waiting[-1] if self._waiting else None
            if last is not None and last is not self._running and new.takes_place_of(last):
                self._waiting[-1] = new
            else:
                self._waiting.append(new)
        if not self.reason:  # otherwise the next retry does this write in its turn
            self.retry()

    def retry(self) -> Future[None]:
        """Retry the waiting writes; return a future for the end of this. Does nothing once the store is closed."""
        try:
            return self._store.submit(self._work)
        except RuntimeError:  # the executor is shut down
            ended: Future[None] = Future()
            ended.set_result(None)
            return ended

    @property
    def waits(self) -> bool:
        """Whether any write is waiting."""
        return bool(self._waiting)

    @property
    def line(self) -> str:
        """What is not saved and why, in one line; empty while writes succeed."""
        if not self.reason:
            return ""
        with self._lock:
            what = dict.fromkeys(write.doing.partition(" ")[2] for write in self._waiting)
        return f"NOT SAVED: {self.reason}, retrying ({', '.join(what)})"

    def texts(self) -> list[tuple[str, str]]:
        """Return (exercise, text) of the learner's unsaved texts, newest first."""
        with self._lock:
            found = [(w.text.exercise, w.text.draft.code) for w in reversed(self._waiting) if w.text is not None]
        return list(dict.fromkeys(found))

    def draft(self, exercise: str, of: str) -> Draft | None:
        """Return the newest unsaved draft of this kind (`Text.of`); None if there is none."""
        with self._lock:
            texts = (w.text for w in reversed(self._waiting) if w.text is not None and w.text.of == of)
            return next((text.draft for text in texts if text.exercise == exercise), None)

    def drop(self) -> None:
        """Discard the waiting writes, as the learner has decided."""
        with self._lock:
            self._waiting.clear()

    def _work(self) -> None:
        """Do the waiting writes until one fails."""
        while (write := self._next()) is not None:
            try:
                write.call()
            except (StoreError, OSError) as error:
                self._running = None
                self.reason = error.reason if isinstance(error, StoreError) else reason_of(error)
                self._changed(self.line)
                return
            except Exception as error:  # a bug: a retry would fail in the same way
                self._end(write)
                self._fault(error, write.doing)
            else:
                self._end(write)
        if self.reason:
            self.reason = ""
            self._changed("")
            if self._waiting:  # the write was queued while this retry ended
                self.retry()

    def _next(self) -> _Write | None:
        with self._lock:
            self._running = self._waiting[0] if self._waiting else None
            return self._running

    def _end(self, write: _Write) -> None:
        with self._lock:
            self._running = None
            if self._waiting and self._waiting[0] is write:  # `drop` may have been called
                self._waiting.popleft()


ROOM = 1 << 20
"""Bytes that must be free in a folder for unsaved texts."""


def writable_folder() -> Path:
    """Return a writable folder outside of the learner's home: the current, the user's, or a temporary one."""
    home = paths.home()
    for folder in (Path.cwd, Path.home):
        try:
            path = folder().resolve()
            free = os.statvfs(path)
            inside = path == home.resolve() or home.resolve() in path.parents
            if os.access(path, os.W_OK) and free.f_bavail * free.f_frsize > ROOM and not inside:
                return path
        except (OSError, RuntimeError):
            continue
    import tempfile  # a slow import

    return Path(tempfile.gettempdir())


def write_texts(texts: Iterable[tuple[str, str]], folder: Path) -> list[Path]:
    """Write (exercise, text) pairs to new files `topic-slug.py` in a folder, made if missing; return the paths.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [_write(folder, exercise.replace("/", "-"), text) for exercise, text in texts]


def written_to(texts: Iterable[tuple[str, str]], folder: str) -> str:
    """Write texts to a folder that the learner typed, if empty to `writable_folder`; return where, as a sentence.

    Raises:
        UsageError: the folder cannot be written.
    """
    try:
        files = write_texts(texts, expanded(Path(folder)) if folder else writable_folder())
    except (OSError, ValueError) as error:
        raise UsageError(f"It cannot be written there: {reason_of(error)}.", fix="Name another folder.") from error
    return f"Your text is in {', '.join(map(str, files))}."


def rescued(texts: Iterable[tuple[str, str]], reason: str) -> str:
    """Write unsaved texts to a new temporary folder; return where they are, as a sentence."""
    import tempfile

    try:
        files = write_texts(texts, Path(tempfile.mkdtemp(prefix="mxtutor-")))
    except OSError as error:
        return f"NOT SAVED: {reason}; your text cannot be written elsewhere either: {error.strerror}."
    return f"NOT SAVED: {reason}; your text is in {', '.join(map(str, files))}."


def _write(folder: Path, name: str, text: str) -> Path:
    paths = (folder / f"{name}{f'-{number}' if number > 1 else ''}.py" for number in itertools.count(1))
    path = next(one for one in paths if not os.path.lexists(one))
    with open(path, "xb", opener=lambda file, flags: os.open(file, flags, FILE_MODE)) as file:
        file.write(text.encode("utf-8", "replace"))
        file.flush()
        os.fsync(file.fileno())  # some file systems report only here that they are full
    return path
