"""Resident graders that a test starts for itself, and ends."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxtutor.grading.procfs import ending, kill
from mxtutor.grading.service import connection, control, resident
from mxtutor.grading.service.address import addresses_in, holder, runs_module, runtime_folder
from tests.grading import quick_resident


@contextlib.contextmanager
def own_graders(switch: str = "on") -> Iterator[Path]:
    """Give the block's callers a folder of sockets of their own, and end the graders there after it.

    The folder lies in /tmp, since the path of a socket may have 107 bytes only.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp", ignore_cleanup_errors=True) as name,
    ):
        patch.setenv("XDG_RUNTIME_DIR", name)
        patch.setenv("MXTUTOR_GRADER", switch)
        try:
            yield Path(name)
        finally:
            for found in control.find_all():
                control.stop(found)
            for pid in started(Path(name)):
                if runs_module(pid, quick_resident.__name__):
                    kill(pid)


@contextlib.contextmanager
def quick_graders(fault: str = "", idle: float = 600.0) -> Iterator[Path]:
    """Give the block's callers graders without workers, in a folder of their own.

    One that is silent for some seconds counts as hanging. `fault` is what `quick_resident` reads.
    """
    with pytest.MonkeyPatch.context() as patch:
        make_quick(patch)
        patch.setenv(quick_resident.FAULT, fault)
        patch.setenv(quick_resident.IDLE, str(idle))
        with own_graders() as folder:
            yield folder


def make_quick(patch: pytest.MonkeyPatch) -> None:
    """Let this process start graders without workers, and wait less for those that are silent."""
    for module in (connection, control, resident):
        patch.setattr(module, "MODULE", quick_resident.__name__)
    patch.setattr(connection, "PING_SECONDS", 0.3)
    patch.setattr(connection, "MAX_UNANSWERED", 200)  # one that a signal has stopped counts as such after 0.6 s
    patch.setattr(control, "ANSWER_SECONDS", 3.0)
    patch.setattr(connection, "CONNECT_SECONDS", 3.0)


def started(folder: Path) -> list[int]:
    """Return the ids of the processes that `quick_resident` noted in a folder, also of those that have ended."""
    try:
        return [int(line) for line in (folder / "pids").read_text().split()]
    except FileNotFoundError:
        return []


def owners() -> list[int]:
    """Return the ids of the graders that live in this process's folder of sockets."""
    return [pid for address in addresses_in(runtime_folder()) if not ending(pid := holder(address.owner))]


def until(condition: Callable[[], object], seconds: float = 60.0) -> bool:
    """Wait until a condition holds; return whether it does."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return bool(found)


@contextlib.contextmanager
def caller(code: str, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run Python code in a process of its own, with pipes to it, and end it after the block."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    ) as process:
        try:
            yield process
        finally:
            process.kill()
