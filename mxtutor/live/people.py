"""The learners of a class: tokens, names and keyed ids, from the roster and the key file beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from mxtutor.classroom.anonymity import learner_id, read_key
from mxtutor.classroom.naming import FORMULA, learner_name, looks_like
from mxtutor.classroom.roster import (
    MAX_BYTES,
    MAX_NAME,
    REVOKED,
    Learner,
    Roster,
    changing,
    issue,
    read_roster,
    revoked,
    save_roster,
)
from mxtutor.errors import UsageError
from mxtutor.typed_paths import expanded

MAX_LEARNERS, MAX_ROSTER = 10_000, MAX_BYTES // 2
"""Size of a roster, in learners and in bytes, from which learners can no longer add themselves with the class code.

It keeps the file below `MAX_BYTES`, so that it can be read.
"""


class NameTakenError(UsageError):
    """A learner of this name has joined already."""


def files_of(store: Path | None, roster: Path | None) -> tuple[Path, Path, Path]:
    """Return the paths of a class's store, roster and key; one that is not given is beside the other, or in `.`."""
    store, roster = store and expanded(store), roster and expanded(roster)
    if store is None and roster is not None:
        store = roster.with_name(f"{roster.stem.removesuffix('.roster')}.db")
    store = store or Path("class.db")
    return store, roster or store.with_suffix(".roster.csv"), store.with_suffix(".key")


class People:
    """The learners of a class; the roster is read again whenever its file has changed. Thread-safe."""

    def __init__(
        self, roster: Path, key: Path | None, *, create: bool = False, tell: Callable[[str], object] = str
    ) -> None:
        """Read both files; `create` makes missing ones. Without a key there are no keyed ids.

        `tell` gets a line when a changed roster cannot be read, and when it can be read again.

        Raises:
            UsageError: a file cannot be read or made.
        """
        self.path, self._tell = roster, tell
        if create and not roster.exists():
            if not roster.absolute().parent.is_dir():
                raise UsageError(f"{roster} cannot be made.", fix="Name a folder that exists.")
            save_roster(Roster(roster))
        self._lock = threading.Lock()
        self._stamp = _stamp(roster)
        self._roster = read_roster(roster)
        self._key = read_key(key) if key is not None else b""
        self._problem = ""

    @property
    def roster(self) -> Roster:
        """The current roster; while its file is damaged, the earlier one."""
        with self._lock:
            stamp = _stamp(self.path)
            if stamp != self._stamp:
                self._stamp = stamp  # a damaged file is read once, not with each request
                self._read()
            return self._roster

    @property
    def problem(self) -> str:
        """Why the changed roster cannot be read, so that the earlier one is used; empty if it can be read."""
        _ = self.roster
        return self._problem

    def _read(self) -> None:
        known, self._problem = self._problem, ""
        try:
            self._roster = read_roster(self.path)
        except UsageError as error:
            self._problem = str(error)
        if self._problem and self._problem != known:
            self._tell(f"the changed roster cannot be read, so the server uses the earlier one: {self._problem}")
        elif known and not self._problem:
            self._tell("the roster can be read again.")

    def id_of(self, learner: Learner) -> str:
        """Return a learner's keyed id."""
        return learner_id(self._key, learner.id)

    def names(self) -> dict[str, str]:
        """Return the names of all learners by keyed id."""
        return {self.id_of(one): one.name for one in self.roster.learners}

    def register(self, name: str) -> tuple[Learner, str]:
        """Add a new learner to the roster, or take one without a token; return the learner and a new token.

        Raises:
            UsageError: the name is invalid, the class is full, or the roster cannot be written.
            NameTakenError: a learner of this name has, or had, a token.
        """
        clean = learner_name(" ".join(name.split()))
        if not clean or len(clean) > MAX_NAME or not clean.isprintable():
            raise UsageError("This is not a name.", fix=f"Write {MAX_NAME} letters at most.")
        if clean.startswith(FORMULA):  # instructors open rosters in spreadsheets
            raise UsageError("This is not a name.", fix="Begin it with a letter.")
        with changing(self.path) as roster:
            if len(roster.learners) >= MAX_LEARNERS or self.path.stat().st_size >= MAX_ROSTER:
                raise UsageError("The class is full.", fix="Tell your instructor.")
            wanted = looks_like(clean)
            named = [one for one in roster.learners if wanted in (looks_like(one.name), looks_like(one.id))]
            named = named or [one for one in roster.learners if "," in one.name and wanted in one.orders]
            if any(one.token for one in named) or len(named) > 1:
                raise NameTakenError(f"{clean!r} has joined already.", fix="Add your family name or a number.")
            made, token = issue(named[0] if named else Learner(clean, clean))
            save_roster(roster.with_learners([made]))
        return made, token

    def forget(self, learner: Learner, *, remove: bool) -> bool:
        """Revoke a learner's tokens, or with `remove` delete the line; return whether a token was valid.

        Raises:
            UsageError: the roster cannot be written.
        """
        with changing(self.path) as roster:
            there = roster.of_id(learner.id)
            if there is None:
                return False
            save_roster(roster.without(there.id) if remove else roster.with_learners([revoked(there)]))
        return any(token not in ("", REVOKED) for token in (there.token, there.link_token))


def _stamp(path: Path) -> tuple[int, int, int, int] | None:
    """Return a value that changes when the file or its rights change; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
