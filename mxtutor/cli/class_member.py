"""`mxtutor class join`, `leave`, `share` and `mine`: what a learner does with a class."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
import msgspec

from mxtutor import paths
from mxtutor.cli.asking import require_yes
from mxtutor.counts import count
from mxtutor.errors import TutorError, UsageError
from mxtutor.live.joining import event_line, promises
from mxtutor.live.membership import (
    Membership,
    read_membership,
    remove_membership,
    save_membership,
)
from mxtutor.live.outbox import refused, waiting
from mxtutor.progress.store import open_store
from mxtutor.reporting.sanitize import clean_line, json_text

if TYPE_CHECKING:
    from mxtutor.content.class_links import ClassLink

MAX_TOKEN = 500


def join_class(link: str, *, code: str, name: str, share_code: bool) -> int:
    """Join a class with a link, a token or a class code; return the exit code."""
    from mxtutor.content.class_links import read_link
    from mxtutor.live.joining import join

    try:
        server = read_link(link)
    except ValueError as error:
        raise UsageError(str(error), fix="Copy the link again.") from error
    if not server.token and code:
        name = name or _asked("Your name, as your instructor knows it")
    elif not server.token:
        server = server._replace(token=_token())
    joined = join(paths.home(), server, code=code, name=name, share_code=share_code)
    click.echo(f"You are in the class {clean_line(joined.title)!r}.")
    for line in promises(joined):
        click.echo(line)
    _warn_of_plain(server)
    return 0


def _warn_of_plain(server: ClassLink) -> None:
    if server.is_plain:
        click.echo("mxtutor: others on this network can read what is sent, because the server has no TLS.", err=True)


def _token() -> str:
    """Return the token that the learner types, or that stands on standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.read(MAX_TOKEN).strip() or _missing()
    return str(click.prompt("Your token", hide_input=True, err=True)).strip()


def _asked(question: str) -> str:
    if not sys.stdin.isatty():
        raise UsageError("Your name is missing.", fix="Give it with --name.")
    return str(click.prompt(question, err=True))


def _missing() -> str:
    raise UsageError("The token is missing.", fix="Give your link, or --code, or the token on standard input.")


def _membership() -> Membership | None:
    return read_membership(paths.home(), {})


def _joined() -> Membership:
    found = read_membership(paths.home())
    if found is None:
        raise UsageError("You are in no class.", fix="Join one: mxtutor class join URL.")
    return found


def leave_class(*, ask: bool) -> int:
    """Leave the class; unsent events are deleted; return the exit code.

    Raises:
        UsageError: there is no class, or the learner does not agree.
    """
    home = paths.home()
    found = None
    try:
        found = _membership()
        title = found.title or found.url if found else ""
    except UsageError:  # a damaged file: leaving is the way out
        title = "(its file is damaged)"
    if not title:
        raise UsageError("You are in no class.", fix="Join one: mxtutor class join URL.")
    if ask:
        require_yes(f"Leave the class {clean_line(title)}? What was not sent is not sent any more")
    remove_membership(home)
    with closing(open_store(home)) as store:
        unsent = len(waiting(store, found)) if found is not None else 0
        store.leave_classes()
    click.echo(f"You have left the class {clean_line(title)}. It does not get {count(unsent, 'unsent event')}.")
    click.echo("What the class stores already can be deleted by your instructor with `mxtutor class forget`.")
    return 0


def share_code(on: bool) -> int:
    """Share code with the class from now on, or do not; return the exit code."""
    found = _membership()
    if found is None:
        raise UsageError("You are in no class.", fix="Join one: mxtutor class join URL.")
    changed = replace(found, share_code=on)
    save_membership(paths.home(), changed)
    click.echo(promises(changed)[1])
    return 0


def show_mine(*, as_json: bool) -> int:
    """Print what the class stores and what will be sent; return the exit code, 1 if the server cannot tell."""
    from mxtutor.live.client import stored_rows

    membership = _joined()
    with closing(open_store(paths.home())) as store:
        unsent = [one for _, one in waiting(store, membership)]
        never = refused(store, membership.url)
    problem, stored = "", None
    try:
        stored = stored_rows(membership.url, membership.token)
    except TutorError as error:
        problem = str(error)
    if as_json:
        data = {
            "version": 1,
            "class": membership.title,
            "server": membership.url,
            "shares_code": membership.sends_code,
            "learner": stored["learner"] if stored else None,
            "stored": stored["events"] if stored else None,
            "waiting": [msgspec.to_builtins(one) for one in unsent],
            "refused": [{**msgspec.to_builtins(one), "reason": why} for one, why in never],
            "problem": problem,
        }
        click.echo(json_text(data, indent=1))
        return 1 if problem else 0
    for line in _lines(membership, stored, problem):
        click.echo(line)
    click.echo(f"\nWaiting to be sent: {len(unsent)}")
    for one in unsent:
        click.echo(f"  {event_line(msgspec.to_builtins(one))}")
    if never:
        click.echo(f"\nRefused by the server, kept here and never sent again: {len(never)}")
        for one, why in never:
            click.echo(f"  {event_line(msgspec.to_builtins(one))}  ({clean_line(why)})")
    return 1 if problem else 0


def _lines(membership: Membership, stored: dict[str, Any] | None, problem: str) -> list[str]:
    lines = [f"Class {clean_line(membership.title) or '?'} at {membership.url}", *promises(membership)[:2], ""]
    if stored is None:
        return [*lines, f"What the server stores cannot be shown now: {clean_line(problem)}"]
    lines.append(f"The server knows you as {stored['learner']}, and stores {count(len(stored['events']), 'event')}:")
    return [*lines, *(f"  {event_line(row)}" for row in stored["events"])]
