"""Workshops on the command line: `workshop bundle`, and the rules that `grade` takes from one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mxtutor.classroom.bundle import make_bundle
from mxtutor.classroom.scoring import Scoring
from mxtutor.cli.path_type import PATH
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course
from mxtutor.content.plan import course_of
from mxtutor.content.workshop import load_workshop
from mxtutor.errors import UsageError
from mxtutor.typed_paths import expanded


@click.group()
def workshop() -> None:
    """For instructors: prepare a workshop."""


@workshop.command("bundle")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--workshop", "workshop_file", type=PATH, help="Put this workshop into the bundle.")
@click.pass_obj
def workshop_bundle(setup: Setup, folder: Path, workshop_file: Path | None) -> None:
    """Make a folder that sets laptops up without network. They must be like this machine."""
    if setup.pack is not None:  # a bundle has mxtutor's own content and that of its workshop
        raise UsageError("A bundle takes no --pack.", fix="Name the folder with `content:` in the workshop.")
    chosen = load_workshop(expanded(workshop_file)) if workshop_file else None
    if chosen is not None:
        course_of(chosen.path, load_course(chosen.content or setup.root), chosen.file)
    made = make_bundle(folder, chosen, say=lambda line: click.echo(f"mxtutor: {line}", err=True))
    click.echo(made.folder)
    text = f"{made.packages} packages, {made.megabytes} MB, for Python {made.python} on {made.platform}."
    click.echo(f"mxtutor: {text} On each laptop: `python3 start.py`", err=True)


def workshop_rules(setup: Setup) -> dict[str, Any]:
    """Return the options of `grade` that a workshop or a path sets; none without one.

    Raises:
        ContentError: the file is damaged, or the course lacks one of its exercises.
    """
    if setup.workshop is None:
        return {}
    scoring = Scoring.of_workshop(setup.workshop) if setup.workshop.points else None
    return {"scoring": scoring, "exercises": setup.load_course().exercises}
