"""The record of an examination on a learner's own machine, and the commands that are gone."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from mxtutor.classroom.examination import (
    CHANGED,
    Begun,
    Ended,
    GradedAnswer,
    Opened,
    checked,
    workshop_hash,
)
from mxtutor.content.workshop import Credit, load_workshop
from mxtutor.errors import TutorError
from mxtutor.grading.protocol import CaseResult, Flag, Report, Verdict
from mxtutor.live.record import OwnRecord, ServedRecord, record_of, sealed_home
from mxtutor.served import Served
from tests.ui.test_sealed import EXAM
from tests.ui.workshops import NOW
from tests.unit.content.workshop_files import write
from tests.unit.progress.test_releases import RELEASES

BEGUN = Begun(workshop_hash(EXAM), when=NOW)
OPENED = Opened("tensors/arccos", when=NOW)


def check(minutes: float, verdict: Verdict, *flags: str, counts: bool = True) -> GradedAnswer:
    """Return a check some minutes after the begin."""
    when = NOW + timedelta(minutes=minutes)
    return GradedAnswer("tensors/arccos", verdict, int(minutes), "x", counts, not counts, flags, when=when)


def test_the_report_follows_from_the_events() -> None:
    record = OwnRecord(EXAM)
    checks = [check(1, Verdict.WRONG), check(2, Verdict.BROKEN, counts=False), check(4, Verdict.RIGHT, "frames")]
    record.exchange([BEGUN, OPENED, *checks, check(5, Verdict.WRONG), check(26, Verdict.RIGHT, counts=False)])
    found = record.report(lambda: "c" * 64)
    first = found.exercises[0]
    assert (first.verdict, first.attempts, first.first_try, first.seconds) == (Verdict.RIGHT, 2, False, 240.0)
    assert (first.seeds, first.flags, first.points, found.points) == ((1, 4), ("frames",), 1.0, 1.0)
    assert (found.parts[0].seconds, found.parts[0].late_checks, found.parts[1].opened) == (300.0, 2, None)
    assert (found.ended, found.ending, found.sealed) == (None, None, False)
    assert found.why == "It proves nothing, because it was made on the learner's own machine."


@pytest.mark.parametrize(
    ("credit", "flags", "points"),
    [("cases", (), 0.5), ("all", (), 0.0), ("cases", (Flag("tampered", "No.", 1),), 0.0)],
)
def test_an_answer_that_is_partly_right_earns_what_the_workshop_says(
    credit: Credit, flags: tuple[Flag, ...], points: float
) -> None:
    exam = replace(EXAM, credit=credit)
    cases = (CaseResult("one", Verdict.RIGHT, ()), CaseResult("two", Verdict.WRONG, ()))
    report = Report("tensors/arccos", Verdict.WRONG, "Half.", cases, flags=flags, seed=1)
    made = checked(report, "x", NOW + timedelta(minutes=1), counts=True, late=False, credit=credit)
    OwnRecord(exam).exchange([Begun(workshop_hash(exam), when=NOW), OPENED, made])
    found = OwnRecord(exam).report(lambda: "c" * 64)
    assert (found.exercises[0].points, found.points) == (points, points)
    assert found.why != CHANGED


def test_two_windows_of_one_learner_agree() -> None:
    one, other = OwnRecord(EXAM), OwnRecord(EXAM)
    one.exchange([BEGUN, OPENED])
    later = Opened("tensors/arccos", when=NOW + timedelta(minutes=9))
    end = Ended("learner", when=NOW + timedelta(minutes=10))
    assert other.exchange([BEGUN, later, end]) == [BEGUN, OPENED, end]
    assert one.exchange([Ended("done", when=NOW), Opened("tensors/flip", when=NOW)]) == [BEGUN, OPENED, end]


def test_a_record_that_cannot_be_written_is_one_line() -> None:
    (sealed_home(EXAM) / "class.db").mkdir(parents=True)
    with pytest.raises(TutorError, match=r"class\.db is not a file\. Name another store\."):
        OwnRecord(EXAM).exchange([BEGUN])


def test_a_record_of_release_0_4_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    shutil.copytree(RELEASES / "0.4.0", home)
    monkeypatch.setenv("MXTUTOR_HOME", str(home))
    exam = load_workshop(home / "exam.yaml")
    assert len(OwnRecord(exam).exchange(())) == 2
    found = OwnRecord(exam).report(lambda: "c" * 64)
    assert (found.points, found.exercises[0].attempts, found.parts[0].late_checks) == (1.0, 2, 1)
    assert "nd.arccos(x)" in found.exercises[0].code


def test_only_a_session_of_a_server_uses_the_servers_record(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(record_of(EXAM)) is OwnRecord
    for name, value in Served("served x", examination="token:/socket").to_environment().items():
        monkeypatch.setenv(name, value)
    assert isinstance(record_of(EXAM), ServedRecord)
    assert not sealed_home(EXAM).exists()


def test_the_hash_of_a_workshop_follows_its_meaning_and_not_its_layout(tmp_path: Path) -> None:
    file = write(tmp_path)
    first = workshop_hash(load_workshop(file))
    file.write_text("# a comment\n" + file.read_text())
    assert workshop_hash(load_workshop(file)) == first
    for changes in (
        {"title": "X"},
        {"points": 2},
        {"due": "2026-12-01 18:01+01:00"},
        {"hints": "never"},
    ):
        assert workshop_hash(load_workshop(write(tmp_path, changes))) != first, changes
