"""Runs a function inside the sandbox, with any set of layers, as root or as an ordinary user."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from mxtutor.grading.sandbox import mounts, namespaces
from mxtutor.grading.sandbox.layers import confine_child, confine_supervisor, confine_worker
from mxtutor.grading.sandbox.plan import LAYERS, ConfinementPlan, Limits
from mxtutor.grading.sandbox.probe import FIRST_UID, LayerProbe, Probe, make_plan, probe
from mxtutor.grading.sandbox.syscalls import call, text

Who = Literal["as started", "ordinary user"]
ORDINARY_UID = 12_345
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
PEOPLE: tuple[Who, ...] = ("as started", "ordinary user") if ROOT else ("as started",)
_PACKAGES = ("numpy", "setuptools")


@dataclass(frozen=True)
class Outcome:
    """How a confined function ended."""

    value: Any = None
    error: str = ""
    """Type and text of the exception; empty when none."""
    status: int | None = None
    """Exit status, negative for a signal."""
    isolation: tuple[str, ...] = ()


def become_ordinary() -> None:
    """Turn root into an ordinary user who can reach this Python, wherever it lies."""
    closed = next((path for path in mounts.ancestry(sys.base_prefix) if not os.stat(path).st_mode & 1), None)
    if closed is not None:
        namespaces.unshare(namespaces.NEW_MOUNTS)
        slash = text("/")
        call("mount", 0, ctypes.addressof(slash), 0, 0x4000 | 1 << 18, 0)
        copy = mounts.clone(sys.base_prefix)
        mounts.mount("tmpfs", closed, 0, "mode=755")
        os.makedirs(sys.base_prefix)
        mounts.attach(copy, sys.base_prefix)
    os.setgroups([])
    os.setresgid(ORDINARY_UID, ORDINARY_UID, ORDINARY_UID)
    os.setresuid(ORDINARY_UID, ORDINARY_UID, ORDINARY_UID)
    call("prctl", 4, 1, 0, 0, 0)  # dumpable again, as a process that started with this user id is


@functools.cache
def probed(who: Who) -> Probe:
    """Return what works here for `who`."""

    def report(writing: int) -> None:
        if who == "ordinary user":
            become_ordinary()
        found = probe()
        os.write(writing, json.dumps([found.root, [_plain(one) for one in found.layers]]).encode())

    root, layers = json.loads(_in_child(report, 30)[0])
    return Probe(tuple(LayerProbe(*fields) for fields in layers), root)


def _plain(layer: LayerProbe) -> list[Any]:
    return [layer.name, layer.ok, layer.detail, layer.fix, layer.needed]


def require(who: Who, *layers: str) -> None:
    """Skip the test where one of `layers` does not work."""
    for layer in probed(who).layers:
        if layer.name in layers and not layer.ok:
            pytest.skip(f"{layer.name}: {layer.detail}")


def alone(layer: str, who: Who) -> tuple[str, ...]:
    """Return the least set of layers that holds `layer`: namespaces take a user namespace where they must."""
    helper = ("userns",) if layer in ("net", "ipc", "mount", "pid") and probed(who).works("userns") else ()
    return (*helper, layer)


def plan_for(who: Who, layers: tuple[str, ...] | None) -> ConfinementPlan:
    """Return the strongest plan, or one with just `layers`."""
    plan = make_plan(probed(who), _PACKAGES)
    if layers is None:
        return plan
    return replace(plan, layers=layers, uid=FIRST_UID if "uid" in layers else None)


def confined(
    action: Callable[[], Any],
    layers: tuple[str, ...] | None = None,
    *,
    who: Who = "as started",
    limits: Limits | None = None,
    seconds: float = 30,
    slot: int = 0,
    keeper_alive: bool = True,
) -> Outcome:
    """Run `action` in a child of a supervisor of a worker, each confined; None means all layers."""
    plan = plan_for(who, layers)

    def worker(writing: int) -> None:
        if who == "ordinary user":
            become_ordinary()
        scratch = tempfile.mkdtemp() if "mount" not in plan.layers else None
        confinement = confine_worker(plan)
        _tell(writing, isolation=confinement.isolation)

        def supervisor() -> None:
            confine_supervisor(confinement)
            keeper_id = os.getpid() if keeper_alive else os.getpid() + 1
            child = os.fork()
            if child == 0:
                _child(
                    lambda: confine_child(confinement, limits or Limits(), scratch, slot, keeper_id), action, writing
                )
            _tell(writing, status=os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

        _forked(supervisor)
        if scratch is not None:
            shutil.rmtree(scratch, ignore_errors=True)

    output, _ = _in_child(worker, seconds)
    report: dict[str, Any] = {}
    for line in output.splitlines():
        report.update(json.loads(line))
    return Outcome(
        report.get("value"), report.get("error", ""), report.get("status"), tuple(report.get("isolation", ()))
    )


def _child(confine: Callable[[], str], action: Callable[[], Any], writing: int) -> None:
    try:
        confine()
    except BaseException as error:
        _tell(writing, error=f"not confined: {error!r}")
        os._exit(99)
    try:
        _tell(writing, value=action())
    except BaseException as error:
        _tell(writing, error=f"{type(error).__name__}: {error}")
    os._exit(0)


def _tell(writing: int, **fields: Any) -> None:
    os.write(writing, json.dumps(fields).encode() + b"\n")


def _forked(action: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        status = 98
        try:
            action()
            status = 0
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.__stderr__, flush=True)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _in_child(action: Callable[[int], None], seconds: float) -> tuple[bytes, int]:
    """Run `action` with the writing end of a pipe in a child; return what came before all closed it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 98
        try:
            os.setsid()
            action(writing)
            status = 0
        except BaseException as error:
            _tell(writing, error=f"rig: {error!r}")
        finally:
            os._exit(status)
    os.close(writing)
    output, deadline = b"", time.monotonic() + seconds
    with os.fdopen(reading, "rb", 0) as pipe:
        while select.select([pipe], [], [], max(0, deadline - time.monotonic()))[0]:
            part = pipe.read(65536)
            if not part:
                break
            output += part
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
    return output, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@contextlib.contextmanager
def victim(who: Who) -> Iterator[int]:
    """Run a process outside the sandbox that does nothing; give its id."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        if who == "ordinary user":
            become_ordinary()
        os.write(writing, b".")
        while True:
            signal.pause()
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    try:
        yield child
        assert os.waitpid(child, os.WNOHANG) == (0, 0), "the victim died"
    finally:
        os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)


@contextlib.contextmanager
def open_folder() -> Iterator[str]:
    """Give a folder outside every scratch folder where any user may read and write."""
    with tempfile.TemporaryDirectory(prefix="mxtutor-outside-") as folder:
        os.chmod(folder, 0o777)
        yield folder


__all__ = ["LAYERS", "PEOPLE", "ROOT", "Outcome", "alone", "confined", "open_folder", "probed", "require", "victim"]
