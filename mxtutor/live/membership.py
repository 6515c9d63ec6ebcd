"""The class of a learner's home, from `class.json` or from the environment of `mxtutor serve`, and how it joins one."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from mxtutor.content.class_links import ClassLink, read_link
from mxtutor.content.workshop import Workshop
from mxtutor.conversion import convert
from mxtutor.counts import count
from mxtutor.errors import StoreError, UsageError, file_errors
from mxtutor.live.client import class_info, join_class
from mxtutor.live.events import ClassInfo
from mxtutor.private_files import make_private_folder, write_private
from mxtutor.progress.store import ProgressStore, open_store

FILE = "class.json"
VARIABLE = "MXTUTOR_CLASS"
"""Environment variable with a learner's link (address and token); its class replaces that of the file."""
MAX_BYTES = 1 << 20
"""Maximum size of `class.json`, in bytes."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The class that a learner has joined, and what it gets."""

    url: str
    """Address of the class server."""
    token: str = field(repr=False)
    title: str = ""
    """Name of the class; empty before the first response of the server."""
    share_code: bool = False
    """Whether the learner shares code."""
    class_shares_code: bool = False
    """Whether the class gets the code of all learners."""
    exercises: tuple[str, ...] = ()
    """Events of other exercises are not sent; empty for all exercises."""

    @property
    def sends_code(self) -> bool:
        """Whether events contain the learner's code."""
        return self.share_code or self.class_shares_code

    def wants(self, exercise: str) -> bool:
        """Return whether events of an exercise are sent."""
        return not self.exercises or exercise in self.exercises

    def with_info(self, info: ClassInfo) -> Membership:
        """Return this membership with the title, the exercises and the sharing of code that the server reports."""
        return replace(self, title=info.title, class_shares_code=info.share_code, exercises=tuple(info.exercises))


def read_membership(home: Path, environment: Mapping[str, str] = os.environ) -> Membership | None:
    """Return the class of a home; None if it belongs to none.

    Raises:
        UsageError: the variable or the file is damaged.
    """
    kept = _kept(home)
    link = environment.get(VARIABLE, "")
    if not link:
        return kept
    try:
        url, token = read_link(link)
    except ValueError as error:
        raise UsageError(f"{VARIABLE}: {error}", fix="Set it to a learner's link, or unset it.") from error
    if not token:
        raise UsageError(f"{VARIABLE}: the link has no token.", fix="Set it to a learner's link, or unset it.")
    if kept is not None and kept.url == url:
        return replace(kept, token=token)
    return Membership(url, token)


def save_membership(home: Path, membership: Membership) -> None:
    """Write `class.json`, readable by its owner alone.

    Raises:
        StoreError: the file cannot be written.
    """
    data = {"version": 1, **asdict(membership)}
    with file_errors(home / FILE, fix="Free some space.", kind=StoreError):
        make_private_folder(home)
        write_private(home / FILE, json.dumps(data, indent=1, ensure_ascii=False).encode("utf-8", "replace"))


def remove_membership(home: Path) -> None:
    """Delete `class.json`.

    Raises:
        StoreError: the file cannot be deleted.
    """
    with file_errors(home / FILE, "deleted", kind=StoreError):
        (home / FILE).unlink(missing_ok=True)


def _kept(home: Path) -> Membership | None:
    path = home / FILE
    try:
        with path.open("rb") as file:
            kept: Membership = convert(json.loads(file.read(MAX_BYTES)), Membership)
        return replace(kept, url=read_link(kept.url).url)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.", fix="Give yourself the permission to read it."
        ) from error
    except (ValueError, RecursionError) as error:  # msgspec's ValidationError is a ValueError
        raise UsageError(f"{path} is damaged.", fix="Run `mxtutor class leave`, then join the class again.") from error


def join(home: Path, server: ClassLink, *, code: str = "", name: str = "", share_code: bool = False) -> Membership:
    """Join a class with the token in `server`, or with a class code and a name; store the membership in the home.

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


def note_present(progress: ProgressStore) -> None:
    """Store that the current exercise is open, so that a class that was just joined gets this event."""
    place = progress.place()
    if place is not None and place.screen == "exercise":
        progress.note_work(place.id)


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
    """Return the sentences of `promises` for the class of a workshop, before the learner joins it."""
    shares, exercises = workshop.share_code, workshop.path.exercises
    return promises(Membership(workshop.class_url, "", class_shares_code=shares, exercises=exercises))
