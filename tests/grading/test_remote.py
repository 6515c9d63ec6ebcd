"""The grader in a separate process: same reports, no large imports in the caller, a new process when it ends."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.protocol import Grader, Submission, Verdict
from mxtutor.grading.service.client import RemoteGrader
from tests.grading.residents import own_graders
from tests.grading.rig import CHECKOUT, below, exercise

pytestmark = [
    pytest.mark.apart,
    pytest.mark.grading,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]

WAIT = 60.0
"""Longest wait for what happens at once on a machine that is not busy."""
SLOW = b"import time\n\nprint('begun', flush=True)\ntime.sleep(3)\n\n\ndef arccos(x):\n    return x.arccos()\n"
ENDLESS = b"def arccos(x):\n    print('begun', flush=True)\n    while True:\n        pass\n"


@pytest.fixture(scope="module", params=["private", "resident"])
def remote(request: pytest.FixtureRequest) -> Iterator[RemoteGrader]:
    """A grader in another process, not started yet: its first call does that."""
    with own_graders("off" if request.param == "private" else "on"), RemoteGrader(CHECKOUT) as one:
        yield one


@pytest.fixture(autouse=True)
def same_switch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what `remote` chose, which the fixture of all tests switches off."""
    if "remote" in request.fixturenames and request.node.callspec.params["remote"] == "resident":
        monkeypatch.setenv("MXTUTOR_GRADER", "on")


def _right(name: str = "tensors/arccos") -> Submission:
    return Submission(exercise(name), exercise(name).solution.encode())


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _gone(pids: set[int]) -> bool:
    end = time.monotonic() + WAIT
    while any(map(_alive, pids)) and time.monotonic() < end:
        time.sleep(0.02)
    return not any(map(_alive, pids))


def _phase(remote: RemoteGrader) -> str:
    return remote.state.phase


def test_reports_come_back_whole(remote: RemoteGrader) -> None:
    assert _phase(remote) == "cold"
    remote.cancel()
    remote.start()
    assert _phase(remote) == "ready", remote.state.detail
    assert remote.state.isolation
    assert remote.grade(_right()).verdict is Verdict.RIGHT
    report = remote.grade(Submission(exercise("tensors/arccos"), b"def arccos(x):\n    return x.arcsin()\n"))
    assert report.verdict is Verdict.WRONG
    assert any(aspect.difference for case in report.cases for aspect in case.aspects)
    assert report.diagnosis


def test_runs_and_pairs_come_back(remote: RemoteGrader) -> None:
    pair = remote.pair("torch.ones(3)", "nd.ones(3)", 1e-6)
    assert pair.same is True
    assert pair.torch.value.startswith("tensor")
    assert remote.pair("torch.ones(3)", "nd.zeros(3)", 1e-6).same is False
    assert remote.pair("1 / 0", "nd.zeros(3)", 1e-6).same is None
    assert remote.run("mxnet", "nd.zeros(3).shape").value == "(3,)"
    play = remote.play(exercise("tensors/arccos"), exercise("tensors/arccos").solution.encode())
    assert play.inputs.startswith("x = ")


def test_prints_are_heard_and_a_cancelled_answer_ends(remote: RemoteGrader) -> None:
    on_output: list[bytes] = []
    begun = threading.Event()

    def hear(data: bytes) -> None:
        on_output.append(data)
        begun.set()

    def stop() -> None:
        if begun.wait(WAIT):
            remote.cancel()

    stopping = threading.Thread(target=stop, daemon=True)
    stopping.start()
    report = remote.grade(Submission(exercise("tensors/arccos"), ENDLESS), hear)
    assert report.headline == "The check was cancelled.", "it ended before its time limit"
    stopping.join(WAIT)
    assert b"".join(on_output) == b"begun\n"
    assert remote.grade(_right()).verdict is Verdict.RIGHT


def test_a_live_check_is_short_and_names_no_mistake_and_a_check_has_its_whole_time(remote: RemoteGrader) -> None:
    subject, sine = exercise("tensors/arccos"), b"def arccos(x):\n    return x.arcsin()\n"
    report = remote.grade(Submission(subject, ENDLESS, 7, live=True))
    assert report.verdict is Verdict.TIMEOUT
    for _ in range(20):
        live = remote.grade(Submission(subject, sine, 7, live=True))
        if live.verdict is not Verdict.TIMEOUT:  # on a busy machine it may take longer than a live check
            break
    assert (live.verdict, live.diagnosis) == (Verdict.WRONG, ())
    slow = b"import time\n\ndef arccos(x):\n    time.sleep(0.2)\n    return x.arccos()\n"
    assert remote.grade(Submission(subject, slow, 7, live=True)).verdict is Verdict.TIMEOUT
    assert remote.grade(Submission(subject, slow, 7)).verdict is Verdict.RIGHT, "the same inputs, without that limit"


def test_a_call_that_fails_there_is_broken_here(remote: RemoteGrader) -> None:
    remote.prepare(replace(exercise("tensors/arccos"), id="tensors/nothing"))
    assert remote.state.phase == "ready"
    nothing = Submission(replace(exercise("tensors/arccos"), id="tensors/nothing"), b"")
    assert "has no exercise 'tensors/nothing'" in remote.grade(nothing).headline
    assert remote.run("mxnet", "1 + 1").value == "2"


@pytest.mark.parametrize("kills", [1, 2])
def test_a_check_whose_process_is_killed_is_made_once_more_and_no_third_time(remote: RemoteGrader, kills: int) -> None:
    assert remote.run("mxnet", "1").value == "1"
    pid = remote.pid
    assert pid is not None
    workers = set(below(pid))
    assert len(workers) == 2, "the workers of MXNet and PyTorch"
    said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    killed: list[int] = []

    def kill() -> None:
        while len(killed) < kills:
            said.get(timeout=WAIT)
            if (running := remote.pid) is not None and running not in killed:
                killed.append(running)
                os.kill(running, signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()
    report = remote.grade(Submission(exercise("tensors/arccos"), SLOW), said.put)
    assert len(set(killed)) == kills
    if kills == 1:
        assert report.verdict is Verdict.RIGHT
    else:
        assert (report.verdict, report.fix) == (Verdict.BROKEN, "Check again.")
        assert remote.state.phase == "broken"
    assert _gone(workers), "its workers outlive it"
    assert remote.grade(_right()).verdict is Verdict.RIGHT
    assert remote.pid not in killed


def test_closing_ends_all_of_its_processes_and_it_never_starts_again() -> None:
    one = RemoteGrader(CHECKOUT)
    one.start()
    assert one.pid is not None
    family = {one.pid, *below(one.pid)}
    assert len(family) == 3
    one.close()
    assert _gone(family)
    one.start()
    assert one.grade(_right()).verdict is Verdict.BROKEN
    with pytest.raises(BrokenError):
        one.call(Grader.run, "mxnet", "1")
    one.close()


def test_the_caller_imports_no_numpy() -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from mxtutor.content.loader import load_exercise\n"
        "from mxtutor.grading.protocol import LIVE_SECONDS, Submission\n"
        "from mxtutor.grading.service.client import RemoteGrader\n"
        "exercise = load_exercise(Path('exercises/tensors/arccos').resolve(), 'tensors/arccos')\n"
        "grader = RemoteGrader(Path().resolve())\n"
        "for source in (exercise.solution, 'def arccos(x): return x.arcsin()'):\n"
        "    print(grader.grade(Submission(exercise, source.encode())).verdict.value)\n"
        "print(grader.pair('import torch; torch.ones(2)', 'from mxnet import nd; nd.ones(2)', 1e-6).same)\n"
        "grader.close()\n"
        "print(sorted({'numpy', 'torch', 'mxnet'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=CHECKOUT, check=True)
    assert done.stdout.split("\n")[:4] == ["right", "wrong", "True", "[]"]


def test_a_process_that_cannot_be_started_is_reported_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one = RemoteGrader(CHECKOUT)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/nowhere/python")
        one.start()
        assert _phase(one) == "broken"
        assert "cannot be started" in one.state.detail
        assert one.grade(_right()).verdict is Verdict.BROKEN
        assert "mxtutor doctor" in one.run("mxnet", "1").broken
    assert one.grade(_right()).verdict is Verdict.RIGHT
    one.start()
    assert _phase(one) == "ready"
    one.close()
