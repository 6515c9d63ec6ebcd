"""Grades the references of coded exercises with the roles exchanged: the answer is in PyTorch, the reference in MXNet.

python -m tests.grading.exchanged [--sample N] [--only TEXT] [--seed N]

It lists the exercises whose PyTorch reference is not right beside the MXNet solution. So it shows that no code below
`grading/diagnosis` takes for granted which framework answers.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission
from mxtutor.grading.workers.worker import Frameworks, usual_roles
from mxtutor.paths import content_root
from tests.grading.rig import exercise

SEED = 1
ONE_WAY = {
    "gpu/quiz-sum-across": "its torch observer gives the least work of a right answer, as a bound; it counts none",
    "io/review-repeatable-epoch": "its torch observer only says how many draws are counted; it counts none",
    "tensors/context": "it asks for contexts such as cpu(1), and a tensor lies on the CPU",
    "trainers/capstone-mlp": "its torch observer gives the floor of the accuracy, as a bound; it measures none",
}
"""Exercises that only MXNet can answer, and why."""


def coded() -> list[str]:
    """Return the names of all exercises that have a reference and a solution, and that PyTorch can answer."""
    top = content_root() / "exercises"
    return sorted({str(path.parent.relative_to(top)) for path in top.glob("*/*/solution.py")} - {*ONE_WAY})


def sampled(names: Sequence[str], count: int) -> list[str]:
    """Return some of the names, evenly spread."""
    return [names[place * len(names) // count] for place in range(min(count, len(names)))]


def exchanged(subject: Exercise, folder: Path) -> Exercise:
    """Return an exercise whose solution is the reference of another one, and the reverse; it lies in a folder."""
    target = folder / subject.topic / subject.slug
    shutil.copytree(subject.folder, target, ignore=shutil.ignore_patterns("run_reference.py"))
    (target / "reference.py").write_text(subject.solution)
    (target / "solution.py").write_text(subject.runnable_reference)
    return replace(subject, folder=target, mistakes=())


@contextlib.contextmanager
def exchanged_grader() -> Iterator[LocalGrader]:
    """A grader whose answers are written in PyTorch."""
    workers = Frameworks(usual_roles(confined=True, untrusted=False, answers="torch"))
    with contextlib.closing(workers), LocalGrader(workers=workers) as grader:
        grader.require_ready()
        yield grader


def reports(names: Sequence[str], seed: int = SEED) -> Iterator[Report]:
    """Yield the reports on the references of exercises, as answers."""
    with exchanged_grader() as grader, ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as folder:

        def grade(name: str) -> Report:
            subject = exchanged(exercise(name), Path(folder))
            return grader.grade(Submission(subject, subject.solution.encode(), seed), named=False)

        yield from pool.map(grade, names)


def main() -> int:
    """List the exercises that are not graded right; return 1 where there are some."""
    parser = argparse.ArgumentParser(prog="python -m tests.grading.exchanged", description=__doc__)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    names = [name for name in coded() if given.only in name]
    names = sampled(names, given.sample) if given.sample else names
    right = 0
    for report in reports(names, given.seed):
        right += report.verdict == "right"
        if report.verdict != "right":
            print(f"{report.exercise}: {report.verdict.value}: {report.headline}", flush=True)
    print(f"{right} of {len(names)} are right.")
    return int(right < len(names))


if __name__ == "__main__":
    sys.exit(main())
