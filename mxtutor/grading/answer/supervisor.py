"""Supervises jobs from outside, one after the other: time, memory, processes; it ends them and reports the reason.

Each job gets a fresh child. The supervisor passes the descriptors of a job on and reads none of them, so a child
inherits nothing of an earlier job.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import socket
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from mxtutor.grading.answer.own_time import OwnTime, unread
from mxtutor.grading.answer.processes import adopt_orphans, die_with_parent
from mxtutor.grading.answer.waiting_child import RunChild, WaitingChild
from mxtutor.grading.messages import (
    FREE,
    JobLimits,
    ReportedEnd,
    SupervisorReport,
    decode_request,
    encode_report,
    wall_clock,
)
from mxtutor.grading.procfs import activity, descendants, id_in_namespace, memory, namespace_level
from mxtutor.grading.sandbox.layers import Confinement
from mxtutor.grading.sandbox.plan import Limits

TREE_MEMORY = 2 * 1024**3
"""Bytes that all processes of a job may use together; a limit per process would multiply with each fork."""
MEASURE_SECONDS = 0.03
"""Seconds between two measurements of the memory and of the time."""
SLOTS_PER_SUPERVISOR = 4
"""User ids that the children of one supervisor use in turn."""
_FIRST_SLOT = int.from_bytes(os.urandom(2), "little")
"""Differs between workers, since the kernel counts the tasks of a user id in all of them together."""


@dataclass(frozen=True, slots=True)
class Service:
    """What a supervisor serves with."""

    confinement: Confinement
    run: RunChild
    limits: Limits
    """Limits of the first child; later ones get those of the last job."""
    number: int
    """Differs between the supervisors of a worker that live at the same time."""
    answers: int
    """Jobs after which the supervisor ends."""


def limits_of(request: JobLimits) -> Limits:
    """Return the sandbox's limits for a request."""
    return Limits(seconds=request.seconds, processes=request.processes, loopback=request.loopback)


def supervise(worker: socket.socket, service: Service) -> NoReturn:
    """Serve jobs that come over the socket, until it closes, the last job is done, or one ends in an unusual way.

    A request comes with the descriptors of job, output, result and status. The time of a job starts with its request.
    The job is killed when the reader of its status pipe is gone. `FREE` tells the worker that another job may come.
    A supervisor serves one job only where the kernel does not end all processes of a job with its child.
    """
    try:
        die_with_parent()
        os.setpgid(0, 0)  # no session: Linux would give each one the same share of the processor
        adopt_orphans()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the worker ignores it; ignored children cannot be waited for
        _serve(worker, service)
    except BaseException:  # an error of the grader; it goes to the worker's log
        traceback.print_exc()
    os._exit(0)


def _serve(worker: socket.socket, service: Service) -> None:
    answers = service.answers if service.confinement.ends_processes else 1
    limits = service.limits
    for number in range(answers):
        slot = _FIRST_SLOT + service.number * SLOTS_PER_SUPERVISOR + number % SLOTS_PER_SUPERVISOR
        child = WaitingChild(service.confinement, service.run, limits, slot, worker)
        try:
            message, fds, _, _ = socket.recv_fds(worker, 1 << 12, 4)
            if len(fds) != 4:
                return
            limits = limits_of(decode_request(message))
            if limits != child.limits or child.killed:
                child = child.replaced(limits)
            usual = _supervise_job(child, fds)
        finally:
            child.end()
        if not usual or number + 1 == answers or not child.ready_for_next:
            return
        worker.send(FREE)


def _supervise_job(child: WaitingChild, fds: Sequence[int]) -> bool:
    """Let a child run a job, end its processes and write the report; return whether its end was usual."""
    *job, status = fds
    before = _cpu_of_children()
    child.give(job)
    ended, peak = _watch(child, job[1:], status)
    child.end()
    code, cpu = 0, _cpu_of_children() - before
    if ended == "exit":
        ended, code = _exit_of(child.status)
    # RLIMIT_CPU kills the first process of a namespace by SIGKILL, not SIGXCPU
    if ended == "signal" and cpu >= child.limits.seconds:
        ended = "cpu"
    with contextlib.suppress(OSError):  # the reader is gone
        os.write(status, encode_report(SupervisorReport(ended, code, peak, cpu)))
    for fd in fds:
        os.close(fd)
    return ended == "cancelled" or (ended == "exit" and code == 0)


def _cpu_of_children() -> float:
    """Return the CPU seconds of all children that have ended, and of their descendants."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watch(child: WaitingChild, pipes: Sequence[int], status: int) -> tuple[ReportedEnd, int]:
    """Return how the child ended, or which limit it exceeded, or that the reader of the status pipe is gone.

    `pipes` are those of output and result: a job that waits until they are read does not use its own time.
    """
    poll = select.poll()
    poll.register(child.pidfd, select.POLLIN)
    poll.register(status, 0)  # POLLERR only: the reader is gone
    deadline = time.monotonic() + wall_clock(child.limits.seconds)
    own, peak = OwnTime(activity(descendants("self"))), 0
    while True:
        ready = dict(poll.poll(MEASURE_SECONDS * 1000))
        if child.pidfd in ready:
            return "exit", peak
        if status in ready:
            return "cancelled", peak
        processes = descendants("self")
        now = activity(processes)
        own.measure(now, held_up=unread(pipes))
        _resume(now.stopped)
        peak = max(peak, sum(map(memory, processes)))
        if own.seconds >= child.limits.seconds:
            return "cpu", peak
        if time.monotonic() >= deadline:
            return "wall", peak
        if peak > TREE_MEMORY:
            return "memory", peak


def _resume(stopped: Sequence[int]) -> None:
    """Let processes go on that a signal has stopped; /proc shows other ids than those of this process's namespace."""
    for shown in stopped:
        pid = id_in_namespace(shown, namespace_level())
        if pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGCONT)


def _exit_of(status: int) -> tuple[ReportedEnd, int]:
    """Return how a process with this wait status ended, and its signal number or exit status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "cpu" if number == signal.SIGXCPU else "signal", number
    return "exit", os.WEXITSTATUS(status)
