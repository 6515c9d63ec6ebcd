"""`mxtutor serve`: the tutor in browsers, and the links of its learners."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click

from mxtutor import paths
from mxtutor.classroom.roster import issue_tokens, read_roster, revoke_tokens
from mxtutor.cli.asking import refuse_foreign
from mxtutor.cli.setup import Setup
from mxtutor.errors import UsageError
from mxtutor.extras import require
from mxtutor.private_files import write_private
from mxtutor.typed_paths import expanded

ENTRY = "/learn/"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet would run."""


def start_server(
    setup: Setup,
    *,
    host: str,
    port: int,
    roster: Path | None,
    workshop_file: Path | None,
    homes: Path | None,
    url: str,
    behind_proxy: bool,
    max_sessions: int,
    idle_minutes: float,
    weak_isolation: bool,
) -> int:
    """Serve until ctrl+c or SIGTERM; return 0."""
    require("serve", "`mxtutor serve`")
    from mxtutor.serving.limits import Timing
    from mxtutor.serving.run import Options, serve
    from mxtutor.serving.web import Front

    setup.workshop_file = setup.workshop_file or workshop_file
    course = setup.load_course()  # a damaged workshop shows here, not in every session
    workshop, content = setup.workshop, ""
    if workshop is not None and workshop.sealed:
        from mxtutor.classroom.examination import hash_of_content

        content = hash_of_content(course, workshop)
    idle = 60.0 * idle_minutes
    options = Options(
        root=setup.root,
        homes=expanded(homes or paths.home() / "homes").absolute(),
        arguments=_session_arguments(setup),
        front=Front(host, port, _checked_url(url) if url else "", behind_proxy),
        roster=expanded(roster) if roster else None,
        workshop=workshop,
        content=content,
        title=workshop.title if workshop else "mxtutor",
        most=max_sessions,
        timing=Timing(idle=idle, warning=min(60.0, idle / 3)),
        weak_isolation=weak_isolation,
    )
    serve(options, _say, click.echo)
    return 0


def make_links(
    roster: Path, url: str, *, renew: Sequence[str], renew_all: bool, revoke: Sequence[str], out: Path | None
) -> int:
    """Revoke links, then make new ones, and print them as CSV or write them to a file; return 0."""
    roster, base = expanded(roster), _checked_url(url)
    if out is not None and (out.suffix != ".csv" or not out.absolute().parent.is_dir() or out.is_dir()):
        raise UsageError(f"{out} cannot be written.", fix="Name a .csv file in a folder that exists.")
    if out is not None:
        refuse_foreign(out, (b"name,id,link",))
    if revoke:
        for learner in revoke_tokens(roster, revoke, link=True):
            _say(f"{learner.name}: the link is no longer valid.")
    everybody = [one.id for one in read_roster(roster).learners] if renew_all else None
    tokens = issue_tokens(roster, everybody, link=True)
    if renew and not renew_all:
        tokens |= issue_tokens(roster, renew, link=True)
    if not tokens:
        if not revoke:
            _say("no learner needs a new link; --renew LEARNER makes one.")
        return 0
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("name", "id", "link"))
    for learner in read_roster(roster).learners:
        if learner.id in tokens:
            table.writerow((_inert(learner.name), _inert(learner.id), f"{base}{ENTRY}{tokens[learner.id]}"))
    if out is None:
        click.echo(text.getvalue().encode("utf-8", "replace"), nl=False)
        return 0
    try:
        write_private(out, text.getvalue().encode("utf-8", "replace"))
    except OSError as error:
        lost = "The links are made and cannot be shown again: use --renew-all with another --out."
        raise UsageError(f"{out} cannot be written: {error.strerror}.", fix=lost) from error
    _say(f"{len(tokens)} links written to {out}; give each learner their own.")
    return 0


def _session_arguments(setup: Setup) -> tuple[str, ...]:
    options = [("--pack", setup.pack), ("--workshop", setup.workshop_file), ("--path", setup.path_file)]
    return tuple(word for name, path in options if path for word in (name, str(expanded(path).absolute())))


def _checked_url(url: str) -> str:
    """Return an address without a slash at its end.

    Raises:
        UsageError: it is no address of a server.
    """
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise UsageError(f"{url!r} is not the address of a server.", fix="Write it as https://class.example.org.")
    return url.rstrip("/")


def _inert(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _say(line: str) -> None:
    click.echo(f"mxtutor: {line}", err=True)
