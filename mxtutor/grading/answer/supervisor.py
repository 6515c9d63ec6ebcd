"""Supervises one job from outside: time, memory, process tree; it kills the tree and reports the reason."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import shutil
import signal
import socket
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from mxtutor.grading.messages import ReportedEnd, SupervisorReport, encode_report
from mxtutor.grading.sandbox.layers import Confinement, confine_supervisor
from mxtutor.grading.sandbox.plan import Limits

TREE_MEMORY = 2 * 1024**3
"""Bytes that all processes of a job may use together; a limit per process would multiply with each fork."""
MEMORY_POLL_SECONDS = 0.03
"""Seconds between two measurements of the memory."""
EXIT_NOT_CONFINED = 70
"""Exit status of a child that could not be confined: EX_SOFTWARE."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_libc = ctypes.CDLL(None, use_errno=True)


Child = Callable[[socket.socket, "str | None", int], None]
"""Runs a job in a fork; takes its socket, its scratch folder (None: it mounts one) and the supervisor's process id."""


@dataclass(frozen=True, slots=True)
class JobSockets:
    """Sockets on which a supervisor receives the status pipe, and the child receives job, output and result."""

    supervisor: socket.socket
    child: socket.socket

    def close(self) -> None:
        """Close both."""
        self.supervisor.close()
        self.child.close()


def supervise(sockets: JobSockets, confinement: Confinement, limits: Limits, child: Child) -> None:
    """Fork the child, wait for the job, watch it, kill its process tree, report on the status pipe; never return.

    The time starts with the job. The job is killed when the reader of its status pipe is gone. The supervisor exits
    when its socket closes before it receives a job.
    """
    os.setsid()
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    adopt_orphans()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the worker ignores it, and ignored children cannot be waited for
    scratch = tempfile.mkdtemp(prefix="mxtutor-") if confinement.needs_scratch else None
    confine_supervisor(confinement)
    supervisor = os.getpid()
    pid = os.fork()
    if pid == 0:
        sockets.supervisor.close()
        _become(child, sockets.child, scratch, supervisor)
    sockets.child.close()
    message, fds, _, _ = socket.recv_fds(sockets.supervisor, 16, 1)
    if message:
        _supervise_job(pid, fds[0], limits)
    else:
        _reap(pid)
    end_tree()
    if scratch is not None:
        shutil.rmtree(scratch, ignore_errors=True)
    os._exit(0)


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent ends, so that they can be found and killed."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _supervise_job(pid: int, status_fd: int, limits: Limits) -> None:
    """Wait until the job ends, kill its process tree, and write the report."""
    seconds = limits.wall_seconds
    ended, peak = _watch(pid, status_fd, time.monotonic() + seconds)
    status = _reap(pid)
    end_tree()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    if ended == "exit":
        ended, code = _exit_of(status)
    else:
        code = 0
    # RLIMIT_CPU kills the first process of a namespace by SIGKILL, not SIGXCPU
    if ended == "signal" and cpu >= 2 * seconds - 0.5:
        ended = "cpu"
    with contextlib.suppress(OSError):  # the reader is gone
        os.write(status_fd, encode_report(SupervisorReport(ended, code, peak, cpu)))


def _become(child: Child, job_socket: socket.socket, scratch: str | None, supervisor: int) -> None:
    """Run the child; an exception before the answer starts is an error of the grader and goes to the worker's log."""
    try:
        child(job_socket, scratch, supervisor)
    except BaseException:
        traceback.print_exc()
    os._exit(EXIT_NOT_CONFINED)


def _watch(pid: int, status: int, deadline: float) -> tuple[ReportedEnd, int]:
    """Return how the child ended, or which limit it exceeded, or that the reader of the status pipe is gone."""
    pidfd = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.register(status, 0)  # POLLERR only: the reader is gone
    peak, measure_at = 0, time.monotonic() + MEMORY_POLL_SECONDS
    while True:
        left = min(deadline, measure_at) - time.monotonic()
        ready = dict(poll.poll(max(0.0, left * 1000)))
        if pidfd in ready:
            return "exit", peak
        if status in ready:
            return "cancelled", peak
        now = time.monotonic()
        if now >= deadline:
            return "wall", peak
        if now >= measure_at:
            measure_at = now + MEMORY_POLL_SECONDS
            peak = max(peak, tree_memory(pid))
            if peak > TREE_MEMORY:
                return "memory", peak


def _reap(pid: int) -> int:
    """Kill the child if it still runs, and return its wait status."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1]


def _exit_of(status: int) -> tuple[ReportedEnd, int]:
    """Return how a process with this wait status ended, and its signal number or exit status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "cpu" if number == signal.SIGXCPU else "signal", number
    return "exit", os.WEXITSTATUS(status)


def end_tree() -> None:
    """Kill and reap every descendant; repeat until none is left, since new ones can appear meanwhile."""
    for _ in range(2000):
        left = children(os.getpid())
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        for pid in left:
            for grandchild in _descendants(pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(grandchild, signal.SIGKILL)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, 0 if left else os.WNOHANG)[0]:
                if not left:
                    break
        except ChildProcessError:
            return


def children(pid: int) -> list[int]:
    """Return the direct children of a process."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += [int(p) for p in file.read().split()]
    return found


def _descendants(pid: int) -> list[int]:
    found, todo = [], [pid]
    while todo:
        below = children(todo.pop())
        found += below
        todo += below
    return found


def tree_memory(pid: int) -> int:
    """Return the resident anonymous and shared memory of a process and its descendants, in bytes."""
    total = 0
    for one in (pid, *_descendants(pid)):
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{one}/status", "rb") as file:
            for line in file:
                if line.startswith((b"RssAnon:", b"RssShmem:")):
                    total += int(line.split()[1]) * 1024
    return total
