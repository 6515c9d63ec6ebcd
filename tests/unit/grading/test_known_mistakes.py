"""The wrong answers that ship with an exercise are run again where their processes were lost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from mxtutor.content.model import Mistake
from mxtutor.grading.diagnosis.known_mistakes import KnownMistakes
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.workers.job import EndedJob, RunningJobs
from mxtutor.grading.workers.worker import Worker
from tests.unit.specimens import exercise

LOST, ENDED, CANCELLED = EndedJob("lost"), EndedJob("exit", code=1, begun=True), EndedJob("cancelled")
LOOPED = EndedJob("cpu", begun=True)


class Job:
    """A job that has ended."""

    def __init__(self, end: EndedJob) -> None:
        self.wait = lambda: end
        self.on_output: object = None


@dataclass
class Ends:
    """A worker whose jobs end as it is told, one after the other."""

    ends: list[EndedJob]
    sent: int = 0
    role: Any = field(default_factory=lambda: SimpleNamespace(framework="mxnet"))
    alive: bool = True
    pid: int = 1

    def submit(self, *_: object) -> tuple[Any, str]:
        """Return a job that has the next end."""
        self.sent += 1
        return Job(self.ends.pop(0)), "nonce"

    def await_leaving(self) -> None:
        """It never leaves."""


def known(ends: Ends) -> KnownMistakes:
    return KnownMistakes(cast(Worker, ends))


def prepared(folder: Path) -> Prepared:
    source = folder / "wrong_one.py"
    source.write_text("def f():\n    return 1\n")
    subject = replace(exercise(), mistakes=(Mistake("one", "It loops.", source=source),))
    return cast(Prepared, SimpleNamespace(exercise=subject, cases=(), seed=1, gpus=0))


def test_a_lost_one_is_run_again_and_then_kept(tmp_path: Path) -> None:
    worker, subject = Ends([LOST, ENDED]), prepared(tmp_path)
    mistakes = known(worker)
    for _ in range(2):
        found = mistakes.results(subject, RunningJobs())["one"]
        assert found.failure is not None
        assert found.failure.verdict is Verdict.CRASH
    assert worker.sent == 2


def test_one_that_is_lost_each_time_is_left_out_and_not_kept(tmp_path: Path) -> None:
    worker, subject = Ends([LOST] * 4 + [ENDED]), prepared(tmp_path)
    mistakes = known(worker)
    assert mistakes.results(subject, RunningJobs()) == {}
    assert mistakes.results(subject, RunningJobs()).keys() == {"one"}


def test_one_that_ran_out_of_time_is_no_behaviour_and_not_kept(tmp_path: Path) -> None:
    worker, subject = Ends([LOOPED, ENDED]), prepared(tmp_path)
    mistakes = known(worker)
    assert mistakes.results(subject, RunningJobs()) == {}
    assert mistakes.results(subject, RunningJobs()).keys() == {"one"}


def test_a_cancelled_one_is_not_run_again(tmp_path: Path) -> None:
    worker, subject = Ends([CANCELLED]), prepared(tmp_path)
    assert known(worker).results(subject, RunningJobs()).keys() <= {"one"}
    assert worker.sent == 1
