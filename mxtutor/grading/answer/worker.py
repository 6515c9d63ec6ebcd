"""The process that imported a framework and only forks; it never runs an operator, since forks inherit its locks."""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import random
import signal
import socket
import sys
from typing import Any

from mxtutor.grading.answer.child import run_job
from mxtutor.grading.answer.framework import Framework
from mxtutor.grading.answer.keeper import Ends, keep
from mxtutor.grading.sandbox.layers import Confinement, confine_child, confine_worker
from mxtutor.grading.sandbox.plan import Level, Limits
from mxtutor.grading.sandbox.probe import make_plan, probe, strangers_ok

_MATERIALS = {
    "mxnet": ("mxtutor.grading.answer.materials_mxnet", "MXNet", "mxnet==1.9.1"),
    "torch": ("mxtutor.grading.answer.materials_torch", "Torch", "torch==2.13.0"),
}
_WARM = {
    "mxnet": ("multiprocessing.pool", "tempfile", "traceback", "uuid"),
    "torch": ("torch._dynamo",),  # the first optimizer step imports 800 modules through it: 0.9 s in every child
}
"""What answers need sooner or later; imported once here instead of in each of them."""


def main(name: str, control_fd: int, level: Level) -> None:
    """Import a framework, say so on the control socket, then fork a keeper for each request until the socket closes."""
    control = socket.socket(fileno=control_fd)
    try:
        module, attribute, _ = _MATERIALS[name]
        make = getattr(importlib.import_module(module), attribute)  # before the files of this package are out of sight
        found = probe()
        confinement = confine_worker(make_plan(level, found))
        framework: Framework = make()
        for extra in _WARM[name]:
            importlib.import_module(extra)
    except BaseException as error:
        package = _MATERIALS[name][2]
        told = {"error": f"{type(error).__name__}: {error}", "fix": f"Install {package} or run `mxtutor doctor`."}
        control.send(json.dumps(told).encode())
        os._exit(0)
    gc.collect()
    gc.freeze()  # the collector would touch, and so copy, every page that children share with us
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers are reaped by the kernel
    told = {
        "isolation": confinement.isolation,
        "missing": [layer.name for layer in found.layers if not layer.ok],
        "strangers": strangers_ok(found),
    }
    control.send(json.dumps(told).encode())
    _serve(control, framework, confinement)
    os._exit(0)  # a normal exit costs 100 to 700 ms


def _serve(control: socket.socket, framework: Framework, confinement: Confinement) -> None:
    slot = 0
    while True:
        try:
            data, fds, _, _ = socket.recv_fds(control, 1 << 16, 4)
        except OSError:
            return
        if not data:
            return
        request: dict[str, Any] = json.loads(data)
        ends = Ends(*fds)
        slot += 1
        try:
            pid = os.fork()
        except OSError:  # no memory or no process left: the closed pipes say that the job is lost
            pid = -1
        if pid == 0:
            control.close()
            limits = Limits(wall_seconds=request["seconds"], processes=request["processes"])
            keep(ends, confinement, limits, lambda scratch: _child(ends, framework, confinement, limits, scratch, slot))
        for fd in fds:
            os.close(fd)


def _child(
    ends: Ends, framework: Framework, confinement: Confinement, limits: Limits, scratch: str | None, slot: int
) -> None:
    """Become the answer's process: confined, own standard streams, nothing else open but the result, then the job."""
    job = _read_all(ends.job)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (ends.output, 1), (ends.output, 2)):
        os.dup2(source, target)
    confine_child(confinement, limits, scratch, slot)
    os.dup2(ends.result, 3)  # no descriptor of ours that is still needed is 3: the worker's control socket was
    os.closerange(4, 4096)
    _open_streams()
    _reseed()
    run_job(framework, job, 3)


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
