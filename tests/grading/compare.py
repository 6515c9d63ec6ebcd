"""Grades all answers of the repository with one seed, and lists those whose verdict or named mistakes changed.

python -m tests.grading.compare keep FILE          grade, and keep the results as JSON
python -m tests.grading.compare FILE [--seed N]    grade again, and list what differs from a kept file

Keep a file with the checkout before a change, and compare with the one after it. The answers are the solutions, the
shipped wrong ones, and those of `named/` and `honest/`; `--only TEXT` takes those whose name contains a text.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission
from mxtutor.paths import content_root
from tests.grading.rig import exercise

HERE = Path(__file__).parent
SEED = 1
Result = tuple[str, ...]
"""The verdict of an answer, then the codes of its mistakes."""


def answers() -> Iterator[tuple[str, Exercise, bytes]]:
    """Yield the name of each answer, its exercise and its source."""
    top = content_root() / "exercises"
    for path in sorted([*top.glob("*/*/solution.py"), *top.glob("*/*/wrong_*.py")]):
        name = str(path.parent.relative_to(top))
        yield f"{name}/{path.name}", exercise(name), path.read_bytes()
    for path in sorted((HERE / "named").glob("*.py")):
        topic, slug, _ = path.stem.split("__")
        yield f"named/{path.name}", exercise(f"{topic}/{slug}"), path.read_bytes()
    for path in sorted((HERE / "honest").glob("**/*.py")):
        own = path.parent.name != "honest"
        name = f"{path.parent.name}/{path.stem.partition('__')[0]}" if own else "tensors/arccos"
        yield str(path.relative_to(HERE)), exercise(name), path.read_bytes()


def results(seed: int, only: str) -> dict[str, Result]:
    """Grade all answers whose name contains a text."""
    with LocalGrader() as grader, ThreadPoolExecutor(os.cpu_count()) as pool:

        def grade(one: tuple[str, Exercise, bytes]) -> tuple[str, Result]:
            report = grader.grade(Submission(one[1], one[2], seed))
            return one[0], (report.verdict.value, *(found.code for found in report.diagnosis))

        return dict(pool.map(grade, (one for one in answers() if only in one[0])))


def differences(before: Mapping[str, Result], after: Mapping[str, Result]) -> list[str]:
    """Return a line for each answer of both whose result differs, or that only one of them has."""
    return [
        f"{name}: {' '.join(before.get(name, ('absent',)))} -> {' '.join(after.get(name, ('absent',)))}"
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    ]


def main() -> int:
    """Keep or compare; return 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.grading.compare", description=__doc__)
    parser.add_argument("words", nargs="+", metavar="[keep] FILE")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    file, now = Path(given.words[-1]), results(given.seed, given.only)
    if given.words[0] == "keep":
        file.write_text(json.dumps(now, indent=0))
        return 0
    before = {name: tuple(result) for name, result in json.loads(file.read_text()).items() if given.only in name}
    found = differences(before, now)
    print("\n".join([*found, f"{len(found)} of {len(now)} answers differ."]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
