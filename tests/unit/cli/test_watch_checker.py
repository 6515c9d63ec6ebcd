"""`mxtutor watch` checks a save also where the system reports it twice, and ends when nobody reads its reports."""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any, cast

import pytest

from mxtutor.cli import main, watch
from mxtutor.grading.protocol import Report, Submission, Verdict

WAIT = 60.0


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

    def prepare(self, _: object) -> None:
        """Do nothing."""


class SlowOnce(Idle):
    """A grader whose first check lasts until it is cancelled."""

    def __init__(self) -> None:
        self.began, self.cancelled, self.prepared = (threading.Event() for _ in range(3))
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
        """Note that the last waiting check has ended, and its report is printed."""
        self.prepared.set()


def test_a_second_event_of_a_save_that_ends_its_check_leads_to_another_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def saved(_: Path, ended: threading.Event, __: object) -> Iterator[list[Path]]:
        yield [file]
        assert grader.began.wait(WAIT)
        yield [file]
        end = time.monotonic() + WAIT
        while not grader.prepared.wait(0.01) and time.monotonic() < end:
            yield []

    grader = SlowOnce()
    file = answer(tmp_path)
    monkeypatch.setattr(watch, "saved_files", saved)
    assert main(["watch", str(tmp_path), "--json"], make_grader=cast(Any, lambda **_: grader)) == 0
    assert [json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()] == ["right"]
    assert grader.graded == 2


def answer(folder: Path) -> Path:
    """Make an answer file below a folder; return its path."""
    file = folder / "tensors" / "arccos.py"
    file.parent.mkdir()
    file.write_text("def arccos(x):\n    return x.arccos()\n")
    return file


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

    file = answer(tmp_path)
    monkeypatch.setattr(watch, "saved_files", saved)
    monkeypatch.setattr(Idle, "grade", fail)
    assert _watching([str(tmp_path)])() == code
    usual = ("mxtutor: watching ", "mxtutor: MXNet and PyTorch are ready.")
    assert [line for line in capsys.readouterr().err.splitlines() if not line.startswith(usual)] == said
