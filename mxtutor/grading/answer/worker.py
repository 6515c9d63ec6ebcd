"""The process that imported a framework and only forks; it runs no code of anybody.

One supervisor waits ahead of its job, its child confined and warm: a check costs the answer's own run, not the forks.
"""

from __future__ import annotations

import contextlib
import gc
import glob
import importlib
import io
import json
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

from mxtutor.grading.answer.child import run_job
from mxtutor.grading.answer.framework import Framework
from mxtutor.grading.answer.guard import Guard, hide, own_places
from mxtutor.grading.answer.supervisor import JobSockets, adopt_orphans, children, end_tree, keep
from mxtutor.grading.sandbox.layers import Confinement, confine_child, confine_worker
from mxtutor.grading.sandbox.plan import Limits
from mxtutor.grading.sandbox.probe import make_plan, probe, safe_for_untrusted

_MATERIALS = {
    "mxnet": ("mxtutor.grading.answer.adapter_mxnet", "MXNet", "mxnet==1.9.1"),
    "torch": ("mxtutor.grading.answer.adapter_torch", "Torch", "torch==2.13.0"),
}
_PACKAGES = {
    "mxnet": ("mxnet", "mxboard", "numpy", "setuptools"),
    "torch": ("torch", "numpy", "setuptools"),
}
"""Packages that jobs may read, with all that these require."""
_WARM = {
    "mxnet": ("multiprocessing.pool", "tempfile", "traceback", "uuid"),
    "torch": ("torch._dynamo",),  # the first optimizer step imports 800 modules through it: 0.9 s in every child
}
"""What answers need sooner or later; imported once here instead of in each of them."""


PAUSE = 0.015
"""Seconds without a request after which the next supervisor is made ready; a class in parallel leaves no such gap."""


def main(control_fd: int, role: Mapping[str, Any]) -> None:
    """Import the role's framework, report it on the control socket, then fork a supervisor per request until it closes.

    `role` holds the fields of `workers.roles.Role`.
    """
    name = role["framework"]
    control = socket.socket(fileno=control_fd)
    adopt_orphans()
    try:
        module, attribute, _ = _MATERIALS[name]
        make = getattr(importlib.import_module(module), attribute)  # before the files of this package are out of sight
        for extra in _WARM[name]:
            importlib.import_module(extra)
        tempfile.tempdir = None  # torch looked it up; a job has its own
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
        control.send(json.dumps(_start_failure(error, _MATERIALS[name][2])).encode())
        os._exit(0)
    gc.collect()
    gc.freeze()  # the collector would touch, and so copy, every page that children share with us
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors are reaped by the kernel
    ready = {
        "isolation": confinement.isolation,
        "missing": [layer.name for layer in found.layers if layer.fix and not layer.ok],
        "strangers": safe_for_untrusted(found),
        "cuda": framework.built_for_gpus(),
    }
    control.send(json.dumps(ready).encode())
    _serve(
        control,
        _Launcher(control, framework, guard, confinement),
        Limits(wall_seconds=role["seconds"], processes=role["processes"]),
    )
    end_tree()
    os._exit(0)  # a normal exit costs 100 to 700 ms


def _start_failure(error: BaseException, package: str) -> dict[str, str]:
    """Return the message for a framework that cannot be used, and what to do about it."""
    fix = "Run `mxtutor doctor` to find the cause."
    if isinstance(error, ImportError):
        fix = f"Install {package} or run `mxtutor doctor`."
    elif isinstance(error, MemoryError):
        fix = "Free memory, then try again."
    return {"error": f"{type(error).__name__}: {error}", "fix": fix}


@dataclass(frozen=True, slots=True)
class _Keeper:
    """A supervisor that waits for its job, its child confined and warm."""

    sockets: JobSockets
    limits: Limits

    def take(self, fds: Sequence[int]) -> bool:
        """Hand over job, output, result and status; False if the supervisor is gone."""
        try:
            socket.send_fds(self.sockets.supervisor, [b"job"], fds[3:])
            with contextlib.suppress(OSError):  # a child that could not be confined is gone; its supervisor tells that
                socket.send_fds(self.sockets.child, [b"job"], fds[:3])
        except OSError:
            return False
        finally:
            self.sockets.close()
        return True


class _Launcher:
    """Forks supervisors."""

    def __init__(self, control: socket.socket, framework: Framework, guard: Guard, confinement: Confinement) -> None:
        self._control, self._framework, self._guard, self._confinement = control, framework, guard, confinement
        self._slot = 0
        self._supervisors: set[int] = set()

    def launch(self, limits: Limits) -> _Keeper | None:
        """Return a new supervisor; None where no memory or no process is left."""
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
            keep(
                theirs,
                self._confinement,
                limits,
                partial(_child, self._framework, self._guard, self._confinement, limits, self._slot),
            )
        theirs.close()
        self._supervisors.add(pid)
        return _Keeper(ours, limits)

    def end_orphans(self) -> None:
        """Kill processes of earlier answers that outlived their supervisor, stopped ones too."""
        running = set(children(os.getpid()))
        for orphan in running - self._supervisors:
            with contextlib.suppress(ProcessLookupError):
                os.kill(orphan, signal.SIGKILL)
        self._supervisors &= running


def _serve(control: socket.socket, launcher: _Launcher, usual: Limits) -> None:
    """Take requests until the socket closes; in a pause, make a supervisor ready for the next one like the last."""
    reserve: _Keeper | None = None
    while True:
        if reserve is None and not select.select([control], [], [], PAUSE)[0]:
            reserve = launcher.launch(usual)
        try:
            data, fds, _, _ = socket.recv_fds(control, 1 << 16, 4)
        except OSError:
            return
        if not data:
            return
        request: dict[str, Any] = json.loads(data)
        usual = Limits(wall_seconds=request["seconds"], processes=request["processes"], loopback=request["loopback"])
        if reserve is not None and reserve.limits != usual:
            reserve.sockets.close()  # it leaves by itself
            reserve = None
        if reserve is None or not reserve.take(fds):
            fresh = launcher.launch(usual)
            if fresh is not None:  # else the closed pipes say that the job is lost
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
    door: socket.socket,
    scratch: str | None,
    supervisor: int,
) -> None:
    """Become the answer's process: confined and warm; once its job is there, nothing else stays open but the result."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    confine_child(confinement, limits, scratch, slot, supervisor)
    _reseed()
    framework.warm()
    word, fds, _, _ = socket.recv_fds(door, 16, 3)
    if not word:
        os._exit(0)
    job, output, result = fds
    order = _read_all(job)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(result, 3)  # no descriptor that is still needed is 3: the worker's control socket was
    os.closerange(4, 4096)
    _open_streams()
    run_job(framework, guard, order, 3)


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
    """Give each fork generators of its own; it would inherit the worker's state, the same for every answer."""
    import numpy as onp

    random.seed()
    onp.random.seed(int.from_bytes(os.urandom(4), "little"))
