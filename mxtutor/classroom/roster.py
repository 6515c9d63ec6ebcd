"""The roster of a class: names of learners, their ids, and the hashes of their tokens. Names live in this file alone.

It is a CSV file as Excel, Moodle or Canvas write it: a header, then a line for each learner. Columns `name` (or a first
and a last name), `id`, `email` and `group` have a meaning, `token`, `expires`, `link_token` and `link_expires` are
mxtutor's own, and all others stay as they are. A roster that is written again keeps the form in which it came.

A learner has two tokens, because they are worth different things: `token` sends events to a class server, perhaps over
a network that others can read; `link_token` opens the learner's session of `mxtutor serve`, an examination perhaps.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path

from mxtutor.classroom.naming import learner_name, looks_like
from mxtutor.errors import UsageError, reason_of
from mxtutor.private_files import create_private_file, lock, write_private
from mxtutor.suggest import did_you_mean, nearest

TOKEN_BYTES = 16
"""Random bytes of a token: 128 bits cannot be guessed, so that a plain hash keeps them secret."""
MAX_TOKEN = 200
"""Characters of the longest text that is compared with tokens."""
REVOKED = "revoked"
"""In place of a hash: the learner has no token, and none is made without being asked for."""
MAX_NAME = 200
MAX_BYTES = 4 << 20
"""Size of the largest roster that is read; 20,000 learners with tokens take half of it."""
_PREFIX = "sha256:"
_HEX = frozenset("0123456789abcdef")
_OWN = ("token", "expires", "link_token", "link_expires")
_NEW = ("name", "id", "token", "expires")
"""Columns of a roster that is new."""
_CALLED = {
    "name": ("name", "full name", "student", "learner"),
    "first": ("first name", "firstname"),
    "last": ("last name", "lastname", "surname"),
    "id": ("id", "id number", "identifier", "student id"),
    "email": ("email", "e-mail", "email address", "e-mail address"),
    "group": ("group", "groups", "section"),
    **{key: (key,) for key in _OWN},
}
"""What the columns with a meaning are called, without regard to capitals."""
_NO_LEARNER = ("points possible", "student, test", "test student")
"""Lines of a gradebook of Canvas that are no learner's."""


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
    email: str = ""
    group: str = ""
    extra: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Other columns by their names."""

    def has_link(self) -> bool:
        """Return whether the learner has a link that has not expired."""
        over = self.link_expires is not None and datetime.now(timezone.utc) >= self.link_expires
        return self.link_token.startswith(_PREFIX) and not over

    @property
    def called(self) -> set[str]:
        """What the learner's hand-ins may be called, as `looks_like` writes it: also `Ruiz, Ana` for `Ana Ruiz`."""
        first, _, last = self.name.rpartition(" ")
        names = (self.name, f"{last} {first}", f"{last}, {first}", self.id, self.email, self.email.partition("@")[0])
        return {looks_like(one) for one in names if one.strip(" ,")}

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

    def label(self, learner: Learner) -> str:
        """Return what a gradebook calls a learner: the name, with the id where another one has the same name."""
        same = [one for one in self.learners if one.name == learner.name]
        return learner.name if len(same) == 1 else f"{learner.name}_{learner.id}"

    def meant(self, name: str) -> Learner | None:
        """Return the only learner whom the name of a folder or file of a hand-in can mean; None if that is not sure.

        It may be the id, the name, the e-mail address or its first part; Moodle and Canvas add an id after `_`.
        """
        start, _, number = name.rpartition("_")
        for identity in (name, number, f"Participant {number}"):
            if identity in self._by_id:
                return self._by_id[identity]
        for wanted in (looks_like(name), looks_like(start) if number.isdecimal() else ""):
            exact = [one for one in self.learners if wanted == looks_like(one.name)]
            found = exact or [one for one in self.learners if wanted in one.called]
            if len(found) == 1:
                return found[0]
        return None

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
    return learners.get(hash_token(token)) if token and len(token) <= MAX_TOKEN else None


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


@dataclass(slots=True)
class _Table:
    """A CSV file as it stands: its form, its header and its lines."""

    path: Path
    columns: list[str] = field(default_factory=lambda: list(_NEW))
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    """Number of the line, and its cells; lines before the header have no cells that matter."""
    start: str = ""
    separator: str = ","
    line_end: str = "\n"
    places: dict[str, int] = field(default_factory=lambda: _places(_NEW))
    """Places of the columns with a meaning."""

    def values(self, cells: Sequence[str]) -> dict[str, str] | None:
        """Return the cells with a meaning of a line; None if it is no learner's."""
        found = {key: cells[place].strip() if place < len(cells) else "" for key, place in self.places.items()}
        name = found.get("name") or f"{found.get('first', '')} {found.get('last', '')}".strip()
        if not any(cell.strip() for cell in cells) or name.lower() in _NO_LEARNER:
            return None
        return found | {"name": name}


def _places(columns: Sequence[str]) -> dict[str, int]:
    names = [name.strip().lower() for name in columns]
    found = {key: [place for place, name in enumerate(names) if name in called] for key, called in _CALLED.items()}
    return {key: places[0] for key, places in found.items() if places}


def read_roster(path: Path) -> Roster:
    """Return the roster in a CSV file.

    Raises:
        UsageError: it cannot be read, or a line of it cannot be right; one line with the place.
    """
    return Roster(path, tuple(learner for _, learner in _lines(_read(path)) if learner))


def _lines(table: _Table) -> list[tuple[list[str], Learner | None]]:
    """Return the cells of each line with its learner; None for a line that is no learner's.

    Raises:
        UsageError: a line cannot be right.
    """
    found: list[tuple[list[str], Learner | None]] = []
    first: dict[str, int] = {}
    tokens: dict[str, Learner] = {}
    for number, cells in table.rows:
        place = f"{table.path}:{number}"
        if len(cells) > len(table.columns):
            raise UsageError(f"{place}: it has more cells than the first line.", fix="Put commas in quotes.")
        values = table.values(cells)
        found.append((cells, _learner(place, values, table, cells) if values is not None else None))
        if (learner := found[-1][1]) is None:
            continue
        if learner.id in first:
            both = "id" if values and values.get("id") else "name"
            raise UsageError(
                f"{place}: the {both} {learner.id!r} stands in {table.path}:{first[learner.id]}, too.",
                fix="Give each learner an id of their own in the column `id`.",
            )
        first[learner.id] = number
        for token in (learner.token, learner.link_token):
            if token.startswith(_PREFIX) and token in tokens:
                other = tokens[token]
                who = f"{other.id!r} and {learner.id!r} have" if other is not learner else f"{learner.id!r} twice has"
                fix = "Empty one of the cells; `mxtutor links` makes new ones."
                raise UsageError(f"{table.path}: {who} the same token.", fix=fix)
            tokens[token] = learner
    return found


def _read(path: Path) -> _Table:
    text = _text(path)
    first_line = next((line for line in text.splitlines() if line.strip()), "").lstrip("\ufeff")
    separator = first_line[4] if first_line.startswith("sep=") and len(first_line) > 4 else ""
    separator = separator or max(",;\t", key=first_line.count)
    end = "\r\n" if "\r\n" in text else "\n"
    start = "\ufeff" if text.startswith("\ufeff") else ""
    table = _Table(path, [], start=start, separator=separator, line_end=end)
    reader = csv.reader(io.StringIO(text.removeprefix(start), newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if table.columns:
                table.rows.append((reader.line_num, cells))
            elif any(cell.strip() for cell in cells) and not cells[0].startswith("sep="):
                table.columns = cells
            else:
                table.start += separator.join(cells) + end
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.line_num}: it is not CSV: {error}.", fix="Correct the line.") from error
    if not table.columns:
        raise UsageError(f"{path} is empty.", fix="Begin it with the line `name` or `name,id`.")
    table.places = _places(table.columns)
    if not table.places.keys() & {"name", "first", "last"}:
        raise UsageError(f"{path}: its first line has no column `name`.", fix="Begin it with `name` or `name,id`.")
    names = [name.strip().lower() for name in table.columns if name.strip()]
    if twice := next((name for number, name in enumerate(names) if name in names[:number]), None):
        raise UsageError(f"{path}: the column {twice!r} occurs twice.", fix="Rename or remove one.")
    return table


def _text(path: Path) -> str:
    if path.suffix.lower() != ".csv":
        raise UsageError(f"{path} is not a roster.", fix="A roster is a CSV file: its name must end in .csv.")
    try:
        if not path.is_file():  # a device or a pipe could be read without end
            raise UsageError(f"There is no file {path}.", fix="Give the path of a roster.")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES >> 20} MiB.", fix="Give the roster of one class.")
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8.", fix="Save it as CSV in UTF-8.") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise UsageError(f"{path} cannot be read: {reason}.", fix="Give the path of a roster.") from error
    if "\0" in text:
        raise UsageError(f"{path} is not text.", fix="Save it as CSV in UTF-8.")
    return text


def save_roster(roster: Roster) -> None:
    """Write a roster to its file in one step; only its owner can read it. Hold `changing` to change one that is used.

    Lines of learners who are not in `roster` any more are left out; all others keep what mxtutor does not know.

    Raises:
        UsageError: the file cannot be written; the old one is still whole.
    """
    try:
        table = _read(roster.path) if roster.path.exists() else _Table(roster.path)
        lines = _lines(table)
        known = {learner.id for _, learner in lines if learner}
        wanted = {one.id: one for one in roster.learners}
        lines += [([], one) for one in roster.learners if one.id not in known]
        written = [_cells(wanted[one.id], there=one.id in known) for _, one in lines if one and one.id in wanted]
        used = {key for cells in written for key, text in cells.items() if text}
        table.columns += [key for key in dict.fromkeys((*_NEW, *_OWN)) if key in used and key not in table.places]
        table.places = _places(table.columns)
        out = io.StringIO(newline="")
        out.write(table.start)
        rows = csv.writer(out, delimiter=table.separator, lineterminator=table.line_end)
        rows.writerow(table.columns)
        for cells, learner in lines:
            if learner and learner.id not in wanted:
                continue
            row = cells + [""] * (len(table.columns) - len(cells)) if cells or learner else cells
            values = _cells(wanted[learner.id], there=learner.id in known) if learner else {}
            for key, text in values.items():
                if key in table.places:
                    row[table.places[key]] = text
            rows.writerow(row)
        write_private(roster.path, out.getvalue().encode("utf-8", "backslashreplace"))
    except OSError as error:
        fix = "Free space, or use another folder."
        raise UsageError(f"{roster.path} cannot be written: {reason_of(error)}.", fix=fix) from error


def _cells(one: Learner, *, there: bool) -> dict[str, str]:
    """Return the cells of a learner that mxtutor writes; a line that is there keeps what else it says."""
    own = {
        "token": one.token,
        "expires": _time_text(one.expires),
        "link_token": one.link_token,
        "link_expires": _time_text(one.link_expires),
    }
    return own if there else {"name": one.name, "id": "" if one.id == one.name else one.id} | own


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


def _learner(place: str, values: Mapping[str, str], table: _Table, cells: Sequence[str]) -> Learner:
    name, identity = (learner_name(" ".join(values.get(key, "").split())) for key in ("name", "id"))
    for key, text in (("name", name), ("id", identity)):
        if len(text) > MAX_NAME or any(not c.isprintable() for c in text):
            raise UsageError(f"{place}: {key} {text[:40]!r} is no {key}.", fix=f"Write {MAX_NAME} letters at most.")
    if not name:
        raise UsageError(f"{place}: the name is missing.", fix="Write a name, or remove the line.")
    for key in ("token", "link_token"):
        digits = values.get(key, "").removeprefix(_PREFIX)
        if (text := values.get(key, "")) not in ("", REVOKED) and (
            not text.startswith(_PREFIX) or len(digits) != 64 or not set(digits) <= _HEX
        ):
            raise UsageError(
                f"{place}: the {key} is not `{_PREFIX}` and 64 hexadecimal digits.",
                fix="Empty it; `mxtutor links` makes tokens and keeps their hashes.",
            )
    expires, link_expires = (_time(place, key, values.get(key, "")) for key in ("expires", "link_expires"))
    known = {*table.places.values()}
    extra = {column: text for n, (column, text) in enumerate(zip(table.columns, cells, strict=False)) if n not in known}
    return Learner(
        name, identity or name, values.get("token", ""), expires, values.get("link_token", ""), link_expires,
        values.get("email", ""), values.get("group", ""), extra,
    )  # fmt: skip


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
