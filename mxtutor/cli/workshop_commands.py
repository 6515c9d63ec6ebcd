"""The commands that prepare a workshop and their arguments."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.cli.path_type import PATH


@click.group()
def workshop() -> None:
    """For instructors: prepare a workshop."""


@workshop.command("bundle")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--workshop", "workshop_file", type=PATH, help="Put this workshop into the bundle.")
@click.pass_context
def workshop_bundle(ctx: click.Context, folder: Path, workshop_file: Path | None) -> None:
    """Make a folder that sets laptops up without network. They must be like this machine."""
    from mxtutor.cli.workshop import bundle_workshop, refuse_pack

    refuse_pack(ctx.obj.pack)
    ctx.exit(bundle_workshop(ctx.obj.root, folder, workshop_file))
