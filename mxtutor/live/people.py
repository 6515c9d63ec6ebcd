"""Who is who in a class: tokens, names and keyed ids, from the roster and the key beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mxtutor.classroom.anonymity import learner_id, read_key
from mxtutor.classroom.current_roster import CurrentRoster
from mxtutor.classroom.naming import learner_name, looks_like
from mxtutor.classroom.roster import (
    MAX_NAME,
    REVOKED,
    Learner,
    Roster,
    changing,
    issue,
    read_roster,
    revoke,
    save_roster,
)
from mxtutor.errors import UsageError
from mxtutor.live.database import file_of

MAX_LEARNERS = 10_000
"""Learners who can join one class by themselves."""


_FORMULA = tuple("=+-@＝＋－＠")
"""What a spreadsheet takes for the beginning of a formula: instructors open the roster in one."""


class NameTakenError(UsageError):
    """Somebody has joined with this name already."""


def files_of(url: str, roster: Path | None) -> tuple[Path, Path]:
    """Return the roster and the key of a store: beside its file, or with PostgreSQL in the present folder.

    Raises:
        UsageError: the URL names no store.
    """
    file = file_of(url)
    stem = file.with_suffix("") if file is not None else Path("class")
    beside = roster or Path(f"{stem}.roster.csv")
    return beside, Path(f"{stem}.key") if file is not None else beside.with_suffix(".key")


class People:
    """The learners of a class. The roster is read again whenever its file has changed."""

    def __init__(self, roster: Path, key: Path, *, create: bool = False, tell: Callable[[str], object] = str) -> None:
        """Read both files; with `create`, make those that are missing. `tell` is that of `CurrentRoster`.

        Raises:
            UsageError: one of them cannot be read or made.
        """
        self.path = roster
        if create and not roster.exists():
            if not roster.absolute().parent.is_dir():
                raise UsageError(f"{roster} cannot be made.", fix="Name a folder that exists.")
            save_roster(Roster(roster))
        self._key = read_key(key)
        self._current = CurrentRoster(roster, tell)

    @property
    def roster(self) -> Roster:
        """The roster as it is now; while its file is damaged, as it was before."""
        return self._current.refresh()

    @property
    def problem(self) -> str:
        """Why the changed roster cannot be read, so that the earlier one is in use; empty if it can."""
        self._current.refresh()
        return self._current.problem

    def id_of(self, learner: Learner) -> str:
        """Return a learner's keyed id."""
        return learner_id(self._key, learner.id)

    def names(self) -> dict[str, str]:
        """Return the names of all learners by keyed id."""
        return {self.id_of(one): one.name for one in self.roster.learners}

    def register(self, name: str) -> tuple[Learner, str]:
        """Enter a new learner, or one of the roster who has no token yet; return the learner and a token.

        Raises:
            NameTakenError: there is a learner of this name who has a token, or had one.
            UsageError: the name is none, or the roster cannot be written.
        """
        clean = learner_name(" ".join(name.split()))
        if not clean or len(clean) > MAX_NAME or not clean.isprintable():
            raise UsageError("This is not a name.", fix=f"Write {MAX_NAME} letters at most.")
        if clean.startswith(_FORMULA):
            raise UsageError("This is not a name.", fix="Begin it with a letter.")
        with changing(self.path):
            roster = read_roster(self.path)
            if len(roster.learners) >= MAX_LEARNERS:
                raise UsageError("The class is full.", fix="Tell your instructor.")
            wanted = looks_like(clean)
            named = [one for one in roster.learners if wanted in (looks_like(one.name), looks_like(one.id))]
            if any(one.token for one in named) or len(named) > 1:
                raise NameTakenError(f"{clean!r} has joined already.", fix="Add your family name or a number.")
            made, token = issue(named[0] if named else Learner(clean, clean))
            save_roster(roster.with_learner(made))
        return made, token

    def forget(self, learner: Learner, *, remove: bool) -> str:
        """Take a learner's token back, or with `remove` delete the line; return the hash of the token that was valid.

        Raises:
            UsageError: the roster cannot be written.
        """
        with changing(self.path):
            roster = read_roster(self.path)
            there = roster.of_id(learner.id)
            if there is None:
                return ""
            save_roster(roster.without(there.id) if remove else roster.with_learner(revoke(replace(there))))
        return "" if there.token == REVOKED else there.token
