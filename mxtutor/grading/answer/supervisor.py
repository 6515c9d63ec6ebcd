"""Supervises jobs from outside, one after the other: time, memory, processes; it ends them and reports the reason.

Each job gets a fresh child. The supervisor passes the descriptors of a job on and reads none of them, so a child
inherits nothing of an earlier job.
"""

from __future__ import annotations

import array
import contextlib
import ctypes
import fcntl
import os
import resource
import select
import shutil
import signal
import socket
import tempfile
import termios
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from mxtutor.grading.messages import FREE, ChildEnd, HowEnded, JobLimits, decode_request, encode, wall_clock
from mxtutor.grading.procfs import (
    Activity,
    activity,
    children,
    descendants,
    die_with_parent,
    id_in_namespace,
    kill,
    memory,
    namespace_level,
)
from mxtutor.grading.sandbox.layers import Confinement, confine_supervisor, release_supervisor
from mxtutor.grading.sandbox.namespaces import own_id
from mxtutor.grading.sandbox.plan import Limits

LONGEST_STEP = 0.1
"""Maximum waiting time, in seconds, that one measurement adds: a late one says little about the time before it."""


class OwnTime:
    """Counts the processor time of processes, and the time in which all their threads sleep.

    The time for which they are ready to run and get no processor, wait for a disk or are stopped does not count.
    """

    def __init__(self, now: Activity) -> None:
        self._start, self._last, self._at = now.cpu, now, time.monotonic()
        self._waited = 0.0

    @property
    def seconds(self) -> float:
        return self._last.cpu - self._start + self._waited

    def measure(self, now: Activity, *, held_up: bool = False) -> None:
        """Add the time since the last measurement; `held_up` says that the processes wait for a slow reader."""
        at = time.monotonic()
        cpu = max(now.cpu, self._last.cpu)  # a child that has ended is missing until its parent has waited for it
        if now.sleeps and self._last.sleeps and not held_up:
            self._waited += max(0.0, min(at - self._at, LONGEST_STEP) - (cpu - self._last.cpu))
        self._last, self._at = Activity(cpu, now.sleeps, now.stopped), at


def unread(pipes: Sequence[int]) -> bool:
    """Return whether one of the pipes holds unread bytes."""
    count = array.array("i", [0])
    for pipe in pipes:
        with contextlib.suppress(OSError):
            fcntl.ioctl(pipe, termios.FIONREAD, count)
        if count[0]:
            return True
    return False


TREE_MEMORY = 2 * 1024**3
"""Bytes that all processes of a job may use together; a limit per process would multiply with each fork."""
MEASURE_SECONDS = 0.03
"""Seconds between two measurements of the memory and of the time."""
SLOTS_PER_SUPERVISOR = 4
"""User ids that the children of one supervisor use in turn."""
EXIT_NOT_CONFINED = 70
"""Exit status of a child that could not be confined: EX_SOFTWARE."""

RunChild = Callable[[socket.socket, Limits, int, "str | None", int], None]
"""Runs a job in a fork; takes the socket on which the job comes, the limits, the slot, the scratch folder (None: it
mounts one), and the supervisor's process id as /proc shows it."""
_PR_SET_CHILD_SUBREAPER = 36
_FIRST_SLOT = int.from_bytes(os.urandom(2), "little")
"""Differs between workers, since the kernel counts the tasks of a user id in all of them together."""


@dataclass(frozen=True, slots=True)
class Service:
    """The settings of a supervisor."""

    confinement: Confinement
    run: RunChild
    limits: Limits
    """Limits of the first child; later ones get those of the last job."""
    number: int
    """Differs between the supervisors of a worker that live at the same time."""
    answers: int
    """Number of jobs after which the supervisor ends."""


def limits_of(request: JobLimits) -> Limits:
    return Limits(seconds=request.seconds, processes=request.processes, loopback=request.loopback)


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent ends, so that they can be found and killed."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_tree() -> None:
    """Kill and reap every descendant; repeat until none is left, since new ones can appear meanwhile.

    /proc must show the process ids of this process's own pid namespace.
    """
    for _ in range(2000):
        left = children("self")
        for pid in left:
            kill(pid, signal.SIGSTOP)
        for pid in left:
            for grandchild in descendants(pid):
                kill(grandchild)
            kill(pid)
        try:
            while os.waitpid(-1, 0 if left else os.WNOHANG)[0]:
                if not left:
                    break
        except ChildProcessError:
            return


class WaitingChild:
    """A child that is confined and warm, or soon will be, and waits for its job; `end` it."""

    def __init__(
        self, confinement: Confinement, run: RunChild, limits: Limits, slot: int, worker: socket.socket
    ) -> None:
        """Fork the child; it closes `worker`, the socket of this process alone.

        Raises:
            OSError: the system has no process or memory left.
            SandboxError: the system refuses a pid namespace.
        """
        self._confinement, self._run, self.limits, self._slot, self._worker = confinement, run, limits, slot, worker
        self.status = 0
        """Wait status after `end`."""
        self._ended = False
        self._scratch = tempfile.mkdtemp(prefix="mxtutor-") if confinement.needs_scratch else None
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        """Closed on the child's side as soon as the child has taken its job."""
        supervisor = own_id(confinement.proc) if confinement.proc >= 0 else os.getpid()
        confine_supervisor(confinement)
        self._pid = os.fork()
        if self._pid == 0:
            worker.close()
            self.socket.close()
            _become(run, theirs, limits, slot, self._scratch, supervisor)
        theirs.close()
        self.pidfd = os.pidfd_open(self._pid)
        self.ready_for_next = release_supervisor(confinement)
        """Whether the supervisor can confine another child after this one."""

    @property
    def killed(self) -> bool:
        """Whether a signal has ended it."""
        if not select.select([self.pidfd], [], [], 0)[0]:
            return False
        state = os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return state is not None and state.si_code != os.CLD_EXITED

    def give(self, job: Sequence[int]) -> None:
        """Pass on the descriptors of job, output and result."""
        with contextlib.suppress(OSError):  # a child that could not be confined has ended; its exit status reports it
            socket.send_fds(self.socket, [b"job"], job)

    def replaced(self, limits: Limits) -> WaitingChild:
        """End it, and return another one with these limits."""
        self.end()
        return WaitingChild(self._confinement, self._run, limits, self._slot, self._worker)

    def end(self) -> None:
        """End and reap all its processes and remove its scratch folder; idempotent."""
        if self._ended:
            return
        self._ended = True
        kill(self._pid)
        self.status = os.waitpid(self._pid, 0)[1]
        if not self._confinement.ends_processes:
            end_tree()
        self.socket.close()
        os.close(self.pidfd)
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)


def _become(
    run: RunChild, job_socket: socket.socket, limits: Limits, slot: int, scratch: str | None, supervisor: int
) -> None:
    """Run the child; an exception before the answer starts is an error of the grader and goes to the worker's log."""
    try:
        die_with_parent()  # at once: a signal may stop this process before its confinement does it again
        run(job_socket, limits, slot, scratch, supervisor)
    except BaseException:
        traceback.print_exc()
    os._exit(EXIT_NOT_CONFINED)


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
    ended = _watch(child, job[1:], status)
    child.end()
    code, cpu = 0, _cpu_of_children() - before
    if ended == "exit":
        ended, code = _exit_of(child.status)
    # RLIMIT_CPU kills the first process of a namespace by SIGKILL, not SIGXCPU
    if ended == "signal" and cpu >= child.limits.seconds:
        ended = "cpu"
    with contextlib.suppress(OSError):  # the reader is gone
        os.write(status, encode(ChildEnd(ended, code)))
    for fd in fds:
        os.close(fd)
    return ended == "cancelled" or (ended == "exit" and code == 0)


def _cpu_of_children() -> float:
    """Return the CPU seconds of all children that have ended, and of their descendants."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watch(child: WaitingChild, pipes: Sequence[int], status: int) -> HowEnded:
    """Return how the child ended, or which limit it exceeded, or that the reader of the status pipe is gone.

    `pipes` are those of output and result: a job that waits until they are read does not use its own time.
    """
    poll = select.poll()
    poll.register(child.pidfd, select.POLLIN)
    poll.register(status, 0)  # POLLERR only: the reader is gone
    deadline = time.monotonic() + wall_clock(child.limits.seconds)
    own = OwnTime(activity(descendants("self")))
    while True:
        ready = dict(poll.poll(MEASURE_SECONDS * 1000))
        if child.pidfd in ready:
            return "exit"
        if status in ready:
            return "cancelled"
        processes = descendants("self")
        now = activity(processes)
        own.measure(now, held_up=unread(pipes))
        _resume(now.stopped)
        if own.seconds >= child.limits.seconds:
            return "cpu"
        if time.monotonic() >= deadline:
            return "wall"
        if sum(map(memory, processes)) > TREE_MEMORY:
            return "memory"


def _resume(stopped: Sequence[int]) -> None:
    """Let processes go on that a signal has stopped; /proc shows other ids than those of this process's namespace."""
    for shown in stopped:
        pid = id_in_namespace(shown, namespace_level())
        if pid is not None:
            kill(pid, signal.SIGCONT)


def _exit_of(status: int) -> tuple[HowEnded, int]:
    """Return how a process with this wait status ended, and its signal number or exit status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "cpu" if number == signal.SIGXCPU else "signal", number
    return "exit", os.WEXITSTATUS(status)
