"""The commands about this machine and their arguments."""

from __future__ import annotations

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Show what works here and how to fix what does not."""
    from mxtutor.cli.doctor import show_health

    ctx.exit(show_health(ctx.obj.root, as_json))


@click.command()
@click.option("--epochs", type=click.IntRange(1, 100), default=10, show_default=True, help="Counted epochs, each.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help="Threads for each framework.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def race(ctx: click.Context, epochs: int, threads: int, as_json: bool) -> None:
    """Compare the speed of both frameworks on this machine. They train the MLP of the migration guides."""
    from mxtutor.cli.race import run_race

    ctx.exit(run_race(epochs, threads, as_json))
