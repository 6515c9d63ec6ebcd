"""The commands that print a task and the keys, with their arguments."""

from __future__ import annotations

import click


@click.command()
@click.argument("identity", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def show(ctx: click.Context, identity: str, as_json: bool) -> None:
    """Print the task of an exercise, or the text of a lesson."""
    from mxtutor.cli.show import show_text

    ctx.exit(show_text(ctx.obj.load_course(), identity, as_json=as_json))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def keys(ctx: click.Context, as_json: bool) -> None:
    """List the keys of the tutor, and say how to choose others."""
    from mxtutor import paths
    from mxtutor.cli.keys import show_keys
    from mxtutor.cli.tutor import KEYS

    ctx.exit(show_keys(paths.home() / KEYS, as_json=as_json))
