"""Commands of earlier releases, which only print what to do instead."""

from __future__ import annotations

import click

from mxtutor.errors import UsageError

REPORTS = "Use the reports that `mxtutor serve` keeps in `reports/` in the folder of the homes."


def moved(name: str, why: str, fix: str = REPORTS) -> click.Command:
    """Return a hidden command that accepts any arguments and exits with this message."""

    @click.command(name, hidden=True, context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    def old(words: tuple[str, ...]) -> None:  # noqa: ARG001 - they do not matter
        raise UsageError(why, fix=fix)

    return old


verify = moved("verify", "Reports have no signatures any more, so there is nothing to verify.")
