"""The behaviour of the shipped wrong answers is remembered when all of them ended by themselves, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxtutor.content.model import Compare, Mistake
from mxtutor.grading import wire
from mxtutor.grading.cases.draw import draw
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.messages import AnswerJob, JobLimits, Ready
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.references import store
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.results.outcome import Outcome
from mxtutor.grading.workers import frameworks
from mxtutor.grading.workers.job import JobEnd
from mxtutor.grading.workers.roles import Role
from tests.unit.specimens import exercise, f32, tensor


class _Job:
    """A job that has ended."""

    on_output = None

    def __init__(self, end: JobEnd) -> None:
        self._end = end

    def wait(self) -> JobEnd:
        return self._end

    def cancel(self) -> None:
        """It has ended."""


class _Worker:
    """Gives every answer the same result, and cancels known mistakes while `cancelling`."""

    alive, ready, role = True, Ready(isolation=("none",)), Role("mxnet")

    def __init__(self) -> None:
        self.mistakes = 0
        self.cancelling = True

    def submit(self, job: AnswerJob, _: JobLimits) -> tuple[_Job, str]:
        if job.source == b"mistake":
            self.mistakes += 1
            if self.cancelling:
                return _Job(JobEnd("cancelled", begun=True)), "n"
        value = {"k": "nd", "a": f32(1, 8), "ctx": "cpu(0)"}
        return _Job(JobEnd("done", frame=wire.pack({"nonce": "n", "cases": [{"value": value}]}), begun=True)), "n"

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture
def worker() -> _Worker:
    """A worker that cancels known mistakes."""
    return _Worker()


@pytest.fixture
def check(worker: _Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Report]]:
    """Grade a wrong answer whose result is that of the exercise's only known mistake."""
    (tmp_path / "wrong_cube.py").write_bytes(b"mistake")
    cube = Mistake("cube", "The third power.", source=tmp_path / "wrong_cube.py")
    subject = exercise({"x": {"values": [1, 2]}}, folder=tmp_path, mistakes=(cube,), compare=Compare(values=(1e-5, 0)))
    monkeypatch.setattr(frameworks, "Worker", lambda _: worker)
    prepared = Prepared(subject, 7, tuple(draw(subject, 7)), (Outcome(tensor([1, 4])),))
    monkeypatch.setattr(store, "prepare", lambda *_, **__: prepared)

    with LocalGrader() as grader:
        yield lambda: grader.grade(Submission(subject, b"answer", 7))


def test_known_mistakes_that_were_cancelled_are_run_again(worker: _Worker, check: Callable[[], Report]) -> None:
    first = check()
    assert (first.verdict, first.diagnosis) == (Verdict.WRONG, ())
    worker.cancelling = False
    assert [d.code for d in check().diagnosis] == ["cube"]
    assert worker.mistakes == 2


def test_known_mistakes_that_ended_are_remembered(worker: _Worker, check: Callable[[], Report]) -> None:
    worker.cancelling = False
    assert [[d.code for d in check().diagnosis] for _ in range(3)] == [["cube"]] * 3
    assert worker.mistakes == 1
