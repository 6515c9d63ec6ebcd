"""Grades all shipped answers repeatedly with fresh seeds and reports each verdict that changes.

python -m benchmarks.soak --gradings 10000            right and wrong answers
python -m benchmarks.soak --gradings 10000 --right    right answers only
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.paths import content_root

SHARED = 8
"""Answers to one exercise that are graded with one seed, so that the reference runs once for all of them."""
FLIP = "FLIP {exercise} {file} seed {seed}: {verdict}: {message}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A shipped answer and its expected verdict."""

    exercise: Exercise
    path: Path

    @property
    def right(self) -> bool:
        """Whether it must be right."""
        return not self.path.name.startswith("wrong_")

    @property
    def mistake(self) -> str:
        """Code of the known mistake that must be diagnosed; empty for right answers."""
        return "" if self.right else self.path.stem.removeprefix("wrong_").replace("_", "-")


@dataclass
class Outcome:
    """The result of a run."""

    gradings: int = 0
    seconds: float = 0.0
    answers: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    flips: list[dict[str, object]] = field(default_factory=list)
    """Reports whose verdict is not the expected one."""
    misnamed: list[dict[str, object]] = field(default_factory=list)
    """Reports of wrong answers that were refused with the name of another mistake."""
    unnamed: Counter[str] = field(default_factory=Counter)
    """Number of refusals without a name, by file of the wrong answer."""


def answers(only: list[str], right: bool = False) -> Iterator[list[Answer]]:
    """Yield the shipped answers of each exercise whose id begins with one of `only`; with `right`, no wrong ones."""
    root = content_root()
    listed = set(load_course(root).exercises)
    folders = sorted(p.parent for p in (root / "exercises").glob("*/*/exercise.yaml"))
    for folder in folders:
        name = f"{folder.parent.name}/{folder.name}"
        if only and not name.startswith(tuple(only)):
            continue
        try:
            exercise = load_exercise(folder, name)
        except ContentError as error:
            if name in listed:
                raise
            print(f"left out: {error}", file=sys.stderr)
            continue
        if exercise.kind in ("code", "fix"):
            files = [p for p in sorted(folder.glob("*.py")) if p.name.startswith(("solution", "right_", "wrong_"))]
            yield [a for p in files if (a := Answer(exercise, p)).right or not right]


def rounds(sets: list[list[Answer]], gradings: int, rng: random.Random) -> Iterator[tuple[Answer, int]]:
    """Yield answers with seeds: the whole set repeatedly in random orders, with a new seed for every few answers."""
    left = gradings
    while left > 0:
        for answers_of_one in rng.sample(sets, len(sets)):
            seed = rng.randrange(10**6)
            for answer in rng.sample(answers_of_one, min(SHARED, len(answers_of_one), left)):
                yield answer, seed
                left -= 1


def judge(outcome: Outcome, answer: Answer, report: Report) -> None:
    """Count one report."""
    outcome.gradings += 1
    outcome.verdicts[report.verdict.value] += 1
    place = {"exercise": report.exercise, "file": answer.path.name, "seed": report.seed}
    if (report.verdict is Verdict.RIGHT) is not answer.right or report.verdict is Verdict.BROKEN:
        outcome.flips.append({**place, "verdict": report.verdict.value, "message": report.headline})
    elif not answer.right:
        named = [d.code for d in report.diagnosis]
        if not named:
            outcome.unnamed[f"{report.exercise}/{answer.path.name}"] += 1
        elif named[0] != answer.mistake:
            outcome.misnamed.append({**place, "named": named[0], "message": report.headline})


def run(gradings: int, seed: int, jobs: int, confined: bool, only: list[str], right: bool) -> Outcome:
    """Grade shipped answers, `gradings` times in all, `jobs` at a time."""
    sets = [s for s in answers(only, right) if s]
    outcome = Outcome(answers=sum(map(len, sets)))
    rng = random.Random(seed)  # noqa: S311 - a replay needs a seed
    with LocalGrader(confined) as grader:
        started = time.monotonic()
        grader.start()
        with ThreadPoolExecutor(jobs) as pool:

            def grade(item: tuple[Answer, int]) -> tuple[Answer, Report]:
                return item[0], grader.grade(Submission(item[0].exercise, item[0].path.read_bytes(), item[1]))

            for answer, report in pool.map(grade, list(rounds(sets, gradings, rng))):
                flips = len(outcome.flips)
                judge(outcome, answer, report)
                if len(outcome.flips) > flips:  # at once: a run of an hour may be ended before its summary
                    print(FLIP.format(**outcome.flips[-1]), file=sys.stderr, flush=True)
                if outcome.gradings % 500 == 0:
                    print(f"{outcome.gradings} gradings, {len(outcome.flips)} flips", file=sys.stderr, flush=True)
    outcome.seconds = time.monotonic() - started
    return outcome


def main(arguments: list[str]) -> int:
    """Print the result; return 1 if a verdict flipped, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gradings", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--isolation", default="on", choices=("on", "off"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--right", action="store_true", help="only answers that must be right")
    parser.add_argument("only", nargs="*", metavar="ID", help="beginnings of exercise ids; all without any")
    options = parser.parse_args(arguments)
    outcome = run(options.gradings, options.seed, options.jobs, options.isolation == "on", options.only, options.right)
    if options.json:
        print(json.dumps(vars(outcome)))
    else:
        rate = outcome.gradings / outcome.seconds
        print(f"{outcome.gradings} gradings of {outcome.answers} answers in {outcome.seconds:.0f} s ({rate:.0f}/s)")
        print(f"seed {options.seed}, verdicts {dict(outcome.verdicts)}")
        for flip in outcome.flips:
            print(FLIP.format(**flip))
        for one in outcome.misnamed:
            print("MISNAMED {exercise} {file} seed {seed}: {named}: {message}".format(**one))
        for name, times in sorted(outcome.unnamed.items()):
            print(f"UNNAMED {name}: {times} times")
        print(f"{len(outcome.flips)} flips, {len(outcome.misnamed)} misnamed")
    return int(bool(outcome.flips))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
