"""Who may use a server: the learners of a roster, or one local learner."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from mxtutor.classroom.roster import Learner, Roster, hash_token, read_roster
from mxtutor.errors import UsageError
from mxtutor.serving.signing import Signer

LOCAL = "local learner"
"""Id of the one learner of a server without a roster."""


class Learners(Protocol):
    """The learners of a server."""

    def of_token(self, token: str) -> Learner | None:
        """Return the learner of a token that counts now; None for any other text."""
        ...

    def of_id(self, identity: str) -> Learner | None:
        """Return the learner with an id whose token counts now; None if there is none."""
        ...

    def refresh(self) -> None:
        """Take over what has changed."""
        ...


class OneLearner:
    """The user of this machine, with a link and without a roster."""

    def __init__(self, signer: Signer) -> None:
        self._learner = Learner("", LOCAL, hash_token(signer.local_token()))

    def of_token(self, token: str) -> Learner | None:
        """Return the learner if this is the server's token."""
        return self._learner if hmac.compare_digest(hash_token(token), self._learner.token) else None

    def of_id(self, identity: str) -> Learner | None:
        """Return the learner for its id."""
        return self._learner if identity == LOCAL else None

    def refresh(self) -> None:
        """Do nothing."""


class RosterLearners:
    """The learners of a roster's file, which is read again when it has changed."""

    def __init__(self, path: Path, say: Callable[[str], object]) -> None:
        self._path, self._say = path, say
        self._seen = self._mark()
        self._roster: Roster = read_roster(path)
        self._trouble = ""

    def __len__(self) -> int:
        return len(self._roster.learners)

    @property
    def without_link(self) -> int:
        """How many learners have no link yet."""
        return sum(not one.token for one in self._roster.learners)

    def of_token(self, token: str) -> Learner | None:
        """Return the learner of a token that counts now."""
        return _counting(self._roster.of_token(token))

    def of_id(self, identity: str) -> Learner | None:
        """Return the learner with an id, unless the token was revoked or has expired."""
        return _counting(self._roster.of_id(identity))

    def refresh(self) -> None:
        """Read the file again if it has changed; a file with a fault changes nothing, and the fault is told once."""
        mark = self._mark()
        if mark == self._seen:
            return
        try:
            self._roster = read_roster(self._path)
            self._seen, self._trouble = mark, ""
        except UsageError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._say(f"the changed roster cannot be read, so the server uses the earlier one: {error}")

    def _mark(self) -> tuple[int, int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return 0, 0, 0
        return found.st_mtime_ns, found.st_size, found.st_ino


def _counting(learner: Learner | None) -> Learner | None:
    if learner is None or not learner.token.startswith("sha256:") or learner.is_expired():
        return None
    return learner
