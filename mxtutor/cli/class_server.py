"""`mxtutor class --listen`, `class forget` and `class tokens`: what an instructor does with the class store."""

from __future__ import annotations

import csv
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor.cli.asking import require_yes
from mxtutor.cli.class_commands import DEFAULT_STORE
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.extras import require
from mxtutor.reporting.sanitize import clean_line
from mxtutor.typed_paths import expanded

if TYPE_CHECKING:
    from mxtutor.classroom.roster import Learner
    from mxtutor.live.people import People
    from mxtutor.live.store import ClassEntry

UNTITLED = "class"
"""Title of a class without a workshop."""
SHORTEST_CODE = 4


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of `mxtutor class`."""

    host: str
    port: int
    store: str
    roster: Path | None
    workshop_file: Path | None
    code: str
    title: str


def listen_for_class(options: ServerOptions) -> int:
    """Run the class server until it is stopped; return the exit code."""
    require("class", "`mxtutor class`")
    from mxtutor.live.people import People, files_of
    from mxtutor.live.server import ClassServer
    from mxtutor.live.serving import serve_class
    from mxtutor.live.store import ClassStore

    entry, code = _class_of(options)
    roster, key = files_of(options.store, options.roster)
    if not code and options.roster is None and not roster.exists():
        code = _made_code()
    store = ClassStore(options.store, create=True)
    try:
        people = People(roster, key, create=options.roster is None, tell=_tell)
        store.begin(entry, time.time())
        server = ClassServer(store, people, entry, code=code, tell=_tell)
        serve_class(
            server.app(), server.refusals, options.host, options.port,
            lambda port: _greet(options, port, entry, code, people.path),
        )  # fmt: skip
    finally:
        store.close()
    _tell("The class server has stopped; the store has all events that it confirmed.")
    return 0


def _class_of(options: ServerOptions) -> tuple[ClassEntry, str]:
    """Return the class to serve and its code."""
    from mxtutor.live.store import ClassEntry

    title, shares, code = options.title or UNTITLED, False, options.code.strip()
    exercises: tuple[str, ...] = ()
    if options.workshop_file is not None:
        from mxtutor.content.workshop import load_workshop

        workshop = load_workshop(expanded(options.workshop_file))
        title, shares = options.title or workshop.title, workshop.share_code
        exercises, code = workshop.path.exercises, code or workshop.class_code
    if len(title) > 200 or not title.isprintable():
        raise UsageError("The title of the class is too long, or has control characters.", fix="Give another --title.")
    if code and len(code) < SHORTEST_CODE:
        raise UsageError(f"The class code has fewer than {SHORTEST_CODE} characters.", fix="Choose a longer one.")
    return ClassEntry(title, shares, exercises), code


def _made_code() -> str:
    """Return a new class code that is easy to read aloud: no letters or digits that look alike."""
    import secrets

    return "-".join("".join(secrets.choice("abcdefghkmnpqrstuvwxyz23456789") for _ in range(4)) for _ in range(3))


def _greet(options: ServerOptions, port: int, entry: ClassEntry, code: str, roster: Path) -> None:
    from mxtutor.live.database import shown
    from mxtutor.live.server import LONG_CODE
    from mxtutor.live.serving import is_loopback, reachable

    url = f"http://{reachable(options.host)}:{port}"
    _tell(f"{entry.title!r} listens at {url}; ctrl+c stops it. Store: {shown(options.store)}. Roster: {roster}.")
    if code:
        _tell(f"Learners join with: mxtutor class join {url} --code {code}")
        if len(code) < LONG_CODE:
            _tell(
                f"This code has fewer than {LONG_CODE} characters. While wrong codes arrive from an address, nobody can"
                " join from there; with a longer code they can."
            )
    else:
        _tell(f"Learners join with a link each: mxtutor class tokens {roster} --url {url}")
    given = [("--store", shown(options.store))] if options.store != DEFAULT_STORE else []
    given += [("--roster", str(options.roster))] if options.roster else []
    watch = "".join(f" {name} {shlex.quote(value)}" for name, value in given)
    _tell(f"Watch the class with: mxtutor class{watch}")
    if not is_loopback(options.host):
        _tell(
            "Warning: others on the network can read what is sent, tokens too. "
            "Put a server with TLS in front of it: docs/live.md says how."
        )


def _tell(line: str) -> None:
    click.echo(f"mxtutor: {clean_line(line)}", err=True)


def forget_learner(who: str, url: str, roster: Path | None, title: str, *, ask: bool) -> int:
    """Delete a learner's rows and token; say what was deleted; return 1 if there was nothing."""
    require("class", "`mxtutor class forget`")
    from mxtutor.live.people import People, files_of
    from mxtutor.live.store import ClassStore

    path, key = files_of(url, roster)
    store = ClassStore(url)
    try:
        entry = store.entry(title)
        people = People(path, key) if roster is not None or path.exists() else None
        learner, identity = _person(who, people, store.learners(entry.title), path)
        shown = learner.name if learner is not None else identity
        if ask:
            require_yes(clean_line(f"Delete everything about {shown} in {entry.title!r}?"))
        token = people.forget(learner, remove=roster is None) if people is not None and learner is not None else ""
        deleted = store.forget(entry.title, identity, [token] if token else [])
    finally:
        store.close()
    parts = [count(deleted, "event")]
    parts += ["the token"] if token else []
    parts += [f"the line in {path}"] if learner is not None and roster is None else []
    *first, last = parts
    click.echo(f"Deleted of {shown}: {', '.join(first)}{' and ' if first else ''}{last}.")
    return 0 if deleted or learner is not None else 1


def _person(who: str, people: People | None, stored: set[str], path: Path) -> tuple[Learner | None, str]:
    """Return the learner whose name, id or keyed id this is, and the keyed id; the store may know only the latter.

    Raises:
        UsageError: nobody is meant.
    """
    if people is None:
        if who in stored:
            return None, who
        raise UsageError(f"There is no roster {path} with names.", fix="Name it with --roster, or give `learner-...`.")
    by_key = {people.id_of(one): one for one in people.roster.learners}
    if who in stored or who in by_key:
        return by_key.get(who), who
    found = people.roster.find(who)
    return found, people.id_of(found)


def make_tokens(path: Path, url: str, *, new: Sequence[str], revoked: Sequence[str], days: int | None) -> int:
    """Make and revoke tokens of a roster; print the new ones as CSV; return the exit code."""
    from mxtutor.classroom.roster import issue_tokens, read_roster, revoke_tokens
    from mxtutor.content.class_links import read_link

    base = ""
    if url:
        try:
            base = read_link(url).url
        except ValueError as error:
            raise UsageError(str(error), fix="Give the address that `mxtutor class --listen` prints.") from error
    roster = read_roster(path)
    chosen = [roster.find(who).id for who in new]
    if revoked:
        gone = revoke_tokens(path, [roster.find(who).id for who in revoked])
        _tell(f"Revoked: {', '.join(one.name for one in gone)}.")
    expires = datetime.now(timezone.utc) + timedelta(days=days) if days else None
    made = {} if revoked and not new else issue_tokens(path, chosen or None, expires)
    if made:
        names = {one.id: one.name for one in roster.learners}
        out = csv.writer(sys.stdout, lineterminator="\n")
        out.writerow(["name", "id", "link" if base else "token"])
        out.writerows([names[one], one, f"{base}/#{token}" if base else token] for one, token in made.items())
        _tell("Each token is shown only now. Give everybody their own line alone.")
    elif not revoked:
        _tell(f"Every learner of {path} has a token. `--new LEARNER` replaces one.")
    return 0
