"""The record that a server keeps of an examination: what a session may say, and what it cannot."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from mxtutor.classroom.examination import (
    Begun,
    Ended,
    Event,
    GradedAnswer,
    Opened,
    SealedReport,
    workshop_hash,
)
from mxtutor.cli import main
from mxtutor.content.loader import load_exercise
from mxtutor.content.workshop import Workshop
from mxtutor.errors import BrokenError, StoreError
from mxtutor.grading.procfs import ending
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.live.record import ServedRecord
from mxtutor.served import Served
from mxtutor.serving import session_grader
from mxtutor.serving.session_grader import SessionGrader
from tests.grading.residents import quick_graders, until
from tests.hostile import MALFORMED
from tests.serving.examiners import OneExaminer, record
from tests.ui.fakes import COURSE
from tests.ui.test_sealed import EXAM
from tests.ui.workshops import NOW, Clocks

ARCCOS = load_exercise(COURSE / "exercises" / "tensors" / "arccos", "tensors/arccos")
CHANGED = replace(EXAM, points={**EXAM.points, "tensors/flip": 9.0})
LATER = NOW + timedelta(days=300)


@pytest.fixture
def clocks() -> Clocks:
    """The server's clock, which stands still."""
    return Clocks()


@pytest.fixture
def start(tmp_path: Path, clocks: Clocks) -> Iterator[Callable[..., OneExaminer]]:
    """Return what starts a server's record; all that were started end with the test."""
    started: list[OneExaminer] = []

    def begin(workshop: Workshop = EXAM) -> OneExaminer:
        started.append(OneExaminer(tmp_path, workshop, now=lambda: clocks.now))
        return started[-1]

    yield begin
    for one in started:
        one.close()


@pytest.fixture
def examiner(start: Callable[..., OneExaminer]) -> OneExaminer:
    """A server's record."""
    return start()


def begun(examiner: OneExaminer, learner: str = "ana", *events: Event, workshop: Workshop = EXAM) -> ServedRecord:
    """Let a learner begin, and say what the session says then."""
    kept = ServedRecord(examiner.enter(learner))
    kept.exchange([Begun(workshop_hash(workshop), when=LATER), *events])
    return kept


def report(kept: ServedRecord) -> SealedReport:
    """Return the server's report."""
    return kept.report(lambda: "d" * 64)


def files(folder: Path, ending: str) -> list[Path]:
    """Return the server's files with an ending."""
    return sorted((folder / "reports").glob(f"*.{ending}"))


def test_times_and_names_are_the_servers(examiner: OneExaminer, tmp_path: Path) -> None:
    kept = begun(examiner, "ana", Opened("tensors/arccos", when=LATER), Ended("done", when=LATER))
    found = report(kept)
    assert (found.learner, found.started, found.ended, found.ending) == ("ana", NOW, NOW, "learner")
    assert (found.sealed, found.content, found.parts[0].opened) == (True, "c" * 64, NOW)
    assert {line["learner"] for line in record(tmp_path)} == {"ana"}
    assert len(files(tmp_path, "json")) == len(files(tmp_path, "html")) == 1


def test_a_session_cannot_say_that_an_answer_is_right(examiner: OneExaminer, tmp_path: Path) -> None:
    token = examiner.enter("ana")
    kept = begun(examiner, "ana", Opened("tensors/arccos", when=NOW))
    right = GradedAnswer("tensors/arccos", Verdict.RIGHT, 7, "x", True, when=NOW)
    kept.exchange([right])
    assert ask(token, {"type": "record", "token": token.partition(":")[0], "events": [_plain(right)]})["error"] == ""
    assert report(kept).points == 0
    assert {line["event"] for line in record(tmp_path)} == {"begun", "opened"}


def _plain(event: GradedAnswer) -> dict[str, Any]:
    return {
        "event": "checked", "when": event.when.isoformat(), "exercise": event.exercise, "verdict": "right",
        "seed": event.seed, "code": event.code, "counts": True,
    }  # fmt: skip


def ask(admission: str, message: object) -> dict[str, Any]:
    """Send any message to a server; return its reply."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(60)
        connection.connect(admission.partition(":")[2])
        text = json.dumps(message).encode()
        connection.sendall(len(text).to_bytes(4, "little") + text)
        reply = connection.makefile("rb").read()
    found: dict[str, Any] = {"error": "", **json.loads(reply[4:])} if reply else {}
    return found


def test_nothing_happens_before_the_learner_has_begun(examiner: OneExaminer, tmp_path: Path) -> None:
    kept = ServedRecord(examiner.enter("ana"))
    assert kept.exchange([Opened("tensors/arccos", when=NOW), Ended("time", when=NOW)]) == ()
    examiner.look()
    assert record(tmp_path) == []
    with pytest.raises(StoreError, match="the examination has not begun"):
        report(kept)


def test_only_the_token_of_a_session_that_runs_counts(examiner: OneExaminer) -> None:
    admission = examiner.enter("ana")
    other = ServedRecord(f"{'0' * 32}:{admission.partition(':')[2]}")
    with pytest.raises(StoreError, match="it does not know this session"):
        other.exchange([])
    examiner.dismiss(admission)
    with pytest.raises(StoreError, match="it does not know this session"):
        ServedRecord(admission).exchange([])


def test_a_server_that_has_ended_gives_one_line(examiner: OneExaminer) -> None:
    admission = examiner.enter("ana")
    examiner.close()
    with pytest.raises(StoreError, match=r"The server does not answer\. Check again later"):
        ServedRecord(admission).exchange([])
    assert not os.path.exists(admission.partition(":")[2])


def test_what_is_no_message_gets_no_answer_and_prints_nothing(
    examiner: OneExaminer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = examiner.enter("Ana").partition(":")[2]
    for data in (*MALFORMED.values(), b"", b"[]", b"\xff" * 16, b"\x02\0\0\0\0\0\0\0{}"):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(60)
            connection.connect(path)
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):  # it did not read all of this
                assert connection.recv(1 << 16) == b""
    assert capfd.readouterr() == ("", "")
    assert record(tmp_path) == []


@pytest.mark.parametrize("learner", ["\U00020000" * 200, "名" * 200, "..", "a/../b", "a\0b"])
def test_reports_stay_in_their_folder_and_apart_whatever_learners_are_called(
    examiner: OneExaminer, tmp_path: Path, learner: str
) -> None:
    assert report(begun(examiner, learner)).learner == learner
    assert report(begun(examiner, learner + "_")).learner == learner + "_"
    assert len(files(tmp_path, "json")) == 2
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in (tmp_path / "reports").iterdir())


def test_the_record_outlives_the_server(start: Callable[..., OneExaminer], clocks: Clocks) -> None:
    first = start()
    begun(first, "ana", Opened("tensors/arccos", when=NOW))
    first.close()
    clocks.now += timedelta(minutes=3)
    found = report(begun(start(), "ana", Opened("tensors/flip", when=NOW)))
    assert found.started == NOW
    assert [part.opened for part in found.parts] == [NOW, NOW + timedelta(minutes=3)]


KEEPER = """
import sys, time
from pathlib import Path
from tests.serving.examiners import OneExaminer
from tests.ui.test_sealed import EXAM

print(OneExaminer(Path(sys.argv[1]), EXAM).enter("ana"), flush=True)
time.sleep(600)
"""


def test_a_server_that_is_killed_loses_nothing_that_it_confirmed(
    start: Callable[..., OneExaminer], tmp_path: Path
) -> None:
    confirmed = 0
    for exercise in ("tensors/arccos", "tensors/flip"):
        process = subprocess.Popen([sys.executable, "-c", KEEPER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        session = ServedRecord(process.stdout.readline().strip())
        confirmed = len(session.exchange([Begun(workshop_hash(EXAM), when=NOW), Opened(exercise, when=NOW)]))
        process.kill()
        process.wait()
        process.stdout.close()
        assert [line["event"] for line in record(tmp_path)] == ["begun", "opened", "opened"][:confirmed]
    assert confirmed == 3
    assert len(ServedRecord(start().enter("ana")).exchange(())) == 3


def test_a_record_of_release_0_4_is_taken_over_once(start: Callable[..., OneExaminer], tmp_path: Path) -> None:
    """It was lines of JSON, perhaps with a half one after a full disk."""
    name = hashlib.sha256(EXAM.title.encode()).hexdigest()[:16]
    lines = [
        {"event": "begun", "learner": "ana", "when": NOW.isoformat(), "workshop": workshop_hash(EXAM)},
        {"event": "opened", "learner": "ana", "when": NOW.isoformat(), "exercise": "tensors/arccos"},
        {"event": "checked", "learner": "ana", "when": NOW.isoformat(), "exercise": "tensors/arccos",
         "verdict": "right", "seed": 7, "code": "right = 1", "counts": True, "flags": ["frames"]},
    ]  # fmt: skip
    (tmp_path / "reports").mkdir()
    text = "\n".join([*map(json.dumps, lines), "[]", '{"event": "opened", "exerc'])
    (tmp_path / "reports" / f"record-{name}.jsonl").write_text(text)
    for _ in range(2):
        examiner = start()
        found = report(ServedRecord(examiner.enter("ana")))
        examiner.close()
        assert (found.started, found.points, found.exercises[0].flags) == (NOW, 1.0, ("frames",))
        assert found.exercises[0].code == "right = 1"
        assert len(record(tmp_path)) == 3


def test_an_examination_ends_with_its_time_although_the_learner_is_away(
    examiner: OneExaminer, clocks: Clocks, tmp_path: Path
) -> None:
    kept = begun(examiner, "ana", Opened("tensors/arccos", when=NOW), Opened("tensors/flip", when=NOW))
    clocks.now += timedelta(minutes=39)
    examiner.look()
    assert report(kept).ended is None
    (file,) = files(tmp_path, "json")
    assert json.loads(file.read_text())["ended"] is None
    clocks.now += timedelta(minutes=2)
    examiner.look()
    found = report(kept)
    assert (found.ending, found.ended) == ("time", NOW + timedelta(minutes=40))
    assert json.loads(file.read_text())["ending"] == "time"


def test_the_class_view_shows_an_examination(
    examiner: OneExaminer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(examiner, "ana", Opened("tensors/arccos", when=NOW))
    assert main(["class", "--store", str(tmp_path / "class.db"), "--json"]) == 0
    (learner,) = json.loads(capsys.readouterr().out)["learners"]
    assert list(learner["exercises"]) == ["tensors/arccos"]
    assert learner["exercises"]["tensors/arccos"]["status"] == "opened"


@pytest.mark.parametrize(("minutes", "ending"), [(39, "learner"), (40, "time"), (90, "time")])
def test_the_server_decides_whether_the_time_was_over(
    examiner: OneExaminer, clocks: Clocks, minutes: int, ending: str
) -> None:
    kept = begun(examiner, "ana", Opened("tensors/arccos", when=NOW), Opened("tensors/flip", when=NOW))
    clocks.now += timedelta(minutes=minutes)
    kept.exchange([Ended("time", when=NOW)])
    assert (report(kept).ending, report(kept).ended) == (ending, NOW + timedelta(minutes=min(minutes, 40)))


def test_a_workshop_that_was_changed_makes_the_report_unsealed(start: Callable[..., OneExaminer]) -> None:
    first = start()
    kept = begun(first)
    kept.exchange([Begun("e" * 64, when=NOW)])  # the session read a file that was changed after the server's start
    found = report(kept)
    assert (found.sealed, found.why) == (False, "The workshop was changed after the learner had begun it.")
    assert report(begun(start(CHANGED), "ben", workshop=CHANGED)).sealed
    assert not report(begun(start(), "ben")).sealed


def test_a_report_that_has_ended_stays_as_it_is(start: Callable[..., OneExaminer], clocks: Clocks) -> None:
    before = report(begun(start(), "ana", Ended("learner", when=NOW)))
    clocks.now += timedelta(hours=1)
    assert report(begun(start(CHANGED), "ana", Opened("tensors/flip", when=NOW), workshop=CHANGED)) == before


def test_nothing_opens_before_the_start(start: Callable[..., OneExaminer], clocks: Clocks) -> None:
    exam = replace(EXAM, start=NOW + timedelta(minutes=5))
    kept = begun(start(exam), "ana", Opened("tensors/arccos", when=NOW), workshop=exam)
    assert report(kept).parts[0].opened is None
    clocks.now += timedelta(minutes=5)
    kept.exchange([Opened("tensors/arccos", when=NOW)])
    assert report(kept).parts[0].opened == clocks.now


@contextlib.contextmanager
def kept_grader() -> Iterator[RemoteGrader]:
    """Keep a grader without workers, as the server does; yield the connection that keeps it."""
    with quick_graders(), RemoteGrader(COURSE) as keeper:
        keeper.start()
        yield keeper


@pytest.fixture
def grader(examiner: OneExaminer) -> Iterator[Callable[..., SessionGrader]]:
    """Return what makes the grader of a learner's session; graders without workers answer it."""
    made: list[SessionGrader] = []

    def make(learner: str = "ana") -> SessionGrader:
        made.append(SessionGrader(COURSE, Served("served x", examination=examiner.enter(learner))))
        return made[-1]

    yield make
    for one in made:
        one.close()


def check(grader: SessionGrader, code: bytes, seed: int | None = None) -> Verdict:
    """Check an answer; return the verdict that the session sees."""
    return grader.grade(Submission(ARCCOS, code, seed)).verdict


def test_each_verdict_is_in_the_record_with_its_code_and_time(
    grader: Callable[..., SessionGrader], clocks: Clocks, examiner: OneExaminer, tmp_path: Path
) -> None:
    with kept_grader():
        session, kept = grader(), begun(examiner)
        assert check(session, b"right = 1", seed=5) is Verdict.RIGHT
        clocks.now += timedelta(minutes=26)
        assert check(session, b"right = 2") is Verdict.RIGHT
    checks = [line for line in record(tmp_path) if line["event"] == "checked"]
    assert [(one["learner"], one["code"], one["verdict"], one["counts"]) for one in checks] == [
        ("ana", "right = 1", "right", True),
        ("ana", "right = 2", "right", False),
    ]
    assert [datetime.fromisoformat(one["when"].replace("Z", "+00:00")) for one in checks] == [
        NOW,
        NOW + timedelta(minutes=26),
    ]
    found = report(kept)
    assert (found.points, found.in_time, found.parts[0].late_checks) == (1.0, False, 1)
    assert (found.exercises[0].attempts, found.exercises[0].first_try, found.exercises[0].seeds) == (1, True, (7,))


FULL = """
CREATE TRIGGER no_room BEFORE INSERT ON mxtutor_events BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
"""


def test_a_verdict_that_cannot_be_kept_is_not_given(
    grader: Callable[..., SessionGrader], examiner: OneExaminer, tmp_path: Path
) -> None:
    with kept_grader():
        session = grader()
        begun(examiner)
        with contextlib.closing(sqlite3.connect(tmp_path / "class.db")) as database:
            database.execute(FULL)
            found = session.grade(Submission(ARCCOS, b"right = 1"))
            assert found.verdict is Verdict.BROKEN
            assert "The server cannot keep the verdict" in found.headline
            database.execute("DROP TRIGGER no_room")
        assert check(session, b"right = 1") is Verdict.RIGHT
    assert [line["event"] for line in record(tmp_path)] == ["begun", "opened", "checked"]


def test_a_grader_that_ends_is_waited_for_and_the_check_counts_once(
    grader: Callable[..., SessionGrader], examiner: OneExaminer, tmp_path: Path
) -> None:
    with kept_grader() as keeper:
        session = grader()
        begun(examiner)
        assert check(session, b"right = 1") is Verdict.RIGHT
        assert session.pid is not None
        os.kill(session.pid, signal.SIGKILL)
        assert not keeper.run("mxnet", "0").broken  # it starts another one
        assert check(session, b"right = 2") is Verdict.RIGHT
    assert [line["code"] for line in record(tmp_path) if line["event"] == "checked"] == ["right = 1", "right = 2"]


def test_a_grader_that_hangs_is_ended_by_the_server(
    grader: Callable[..., SessionGrader], examiner: OneExaminer, tmp_path: Path
) -> None:
    with kept_grader() as keeper, ThreadPoolExecutor() as threads:
        session = grader()
        session.start()
        pid = session.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        checking = threads.submit(check, session, b"right = 1")
        assert until(lambda: ending(pid))
        assert not keeper.run("mxnet", "0").broken  # it starts another one
        assert checking.result() is Verdict.RIGHT
    assert [line["event"] for line in record(tmp_path)] == ["begun", "opened", "checked"]


def test_without_a_grader_the_session_says_so(
    grader: Callable[..., SessionGrader], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_grader, "WAIT_SECONDS", 0.2)
    with quick_graders(), pytest.raises(BrokenError, match="The server's grader is not running"):
        grader().require_ready()
