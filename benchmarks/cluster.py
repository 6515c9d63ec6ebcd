"""Measures what a cluster costs: the same answers on a cluster of this machine and on a local grader, in turns."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from functools import partial

from benchmarks.figures import clocked, interleaved
from mxtutor.classroom.cluster import ClassGrader, Coordinator, connected
from mxtutor.classroom.fingerprints import versions
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.run import grade_one, in_parallel, load_content
from mxtutor.content.loader import load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.paths import content_root

LEARNERS, EXERCISES, ROUNDS, SEED = 8, 30, 3, 1


def measure() -> Iterator[str]:
    """Yield the table."""
    course = load_course(content_root())
    every = load_content(course, course.exercises)
    plain = [i for i, e in every.exercises.items() if e.kind == "code" and e.compare.statistics is None]
    content = load_content(course, plain[:EXERCISES])
    jobs = len(os.sched_getaffinity(0))
    verdicts: dict[str, dict[tuple[str, str], str]] = {}

    def code_of(identity: str, number: int) -> bytes:
        exercise = content.exercises[identity]
        wrong = sorted(exercise.folder.glob("wrong_*.py"))
        code = wrong[number % len(wrong)].read_text("utf-8") if wrong and number % 2 else exercise.solution
        return f"{code}\n# learner {number}\n".encode()

    answers = [
        HandIn(f"learner {n}", i, f"{n}.py", partial(code_of, i, n)) for n in range(LEARNERS) for i in content.ids
    ]

    with connected(workers=1, threads=jobs) as client, LocalGrader(untrusted=True) as grader:
        grader.require_ready()
        plugin = ClassGrader(content_root(), content.hashes, versions(), confined=True)

        def on_cluster() -> None:
            graded = Coordinator(client, plugin, seed=SEED, tell=print).grade(answers)
            verdicts["cluster"] = {(g.answer.learner, g.answer.exercise): str(g.report["verdict"]) for g in graded}

        def here() -> None:
            def work(one: HandIn) -> tuple[tuple[str, str], str]:
                report = grade_one(grader, content.exercises[one.exercise], one.read(), SEED)
                return (one.learner, one.exercise), report.verdict.value

            verdicts["local"] = dict(in_parallel(grader, answers, work, jobs))

        samples = interleaved(
            ROUNDS, {"cluster, with the start of its grader": clocked(on_cluster), "local": clocked(here)}
        )
    assert verdicts["cluster"] == verdicts["local"], "a verdict depends on where it was made"
    yield f"| {len(answers)} answers | seconds (median of {ROUNDS}) | answers per second |"
    yield "| --- | ---: | ---: |"
    for name, took in samples.items():
        middle = statistics.median(took)
        yield f"| {name} | {middle:.1f} | {len(answers) / middle:.0f} |"
