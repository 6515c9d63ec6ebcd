"""No temporary folder and no process remains, however an answer or a worker ends."""

from __future__ import annotations

import contextlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.procfs import stopped
from mxtutor.grading.protocol import Submission
from mxtutor.grading.workers.child_process import END_WITH_PARENT
from mxtutor.grading.workers.worker import ScratchBase
from tests.grading.tiny import RIGHT, exercise

STOPS_EVERYTHING = b"""
import os, signal, time

def square(x):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
            time.sleep(1000)
        os._exit(0)
    time.sleep(0.2)
    os.kill(os.getppid(), signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGSTOP)
"""


def _stopped() -> set[int]:
    """Return the stopped processes of workers of this process; what they fork keeps their command line."""
    own, found = END_WITH_PARENT.format(parent=os.getpid()), set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if own in (folder / "cmdline").read_text(errors="replace") and stopped(int(folder.name)):
                found.add(int(folder.name))
    return found


@pytest.mark.grading
@pytest.mark.slow
def test_stopped_processes_and_scratch_folders_are_gone_after_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = _stopped()
    with LocalGrader(confined=False) as grader:
        grader.grade(Submission(exercise("square"), RIGHT, 5))
        with ThreadPoolExecutor(1) as pool:
            report = pool.submit(grader.grade, Submission(exercise("square"), STOPS_EVERYTHING, 5))
            seen = set[int]()
            while not seen and not report.done():
                seen = _stopped() - before
                time.sleep(0.01)
            assert seen, "the answer stops processes"
        assert list(tmp_path.iterdir())
    deadline = time.monotonic() + 60
    while (_stopped() - before or list(tmp_path.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert _stopped() - before == set()
    assert list(tmp_path.iterdir()) == []


def test_folders_of_killed_owners_are_removed_and_those_in_use_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    used = ScratchBase()
    (tmp_path / "mxtutor-scratch-abandoned").mkdir()
    (tmp_path / "mxtutor-other").mkdir()
    for path in tmp_path.iterdir():
        os.utime(path, (1, 1))
    second = ScratchBase()
    assert {path.name for path in tmp_path.iterdir()} == {used.path.name, second.path.name, "mxtutor-other"}
    used.remove()
    second.remove()
    second.remove()
    assert [path.name for path in tmp_path.iterdir()] == ["mxtutor-other"]
