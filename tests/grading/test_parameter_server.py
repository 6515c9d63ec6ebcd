"""The distributed exercise really launches scheduler, server and workers, which always end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import exercise, leftovers

pytestmark = pytest.mark.grading
TRAINING = exercise("trainers/distributed-kvstore")
SOON = 30.0
"""Seconds in which an answer is refused that waits for no worker; two cases that wait for workers take 40."""
HEAD = "import os, time\nimport mxnet as mx\n\n\ndef dist_train(net, batches, lr):\n"


def graded(grader: LocalGrader, source: str, seconds: float = TRAINING.seconds, cases: int = 2) -> Report:
    """Return the report on an answer with this time limit and so many cases; none of its processes may remain."""
    worker = grader.frameworks.answer.pid
    assert worker is not None
    subject, seed = replace(TRAINING, seconds=seconds, cases=TRAINING.cases[:cases]), 7 + int(seconds) + cases
    grader.references.get(subject, seed)
    report = grader.grade(Submission(subject, source.encode(), seed))
    assert not leftovers(worker)
    return report


def failing(report: Report) -> list[str]:
    return [aspect.aspect for case in report.cases for aspect in case.aspects if not aspect.ok]


def test_both_workers_end_with_the_weights_of_whole_batches(grader: LocalGrader) -> None:
    report = graded(grader, TRAINING.solution)
    assert report.verdict is Verdict.RIGHT, report.headline


def test_jobs_at_once_do_not_meet(grader: LocalGrader) -> None:
    subject = replace(TRAINING, cases=TRAINING.cases[:1])
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(grader.grade, [Submission(subject, TRAINING.solution.encode(), 7)] * 4))
    assert [report.verdict for report in reports] == [Verdict.RIGHT] * 4


def test_an_error_in_a_worker_is_reported_with_its_line(grader: LocalGrader) -> None:
    report = graded(grader, HEAD + "    mx.kv.create('dist_sync')\n    raise ValueError('too few')\n", SOON)
    assert report.verdict is Verdict.ERROR
    error = report.cases[0].error
    assert error is not None
    assert (error.type, error.text, error.line) == ("ValueError", "too few", 7)
    assert error.frames == ("line 7, in dist_train: raise ValueError('too few')",)


def test_a_worker_that_dies_ends_the_others(grader: LocalGrader) -> None:
    report = graded(grader, HEAD + "    store = mx.kv.create('dist_sync')\n    os._exit(store.rank * 3)\n", SOON)
    assert report.verdict is Verdict.WRONG
    assert set(failing(report)) == {"parameters"}


def test_workers_that_never_join_are_not_waited_for(grader: LocalGrader) -> None:
    report = graded(grader, HEAD + "    mx.nd.waitall()\n", SOON)
    assert report.verdict is Verdict.WRONG
    assert set(failing(report)) == {"parameters"}


@pytest.mark.slow
@pytest.mark.apart
def test_an_endless_worker_is_ended_in_time(grader: LocalGrader) -> None:
    report = graded(
        grader, HEAD + "    store = mx.kv.create('dist_sync')\n    time.sleep(1000 * store.rank)\n", cases=1
    )
    assert report.verdict is Verdict.WRONG, "a case ends its workers after some 20 s, long before the limit"
