"""The fork that a supervisor makes before its next job arrives."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import socket
import tempfile
import traceback
from collections.abc import Callable, Sequence

from mxtutor.grading.answer.processes import die_with_parent, end_tree
from mxtutor.grading.sandbox.layers import Confinement, confine_supervisor, release_supervisor
from mxtutor.grading.sandbox.namespaces import own_id
from mxtutor.grading.sandbox.plan import Limits

EXIT_NOT_CONFINED = 70
"""Exit status of a child that could not be confined: EX_SOFTWARE."""

RunChild = Callable[[socket.socket, Limits, int, "str | None", int], None]
"""Runs a job in a fork; takes the socket on which the job comes, the limits, the slot, the scratch folder (None: it
mounts one), and the supervisor's process id as /proc shows it."""


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
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
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
