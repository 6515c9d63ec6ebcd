"""Joins a class, and describes for the learner which data is sent."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from mxtutor.content.class_links import ClassLink, read_link
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.live.client import class_info, join_class
from mxtutor.live.membership import Membership, read_membership, save_membership
from mxtutor.progress.store import open_store


def join(home: Path, server: ClassLink, *, code: str = "", name: str = "", share_code: bool = False) -> Membership:
    """Join a class with a token, or with a class code and a name; store the membership in the home, and return it.

    Raises:
        TutorError: the server cannot be reached or refuses, or the home is in another class.
    """
    kept = read_membership(home, {})
    if kept is not None and kept.url != server.url:
        title = kept.title or kept.url
        raise UsageError(f"You are in the class {title!r}.", fix="Leave it first with `mxtutor class leave`.")
    if server.token:
        token, info = server.token, class_info(server.url, server.token)
    else:
        info = join_class(server.url, code, name)
        token = info.token
    share = share_code or bool(kept and kept.share_code)
    joined = Membership(server.url, token, share_code=share).with_info(info)
    save_membership(home, joined)
    with closing(open_store(home)) as store:
        store.enter_class(joined.url, shares_code=joined.sends_code)
    return joined


def join_as(home: Path, url: str, code: str, typed: str, *, anywhere: bool = True) -> Membership:
    """Join the class of a workshop with a typed text; without `anywhere`, refuse a link to another server.

    The text is a name if the class has a code, else a link or a token.

    Raises:
        TutorError: the text is no link, or `join` fails.
    """
    if code:
        return join(home, ClassLink(url), code=code, name=typed)
    try:
        link = read_link(typed) if "/" in typed else ClassLink(url, typed)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not link.token:
        raise UsageError("This link has no token.", fix="Copy the whole link.")
    if not anywhere and link.url != url:
        raise UsageError("This link belongs to another class.", fix="Copy the link of this class, or its token.")
    return join(home, link)


def promises(membership: Membership) -> list[str]:
    """Return sentences for the learner: which data is sent to the class, whether code is, and how to leave."""
    which = count(len(membership.exercises), "exercise") if membership.exercises else "all exercises"
    sent = f"Your tutor sends what you do in {which}: when you open one, your attempts with verdict and named mistakes,"
    lines = [f"{sent} hints, solutions, and when you ask for help."]
    if membership.class_shares_code:
        lines.append("This class gets the code of your answers, too.")
    elif membership.share_code:
        lines.append("You share the code of your answers, too; `mxtutor class share off` ends that.")
    else:
        lines.append("Your code stays here; `mxtutor class share on` shares it.")
    lines.append("`mxtutor class mine` shows what is stored; `mxtutor class leave` ends it.")
    return lines


def promises_before(workshop: Workshop) -> list[str]:
    """Return these sentences for the class that a workshop names, before the learner joins it."""
    shares, exercises = workshop.share_code, workshop.path.exercises
    return promises(Membership(workshop.class_url, "", class_shares_code=shares, exercises=exercises))
