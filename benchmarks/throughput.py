"""Measures how many answers of a class are graded per second, by number of cores.

A job uses more than one core, because the next process starts while the last one ends. Therefore the benchmark
limits the cores that all processes may use, and runs two jobs per core.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.paths import content_root

ANSWERS, ROUNDS = 120, 5
SEED = 1


def measure() -> Iterator[str]:
    """Yield the table of throughputs; reference results are computed before, as they are once per class."""
    course = load_course(content_root())
    exercises = [load_exercise(course.folder(i), i) for i in course.exercises[:40]]
    plain = [e for e in exercises if e.kind == "code" and e.compare.statistics is None]
    every = sorted(os.sched_getaffinity(0))
    widths = sorted({1, len(every)})
    rates: dict[int, list[float]] = {w: [] for w in widths}
    with LocalGrader() as grader:
        grader.start()
        for exercise in plain:
            grader.references.get(exercise, SEED)
        _round(grader, plain, len(every))
        try:
            for _ in range(ROUNDS):
                for width in widths:
                    _limit(grader, every[:width])
                    rates[width].append(_round(grader, plain, 2 * width))
        finally:
            _limit(grader, every)
    middle = {w: sorted(r)[len(r) // 2] for w, r in rates.items()}
    cold = _cold()
    yield "| cores | answers per second | share of linear growth | cost of an answer / cold process |"
    yield "| ---: | ---: | ---: | ---: |"
    for width, rate in middle.items():
        yield f"| {width} | {rate:.0f} | {rate / (middle[1] * width):.2f} | 1/{cold * rate / width:.0f} |"


def _limit(grader: LocalGrader, cores: list[int]) -> None:
    """Let this process, the workers and their later children run on these cores only."""
    for pid in (0, *(w.pid for w in grader.frameworks.workers if w.pid is not None)):
        os.sched_setaffinity(pid, cores)


def _round(grader: LocalGrader, exercises: list[Exercise], width: int) -> float:
    """Return the answers per second for one class."""
    began = time.perf_counter()
    with ThreadPoolExecutor(width) as pool:
        todo = [exercises[i % len(exercises)] for i in range(ANSWERS)]
        reports = pool.map(lambda e: grader.grade(Submission(e, e.solution.encode(), SEED)), todo)
        assert all(r.verdict is Verdict.RIGHT for r in reports)
    return ANSWERS / (time.perf_counter() - began)


def _cold() -> float:
    """Return the seconds of a process that imports both frameworks and exits, the median of three runs."""
    code = "from mxtutor.compat import import_mxnet; import_mxnet(); import torch"
    took = []
    for _ in range(3):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        took.append(time.perf_counter() - began)
    return sorted(took)[1]
