"""The trusted side of a job: whatever its descriptors do, it ends, and says how."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from mxtutor.grading import wire
from mxtutor.grading.messages import JobLimits
from mxtutor.grading.workers import job
from mxtutor.grading.workers.job import HEAD, TAIL, RunningJob, RunningJobs

FRAME = wire.pack({"nonce": "d6b1"})
RESULT = wire.BEGUN + len(FRAME).to_bytes(8, "little") + FRAME
SOON = 30.0


class Far:
    """The worker's ends of a job, played by a test."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.job = RunningJob(JobLimits(seconds), b"the job")
        self.received, self.output, self.result, self.status = (os.dup(fd) for fd in self.job.far_ends)
        self.job.handed_over()

    def say(self, fd: int, data: bytes) -> None:
        """Write all of it, however little the pipe holds."""
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]

    def report(self, **payload: object) -> None:
        """Write what the supervisor reports."""
        self.say(self.status, json.dumps(payload).encode() + b"\n")

    def leave(self) -> None:
        """Close everything."""
        for fd in (self.received, self.output, self.result, self.status):
            os.close(fd)


@pytest.fixture
def far() -> Iterator[Far]:
    """A job whose worker's ends stay open until the test is over."""
    made = Far()
    yield made
    made.leave()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """Threads to wait in."""
    with ThreadPoolExecutor(4) as made:
        yield made


def test_the_job_reaches_the_worker(far: Far) -> None:
    assert os.read(far.received, 100) == b"the job"
    far.job.discard()


def test_a_complete_result_ends_the_wait_whatever_the_process_does_then(far: Far) -> None:
    far.say(far.output, b"printed")
    far.say(far.result, RESULT)
    end = far.job.wait()
    assert (end.ended, end.frame, end.begun, end.output) == ("done", FRAME, True, "printed")


def test_a_result_may_come_in_pieces(far: Far, pool: ThreadPoolExecutor) -> None:
    waiting = pool.submit(far.job.wait)
    for byte in RESULT:
        far.say(far.result, bytes([byte]))
    assert waiting.result(SOON).frame == FRAME


def test_a_report_without_result_tells_how_it_ended(far: Far) -> None:
    far.say(far.result, RESULT[:-1])
    far.report(ended="signal", code=11)
    end = far.job.wait()
    assert (end.ended, end.code, end.frame, end.begun) == ("signal", 11, None, True)


def test_a_result_that_is_there_with_the_report_counts(far: Far) -> None:
    far.report(ended="exit", code=0)
    far.say(far.result, RESULT)
    assert far.job.wait().ended == "done"


def test_a_supervisor_that_ends_without_a_report_is_lost() -> None:
    far = Far()
    far.leave()
    end = far.job.wait()
    assert (end.ended, end.frame, end.begun) == ("lost", None, False)


def test_a_supervisor_that_misses_its_deadline_is_overdue(far: Far, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "GRACE", -1.0e6)
    assert far.job.wait().ended == "overdue"


def test_a_job_that_never_will_begin_is_lost(far: Far, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "LOOK_SECONDS", 0.01)
    looks: list[bool] = []

    def is_lost(begun: bool) -> bool:
        looks.append(begun)
        return len(looks) == 3

    far.job.is_lost = is_lost
    assert far.job.wait().ended == "lost"
    assert looks == [False] * 3


def test_a_job_that_has_begun_is_looked_at_as_such(far: Far, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "LOOK_SECONDS", 0.01)
    far.job.is_lost = lambda begun: begun
    far.say(far.result, wire.BEGUN)
    end = far.job.wait()
    assert (end.ended, end.begun) == ("lost", True)


def test_slow_output_does_not_extend_the_wait(far: Far, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "GRACE", -1.0e6)
    far.say(far.output, b"drip")
    end = far.job.wait()
    assert (end.ended, end.output) == ("overdue", "drip")


def test_output_keeps_its_beginning_and_its_end(far: Far, pool: ThreadPoolExecutor) -> None:
    waiting = pool.submit(far.job.wait)
    far.say(far.output, b"a" * HEAD + b"b" * 100_000 + b"c" * TAIL)
    far.report(ended="exit", code=1)
    text = waiting.result(SOON).output
    assert text == "a" * HEAD + "\n[.. 100000 bytes left out ..]\n" + "c" * TAIL


@pytest.mark.parametrize(("fd", "ended"), [("output", "output"), ("result", "result")])
def test_a_flood_ends_the_job(
    fd: str, ended: str, far: Far, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, f"MAX_{fd.upper()}", 200_000)
    waiting = pool.submit(far.job.wait)
    flood = threading.Thread(target=_flood, args=(far, getattr(far, fd)), daemon=True)
    flood.start()
    assert waiting.result(SOON).ended == ended
    flood.join(SOON)


def _flood(far: Far, fd: int) -> None:
    try:
        while True:
            far.say(fd, b"\xff" * 65_536)
    except BrokenPipeError:
        return


def test_what_is_printed_is_heard_as_it_comes(far: Far) -> None:
    on_output: list[bytes] = []
    far.job.on_output = on_output.append
    far.say(far.output, b"now")
    far.say(far.result, RESULT)
    far.job.wait()
    assert b"".join(on_output) == b"now"


def test_a_cancel_ends_the_wait(far: Far, pool: ThreadPoolExecutor) -> None:
    running = RunningJobs()
    waiting = pool.submit(running.wait, far.job)
    while not waiting.done():
        running.cancel()  # it may not wait yet
    assert waiting.result(SOON).ended == "cancelled"
    assert not running.count


def test_a_cancel_between_two_jobs_of_a_call_ends_the_second_one_and_no_later_call(far: Far) -> None:
    running = RunningJobs()
    call = running.call()
    running.cancel()
    assert call.wait(far.job).ended == "cancelled"
    assert not running.count
    later = Far()
    later.say(later.result, RESULT)
    assert running.call().wait(later.job).ended == "done"
    later.leave()


def test_a_cancel_of_what_has_ended_writes_into_no_other_file(far: Far) -> None:
    far.say(far.result, RESULT)
    far.job.wait()
    pipes = [os.pipe() for _ in range(8)]  # they take the numbers that the job had
    far.job.cancel()
    for near, end in pipes:
        os.set_blocking(near, False)
        with pytest.raises(BlockingIOError):
            os.read(near, 1)
        os.close(near)
        os.close(end)
