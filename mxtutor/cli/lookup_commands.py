"""The command for the truth table and its arguments."""

from __future__ import annotations

import click


@click.command()
@click.argument("query")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def lookup(ctx: click.Context, query: str, as_json: bool) -> None:
    """Show the MXNet form of a torch name, or the other way round.

    QUERY is a name, an operator, words, or a line of code in quotes.
    """
    from mxtutor.cli.lookup import look_up

    ctx.exit(look_up(ctx.obj.root, query, as_json))
