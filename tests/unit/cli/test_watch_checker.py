"""`mxtutor watch` checks a save also where the system reports it twice, and ends when nobody reads its reports."""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any, cast

import pytest

from mxtutor.cli import main, watch
from mxtutor.content.model import Course
from mxtutor.grading.protocol import Grader, Report, Submission, Verdict
from tests.unit.specimens import exercise

WAIT = 60.0


class SlowOnce:
    """A grader whose first check lasts until it is cancelled."""

    def __init__(self) -> None:
        self.began, self.cancelled = threading.Event(), threading.Event()
        self.graded = 0

    def grade(self, submission: Submission, _: object = None) -> Report:
        """Return a report; the first one is that of a cancelled check."""
        self.graded += 1
        self.began.set()
        report = Report(submission.exercise.id, Verdict.RIGHT, "Right.")
        if self.graded > 1:
            return report
        assert self.cancelled.wait(WAIT)
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
    monkeypatch.setattr(watch, "find_exercise", lambda *_: subject)
    monkeypatch.setattr(watch._Checker, "_show", lambda *_, **__: shown.set())
    course = cast(Course, SimpleNamespace(exercises={subject.id: subject}))
    checker = watch._Checker(
        course, cast(Grader, grader), as_json=True, device="auto", explain=False, ended=threading.Event()
    )
    file = tmp_path / "answer.py"
    file.write_text("def f(x):\n    return x\n")
    runner = threading.Thread(target=checker.run, daemon=True)
    runner.start()
    checker.saved(file, subject.id)
    assert grader.began.wait(WAIT)
    checker.saved(file, subject.id)
    assert shown.wait(WAIT)
    checker.close()
    runner.join(WAIT)
    assert (grader.graded, capsys.readouterr().err) == (2, "")


class Idle:
    """A grader that is ready and grades nothing."""

    state = SimpleNamespace(phase="ready", detail="")

    def __enter__(self) -> Idle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Do nothing."""

    def start(self) -> None:
        """Do nothing."""

    def grade(self, submission: Submission, _: object = None) -> Report:
        """Fail: these tests check nothing."""
        raise AssertionError(submission.exercise.id)

    def cancel(self) -> None:
        """Do nothing."""


def _watching(arguments: list[str]) -> Callable[[], int | None]:
    """Run `mxtutor watch` in a thread; return what waits for its exit code, which is None if it does not end."""
    codes: list[int] = []
    thread = threading.Thread(
        target=lambda: codes.append(main(["watch", *arguments], make_grader=cast(Any, lambda **_: Idle()))), daemon=True
    )
    thread.start()

    def code() -> int | None:
        thread.join(WAIT)
        return codes[0] if codes else None

    return code


def test_a_watch_whose_output_nobody_reads_ends_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    with open(writer, "w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        code = _watching([str(tmp_path)])
        os.close(reader)
        assert code() == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (errno.EPIPE, 0, []),
        (errno.ENOSPC, 3, ["mxtutor: standard output cannot be written: No space left on device."]),
    ],
)
def test_a_report_that_cannot_be_written_ends_the_watch(
    number: int,
    code: int,
    said: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object, **__: object) -> Report:
        raise OSError(number, os.strerror(number))

    def saved(_: Path, ended: threading.Event, __: object) -> Iterator[list[Path]]:
        yield [file]
        while not ended.wait(0.01):
            yield []

    file = tmp_path / "tensors" / "arccos.py"
    file.parent.mkdir()
    file.write_text("def f(x):\n    return x\n")
    monkeypatch.setattr(watch, "saved_files", saved)
    monkeypatch.setattr(Idle, "grade", fail)
    assert _watching([str(tmp_path)])() == code
    usual = ("mxtutor: watching ", "mxtutor: MXNet and PyTorch are ready.")
    assert [line for line in capsys.readouterr().err.splitlines() if not line.startswith(usual)] == said
