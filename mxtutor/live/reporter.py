"""What a tutor or a command does for a class: it notes calls for help, and sends what the class has not confirmed.

The messages follow from the events in the learner's store. A thread of its own sends them, so that the screen never
waits for the network. Every call that writes takes some milliseconds for the disk: call it from a thread, too.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

import msgspec

from mxtutor.content.model import Exercise
from mxtutor.conversion import convert
from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.live.client import (
    RequestRefusedError,
    TokenRefusedError,
    UnreachableError,
    class_info,
    send_events,
)
from mxtutor.live.events import FULL, MAX_CODE, MAX_MISTAKES, Event, Kind, Mistake, Receipt, Refused, cleaned
from mxtutor.live.membership import Membership, read_membership, save_membership
from mxtutor.progress import events as progress
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.times import now

BATCH = 100
"""Events in one request: the longest answers would make it 6 MiB, so fewer are sent after a refusal."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds until the second and the later tries, if the server does not answer."""
LOOK_SECONDS = 60.0
"""Time between two looks at a server when nothing is to be sent."""
CALL_SECONDS = 5.0
"""The same while the learner asks for help: the instructor's mark shall be seen soon."""
STOP_SECONDS = 0.3
"""Longest wait for a request that is under way when the tutor quits."""
AWAY_SECONDS = 60.0
"""Time after a failure in which commands do not try to send."""
COMMAND_SECONDS = 1.5
"""Longest time that a command spends on sending; what is left is sent by the next tutor or command."""
AWAY = "@class away"
"""Setting: when a command last found no server, in seconds since 1970; empty if it did."""

Phase = Literal["connecting", "connected", "offline", "refused"]
Call = Literal["", "waiting", "known", "refused"]
"""What became of the open call for help: there is none, the server has not confirmed it, it has, it never will."""


@dataclass(frozen=True, slots=True)
class ClassState:
    """How the connection to the class is."""

    phase: Phase = "connecting"
    """`refused`: the server does not know the token any more, and nothing is sent."""
    waiting: int = 0
    """Events that are to be sent."""
    detail: str = ""
    """Why it is offline or refused, as one line."""
    full: str = ""
    """Why the server stores no more events of this learner, as one line; empty while it does."""
    answered: int = 0
    """How many calls for help the instructor has answered since the start."""
    call: Call = ""


class ClassReporter:
    """Reports to one class what the store of a home has from now on, or since an earlier reporter.

    Raises (every method that writes):
        StoreError: the store cannot be written.
    """

    def __init__(
        self,
        store: ProgressStore,
        membership: Membership,
        *,
        clock: Callable[[], float] = time.time,
        pause: float = FIRST_PAUSE,
    ) -> None:
        """Take a store that has entered the class; nothing is sent yet.

        Args:
            store: what is to be sent.
            membership: where it goes.
            clock: this machine's clock, seconds since 1970.
            pause: seconds until the second try; each later pause is twice as long.
        """
        self._store, self._clock, self._first_pause = store, clock, pause
        self.membership = membership
        """The class; it changes when the server tells what the class is."""
        self.state = ClassState()
        """How the connection is; reading it never waits."""
        self._batch = BATCH
        self._more, self._stopped, self._news = threading.Event(), threading.Event(), threading.Event()
        """There may be something to send; `stop` was called; it may be known what became of the call for help."""
        self._thread: threading.Thread | None = None
        self._call = self._help_in = ""
        """Id of the event of the open call for help, and its exercise; empty if there is none, or nobody follows it."""
        self._confirmed: set[str] = set()
        """Ids of the calls for help that the server has."""

    @property
    def notice(self) -> str:
        """Message for the learner about the store, as `ProgressStore.notice`."""
        return self._store.notice

    def start(self) -> None:
        """Send in the background from now on; a second call changes nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="mxtutor-class", daemon=True)
            self._thread.start()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Stop; wait at most `seconds` for a request that is under way. What is not confirmed is sent later."""
        self._stopped.set()
        self._more.set()
        if self._thread is not None:
            self._thread.join(seconds)
        self._store.close()

    def send_now(self) -> ClassState:
        """Send what waits, within a short time, for a command that ends now.

        After a failure, commands try again only when some time has passed, so that being offline costs no waiting.
        """
        away = self._store.setting(AWAY)
        if away.isdecimal() and 0 <= time.time() - int(away) < AWAY_SECONDS:
            return ClassState("offline", len(self.waiting()))
        state = self.send_once(timeout=COMMAND_SECONDS)
        if away or state.phase == "offline":
            self._store.save_setting(AWAY, str(int(time.time())) if state.phase == "offline" else "")
        return state

    def send_once(self, *, timeout: float) -> ClassState:
        """Send all that waits now, in this thread; return the state. A failure ends it at once."""
        try:
            while self._send(timeout):
                pass
        except (UnreachableError, TokenRefusedError, StoreError) as error:
            self._note_failure(error)
        return self.state

    def waiting(self) -> list[Event]:
        """Return what is to be sent."""
        return [one for _, one in waiting(self._store, self.membership)]

    def wake(self, *_: object) -> None:
        """Send soon what the store has got; a pause after a failure still counts."""
        self._more.set()

    opened = hint = gave_up = wake  # the session has stored what happened

    def attempt(self, exercise: Exercise, code: str, report: Report) -> None:  # noqa: ARG002 - the store has it
        """Send soon that an answer was checked; the class view takes a call for help back after a right one."""
        self.wake()
        if report.verdict is Verdict.RIGHT and self._help_in == exercise.id:
            self._follow("", "")

    def solution(self, exercise: Exercise) -> None:
        """Note that the solution was opened."""
        self._add(exercise, progress.Solution())

    def help(self, exercise: Exercise) -> None:
        """Note that the learner needs help; it replaces an earlier call for help in another exercise."""
        self._follow(self._add(exercise, progress.Call(needs_help=True)), exercise.id)

    def help_withdrawn(self, exercise: Exercise) -> None:
        """Note that the learner needs help no more."""
        self._add(exercise, progress.Call(needs_help=False))
        self._follow("", "")

    def await_call(self, seconds: float) -> Call:
        """Wait until it is known what became of the call for help, or until the class cannot be reached; return it."""
        if self.state.phase not in ("offline", "refused") and self.state.call == "waiting":
            self._news.wait(seconds)
        return self.state.call

    def _add(self, exercise: Exercise, what: progress.Solution | progress.Call) -> str:
        """Store an event, and return its id; empty if the class does not want it."""
        if not self.membership.wants(exercise.id):
            return ""
        event = self._store.append(exercise.id, what, now())
        self.wake()
        return event.id if event is not None else ""

    def _follow(self, event: str, exercise: str) -> None:
        """Follow a call for help by the id of its stored event; empty: there is none."""
        self._news.clear()
        self._call, self._help_in = event, exercise
        self._note_call("known" if event in self._confirmed else "waiting" if event else "")
        self.wake()

    def _note_call(self, call: Call) -> None:
        self.state = replace(self.state, call=call)
        if call != "waiting":
            self._news.set()

    def _run(self) -> None:
        pause = self._first_pause
        looked = float("-inf")
        while not self._stopped.is_set():
            self._more.clear()
            try:
                if time.monotonic() - looked >= (CALL_SECONDS if self._call else LOOK_SECONDS):
                    self._look()
                    looked = time.monotonic()
                while not self._stopped.is_set() and self._send():
                    looked = time.monotonic()
                pause = self._first_pause
                self._more.wait(CALL_SECONDS if self._call else LOOK_SECONDS)
            except TokenRefusedError as error:
                self._note_failure(error)
                return
            except (UnreachableError, StoreError) as error:
                self._note_failure(error)
                looked = float("-inf")
                asked = getattr(error, "wait", 0.0)
                self._stopped.wait(max(pause * random.uniform(0.75, 1.25), min(asked, LONGEST_PAUSE)))  # noqa: S311
                pause = min(2 * pause, LONGEST_PAUSE)

    def _look(self) -> None:
        """Ask the server what the class is, which also shows that it can be reached."""
        known, call = self.membership, self._call
        sent = not waiting(self._store, known)
        info = class_info(known.url, known.token)
        self.membership = known.with_info(info)
        if call and sent and info.help_in == "" and call == self._call:
            self._call = ""
            self.state = replace(self.state, answered=self.state.answered + 1)
        if self.membership != known:
            self._keep_membership()
        self._note("connected")

    def _keep_membership(self) -> None:
        membership = self.membership
        self._store.enter_class(membership.url, shares_code=membership.sends_code)
        kept = read_membership(self._store.home, {})
        if kept is not None and kept.url == membership.url and kept.token == membership.token:
            save_membership(self._store.home, membership)

    def _send(self, timeout: float = 10.0) -> bool:
        """Send one batch; return whether there may be more."""
        url, token = self.membership.url, self.membership.token
        batch = waiting(self._store, self.membership)[: self._batch]
        events = [event for _, event in batch]
        if not batch:
            self._note("connected" if self.state.phase != "connecting" else "connecting")
            return False
        try:
            receipt = send_events(url, token, self._store.device, self._clock(), events, timeout=timeout)
        except RequestRefusedError as error:
            if len(batch) > 1:  # one of them may be the reason: find it
                self._batch = max(1, len(batch) // 2)
                return True
            receipt = Receipt(stored=(), refused=(Refused(events[0].id, str(error)),))
        self._settle(receipt, batch)
        self._batch = min(2 * self._batch, BATCH)
        self._note("connected")
        return True

    def _settle(self, receipt: Receipt, sent: Sequence[tuple[int, Event]]) -> None:
        """Note what the server has, up to the first message that it did not answer.

        Raises:
            UnreachableError: it did not answer the first one, so that sending again at once would never end.
        """
        reasons = {one.id: one.reason for one in receipt.refused}
        settled = list(takewhile(lambda one: one[1].id in reasons or one[1].id in receipt.stored, sent))
        if not settled:
            raise UnreachableError("The class server confirms no event.", fix="Tell your instructor.")
        full = next((one.reason for one in receipt.refused if one.code == FULL), "")
        self.state = replace(self.state, full=full)
        self._confirmed |= {event.id for _, event in settled if event.kind == "help" and event.id not in reasons}
        if self._call in self._confirmed:
            self._note_call("known")
        if self._call in reasons:
            self._call = ""  # nobody can answer it
            self._note_call("refused")
        refused = {number: reasons[event.id] for number, event in settled if event.id in reasons}
        self._store.note_sent(self.membership.url, settled[-1][0], refused)

    def _note(self, phase: Phase) -> None:
        count = len(self.waiting())  # it takes a while, in which another thread may change the state
        self.state = replace(self.state, phase=phase, waiting=count, detail="")

    def _note_failure(self, error: UnreachableError | TokenRefusedError | StoreError) -> None:
        phase: Phase = "refused" if isinstance(error, TokenRefusedError) else "offline"
        count = self.state.waiting
        if not isinstance(error, StoreError):
            try:
                count = len(self.waiting())
            except StoreError as worse:
                error = worse
        self.state = replace(self.state, phase=phase, waiting=count, detail=str(error))
        self._news.set()


def open_reporter(home: Path) -> ClassReporter | None:
    """Return what reports to the class of a home; None if it belongs to none.

    Raises:
        UsageError: `class.json` or the environment is damaged.
        StoreError: the store cannot be opened.
    """
    membership = read_membership(home)
    if membership is None:
        return None
    store = open_store(home)
    store.enter_class(membership.url, shares_code=membership.sends_code)
    return ClassReporter(store, membership)


def waiting(store: ProgressStore, membership: Membership) -> list[tuple[int, Event]]:
    """Return the messages that are to be sent to a class, the oldest first, each with the number of its event.

    Raises:
        StoreError: the store cannot be read.
    """
    found = [(event.number, message_of(event)) for event in store.unsent(membership.url)]
    return [(number, one) for number, one in found if one is not None and membership.wants(one.exercise)]


def refused(store: ProgressStore, url: str) -> list[tuple[Event, str]]:
    """Return the messages that a class refused for ever, each with the reason.

    Raises:
        StoreError: the store cannot be read.
    """
    found = [(message_of(event), reason) for event, reason in store.refused(url)]
    return [(one, reason) for one, reason in found if one is not None]


def message_of(event: progress.Event) -> Event | None:
    """Return what a class gets of an event, with the event's code; None if it gets nothing of it."""
    found = _fields(event)
    if found is None:
        return None
    kind, fields = found
    plain = {"kind": kind, **fields, "id": event.id, "seq": event.seq, "at": event.at.timestamp()}
    try:
        return cleaned(convert({**plain, "exercise": event.exercise}, Event))
    except (msgspec.MsgspecError, ValueError):  # of another release
        return None


def _fields(event: progress.Event) -> tuple[Kind | None, dict[str, Any]] | None:
    """Return the kind of a message, None if the fields have it, and its other fields."""
    match event.what:
        case progress.Opened():
            return "opened", {}
        case progress.Checked(drill=False) as check:
            mistakes = [Mistake(code, name) for code, name in check.made.items()][:MAX_MISTAKES]
            code = event.code if event.code is not None and len(event.code) <= MAX_CODE else None
            return "attempt", {
                "verdict": check.verdict.value, "headline": check.headline, "mistakes": msgspec.to_builtins(mistakes),
                "seconds": check.seconds, "seed": check.seed, "content": check.task[:16], "code": code,
            }  # fmt: skip
        case progress.Hint(step=step):
            return "hint", {"hint": step}
        case progress.Solution():
            return "solution", {}
        case progress.GaveUp():
            return "gave-up", {}
        case progress.Call(needs_help=needed):
            return "help" if needed else "help-withdrawn", {}
        case progress.Unsent(message=message):
            return None, message
    return None
