"""Looks at the files of a class's hand-ins one by one and decides what each of them is."""

from __future__ import annotations

import os
import re
import stat
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mxtutor.classroom.archives import A_CLASS, ONE_LEARNER, zip_members
from mxtutor.classroom.collected import Collected, Unread
from mxtutor.classroom.naming import Names, Owner, learner_name, owner_of, readable, reading_order
from mxtutor.classroom.reading import HandIn, read_hand_in, read_parts
from mxtutor.classroom.safe_files import Refused, open_file, open_folder, refusal

MAX_DEPTH = 8
MAX_FILES = 5000
"""Files per learner that are read at most, those in archives included."""
MAX_NESTED = 1
"""How deep an archive may be inside of another one."""
MAX_COMPARED = 1 << 20
"""Bytes that are read of each of two files for one exercise, to compare them."""
_IGNORED = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "progress.json"}
_IGNORED_START = (".", "progress.db")  # hidden files, and mxtutor's own database in a copy of its folder
_LOOSE = (".py", ".ipynb", ".json", ".tar", ".gz", ".tgz", ".7z", ".rar")
"""Files beside the learners' folders that look like hand-ins; others (a roster, a gradebook) are the instructor's."""
_PARTS = (".json", ".ipynb")
"""Files that hold several answers."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A file in a learner's hand-ins while it is looked at."""

    learner: str
    path: tuple[str, ...]
    below: tuple[str, ...]
    """Names below the learner's folder, which say what the file means."""
    inner: tuple[str, ...] = ()
    modified: float = 0.0
    late: bool = False
    canvas: bool = False

    @property
    def archive_name(self) -> str:
        """Name of the file in lower case, for its ending."""
        return (self.inner or self.path)[-1].lower()

    def hand_in(self, exercise: str, part: str = "") -> HandIn:
        """Return the answer at this place."""
        return HandIn(self.learner, exercise, self.path, self.inner, part, self.modified, self.late)


class Finder:
    """Collects the hand-ins of one class below a folder, for the exercises `ids`."""

    def __init__(self, folder: Path, ids: Sequence[str]) -> None:
        self.learners: set[str] = set()
        self.answers: dict[tuple[str, str], HandIn] = {}
        self.unread: list[Unread] = []
        self._folder = folder
        self._ids = ids
        self._names = Names(ids)
        self._files: dict[str, int] = defaultdict(int)
        self._inodes: dict[tuple[int, int], list[HandIn]] = defaultdict(list)
        self._platform = False
        """Whether the last archive of the class's folder was a learning platform's."""

    def learner_entry(self, name: str, status: os.stat_result) -> None:
        """Read one entry of the class's folder: a learner's folder, archive or file, or another file."""
        if _is_ignored(name) or name.startswith("_"):
            return
        mode = status.st_mode
        owner = owner_of(readable(name), folder=stat.S_ISDIR(mode))
        learner = owner.learner if owner else learner_name(name)
        late, canvas = bool(owner and owner.late), bool(owner and owner.canvas)
        if stat.S_ISDIR(mode):
            self.learners.add(learner)
            self._walk(learner, name)
        elif stat.S_ISLNK(mode):
            self.learners.add(learner)
            self._refuse(learner, (name,), f"It is {refusal(mode)}.")
        elif refusal(mode):
            self._refuse("", (name,), f"It is {refusal(mode)}.")
        elif owner:
            self.learners.add(learner)
            place = _Place(learner, (name,), (owner.file,), (), status.st_mtime, late, canvas)
            self._file(place, status, typed=owner.typed)
        elif name.lower().endswith(".zip"):
            self._learners_zip(name, status)
        elif name.lower().endswith(_LOOSE):
            self._refuse("", (name,), "It is not in a learner's folder.")

    def finish(self, content: Path | None) -> Collected:
        """Return what was found."""
        self._refuse_hard_links(content)
        rank = {identity: i for i, identity in enumerate(self._ids)}
        learners = tuple(sorted(self.learners, key=reading_order))
        answers = sorted(self.answers.values(), key=lambda one: (rank[one.exercise], reading_order(one.learner)))
        unread = sorted(self.unread, key=lambda one: (reading_order(one.learner), one.path))
        return Collected(learners, answers, unread)

    def _refuse_hard_links(self, content: Path | None) -> None:
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
        while waiting:
            parts = waiting.pop()
            try:
                with open_folder(self._folder, parts) as descriptor:
                    entries = [(e.name, e.stat(follow_symlinks=False)) for e in os.scandir(descriptor)]
            except (OSError, Refused) as error:
                self._refuse(learner, parts, f"The folder cannot be read: {_reason(error)}.")
                continue
            for inner, status in sorted(entries, key=lambda entry: entry[0]):
                if _is_ignored(inner):
                    continue
                if stat.S_ISDIR(status.st_mode) and len(parts) < MAX_DEPTH and not inner.endswith(".py"):
                    waiting.append((*parts, inner))
                    continue
                path = (*parts, inner)
                typed = parts == (name,) and _typed_in_moodle(name)
                if not self._file(_Place(learner, path, path[1:], (), status.st_mtime), status, typed=typed):
                    return

    def _file(self, place: _Place, status: os.stat_result | None, *, typed: bool = False) -> bool:
        """Take one file of a learner, in a folder (with its status) or in an archive; False after too many."""
        self._files[place.learner] += 1
        if self._files[place.learner] > MAX_FILES:
            if self._files[place.learner] == MAX_FILES + 1:
                reason = f"The learner handed in more than {MAX_FILES} files; the rest is not read."
                self._refuse(place.learner, place.path[:1], reason)
            return False
        reason = refusal(status.st_mode) if status else ""
        exercise = self._names.exercise(place.below, canvas=place.canvas)
        if reason:
            self._refuse_place(place, f"It is {reason}.")
        elif exercise:
            answer = place.hand_in(exercise)
            if status and status.st_nlink > 1:
                self._inodes[status.st_dev, status.st_ino].append(answer)
            self._take(answer)
        elif place.archive_name.endswith(".zip"):
            self._try(place, self._zip)
        elif place.archive_name.endswith(_PARTS):
            self._try(place, self._parts)
        elif typed:
            self._refuse_place(place, "It is a text that was typed into the platform; ask for a file.")
        else:
            nearest = self._names.nearest(place.below)
            self._refuse_place(place, self._names.why_not(place.below), nearest)
        return True

    def _try(self, place: _Place, read: _Reader) -> None:
        """Read the answers in an archive, an export or a notebook, or report why that is impossible."""
        try:
            with open_file(self._folder, place.path) as descriptor:
                read(place, descriptor)
        except Refused as error:
            nearest = self._names.nearest(place.below) if place.below else ""
            self._refuse_place(place, f"It is {error}.", nearest)
        except OSError as error:
            self._refuse_place(place, f"It cannot be read: {_reason(error)}.")

    def _learners_zip(self, name: str, status: os.stat_result) -> None:
        """Read a .zip of the class's folder: a learner's, or the download of a learning platform with all of them."""
        learner = learner_name(name[:-4])
        self._platform = False
        self._try(_Place(learner, (name,), (), (), status.st_mtime), self._zip)
        if not self._platform:
            self.learners.add(learner)

    def _zip(self, place: _Place, descriptor: int) -> None:
        if len(place.inner) > MAX_NESTED:
            raise Refused("an archive inside an archive inside an archive")
        of_class = not place.below and not place.inner
        members = zip_members(descriptor, place.inner, A_CLASS if of_class else ONE_LEARNER)
        owners = _platform_owners([member.name for member in members]) if of_class else {}
        if of_class and not owners:
            members = zip_members(descriptor, place.inner)  # the archive of one learner is refused if it is larger
        self._platform = bool(owners)
        for member in members:
            parts = tuple(member.name.split("/"))
            if ".." not in parts and any(map(_is_ignored, parts)):
                continue
            below = (*place.below[:-1], *parts)
            inner = replace(place, inner=(*place.inner, member.name), below=below, modified=member.modified)
            typed = False
            if owner := owners.get(parts[0]):
                self.learners.add(owner.learner)
                own = (owner.file,) if owner.file else parts[1:]
                inner = replace(inner, learner=owner.learner, below=own, late=owner.late, canvas=owner.canvas)
                typed = owner.typed
            if member.refused:
                self._refuse_place(inner, f"It is {member.refused}.")
            elif not self._file(inner, None, typed=typed) and not owners:
                return

    def _parts(self, place: _Place, descriptor: int) -> None:
        """Read the answers of an export or a notebook."""
        parts = read_parts(descriptor, place.path[-1], place.inner)
        notebook = place.archive_name.endswith(".ipynb")
        if notebook and not parts:
            reason = "No code cell of the notebook begins with a line `# topic/slug`."
            self._refuse_place(place, reason, self._names.nearest(place.below))
        for key, part in parts.items():
            if part.named in self._names.ids:
                self._take(place.hand_in(part.named, key))
            else:
                nearest = self._names.nearest((*part.named.split("/")[:-1], f"{part.named.split('/')[-1]}.py"))
                where = f"cell {key}" if notebook else key
                path = (*place.path, *place.inner, where)
                self._refuse(place.learner, path, f"There is no exercise {readable(part.named)}.", nearest)

    def _take(self, answer: HandIn) -> None:
        """Keep an answer; of several for one exercise the one with the shortest path counts, plain files first."""
        key = answer.learner, answer.exercise
        rivals = sorted((one for one in (self.answers.get(key), answer) if one), key=_rank)
        self.answers[key] = rivals[0]
        for other in rivals[1:]:
            if self._same(rivals[0], other):
                continue
            reason = f"Another file for {answer.exercise} is graded: {rivals[0].place}."
            self.unread.append(Unread(answer.learner, other.place, reason))

    def _same(self, one: HandIn, other: HandIn) -> bool:
        try:
            return len({read_hand_in(self._folder, answer, MAX_COMPARED) for answer in (one, other)}) == 1
        except (OSError, Refused):
            return False

    def _refuse_place(self, place: _Place, reason: str, nearest: str = "") -> None:
        self._refuse(place.learner, (*place.path, *place.inner), reason, nearest)

    def _refuse(self, learner: str, path: Sequence[str], reason: str, nearest: str = "") -> None:
        self.unread.append(Unread(learner, readable("/".join(path)), reason, nearest))


_Reader = Callable[[_Place, int], None]


def _is_ignored(name: str) -> bool:
    return name in _IGNORED or name.startswith(_IGNORED_START)


def _typed_in_moodle(name: str) -> bool:
    owner = owner_of(readable(name), folder=True)
    return bool(owner and owner.typed)


def _platform_owners(names: Sequence[str]) -> dict[str, Owner]:
    """Return whose each top entry of an archive is, if a learning platform named all of them; else nothing."""
    found: dict[str, Owner] = {}
    for name in names:
        top, _, rest = name.partition("/")
        if _is_ignored(top):
            continue
        owner = owner_of(readable(top), folder=bool(rest))
        if owner is None:
            return {}
        found[top] = owner
    return found


def _rank(answer: HandIn) -> tuple[bool, int, int, str]:
    """Order rivals: plain files before parts of others, short paths before long ones, later versions before others."""
    again = re.search(r"-(\d+)\.py$", answer.file_name)
    version = int(answer.part) if answer.part.isdecimal() else int(again[1]) if again else 0
    depth = len(answer.path) + sum(name.count("/") + 1 for name in answer.inner)
    return bool(answer.inner or answer.part), depth, -version, answer.place


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
