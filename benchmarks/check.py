"""Compares the time of a check with that of a fork, of a running interpreter, of a new process and of pytest."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.figures import clocked, interleaved, table
from mxtutor.content.loader import load_exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root

EXERCISE = "tensors/arccos"
ROUNDS, COLD_ROUNDS = 60, 5
PAUSE = 0.05
"""Seconds between two measurements; a learner takes longer between two checks."""
_CASES = """
import numpy as onp
rng = onp.random.default_rng(1)
inputs = [rng.uniform(-1, 1, s).astype("float32") for s in ((3, 4), (3, 4), (2, 3, 2), (2, 3, 2))]
inputs.append(onp.array([-1, -.5, 0, .5, 1], "float32"))
def run(entry, nd):
    for x in inputs:
        assert onp.allclose(entry(nd.array(x)).asnumpy(), onp.arccos(x), rtol=1e-5, atol=1e-6)
"""
_SERVE = """
import os, sys
os.environ["MXNET_ENGINE_TYPE"] = "NaiveEngine"
from mxtutor.compat import import_mxnet
mx = import_mxnet()
{cases}
names = {{}}
exec(open(sys.argv[1]).read(), names)
entry = names["arccos"]
sys.stdout.write("ready\\n"); sys.stdout.flush()
for line in sys.stdin:
    if line == "fork\\n":
        pid = os.fork()
        if pid == 0:
            run(entry, mx.nd)
            os._exit(0)
        assert os.waitpid(pid, 0)[1] == 0
    else:
        run(entry, mx.nd)
    sys.stdout.write("done\\n"); sys.stdout.flush()
os._exit(0)
"""
_COLD = """
import os, sys
from mxtutor.compat import import_mxnet
mx = import_mxnet()
import torch
{cases}
names = {{}}
exec(open(sys.argv[1]).read(), names)
run(names["arccos"], mx.nd)
"""
_PYTEST = """
import sys
from mxtutor.compat import import_mxnet
mx = import_mxnet()
import torch
{cases}
def test_answer():
    names = {{}}
    exec(open({answer!r}).read(), names)
    run(names["arccos"], mx.nd)
"""


def measure() -> Iterator[str]:
    """Yield the tables of warm checks, and of cold ones."""
    exercise = load_exercise(content_root() / "exercises" / EXERCISE, EXERCISE)
    answer = exercise.folder / "solution.py"
    with (
        _server(answer) as server,
        LocalGrader() as confined,
        LocalGrader(confined=False) as unconfined,
        RemoteGrader(content_root(), ahead=False) as remote,
    ):
        graders: dict[str, LocalGrader | RemoteGrader] = {
            "check, isolation on": confined,
            "check, isolation off": unconfined,
            "check, from the tutor": remote,
        }
        for grader in graders.values():
            grader.start()
        check = {name: _checker(grader, exercise.id, answer) for name, grader in graders.items()}
        subjects = {"bare fork": _requester(server, "fork"), "warm interpreter": _requester(server, "call"), **check}
        interleaved(3, subjects)
        samples = interleaved(ROUNDS, subjects)
        yield from table(samples, "bare fork")
        yield ""
        yield from _cold(answer, check["check, isolation on"])


@contextlib.contextmanager
def _server(answer: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the process that answers without a sandbox; it is killed at the end of the block."""
    code = _SERVE.format(cases=_CASES)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    server = subprocess.Popen(
        [sys.executable, "-c", code, str(answer)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert server.stdout is not None and server.stdout.readline() == "ready\n"
        yield server
    finally:
        server.kill()


def _requester(server: subprocess.Popen[str], word: str) -> Callable[[], float]:
    def request() -> None:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(f"{word}\n")
        server.stdin.flush()
        assert server.stdout.readline() == "done\n"

    def paused() -> float:
        time.sleep(PAUSE)
        return timed()

    timed = clocked(request)
    return paused


def _checker(grader: LocalGrader | RemoteGrader, exercise_id: str, answer: Path) -> Callable[[], float]:
    exercise = load_exercise(content_root() / "exercises" / exercise_id, exercise_id)
    source = answer.read_bytes()

    def run() -> float:
        grader.prepare(exercise)  # as opening the exercise does, before the check
        time.sleep(PAUSE)
        return timed()

    def check() -> None:
        assert grader.grade(Submission(exercise, source)).verdict is Verdict.RIGHT

    timed = clocked(check)
    return run


def _cold(answer: Path, warm: Callable[[], float]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        test = Path(folder) / "test_answer.py"
        test.write_text(_PYTEST.format(cases=_CASES, answer=str(answer)))
        script = [sys.executable, "-c", _COLD.format(cases=_CASES), str(answer)]
        pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
        subjects = {
            "check, isolation on": warm,
            "cold process": clocked(lambda: subprocess.run(script, check=True, capture_output=True)),
            "pytest": clocked(lambda: subprocess.run(pytest, check=True, capture_output=True, cwd=folder)),
        }
        yield from table(interleaved(COLD_ROUNDS, subjects), "check, isolation on")
