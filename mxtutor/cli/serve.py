"""`mxtutor serve`: the tutor in browsers and the class server; `mxtutor links`: the links of its learners."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from mxtutor.cli.class_commands import ROSTER, STORE
from mxtutor.cli.options import PATH, NumberRange, moved
from mxtutor.cli.painting import tell
from mxtutor.content.class_links import ENTRY, read_link
from mxtutor.counts import count
from mxtutor.errors import UsageError, file_errors
from mxtutor.typed_paths import expanded

if TYPE_CHECKING:
    from mxtutor.cli.setup import Setup
    from mxtutor.content.workshop import Workshop
    from mxtutor.serving.run import LiveClass

UNTITLED = "class"
"""Title of a class without a workshop."""
SHORTEST_CODE = 12
"""Shortest class code, in characters; right codes are never limited, so only the length protects a code."""
_LETTERS = "abcdefghkmnpqrstuvwxyz23456789"
"""Characters of class codes, without similar-looking ones."""


@click.group(invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 takes any free one."
)
@ROSTER
@click.option("--code", default="", help="Class code: learners with a laptop join the class with it.")
@STORE
@click.option("--title", default="", help="Name of the class (default: the workshop's title).")
@click.option("--no-browser", is_flag=True, help="Only receive the events of tutors on laptops.")
@click.option("--homes", type=PATH, help="Folder of the learners' homes (default: in mxtutor's own folder).")
@click.option("--url", default="", help="Address that learners use, if a proxy is in front of the server.")
@click.option("--behind-proxy", is_flag=True, help="Trust X-Forwarded-Proto and X-Forwarded-For of a proxy.")
@click.option("--max-sessions", type=click.IntRange(1, 1000), default=40, show_default=True, help="Sessions at once.")
@click.option(
    "--idle-minutes", type=NumberRange(0.05, 1440), default=30, show_default=True,
    help="End a session after so many minutes without a key or a click.",
)  # fmt: skip
@click.option(
    "--weak-isolation", is_flag=True, help="Serve only yourself on a machine that cannot isolate answers fully."
)
@click.pass_context
def serve(
    ctx: click.Context, host: str, port: int, roster: Path | None, code: str,
    store: Path | None, title: str, no_browser: bool, homes: Path | None, url: str, behind_proxy: bool,
    max_sessions: int, idle_minutes: float, weak_isolation: bool,
) -> None:  # fmt: skip
    """Show the tutor in browsers, and receive the events of tutors on laptops.

    With --roster, each learner has a link of their own. `mxtutor class` shows the class.
    """
    if ctx.invoked_subcommand is not None:
        return
    from mxtutor import paths
    from mxtutor.extras import require

    require("serve", "`mxtutor serve`")
    from mxtutor.serving.gate import Front
    from mxtutor.serving.run import ServeOptions
    from mxtutor.serving.run import serve as run
    from mxtutor.serving.sessions import Timing

    homes = expanded(homes or paths.home() / "homes").absolute()
    setup: Setup = ctx.obj
    course = setup.load_course()  # report a damaged workshop here, not in every session
    workshop, content = setup.workshop, ""
    if workshop is not None and workshop.sealed:
        from mxtutor.classroom.examination import hash_of_content

        content = hash_of_content(course, workshop)
        if code or no_browser:
            raise UsageError("Nobody joins a sealed workshop.", fix="Leave --code and --no-browser out.")
        store = store or (homes / "class.db" if roster is None else None)
    joined = roster or code or store or no_browser or (workshop is not None and workshop.class_code)
    live = _live_class(workshop, roster, store, code.strip(), title) if joined else None
    idle = 60.0 * idle_minutes
    options = ServeOptions(
        root=setup.root,
        homes=homes,
        arguments=_session_arguments(setup),
        front=Front(host, port, _checked_url(url) if url else "", behind_proxy),
        roster=expanded(roster) if roster else None,
        live=live,
        browser=not no_browser,
        workshop=workshop,
        content=content,
        most=max_sessions,
        timing=Timing(idle=idle, warning=min(60.0, idle / 3)),
        weak_isolation=weak_isolation,
    )
    run(options, tell, click.echo)


def _live_class(workshop: Workshop | None, roster: Path | None, store: Path | None, code: str, title: str) -> LiveClass:
    """Return the class to serve; without a roster, learners join it with a code."""
    from mxtutor.live.people import files_of
    from mxtutor.live.store import ClassEntry
    from mxtutor.serving.run import LiveClass

    if workshop is not None and workshop.sealed:
        return LiveClass(files_of(store, roster)[0], ClassEntry(workshop.title, True, workshop.path.exercises), "")
    title = title or (workshop.title if workshop else UNTITLED)
    code = code or (workshop.class_code if workshop else "")
    if len(title) > 200 or not title.isprintable():
        raise UsageError("The title of the class is too long, or has control characters.", fix="Give another --title.")
    if code and len(code) < SHORTEST_CODE:
        raise UsageError(f"The class code has fewer than {SHORTEST_CODE} characters.", fix="Choose a longer one.")
    store, known, _ = files_of(store, roster)
    if not code and roster is None and not known.exists():
        code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
    entry = ClassEntry(title, workshop.share_code if workshop else False, workshop.path.exercises if workshop else ())
    return LiveClass(store, entry, code)


@click.command()
@click.argument("roster", type=PATH)
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Address that learners use.")
@click.option("--renew", multiple=True, metavar="LEARNER", help="Replace the links of LEARNER; may be repeated.")
@click.option("--renew-all", is_flag=True, help="Replace the links of all learners.")
@click.option("--revoke", multiple=True, metavar="LEARNER", help="Make the links of LEARNER invalid; may be repeated.")
@click.option("--days", type=click.IntRange(1, 36500), help="The new links expire after so many days.")
@click.option("--out", type=PATH, help="Write the links to this .csv file, which only you can read.")
def links(
    roster: Path, url: str, renew: Sequence[str], renew_all: bool, revoke: Sequence[str], days: int | None,
    out: Path | None,
) -> None:  # fmt: skip
    """Make links for the learners of ROSTER who have none, as CSV.

    `link` opens the tutor in a browser, `join` lets a tutor on a laptop join the class, and neither does the other.
    They show once: the roster keeps only hashes of their tokens."""
    from mxtutor.classroom.roster import issue_tokens, read_roster, revoke_tokens
    from mxtutor.cli.files import refuse_foreign
    from mxtutor.private_files import write_private
    from mxtutor.reporting.gradebook.tables import csv_row

    roster, base = expanded(roster), _checked_url(url)
    if out is not None and (out.suffix != ".csv" or not out.absolute().parent.is_dir() or out.is_dir()):
        raise UsageError(f"{out} cannot be written.", fix="Name a .csv file in a folder that exists.")
    if out is not None:
        refuse_foreign(out, (b"name,id,link",))
        if out.exists() and out.stat().st_size and not renew_all:
            raise UsageError(f"{out} has links, which cannot be shown again.", fix="Name another file.")
    known = read_roster(roster)
    renewed = [one.id for one in known.learners] if renew_all else [known.find(who).id for who in renew]
    if revoke:
        revoke_tokens(roster, revoke)
        for learner in revoke_tokens(roster, revoke, link=True):
            tell(f"{learner.name}: the links are no longer valid.")
    expires = datetime.now(timezone.utc) + timedelta(days=days) if days else None
    made = []
    for link in (True, False):
        tokens = issue_tokens(roster, None, expires, link=link)
        made.append(tokens | (issue_tokens(roster, renewed, expires, link=link) if renewed else {}))
    if not any(made):
        if not revoke:
            tell("no learner needs a new link; --renew LEARNER makes one.")
        return
    browser, laptop = made
    rows = [("name", "id", "link", "join")]
    for one in read_roster(roster).learners:
        if one.id in browser or one.id in laptop:
            own = f"{base}{ENTRY}{browser[one.id]}" if one.id in browser else ""
            join = f"{base}/#{laptop[one.id]}" if one.id in laptop else ""
            rows.append((one.name, one.id, own, join))
    data = "".join(map(csv_row, rows)).encode("utf-8", "replace")
    if out is None:
        click.echo(data, nl=False)
        return
    with file_errors(out, fix="The links are made and cannot be shown again: use --renew-all with another --out."):
        write_private(out, data)
    tell(f"the links of {count(len(rows) - 1, 'learner')} are in {out}; give each learner their own.")


serve.add_command(moved("links", "`serve links` is now `mxtutor links`.", "Run: mxtutor links ROSTER"))
NOT_SIGNED = "Reports have no signatures any more, so there is no key and nothing to verify."
REPORTS = "Use the reports that `mxtutor serve` keeps in `reports/` in the folder of the homes."
serve.add_command(moved("key", NOT_SIGNED, REPORTS))
verify = moved("verify", NOT_SIGNED, REPORTS)


def _session_arguments(setup: Setup) -> tuple[str, ...]:
    """Return the options that choose the content, with absolute paths; `--path` may also name a path of the course."""
    mixed = setup.root if setup.workshop and setup.workshop.content not in (None, setup.root) else None
    options = [("--pack", setup.pack or mixed), ("--workshop", setup.workshop_file), ("--path", setup.path_file)]
    given = [(name, expanded(path)) for name, path in options if path]
    return tuple(word for name, path in given for word in (name, str(path.absolute() if path.exists() else path)))


def _checked_url(url: str) -> str:
    """Return a URL without a trailing slash.

    Raises:
        UsageError: it is no URL of a server.
    """
    with contextlib.suppress(ValueError):
        link, parts = read_link(url), urlsplit(url)
        if parts.scheme and not parts.path.strip("/") and not parts.fragment and parts.port != 0:
            return link.url
    raise UsageError(f"{url!r} is not the address of a server.", fix="Write it as https://class.example.org.")
