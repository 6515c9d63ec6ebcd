"""Measures what a cluster costs: the same answers on a cluster of this machine and on a local grader, in turns."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator

from benchmarks.figures import clocked, interleaved
from mxtutor.classroom.cluster.connection import local_cluster
from mxtutor.classroom.cluster.coordinator import Coordinator
from mxtutor.classroom.cluster.worker import Check
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
    answers = [HandIn(f"learner {n}", i, (f"{n}.py",)) for n in range(LEARNERS) for i in content.ids]
    jobs = len(os.sched_getaffinity(0))
    verdicts: dict[str, dict[tuple[str, str], str]] = {}

    def read(one: HandIn) -> bytes:
        exercise = content.exercises[one.exercise]
        wrong = sorted(exercise.folder.glob("wrong_*.py"))
        number = int(one.learner.split()[1])
        code = wrong[number % len(wrong)].read_text("utf-8") if wrong and number % 2 else exercise.solution
        return f"{code}\n# {one.learner}\n".encode()

    with local_cluster(1, jobs) as client, LocalGrader(untrusted=True) as grader:
        grader.require_ready()
        check = Check("", content.hashes, versions(), True)

        def on_cluster() -> None:
            graded = Coordinator(client, check, answers, read, seed=SEED, tell=print).grade()
            verdicts["cluster"] = {(g.answer.learner, g.answer.exercise): str(g.report["verdict"]) for g in graded}

        def here() -> None:
            def work(one: HandIn) -> tuple[tuple[str, str], str]:
                report = grade_one(grader, one, read(one), content.exercises[one.exercise], SEED)
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
