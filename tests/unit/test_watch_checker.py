"""`mxtutor watch` checks a save also where the system reports it twice."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mxtutor.cli import watch
from mxtutor.content.model import Course
from mxtutor.grading.protocol import Grader, Report, Submission, Verdict
from tests.unit.specimens import exercise


class SlowOnce:
    """A grader whose first check lasts until it is cancelled."""

    def __init__(self) -> None:
        self.began, self.cancelled = threading.Event(), threading.Event()
        self.graded = 0

    def grade(self, report: Report) -> Report:
        """Return a report; the first one is that of a cancelled check."""
        self.graded += 1
        self.began.set()
        if self.graded > 1:
            return report
        assert self.cancelled.wait(10)
        return replace(report, verdict=Verdict.BROKEN)

    def cancel(self) -> None:
        """End the check that runs."""
        self.cancelled.set()

    def prepare(self, _: object) -> None:
        """Do nothing."""


def test_a_second_event_of_a_save_that_ends_its_check_leads_to_another_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    grader, subject = SlowOnce(), exercise()
    shown = threading.Event()
    right = Report(subject.id, Verdict.RIGHT, "Right.")

    def grade_and_keep(one: Any, _: Submission, **__: object) -> tuple[Report, bool]:
        return one.grade(right), False

    monkeypatch.setattr(watch, "grade_and_keep", grade_and_keep)
    monkeypatch.setattr(watch, "find_exercise", lambda *_: subject)
    monkeypatch.setattr(watch._Checker, "_show", lambda *_, **__: shown.set())
    course = cast(Course, SimpleNamespace(exercises={subject.id: subject}))
    checker = watch._Checker(course, cast(Grader, grader), as_json=True, device="auto", explain=False)
    file = tmp_path / "answer.py"
    file.write_text("def f(x):\n    return x\n")
    runner = threading.Thread(target=checker.run, daemon=True)
    runner.start()
    checker.saved(file, subject.id)
    assert grader.began.wait(10)
    checker.saved(file, subject.id)
    assert shown.wait(10)
    checker.close()
    runner.join(10)
    assert (grader.graded, capsys.readouterr().err) == (2, "")
