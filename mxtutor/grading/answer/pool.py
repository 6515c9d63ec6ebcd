"""The supervisors of a worker: it starts them, gives them jobs, and lets those go that nothing needs any more."""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import signal
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from mxtutor.grading.messages import JobLimits, encode_request
from mxtutor.grading.procfs import children, ending, stopped

PAUSE = 0.015
"""Seconds without an event after which a supervisor is started for the next job, if none is free."""
SURPLUS_SECONDS = 2.0
"""Seconds without an event after which all free supervisors but one end."""

Start = Callable[[socket.socket, JobLimits, int], NoReturn]
"""Turns a fork into a supervisor; takes its socket, the limits of its first child, and its number."""


@dataclass(slots=True)
class _Supervisor:
    """A supervisor as the worker sees it."""

    pid: int
    socket: socket.socket
    number: int
    limits: JobLimits
    """Those of its last job; its waiting child has them."""


class Pool:
    """Starts supervisors when jobs need them; each serves many jobs, one at a time."""

    def __init__(self, poll: select.poll, start: Start, usual: JobLimits, others: Iterable[int]) -> None:
        """`poll` gets the sockets of supervisors; `usual` are the limits until a job has others.

        `others` are children of this process that are no supervisors.
        """
        self._poll, self._start, self._usual, self._others = poll, start, usual, frozenset(others)
        self._all: dict[int, _Supervisor] = {}
        self._free: list[int] = []
        """Descriptors of the free ones; the one that is free for the longest time comes first."""
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

    def give(self, limits: JobLimits, fds: Sequence[int]) -> None:
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

    def _send(self, fd: int, limits: JobLimits, fds: Sequence[int]) -> bool:
        """Send a job to a free supervisor; return False if it has ended, or is stopped (then it is killed)."""
        chosen = self._all[fd]
        self._free.remove(fd)
        chosen.limits = limits
        if not stopped(chosen.pid) and not ending(chosen.pid):
            with contextlib.suppress(OSError):
                socket.send_fds(chosen.socket, [encode_request(limits)], fds)
                return True
        _kill(chosen.pid)
        self._remove(fd)
        return False

    def _launch(self, limits: JobLimits) -> int | None:
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
            _kill(orphan)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
