"""A fork server: it imports one framework, and forks supervisors, which fork a child per job. It never runs user code.

A supervisor waits for a job with a child that is already confined and warm, so that a check does not wait for forks.
"""

from __future__ import annotations

import contextlib
import gc
import glob
import importlib
import io
import itertools
import os
import random
import select
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from mxtutor.grading import messages
from mxtutor.grading.answer.child import rehearse, run_job
from mxtutor.grading.answer.framework import INSTALLED, Framework, packages_of
from mxtutor.grading.answer.guard import Guard, hide, own_places
from mxtutor.grading.answer.supervisor import Service, adopt_orphans, end_tree, limits_of, supervise
from mxtutor.grading.procfs import children, ending, kill, stopped
from mxtutor.grading.sandbox.layers import Confinement, confine_child, confine_worker, hold_supervisors
from mxtutor.grading.sandbox.plan import Limits
from mxtutor.grading.sandbox.probe import make_plan, probe, safe_for_untrusted

PAUSE = 0.015
"""Seconds without an event after which a supervisor is started for the next job, if none is free."""
SURPLUS_SECONDS = 2.0
"""Seconds without an event after which all free supervisors but one end."""

Start = Callable[[socket.socket, messages.JobLimits, int], NoReturn]
"""Turns a fork into a supervisor; takes its socket, the limits of its first child, and its number."""


def main(control_fd: int, role: Mapping[str, Any]) -> None:
    """Import the role's framework, report it on the control socket, then hand requests to supervisors until it closes.

    `role` holds the fields of `workers.worker.Role`.
    """
    installed = INSTALLED[role["framework"]]
    control = socket.socket(fileno=control_fd)
    adopt_orphans()
    try:
        module, attribute = installed.adapter
        # before the sandbox hides the files of this package
        make = getattr(importlib.import_module(module), attribute)
        for extra in installed.warm:
            importlib.import_module(extra)
        tempfile.tempdir = None  # torch has set it; each job has its own
        found = probe()
        plan = make_plan(
            found,
            packages_of(role["framework"], libraries=role["libraries"]),
            glob.glob("/dev/nvidia*"),
            confined=role["confined"],
            untrusted=role["untrusted"],
        )
        confinement = confine_worker(plan)
        framework: Framework = make()
        framework.prime()
        guard = Guard([*own_places(), *framework.places()])
        hide()
        gc.collect()
        gc.freeze()  # a collection would write to, and so copy, every page that the children share
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors are reaped by the kernel
        init = hold_supervisors(confinement)
    except BaseException as error:
        control.send(messages.encode(_start_failure(error, installed.requirement)))
        os._exit(0)
    ready = messages.Ready(
        isolation=tuple(confinement.isolation),
        missing=tuple(layer.name for layer in found.layers if layer.fix and not layer.ok),
        safe_for_untrusted=safe_for_untrusted(found),
        cuda=framework.built_for_gpus(),
    )
    poll = select.poll()
    run = partial(_child, framework, guard, confinement)

    def start(worker: socket.socket, limits: messages.JobLimits, number: int) -> NoReturn:
        control.close()
        supervise(worker, Service(confinement, run, limits_of(limits), number, role["answers"]))

    usual = messages.JobLimits(role["seconds"], processes=role["processes"])
    pool = Pool(poll, start, usual, others=children("self"))
    control.send(messages.encode(ready))
    _serve(control, init, pool, poll)
    control.close()  # from now on, a job starts another worker
    end_tree()
    os._exit(0)  # a normal exit costs 100 to 700 ms


def _start_failure(error: BaseException, package: str) -> messages.StartFailure:
    """Return the error message for a framework that cannot be used, and its fix."""
    fix = "Run `mxtutor doctor` to find the cause."
    if isinstance(error, ImportError):
        fix = f"Install {package} or run `mxtutor doctor`."
    elif isinstance(error, MemoryError):
        fix = "Free memory, then try again."
    return messages.StartFailure(f"{type(error).__name__}: {error}", fix)


def _serve(control: socket.socket, init: int, pool: Pool, poll: select.poll) -> None:
    """Serve requests until the socket closes or the process `init` (0: none) ends, which ends all supervisors."""
    poll.register(control, select.POLLIN)
    while True:
        patience = pool.patience
        events = dict(poll.poll(None if patience is None else patience * 1000))
        if not events:
            pool.rest()
        for fd in events.keys() - {control.fileno()}:  # first, since they tell who is free
            pool.hear(fd)
        if control.fileno() in events:
            try:
                data, fds, _, _ = socket.recv_fds(control, 1 << 16, 4)
            except OSError:
                return
            if not data:
                return
            pool.give(messages.decode_request(data), fds)
            for fd in fds:  # if no supervisor has them, their end shows that the job is lost
                os.close(fd)
        if pool.lost_one and init and ending(init):
            return
        pool.lost_one = False


def _child(
    framework: Framework,
    guard: Guard,
    confinement: Confinement,
    job_socket: socket.socket,
    limits: Limits,
    slot: int,
    scratch: str | None,
    supervisor: int,
) -> None:
    """Confine and warm up the answer's process, then run its job; only streams and the result stay open."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    confine_child(confinement, limits, scratch, slot, supervisor)
    rehearse(framework)
    _reseed()
    guard.changed()  # writes to, and so copies, the pages that it needs after the answer
    message, fds, _, _ = socket.recv_fds(job_socket, 16, 3)
    if not message:
        os._exit(0)
    job, output, result = fds
    frame = _read_all(job)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(result, 3)  # 3 was the worker's control socket, which this process does not need
    os.closerange(4, 4096)
    _open_streams()
    run_job(framework, guard, frame, 3)


def _read_all(fd: int) -> bytes:
    parts = []
    while part := os.read(fd, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _open_streams() -> None:
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False), encoding="utf-8")
    for name, fd in (("stdout", 1), ("stderr", 2)):
        raw = io.BufferedWriter(io.FileIO(fd, "w", closefd=False))
        stream = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _reseed() -> None:
    """Reseed the generators; every fork would otherwise start from the state of the worker."""
    import numpy as onp

    random.seed()
    onp.random.seed(int.from_bytes(os.urandom(4), "little"))


@dataclass(slots=True)
class _Supervisor:
    """A supervisor as the worker sees it."""

    pid: int
    socket: socket.socket
    number: int
    limits: messages.JobLimits
    """Limits of its last job, with which its waiting child was started."""


class Pool:
    """Starts supervisors when jobs need them; each serves many jobs, one at a time."""

    def __init__(self, poll: select.poll, start: Start, usual: messages.JobLimits, others: Iterable[int]) -> None:
        """`poll` gets the sockets of supervisors; `usual` are the limits until a job has others.

        `others` are children of this process that are not supervisors.
        """
        self._poll, self._start, self._usual, self._others = poll, start, usual, frozenset(others)
        self._all: dict[int, _Supervisor] = {}
        self._free: list[int] = []
        """Descriptors of the free supervisors; the one that has been free longest comes first."""
        self.lost_one = False
        """Whether a supervisor has ended, or none could be started; the reader of it resets it."""
        self._leaving: set[int] = set()
        """Process ids of supervisors that were asked to end."""
        self._failed = False
        """Whether the last start failed; then only a request starts another one."""

    @property
    def patience(self) -> float | None:
        """Seconds without an event after which `rest` has something to do; None if it has not."""
        if not self._free:
            return None if self._failed else PAUSE
        return SURPLUS_SECONDS if len(self._free) > 1 else None

    def rest(self) -> None:
        """Start a supervisor for the next job if none is free; end all free ones but that with the lowest number."""
        if not self._free:
            self._launch(self._usual)
        for fd in sorted(self._free, key=lambda one: self._all[one].number)[1:]:
            self._leaving.add(self._all[fd].pid)
            self._remove(fd)

    def give(self, limits: messages.JobLimits, fds: Sequence[int]) -> None:
        """Give the descriptors of a job to a supervisor; they are dropped if none can be started."""
        self._usual = limits
        for fd in select.select([fd for fd in self._all if fd not in self._free], [], [], 0)[0]:
            self.hear(fd)  # one that has become free meanwhile serves this job
        fitting = [fd for fd in self._free if self._all[fd].limits == limits]
        for fd in [*fitting, *(fd for fd in self._free if fd not in fitting)]:
            if self._send(fd, limits, fds):
                return
        fresh = self._launch(limits)
        if fresh is not None:
            self._send(fresh, limits, fds)

    def _send(self, fd: int, limits: messages.JobLimits, fds: Sequence[int]) -> bool:
        """Send a job to a free supervisor; return False if it has ended, or is stopped (then it is killed)."""
        chosen = self._all[fd]
        self._free.remove(fd)
        chosen.limits = limits
        if not stopped(chosen.pid) and not ending(chosen.pid):
            with contextlib.suppress(OSError):
                socket.send_fds(chosen.socket, [messages.encode(limits)], fds)
                return True
        kill(chosen.pid)
        self._remove(fd)
        return False

    def _launch(self, limits: messages.JobLimits) -> int | None:
        """Start a supervisor and return its descriptor; None if the system has no memory or process left."""
        number = next(n for n in itertools.count() if all(n != one.number for one in self._all.values()))
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            pid = os.fork()
        except OSError:
            self._failed = self.lost_one = True
            ours.close()
            theirs.close()
            return None
        if pid == 0:
            for one in self._all.values():
                one.socket.close()
            ours.close()
            self._start(theirs, limits, number)
        theirs.close()
        self._all[ours.fileno()] = _Supervisor(pid, ours, number, limits)
        self._free.append(ours.fileno())
        self._poll.register(ours, select.POLLIN)
        self._failed = False
        return ours.fileno()

    def hear(self, fd: int) -> None:
        """Receive the message of a supervisor: it is free again, or it has ended."""
        with contextlib.suppress(OSError):
            if fd in self._all and self._all[fd].socket.recv(16):
                self._free.append(fd)
                return
        if fd in self._all:
            self.lost_one = True
            self._failed = self._failed or fd in self._free  # one that ends before its job would end again at once
            self._remove(fd)

    def _remove(self, fd: int) -> None:
        """Forget a supervisor, which ends when its socket closes; end what a killed one left behind."""
        self._poll.unregister(fd)
        self._all.pop(fd).socket.close()
        if fd in self._free:
            self._free.remove(fd)
        self._end_orphans()

    def _end_orphans(self) -> None:
        """Kill processes of answers that outlived their supervisor, stopped ones too."""
        running = set(children("self"))
        self._leaving &= running
        for orphan in running - self._others - self._leaving - {one.pid for one in self._all.values()}:
            kill(orphan)
