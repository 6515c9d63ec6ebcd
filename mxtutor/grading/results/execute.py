"""Runs one job on a worker until it ends, and again if its processes were killed from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mxtutor.grading.messages import JobLimits, JobPayload
from mxtutor.grading.results.decode import Completed, ProcessFailure, interrupted, read
from mxtutor.grading.workers.job import JobEnd, Running
from mxtutor.grading.workers.worker import Worker

ATTEMPTS = 3
"""Most runs of a job whose processes are killed; the same cause often kills the next supervisor, too."""


@dataclass(frozen=True, slots=True)
class Execution:
    """A job that has ended, with its result."""

    end: JobEnd
    result: Completed | ProcessFailure


def execute(
    worker: Worker,
    job: JobPayload,
    limits: JobLimits,
    *,
    cases: int = 0,
    running: Running | None = None,
    on_output: Callable[[bytes], object] | None = None,
) -> Execution:
    """Run a job and return how it ended and its result, of which `cases` results are expected.

    `running` can cancel it. A job whose processes were killed from outside is tried again.

    Raises:
        BrokenError: the worker cannot be started, or is closed.
        WireError: the job is larger than a frame.
    """
    for attempt in range(1, ATTEMPTS + 1):
        started, nonce = worker.submit(job, limits)
        started.on_output = on_output
        end = running.wait(started) if running is not None else started.wait()
        lost = interrupted(end) or (end.ended not in ("cancelled", "done") and not worker.alive)
        if end.ended == "overdue":
            worker.kill()  # the worker or the supervisor hangs, so a new worker replaces it
        if not lost or attempt == ATTEMPTS:
            return Execution(end, read(end, nonce, cases))
        if not end.begun and attempt + 1 == ATTEMPTS:  # others are tried at once: most are lost with their supervisor
            worker.await_leaving()
    raise AssertionError("unreachable")
