"""The commands for authors: `dev check`, `dev check --mutants` and `dev new`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import closing, suppress
from functools import partial

import click

from mxtutor.authoring.check import check_workshop_file, named, run_steps, split_files, steps
from mxtutor.authoring.exercises import covered
from mxtutor.authoring.mutation.run import (
    LEAST_KILLED,
    Tried,
    by_topic,
    chosen,
    findings_of,
    killed_share,
    run,
    survivors,
    table,
)
from mxtutor.authoring.scaffold import scaffold
from mxtutor.cli.options import SEED, moved
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Course
from mxtutor.counts import count
from mxtutor.errors import ContentError
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.reporting.sanitize import clean_line


@click.group(no_args_is_help=False)  # "Missing command." is one line
def dev() -> None:
    """Prove the content, or start a new exercise."""


@dev.command("check")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--jobs", type=click.IntRange(1), help="Steps that run in parallel (default: twice the number of cores).")
@click.option("--mutants", is_flag=True, help="Change right answers a little and show the changes that pass.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="Prove only this many lessons and exercises; with --mutants, run this many mutants.",
)
@click.option("--seed", type=SEED, help="Draw inputs and the sample by this seed (default: fresh).")
@click.pass_obj
def dev_check(
    setup: Setup, ids: tuple[str, ...], jobs: int | None, mutants: bool, sample: int | None, seed: int | None
) -> int:
    """Prove the content by running everything that ships with it.

    An ID is an exercise, a lesson, a topic or `truth.yaml` (the look-up's rows); without one, all content is proven.
    Another argument that ends in .yaml, .yml or .json is the file of a workshop or a path, which is checked for faults.
    """
    prove = _check_mutants if mutants else _check_content
    return prove(setup, ids, jobs or 2 * (os.cpu_count() or 1), sample, fresh_seed() if seed is None else seed)


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


def _check_content(setup: Setup, ids: tuple[str, ...], jobs: int, sample: int | None, seed: int) -> int:
    """Prove content with a progress bar; print findings, and return 1 if there are any.

    Inputs are drawn with `seed`. `sample` is how many lessons and exercises to prove, all by default. Files (.yaml,
    .yml, .json) are workshops or paths; if there are no ids, only the files are checked.
    """
    files, names = split_files(ids)
    found = [finding for file in files for finding in check_workshop_file(file, setup.root)]
    for finding in found:
        click.echo(clean_line(str(finding)))
    findings, proven, what = len(found), 0, f"{len(files)} checked"
    if names or not files:
        course = load_course(setup.root)
        with setup.make_author_grader() as grader:
            todo = steps(course, names, grader, seed, sample)
            grader.require_ready()
            with click.progressbar(length=len(todo), label="proving", file=sys.stderr) as bar:
                for _, found in run_steps(todo, jobs, partial(click.echo, err=True)):
                    bar.update(1)
                    for finding in found:
                        click.echo(f"{'' if not sys.stdout.isatty() else chr(13)}{finding}")
                    findings += len(found)
                    proven += not found
            if names:
                _show_coverage(course, [name for name, _ in todo if name in course.exercises])
        what = f"{proven} proven"
    tell(f"{what}, {count(findings, 'finding')}")
    return 1 if findings else 0


def _show_coverage(course: Course, ids: Iterable[str]) -> None:
    """Print the inputs covered by drawn cases, for each exercise with a domain."""
    for identity in ids:
        with suppress(ContentError):  # already reported as a finding
            exercise = load_exercise(course.folder(identity), identity)
            for line in covered(exercise) if exercise.domain else ():
                click.echo(line, err=True)


def _check_mutants(setup: Setup, ids: tuple[str, ...], jobs: int, sample: int | None, seed: int) -> int:
    """Run the mutants of exercises and print the survivors; return 1 if a topic has too many or a mark is wrong.

    Raises:
        UsageError: the course has no such exercise or topic.
        BrokenError: the workers cannot start.
    """
    course = load_course(setup.root)
    exercises = [load_exercise(course.folder(i), i) for i in named(course, ids)]
    exercises = [e for e in exercises if e.kind in ("code", "fix")]
    todo = chosen(exercises, sample, seed)
    results: list[Tried] = []
    try:
        with setup.make_author_grader() as grader:
            grader.require_ready()
            with (
                closing(run(grader, todo, seed, jobs)) as running,
                click.progressbar(running, len(todo), "mutants", show_pos=True, file=sys.stderr) as shown,
            ):
                for result in shown:
                    results.append(result)
    except KeyboardInterrupt:
        tell(f"stopped after {len(results)} of {len(todo)} mutants")
    complete = len(results) == len(todo)
    for result in survivors(exercises, results):
        place = f"{result.exercise}/{result.mutant.file}:{result.mutant.line}"
        click.echo(f"{place}: {result.outcome}, {result.mutant.operator}\n    {result.mutant.name}")
    findings = [f for e in exercises for f in findings_of(e, results, whole=sample is None and complete)]
    for finding in findings:
        click.echo(str(finding))
    for line in (*table(exercises, results), f"mxtutor: seed {seed}"):
        click.echo(line, err=True)
    weak = any(killed_share(group, results) < LEAST_KILLED for group in by_topic(exercises).values())
    return int(weak or bool(findings)) if complete else 130
