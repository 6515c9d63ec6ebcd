"""Compares the time from a save to the verdict of `mxtutor watch` with that of a warm check."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from mxtutor.content.loader import load_exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission
from mxtutor.paths import content_root

SAVES = 30
PAUSE = 0.3
"""Seconds between two saves; a person is slower, and the next inputs are computed in this time."""
_ID = "tensors/arccos"
_ANSWER = "from mxnet import nd\n\n\ndef arccos(x):\n    return nd.arccos(x)\n"


def measure() -> Iterator[str]:
    """Yield the table."""
    warm = statistics.median(_checks())
    saves = sorted(_saves())
    median, late = statistics.median(saves), saves[int(0.95 * (len(saves) - 1))]
    yield "| what | ms | times a warm check |"
    yield "| --- | ---: | ---: |"
    for name, value in (("a warm check", warm), ("save to verdict, median", median), ("save to verdict, p95", late)):
        yield f"| {name} | {1000 * value:.0f} | {value / warm:.1f} |"


def _checks() -> Iterator[float]:
    """Yield the seconds of warm checks in this process."""
    exercise = load_exercise(content_root() / "exercises" / _ID, _ID)
    with LocalGrader() as grader:
        grader.start()
        for number in range(SAVES + 3):
            grader.prepare(exercise)
            began = time.perf_counter()
            grader.grade(Submission(exercise, _ANSWER.encode()))
            if number >= 3:  # the first checks fill the caches
                yield time.perf_counter() - began


def _saves() -> Iterator[float]:
    """Yield the seconds from saves to their reports."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "answers", "tensors")
        folder.mkdir(parents=True)
        environment = {**os.environ, "MXTUTOR_HOME": str(Path(name, "home"))}
        command = [sys.executable, "-m", "mxtutor", "watch", str(folder.parent), "--json"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
        ) as watch:
            assert watch.stdout is not None
            assert watch.stderr is not None
            for line in watch.stderr:
                if "are ready" in line:
                    break
            threading.Thread(target=watch.stderr.read, daemon=True).start()
            for number in range(SAVES + 3):
                time.sleep(PAUSE)
                (folder / "part").write_text(f"{_ANSWER}# {number}\n")
                began = time.perf_counter()
                (folder / "part").replace(folder / "arccos.py")
                json.loads(watch.stdout.readline())
                if number >= 3:
                    yield time.perf_counter() - began
            watch.terminate()
