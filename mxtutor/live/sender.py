"""Sends what a class has not confirmed, in a thread of its own: the screen never waits for the network.

Its messages follow from the events in the learner's store.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Literal

import msgspec

from mxtutor.conversion import convert
from mxtutor.errors import StoreError
from mxtutor.live.client import (
    RequestRefusedError,
    TokenRefusedError,
    UnreachableError,
    class_info,
    send_events,
)
from mxtutor.live.events import FULL, MAX_CODE, MAX_MISTAKES, Event, Kind, Mistake, Receipt, Refused, cleaned
from mxtutor.live.membership import Membership
from mxtutor.progress import events as progress
from mxtutor.progress.store import ProgressStore

BATCH = 100
"""Events in one request: the longest answers would make it 6 MiB, so fewer are sent after a refusal."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds until the second and the later tries, if the server does not answer."""
LOOK_SECONDS = 60.0
"""Time between two looks at a server when nothing is to be sent."""
CALL_SECONDS = 5.0
"""The same while the learner asks for help: the instructor's mark shall be seen soon."""

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


class Sender:
    """Sends the events of one membership until it is stopped."""

    def __init__(
        self,
        store: ProgressStore,
        membership: Membership,
        *,
        on_info: Callable[[Membership], object] | None = None,
        clock: Callable[[], float] = time.time,
        pause: float = FIRST_PAUSE,
    ) -> None:
        """Take a store, whose class the membership is already; nothing starts yet.

        Args:
            store: what is to be sent.
            membership: where it goes.
            on_info: gets the membership with what the server says about the class, when that has changed.
            clock: this machine's clock, seconds since 1970.
            pause: seconds until the second try; each later pause is twice as long.
        """
        self._store, self._membership, self._on_info, self._clock = store, membership, on_info, clock
        self._first_pause = pause
        self._state = ClassState()
        self._batch = BATCH
        self._more = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._call = 0
        """Number of the open call for help; 0 if there is none."""
        self._calls = 0
        self._call_event = ""
        """Id of its event; empty if there is none."""
        self._confirmed: set[str] = set()
        """Ids of the calls for help that the server has."""
        self._news = threading.Event()
        """Set when it may be known what became of the call."""

    @property
    def state(self) -> ClassState:
        """The state now; it never waits."""
        return self._state

    def start(self) -> None:
        """Begin to send; a second call changes nothing."""
        if self._thread is not None:
            return
        self._thread = threading.Thread(target=self._run, name="mxtutor-class", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Tell that there is a new event; a pause after a failure still counts."""
        self._more.set()

    def asks(self, event: str) -> None:
        """Follow a call for help by the id of its event, which must be stored already; empty: there is none."""
        self._calls += 1
        self._call = self._calls if event else 0
        self._news.clear()
        self._call_event = event
        self._note_call("known" if event in self._confirmed else "waiting" if event else "")
        self.wake()

    def await_call(self, seconds: float) -> Call:
        """Wait until it is known what became of the call for help, or until the server cannot be reached; return it."""
        if self._state.phase not in ("offline", "refused") and self._state.call == "waiting":
            self._news.wait(seconds)
        return self._state.call

    def _note_call(self, call: Call) -> None:
        self._state = replace(self._state, call=call)
        if call != "waiting":
            self._news.set()

    def stop(self, seconds: float) -> None:
        """Stop; wait at most `seconds` for a request that is under way. What is not acknowledged stays stored."""
        self._stopped.set()
        self._more.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def send_once(self, *, timeout: float) -> ClassState:
        """Send all that waits now, in this thread; return the state. A failure ends it at once."""
        try:
            while self._send(timeout):
                pass
        except (UnreachableError, TokenRefusedError, StoreError) as error:
            self._note_failure(error)
        return self._state

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
        known, call = self._membership, self._call
        sent = not waiting(self._store, known)
        info = class_info(known.url, known.token)
        self._membership = known.with_info(info)
        if call and sent and info.help_in == "" and call == self._call:
            self._call = 0
            self._state = replace(self._state, answered=self._state.answered + 1)
        if self._membership != known and self._on_info is not None:
            self._on_info(self._membership)
        self._note("connected")

    def _send(self, timeout: float = 10.0) -> bool:
        """Send one batch; return whether there may be more."""
        url, token = self._membership.url, self._membership.token
        batch = waiting(self._store, self._membership)[: self._batch]
        events = [event for _, event in batch]
        if not batch:
            self._note("connected" if self._state.phase != "connecting" else "connecting")
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
        self._state = replace(self._state, full=full)
        self._confirmed |= {event.id for _, event in settled if event.kind == "help" and event.id not in reasons}
        if self._call_event in self._confirmed:
            self._note_call("known")
        if self._call_event in reasons:
            self._call = 0  # nobody can answer it
            self._note_call("refused")
        refused = {number: reasons[event.id] for number, event in settled if event.id in reasons}
        self._store.note_sent(self._membership.url, settled[-1][0], refused)

    def _note(self, phase: Phase) -> None:
        count = self._count()  # it takes a while, in which another thread may change the state
        self._state = replace(self._state, phase=phase, waiting=count, detail="")

    def _note_failure(self, error: UnreachableError | TokenRefusedError | StoreError) -> None:
        phase: Phase = "refused" if isinstance(error, TokenRefusedError) else "offline"
        count = self._state.waiting
        if not isinstance(error, StoreError):
            try:
                count = self._count()
            except StoreError as worse:
                error = worse
        self._state = replace(self._state, phase=phase, waiting=count, detail=str(error))
        self._news.set()

    def _count(self) -> int:
        return len(waiting(self._store, self._membership))


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
