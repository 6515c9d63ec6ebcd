"""Finds the answers that each learner handed in below a folder, and lists the files that cannot be read.

A learner's folder holds `<topic>/<slug>.py`, `answers/<topic>/<slug>.py` (a copy of mxtutor's own folder) or what
`mxtutor export` wrote. No link is followed on any level, and nothing outside a learner's folder is opened.
"""

from __future__ import annotations

import os
import re
import stat
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.classroom.archives import read_export, read_member, zip_members
from mxtutor.classroom.safe_files import Refused, open_file, open_folder, read_limited, refusal
from mxtutor.suggest import did_you_mean, nearest

MAX_DEPTH = 8
MAX_FILES = 5000
"""Files per learner that are read at most."""
MAX_COMPARED = 1 << 20
"""Bytes that are read of each of two files for one exercise, to compare them."""
_IGNORED = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "progress.json"}
_IGNORED_START = (".", "progress.db")  # hidden files, and mxtutor's own database in a copy of its folder
_LOOSE = (".py", ".ipynb", ".json", ".tar", ".gz", ".tgz", ".7z", ".rar")
"""Files beside the learners' folders that look like hand-ins; others (a roster, a gradebook) are the instructor's."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """One answer of one learner; `read_hand_in` returns its bytes."""

    learner: str
    exercise: str
    path: tuple[str, ...]
    """Names from the class's folder down to the file."""
    member: str = ""
    """Name inside that file, if it is an archive."""

    @property
    def place(self) -> str:
        """The file's path for people, relative to the class's folder."""
        return readable("/".join((*self.path, *([self.member] if self.member else []))))


@dataclass(frozen=True, slots=True)
class Unread:
    """A file or folder that was handed in and is not graded."""

    learner: str
    """Empty for a file outside the learners' folders."""
    path: str
    """Relative to the class's folder."""
    reason: str
    """One sentence."""
    nearest: str = ""
    """Id of the exercise that is probably meant; empty if none is near."""


@dataclass(slots=True)
class Collected:
    """All that a class handed in."""

    learners: tuple[str, ...] = ()
    """In order of their names, also those who handed in nothing."""
    answers: list[HandIn] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)


def readable(name: str) -> str:
    """Return a file's name as text that can be written anywhere, whatever bytes the name has."""
    return name.encode("utf-8", "backslashreplace").decode()


def collect(folder: Path, ids: Sequence[str], content: Path | None = None) -> Collected:
    """Return the answers to the exercises `ids` that lie below a folder, exercise by exercise in the order of `ids`.

    A hard link to a file of another learner, or to one below `content`, is not graded.

    Raises:
        OSError: the folder itself cannot be read.
    """
    found = _Finder(folder, ids)
    with open_folder(folder) as top:
        entries = sorted(os.scandir(top), key=lambda entry: entry.name)
        for entry in entries:
            found.learner_entry(entry.name, entry.stat(follow_symlinks=False).st_mode)
    found.refuse_hard_links(content)
    rank = {identity: i for i, identity in enumerate(ids)}
    learners = tuple(sorted(found.learners))
    answers = sorted(found.answers.values(), key=lambda one: (rank[one.exercise], one.learner))
    return Collected(learners, answers, sorted(found.unread, key=lambda one: (one.learner, one.path)))


def read_hand_in(folder: Path, answer: HandIn, limit: int) -> bytes:
    """Return at most `limit` bytes of an answer.

    Raises:
        Refused: the file became something else since it was found, or its archive is damaged.
        OSError: it cannot be read.
    """
    with open_file(folder, answer.path) as descriptor:
        if not answer.member:
            return read_limited(descriptor, limit)
        if answer.path[-1].lower().endswith(".zip"):
            return read_member(descriptor, answer.member, limit)
        return read_export(descriptor)[answer.member].encode("utf-8", "replace")[:limit]


class _Finder:
    """Collects one class."""

    def __init__(self, folder: Path, ids: Sequence[str]) -> None:
        self.learners: set[str] = set()
        self.answers: dict[tuple[str, str], HandIn] = {}
        self.unread: list[Unread] = []
        self._folder = folder
        self._ids = ids
        self._inodes: dict[tuple[int, int], list[HandIn]] = defaultdict(list)

    def learner_entry(self, name: str, mode: int) -> None:
        """Read one entry of the class's folder: a learner's folder, a learner's archive, or another file."""
        if name in _IGNORED or name.startswith((*_IGNORED_START, "_")):
            return
        if stat.S_ISDIR(mode):
            learner = readable(name)
            self.learners.add(learner)
            self._walk(learner, name)
        elif stat.S_ISREG(mode) and name.lower().endswith(".zip"):
            learner = readable(name[:-4])
            self.learners.add(learner)
            self._archive(learner, (name,))
        elif stat.S_ISLNK(mode):
            self.learners.add(readable(name))
            self._refuse(readable(name), (name,), f"It is {refusal(mode)}.")
        elif refusal(mode) or name.lower().endswith(_LOOSE):
            reason = f"It is {refusal(mode)}." if refusal(mode) else "It is not in a learner's folder."
            self._refuse("", (name,), reason)

    def refuse_hard_links(self, content: Path | None) -> None:
        """Refuse answers whose file is a hard link to a file of another learner or of the course."""
        shipped: set[tuple[int, int]] = set()
        if self._inodes and content is not None:
            stats = [path.stat() for path in (content / "exercises").rglob("*.py")]
            shipped = {(one.st_dev, one.st_ino) for one in stats}
        for inode, answers in self._inodes.items():
            others = len({answer.learner for answer in answers}) > 1
            for answer in answers if others or inode in shipped else ():
                owner = "another learner's folder" if others else "the course"
                if self.answers.get((answer.learner, answer.exercise)) == answer:
                    del self.answers[answer.learner, answer.exercise]
                self._refuse(answer.learner, answer.path, f"It is a hard link to a file of {owner}.")

    def _walk(self, learner: str, name: str) -> None:
        waiting: list[tuple[str, ...]] = [(name,)]
        seen = 0
        while waiting:
            parts = waiting.pop()
            try:
                with open_folder(self._folder, parts) as descriptor:
                    entries = [(e.name, e.stat(follow_symlinks=False)) for e in os.scandir(descriptor)]
            except (OSError, Refused) as error:
                self._refuse(learner, parts, f"The folder cannot be read: {_reason(error)}.")
                continue
            for inner, status in sorted(entries, key=lambda entry: entry[0]):
                if inner in _IGNORED or inner.startswith(_IGNORED_START):
                    continue
                seen += 1
                if seen > MAX_FILES:
                    self._refuse(
                        learner, parts, f"The learner handed in more than {MAX_FILES} files; the rest is not read."
                    )
                    return
                if stat.S_ISDIR(status.st_mode) and len(parts) < MAX_DEPTH and not inner.endswith(".py"):
                    waiting.append((*parts, inner))
                else:
                    self._entry(learner, (*parts, inner), status)

    def _entry(self, learner: str, path: tuple[str, ...], status: os.stat_result) -> None:
        exercise = self._exercise(path[1:])
        if reason := refusal(status.st_mode):
            self._refuse(learner, path, f"It is {reason}.")
        elif exercise:
            answer = HandIn(learner, exercise, path)
            if status.st_nlink > 1:
                self._inodes[status.st_dev, status.st_ino].append(answer)
            self._take(answer)
        elif path[-1].lower().endswith((".zip", ".json")):
            self._archive(learner, path)
        else:
            self._refuse(learner, path, _why_not(path[1:]), self._nearest(path[1:]))

    def _archive(self, learner: str, path: tuple[str, ...]) -> None:
        """Read the answers in an archive that `mxtutor export` wrote."""
        try:
            with open_file(self._folder, path) as descriptor:
                if path[-1].lower().endswith(".zip"):
                    self._zip(learner, path, descriptor)
                else:
                    for identity in read_export(descriptor):
                        self._export_entry(learner, path, identity)
        except Refused as error:
            self._refuse(learner, path, f"It is {error}.")
        except OSError as error:
            self._refuse(learner, path, f"It cannot be read: {_reason(error)}.")

    def _zip(self, learner: str, path: tuple[str, ...], descriptor: int) -> None:
        for name, reason in zip_members(descriptor):
            parts = tuple(name.split("/"))
            exercise = self._exercise(parts)
            if reason:
                self._refuse(learner, (*path, name), f"It is {reason}.")
            elif exercise:
                self._take(HandIn(learner, exercise, path, name))
            elif not any(part in _IGNORED or part.startswith(_IGNORED_START) for part in parts):
                self._refuse(learner, (*path, name), _why_not(parts), self._nearest(parts))

    def _export_entry(self, learner: str, path: tuple[str, ...], identity: str) -> None:
        if identity in self._ids:
            self._take(HandIn(learner, identity, path, identity))
        else:
            self._refuse(learner, (*path, identity), "There is no such exercise.", self._nearest((f"{identity}.py",)))

    def _take(self, answer: HandIn) -> None:
        """Keep an answer; of several for one exercise the one with the shortest path counts, plain files first."""
        key = answer.learner, answer.exercise
        rivals = sorted((one for one in (self.answers.get(key), answer) if one), key=_rank)
        self.answers[key] = rivals[0]
        for other in rivals[1:]:
            if self._same(rivals[0], other):
                continue
            path = (*other.path, *([other.member] if other.member else []))
            self._refuse(answer.learner, path, f"Another file for {answer.exercise} is graded: {rivals[0].place}.")

    def _same(self, one: HandIn, other: HandIn) -> bool:
        try:
            return len({read_hand_in(self._folder, answer, MAX_COMPARED) for answer in (one, other)}) == 1
        except (OSError, Refused):
            return False

    def _exercise(self, parts: Sequence[str]) -> str:
        """Return the exercise id for the path below a learner's folder; empty if it has none."""
        names = parts[1:] if parts[0] == "answers" else parts
        identity = "/".join(names)[:-3] if len(names) == 2 and names[1].endswith(".py") else ""
        return identity if identity in self._ids else ""

    def _nearest(self, parts: Sequence[str]) -> str:
        return nearest_id(parts, self._ids)

    def _refuse(self, learner: str, path: Sequence[str], reason: str, nearest: str = "") -> None:
        self.unread.append(Unread(learner, readable("/".join(path)), reason, nearest))


def nearest_id(parts: Sequence[str], ids: Collection[str]) -> str:
    """Return the id of the exercise that a path probably means: `tensors/arccos (1).py`, `first_steps.py.txt`."""
    stem = re.sub(r"(\.(py|txt|ipynb|zip|json))+$", "", parts[-1].lower())
    slug = re.sub(r"[\s_]+", "-", re.sub(r"(\s*\(\d+\)|[\s_-]+(copy|final))$", "", stem).strip())
    slug = slug.rpartition("/")[2]
    topics = {part.lower() for part in parts[:-1]}
    slugs: dict[str, list[str]] = defaultdict(list)
    for identity in ids:
        slugs[identity.partition("/")[2]].append(identity)
    near = [slug] if slug in slugs else nearest(slug, slugs, likeness=0.8)
    found = [identity for one in near for identity in slugs[one]]
    return next((one for one in found if one.partition("/")[0] in topics), found[0] if found else "")


def _why_not(parts: Sequence[str]) -> str:
    if parts[-1].lower().endswith(".ipynb"):
        return "Notebooks are not read; hand in a Python module."
    if not parts[-1].endswith(".py"):
        return "Its name does not end in .py."
    names = parts[1:] if parts[0] == "answers" else parts
    if len(names) != 2:
        return "Its path is not <topic>/<slug>.py."
    return f"There is no exercise {readable('/'.join(names)[:-3])}."


def _rank(answer: HandIn) -> tuple[bool, int, str]:
    return bool(answer.member), len(answer.path), answer.place


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def unread_lines(unread: Sequence[Unread]) -> Iterator[str]:
    """Yield one line of text per entry: the path, the reason, and the exercise that is probably meant."""
    for one in unread:
        hint = did_you_mean([one.nearest] if one.nearest else [])
        yield f"{one.path}: {one.reason} {hint}".rstrip()
