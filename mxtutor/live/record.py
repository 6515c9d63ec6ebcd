"""The record of an examination: its events, in a class store.

For a session of `mxtutor serve` the server has the store (`serving/examiner.py`). On a learner's own machine it is in
the learner's home, so that a tutor can be closed and started again; it proves nothing there, as learners can edit it.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from mxtutor import paths
from mxtutor.classroom.examination import Begun, Ended, Event, GradedAnswer, Opened, SealedReport, Sitting
from mxtutor.content.workshop import Workshop
from mxtutor.conversion import convert
from mxtutor.errors import StoreError, file_errors
from mxtutor.live.store import OWN_DEVICE, ClassStore, Row
from mxtutor.private_files import make_private_folder
from mxtutor.progress.events import id_of, new_id, storable
from mxtutor.served import served

OWN_MACHINE = "It proves nothing, because it was made on the learner's own machine."
ASK_SECONDS = 10.0
"""Timeout, in seconds, of a session's request to its server."""
_KINDS: dict[type[Event], str] = {Begun: "begun", Opened: "opened", GradedAnswer: "attempt", Ended: "ended"}
"""Kinds of the events in the class store."""


class ExaminationRecord:
    """The events of all learners of an examination, in a class store.

    Raises (every method):
        StoreError: the store cannot be used.
    """

    def __init__(self, store: ClassStore, title: str) -> None:
        """`store` is open and stays open; `title` is that of the workshop."""
        self._store, self._title = store, title

    def keep(self, learner: str, events: Sequence[Event]) -> None:
        """Store events of a learner (a keyed id) durably on disk."""
        self._store.append([self._row(learner, event, new_id()) for event in events])

    def take_over(self, file: Path, keyed: Callable[[str], str]) -> None:
        """Import the events in a file of release 0.4.0, once; `keyed` returns the keyed id for a learner's id."""
        if file.is_file():
            rows = []
            for line in file.read_bytes().splitlines():
                if (event := _decoded(line)) is not None:
                    learner = str(msgspec.json.decode(line).get("learner", ""))
                    rows.append(self._row(keyed(learner), event, id_of(line)))
            self._store.append(rows)

    def events(self) -> dict[str, list[Event]]:
        """Return the events of each learner, in order, by keyed id."""
        found: dict[str, list[Event]] = defaultdict(list)
        for row in self._store.rows(self._title):
            if row.data and (event := _decoded(row.data.encode())) is not None:
                code = {"code": row.code or ""} if isinstance(event, GradedAnswer) else {}
                found[row.learner].append(msgspec.structs.replace(event, **code))
        return found

    def _row(self, learner: str, event: Event, identity: str) -> Row:
        at, code = event.when.timestamp(), None
        columns: dict[str, Any] = {"exercise": getattr(event, "exercise", "")}
        if isinstance(event, GradedAnswer):
            columns |= {"verdict": event.verdict.value, "seed": str(event.seed)}
            code, event = storable(event.code), msgspec.structs.replace(event, code="")
        data = msgspec.json.encode(event).decode()
        return Row(
            self._title, learner, identity, OWN_DEVICE, 1, _KINDS[type(event)], at=at, sent=at, received=at,
            happened=at, code=code, data=data, **columns,
        )  # fmt: skip


def _decoded(data: bytes) -> Event | None:
    """Return the event in JSON; None if it is damaged, which a full disk could cause under release 0.4.0."""
    with contextlib.suppress(msgspec.MsgspecError, ValueError):
        event: Event = convert(msgspec.json.decode(data), Event)
        return event
    return None


class OwnRecord:
    """The record on a learner's own machine."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._home = workshop, sealed_home(workshop)

    def exchange(self, new: Sequence[Event]) -> Sequence[Event]:
        """Store new events; return all stored events except checks.

        Raises:
            StoreError: the events cannot be stored; the call can be repeated.
        """
        with self._opened() as (record, sitting):
            record.keep("", [event for event in new if sitting.add(event)])
        return sitting.facts

    def report(self, content: Callable[[], str]) -> SealedReport:
        """Return the report; `content` returns the hash of the exercises.

        Raises:
            TutorError: the events cannot be read.
        """
        with self._opened() as (_, sitting):
            pass
        return sitting.report(learner=_user(), content=content(), why=OWN_MACHINE, sealed=False)

    @contextlib.contextmanager
    def _opened(self) -> Iterator[tuple[ExaminationRecord, Sitting]]:
        with file_errors(self._home, "made", fix="Free space.", kind=StoreError):
            make_private_folder(self._home)
        with contextlib.closing(ClassStore(self._home / "class.db", create=True)) as store:
            record = ExaminationRecord(store, self._workshop.title)
            record.take_over(self._home / "record.jsonl", str)
            yield record, Sitting(self._workshop, record.events().get("", ()))


class RecordCall(Struct, frozen=True, tag="record"):
    """Message of a session to its server: new events, which get the server's time, and whether to send the report."""

    token: str
    events: tuple[Event, ...] = ()
    report: bool = False


class RecordReply(Struct, frozen=True, tag="recorded"):
    """The server's reply: all events except checks, and the report if requested; or an error."""

    events: tuple[Event, ...] = ()
    report: SealedReport | None = None
    error: str = ""


class ServedRecord:
    """The record at the server that runs this session; the server stores the checks itself."""

    def __init__(self, address: str) -> None:
        """`address` is `Served.examination`."""
        self._token, _, self._socket = address.partition(":")

    def exchange(self, new: Sequence[Event]) -> Sequence[Event]:
        """Send new events to the server; return all stored events except checks."""
        return self._ask(events=tuple(event for event in new if not isinstance(event, GradedAnswer))).events

    def report(self, content: Callable[[], str]) -> SealedReport:  # noqa: ARG002 - the server knows its content
        """Return the server's report; `content` is not used."""
        report = self._ask(report=True).report
        if report is None:
            raise StoreError("There is no report: the examination has not begun.", fix="Open the workshop again.")
        return report

    def _ask(self, **fields: Any) -> RecordReply:
        from mxtutor.grading.service.calls import MAX_REPLY, MAX_REQUEST, Channel

        fix = "Check again later. If this does not help, tell your instructor."
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            channel: Channel[RecordCall, RecordReply] = Channel(connection, RecordReply, MAX_REPLY, MAX_REQUEST)
            try:
                connection.settimeout(ASK_SECONDS)
                connection.connect(self._socket)
                channel.send(RecordCall(self._token, **fields))
                reply = channel.receive()
            except (OSError, EOFError) as error:
                raise StoreError("The server does not answer.", fix=fix, reason="the server does not answer") from error
            finally:
                channel.close()
        if reply.error:
            raise StoreError(f"The server cannot store this: {reply.error}.", fix=fix, reason=reply.error)
        return reply


def record_of(workshop: Workshop) -> OwnRecord | ServedRecord:
    """Return the record for this process: the server's in a session, else the learner's own."""
    session = served()
    return ServedRecord(session.examination) if session and session.examination else OwnRecord(workshop)


def sealed_home(workshop: Workshop) -> Path:
    """Return the folder of an examination in the learner's home; nothing is created."""
    name = hashlib.sha256(workshop.title.encode("utf-8", "replace")).hexdigest()[:16]
    return paths.home() / "sealed" / name


def _user() -> str:
    """Return the name of this machine's user."""
    try:
        return getpass.getuser() or "learner"
    except (KeyError, OSError):  # the user is not in the system's list
        return "learner"
