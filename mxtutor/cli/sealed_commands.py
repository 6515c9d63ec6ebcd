"""`mxtutor verify`, which earlier releases had."""

from __future__ import annotations

import click

from mxtutor.errors import UsageError

GONE = "Use the reports that `mxtutor serve` keeps in `reports/` in the folder of the homes."


@click.command(hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1)
def verify(words: tuple[str, ...]) -> None:  # noqa: ARG001 - of an earlier release
    """Say what to do instead."""
    raise UsageError("Reports have no signatures any more, so there is nothing to verify.", fix=GONE)
