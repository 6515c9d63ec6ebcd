"""Runs a job on a worker, and repeats it if its processes were killed from outside."""

from __future__ import annotations

from collections.abc import Callable

from mxtutor.grading.messages import Job, JobLimits
from mxtutor.grading.results.decode import Result, interrupted, read
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker

ATTEMPTS = 3
"""Maximum number of attempts for a job whose processes are killed; the cause often kills the next supervisor, too."""


def execute(
    worker: Worker,
    job: Job,
    limits: JobLimits,
    *,
    cases: int = 0,
    running: RunningJobs | None = None,
    on_output: Callable[[bytes], object] | None = None,
) -> Result:
    """Run a job and return its result; `cases` is the number of outcomes that it must have.

    `running` can cancel it. A job whose processes were killed from outside is repeated.

    Raises:
        BrokenError: the worker cannot be started, or is closed.
        WireError: the job is larger than a frame.
    """
    for attempt in range(1, ATTEMPTS + 1):
        started, nonce = worker.submit(job, limits)
        process = worker.pid
        started.on_output = on_output
        end = running.wait(started) if running is not None else started.wait()
        lost = interrupted(end) or (end.ended not in ("cancelled", "done") and not worker.alive)
        if end.ended == "overdue" and worker.pid == process:  # else another thread has replaced it
            worker.kill()  # the worker or the supervisor hangs, so a new worker replaces it
        if not lost or attempt == ATTEMPTS:
            return read(end, nonce, cases)
        if not end.begun and attempt + 1 == ATTEMPTS:  # others: retry at once, as most are lost with their supervisor
            worker.await_leaving()
    raise AssertionError("unreachable")
