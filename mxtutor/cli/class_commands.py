"""The commands of `mxtutor class` and their arguments: for instructors, and for learners who are in a class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mxtutor.cli.path_type import PATH

DEFAULT_STORE = "sqlite:///class.db"
DEFAULT_PORT = 8765
STORE = click.option(
    "--store", default=DEFAULT_STORE, show_default=True, metavar="URL", help="The class store: SQLite or PostgreSQL."
)
ROSTER = click.option("--roster", type=PATH, help="File of names, ids and tokens (default: beside the store).")
TITLE = click.option("--title", default="", help="Which class of the store (default: the newest one).")


@click.group("class", invoke_without_command=True)
@click.option("--listen", is_flag=True, help="Receive the events of tutors, until ctrl+c.")
@click.option("--host", default="127.0.0.1", show_default=True, help="With --listen: the address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="With --listen: the port."
)
@STORE
@ROSTER
@click.option(
    "--workshop", "workshop_file", type=PATH, help="Workshop of the class, with its title, exercises and class code."
)
@click.option("--code", default="", help="With --listen: the class code; learners join with it.")
@click.option("--title", default="", help="Name of the class (default: the workshop's title, or the newest class).")
@click.option("--names", is_flag=True, help="Show the names of the roster instead of ids.")
@click.option("--json", "as_json", is_flag=True, help="Print the class as JSON.")
@click.pass_context
def class_(ctx: click.Context, /, listen: bool, as_json: bool, names: bool, **options: Any) -> None:
    """Watch a class at work: who is stuck, and who asks for help.

    The class view also shows which mistakes are common.
    `mxtutor class --listen` receives what tutors send, `mxtutor class` shows it, and learners join with
    `mxtutor class join`.
    """
    if ctx.invoked_subcommand is not None:
        return
    from mxtutor.cli.class_server import ServerOptions, listen_for_class

    chosen = ServerOptions(**options)
    if listen:
        ctx.exit(listen_for_class(chosen))
    from mxtutor.cli.class_view import show_class

    ctx.exit(show_class(chosen, ctx.obj, as_json=as_json, names=names))


@class_.command()
@click.argument("learner")
@STORE
@ROSTER
@TITLE
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def forget(ctx: click.Context, learner: str, store: str, roster: Path | None, title: str, yes: bool) -> None:
    """Delete all events of LEARNER from the store, and refuse the token.

    LEARNER is a name, an id, or a keyed id such as `learner-eyr4xuidyhqz`."""
    from mxtutor.cli.class_server import forget_learner

    ctx.exit(forget_learner(learner, store, roster, title, ask=not yes))


@class_.command()
@click.argument("roster", type=PATH)
@click.option("--url", default="", help="Address of the class server: print a link for each learner.")
@click.option("--new", multiple=True, metavar="LEARNER", help="Replace the token of this learner; may be repeated.")
@click.option("--revoke", multiple=True, metavar="LEARNER", help="Make this learner's token invalid; may be repeated.")
@click.option("--days", type=click.IntRange(1, 36500), help="The tokens expire after so many days.")
@click.pass_context
def tokens(
    ctx: click.Context, roster: Path, url: str, new: tuple[str, ...], revoke: tuple[str, ...], days: int | None
) -> None:
    """Print a new token for each learner of ROSTER who has none.

    The tokens are printed once, as CSV: the roster keeps only their hashes."""
    from mxtutor.cli.class_server import make_tokens

    ctx.exit(make_tokens(roster, url, new=new, revoked=revoke, days=days))


@class_.command()
@click.argument("link", metavar="URL")
@click.option("--code", default="", help="The class code, if you have no link of your own.")
@click.option("--name", default="", help="With --code: your name, as your instructor knows it.")
@click.option("--share-code", is_flag=True, help="Share the code of your answers, too.")
@click.pass_context
def join(ctx: click.Context, link: str, code: str, name: str, share_code: bool) -> None:
    """Join a class: URL is your link, or the server's address.

    With the address alone, the command asks for your token or reads it from standard input."""
    from mxtutor.cli.class_member import join_class

    ctx.exit(join_class(link, code=code, name=name, share_code=share_code))


@class_.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def leave(ctx: click.Context, yes: bool) -> None:
    """Leave the class: nothing is sent any more, and what was not sent is deleted."""
    from mxtutor.cli.class_member import leave_class

    ctx.exit(leave_class(ask=not yes))


@class_.command()
@click.argument("what", type=click.Choice(["on", "off"]))
@click.pass_context
def share(ctx: click.Context, what: str) -> None:
    """Share the code of your later answers with the class, or do not."""
    from mxtutor.cli.class_member import share_code

    ctx.exit(share_code(what == "on"))


@class_.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def mine(ctx: click.Context, as_json: bool) -> None:
    """Show what the class stores about you, and what will be sent."""
    from mxtutor.cli.class_member import show_mine

    ctx.exit(show_mine(as_json=as_json))
