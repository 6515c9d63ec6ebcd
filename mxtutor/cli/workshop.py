"""`mxtutor workshop bundle`: the folder that sets laptops up for a workshop."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.classroom.bundle import make_bundle
from mxtutor.cli.options import PATH
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.errors import UsageError
from mxtutor.typed_paths import expanded


@click.group(no_args_is_help=False)  # "Missing command." is one line
def workshop() -> None:
    """Prepare a workshop: set laptops up without network."""


@workshop.command("bundle")
@click.argument("folder", type=PATH, metavar="DIR")
@click.pass_obj
def workshop_bundle(setup: Setup, folder: Path) -> None:
    """Make a folder that sets laptops up without network. They must be like this machine."""
    if setup.pack is not None:  # a bundle contains mxtutor's own content and that of its workshop
        raise UsageError("A bundle takes no --pack.", fix="Name the folder with `content:` in the workshop.")
    chosen = setup.workshop
    setup.load_course()  # a workshop with a missing exercise would fail on each laptop
    made = make_bundle(folder, chosen, say=tell)
    click.echo(expanded(folder).absolute())
    tell(f"{made} On each laptop: `python3 start.py`")
