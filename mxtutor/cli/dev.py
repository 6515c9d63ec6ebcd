"""`mxtutor dev check` and `mxtutor dev new`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from mxtutor.authoring.check import run_steps, steps
from mxtutor.authoring.scaffold import scaffold
from mxtutor.authoring.workshops import check_workshop_file, split_files
from mxtutor.content.loader import load_course
from mxtutor.counts import count
from mxtutor.grading.grader import LocalGrader
from mxtutor.reporting.sanitize import clean_line


def check_content(
    root: Path,
    ids: tuple[str, ...],
    jobs: int | None,
    *,
    make_grader: Callable[[], LocalGrader],
    seed: int | None = None,
    sample: int | None = None,
) -> int:
    """Prove content with a progress bar; findings go to standard output, 1 is returned if there are any.

    Inputs are drawn by `seed`, by fresh ones without. Of the lessons and exercises, `sample` are proven, all without.
    Names of files (.yaml, .yml, .json) are workshops or paths; only files are checked if there are no ids beside them.
    """
    files, names = split_files(ids)
    findings = _check_files(files, root)
    if files and not names:
        click.echo(f"mxtutor: {len(files)} checked, {count(findings, 'finding')}", err=True)
        return 1 if findings else 0
    course = load_course(root)
    with make_grader() as grader:
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


def new_exercise(root: Path, identity: str) -> int:
    """Make the folder of a new exercise and say what comes next."""
    for path in scaffold(root, identity):
        click.echo(path)
    click.echo(f"mxtutor: list {identity} in lessons/course.yaml, then run `mxtutor dev check {identity}`", err=True)
    return 0
