"""Measures the memory of the resident grader while it grades different answers, right and wrong, with fresh seeds.

python -m benchmarks.memory --answers 10000
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.soak import Answer, answers
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root

ANSWERS = 10_000
STOPS = (0, 500, 1000, 2000, 3500, 5000, 7500, 10_000)
"""Numbers of answers after which the memory is measured."""
SECONDS = 5.0
"""Time limit of an exercise whose answers are graded; longer ones would make the run longer."""


def measure(most: int = ANSWERS) -> Iterator[str]:
    """Yield the table of memory by the number of answers that were graded."""
    stops = [n for n in STOPS if n <= most]
    rng = random.Random(1)  # noqa: S311 - the same answers each time
    pool = [a for one in answers([]) for a in one if not (a.exercise.processes or a.exercise.loopback)]
    fast = [
        a for a in pool if a.exercise.seconds <= 10.0 and a.exercise.id.split("/")[0] in ("tensors", "autograd", "gpu")
    ]
    yield f"| of {len(fast)} files in {len({a.exercise.id for a in fast})} exercises | resident grader, MB | broken |"
    yield "| --- | ---: | ---: |"
    with RemoteGrader(content_root(), many=True, ahead=False) as grader, ThreadPoolExecutor(4) as threads:
        grader.require_ready()
        assert grader.pid is not None
        broken, done = 0, 0

        def grade(item: tuple[int, Answer]) -> bool:
            number, answer = item
            source = answer.path.read_bytes() + f"\n# {number}\n".encode()  # no two answers are alike
            return grader.grade(Submission(answer.exercise, source)).verdict is Verdict.BROKEN

        for stop in stops:
            chosen = [(n, rng.choice(fast)) for n in range(done, stop)]
            broken, done = broken + sum(threads.map(grade, chosen)), stop
            yield f"| {stop} answers | {_resident_bytes(grader.pid) / 1e6:.0f} | {broken} |"


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
    options = parser.parse_args(arguments)
    with own_graders():
        for line in measure(options.answers):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
