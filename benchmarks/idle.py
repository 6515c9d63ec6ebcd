"""Measures the processor time of idle workers and the private memory of a running answer."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from mxtutor.content.loader import load_exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission
from mxtutor.paths import content_root

SECONDS = 5.0
_SLOW = (
    b"import time\nfrom mxnet import nd\n\n\ndef arccos(x):\n    y = nd.arccos(x)\n    time.sleep(0.5)\n    return y\n"
)


def measure() -> Iterator[str]:
    """Yield the table of idle CPU and of memory."""
    with LocalGrader() as grader:
        grader.start()
        pids = [w.pid for w in grader.frameworks.workers if w.pid is not None]
        before = [_ticks(p) for p in pids]
        time.sleep(SECONDS)
        used = [(_ticks(p) - b) / os.sysconf("SC_CLK_TCK") for p, b in zip(pids, before, strict=True)]
        private = _answer(grader, pids[0])
        yield "| what | answers | reference |"
        yield "| --- | ---: | ---: |"
        yield f"| CPU seconds of an idle worker in {SECONDS:.0f} s | {used[0]:.2f} | {used[1]:.2f} |"
        shared = [_memory(p, "Pss") for p in pids]
        yield f"| proportional memory of a worker, MiB | {shared[0]:.0f} | {shared[1]:.0f} |"
        yield f"| private memory of a running answer, MiB | {private:.1f} | |"


def _answer(grader: LocalGrader, worker: int) -> float:
    """Return the greatest private memory of an answer's process while it runs, of several measurements, in MiB."""
    exercise = load_exercise(content_root() / "exercises" / "tensors/arccos", "tensors/arccos")
    grader.prepare(exercise)
    running = threading.Thread(target=lambda: grader.grade(Submission(exercise, _SLOW)))
    running.start()
    greatest = 0.0
    while running.is_alive():
        for supervisor in _children(worker):
            for child in _children(supervisor):
                greatest = max(greatest, _memory(child, "Private_Dirty") + _memory(child, "Private_Clean"))
        time.sleep(0.05)
    running.join()
    return greatest


def _children(pid: int) -> list[int]:
    try:
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _memory(pid: int, name: str) -> float:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0
