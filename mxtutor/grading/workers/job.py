"""One job of a worker on the trusted side: sends descriptors, and receives status, result and output."""

from __future__ import annotations

import copy
import os
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from mxtutor.grading import wire
from mxtutor.grading.messages import ChildEnd, JobLimits, decode_end, wall_clock

HEAD, TAIL = 32 * 1024, 8 * 1024
"""Bytes of output that are kept from the beginning and from the end."""
MAX_OUTPUT = 32 * 1024 * 1024
"""Bytes of output at which the job is killed."""
MAX_RESULT = 65 * 1024 * 1024
GRACE = 10.0
"""Seconds after the deadline of the supervisor at which the trusted side stops waiting."""

LOOK_SECONDS = 1.0
"""Interval, in seconds, of checking for stopped processes while a job runs."""

Ended = Literal["done", "exit", "signal", "wall", "memory", "cpu", "output", "result", "cancelled", "lost", "overdue"]
"""How a job ends.

`done`: the result is complete. `exit`, `signal`: the child ended without one.
`lost`: the supervisor ended without a report, or a stopped process kept the job from its beginning.
`overdue`: the supervisor missed its deadline.
"""


@dataclass(frozen=True, slots=True)
class EndedJob:
    """How a job ended, with its output and result."""

    ended: Ended
    code: int = 0
    """Exit status or signal number of the child."""
    frame: bytes | None = None
    """The frame with the result; None without a complete one."""
    begun: bool = False
    """Whether the answer had started."""
    output: str = ""
    seconds: float = 0.0
    """Seconds since the job was sent."""


@dataclass(slots=True)
class _Output:
    """The beginning and the end of a job's output."""

    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    total: int = 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = HEAD - len(self.head)
        self.head += data[:room]
        if len(data) > room:
            self.tail += data[max(0, room) :]
            del self.tail[:-TAIL]

    def text(self) -> str:
        cut = self.total - len(self.head) - len(self.tail)
        middle = f"\n[.. {cut} bytes left out ..]\n".encode() if cut > 0 else b""
        return bytes(self.head + middle + self.tail).decode("utf-8", errors="replace")


class RunningJob:
    """A running job; one thread calls `wait`, any thread may call `cancel`."""

    def __init__(self, limits: JobLimits, frame: bytes) -> None:
        self.on_output: Callable[[bytes], object] | None = None
        """Called with the answer's output, in the waiting thread, while the answer runs."""
        self.is_lost: Callable[[bool], bool] | None = None
        """Checks for stopped processes: gets whether the job has begun, and returns whether it never will."""
        self._job = _memory_file(frame)
        self._output, self._output_far = os.pipe()
        self._result, self._result_far = os.pipe()
        self._status, self._status_far = os.pipe()
        self._wake, self._wake_far = os.pipe()
        self._seconds = wall_clock(limits.seconds)
        self._started = time.monotonic()
        self._ending = threading.Lock()
        self._gone = False

    @property
    def far_ends(self) -> list[int]:
        """Descriptors for the worker: job, output, result, status."""
        return [self._job, self._output_far, self._result_far, self._status_far]

    def handed_over(self) -> None:
        """Close the worker's ends; call this after sending them, even if that failed."""
        for fd in self.far_ends:
            os.close(fd)

    def discard(self) -> None:
        """Close this side's ends; the supervisor then kills the running processes."""
        with self._ending:
            self._gone = True
            for fd in (self._output, self._result, self._status, self._wake, self._wake_far):
                os.close(fd)

    def cancel(self) -> None:
        """Cancel the job; `wait` then returns at once."""
        with self._ending:
            if not self._gone:  # otherwise the number of the descriptor may belong to another file
                os.write(self._wake_far, b"x")

    def wait(self) -> EndedJob:
        """Wait until the job has ended, at most until `GRACE` after its deadline, and return how it ended."""
        try:
            return self._collect()
        finally:
            self.discard()

    def _collect(self) -> EndedJob:
        output, result, status = _Output(), bytearray(), bytearray()
        poll = select.poll()
        for fd in (self._output, self._result, self._status, self._wake):
            os.set_blocking(fd, False)
            poll.register(fd, select.POLLIN)
        deadline, look_at = self._started + self._seconds + GRACE, time.monotonic() + LOOK_SECONDS
        ended: Ended | None = None
        while ended is None:
            ready = poll.poll(max(0, (min(deadline, look_at) - time.monotonic()) * 1000))
            now = time.monotonic()
            if now > deadline:  # checked even if a process prints for ever
                ended = "overdue"
            elif now > look_at:
                look_at = now + LOOK_SECONDS
                if self.is_lost is not None and self.is_lost(result.startswith(wire.BEGUN)):
                    ended = "lost"
            for fd, _ in ready:
                data = _read(fd)
                if fd == self._wake:
                    ended = "cancelled"
                elif data == b"":
                    poll.unregister(fd)
                    if fd == self._status and not status:
                        ended = "lost"
                elif data is not None:
                    ended = self._receive(fd, data, output, result, status) or ended
        self._drain(output, result)
        return self._end(ended, output, result, bytes(status))

    def _drain(self, output: _Output, result: bytearray) -> None:
        for fd, sink in ((self._output, output.add), (self._result, result.extend)):
            while (data := _read(fd)) and output.total <= MAX_OUTPUT + 2**20 and len(result) <= MAX_RESULT:
                sink(data)

    def _receive(self, fd: int, data: bytes, output: _Output, result: bytearray, status: bytearray) -> Ended | None:
        if fd == self._output:
            output.add(data)
            if self.on_output is not None:
                self.on_output(data)
            return "output" if output.total > MAX_OUTPUT else None
        if fd == self._result:
            result += data
            if wire.complete(result):  # the exit of the process no longer matters; the supervisor kills it
                return "done"
            return "result" if len(result) > MAX_RESULT else None
        status += data
        return "exit" if status.endswith(b"\n") else None

    def _end(self, ended: Ended, output: _Output, result: bytearray, status: bytes) -> EndedJob:
        seconds = time.monotonic() - self._started
        child = ChildEnd("exit")
        if ended == "exit":
            child = decode_end(status)  # the supervisor is trusted
            ended = child.ended
        frame = wire.result_of(result) if ended in ("done", "exit") else None
        return EndedJob(
            ended="done" if frame is not None else ended,
            code=child.code,
            frame=frame,
            begun=result.startswith(wire.BEGUN),
            output=output.text(),
            seconds=seconds,
        )


class RunningJobs:
    """Running jobs that can be cancelled together; thread-safe."""

    def __init__(self) -> None:
        self._jobs: set[RunningJob] = set()
        self._cancels = [0]
        """Number of cancellations so far; all calls share the list."""
        self._lock = threading.Lock()
        self._since: int | None = None
        """Number of cancellations when this call began; None for no call, for which later jobs are not cancelled."""

    def call(self) -> RunningJobs:
        """Return the same jobs for a call with several jobs: a cancellation also prevents the call's later jobs."""
        if self._since is not None:
            return self
        made = copy.copy(self)
        with self._lock:
            made._since = self._cancels[0]
        return made

    @property
    def count(self) -> int:
        with self._lock:
            return len(self._jobs)

    def wait(self, job: RunningJob) -> EndedJob:
        with self._lock:
            self._jobs.add(job)
            if self._since is not None and self._since != self._cancels[0]:
                job.cancel()
        try:
            return job.wait()
        finally:
            with self._lock:
                self._jobs.discard(job)

    def cancel(self) -> None:
        """Cancel all running jobs, and later jobs of the calls that are running now."""
        with self._lock:
            self._cancels[0] += 1
            for job in self._jobs:
                job.cancel()


def _read(fd: int) -> bytes | None:
    """Return the available bytes of a pipe, b"" at its end, None if there are none yet."""
    try:
        return os.read(fd, 1 << 20)
    except BlockingIOError:
        return None


def _memory_file(data: bytes) -> int:
    """Return a descriptor of an anonymous file that holds `data`, at its beginning."""
    fd = os.memfd_create("job")
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd
