"""`mxtutor dev check --mutants`: changes right answers a little and shows what the grader lets pass."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click

from mxtutor.authoring.check import named
from mxtutor.authoring.findings import Finding
from mxtutor.authoring.mutation.report import as_json, figures, mark_findings, survivors, table
from mxtutor.authoring.mutation.run import Tried, chosen, run
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.references.prepare import fresh_seed

LOG_SECONDS = 30.0
"""Between two lines of progress where standard error is no terminal."""


def check_mutants(
    root: Path,
    ids: tuple[str, ...],
    *,
    jobs: int | None,
    sample: int | None,
    seed: int | None,
    as_data: bool,
    least: float = 100.0,
    make_grader: Callable[[], LocalGrader],
) -> int:
    """Run the mutants of the named exercises and print the survivors; return 1 where one is left or a mark is wrong.

    Survivors are accepted as long as each topic refuses `least` percent of its running mutants.

    Raises:
        UsageError: the course has nothing of a name.
        BrokenError: the workers cannot start.
    """
    course = load_course(root)
    exercises = [load_exercise(course.folder(i), i) for i in named(course, ids)]
    exercises = [e for e in exercises if e.kind in ("code", "fix")]
    drawn = fresh_seed() if seed is None else seed
    todo = chosen(exercises, sample, drawn)
    results: list[Tried] = []
    try:
        with make_grader() as grader:
            grader.require_ready()
            with closing(run(grader, todo, drawn, jobs or 2 * (os.cpu_count() or 1))) as running:
                for result in _shown(running, len(todo)):
                    results.append(result)
    except KeyboardInterrupt:
        click.echo(f"mxtutor: stopped after {len(results)} of {len(todo)} mutants", err=True)
    findings = [*_findings(exercises, results, whole=sample is None and len(results) == len(todo))]
    _print(exercises, results, findings, drawn, len(todo), as_data=as_data)
    by_topic = [[e for e in exercises if e.topic == topic] for topic in dict.fromkeys(e.topic for e in exercises)]
    low = any(100 * figures(own, results).share < least for own in by_topic)
    return 130 if len(results) < len(todo) else int(low or bool(findings))


def _findings(exercises: Sequence[Exercise], results: Sequence[Tried], *, whole: bool) -> Iterator[Finding]:
    for exercise in exercises:
        yield from mark_findings(exercise, results, whole=whole)
    for result in results:
        if result.outcome == "broken":
            yield Finding(result.exercise, f"{result.mutant.name} could not be graded: {result.message}")


def _print(
    exercises: Sequence[Exercise],
    results: Sequence[Tried],
    findings: Sequence[Finding],
    seed: int,
    planned: int,
    *,
    as_data: bool,
) -> None:
    if as_data:
        click.echo(json.dumps(as_json(exercises, results, findings, seed=seed, planned=planned), indent=1))
        return
    for result in survivors(exercises, results):
        place = f"{result.exercise}/{result.mutant.file}:{result.mutant.line}"
        click.echo(f"{place}: {result.outcome}, {result.mutant.operator}\n    {result.mutant.name}")
    for finding in findings:
        click.echo(str(finding))
    for line in table(exercises, results):
        click.echo(line, err=True)
    click.echo(f"mxtutor: seed {seed}", err=True)


def _shown(results: Iterable[Tried], total: int) -> Iterator[Tried]:
    """Pass results on, with a bar on a terminal and a line now and then in a log."""
    if sys.stderr.isatty():
        with click.progressbar(results, length=total, label="mutants", show_pos=True, file=sys.stderr) as bar:
            yield from bar
        return
    began = last = time.monotonic()
    passed = 0
    for count, result in enumerate(results, 1):
        passed += result.passed
        if time.monotonic() - last > LOG_SECONDS:
            last = time.monotonic()
            left = (last - began) / count * (total - count)
            click.echo(f"mutants: {count} of {total}, {passed} pass, {left:.0f} s left", err=True)
        yield result
