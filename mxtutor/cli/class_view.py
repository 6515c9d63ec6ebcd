"""`mxtutor class`: the class in the terminal, or as JSON."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from mxtutor.errors import UsageError
from mxtutor.extras import require
from mxtutor.reporting.sanitize import json_text
from mxtutor.typed_paths import expanded

if TYPE_CHECKING:
    from mxtutor.cli.class_server import ServerOptions
    from mxtutor.cli.setup import Setup


def show_class(options: ServerOptions, setup: Setup, *, as_json: bool, names: bool) -> int:
    """Show the class until the instructor quits, or print it; return the exit code."""
    require("class", "`mxtutor class`")
    from mxtutor.live.watching import ClassWatch, class_json

    if not as_json and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("The class view needs a terminal.", fix="`mxtutor class --json` prints the class without one.")
    title = options.title
    if options.workshop_file is not None:
        from mxtutor.content.workshop import load_workshop

        title = title or load_workshop(expanded(options.workshop_file)).title
        setup.workshop_file = setup.workshop_file or options.workshop_file
    watch = ClassWatch(options.store, title, options.roster, setup.load_course())
    try:
        if names and not watch.has_names:
            raise UsageError("There is no roster beside the store.", fix="Name it with --roster.")
        if not as_json:
            from mxtutor.ui.class_view.app import run_class_view

            return run_class_view(watch, names=names)
        watch.refresh()
        click.echo(json_text(class_json(watch, time.time(), names=names), indent=1))
    finally:
        watch.close()
    return 0
