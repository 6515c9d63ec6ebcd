"""Measures how many answers of a class are graded per second, by number of cores and answers of a supervisor.

A job uses more than one core, because the next process starts while the last one ends. Therefore the benchmark
limits the cores that all processes may use, and runs two jobs per core.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.procfs import descendants
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.paths import content_root

ANSWERS, ROUNDS = 120, 5
SEED = 1


REUSED, SINGLE = "many", "one"
"""Answers that a supervisor serves: as many as usual, or one."""


def measure() -> Iterator[str]:
    """Yield the table of throughputs; reference results are computed before, as they are once per class."""
    course = load_course(content_root())
    exercises = [load_exercise(course.folder(i), i) for i in course.exercises[:40]]
    plain = [e for e in exercises if e.kind == "code" and e.compare.statistics is None]
    every = sorted(os.sched_getaffinity(0))
    widths = sorted({1, len(every)})
    rates: dict[tuple[str, int], list[float]] = {(m, w): [] for w in widths for m in (REUSED, SINGLE)}
    with LocalGrader() as reused, LocalGrader(share=reused) as single:
        answer = single.frameworks.answer
        answer.role = replace(answer.role, answers=1)
        graders = {REUSED: reused, SINGLE: single}
        for grader in graders.values():
            grader.start()
        for exercise in plain:
            reused.references.get(exercise, SEED)
        for grader in graders.values():
            _round(grader, plain, len(every))
        try:
            for _ in range(ROUNDS):
                for width in widths:
                    for mode, grader in graders.items():
                        _limit(grader, every[:width])
                        rates[mode, width].append(_round(grader, plain, 2 * width))
        finally:
            for grader in graders.values():
                _limit(grader, every)
    middle = {key: statistics.median(rate) for key, rate in rates.items()}
    cold = _cold()
    yield "| cores | answers of a supervisor | answers per second | share of linear growth | / one answer |"
    yield "| ---: | --- | ---: | ---: | ---: |"
    for (mode, width), rate in middle.items():
        growth, gain = rate / (middle[mode, 1] * width), rate / middle[SINGLE, width]
        yield f"| {width} | {mode} | {rate:.0f} | {growth:.2f} | {gain:.2f} |"
    yield ""
    most = max(cold * rate / width for (mode, width), rate in middle.items() if mode == REUSED)
    yield f"A new process that imports both frameworks takes {cold:.1f} s of a core, up to {most:.0f} answers."


def _processes(grader: LocalGrader) -> list[int]:
    """Return the workers and all that they have forked."""
    workers = [w.pid for w in grader.frameworks.workers if w.pid is not None]
    return [*workers, *(pid for worker in workers for pid in descendants(worker))]


def _limit(grader: LocalGrader, cores: list[int]) -> None:
    """Let this process, the workers and their present and later children run on these cores only."""
    for pid in (0, *_processes(grader)):
        with contextlib.suppress(ProcessLookupError):
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
