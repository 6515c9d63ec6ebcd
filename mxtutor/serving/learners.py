"""Who may use a server: the learners of a roster, or one local learner."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from mxtutor.classroom.current_roster import CurrentRoster
from mxtutor.classroom.roster import Learner, hash_token
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
    """The learners of a roster's file, which is read again when it has changed; each with the token of the link."""

    def __init__(self, path: Path, say: Callable[[str], object]) -> None:
        self._current = CurrentRoster(path, say)

    def __len__(self) -> int:
        return len(self._current.roster.learners)

    @property
    def without_link(self) -> int:
        """How many learners have no link yet."""
        return sum(not one.link_token for one in self._current.roster.learners)

    @property
    def without_link_but_token(self) -> int:
        """How many of them have a token for the class server, or one of an earlier release, which may be a link's."""
        return sum(bool(one.token) and not one.link_token for one in self._current.roster.learners)

    def of_token(self, token: str) -> Learner | None:
        """Return the learner of a token that counts now."""
        return _counting(self._current.roster.of_link(token))

    def of_id(self, identity: str) -> Learner | None:
        """Return the learner with an id, unless the token was revoked or has expired."""
        return _counting(self._current.roster.of_id(identity))

    def refresh(self) -> None:
        """Read the file again if it has changed; a file with a fault changes nothing, and the fault is told once."""
        self._current.refresh()


def _counting(learner: Learner | None) -> Learner | None:
    found = learner.for_sessions() if learner is not None else None
    return found if found is not None and found.token.startswith("sha256:") and not found.is_expired() else None
