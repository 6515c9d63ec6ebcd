"""Grades 300 answers quietly, then beside eight busy processes, and lists the verdicts and names that differ.

python -m benchmarks.busy --answers 300
"""

from __future__ import annotations

import argparse
import contextlib
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.soak import Answer
from benchmarks.soak import answers as shipped
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission

ANSWERS, EACH = 300, 5
"""Answers in all, and to each exercise: a right one, two shipped wrong ones, one of a learner's, and a faulty one."""
BUSY = 8
JOBS = 8
NAMED = Path(__file__).parents[1] / "tests" / "grading" / "named"
"""Wrong answers whose authors knew only the prompts."""
FAULTS = {
    "no end": "while True:\n    pass\n",
    "not Python": "def (:\n",
    "an unknown name": "print(undefined_name)\n",
    "waits": "import time\n\ntime.sleep(3600)\n",
    "an error": "raise RuntimeError('no')\n",
    "memory": "kept = []\nwhile True:\n    kept.append(bytearray(b'x' * 10_000_000))\n",
}
"""What stands before a right answer; the module runs until there."""
SHORT, ENDLESS = 2.0, ("no end", "waits")
"""Time limit of the answers without end, so that they take no minutes."""


@dataclass(frozen=True, slots=True)
class Item:
    """One answer to grade."""

    name: str
    exercise: Exercise
    source: bytes
    seed: int


@dataclass(frozen=True, slots=True)
class Result:
    """What must not depend on the load."""

    verdict: str
    headline: str
    names: tuple[str, ...]


def items(count: int, rng: random.Random) -> list[Item]:
    """Return answers to exercises that are chosen at random, with one seed for each exercise."""
    sets = [one for one in shipped([]) if any(a.right for a in one) and sum(not a.right for a in one) > 1]
    chosen: list[Item] = []
    for number, one in enumerate(rng.sample(sets, len(sets))):
        chosen += _answers_to(one, number, rng)
        if len(chosen) >= count:
            break
    return chosen[:count]


def _answers_to(one: Sequence[Answer], number: int, rng: random.Random) -> Iterator[Item]:
    exercise, seed = one[0].exercise, rng.randrange(10**6)
    right = rng.choice([a.path for a in one if a.right])
    wrong = [a.path for a in one if not a.right]
    named = sorted(NAMED.glob(f"{exercise.id.replace('/', '__')}__*.py"))
    files = [right, *rng.sample(wrong, 2), rng.choice(named or wrong)]
    for path in files:
        yield Item(f"{exercise.id} {path.name}", exercise, path.read_bytes(), seed)
    fault = list(FAULTS)[number % len(FAULTS)]
    source = (FAULTS[fault] + right.read_text(encoding="utf-8")).encode()
    limited = replace(exercise, seconds=SHORT) if fault in ENDLESS else exercise
    yield Item(f"{exercise.id} {fault}", limited, source, seed)


@contextlib.contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Let processes use all processors during the block."""
    loop = "while True: pass"
    processes = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def grade(chosen: Sequence[Item]) -> tuple[list[Result], float]:
    """Return the results of all answers, in order, and the seconds that they took."""

    def one(item: Item) -> Report:
        return grader.grade(Submission(item.exercise, item.source, item.seed))

    began = time.monotonic()
    with LocalGrader() as grader, ThreadPoolExecutor(JOBS) as threads:
        grader.require_ready()
        found = [
            Result(r.verdict.value, r.headline, tuple(d.code for d in r.diagnosis)) for r in threads.map(one, chosen)
        ]
    return found, time.monotonic() - began


def measure(count: int = ANSWERS) -> Iterator[str]:
    """Yield the table of verdicts, and each answer whose verdict or name differs."""
    chosen = items(count, random.Random(1))  # noqa: S311 - the same answers each time
    quiet, quiet_seconds = grade(chosen)
    yield f"quiet: {quiet_seconds:.0f} s, {dict(Counter(r.verdict for r in quiet))}"
    with busy_processes(BUSY):
        beside, beside_seconds = grade(chosen)
    yield f"beside: {beside_seconds:.0f} s"
    yield ""
    differ = [
        (i, a, b) for i, a, b in zip(chosen, quiet, beside, strict=True) if (a.verdict, a.names) != (b.verdict, b.names)
    ]
    yield f"| {len(chosen)} answers | count |"
    yield "| --- | ---: |"
    yield f"| another verdict beside {BUSY} busy processes | {sum(a.verdict != b.verdict for _, a, b in differ)} |"
    yield f"| another name | {sum(a.names != b.names for _, a, b in differ)} |"
    yield f"| with a name | {sum(bool(r.names) for r in quiet)} |"
    for item, a, b in differ:
        yield f"DIFFERS {item.name} seed {item.seed}: {a} / {b}"


def main(arguments: list[str]) -> int:
    """Print the result; return 1 if something differs, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--answers", type=int, default=ANSWERS)
    options = parser.parse_args(arguments)
    differs = False
    for line in measure(options.answers):
        print(line, flush=True)
        differs = differs or line.startswith("DIFFERS")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
