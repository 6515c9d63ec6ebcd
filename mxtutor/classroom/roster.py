"""The roster of a class: names of learners, their ids, and the hashes of their tokens. Names live in this file alone.

A CSV file with a column `name` and perhaps `id`, `token`, `expires`, `link_token` and `link_expires` (other columns
stay as they are), or a YAML or JSON file: `version: 1`, then `learners:` with a list of mappings of the same keys.

A learner has two tokens, because they are worth different things: `token` sends events to a class server, perhaps over
a network that others can read; `link_token` opens the learner's session of `mxtutor serve`, an examination perhaps.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path

from mxtutor.classroom.naming import learner_name
from mxtutor.classroom.roster_files import Row, read_rows, write_rows
from mxtutor.errors import UsageError
from mxtutor.private_files import create_private_file, lock
from mxtutor.suggest import did_you_mean, nearest

TOKEN_BYTES = 16
"""Random bytes of a token: 128 bits cannot be guessed, so that a plain hash keeps them secret."""
MAX_TOKEN = 200
"""Characters of the longest text that is compared with tokens."""
REVOKED = "revoked"
"""In place of a hash: the learner has no token, and none is made without being asked for."""
MAX_NAME = 200
_PREFIX = "sha256:"
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Learner:
    """One line of a roster."""

    name: str
    """For people; in Unicode's composed form (NFC)."""
    id: str
    """Unique in the roster, for homes and pseudonyms: the column `id`, or else the name."""
    token: str = ""
    """Hash of the token for the class server, `revoked`, or empty if no token was made."""
    expires: datetime | None = None
    """When the token stops working. Aware; None for never."""
    link_token: str = ""
    """The same of the token in the link to `mxtutor serve`."""
    link_expires: datetime | None = None
    extra: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Other columns of a CSV file."""

    def has_link(self) -> bool:
        """Return whether the learner has a link that has not expired."""
        over = self.link_expires is not None and datetime.now(timezone.utc) >= self.link_expires
        return self.link_token.startswith(_PREFIX) and not over

    def is_expired(self, now: datetime | None = None) -> bool:
        """Return whether the token has stopped working."""
        return self.expires is not None and (now or datetime.now(timezone.utc)) >= self.expires


@dataclass(frozen=True, slots=True)
class Roster:
    """The learners of a class, in the order of the file."""

    path: Path
    learners: tuple[Learner, ...] = ()
    _by_token: dict[str, Learner] = field(default_factory=dict, init=False, repr=False, compare=False)
    _by_link: dict[str, Learner] = field(default_factory=dict, init=False, repr=False, compare=False)
    _by_id: dict[str, Learner] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for learner in self.learners:
            self._by_id[learner.id] = learner
            if learner.token.startswith(_PREFIX):
                self._by_token[learner.token] = learner
            if learner.link_token.startswith(_PREFIX):
                self._by_link[learner.link_token] = learner

    def of_token(self, token: str) -> Learner | None:
        """Return the learner whose token for the class server this is, even if it has expired; None for any other text.

        The time that this takes says nothing about the tokens: what is looked up is a hash, which nobody can choose.
        """
        return _of_hash(token, self._by_token)

    def of_link(self, token: str) -> Learner | None:
        """Return the learner whose link has this token, as `of_token` does."""
        return _of_hash(token, self._by_link)

    def of_id(self, identity: str) -> Learner | None:
        """Return the learner with an id; None if there is none."""
        return self._by_id.get(identity)

    def find(self, who: str) -> Learner:
        """Return the learner whose id, or else whose name this is.

        Raises:
            UsageError: there is none, or several have the name.
        """
        wanted = learner_name(who)
        if wanted in self._by_id:
            return self._by_id[wanted]
        named = [one for one in self.learners if one.name == wanted]
        if len(named) == 1:
            return named[0]
        if named:
            raise UsageError(f"{len(named)} learners are called {wanted!r}.", fix="Give the id: the column `id`.")
        near = nearest(wanted, [name for one in self.learners for name in {one.name, one.id}])
        raise UsageError(
            f"{self.path} has no learner {wanted!r}.", fix=did_you_mean(near, "Give a name or an id of it.")
        )

    def with_learner(self, changed: Learner) -> Roster:
        """Return the roster with a learner in place of the one with the same id, or at the end."""
        if changed.id in self._by_id:
            return replace(self, learners=tuple(changed if one.id == changed.id else one for one in self.learners))
        return replace(self, learners=(*self.learners, changed))

    def without(self, identity: str) -> Roster:
        """Return the roster without the learner of an id."""
        return replace(self, learners=tuple(one for one in self.learners if one.id != identity))


def _of_hash(token: str, learners: Mapping[str, Learner]) -> Learner | None:
    """Return the learner of a token among learners by the hashes of tokens."""
    if not token or len(token) > MAX_TOKEN:
        return None
    hashed = hash_token(token)
    return learners.get(hashed)


def make_token() -> str:
    """Return a new random token, which can stand in a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Return what a roster holds of a token."""
    return _PREFIX + hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def issue(learner: Learner, expires: datetime | None = None, *, link: bool = False) -> tuple[Learner, str]:
    """Return a learner with a new token, and the token; an earlier one works no more once the roster is saved.

    With `link` it is the token of the learner's link, else the one for the class server; the other one stays.
    """
    token = make_token()
    if link:
        return replace(learner, link_token=hash_token(token), link_expires=expires), token
    return replace(learner, token=hash_token(token), expires=expires), token


def revoke(learner: Learner, *, link: bool = False) -> Learner:
    """Return a learner without a token; `link` is that of `issue`."""
    if link:
        return replace(learner, link_token=REVOKED, link_expires=None)
    return replace(learner, token=REVOKED, expires=None)


def read_roster(path: Path) -> Roster:
    """Return the roster in a CSV, YAML or JSON file.

    Raises:
        UsageError: it cannot be read, or a line of it cannot be right; one line with the place.
    """
    learners: list[Learner] = []
    first: dict[str, Row] = {}
    for row in read_rows(path):
        learner = _learner(row)
        if learner.id in first:
            both = "id" if row.id else "name"
            raise UsageError(
                f"{row.place}: the {both} {learner.id!r} stands in {first[learner.id].place}, too.",
                fix="Give each learner an id of their own in the column `id`.",
            )
        first[learner.id] = row
        learners.append(learner)
    tokens: dict[str, Learner] = {}
    for learner in learners:
        for token in (learner.token, learner.link_token):
            if token.startswith(_PREFIX) and token in tokens:
                other = tokens[token]
                who = f"{other.id!r} and {learner.id!r} have" if other is not learner else f"{learner.id!r} twice has"
                raise UsageError(
                    f"{path}: {who} the same token.",
                    fix="Empty one of the cells; `mxtutor links` makes new ones.",
                )
            tokens[token] = learner
    return Roster(path, tuple(learners))


def save_roster(roster: Roster) -> None:
    """Write a roster to its file in one step; only its owner can read it. Hold `changing` to change one that is used.

    Raises:
        UsageError: the file cannot be written; the old one is still whole.
    """
    rows = [
        Row(
            "",
            one.name,
            "" if one.id == one.name else one.id,
            one.token,
            _time_text(one.expires),
            one.link_token,
            _time_text(one.link_expires),
            one.extra,
        )
        for one in roster.learners
    ]
    write_rows(roster.path, rows)


@contextlib.contextmanager
def changing(path: Path) -> Iterator[None]:
    """Let one process at a time read a roster, change it and save it.

    Raises:
        UsageError: there is no roster, or the folder cannot be written.
    """
    if not path.is_file():  # a lock would stay beside a roster that never was
        raise UsageError(f"There is no file {path}.", fix="Give the path of a roster.")
    beside = path.with_name(f".{path.name}.lock")
    try:
        create_private_file(beside)
        file = open(beside, "a")  # noqa: SIM115 - `with` follows
    except OSError as error:
        raise UsageError(
            f"{path} cannot be changed: {error.strerror}.", fix="Use a folder that you can write."
        ) from error
    with file:
        lock(file.fileno(), wait=True)
        yield


def issue_tokens(
    path: Path, ids: Sequence[str] | None = None, expires: datetime | None = None, *, link: bool = False
) -> dict[str, str]:
    """Make tokens for the learners `ids`, or for all who never had one; save their hashes; return id to token.

    `link` is that of `issue`. A learner whose only token was revoked gets no link that nobody asked for.

    Raises:
        UsageError: the roster cannot be read or written, or has no such id.
    """
    with changing(path):
        roster = read_roster(path)
        unasked = [one for one in roster.learners if not (one.link_token if link else one.token)]
        chosen = [one.id for one in unasked if one.token != REVOKED] if ids is None else ids
        made: dict[str, str] = {}
        changed = {one.id: one for one in roster.learners}
        for identity in chosen:
            learner = roster.find(identity)
            changed[learner.id], made[learner.id] = issue(learner, expires, link=link)
        if made:
            save_roster(Roster(path, tuple(changed.values())))
    return made


def revoke_tokens(path: Path, ids: Sequence[str], *, link: bool = False) -> tuple[Learner, ...]:
    """Take the tokens of learners back; return the learners. `link` is that of `issue`.

    Raises:
        UsageError: the roster cannot be read or written, or has no such id.
    """
    with changing(path):
        roster = read_roster(path)
        found = [revoke(roster.find(identity), link=link) for identity in ids]
        for learner in found:
            roster = roster.with_learner(learner)
        save_roster(roster)
    return tuple(found)


def _learner(row: Row) -> Learner:
    name, identity = (learner_name(" ".join(text.split())) for text in (row.name, row.id))
    for key, text in (("name", name), ("id", identity)):
        if len(text) > MAX_NAME or any(not c.isprintable() for c in text):
            raise UsageError(f"{row.place}: {key} {text[:40]!r} is no {key}.", fix=f"Write {MAX_NAME} letters at most.")
    if not name:
        raise UsageError(f"{row.place}: the name is missing.", fix="Write a name, or remove the line.")
    token, link_token = row.token.strip(), row.link_token.strip()
    for key, text in (("token", token), ("link_token", link_token)):
        if text not in ("", REVOKED) and not _is_hash(text):
            raise UsageError(
                f"{row.place}: the {key} is not `{_PREFIX}` and 64 hexadecimal digits.",
                fix="Empty it; `mxtutor links` makes tokens and keeps their hashes.",
            )
    expires, link_expires = (_time(row.place, key, getattr(row, key)) for key in ("expires", "link_expires"))
    return Learner(name, identity or name, token, expires, link_token, link_expires, row.extra)


def _is_hash(text: str) -> bool:
    digits = text.removeprefix(_PREFIX)
    return text.startswith(_PREFIX) and len(digits) == 64 and set(digits) <= _HEX


def _time(place: str, key: str, cell: str) -> datetime | None:
    text = cell.strip()
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text[:-1] + "+00:00" if text[-1] in "Zz" else text)
        aware = found.astimezone(timezone.utc) if found.utcoffset() is not None else None
    except (ValueError, OverflowError):
        aware = None
    if aware is None:
        raise UsageError(
            f"{place}: {key} {text[:40]!r} is not a date and time with an offset.",
            fix="Write it as 2026-12-01 18:00+01:00.",
        )
    return aware


def _time_text(when: datetime | None) -> str:
    return when.isoformat(sep=" ", timespec="seconds") if when else ""
