"""The commands of `mxtutor class`, for instructors and for learners in a class."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor import paths
from mxtutor.cli.files import require_yes
from mxtutor.cli.options import PATH, moved
from mxtutor.cli.painting import tell
from mxtutor.content.class_links import MAX_LINK, read_link
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.reporting.sanitize import clean_line, json_text
from mxtutor.typed_paths import expanded

if TYPE_CHECKING:
    from mxtutor.classroom.roster import Learner
    from mxtutor.cli.setup import Setup
    from mxtutor.live.membership import Membership
    from mxtutor.live.people import People


def _file(_: click.Context, __: click.Parameter, given: str | None) -> Path | None:
    """Return the path of a store.

    Raises:
        UsageError: it is a URL, which earlier releases accepted.
    """
    if given is not None and "://" in given:
        raise UsageError("A class store is a file of SQLite.", fix="Name it as --store class.db.")
    return expanded(Path(given)) if given is not None else None


def _listen(_: click.Context, __: click.Parameter, given: object) -> None:
    if given:
        fix = "Run `mxtutor serve --no-browser` with the same options, or without --no-browser to show the tutor, too."
        raise UsageError("`class --listen` is now a part of `mxtutor serve`.", fix=fix)


STORE = click.option(
    "--store", metavar="FILE", callback=_file, help="The class store (default: beside the roster, or class.db)."
)
ROSTER = click.option("--roster", type=PATH, help="File of names, ids and hashes of links (default: beside the store).")
TITLE = click.option("--title", default="", help="Which class of the store (default: the newest one).")


@click.group("class", invoke_without_command=True)
@click.option("--listen", is_flag=True, hidden=True, expose_value=False, callback=_listen)
@click.option("--host", "--port", "--code", "listen_at", hidden=True, expose_value=False, callback=_listen)
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


class_.add_command(moved("tokens", "`class tokens` is now `mxtutor links`.", "Run: mxtutor links ROSTER"))


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
        tokens = people.forget(found, remove=roster is None) if people is not None and found is not None else []
        deleted = opened.forget(entry.title, identity, tokens)
    parts = [count(deleted, "event")]
    parts += ["the links"] if tokens else []
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
        raise UsageError(f"Nobody can be found by name, because there is no {missing}.", fix=fix)
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
    from mxtutor.live import joining

    try:
        server = read_link(link)
    except ValueError as error:
        raise UsageError(str(error), fix="Copy the link again.") from error
    if not server.token and code:
        name = name or _asked("Your name, as your instructor knows it")
    elif not server.token:
        server = server._replace(token=_token())
    joined = joining.join(paths.home(), server, code=code, name=name, share_code=share_code)
    click.echo(f"You are in the class {clean_line(joined.title)!r}.")
    for line in joining.promises(joined):
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
    from mxtutor.live.joining import promises
    from mxtutor.live.membership import save_membership

    changed = replace(_joined({}), share_code=what == "on")
    save_membership(paths.home(), changed)
    click.echo(promises(changed)[1])


@class_.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def mine(ctx: click.Context, as_json: bool) -> None:
    """Show what the class stores about you, and what will be sent."""
    from mxtutor.live.joining import promises
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
