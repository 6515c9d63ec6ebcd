"""The commands for authors: `dev check`, `dev check --mutants` and `dev new`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from functools import partial

import click

from mxtutor.authoring.check import check_workshop_file, named, run_steps, split_files, steps
from mxtutor.authoring.exercises import covered
from mxtutor.authoring.mutation.run import Tried, chosen, figures, findings_of, run, survivors, table
from mxtutor.authoring.mutation.run import as_json as mutants_json
from mxtutor.authoring.scaffold import scaffold
from mxtutor.cli.old_commands import moved
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Course
from mxtutor.counts import count
from mxtutor.errors import ContentError, UsageError
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.reporting.sanitize import clean_line

_JOBS = 2 * (os.cpu_count() or 1)
LOG_SECONDS = 30.0
"""Seconds between two progress lines if standard error is no terminal."""


@click.group()
def dev() -> None:
    """Prove the content, start an exercise, index MXNet."""


@dev.command("check")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--jobs", type=click.IntRange(1), help="Steps that run at once (default: twice the number of cores).")
@click.option("--mutants", is_flag=True, help="Change right answers a little and show the changes that pass.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="Prove so many lessons and exercises only; with --mutants, run so many mutants.",
)
@click.option("--seed", type=click.IntRange(0), help="Draw inputs and the sample by this seed (default: fresh).")
@click.option(
    "--least",
    type=click.FloatRange(0, 100),
    help="With --mutants: accept survivors where a topic refuses this percentage.",
)
@click.option("--json", "as_json", is_flag=True, help="With --mutants: print JSON.")
@click.pass_obj
def dev_check(
    setup: Setup, ids: tuple[str, ...], jobs: int | None, mutants: bool, sample: int | None, seed: int | None,
    least: float | None, as_json: bool,
) -> int:  # fmt: skip
    """Prove the content by running everything that ships with it.

    Without an ID, all content is proven.
    An argument that ends in .yaml, .yml or .json is the file of a workshop or a path, which is checked for faults.
    """
    if mutants:
        return _check_mutants(setup, ids, jobs, sample, seed, 100.0 if least is None else least, as_data=as_json)
    if as_json or least is not None:
        raise UsageError("--least and --json belong to --mutants.", fix="Add --mutants.")
    return _check_content(setup, ids, jobs, sample, seed)


@dev.command("new")
@click.argument("identity", metavar="ID")
@click.pass_obj
def dev_new(setup: Setup, identity: str) -> None:
    """Start the exercise topic/slug with every file that it needs."""
    for path in scaffold(setup.root, identity):
        click.echo(path)
    command = f"mxtutor dev check {identity}" + (f" --pack {setup.pack}" if setup.pack else "")
    tell(f"list {identity} in lessons/course.yaml, then run `{command}`")


NOT_MADE = "MXNet 1.9.1 is the last release, so the index of its names does not change."
dev.add_command(moved("index", NOT_MADE, "A developer makes it with `python -m tests.mxnet_index.make`."))


def _check_content(setup: Setup, ids: tuple[str, ...], jobs: int | None, sample: int | None, seed: int | None) -> int:
    """Prove content with a progress bar; print findings, and return 1 if there are any.

    Inputs are drawn with `seed`, by default a fresh one. `sample` is how many lessons and exercises to prove, all by
    default. Files (.yaml, .yml, .json) are workshops or paths; if there are no ids, only the files are checked.
    """
    files, names = split_files(ids)
    found = [finding for file in files for finding in check_workshop_file(file, setup.root)]
    for finding in found:
        click.echo(clean_line(str(finding)))
    findings, what = len(found), f"{len(files)} checked"
    if names or not files:
        course = load_course(setup.root)
        with setup.make_author_grader() as grader:
            todo = steps(course, names, grader, seed, sample)
            grader.require_ready()
            with click.progressbar(length=len(todo), label="proving", file=sys.stderr) as bar:
                for _, found in run_steps(todo, jobs or _JOBS, partial(click.echo, err=True)):
                    bar.update(1)
                    for finding in found:
                        click.echo(f"{'' if not sys.stdout.isatty() else chr(13)}{finding}")
                    findings += len(found)
            if names:
                _show_coverage(course, [name for name, _ in todo if name in course.exercises])
        what = f"{len(todo)} proven"
    tell(f"{what}, {count(findings, 'finding')}")
    return 1 if findings else 0


def _show_coverage(course: Course, ids: Iterable[str]) -> None:
    """Print the inputs covered by drawn cases, for each exercise with a domain."""
    for identity in ids:
        with suppress(ContentError):  # already reported as a finding
            exercise = load_exercise(course.folder(identity), identity)
            for line in covered(exercise) if exercise.domain else ():
                click.echo(line, err=True)


def _check_mutants(
    setup: Setup, ids: tuple[str, ...], jobs: int | None, sample: int | None, seed: int | None, least: float, *,
    as_data: bool,
) -> int:  # fmt: skip
    """Run the mutants of exercises and print the survivors; return 1 if too many survive or a mark is wrong.

    Survivors are accepted if in each topic at least `least` percent of the running mutants are refused.

    Raises:
        UsageError: the course has no such exercise or topic.
        BrokenError: the workers cannot start.
    """
    course = load_course(setup.root)
    exercises = [load_exercise(course.folder(i), i) for i in named(course, ids)]
    exercises = [e for e in exercises if e.kind in ("code", "fix")]
    drawn = fresh_seed() if seed is None else seed
    todo = chosen(exercises, sample, drawn)
    results: list[Tried] = []
    try:
        with setup.make_author_grader() as grader:
            grader.require_ready()
            with closing(run(grader, todo, drawn, jobs or _JOBS)) as running:
                for result in _shown(running, len(todo)):
                    results.append(result)
    except KeyboardInterrupt:
        tell(f"stopped after {len(results)} of {len(todo)} mutants")
    complete = len(results) == len(todo)
    findings = [f for e in exercises for f in findings_of(e, results, whole=sample is None and complete)]
    if as_data:
        click.echo(json.dumps(mutants_json(exercises, results, findings, seed=drawn, planned=len(todo)), indent=1))
    else:
        for result in survivors(exercises, results):
            place = f"{result.exercise}/{result.mutant.file}:{result.mutant.line}"
            click.echo(f"{place}: {result.outcome}, {result.mutant.operator}\n    {result.mutant.name}")
        for finding in findings:
            click.echo(str(finding))
        for line in (*table(exercises, results), f"mxtutor: seed {drawn}"):
            click.echo(line, err=True)
    by_topic = [[e for e in exercises if e.topic == topic] for topic in dict.fromkeys(e.topic for e in exercises)]
    low = any(100 * figures(own, results).share < least for own in by_topic)
    return int(low or bool(findings)) if complete else 130


def _shown(results: Iterable[Tried], total: int) -> Iterator[Tried]:
    """Pass results through, with a progress bar on a terminal and periodic lines in a log."""
    if sys.stderr.isatty():
        with click.progressbar(results, length=total, label="mutants", show_pos=True, file=sys.stderr) as bar:
            yield from bar
        return
    began = last = time.monotonic()
    passed = 0
    for done, result in enumerate(results, 1):
        passed += result.passed
        if time.monotonic() - last > LOG_SECONDS:
            last = time.monotonic()
            left = (last - began) / done * (total - done)
            click.echo(f"mutants: {done} of {total}, {passed} pass, {left:.0f} s left", err=True)
        yield result
