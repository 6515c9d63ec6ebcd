"""Sends a learner's events to a class, again and again until the server confirms them; stores calls for help.

The messages are made from the events in the learner's store, and sent in a separate thread, so that the screen never
waits for the network. Methods that write block for some milliseconds: call them from a thread, too.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

import msgspec

from mxtutor.content.model import Exercise
from mxtutor.conversion import convert
from mxtutor.counts import count
from mxtutor.errors import StoreError, TutorError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.live.client import (
    RequestRefusedError,
    TokenRefusedError,
    UnreachableError,
    class_info,
    send_events,
    stored_rows,
)
from mxtutor.live.events import FULL, MAX_CODE, MAX_MISTAKES, Receipt, RefusedEvent, SentEvent, cleaned
from mxtutor.live.membership import Membership, read_membership, save_membership
from mxtutor.live.store import time_text
from mxtutor.progress import events as progress
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.times import now
from mxtutor.reporting.sanitize import clean_line

BATCH = 100
"""Maximum number of events in one request; with the longest answers the server refuses them, and fewer are sent."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds until the first retry, and longest pause between later ones, if the server does not respond."""
LOOK_SECONDS = 60.0
"""Interval, in seconds, of asking the server about the class when there is nothing to send."""
CALL_SECONDS = 5.0
"""The same interval during a call for help, so that the tutor soon shows that the instructor has helped."""
STOP_SECONDS = 0.3
"""Longest wait, in seconds, for a request in progress when the tutor quits."""
AWAY_SECONDS = 60.0
"""Seconds after a failure during which commands do not try to send."""
COMMAND_SECONDS = 1.5
"""Maximum number of seconds that a command spends on sending; the next tutor or command sends the rest."""
NOT_FOLLOWED = "Your class does not follow this exercise. Ask for help in one of the class."
TAKEN_BACK = "Your call for help is taken back."
AWAY = "@class away"
"""Setting: time of the last command's failure to reach the server, in seconds since 1970; empty after a success."""

Phase = Literal["connecting", "connected", "offline", "refused"]
Call = Literal["", "waiting", "known", "refused"]
"""State of the call for help: none, not confirmed yet, confirmed by the server, refused by the server."""


@dataclass(frozen=True, slots=True)
class ClassState:
    """The state of the connection to the class."""

    phase: Phase = "connecting"
    """`refused`: the token is no longer valid, and nothing is sent."""
    waiting: int = 0
    """Number of events to be sent."""
    detail: str = ""
    """Why the phase is offline or refused, as one line."""
    full: str = ""
    """Why the server stores no further events of this learner, as one line; empty if it does."""
    call: Call = ""
    help_in: str = ""
    """The exercise of the call for help; empty without a call."""

    def call_words(self, back: str) -> str:
        """Return what became of a call for help; `back` is a sentence that says how to take it back."""
        if self.call == "known":
            return f"Your class knows that you need help here. {back}"
        if self.call == "waiting" and self.phase != "refused":
            return f"Your call waits until the class can be reached. {back}"
        return "Your class does not accept your call. Tell your instructor."


class ClassReporter:
    """Sends the events in a home's store to one class: all since the home joined it.

    Raises (every method that writes):
        StoreError: the store cannot be written.
    """

    def __init__(self, store: ProgressStore, membership: Membership, *, pause: float = FIRST_PAUSE) -> None:
        """`store` is the learner's, which has joined the class; nothing is sent yet.

        `pause` is the time until the first retry, in seconds; each later pause is twice as long.
        """
        self._store, self._first_pause = store, pause
        self.membership = membership
        """The class; updated when the server describes the class."""
        self.state = ClassState()
        """State of the connection; reading it never blocks."""
        self._batch = BATCH
        self._more, self._stopped, self._news = threading.Event(), threading.Event(), threading.Event()
        """Set when there may be new events, when `stop` was called, and when the call for help may have a new state."""
        self._thread: threading.Thread | None = None
        self._call = self._help_in = ""
        """Id of the event of the call for help, and its exercise; both empty without a call."""
        self.called_at = 0.0
        """When the call was made, in seconds of the monotonic clock."""
        self._confirmed: set[str] = set()
        """Ids of the calls for help that the server has confirmed."""

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
        """Stop; wait at most `seconds` for a request in progress. Unconfirmed events are sent at the next start."""
        self._stopped.set()
        self._more.set()
        if self._thread is not None:
            self._thread.join(seconds)
        self._store.close()

    def send_now(self) -> ClassState:
        """Send the waiting events within `COMMAND_SECONDS`, for a command that ends now.

        After a failure, commands do not try for `AWAY_SECONDS`, so that they do not wait when offline.
        """
        away = self._store.setting(AWAY)
        if away.isdecimal() and 0 <= time.time() - int(away) < AWAY_SECONDS:
            return ClassState("offline", len(self.waiting()))
        state = self.send_once(timeout=COMMAND_SECONDS)
        if away or state.phase == "offline":
            self._store.save_setting(AWAY, str(int(time.time())) if state.phase == "offline" else "")
        return state

    def send_once(self, *, timeout: float) -> ClassState:
        """Send all waiting events in this thread, up to the first failure; return the state."""
        try:
            while self._send(timeout):
                pass
        except (UnreachableError, TokenRefusedError, StoreError) as error:
            self._note_failure(error)
        return self.state

    def waiting(self) -> list[SentEvent]:
        """Return the events to be sent."""
        return [one for _, one in waiting(self._store, self.membership)]

    def mine(self) -> dict[str, Any]:
        """Return what the class stores about the learner, and what is still to be sent, as the function `mine`."""
        return mine(self._store, self.membership)

    def wake(self, *_: object) -> None:
        """Send new events of the store soon; after a failure, at the end of the pause."""
        self._more.set()

    opened = hint = gave_up = wake  # the session has stored these events itself

    def attempt(self, exercise: Exercise, code: str, report: Report) -> None:  # noqa: ARG002 - the store has it
        """Send a checked answer soon; in the class view, a right answer ends the call for help."""
        self.wake()
        if report.verdict is Verdict.RIGHT and self._help_in == exercise.id:
            self._follow("", "")

    def solution(self, exercise: Exercise) -> None:
        """Store and send that the solution was opened."""
        self._add(exercise, progress.Solution())

    def help(self, exercise: Exercise) -> None:
        """Store and send a call for help; it replaces an earlier one in another exercise."""
        self._follow(self._add(exercise, progress.HelpCall(needs_help=True)), exercise.id)

    def help_withdrawn(self, exercise: Exercise) -> None:
        """Store and send that the call for help is withdrawn."""
        self._add(exercise, progress.HelpCall(needs_help=False))
        self._follow("", "")

    def await_call(self, seconds: float) -> None:
        """Wait until the state of the call for help is final or the class is offline, at most `seconds`."""
        if self.state.phase not in ("offline", "refused") and self.state.call == "waiting":
            self._news.wait(seconds)

    def _add(self, exercise: Exercise, what: progress.Solution | progress.HelpCall) -> str:
        """Store an event, and return its id; empty if the class takes no events of this exercise."""
        if not self.membership.wants(exercise.id):
            return ""
        event = self._store.append(exercise.id, what, now())
        self.wake()
        return event.id if event is not None else ""

    def _follow(self, event: str, exercise: str) -> None:
        """Set the call for help whose state is shown, by the id of its event; an empty id means no call."""
        self._news.clear()
        self._call, self._help_in, self.called_at = event, exercise, time.monotonic()
        self._note_call("known" if event in self._confirmed else "waiting" if event else "")
        self.wake()

    def _note_call(self, call: Call) -> None:
        self.state = replace(self.state, call=call, help_in=self._help_in)
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
        """Ask the server to describe the class, which also tests the connection."""
        known, call = self.membership, self._call
        sent = not waiting(self._store, known)
        info = class_info(known.url, known.token)
        self.membership = known.with_info(info)
        if call and sent and info.help_in == "" and call == self._call:
            self._follow("", "")
        if (membership := self.membership) != known:
            self._store.enter_class(membership.url, shares_code=membership.sends_code)
            kept = read_membership(self._store.home, {})
            if kept is not None and kept.url == membership.url and kept.token == membership.token:
                save_membership(self._store.home, membership)
        self._note("connected")

    def _send(self, timeout: float = 10.0) -> bool:
        """Send one batch; return whether there may be more."""
        url, token = self.membership.url, self.membership.token
        batch = waiting(self._store, self.membership)[: self._batch]
        events = [event for _, event in batch]
        if not batch:
            self._note("connected" if self.state.phase != "connecting" else "connecting")
            return False
        try:
            receipt = send_events(url, token, self._store.device, time.time(), events, timeout=timeout)
        except RequestRefusedError as error:
            if len(batch) > 1:  # find the event that causes the refusal
                self._batch = max(1, len(batch) // 2)
                return True
            receipt = Receipt(stored=(), refused=(RefusedEvent(events[0].id, str(error)),))
        self._settle(receipt, batch)
        self._batch = min(2 * self._batch, BATCH)
        self._note("connected")
        return True

    def _settle(self, receipt: Receipt, sent: Sequence[tuple[int, SentEvent]]) -> None:
        """Store which events the server has stored or refused, up to the first one that is neither.

        Raises:
            UnreachableError: the first event is neither, so that an immediate retry would loop for ever.
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
            self._call = ""  # the instructor does not see a refused call
            self._note_call("refused")
        refused = {number: reasons[event.id] for number, event in settled if event.id in reasons}
        self._store.note_sent(self.membership.url, settled[-1][0], refused)

    def _note(self, phase: Phase) -> None:
        count = len(self.waiting())  # this takes a while, in which another thread may change the state
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
    """Return the reporter for the class of a home; None if the home is in no class.

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


def waiting(store: ProgressStore, membership: Membership) -> list[tuple[int, SentEvent]]:
    """Return the messages to be sent to a class, oldest first, each with the number of its event.

    Raises:
        StoreError: the store cannot be read.
    """
    found = [(event.number, message_of(event)) for event in store.unsent(membership.url)]
    return [(number, one) for number, one in found if one is not None and membership.wants(one.exercise)]


def mine(store: ProgressStore, membership: Membership) -> dict[str, Any]:
    """Return what a class stores about the learner, and what is still to be sent, as plain data for JSON.

    Raises:
        StoreError: the learner's store cannot be read.
    """
    refused = [(message_of(event), reason) for event, reason in store.refused(membership.url)]
    data: dict[str, Any] = {
        "version": 1,
        "class": membership.title,
        "server": membership.url,
        "shares_code": membership.sends_code,
        "learner": None,
        "stored": None,
        "waiting": [msgspec.to_builtins(one) for _, one in waiting(store, membership)],
        "refused": [{**msgspec.to_builtins(one), "reason": reason} for one, reason in refused if one is not None],
        "problem": "",
    }
    try:
        found = stored_rows(membership.url, membership.token)
    except TutorError as error:
        return data | {"problem": str(error)}
    return data | {"learner": found.get("learner", ""), "stored": found.get("events", [])}


def lines_of_mine(data: dict[str, Any], most: int = 0) -> Iterator[str]:
    """Yield the data of `mine` as lines; with `most`, only the newest `most` events of each list, newest first."""

    def lines(events: list[dict[str, Any]]) -> list[str]:
        chosen = events[-most:][::-1] if most else events
        return [f"  {event_line(one)}" for one in chosen]

    yield from (f"Waiting to be sent: {len(data['waiting'])}", *lines(data["waiting"]), "")
    if never := data["refused"]:
        yield from (f"Refused by the server, kept here and never sent again: {len(never)}", *lines(never), "")
    if data["problem"]:
        yield f"What the server stores cannot be shown now: {clean_line(data['problem'])}"
    else:
        yield f"The server knows you as {data['learner']}, and stores {count(len(data['stored']), 'event')}:"
        yield from lines(data["stored"])


def event_line(event: dict[str, Any]) -> str:
    """Return an event (unsent, or from the class store) as one line; `class mine --json` has every column."""
    at = event.get("happened") or time_text(float(event.get("at", 0.0)))
    words = [str(at)[:19].replace("T", " "), f"{event.get('kind', ''):<9}", str(event.get("exercise", ""))]
    words += [str(event["verdict"])] if event.get("verdict") else []
    words += [f"hint {event['hint']}"] if event.get("hint") else []
    words += [f"mistakes {', '.join(str(m['code']) for m in event['mistakes'])}"] if event.get("mistakes") else []
    words += [f"with {len(event['code'])} characters of code"] if event.get("code") else []
    words += [f"({event['reason']})"] if event.get("reason") else []
    return clean_line("  ".join(words))


def message_of(event: progress.Event) -> SentEvent | None:
    """Return the message for an event, with the event's code; None if a class does not get such events."""
    fields = _fields(event)
    if not fields:
        return None
    own = {"id": event.id, "seq": event.seq, "at": event.at.timestamp(), "exercise": event.exercise}
    try:
        return cleaned(convert({**fields, **own}, SentEvent))
    except (msgspec.MsgspecError, ValueError):  # an event of another release
        return None


def _fields(event: progress.Event) -> dict[str, Any]:
    """Return the kind of a message and the fields of that kind; nothing if a class does not get such events."""
    match event.what:
        case progress.Opened():
            return {"kind": "opened"}
        case progress.Checked(drill=False) as check:
            mistakes = [{"code": code} for code in check.made][:MAX_MISTAKES]
            code = event.code if event.code is not None and len(event.code) <= MAX_CODE else None
            return {
                "kind": "attempt", "verdict": check.verdict.value, "mistakes": mistakes,
                "seconds": check.seconds, "seed": check.seed, "content": check.task[:16], "code": code,
            }  # fmt: skip
        case progress.Hint(step=step):
            return {"kind": "hint", "hint": step}
        case progress.Solution():
            return {"kind": "solution"}
        case progress.GaveUp():
            return {"kind": "gave-up"}
        case progress.HelpCall(needs_help=needed):
            return {"kind": "help" if needed else "help-withdrawn"}
        case progress.Unsent(message=message):
            return message
    return {}
