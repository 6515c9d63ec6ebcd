"""Measures the memory of the resident grader while it grades different answers, right and wrong, with fresh seeds.

python -m benchmarks.memory --answers 10000
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

from benchmarks.soak import Answer, answers
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root

ANSWERS = 10_000
STOPS = (0, 250, 500, 1000, 1500, 2000, 3500, 5000, 7500, 10_000)
"""Numbers of answers after which the memory is measured."""
CALLERS = 8
RIGHT = 0.97
"""Share of right answers; each wrong one with a fresh seed also runs all known mistakes of its exercise."""
SECONDS, TOPICS = 10.0, ("tensors", "autograd", "gpu")
"""Longest time limit, and the topics, of the exercises whose answers are graded; others would make the run longer."""


def measure(most: int = ANSWERS, share: float = RIGHT, seed: int | None = None) -> Iterator[str]:
    """Yield the table of memory by the number of answers that were graded."""
    rng = random.Random(1)  # noqa: S311 - the same answers each time
    pool = [a for one in answers([]) for a in one if not (a.exercise.processes or a.exercise.loopback)]
    fast = [a for a in pool if a.exercise.seconds <= SECONDS and a.exercise.topic in TOPICS]
    right, wrong = [a for a in fast if a.right], [a for a in fast if not a.right]
    yield f"| {len({a.exercise.id for a in fast})} exercises, {CALLERS} callers | resident grader, MB | broken |"
    yield "| --- | ---: | ---: |"
    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(CALLERS))
        callers: SimpleQueue[RemoteGrader] = SimpleQueue()
        for number in range(CALLERS):
            callers.put(stack.enter_context(RemoteGrader(content_root(), ahead=False, caller=f"caller {number}")))
        first = callers.get()
        first.require_ready()
        pid, broken, done = first.pid, 0, 0
        assert pid is not None
        callers.put(first)

        def grade(item: tuple[int, Answer]) -> bool:
            number, answer = item
            source = answer.path.read_bytes() + f"\n# {number}\n".encode()  # no two answers are alike
            caller = callers.get()
            try:
                return caller.grade(Submission(answer.exercise, source, seed)).verdict is Verdict.BROKEN
            finally:
                callers.put(caller)

        for stop in (n for n in STOPS if n <= most):
            chosen = [(n, rng.choice(right if rng.random() < share else wrong)) for n in range(done, stop)]
            broken, done = broken + sum(threads.map(grade, chosen)), stop
            yield f"| {stop} answers | {_resident_bytes(pid) / 1e6:.0f} | {broken} |"


def _resident_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def main(arguments: list[str]) -> int:
    """Print the table."""
    from benchmarks.residents import own_graders

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--right", type=float, default=RIGHT, help="share of right answers; 1 is the fastest")
    parser.add_argument("--seed", type=int, help="one seed for all answers, so that references are computed once")
    options = parser.parse_args(arguments)
    with own_graders():
        for line in measure(options.answers, options.right, options.seed):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
