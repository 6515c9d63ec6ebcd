"""What a tutor or a command does for a class: it notes calls for help, and has the learner's events sent.

Every call that writes takes some milliseconds for the disk: call it from a thread, not from the screen's.
"""

from __future__ import annotations

import time
from pathlib import Path

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.live.events import Event
from mxtutor.live.membership import Membership, read_membership, save_membership
from mxtutor.live.sender import Call, ClassState, Sender, waiting
from mxtutor.progress import events as progress
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.times import now

STOP_SECONDS = 0.3
"""Longest wait for a request that is under way when the tutor quits."""
AWAY_SECONDS = 60.0
"""Time after a failure in which commands do not try to send."""
COMMAND_SECONDS = 1.5
"""Longest time that a command spends on sending; what is left is sent by the next tutor or command."""
AWAY = "@class away"
"""Setting: when a command last found no server, in seconds since 1970; empty if it did."""


class ClassReporter:
    """Reports to one class what the store of a home has from now on, or since an earlier reporter.

    Raises (every method that writes):
        StoreError: the store cannot be written.
    """

    def __init__(self, store: ProgressStore, membership: Membership) -> None:
        self._store = store
        self.membership = membership
        """The class; it changes when the server tells what the class is."""
        self._help_in = ""
        store.enter_class(membership.url, shares_code=membership.sends_code)
        self._sender = Sender(store, membership, on_info=self._note_info)

    @property
    def state(self) -> ClassState:
        """How the connection is; it never waits."""
        return self._sender.state

    @property
    def notice(self) -> str:
        """Message for the learner about the store, as `ProgressStore.notice`."""
        return self._store.notice

    def start(self) -> None:
        """Send in the background from now on."""
        self._sender.start()

    def stop(self) -> None:
        """Stop sending; what is left is sent later."""
        self._sender.stop(STOP_SECONDS)
        self._store.close()

    def send_now(self) -> ClassState:
        """Send what waits, within a short time, for a command that ends now.

        After a failure, commands try again only when some time has passed, so that being offline costs no waiting.
        """
        away = self._store.setting(AWAY)
        if away.isdecimal() and 0 <= time.time() - int(away) < AWAY_SECONDS:
            return ClassState("offline", len(self.waiting()))
        state = self._sender.send_once(timeout=COMMAND_SECONDS)
        if away or state.phase == "offline":
            self._store.save_setting(AWAY, str(int(time.time())) if state.phase == "offline" else "")
        return state

    def waiting(self) -> list[Event]:
        """Return what is to be sent."""
        return [one for _, one in waiting(self._store, self.membership)]

    def opened(self, exercise: Exercise) -> None:  # noqa: ARG002 - the store has it
        """Send soon that an exercise was opened."""
        self._sender.wake()

    def attempt(self, exercise: Exercise, code: str, report: Report) -> None:  # noqa: ARG002 - the store has it
        """Send soon that an answer was checked."""
        self._sender.wake()
        if report.verdict is Verdict.RIGHT and self._help_in == exercise.id:  # the class view takes the call back
            self._sender.asks("")

    def hint(self, exercise: Exercise, step: int) -> None:  # noqa: ARG002 - the store has it
        """Send soon that a hint was opened."""
        self._sender.wake()

    def solution(self, exercise: Exercise) -> None:
        """Note that the solution was opened."""
        self._add(exercise, progress.Solution())

    def gave_up(self, exercise: Exercise) -> None:  # noqa: ARG002 - the store has it
        """Send soon that the learner gave up."""
        self._sender.wake()

    def help(self, exercise: Exercise) -> None:
        """Note that the learner needs help; it replaces an earlier call for help in another exercise."""
        event = self._add(exercise, progress.Call(needs_help=True))
        self._help_in = exercise.id
        self._sender.asks(event)

    def await_call(self, seconds: float) -> Call:
        """Wait until it is known what became of the call for help, or until the class cannot be reached; return it."""
        return self._sender.await_call(seconds)

    def help_withdrawn(self, exercise: Exercise) -> None:
        """Note that the learner needs help no more."""
        self._add(exercise, progress.Call(needs_help=False))
        self._sender.asks("")

    def _add(self, exercise: Exercise, what: progress.Solution | progress.Call) -> str:
        """Store an event, and return its id; empty if the class does not want it."""
        if not self.membership.wants(exercise.id):
            return ""
        event = self._store.append(exercise.id, what, now())
        self._sender.wake()
        return event.id if event is not None else ""

    def _note_info(self, membership: Membership) -> None:
        self.membership = membership
        self._store.enter_class(membership.url, shares_code=membership.sends_code)
        kept = read_membership(self._store.home, {})
        if kept is not None and kept.url == membership.url and kept.token == membership.token:
            save_membership(self._store.home, membership)


def open_reporter(home: Path) -> ClassReporter | None:
    """Return what reports to the class of a home; None if it belongs to none.

    Raises:
        UsageError: `class.json` or the environment is damaged.
        StoreError: the store cannot be opened.
    """
    membership = read_membership(home)
    return ClassReporter(open_store(home), membership) if membership is not None else None
