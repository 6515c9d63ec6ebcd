"""Keeps sessions on disk: one file for each, replaced in one step after every response.

Sessions are apart from the learner's progress: an item that was asked here is not an exercise that was practised.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mxtutor.assessment.records import VERSION, SavedSession
from mxtutor.errors import StoreError, UsageError, reason_of
from mxtutor.private_files import make_private_folder, replacing

FOLDER = "assessments"
LOCK = "lock"
DAMAGED = ".damaged"


class SessionStore:
    """The sessions of one learner. Only one program at a time may hold `running`."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER
        self.notices: list[str] = []
        """What the learner must know about files that were set aside."""

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Hold the right to run a session; it ends with this program, also if it is killed.

        Raises:
            UsageError: another program holds it.
            StoreError: the folder cannot be written.
        """
        try:
            make_private_folder(self.folder)
            descriptor = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(f"{self.folder} cannot be written: {error.strerror}.") from error
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UsageError(
                    "An assessment is already open in another terminal.", fix="Finish or quit it first."
                ) from error
            yield
        finally:
            os.close(descriptor)

    def save(self, session: SavedSession) -> None:
        """Store a session; the earlier state stays whole until the new one is on the disk.

        Raises:
            StoreError: it cannot be written.
        """
        self.write(session.id, encoded(session))

    def write(self, identity: str, data: bytes) -> None:
        """Store a session that `encoded` returned, as `save` does; any thread may call it, one at a time."""
        path = self._path(identity)
        try:
            make_private_folder(self.folder)
            with replacing(path) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(
                f"{path} cannot be written: {error.strerror}.", fix="Free space and go on.", reason=reason_of(error)
            ) from error

    def unfinished(self) -> SavedSession | None:
        """Return the newest session that can be continued; None if there is none."""
        newest = next(self._sessions(), None)
        return newest if newest is not None and newest.ended is None else None

    def last(self) -> SavedSession | None:
        """Return the newest session that has a report; None if there is none."""
        return next((session for session in self._sessions() if session.report is not None), None)

    def _path(self, identity: str) -> Path:
        return self.folder / f"{identity}.json"

    def _sessions(self) -> Iterator[SavedSession]:
        """Yield the sessions, newest first; set damaged files aside."""
        try:
            paths = sorted(self.folder.glob("*.json"), reverse=True)
        except OSError:
            return
        for path in paths:
            session = self._read(path)
            if session is not None:
                yield session

    def _read(self, path: Path) -> SavedSession | None:
        try:
            data = path.read_bytes()
        except OSError as error:
            self.notices.append(f"{path} cannot be read: {error.strerror}.")
            return None
        try:
            version = msgspec.json.decode(data, type=_Version).version
            if version > VERSION:  # a newer release will read it again
                self.notices.append(f"A newer mxtutor wrote {path}; this version does not change it.")
                return None
            session = msgspec.json.decode(data, type=SavedSession)
            if session.id != path.stem:
                raise ValueError("another file's content")
            return session
        except (msgspec.DecodeError, ValueError, RecursionError):
            aside = path.with_name(path.name + DAMAGED)
            with contextlib.suppress(OSError):
                path.replace(aside)
            self.notices.append(f"A saved assessment is damaged; it is kept as {aside}.")
            return None


def encoded(session: SavedSession) -> bytes:
    """Return a session as the bytes of its file."""
    return msgspec.json.encode(session)


class _Version(msgspec.Struct):
    version: int
