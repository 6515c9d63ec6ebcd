"""Joins the class of a workshop in plain mode."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.content.workshop import Workshop
from mxtutor.errors import UsageError
from mxtutor.live.joining import join_as, promises
from mxtutor.live.membership import Membership
from mxtutor.live.reporter import open_reporter
from mxtutor.plain.session import PlainSession
from mxtutor.progress.model import CLASS_DECLINED

HOW = "Type join and {} to join it, or join no to be asked no more."


def class_lines(session: PlainSession) -> Iterator[str]:
    """Yield that the workshop has a class, what is sent to it, and how to join; nothing where that is settled."""
    workshop = session.workshop
    if workshop is None or not workshop.class_url or not session.offers("join"):
        return
    if session.progress.setting(CLASS_DECLINED) == workshop.class_url:
        return

    planned = Membership(
        workshop.class_url, "", class_shares_code=workshop.share_code, exercises=workshop.path.exercises
    )
    yield f"This workshop has a class at {workshop.class_url}. Do you want to join it?"
    yield from (line.replace("`", "") for line in promises(planned))
    yield HOW.format("your name" if workshop.class_code else "your link")


def join_class(session: PlainSession, typed: str) -> None:
    """Join the class of the workshop with a name, a link or a token; "no" declines it.

    Raises:
        TutorError: there is no class, it cannot be reached, or it refuses.
    """
    workshop = session.workshop
    if workshop is None or not workshop.class_url or session.home is None:
        raise UsageError("No class is named here.", fix="`mxtutor class join ADDRESS --code CODE` joins one.")
    if typed.lower() == "no":
        session.progress.save_setting(CLASS_DECLINED, workshop.class_url)
        session.say("You are not asked again. The command join still joins it.")
        return
    if not typed:
        session.say(HOW.format("your name" if workshop.class_code else "your link"))
        return

    joined = _joined(workshop, session, typed)
    session.reporter = open_reporter(session.home)
    if session.reporter is not None:
        session.reporter.start()
    session.say(f"You are in the class {joined}. The command call asks it for help in an exercise.")


def _joined(workshop: Workshop, session: PlainSession, typed: str) -> str:
    """Join, and return the title of the class."""
    assert session.home is not None
    found = join_as(session.home, workshop.class_url, workshop.class_code, typed)
    return found.title or found.url
