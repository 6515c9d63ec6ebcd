"""The distributed exercise really launches scheduler, server and workers, which always end."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import exercise, family, leftovers

pytestmark = pytest.mark.grading
TRAINING = exercise("trainers/distributed-kvstore")
HEAD = "import os, time\nimport mxnet as mx\n\n\ndef dist_train(net, batches, lr):\n"


def graded(grader: LocalGrader, source: str) -> tuple[Report, float]:
    """Return the report on an answer and the seconds that it took; nothing of it may be left."""
    worker = grader.frameworks.answer.pid
    assert worker is not None
    grader.references.get(TRAINING, 7)
    before, started = family(worker), time.monotonic()
    report = grader.grade(Submission(TRAINING, source.encode(), 7))
    seconds = time.monotonic() - started
    assert not leftovers(worker, before)
    return report, seconds


def failing(report: Report) -> list[str]:
    return [aspect.aspect for case in report.cases for aspect in case.aspects if not aspect.ok]


def test_both_workers_end_with_the_weights_of_whole_batches(grader: LocalGrader) -> None:
    report, _ = graded(grader, TRAINING.solution)
    assert report.verdict is Verdict.RIGHT, report.headline


def test_jobs_at_once_do_not_meet(grader: LocalGrader) -> None:
    with ThreadPoolExecutor(4) as pool:
        submissions = [Submission(TRAINING, TRAINING.solution.encode(), 7)] * 8
        reports = list(pool.map(grader.grade, submissions))
    assert [report.verdict for report in reports] == [Verdict.RIGHT] * 8


def test_an_error_in_a_worker_is_told_with_its_line(grader: LocalGrader) -> None:
    report, seconds = graded(grader, HEAD + "    mx.kv.create('dist_sync')\n    raise ValueError('too few')\n")
    assert report.verdict is Verdict.ERROR
    error = report.cases[0].error
    assert error is not None
    assert (error.type, error.text, error.line) == ("ValueError", "too few", 7)
    assert error.frames == ("line 7, in dist_train: raise ValueError('too few')",)
    assert seconds < 10


def test_a_worker_that_dies_ends_the_others(grader: LocalGrader) -> None:
    report, seconds = graded(grader, HEAD + "    store = mx.kv.create('dist_sync')\n    os._exit(store.rank * 3)\n")
    assert report.verdict is Verdict.WRONG
    assert set(failing(report)) == {"parameters"}
    assert seconds < 10


def test_workers_that_never_join_are_not_waited_for(grader: LocalGrader) -> None:
    report, seconds = graded(grader, HEAD + "    mx.nd.waitall()\n")
    assert set(failing(report)) == {"parameters"}
    assert seconds < 10


@pytest.mark.slow
def test_a_worker_that_hangs_is_ended_in_time(grader: LocalGrader) -> None:
    report, seconds = graded(
        grader, HEAD + "    store = mx.kv.create('dist_sync')\n    time.sleep(1000 * store.rank)\n"
    )
    assert report.verdict is Verdict.WRONG
    assert seconds < 55, "each of two cases ends its workers after some 20 s"
