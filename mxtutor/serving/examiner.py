"""Keeps the record of an examination for the sessions of a server: opened exercises with times, and graded answers.

A session reaches the grader through this process, which stores each verdict before it passes it on. Other events of a
session (an exercise is opened, the learner ends) get the server's time. So no session can choose a verdict or a time.
Sessions can open neither the class store, which has the record, nor the reports.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import socket
import socketserver
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from cachetools import TTLCache, cached

from mxtutor.classroom.examination import (
    Begun,
    Ended,
    Event,
    GradedAnswer,
    Opened,
    SealedReport,
    Sitting,
    checked,
    read_report,
    workshop_hash,
)
from mxtutor.classroom.roster import Learner
from mxtutor.content.loader import load_exercise
from mxtutor.content.workshop import Workshop
from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.grading.report_json import from_plain
from mxtutor.grading.service.address import Address, find_address, is_own_user, kill_peer, peer_stopped
from mxtutor.grading.service.calls import (
    MAX_REPLY,
    MAX_REQUEST,
    Call,
    Channel,
    Done,
    Failed,
    FromCaller,
    FromGrader,
    Hello,
    Ping,
    SentSubmission,
    Stop,
    caller_channel,
    typed,
)
from mxtutor.grading.service.connection import MAX_UNANSWERED, connect
from mxtutor.live.people import People
from mxtutor.live.record import ExaminationRecord, RecordCall, RecordReply, sealed_home
from mxtutor.live.store import ClassStore
from mxtutor.progress.counting import counts
from mxtutor.progress.model import Attempt
from mxtutor.serving.signing import REPORTS
from mxtutor.session.guide import write_report

SERVED = "A server graded the answers and kept the record of all checks."
GRACE = timedelta(seconds=2)
"""Tolerated difference between the time of an action in a session and its arrival at the server."""
ADDRESS_SECONDS = 5.0
"""Seconds for which the grader's address is cached; it changes with the content."""
FIRST_SECONDS = 10.0
"""Timeout for a session's first message, in seconds."""


class Examiner:
    """Keeps the record of one sealed workshop, in threads that run until `close`."""

    def __init__(
        self,
        homes: Path,
        store: ClassStore,
        people: People | None,
        workshop: Workshop,
        root: Path,
        content: str,
        *,
        untrusted: bool = True,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        """Read the record of earlier runs, and listen for sessions.

        `people` is None for the one local learner. `root` is the content's folder, `content` the hash of the exercises.
        `untrusted` as in `LocalGrader`.

        Raises:
            StoreError: the record cannot be read, or a socket cannot be made.
        """
        self._workshop, self._root, self._content, self._untrusted, self._now = workshop, root, content, untrusted, now
        self._people, self._hash, self._folder = people, workshop_hash(workshop), homes / REPORTS
        self._record = ExaminationRecord(store, workshop.title)
        self._start = workshop.start - GRACE if workshop.start else datetime.min.replace(tzinfo=timezone.utc)
        self._lock = threading.RLock()
        once = cached(TTLCache[Any, Address](1, ADDRESS_SECONDS), condition=threading.Condition())
        self._address = partial(once(find_address), root, confined=True)
        """Returns the grader's address; cached, because finding it takes 40 ms and many sessions ask at once."""
        self._sessions: dict[str, tuple[str, str]] = {}
        """The learner's keyed id and caller name for the grader, by the session's token."""
        self._record.take_over(
            self._folder / f"record-{sealed_home(workshop).name}.jsonl", lambda one: self._keyed(Learner("", one))
        )
        self._sittings = defaultdict(
            lambda: Sitting(workshop), {who: Sitting(workshop, of) for who, of in self._record.events().items()}
        )
        try:
            self._sockets = tempfile.mkdtemp(prefix="mxtutor-exam-")  # mode 0700; a socket's path must be short
            self._server = _Server(os.path.join(self._sockets, "exam.sock"), self)
        except OSError as error:
            raise StoreError(f"The record of the examination cannot be kept: {error.strerror or error}.") from error
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="mxtutor-exam", daemon=True
        )
        self._thread.start()

    def admit(self, learner: Learner, caller: str) -> str:
        """Register a new session of a learner; return the value for `Served.examination`."""
        token = secrets.token_hex(16)
        with self._lock:
            self._sessions[token] = self._keyed(learner), caller
        return f"{token}:{self._server.server_address}"

    def _keyed(self, learner: Learner) -> str:
        return self._people.id_of(learner) if self._people is not None else learner.id

    def _named(self, keyed: str) -> Learner:
        """Return the learner with a keyed id from the current roster."""
        learners = self._people.roster.learners if self._people is not None else ()
        return next((one for one in learners if self._keyed(one) == keyed), Learner("", keyed))

    def dismiss(self, admission: str) -> None:
        """Unregister a session that has ended."""
        with self._lock:
            self._sessions.pop(admission.partition(":")[0], None)

    def look(self) -> None:
        """End the examinations whose time is over, also those without a session."""
        with self._lock, contextlib.suppress(StoreError):  # retried at the next call
            for learner, sitting in self._sittings.items():
                if sitting.ended is None and sitting.time_is_over(self._now() - GRACE):
                    self._keep(learner, self._end(sitting, "time"))

    def close(self) -> None:
        """Stop listening; idempotent."""
        self._server.shutdown()
        self._server.server_close()
        shutil.rmtree(self._sockets, ignore_errors=True)

    def serve(self, connection: socket.socket) -> None:
        """Handle a connection of a session: one request about the record, or all calls of the grader."""
        session: Channel[RecordReply | FromGrader, RecordCall | FromCaller] = Channel(
            connection, RecordCall | FromCaller, MAX_REQUEST, MAX_REPLY
        )
        try:
            first = session.receive()
            token = first.token if isinstance(first, RecordCall) else first.caller if isinstance(first, Hello) else ""
            with self._lock:
                learner, caller = self._sessions.get(token, ("", ""))
            if isinstance(first, RecordCall):
                session.send(self._reply(first, learner))
            elif isinstance(first, Hello) and learner:
                connection.settimeout(None)
                hello = msgspec.structs.replace(first, caller=caller, untrusted=self._untrusted, many=False)
                grader = connect(self._address())
                if grader is not None:  # otherwise the server is about to start the grader, and the session retries
                    _Relay(session, grader, self._now, lambda *check: self._check(learner, *check)).run(hello)
        except EOFError:
            pass
        finally:
            session.close()

    def _keep(self, learner: str, event: Event) -> None:
        """Store an event and write the learner's report, unless the event changes nothing.

        Raises:
            StoreError: the event cannot be stored.
        """
        sitting = self._sittings[learner]
        if not sitting.is_new(event):
            return
        self._record.keep(learner, [event])
        sitting.add(event)
        if sitting.ended is None or isinstance(event, Ended) or (isinstance(event, GradedAnswer) and event.counts):
            with contextlib.suppress(StoreError):  # the next event writes the report again
                write_report(self._report(learner), self._folder, self._name(learner))

    def _reply(self, call: RecordCall, learner: str) -> RecordReply:
        """Store the events of a session with the server's times; return the reply."""
        if not learner:
            return RecordReply(error="it does not know this session")
        try:
            with self._lock:
                for event in call.events:
                    self._take(learner, event, self._now())
                sitting = self._sittings[learner]
                report = self._kept(learner) if call.report and sitting.started else None
                return RecordReply(tuple(sitting.facts), report)
        except StoreError as error:
            return RecordReply(error=error.reason)

    def _take(self, learner: str, event: Event, now: datetime) -> None:
        """Store an event that a session may send, with the server's time."""
        sitting = self._sittings[learner]
        match event:
            case Begun(workshop=found):
                for known in (self._hash, found[:64]):
                    if len(sitting.hashes) < 2:  # a second event shows that the file was changed
                        self._keep(learner, Begun(known, when=now))
            case Opened(exercise=exercise) if sitting.started is not None and now >= self._start:
                self._keep(learner, Opened(exercise, when=now))
            case Ended() if sitting.started is not None:
                self._keep(learner, self._end(sitting, event.ending))

    def _end(self, sitting: Sitting, ending: str) -> Ended:
        """Return the event that ends an examination; a reason given by the session is checked."""
        now = self._now()
        right = {check.exercise for check in sitting.checks if check.counts and check.verdict is Verdict.RIGHT}
        if right >= set(self._workshop.path.exercises):
            return Ended("done", when=now)
        if ending == "time" and sitting.time_is_over(now + GRACE):
            return Ended("time", when=sitting.last_close() or now)
        return Ended("learner", when=now)

    def _kept(self, learner: str) -> SealedReport:
        """Return a learner's report; after the end of the examination, the one that was written."""
        with contextlib.suppress(OSError, ValueError):
            found = read_report(self._folder / f"{self._name(learner)}.json")
            if found.ended is not None:
                return found
        return self._report(learner)

    def _report(self, learner: str) -> SealedReport:
        who = self._named(learner)
        return self._sittings[learner].report(
            learner=who.id, name=who.name, content=self._content, why=SERVED, sealed=True
        )

    def _name(self, learner: str) -> str:
        """Return the name of a report's files: the learner's name with a unique hash."""
        stem = "".join(c if c.isalnum() or c in "-_" else "_" for c in self._named(learner).id)[:60] or "learner"
        stem = stem.encode()[:180].decode(errors="ignore")  # file names have at most 255 bytes
        return f"{stem}-{hashlib.sha256(f'{self._workshop.title}/{learner}'.encode()).hexdigest()[:12]}"

    def _check(self, learner: str, submission: SentSubmission, asked: datetime, report: Report) -> None:
        """Store the verdict on an answer that arrived at `asked`.

        Raises:
            TutorError: the verdict cannot be stored.
        """
        name, code = submission.exercise.id, submission.source.decode("utf-8", "replace")
        if name not in self._workshop.path.exercises:
            return
        exercise = load_exercise(self._root / "exercises" / name, name, submission.exercise.variant)
        with self._lock:
            self._take(learner, Begun(self._hash, when=asked), asked)
            self._take(learner, Opened(name, when=asked), asked)  # the session's own event may come later
            sitting = self._sittings[learner]
            past = [check for check in sitting.checks if check.exercise == name and check.counts]
            last = Attempt(0, name, past[-1].code, past[-1].verdict, "", past[-1].when) if past else None
            in_time = sitting.counts(name, asked, GRACE)
            attempt = counts(exercise, code, report, last=last)
            late = attempt and not in_time and sitting.ended is None
            in_time, credit = attempt and in_time, self._workshop.credit
            self._keep(learner, checked(report, code, asked, counts=in_time, late=late, credit=credit))


class _Relay:
    """Relays the calls of a session to the grader, and the replies; the session cannot choose a seed."""

    def __init__(
        self,
        session: Channel[Any, Any],
        grader: socket.socket,
        now: Callable[[], datetime],
        note: Callable[[SentSubmission, datetime, Report], None],
    ) -> None:
        """`note` stores a verdict before the session gets it."""
        self._session, self._connection, self._grader = session, grader, caller_channel(grader)
        self._now, self._note = now, note
        self._checks: dict[int, tuple[SentSubmission, datetime]] = {}
        """Checks without a reply: the answer, and the time of its arrival."""
        self._unanswered = 0
        """Number of the session's pings since the grader's last message."""

    def run(self, hello: Hello) -> None:
        """Relay messages in both directions until one side disconnects; `hello` begins the connection to the grader."""
        self._grader.send(hello)
        back = threading.Thread(target=self._back, name="mxtutor-relay", daemon=True)
        back.start()
        try:
            while not isinstance(message := self._session.receive(), (RecordCall, Hello, Stop)):
                self._forward(message)
        except EOFError:
            pass
        finally:
            self._grader.finish()
            back.join()

    def _forward(self, message: FromCaller) -> None:
        if isinstance(message, Call):
            message = typed(message)
            if message.function == "grade" and not message.live:
                submission = msgspec.structs.replace(message.arguments.submission, seed=None)
                self._checks[message.number] = submission, self._now()
                arguments = msgspec.structs.replace(message.arguments, submission=submission)
                message = msgspec.structs.replace(message, arguments=arguments)
        if isinstance(message, Ping):
            if self._unanswered >= MAX_UNANSWERED - 1 or (self._unanswered and peer_stopped(self._connection)):
                kill_peer(self._connection)  # the grader hangs, and sessions have no right to kill it
            self._unanswered += 1
        self._grader.send(message)

    def _back(self) -> None:
        try:
            while True:
                message = self._grader.receive()
                self._unanswered = 0
                if isinstance(message, (Done, Failed)) and (check := self._checks.pop(message.number, None)):
                    message = self._noted(message, check)
                self._session.send(message)
        except EOFError:
            pass
        finally:
            self._session.cut()
            self._grader.close()

    def _noted(self, reply: Done | Failed, check: tuple[SentSubmission, datetime]) -> Done | Failed:
        """Store the verdict in a reply to a check and return the reply; a failure to store makes the check fail."""
        if isinstance(reply, Done):
            try:
                self._note(*check, from_plain(reply.result, Report))
            except Exception as error:  # any error: a verdict that is not stored must not reach the session
                return Failed(reply.number, f"The server cannot keep the verdict: {error}", "Tell your instructor.")
        return reply


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """One thread per connection."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, path: str, examiner: Examiner) -> None:
        self._examiner = examiner
        super().__init__(path, socketserver.BaseRequestHandler)

    def finish_request(self, request: Any, client_address: object) -> None:  # noqa: ARG002 - it is empty
        """Serve a connection if its process belongs to this user."""
        if is_own_user(request):
            request.settimeout(FIRST_SECONDS)
            self._examiner.serve(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a session that has disconnected; it asks again at its next start."""
