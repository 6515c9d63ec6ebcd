"""The commands for authors and their arguments: `dev check`, `dev new` and `dev index`."""

from __future__ import annotations

import click

from mxtutor.errors import UsageError


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
@click.pass_context
def dev_check(
    ctx: click.Context, ids: tuple[str, ...], jobs: int | None, mutants: bool, sample: int | None, seed: int | None,
    least: float | None, as_json: bool,
) -> None:  # fmt: skip
    """Prove the content by running everything that ships with it.

    Without an ID, all content is proven.
    An argument that ends in .yaml, .yml or .json is the file of a workshop or a path, which is checked for faults.
    """
    if mutants:
        from mxtutor.cli.dev_mutants import check_mutants

        share = 100.0 if least is None else least
        ctx.exit(
            check_mutants(
                ctx.obj.root, ids, jobs=jobs, sample=sample, seed=seed, as_data=as_json, least=share,
                make_grader=ctx.obj.make_author_grader,
            )
        )  # fmt: skip
    if as_json or least is not None:
        raise UsageError("--least and --json belong to --mutants.", fix="Add --mutants.")
    from mxtutor.cli.dev import check_content

    make_grader = ctx.obj.make_author_grader
    ctx.exit(check_content(ctx.obj.root, ids, jobs, make_grader=make_grader, seed=seed, sample=sample))


@dev.command("new")
@click.argument("identity", metavar="ID")
@click.pass_context
def dev_new(ctx: click.Context, identity: str) -> None:
    """Start the exercise topic/slug with every file that it needs."""
    from mxtutor.cli.dev import new_exercise

    ctx.exit(new_exercise(ctx.obj.root, identity))


@dev.command("index")
def dev_index() -> None:
    """Make the index of the installed MXNet's names, signatures and docstrings again."""
    from mxtutor.authoring.api_index import installed_names, write_index

    click.echo(f"mxtutor: {write_index(installed_names())} names", err=True)
