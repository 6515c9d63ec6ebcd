"""A learner's assessments and placements, as events; only the current item and its draft are a mutable row.

They are separate from the work on exercises: an item that was asked does not count as a practised exercise.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mxtutor.assessment.records import VERSION, SavedSession
from mxtutor.errors import UsageError
from mxtutor.progress.answers import Presence
from mxtutor.progress.events import Answered, Assessed, AssessmentBegun, Purpose, storable
from mxtutor.progress.store import ProgressStore


@contextlib.contextmanager
def running(home: Path) -> Iterator[None]:
    """Hold the lock for running an assessment; it is released when the process ends, even if it is killed.

    Raises:
        UsageError: another process holds the lock.
    """
    presence = Presence(home)
    if not presence.claim("mxtutor/assessment"):
        raise UsageError("An assessment is already open in another terminal.", fix="Finish or quit it first.")
    try:
        yield
    finally:
        presence.release_all()


class SessionStore:
    """Stores the assessments, or the placements, of one learner.

    Raises (every method):
        StoreError: the store cannot be read or written.
    """

    def __init__(self, store: ProgressStore, purpose: Purpose = "assessment") -> None:
        self.progress = store
        self._purpose: Purpose = purpose

    def save(self, session: SavedSession) -> None:
        """Store the changes of a session."""
        store, name, used = self.progress, session.id, session.seconds
        with store.transaction():
            known = self._sessions().get(name)
            if known is None or known.learner != session.learner:
                store.append("", AssessmentBegun(name, self._purpose, session.begun, session.learner, session.plan))
            for one in session.responses[len(known.responses) if known else 0 :]:
                store.append("", Answered(name, msgspec.structs.replace(one, answer=storable(one.answer)), used))
            ended = (session.ended, session.report)
            if session.ended is not None and (known is None or (known.ended, known.report) != ended):
                store.append("", Assessed(name, session.ended, used, session.report))
            store.keep_shown(session)

    def unfinished(self) -> SavedSession | None:
        """Return the newest session if it can be continued; else None."""
        newest = max(self._sessions().values(), key=lambda one: one.id, default=None)
        if newest is None or newest.ended is not None:
            return None
        self.progress.read_shown(newest)
        return newest

    def last(self) -> SavedSession | None:
        """Return the newest session that has a report; None if there is none."""
        reported = (one for one in self._sessions().values() if one.report is not None)
        return max(reported, key=lambda one: one.id, default=None)

    def _sessions(self) -> dict[str, SavedSession]:
        """Return the sessions by id, without the current item and its draft."""
        found: dict[str, SavedSession] = {}
        for event in self.progress.events_of_course():
            what = event.what
            if isinstance(what, AssessmentBegun) and what.purpose == self._purpose:
                new = SavedSession(VERSION, what.session, what.begun, what.learner, what.plan)
                found.setdefault(what.session, new).learner = what.learner
            elif isinstance(what, Answered | Assessed) and (session := found.get(what.session)) is not None:
                session.seconds = what.used
                if isinstance(what, Answered):
                    session.responses.append(what.response)
                else:
                    session.ended, session.report = what.ended, what.report
        return found
