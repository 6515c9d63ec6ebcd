"""Kills workers, supervisors and children at random while answers are graded, and checks every verdict.

python -m benchmarks.faults --gradings 500
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import secrets
import signal
import sys
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.workers.child_process import END_WITH_PARENT
from mxtutor.paths import content_root

EXERCISES = ("tensors/arccos", "tensors/copyto", "tensors/size", "tensors/copy")
PAUSE = (0.02, 0.6)
"""Shortest and longest time between two kills, in seconds."""
KINDS = ("worker", "supervisor", "child", "reference worker", "reference supervisor", "reference child")


@dataclass
class Outcome:
    """The result of a run."""

    gradings: int = 0
    seconds: float = 0.0
    kills: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    """Verdicts of right answers."""
    wrong: Counter[str] = field(default_factory=Counter)
    """Verdicts of wrong answers."""
    faults: list[str] = field(default_factory=list)


def children(pid: int) -> list[int]:
    """Return the direct children of a process."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def targets(grader: LocalGrader, kind: str) -> list[int]:
    """Return the processes of a kind that run now."""
    pid = grader.frameworks.workers[kind.startswith("reference")].pid
    if pid is None:
        return []
    if kind.endswith("worker"):
        return [pid]
    supervisors = children(pid)
    return supervisors if kind.endswith("supervisor") else [c for k in supervisors for c in children(k)]


class Progress:
    """Counts gradings that ended with a verdict; called with each of them."""

    def __init__(self) -> None:
        self.judged = 0

    def __call__(self, job: Future[Report]) -> None:
        """Count a grading that has ended."""
        if not job.cancelled() and not job.exception() and job.result().verdict is not Verdict.BROKEN:
            self.judged += 1


def _kill_at_random(
    grader: LocalGrader, rng: random.Random, finished: threading.Event, kills: Counter[str], progress: Progress
) -> None:
    """Kill until all is finished; a killed worker's successor grades first, however long it takes to start."""
    spared = -1
    while not finished.wait(rng.uniform(*PAUSE)):
        if progress.judged == spared:
            continue
        kind = rng.choices(KINDS, (0.5, 4, 8, 0.3, 1, 2))[0]
        if found := targets(grader, kind):
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(found), signal.SIGKILL)
                kills[kind] += 1
                spared = progress.judged if kind.endswith("worker") else -1


def wrong_source(exercise: Exercise) -> bytes:
    """Return an answer that is refused on every input."""
    return f"def {exercise.entry}(*args):\n    return None\n".encode()


def _judge(outcome: Outcome, right: bool, report: Report) -> None:
    outcome.gradings += 1
    result = f"{report.exercise}: {report.verdict.value}: {report.headline}"
    if right:
        outcome.right[report.verdict.value] += 1
        if report.verdict not in (Verdict.RIGHT, Verdict.BROKEN):
            outcome.faults.append(f"a right answer to {result}")
        if report.verdict is Verdict.BROKEN and not report.fix:
            outcome.faults.append(f"broken without advice, {result}")
    else:
        outcome.wrong[report.verdict.value] += 1
        if report.verdict is Verdict.RIGHT:
            outcome.faults.append(f"a wrong answer to {result}")


def run(gradings: int, seed: int, confined: bool = True) -> Outcome:
    """Grade right and wrong answers while processes are killed; then grading must work and no process must be left."""
    rng, outcome = random.Random(seed), Outcome()  # noqa: S311 - a replay needs a seed
    finished, progress = threading.Event(), Progress()
    course = load_course(content_root())
    exercises = [load_exercise(course.folder(i), i) for i in EXERCISES]
    started = time.monotonic()
    with LocalGrader(confined) as grader:
        grader.start()
        killer = threading.Thread(target=_kill_at_random, args=(grader, rng, finished, outcome.kills, progress))
        killer.start()
        try:
            with ThreadPoolExecutor(3) as pool:
                jobs = []
                for number in range(gradings):
                    exercise, right = rng.choice(exercises), rng.random() < 0.7
                    source = exercise.solution.encode() if right else wrong_source(exercise)
                    seed_of_job = number % 7 if rng.random() < 0.8 else None
                    jobs.append((right, pool.submit(grader.grade, Submission(exercise, source, seed_of_job))))
                    jobs[-1][1].add_done_callback(progress)
                for right, job in jobs:
                    _judge(outcome, right, job.result(600))
        finally:
            finished.set()
            killer.join()
        for exercise in exercises:
            report = grader.grade(Submission(exercise, exercise.solution.encode()))
            if report.verdict is not Verdict.RIGHT:
                outcome.faults.append(f"afterwards, {exercise.id}: {report.verdict.value}: {report.headline}")
        workers = [w.pid for w in grader.frameworks.workers if w.pid]
    left = _left_of(workers)
    if left:
        outcome.faults.append(f"processes left: {left}")
    outcome.seconds = time.monotonic() - started
    return outcome


def _left_of(workers: list[int]) -> list[int]:
    """Return the processes of the workers that still run ten seconds after they were closed."""
    end = time.monotonic() + 10
    while True:
        mine = [p for p in _processes() if p in workers or _is_worker(p)]
        if not mine or time.monotonic() > end:
            return mine
        time.sleep(0.02)


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def _is_worker(pid: int) -> bool:
    """Return whether a process is a worker of this process or was forked from one; orphans keep the command line.

    The command line names the owner, so workers of other programs on this machine do not count.
    """
    with contextlib.suppress(OSError):
        line = Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
        return "mxtutor.grading.answer.worker" in line and END_WITH_PARENT.format(parent=os.getpid()) in line
    return False


def main(arguments: list[str]) -> int:
    """Print the result; return 1 if there was a fault, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gradings", type=int, default=500)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--isolation", default="on", choices=("on", "off"))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    outcome = run(options.gradings, options.seed, options.isolation == "on")
    if options.json:
        print(json.dumps(vars(outcome)))
    else:
        print(f"{outcome.gradings} gradings in {outcome.seconds:.0f} s, seed {options.seed}")
        for name, counted in (
            ("killed", outcome.kills),
            ("right answers", outcome.right),
            ("wrong answers", outcome.wrong),
        ):
            print(f"{name}: {dict(counted)}")
        print("\n".join(outcome.faults) or "no fault")
    return int(bool(outcome.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
