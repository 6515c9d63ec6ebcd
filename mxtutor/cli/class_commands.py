"""`mxtutor class`, for instructors and for learners in a class; `mxtutor serve`, `links` and `workshop bundle`."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from mxtutor import paths
from mxtutor.cli.files import require_yes
from mxtutor.cli.options import PATH, NumberRange
from mxtutor.cli.painting import tell
from mxtutor.content.class_links import ENTRY, MAX_LINK, SHORTEST_CODE, read_link
from mxtutor.counts import count
from mxtutor.errors import UsageError, file_errors
from mxtutor.reporting.sanitize import clean_line, json_text
from mxtutor.typed_paths import expanded

if TYPE_CHECKING:
    from mxtutor.classroom.roster import Learner
    from mxtutor.cli.setup import Setup
    from mxtutor.content.workshop import Workshop
    from mxtutor.live.membership import Membership
    from mxtutor.live.people import People
    from mxtutor.serving.run import LiveClass


STORE = click.option("--store", type=PATH, help="The class store (default: beside the roster, or class.db).")
ROSTER = click.option("--roster", type=PATH, help="File of names, ids and hashes of links (default: beside the store).")
TITLE = click.option("--title", default="", help="Which class of the store (default: the newest one).")


@click.group("class", invoke_without_command=True)
@STORE
@ROSTER
@TITLE
@click.option("--names", is_flag=True, help="Show the names of the roster instead of ids.")
@click.option("--json", "as_json", is_flag=True, help="Print the class as JSON.")
@click.pass_context
def class_(
    ctx: click.Context, store: Path | None, roster: Path | None, title: str, names: bool, as_json: bool
) -> None:  # fmt: skip
    """Watch a class at work: who is stuck, and who asks for help.

    The class view also shows which mistakes are common.
    `mxtutor serve` receives what tutors send, `mxtutor class` shows it, and learners join with `mxtutor class join`.
    """
    if ctx.invoked_subcommand is not None:
        return
    from mxtutor.live.people import files_of
    from mxtutor.live.watching import ClassWatch, class_json

    if not as_json and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("The class view needs a terminal.", fix="`mxtutor class --json` prints the class without one.")
    setup: Setup = ctx.obj
    if setup.workshop is not None:
        title = title or setup.workshop.title
    with closing(ClassWatch(files_of(store, roster)[0], title, roster, setup.load_course())) as watch:
        if names and not watch.has_names:
            raise UsageError("There is no roster beside the store.", fix="Name it with --roster.")
        if not as_json:
            from mxtutor.ui.class_view.app import run_class_view

            ctx.exit(run_class_view(watch, names=names))
        watch.refresh()
        click.echo(json_text(class_json(watch, time.time(), names=names), indent=1))


@class_.command()
@click.argument("learner")
@STORE
@ROSTER
@TITLE
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def forget(ctx: click.Context, learner: str, store: Path | None, roster: Path | None, title: str, yes: bool) -> None:
    """Delete all events of LEARNER from the store, and refuse the links.

    LEARNER is a name, an id, or a keyed id such as `learner-eyr4xuidyhqz`."""
    from mxtutor.live.people import People, files_of
    from mxtutor.live.store import ClassStore

    file, path, key = files_of(store, roster)
    with closing(ClassStore(file)) as opened:
        entry = opened.entry(title)
        missing = next((one for one in (path, key) if not one.exists()), None)
        people = People(path, key) if missing is None else None
        found, identity = _person(learner, people, opened.learners(entry.title), missing)
        shown = found.name if found is not None else identity
        if not yes:
            require_yes(clean_line(f"Delete everything about {shown} in {entry.title!r}?"))
        linked = people is not None and found is not None and people.forget(found, remove=roster is None)
        deleted = opened.forget(entry.title, identity)
    parts = [count(deleted, "event")]
    parts += ["the links"] if linked else []
    parts += [f"the line in {path}"] if found is not None and roster is None else []
    *first, last = parts
    click.echo(f"Deleted of {shown}: {', '.join(first)}{' and ' if first else ''}{last}.")
    ctx.exit(0 if deleted or found is not None else 1)


def _person(who: str, people: People | None, stored: set[str], missing: Path | None) -> tuple[Learner | None, str]:
    """Return the learner with this name, id or keyed id (None if only the store knows it), and the keyed id.

    Raises:
        UsageError: there is no such learner, or `missing`, the file of the roster or of the key, is needed.
    """
    if people is None:
        if who in stored:
            return None, who
        fix = "Put the file back, name another roster with --roster, or give `learner-...`."
        raise UsageError(f"No learner can be found by name, because there is no {missing}.", fix=fix)
    by_key = {people.id_of(one): one for one in people.roster.learners}
    if who in stored or who in by_key:
        return by_key.get(who), who
    found = people.roster.find(who)
    return found, people.id_of(found)


@class_.command()
@click.argument("link", metavar="URL")
@click.option("--code", default="", help="The class code, if you have no link of your own.")
@click.option("--name", default="", help="With --code: your name, as your instructor knows it.")
@click.option("--share-code", is_flag=True, help="Share the code of your answers, too.")
def join(link: str, code: str, name: str, share_code: bool) -> None:
    """Join a class: URL is your link, or the server's address.

    With the address alone, the command asks for your token or reads it from standard input."""
    from mxtutor.live.membership import join as enter
    from mxtutor.live.membership import promises

    try:
        server = read_link(link)
    except ValueError as error:
        raise UsageError(str(error), fix="Copy the link again.") from error
    if not server.token and code:
        name = name or _asked("Your name, as your instructor knows it")
    elif not server.token:
        server = server._replace(token=_token())
    joined = enter(paths.home(), server, code=code, name=name, share_code=share_code)
    click.echo(f"You are in the class {clean_line(joined.title)!r}.")
    for line in promises(joined):
        click.echo(line)
    if server.is_plain:
        tell("others on this network can read what is sent, because the server has no TLS.")


def _token() -> str:
    """Return the token that the learner types, or the one on standard input."""
    if sys.stdin.isatty():
        return str(click.prompt("Your token", hide_input=True, err=True)).strip()
    if token := sys.stdin.read(MAX_LINK).strip():
        return token
    raise UsageError("The token is missing.", fix="Give your link, or --code, or the token on standard input.")


def _asked(question: str) -> str:
    if not sys.stdin.isatty():
        raise UsageError("Your name is missing.", fix="Give it with --name.")
    return str(click.prompt(question, err=True))


def _joined(environment: Mapping[str, str]) -> Membership:
    """Return the learner's class.

    Raises:
        UsageError: the learner is in no class, or `class.json` is damaged.
    """
    from mxtutor.live.membership import read_membership

    found = read_membership(paths.home(), environment)
    if found is None:
        raise UsageError("You are in no class.", fix="Join one: mxtutor class join URL.")
    return found


@class_.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
def leave(yes: bool) -> None:
    """Leave the class: it gets nothing any more."""
    from mxtutor.live.membership import FILE, remove_membership
    from mxtutor.live.reporter import waiting
    from mxtutor.progress.store import open_store

    found = None
    try:
        found = _joined({})
        title = found.title or found.url
    except UsageError:
        if not (paths.home() / FILE).exists():
            raise
        title = "(its file is damaged)"  # a damaged membership must not prevent leaving
    if not yes:
        require_yes(f"Leave the class {clean_line(title)}? What was not sent is not sent any more")
    remove_membership(paths.home())
    with closing(open_store(paths.home())) as store:
        unsent = len(waiting(store, found)) if found is not None else 0
        store.leave_classes()
    lost = f" It does not get {count(unsent, 'unsent event')}." if unsent else ""
    click.echo(f"You have left the class {clean_line(title)}.{lost}")
    click.echo("What the class stores already can be deleted by your instructor with `mxtutor class forget`.")


@class_.command()
@click.argument("what", type=click.Choice(["on", "off"]))
def share(what: str) -> None:
    """Share the code of your later answers with the class, or do not."""
    from mxtutor.live.membership import promises, save_membership

    changed = replace(_joined({}), share_code=what == "on")
    save_membership(paths.home(), changed)
    click.echo(promises(changed)[1])


@class_.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def mine(ctx: click.Context, as_json: bool) -> None:
    """Show what the class stores about you, and what will be sent."""
    from mxtutor.live.membership import promises
    from mxtutor.live.reporter import lines_of_mine
    from mxtutor.live.reporter import mine as read
    from mxtutor.progress.store import open_store

    membership = _joined(os.environ)
    with closing(open_store(paths.home())) as store:
        found = read(store, membership)
    if as_json:
        click.echo(json_text(found, indent=1))
    else:
        lines = [f"Class {clean_line(membership.title) or '?'} at {membership.url}", *promises(membership)[:2], ""]
        click.echo("\n".join([*lines, *lines_of_mine(found)]))
    ctx.exit(1 if found["problem"] else 0)


UNTITLED = "class"
"""Title of a class without a workshop."""
_LETTERS = "abcdefghkmnpqrstuvwxyz23456789"
"""Characters of class codes, without similar-looking ones."""


@click.command()
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
@click.option(
    "--max-sessions", type=click.IntRange(1, 1000), default=40, show_default=True, help="Maximum number of sessions."
)
@click.option(
    "--idle-minutes", type=NumberRange(0.05, 1440), default=30, show_default=True,
    help="End a session after this many minutes without a key or a click.",
)  # fmt: skip
@click.option(
    "--weak-isolation", is_flag=True, help="Serve only yourself on a machine that cannot isolate answers fully."
)
@click.pass_obj
def serve(
    setup: Setup, host: str, port: int, roster: Path | None, code: str,
    store: Path | None, title: str, no_browser: bool, homes: Path | None, url: str, behind_proxy: bool,
    max_sessions: int, idle_minutes: float, weak_isolation: bool,
) -> None:  # fmt: skip
    """Show the tutor in browsers, and receive the events of tutors on laptops.

    With --roster, each learner has a link of their own. `mxtutor class` shows the class.
    """
    from mxtutor.extras import require

    require("serve", "`mxtutor serve`")
    from mxtutor.serving.gate import Front
    from mxtutor.serving.run import ServeOptions
    from mxtutor.serving.run import serve as run
    from mxtutor.serving.sessions import Timing

    homes = expanded(homes or paths.home() / "homes").absolute()
    course = setup.load_course()  # report a damaged workshop here, not in every session
    workshop, content = setup.workshop, ""
    if workshop is not None and workshop.sealed:
        from mxtutor.classroom.examination import hash_of_content

        content = hash_of_content(course, workshop)
        if code or no_browser:
            raise UsageError("A sealed workshop cannot be joined.", fix="Leave --code and --no-browser out.")
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
@click.option("--days", type=click.IntRange(1, 36500), help="The new links expire after this many days.")
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
    for learner in revoke_tokens(roster, revoke) if revoke else ():
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


def _session_arguments(setup: Setup) -> tuple[str, ...]:
    """Return the options that choose the content, with absolute paths; `--path` may also name a path of the course."""
    mixed = setup.root if setup.workshop and setup.workshop.content not in (None, setup.root) else None
    options = [("--pack", setup.pack or mixed), ("--workshop", setup.workshop_file), ("--path", setup.path_file)]
    given = [(name, expanded(path)) for name, path in options if path]
    return tuple(word for name, path in given for word in (name, str(path.absolute() if path.exists() else path)))


def _checked_url(url: str) -> str:
    """Return a URL without a trailing slash.

    Raises:
        UsageError: it is not the URL of a server.
    """
    with suppress(ValueError):
        link, parts = read_link(url), urlsplit(url)
        if parts.scheme and not parts.path.strip("/") and not parts.fragment and parts.port != 0:
            return link.url
    raise UsageError(f"{url!r} is not the address of a server.", fix="Write it as https://class.example.org.")


@click.group(no_args_is_help=False)  # "Missing command." is one line
def workshop() -> None:
    """Prepare a workshop: set laptops up without network."""


@workshop.command("bundle")
@click.argument("folder", type=PATH, metavar="DIR")
@click.pass_obj
def workshop_bundle(setup: Setup, folder: Path) -> None:
    """Make a folder that sets laptops up without network. They must be like this machine."""
    from mxtutor.classroom.bundle import make_bundle

    if setup.pack is not None:  # a bundle contains mxtutor's own content and that of its workshop
        raise UsageError("A bundle takes no --pack.", fix="Name the folder with `content:` in the workshop.")
    chosen = setup.workshop
    setup.load_course()  # a workshop with a missing exercise would fail on each laptop
    made = make_bundle(folder, chosen, say=tell)
    click.echo(expanded(folder).absolute())
    tell(f"{made} On each laptop: `python3 start.py`")
