"""A fork server: it imports one framework, and forks one supervisor per job. It never runs user code.

It forks one supervisor before its job arrives, with a child that is already confined and warm, so that a check does
not wait for the forks.
"""

from __future__ import annotations

import contextlib
import gc
import glob
import importlib
import io
import os
import random
import select
import signal
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mxtutor.grading import messages
from mxtutor.grading.answer.child import run_job
from mxtutor.grading.answer.framework import Framework
from mxtutor.grading.answer.guard import Guard, hide, own_places
from mxtutor.grading.answer.supervisor import JobSockets, adopt_orphans, children, end_tree, supervise
from mxtutor.grading.sandbox.layers import Confinement, confine_child, confine_worker
from mxtutor.grading.sandbox.plan import Limits
from mxtutor.grading.sandbox.probe import make_plan, probe, safe_for_untrusted

_ADAPTERS = {
    "mxnet": ("mxtutor.grading.answer.adapter_mxnet", "MXNet", "mxnet==1.9.1"),
    "torch": ("mxtutor.grading.answer.adapter_torch", "Torch", "torch==2.13.0"),
}
_PACKAGES = {
    "mxnet": ("mxnet", "mxboard", "numpy", "setuptools"),
    "torch": ("torch", "numpy", "setuptools"),
}
"""Packages that jobs may read, together with their dependencies."""
_WARM = {
    "mxnet": ("multiprocessing.pool", "tempfile", "traceback", "uuid"),
    # the first optimizer step imports 800 modules through it, which costs 0.9 s in every child
    "torch": ("torch._dynamo",),
}
"""Modules that most answers import; the worker imports them once."""

PAUSE = 0.015
"""Seconds without a request after which the worker forks the next supervisor; parallel requests leave no such gap."""


def main(control_fd: int, role: Mapping[str, Any]) -> None:
    """Import the role's framework, report it on the control socket, then fork a supervisor per request until it closes.

    `role` holds the fields of `workers.roles.Role`.
    """
    name = role["framework"]
    control = socket.socket(fileno=control_fd)
    adopt_orphans()
    try:
        module, attribute, _ = _ADAPTERS[name]
        # before the sandbox hides the files of this package
        make = getattr(importlib.import_module(module), attribute)
        for extra in _WARM[name]:
            importlib.import_module(extra)
        tempfile.tempdir = None  # torch has set it; each job has its own
        found = probe()
        plan = make_plan(
            found, _PACKAGES[name], glob.glob("/dev/nvidia*"), confined=role["confined"], untrusted=role["untrusted"]
        )
        confinement = confine_worker(plan)
        framework: Framework = make()
        framework.prime()
        guard = Guard([*own_places(), *framework.places()])
        hide()
    except BaseException as error:
        control.send(messages.encode_start(_start_failure(error, _ADAPTERS[name][2])))
        os._exit(0)
    gc.collect()
    gc.freeze()  # a collection would write to, and so copy, every page that the children share
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors are reaped by the kernel
    ready = messages.Ready(
        isolation=tuple(confinement.isolation),
        missing=tuple(layer.name for layer in found.layers if layer.fix and not layer.ok),
        safe_for_untrusted=safe_for_untrusted(found),
        cuda=framework.built_for_gpus(),
    )
    control.send(messages.encode_start(ready))
    _serve(
        control,
        _Launcher(control, framework, guard, confinement),
        Limits(wall_seconds=role["seconds"], processes=role["processes"]),
    )
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


@dataclass(frozen=True, slots=True)
class _WaitingSupervisor:
    """A supervisor that waits for its job; its child is confined and warm."""

    sockets: JobSockets
    limits: Limits

    def take(self, fds: Sequence[int]) -> bool:
        """Send the descriptors of job, output, result and status; return False if the supervisor has ended."""
        try:
            socket.send_fds(self.sockets.supervisor, [b"job"], fds[3:])
            # a child that could not be confined has ended; its supervisor reports that
            with contextlib.suppress(OSError):
                socket.send_fds(self.sockets.child, [b"job"], fds[:3])
        except OSError:
            return False
        finally:
            self.sockets.close()
        return True


class _Launcher:
    """Forks supervisors, each with its child."""

    def __init__(self, control: socket.socket, framework: Framework, guard: Guard, confinement: Confinement) -> None:
        self._control, self._framework, self._guard, self._confinement = control, framework, guard, confinement
        self._slot = 0
        self._supervisors: set[int] = set()

    def launch(self, limits: Limits) -> _WaitingSupervisor | None:
        """Return a new supervisor; None if the system has no memory or process left."""
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]
        ours, theirs = (JobSockets(*ends) for ends in zip(*pairs, strict=True))
        self._slot += 1
        try:
            pid = os.fork()
        except OSError:
            ours.close()
            theirs.close()
            return None
        if pid == 0:
            ours.close()
            self._control.close()
            supervise(
                theirs,
                self._confinement,
                limits,
                partial(_child, self._framework, self._guard, self._confinement, limits, self._slot),
            )
        theirs.close()
        self._supervisors.add(pid)
        return _WaitingSupervisor(ours, limits)

    def end_orphans(self) -> None:
        """Kill processes of earlier answers that outlived their supervisor, stopped ones too."""
        running = set(children(os.getpid()))
        for orphan in running - self._supervisors:
            with contextlib.suppress(ProcessLookupError):
                os.kill(orphan, signal.SIGKILL)
        self._supervisors &= running


def _serve(control: socket.socket, launcher: _Launcher, usual: Limits) -> None:
    """Serve requests until the socket closes; in a pause, fork a supervisor with the limits of the last request."""
    reserve: _WaitingSupervisor | None = None
    while True:
        if reserve is None and not select.select([control], [], [], PAUSE)[0]:
            reserve = launcher.launch(usual)
        try:
            data, fds, _, _ = socket.recv_fds(control, 1 << 16, 4)
        except OSError:
            return
        if not data:
            return
        request = messages.decode_request(data)
        usual = Limits(wall_seconds=request.seconds, processes=request.processes, loopback=request.loopback)
        if reserve is not None and reserve.limits != usual:
            reserve.sockets.close()  # it ends when its socket closes
            reserve = None
        if reserve is None or not reserve.take(fds):
            fresh = launcher.launch(usual)
            if fresh is not None:  # otherwise the closed pipes report that the job is lost
                fresh.take(fds)
        reserve = None
        for fd in fds:
            os.close(fd)
        launcher.end_orphans()


def _child(
    framework: Framework,
    guard: Guard,
    confinement: Confinement,
    limits: Limits,
    slot: int,
    job_socket: socket.socket,
    scratch: str | None,
    supervisor: int,
) -> None:
    """Confine and warm up the answer's process, then run its job; only streams and the result stay open."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    confine_child(confinement, limits, scratch, slot, supervisor)
    _reseed()
    framework.warm()
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
