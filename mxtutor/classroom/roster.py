"""The roster of a class: names and ids of learners, and the hashes of their tokens. Only this file contains names.

It is a CSV file as Excel, Moodle or Canvas write it: a header, then a line per learner. The columns `name` (or a first
and a last name), `id`, `email` and `group` are read, `token`, `expires`, `link_token` and `link_expires` are
mxtutor's own, and all others stay unchanged. Saving keeps the format of the file.

A learner has two tokens, because they need different protection: `token` sends events to a class server, perhaps
over an unencrypted network; `link_token` opens the learner's session of `mxtutor serve`, perhaps an examination.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import hashlib
import io
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path

from mxtutor.classroom.naming import folded, learner_name, looks_like
from mxtutor.errors import UsageError, file_errors
from mxtutor.private_files import create_private_file, lock, write_private
from mxtutor.suggest import did_you_mean, nearest

TOKEN_BYTES = 16
"""Number of random bytes of a token; 128 bits cannot be guessed, so that a hash without salt is safe."""
MAX_TOKEN = 200
"""Longest text that is compared with tokens, in characters."""
REVOKED = "revoked"
"""Value in place of a hash: the token was revoked, and a new one is made only on explicit request."""
MAX_NAME = 200
MAX_BYTES = 4 << 20
"""Largest roster that is read, in bytes; 20,000 learners with tokens take half of it."""
_PREFIX = "sha256:"
_TOKEN = re.compile(rf"({_PREFIX}[0-9a-f]{{64}}|{REVOKED})?")
_OWN = ("token", "expires", "link_token", "link_expires")
_NEW = ("name", "id", "token", "expires")
"""Columns of a new roster."""
_CALLED = {
    "name": ("name", "full name", "student", "learner"),
    "first": ("first name", "firstname"),
    "last": ("last name", "lastname", "surname"),
    "id": ("id", "id number", "identifier", "student id"),
    "email": ("email", "e-mail", "email address", "e-mail address"),
    "group": ("group", "groups", "section"),
    **{key: (key,) for key in _OWN},
}
"""Headers of the columns that are read, in lower case."""
_NAMED = {"name", "first", "last"}
_NO_LEARNER = ("points possible", "student, test", "test student")
"""Names in lines of a Canvas gradebook that are not learners."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One line of a roster."""

    name: str
    """Name in Unicode's composed form (NFC)."""
    id: str
    """Unique in the roster, for homes and pseudonyms: the column `id`, or else the name."""
    token: str = ""
    """Hash of the token for the class server, `revoked`, or empty if no token was made."""
    expires: datetime | None = None
    """When the token expires (aware); None for never."""
    link_token: str = ""
    """Hash of the token in the link to `mxtutor serve`, `revoked`, or empty."""
    link_expires: datetime | None = None
    email: str = ""
    group: str = ""
    extra: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Other columns by their names."""
    cells: tuple[str, ...] = field(default=(), compare=False)
    """The cells of the line in the file; empty for a new learner."""

    def has_link(self) -> bool:
        """Return whether the learner has a link that has not expired."""
        return self.link_token.startswith(_PREFIX) and not _is_over(self.link_expires)

    def is_expired(self) -> bool:
        """Return whether the token has expired."""
        return _is_over(self.expires)

    @property
    def orders(self) -> set[str]:
        """The name in the usual orders and in the form of `looks_like`: `ana ruiz`, `ruiz ana`, `ruiz, ana`."""
        last, comma, first = self.name.partition(",")
        if not comma:
            first, _, last = self.name.rpartition(" ")
        return {looks_like(one) for one in (self.name, f"{first} {last}", f"{last} {first}", f"{last}, {first}")}

    @property
    def called(self) -> set[str]:
        """Names that the learner's hand-ins may have, in the form of `looks_like`."""
        others = (self.id, self.email, self.email.partition("@")[0])
        return self.orders | {looks_like(one) for one in others if one}


def _joined(name: str) -> set[str]:
    """Return a name as Canvas writes it, whichever word the family name begins with: `ruizana`, `anaruiz`."""
    words = folded(name).split()
    return {re.sub(r"\W", "", "".join(words[first:] + words[:first])) for first in range(len(words))}


def _is_over(end: datetime | None) -> bool:
    return end is not None and datetime.now(timezone.utc) >= end


@dataclass(frozen=True, slots=True)
class Roster:
    """The learners of a class, in the order of the file."""

    path: Path
    lines: tuple[Learner | Sequence[str], ...] = ()
    """Learners, and the cells of lines that are not learners."""
    columns: tuple[str, ...] = _NEW
    start: str = ""
    """Text before the header."""
    separator: str = ","
    line_end: str = "\n"
    learners: tuple[Learner, ...] = field(init=False, compare=False)
    _by_token: dict[str, Learner] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Learners by the hashes of both tokens; a hash occurs only once in a file."""
    _by_id: dict[str, Learner] = field(default_factory=dict, init=False, repr=False, compare=False)
    _by_name: dict[tuple[str, str], list[Learner]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Learners by kind and form of a name; filled by the first call of `_named`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "learners", tuple(one for one in self.lines if isinstance(one, Learner)))
        for learner in self.learners:
            self._by_id[learner.id] = learner
            self._by_token.update({one: learner for one in (learner.token, learner.link_token) if one})

    @property
    def places(self) -> dict[str, int]:
        """Indices of the columns that are read, by key of `_CALLED`."""
        names = [name.strip().lower() for name in self.columns]
        found = {key: [n for n, name in enumerate(names) if name in called] for key, called in _CALLED.items()}
        return {key: places[0] for key, places in found.items() if places}

    def of_token(self, token: str, *, link: bool = False) -> Learner | None:
        """Return the learner with this token, even if it has expired; None for any other text. `link` as in `issue`.

        The duration reveals nothing about the tokens, because a hash is looked up, which an attacker cannot choose.
        """
        made = hash_token(token) if token and len(token) <= MAX_TOKEN else ""
        found = self._by_token.get(made)
        return found if found is not None and made == (found.link_token if link else found.token) else None

    def of_id(self, identity: str) -> Learner | None:
        """Return the learner with an id; None if there is none."""
        return self._by_id.get(identity)

    def find(self, who: str) -> Learner:
        """Return the learner with this id, or else with this name.

        Raises:
            UsageError: there is no such learner, or several have the name.
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
        fix = did_you_mean(near, "Give a name or an id of the roster.")
        raise UsageError(f"{self.path} has no learner {wanted!r}.", fix=fix)

    def label(self, learner: Learner) -> str:
        """Return a learner's name in the gradebook; with the id, if another learner has the same name."""
        same = [one for one in self.learners if one.name == learner.name]
        return learner.name if len(same) == 1 else f"{learner.name}_{learner.id}"

    def meant(self, name: str) -> Learner | None:
        """Return the learner that the name of a hand-in's folder or file means; None for no or for several learners.

        The name is an id, a learner's name, an e-mail address or its part before `@`. Moodle and Canvas append a
        number, which decides if the roster has the id "Participant NUMBER" (Moodle's worksheet). Any other number can
        be another learner's id. It counts only if the name alone does not decide, and if the text before it is that
        learner's name, or has a part of the name and no space. Canvas writes names without spaces (`ruizana_4711`).
        """
        start, _, number = name.rpartition("_")
        for identity in (name, f"Participant {number}"):
            if identity in self._by_id:
                return self._by_id[identity]
        for wanted in (looks_like(name), looks_like(start) if number.isdecimal() else ""):
            found = self._named("name", wanted) or self._named("other", wanted)
            if len(found) == 1:
                return found[0]
        numbered = self._by_id.get(number)
        if number.isdecimal() and " " not in start:
            found = self._named("canvas", folded(start))
            if len(found) == 1 or numbered in found:
                return found[0] if len(found) == 1 else numbered
        if numbered is None or looks_like(start) in numbered.orders:
            return numbered
        parts = re.findall(r"[a-z]{2,}|[^\W_a-z]+", folded(numbered.name))
        has_part = any(part in folded(start) for part in parts)
        return numbered if has_part and number.isdecimal() and " " not in start else None

    def _named(self, kind: str, form: str) -> list[Learner]:
        """Return the learners with a name in this form: a "name", an "other" one, or one that "canvas" writes."""
        for one in self.learners if not self._by_name else ():
            for key, forms in (("name", {looks_like(one.name)}), ("other", one.called), ("canvas", _joined(one.name))):
                for each in forms:
                    self._by_name.setdefault((key, each), []).append(one)
        return self._by_name.get((kind, form), [])

    def people_of(self, names: Sequence[str]) -> dict[str, Learner]:
        """Return the learner that each name means (`meant`), without the names that mean the same learner."""
        meant = {name: one for name in names if (one := self.meant(name))}
        times = Counter(one.id for one in meant.values())
        return {name: one for name, one in meant.items() if times[one.id] == 1}

    def with_learners(self, changed: Iterable[Learner]) -> Roster:
        """Return the roster with these learners: each replaces the one with the same id, or is added at the end."""
        new = {one.id: one for one in changed}
        lines = [new.pop(one.id, one) if isinstance(one, Learner) else one for one in self.lines]
        return replace(self, lines=(*lines, *new.values()))

    def without(self, identity: str) -> Roster:
        """Return the roster without the learner of an id."""
        return replace(self, lines=tuple(one for one in self.lines if getattr(one, "id", None) != identity))


def hash_token(token: str) -> str:
    """Return the hash of a token, as the roster stores it."""
    return _PREFIX + hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def revoked(learner: Learner) -> Learner:
    """Return a learner with both tokens revoked."""
    return replace(learner, token=REVOKED, expires=None, link_token=REVOKED, link_expires=None)


def issue(learner: Learner, expires: datetime | None = None, *, link: bool = False) -> tuple[Learner, str]:
    """Return a learner with a new token, and the token; once the roster is saved, an earlier token is invalid.

    With `link`, it is the token of the link to `mxtutor serve`, else that for the class server. It needs no escaping
    in a URL.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    if link:
        return replace(learner, link_token=hash_token(token), link_expires=expires), token
    return replace(learner, token=hash_token(token), expires=expires), token


def issue_tokens(
    path: Path, ids: Sequence[str] | None = None, expires: datetime | None = None, *, link: bool = False
) -> dict[str, str]:
    """Make tokens for the learners `ids`, or for all who never had one; save the hashes; return tokens by id.

    `link` as in `issue`. Without `ids`, a learner whose `token` was revoked gets no link, either.

    Raises:
        UsageError: the roster cannot be read or written, or has no such id.
    """
    with changing(path) as roster:
        unasked = [one for one in roster.learners if not (one.link_token if link else one.token)]
        chosen = [one for one in unasked if one.token != REVOKED] if ids is None else [roster.find(one) for one in ids]
        made = [issue(learner, expires, link=link) for learner in {one.id: one for one in chosen}.values()]
        if made:
            save_roster(roster.with_learners(learner for learner, _ in made))
    return {learner.id: token for learner, token in made}


def revoke_tokens(path: Path, ids: Sequence[str]) -> tuple[Learner, ...]:
    """Revoke both tokens of learners; return the learners.

    Raises:
        UsageError: the roster cannot be read or written, or has no such id.
    """
    with changing(path) as roster:
        found = [revoked(roster.find(identity)) for identity in ids]
        save_roster(roster.with_learners(found))
    return tuple(found)


def read_roster(path: Path) -> Roster:
    """Return the roster in a CSV file.

    Raises:
        UsageError: the file cannot be read, or a line is invalid; the message names the line.
    """
    text = _text(path)
    start = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(start)
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    named = first_line[4:5] if first_line.startswith("sep=") else ""
    form = Roster(path, (), (), start, named or max(",;\t", key=first_line.count), "\r\n" if "\r\n" in text else "\n")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=form.separator, strict=True)
    lines: list[Learner | Sequence[str]] = []
    ids: dict[str, int] = {}
    tokens: dict[str, Learner] = {}
    try:
        for cells in reader:
            if form.columns:
                lines.append(_line(f"{path}:{reader.line_num}", cells, form))
                if isinstance(lines[-1], Learner):
                    _must_be_new(path, reader.line_num, lines[-1], ids, tokens)
            elif any(cell.strip() for cell in cells) and not cells[0].startswith("sep="):
                form = replace(form, columns=tuple(cells))
                _check_header(form)
            else:
                form = replace(form, start=form.start + form.separator.join(cells) + form.line_end)
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.line_num}: it is not CSV: {error}.", fix="Correct the line.") from error
    if not form.columns:
        raise UsageError(f"{path} is empty.", fix="Begin it with the line `name` or `name,id`.")
    return replace(form, lines=tuple(lines))


def _check_header(form: Roster) -> None:
    if not form.places.keys() & {*_NAMED, "id"}:
        raise UsageError(f"{form.path}: its first line has no column `name`.", fix="Begin it with `name` or `name,id`.")
    names = [name.strip().lower() for name in form.columns if name.strip()]
    if twice := next((name for number, name in enumerate(names) if name in names[:number]), None):
        raise UsageError(f"{form.path}: the column {twice!r} occurs twice.", fix="Rename or remove one.")


def _must_be_new(path: Path, number: int, learner: Learner, ids: dict[str, int], tokens: dict[str, Learner]) -> None:
    """Add the id and the tokens of a line to those of the lines before; refuse those that are there."""
    if (first := ids.setdefault(learner.id, number)) != number:
        column = "id" if learner.id != learner.name else "name"
        raise UsageError(
            f"{path}:{number}: the {column} {learner.id!r} is also in {path}:{first}.",
            fix="Give each learner an id of their own in the column `id`.",
        )
    for token in (learner.token, learner.link_token):
        if other := tokens.get(token):
            who = f"{other.id!r} and {learner.id!r} have" if other is not learner else f"{learner.id!r} twice has"
            fix = "Empty one of the cells; `mxtutor links` makes new ones."
            raise UsageError(f"{path}: {who} the same token.", fix=fix)
        if token.startswith(_PREFIX):
            tokens[token] = learner


def _line(place: str, cells: list[str], form: Roster) -> Learner | list[str]:
    """Return the learner in a line, or the cells if the line is no learner.

    Raises:
        UsageError: the line is invalid.
    """
    if len(cells) > len(form.columns):
        raise UsageError(f"{place}: it has more cells than the first line.", fix="Put commas in quotes.")
    places = form.places
    values = {key: cells[at].strip() if at < len(cells) else "" for key, at in places.items()}
    name = values.get("name") or f"{values.get('first', '')} {values.get('last', '')}".strip()
    if not places.keys() & _NAMED:  # Moodle hides the names while an assignment is graded anonymously
        name = values["id"]
    if not any(values.values()) or name.lower() in _NO_LEARNER:  # Canvas writes "Manual Posting" below assignments
        return cells
    name, identity = (learner_name(" ".join(text.split())) for text in (name, values.get("id", "")))
    for key, text in (("name", name), ("id", identity)):
        if len(text) > MAX_NAME or any(not c.isprintable() for c in text):
            raise UsageError(f"{place}: {key} {text[:40]!r} is no {key}.", fix=f"Write {MAX_NAME} letters at most.")
    if not name:
        missing = "name" if places.keys() & _NAMED else "id"
        raise UsageError(f"{place}: the {missing} is missing.", fix="Write it, or remove the line.")
    for key in ("token", "link_token"):
        if not _TOKEN.fullmatch(values.get(key, "")):
            raise UsageError(
                f"{place}: the {key} is not `{_PREFIX}` and 64 hexadecimal digits.",
                fix="Empty it; `mxtutor links` makes tokens and keeps their hashes.",
            )
    known = {*places.values()}
    return Learner(
        name,
        identity or name,
        expires=_time(place, "expires", values),
        link_expires=_time(place, "link_expires", values),
        extra={column: cells[n] for n, column in enumerate(form.columns[: len(cells)]) if n not in known},
        cells=tuple(cells),
        **{key: values.get(key, "") for key in ("token", "link_token", "email", "group")},
    )


def _time(place: str, key: str, values: Mapping[str, str]) -> datetime | None:
    text = values.get(key, "")
    if not text:
        return None
    with contextlib.suppress(ValueError, OverflowError):
        found = datetime.fromisoformat(text[:-1] + "+00:00" if text[-1] in "Zz" else text)
        if found.utcoffset() is not None:
            return found.astimezone(timezone.utc)
    fix = "Write it as 2026-12-01 18:00+01:00."
    raise UsageError(f"{place}: {key} {text[:40]!r} is not a date and time with an offset.", fix=fix)


def _text(path: Path) -> str:
    """Return the text of a roster; if Excel wrote it, in whichever encoding, it begins with U+FEFF."""
    if path.suffix.lower() != ".csv":
        raise UsageError(f"{path} is not a roster.", fix="A roster is a CSV file: its name must end in .csv.")
    with file_errors(path, "read", fix="Give the path of a roster."):
        if not path.is_file():  # reading a device or a pipe might never end
            raise UsageError(f"There is no file {path}.", fix="Give the path of a roster.")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise UsageError(f"{path} is larger than {MAX_BYTES >> 20} MiB.", fix="Give the roster of one class.")
    try:
        text = _decoded(data)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8.", fix="Save it as CSV in UTF-8.") from error
    if "\0" in text:
        raise UsageError(f"{path} is not text.", fix="Save it as CSV in UTF-8.")
    return text


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"\ufeff{data.decode('utf-16')}"
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return f"\ufeff{data.decode('cp1252')}"  # Excel on Windows writes it, unless one chooses "CSV UTF-8"


def save_roster(roster: Roster) -> None:
    """Write a roster to its file atomically, readable for its owner only; use it inside `changing`.

    Raises:
        UsageError: the file cannot be written; the old one is intact.
    """
    used = {key for one in roster.learners for key, text in _written(one).items() if text}
    added = [key for key in (*_NEW[:2], *_OWN) if key in used and key not in roster.places]
    form = replace(roster, columns=(*roster.columns, *added))
    places, out = form.places, io.StringIO(newline="")
    out.write(form.start)
    rows = csv.writer(out, delimiter=form.separator, lineterminator=form.line_end)
    rows.writerow(form.columns)
    for line in roster.lines:
        cells = [*(line.cells if isinstance(line, Learner) else line)]
        if isinstance(line, Learner) or cells:
            cells += [""] * (len(form.columns) - len(cells))
        for key, text in _written(line).items() if isinstance(line, Learner) else ():
            if key in places:
                cells[places[key]] = text
        rows.writerow(cells)
    with file_errors(roster.path, fix="Free space, or use another folder."):
        write_private(roster.path, out.getvalue().encode("utf-8", "backslashreplace"))


def _written(one: Learner) -> dict[str, str]:
    """Return the cells of a learner that mxtutor writes, by column; other cells of an existing line stay."""
    own = {"name": one.name, "id": "" if one.id == one.name else one.id} if not one.cells else {}
    times = {"expires": one.expires, "link_expires": one.link_expires}
    texts = {key: when.isoformat(sep=" ", timespec="seconds") if when else "" for key, when in times.items()}
    return own | texts | {"token": one.token, "link_token": one.link_token}


@contextlib.contextmanager
def changing(path: Path) -> Iterator[Roster]:
    """Lock a roster against other processes and yield it; change it with `save_roster` inside the block.

    Raises:
        UsageError: there is no roster, or the folder cannot be written.
    """
    if not path.is_file():  # do not leave a lock file beside a missing roster
        raise UsageError(f"There is no file {path}.", fix="Give the path of a roster.")
    beside = path.with_name(f".{path.name}.lock")
    with file_errors(path, "changed", fix="Use a folder that you can write."):
        create_private_file(beside)
        file = open(beside, "a")  # noqa: SIM115 - `with` follows
    with file:
        lock(file.fileno(), wait=True)
        yield read_roster(path)
