"""The commands about a learner's progress and their arguments."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.cli.path_type import PATH


@click.command("list")
@click.argument("among", metavar="[TOPIC|LESSON]", default="")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_(ctx: click.Context, among: str, as_json: bool) -> None:
    """Show the exercises with your status; those of a topic or a lesson by lesson."""
    from mxtutor.cli.progress import list_exercises

    ctx.exit(list_exercises(ctx.obj.load_course(), as_json, among))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def progress(ctx: click.Context, as_json: bool) -> None:
    """Show what you have done. With the path of a scan, also show the share of its call sites that you practised."""
    from mxtutor.cli.progress import show_progress

    ctx.exit(show_progress(ctx.obj.load_course(), ctx.obj.workshop, as_json))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def review(ctx: click.Context, as_json: bool) -> None:
    """Show what is due for review, and your mistakes. The tutor drills them: press v at home."""
    from mxtutor.cli.review import show_reviews

    ctx.exit(show_reviews(ctx.obj.load_course(), as_json))


@click.command()
@click.argument("file", type=PATH)
@click.pass_context
def export(ctx: click.Context, file: Path) -> None:
    """Write all attempts and answers to FILE.

    It ends in .json, in .zip for answers as modules, in .md for Markdown or in .ipynb for a notebook.
    """
    from mxtutor.cli.progress import export_progress

    ctx.exit(export_progress(file, ctx.obj.root))


@click.command("import")
@click.argument("file", type=PATH)
@click.pass_context
def import_(ctx: click.Context, file: Path) -> None:
    """Add an export to your progress: a .json or .zip file, or the answers of a notebook. Nothing of yours changes."""
    from mxtutor.cli.progress import import_progress
    from mxtutor.typed_paths import expanded

    ctx.exit(import_progress(expanded(file)))


@click.command()
@click.argument("what", metavar="[ID|TOPIC|all]")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def reset(ctx: click.Context, what: str, yes: bool) -> None:
    """Start an exercise, a topic or everything over. Attempts are kept."""
    from mxtutor.cli.progress import reset_progress

    ctx.exit(reset_progress(ctx.obj.root, what, yes=yes))
