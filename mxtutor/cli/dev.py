"""The commands for authors: `dev check`, `dev check --mutants`, `dev new` and `dev index`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from mxtutor.authoring.check import named, run_steps, steps
from mxtutor.authoring.findings import Finding
from mxtutor.authoring.mutation.report import as_json as mutants_json
from mxtutor.authoring.mutation.report import figures, mark_findings, survivors, table
from mxtutor.authoring.mutation.run import Tried, chosen, run
from mxtutor.authoring.scaffold import scaffold
from mxtutor.authoring.workshops import check_workshop_file, split_files
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.reporting.sanitize import clean_line

LOG_SECONDS = 30.0
"""Between two lines of progress where standard error is no terminal."""


@click.group()
def dev() -> None:
    """For authors: prove the content, start an exercise."""


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
    click.echo(f"mxtutor: list {identity} in lessons/course.yaml, then run `mxtutor dev check {identity}`", err=True)


@dev.command("index")
def dev_index() -> None:
    """Make the index of the installed MXNet's names, signatures and docstrings again."""
    from mxtutor.authoring.api_index import installed_names, write_index

    click.echo(f"mxtutor: {write_index(installed_names())} names", err=True)


def _check_content(setup: Setup, ids: tuple[str, ...], jobs: int | None, sample: int | None, seed: int | None) -> int:
    """Prove content with a progress bar; findings go to standard output, 1 is returned if there are any.

    Inputs are drawn by `seed`, by fresh ones without. Of the lessons and exercises, `sample` are proven, all without.
    Names of files (.yaml, .yml, .json) are workshops or paths; only files are checked if there are no ids beside them.
    """
    files, names = split_files(ids)
    findings = _check_files(files, setup.root)
    if files and not names:
        click.echo(f"mxtutor: {len(files)} checked, {count(findings, 'finding')}", err=True)
        return 1 if findings else 0
    course = load_course(setup.root)
    with setup.make_author_grader() as grader:
        todo = steps(course, names, grader, seed, sample)
        grader.require_ready()
        with click.progressbar(length=len(todo), label="proving", file=sys.stderr) as bar:
            tell = partial(click.echo, err=True)
            for _, found in run_steps(todo, jobs or 2 * (os.cpu_count() or 1), tell):
                bar.update(1)
                for finding in found:
                    click.echo(f"{'' if not sys.stdout.isatty() else chr(13)}{finding}")
                findings += len(found)
    click.echo(f"mxtutor: {len(todo)} proven, {count(findings, 'finding')}", err=True)
    return 1 if findings else 0


def _check_files(files: list[Path], root: Path) -> int:
    """Print the findings of workshops and paths; return how many there are."""
    found = [finding for file in files for finding in check_workshop_file(file, root)]
    for finding in found:
        click.echo(clean_line(str(finding)))
    return len(found)


def _check_mutants(
    setup: Setup,
    ids: tuple[str, ...],
    jobs: int | None,
    sample: int | None,
    seed: int | None,
    least: float,
    *,
    as_data: bool,
) -> int:
    """Run the mutants of the named exercises and print the survivors; return 1 where one is left or a mark is wrong.

    Survivors are accepted as long as each topic refuses `least` percent of its running mutants.

    Raises:
        UsageError: the course has nothing of a name.
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
        click.echo(json.dumps(mutants_json(exercises, results, findings, seed=seed, planned=planned), indent=1))
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
    for done, result in enumerate(results, 1):
        passed += result.passed
        if time.monotonic() - last > LOG_SECONDS:
            last = time.monotonic()
            left = (last - began) / done * (total - done)
            click.echo(f"mutants: {done} of {total}, {passed} pass, {left:.0f} s left", err=True)
        yield result
