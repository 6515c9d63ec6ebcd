"""Measures how close errors are to the tolerances of the exercises, for random seeds.

python -m benchmarks.margins --seeds 100 [ID ...]           solutions, with tolerances that become stricter
python -m benchmarks.margins --wrong --seeds 10 [ID ...]    wrong answers, with tolerances that become larger
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

import msgspec

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Compare, Exercise, Observation
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.reports.verdict import headline_of, judge_cases
from mxtutor.grading.results.decode import Result
from mxtutor.paths import content_root

Judged = TypeVar("Judged", Compare, Observation)
STRICTER = (1, 2, 4, 8, 16)
"""Divisors of the allowed error for solutions."""
LOOSER = (1, 1 / 2, 1 / 4, 1 / 8, 1 / 16)
"""The same for wrong answers."""


def stricter(compare: Compare, factor: float) -> Compare:
    """Return a comparison with tolerances divided by `factor`; the rules for random results stay unchanged."""
    observe = {name: _stricter(o, factor) for name, o in compare.observe.items()}
    return msgspec.structs.replace(_stricter(compare, factor), observe=observe)


def _stricter(judged: Judged, factor: float) -> Judged:
    if judged.rtol is None or judged.atol is None:
        return judged
    return msgspec.structs.replace(judged, values=(judged.rtol / factor, judged.atol / factor))


def fails(prepared: Prepared, ran: Result, factor: float) -> str:
    """Return the headline of a refusal under a stricter comparison; empty if the answer passes."""
    exercise = replace(prepared.exercise, compare=stricter(prepared.exercise.compare, factor))
    verdict, headline = headline_of(ran, judge_cases(replace(prepared, exercise=exercise), ran))
    return "" if verdict is Verdict.RIGHT else headline


def margins(grader: LocalGrader, exercise: Exercise, seeds: list[int], wrong: bool) -> tuple[list[int], str]:
    """Return the number of wrong judgements at each factor, and an example at the smallest change."""
    files = sorted(exercise.folder.glob("wrong_*.py" if wrong else "solution.py"))
    factors = LOOSER if wrong else STRICTER
    counts, example = [0] * len(factors), ""
    for seed in seeds:
        prepared = grader.references.get(exercise, seed)
        for file in files:
            ran = grader.run_answer(prepared, file.read_bytes())
            if ran.failure is not None or ran.error is not None:
                continue
            for at, factor in reversed(list(enumerate(factors))):
                fault = fails(prepared, ran, factor)
                if bool(fault) is wrong:
                    break
                counts[at] += 1
                if not any(counts[:at]):
                    example = f"{file.name}, seed {seed}, error / {factor:g}: {fault or 'passes'}"
    return counts, example


def _seeds(count: int) -> list[int]:
    return [secrets.randbelow(10**6) for _ in range(count)]


def main(arguments: list[str]) -> int:
    """Print a row for each exercise with a wrong judgement; return 1 if there is one at the shipped tolerance."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("only", nargs="*", metavar="ID", help="beginnings of exercise ids; all without any")
    options = parser.parse_args(arguments)
    course = load_course(content_root())
    wanted = [i for i in course.exercises if not options.only or i.startswith(tuple(options.only))]
    exercises = [e for e in (load_exercise(course.folder(i), i) for i in wanted) if e.kind in ("code", "fix")]
    with LocalGrader() as grader:
        grader.start()
        failed = 0
        print("exercise".ljust(36), *(f"/{f:g}".rjust(7) for f in (LOOSER if options.wrong else STRICTER)))
        with ThreadPoolExecutor(os.cpu_count()) as pool:

            def measure(exercise: Exercise) -> tuple[Exercise, tuple[list[int], str]]:
                return exercise, margins(grader, exercise, _seeds(options.seeds), options.wrong)

            for exercise, (counts, example) in pool.map(measure, exercises):
                failed += counts[0]
                if any(counts):
                    print(exercise.id.ljust(36), *(str(c).rjust(7) for c in counts), f" {example}", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
