"""`mxtutor serve` and `mxtutor serve links`: their arguments."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.cli.path_type import PATH
from mxtutor.cli.sealed_commands import GONE
from mxtutor.errors import UsageError


@click.group(invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option("--roster", type=PATH, help="Serve the learners of this file; each one has a link.")
@click.option("--workshop", "workshop_file", type=PATH, help="Run this workshop in every session.")
@click.option("--homes", type=PATH, help="Folder of the learners' homes (default: in mxtutor's own folder).")
@click.option("--url", default="", help="Address that learners use, if a proxy is in front of the server.")
@click.option("--behind-proxy", is_flag=True, help="Trust X-Forwarded-Proto and X-Forwarded-For of a proxy.")
@click.option("--max-sessions", type=click.IntRange(1, 1000), default=40, show_default=True, help="Sessions at once.")
@click.option(
    "--idle-minutes", type=click.FloatRange(0.05, 1440), default=30, show_default=True,
    help="End a session after so many minutes without a key or a click.",
)  # fmt: skip
@click.option(
    "--weak-isolation", is_flag=True, help="Serve only yourself on a machine that cannot isolate answers fully."
)
@click.pass_context
def serve(
    ctx: click.Context, host: str, port: int, roster: Path | None, workshop_file: Path | None, homes: Path | None,
    url: str, behind_proxy: bool, max_sessions: int, idle_minutes: float, weak_isolation: bool,
) -> None:  # fmt: skip
    """Show the tutor in browsers, to yourself or to a class.

    With --roster, each learner of the class has a link.
    """
    if ctx.invoked_subcommand is not None:
        return
    from mxtutor.cli.serve import start_server

    ctx.exit(
        start_server(
            ctx.obj, host=host, port=port, roster=roster, workshop_file=workshop_file, homes=homes, url=url,
            behind_proxy=behind_proxy, max_sessions=max_sessions, idle_minutes=idle_minutes,
            weak_isolation=weak_isolation,
        )
    )  # fmt: skip


@serve.command("links")
@click.option("--roster", type=PATH, required=True, help="The file with the learners.")
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Address that learners use.")
@click.option("--renew", multiple=True, metavar="LEARNER", help="Replace the link of LEARNER; may be repeated.")
@click.option("--renew-all", is_flag=True, help="Replace the links of all learners.")
@click.option("--revoke", multiple=True, metavar="LEARNER", help="Make the link of LEARNER invalid; may be repeated.")
@click.option("--out", type=PATH, help="Write the links to this .csv file, which only you can read.")
@click.pass_context
def links(
    ctx: click.Context, roster: Path, url: str, renew: tuple[str, ...], renew_all: bool, revoke: tuple[str, ...],
    out: Path | None,
) -> None:  # fmt: skip
    """Make a link for each learner of the roster who has none.

    The links show once: the roster keeps only hashes of their tokens."""
    from mxtutor.cli.serve import make_links

    ctx.exit(make_links(roster, url, renew=renew, renew_all=renew_all, revoke=revoke, out=out))


@serve.command("key", hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1)
def key(words: tuple[str, ...]) -> None:  # noqa: ARG001 - of an earlier release
    """Say what to do instead."""
    raise UsageError("Reports have no signatures any more, so there is no key.", fix=GONE)
