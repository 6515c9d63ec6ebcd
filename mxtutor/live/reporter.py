"""What a tutor or a command does for a class: it writes events to the outbox at once, and has them sent.

Every call that writes takes some milliseconds for the disk: call it from a thread, not from the screen's.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from mxtutor.classroom.fingerprints import exercise_hash
from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report
from mxtutor.live.events import MAX_CODE, MAX_HEADLINE, MAX_MISTAKES, MAX_TEXT, Event, Kind, Mistake
from mxtutor.live.membership import Membership, read_membership, save_membership
from mxtutor.live.outbox import Outbox
from mxtutor.live.sender import Call, ClassState, Sender

STOP_SECONDS = 0.3
"""Longest wait for a request that is under way when the tutor quits."""
AWAY_SECONDS = 60.0
"""Time after a failure in which commands only write events, and do not try to send them."""
COMMAND_SECONDS = 1.5
"""Longest time that a command spends on sending; what is left is sent by the next tutor or command."""


class ClassReporter:
    """Reports to one class.

    Raises (every method that writes):
        StoreError: the outbox cannot be written.
    """

    def __init__(self, home: Path, membership: Membership) -> None:
        self._home = home
        self.membership = membership
        """The class; it changes when the server tells what the class is."""
        self._outbox = Outbox(home)
        self._help_in = ""
        self._sender = Sender(self._outbox, membership, on_info=self._note_info)

    @property
    def state(self) -> ClassState:
        """How the connection is; it never waits."""
        return self._sender.state

    def start(self) -> None:
        """Send in the background from now on."""
        self._sender.start()

    def stop(self) -> None:
        """Stop sending; what is left stays in the outbox."""
        self._sender.stop(STOP_SECONDS)

    def send_now(self) -> ClassState:
        """Send what waits, within a short time, for a command that ends now.

        After a failure, commands try again only when some time has passed, so that being offline costs no waiting.
        """
        if 0 <= time.time() - self._outbox.away_since < AWAY_SECONDS:
            state = ClassState("offline", self._outbox.count(self.membership.url))
        else:
            state = self._sender.send_once(timeout=COMMAND_SECONDS)
            self._outbox.away_since = time.time() if state.phase == "offline" else 0.0
        self._outbox.close()
        return state

    def waiting(self) -> list[Event]:
        """Return the events that are to be sent."""
        return self._outbox.waiting(self.membership.url, 1_000_000)

    def opened(self, exercise: Exercise) -> None:
        """Report that an exercise was opened."""
        self._add("opened", exercise)

    def attempt(self, exercise: Exercise, code: str, report: Report) -> None:
        """Report a checked answer."""
        mistakes = tuple(Mistake(one.code, one.text(full=False)[:MAX_TEXT]) for one in report.diagnosis[:MAX_MISTAKES])
        shared = code if self.membership.sends_code and len(code) <= MAX_CODE else None
        self._add(
            "attempt",
            exercise,
            verdict=report.verdict.value,
            headline=report.headline[:MAX_HEADLINE],
            mistakes=mistakes,
            seconds=report.seconds,
            seed=str(report.seed),
            code=shared,
        )
        if report.verdict.value == "right" and self._help_in == exercise.id:  # the class view takes the call back
            self._sender.asks("")

    def hint(self, exercise: Exercise, step: int) -> None:
        """Report that a hint (counted from 1) was opened."""
        self._add("hint", exercise, hint=step)

    def solution(self, exercise: Exercise) -> None:
        """Report that the solution was opened."""
        self._add("solution", exercise)

    def gave_up(self, exercise: Exercise) -> None:
        """Report that the learner gave up."""
        self._add("gave-up", exercise)

    def help(self, exercise: Exercise) -> None:
        """Report that the learner needs help; it replaces an earlier call for help in another exercise."""
        event = self._add("help", exercise)
        self._help_in = exercise.id
        self._sender.asks(event.id if event is not None else "")

    def await_call(self, seconds: float) -> Call:
        """Wait until it is known what became of the call for help, or until the class cannot be reached; return it."""
        return self._sender.await_call(seconds)

    def help_withdrawn(self, exercise: Exercise) -> None:
        """Report that the learner needs help no more."""
        self._add("help-withdrawn", exercise)
        self._sender.asks("")

    def _add(self, kind: Kind, exercise: Exercise, **fields: Any) -> Event | None:
        """Write an event, and return it; None if the class does not want it, or the outbox is full."""
        if not self.membership.wants(exercise.id):
            return None
        content = exercise_hash(exercise.folder)[:16]
        event = self._outbox.add(self.membership.url, kind=kind, exercise=exercise.id, content=content, **fields)
        self._sender.wake()
        return event

    def _note_info(self, membership: Membership) -> None:
        self.membership = membership
        kept = read_membership(self._home, {})
        if kept is not None and kept.url == membership.url and kept.token == membership.token:
            save_membership(self._home, membership)


def open_reporter(home: Path) -> ClassReporter | None:
    """Return what reports to the class of a home; None if it belongs to none.

    Raises:
        UsageError: `class.json` or the environment is damaged.
    """
    membership = read_membership(home)
    return ClassReporter(home, membership) if membership is not None else None
