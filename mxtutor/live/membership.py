"""The class to which a home belongs: in `class.json`, or in the environment set by `mxtutor serve`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from mxtutor.content.class_links import read_link
from mxtutor.conversion import convert
from mxtutor.errors import StoreError, UsageError, file_errors
from mxtutor.live.events import ClassInfo
from mxtutor.private_files import make_private_folder, write_private

FILE = "class.json"
VARIABLE = "MXTUTOR_CLASS"
"""Environment variable with a class link and token, which replaces the file."""
MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Membership:
    """A joined class."""

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
        """Return the membership with the server's present description of the class."""
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
            f"{path} cannot be read: {error.strerror}.", fix="Give yourself the right to read it."
        ) from error
    except (ValueError, RecursionError) as error:  # msgspec's ValidationError is a ValueError
        raise UsageError(f"{path} is damaged.", fix="Run `mxtutor class leave`, then join the class again.") from error
