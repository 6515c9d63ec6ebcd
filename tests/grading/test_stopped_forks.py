"""A fork that a signal stops before it is confined still ends when the process that forked it is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time

import pytest

from mxtutor.grading.procfs import descendants, ending, stopped
from tests.grading.rig import CHECKOUT
from tests.grading.sandbox_rig import require

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
SOON = 60.0
"""Longest wait for a process, in seconds; usually less than one."""

WORKER = """
import os, socket, sys, time
from mxtutor.grading.answer.supervisor import Service, supervise
from mxtutor.grading.sandbox import layers
from mxtutor.grading.sandbox.plan import ConfinementPlan, Limits, ReadList

place = sys.argv[1]
kind, call = place.split()


def then_wait(name):
    original = getattr(os, name)

    def called(*arguments):
        original(*arguments)
        os.write(1, b"reached")
        time.sleep(1000)

    setattr(os, name, called)


def run(job_socket, limits, slot, scratch, supervisor):
    if kind == "child":
        then_wait(call)
    layers.confine_child(confinement, limits, scratch, slot, supervisor)
    os._exit(0)


plan = ConfinementPlan(("pid",) if kind == "init" else (), ReadList(()))
confinement = layers.confine_worker(plan)
if kind != "child":
    then_wait(call)
if kind == "init":
    layers.hold_supervisors(confinement)
else:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        ours.close()
        supervise(theirs, Service(confinement, run, Limits(), 0, 1))
    theirs.close()
time.sleep(1000)
"""
"""A process that forks as a worker does; one of the forks waits after a call of the confinement."""


@pytest.mark.parametrize("place", ["child setsid", "child nice", "child umask", "supervisor setpgid", "init setsid"])
def test_a_fork_that_is_stopped_ends_with_a_killed_worker(place: str) -> None:
    if place.startswith("init"):
        require("as started", "pid")
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, place], stdout=subprocess.PIPE, cwd=CHECKOUT, start_new_session=True
    )
    forks: list[int] = []
    try:
        assert worker.stdout is not None
        assert worker.stdout.read(7) == b"reached"
        forks = descendants(worker.pid)
        for pid in forks:
            os.kill(pid, signal.SIGSTOP)
        while not all(map(stopped, forks)):
            time.sleep(0.001)
        worker.kill()
        worker.wait()
        end = time.monotonic() + SOON
        while left := [pid for pid in forks if not ending(pid)]:
            assert time.monotonic() < end, f"left: {left}"
            time.sleep(0.01)
    finally:
        for pid in (worker.pid, *forks):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        worker.wait()
