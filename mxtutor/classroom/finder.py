"""Finds the answers that each learner handed in below a folder, and lists the files that are not graded.

A learner has a folder, an archive, or files that a learning platform named after the learner. They hold
`<topic>/<slug>.py` at any depth (mxtutor's own `answers/` folder has this form), `<slug>.py`, what `mxtutor export`
wrote, or notebooks. No link is followed on any level, and nothing outside a learner's folder is opened.
"""

from __future__ import annotations

import os
import stat
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from msgspec import structs

from mxtutor.classroom.archives import A_CLASS, ONE_LEARNER, TAR_ENDINGS, Member, zip_members
from mxtutor.classroom.hand_ins import WHOLE, Collected, HandIn, Unread, read_hand_in, read_parts
from mxtutor.classroom.naming import (
    NOBODY,
    Names,
    Owner,
    is_answer,
    learner_name,
    owner_of,
    owners_of,
    readable,
    reading_order,
    same_person,
    upload_number,
)
from mxtutor.classroom.notebooks import Part
from mxtutor.classroom.roster import Roster
from mxtutor.classroom.safe_files import Refused, open_file, open_folder, refusal
from mxtutor.errors import UsageError
from mxtutor.suggest import nearest

MAX_DEPTH = 8
MAX_FILES = 5000
"""Files per learner that are read at most, those in archives included."""
MAX_NESTED = 1
"""How deep an archive may be inside of another one."""
MAX_COMPARED = 1 << 20
"""Bytes that are read of each of two files for one exercise, to compare them."""
MAX_NOTES = 100
"""Files and cells per learner that are listed as not graded; one line counts the rest."""
_IGNORED = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "progress.json"}
_IGNORED_START = (".", "progress.db")  # hidden files, and mxtutor's own database in a copy of its folder
_OF_TOOLS = (
    *(".git", ".hg", ".svn", ".venv", ".idea", ".vscode", ".cache", ".ipynb_checkpoints", ".mypy_cache"),
    *(".pytest_cache", ".ruff_cache", ".Trashes", ".Spotlight-V100", ".TemporaryItems", ".fseventsd", ".AppleDouble"),
)  # fmt: skip
"""Hidden folders that programs make; any other one can be a learner's."""
_HIDDEN = "Its name or that of its folder begins with '.'; give it another name if it is to be graded."
_ARCHIVES = (".zip", *TAR_ENDINGS)
_LOOSE = (".py", ".ipynb", ".json", ".gz", ".7z", ".rar")
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
    owner: Owner = NOBODY
    """What the name that a platform gave it says; of a folder's name for what is directly in it."""

    @property
    def archive_name(self) -> str:
        """Name of the file in lower case, for its ending."""
        return (self.inner or self.path)[-1].lower()

    def hand_in(self, exercise: str, part: str = "", *, suggested: bool = False) -> HandIn:
        """Return the answer at this place."""
        return HandIn(self.learner, exercise, self.path, self.inner, part, self.modified, self.owner.late, suggested)


class Finder:
    """Collects the hand-ins of one class below a folder, for the exercises `ids`.

    With `accept`, a file whose name only suggests an exercise counts as the answer to it.
    """

    def __init__(self, folder: Path, ids: Sequence[str], *, accept: bool = False) -> None:
        self.learners: set[str] = set()
        self.answers: dict[tuple[str, str], HandIn] = {}
        self.unread: list[Unread] = []
        self._downloads: list[str] = []
        """Folders in the class's folder that hold what a platform packed."""
        self._folder, self._ids, self._accept = folder, ids, accept
        self._names = Names(ids)
        self._files: dict[str, int] = defaultdict(int)
        self._called: dict[str, set[str]] = defaultdict(set)
        """Names of the folders and archives of each learner, as they are written."""
        self._notes: dict[str, int] = defaultdict(int)
        self._inside: dict[str, set[str]] = defaultdict(set)
        """Folders and archives that hold answers, in each folder of the class."""
        self._inodes: dict[tuple[int, int], list[HandIn]] = defaultdict(list)
        self._platform = False
        """Whether the last archive of the class's folder was a learning platform's."""
        self._loose = False
        """Whether an answer lies beside the learners' folders."""

    def class_inside(self) -> str:
        """Return the name of the one folder that is probably the folder of the class; empty if there is none.

        That is so if nothing else holds an answer, and if a platform named the files in it, or several of its folders
        (or archives), which are not those of topics, hold answers.
        """
        tops = {one.path[0] for one in self.answers.values()}
        if len(self._downloads) == 1 and not tops:
            return self._downloads[0]
        for top in tops if len(tops) == 1 else ():
            if sum(name.lower() not in self._names.own_folders for name in self._inside.get(top, ())) > 1:
                return top
        return ""

    def is_one_learner(self) -> bool:
        """Return whether the folder is probably one learner's: it holds nothing but answers and folders of topics."""
        own = all(name.lower() in self._names.own_folders for name in self.learners)
        return own and bool(self.answers or (self._loose and not self.learners))

    def learner_entry(self, name: str, status: os.stat_result) -> None:
        """Read one entry of the class's folder: a learner's folder, archive or file, or another file."""
        mode = status.st_mode
        folder = stat.S_ISDIR(mode)
        if name in _IGNORED or name in _OF_TOOLS or name.startswith(".Trash-"):
            return
        if name.startswith((".", "_")):
            if folder or stat.S_ISLNK(mode) or (name.lower().endswith(_ARCHIVES) and not name.startswith("._")):
                reason = f"Its name begins with {name[0]!r}; give it another name if it is a learner's."
                self._refuse("", (name,), reason)
            return
        owner = owner_of(readable(name), folder=folder)
        learner = owner.learner if owner else learner_name(name)
        if folder and not owner and self._is_download(name):
            self._downloads.append(name)
            self._refuse("", (name,), "It holds the hand-ins of several learners; grade this folder by itself.")
        elif folder:
            self.learner_folder(name, owner)
        elif stat.S_ISLNK(mode):
            self._know(learner, name)
            self._refuse(learner, (name,), f"It is {refusal(mode)}.")
        elif refusal(mode):
            self._refuse("", (name,), f"It is {refusal(mode)}.")
        elif owner:
            self._know(learner, "")
            self._file(_Place(owner.learner, (name,), (owner.file,), (), status.st_mtime, owner), status)
        elif name.lower().endswith(_ARCHIVES):
            self._learners_archive(name, status)
        elif name.lower().endswith(_LOOSE) or self._names.exercise((name,)):
            self._loose = self._loose or bool(self._names.exercise((name,)))
            self._refuse("", (name,), "It is not in a learner's folder.")

    def learner_folder(self, name: str, owner: Owner | None = None) -> None:
        """Read a folder that belongs to one learner: that owner, or the one whose name it has."""
        learner = owner.learner if owner else learner_name(name)
        self._know(learner, "" if owner else name)
        self._walk(learner, name, owner)

    def _is_download(self, name: str) -> bool:
        """Return whether a folder holds files of several learners, by the names that a platform gave them."""
        try:
            with open_folder(self._folder, (name,)) as descriptor:
                entries = {entry.name: entry.is_dir(follow_symlinks=False) for entry in os.scandir(descriptor)}
        except (OSError, Refused):
            return False  # reading it says why
        owners = owners_of({inner: folder for inner, folder in entries.items() if not _is_ignored(inner)})
        return owners is not None and len({owner.learner for owner in owners.values()}) > 1

    def _know(self, learner: str, name: str) -> None:
        """Note a learner, and the folder or archive that says so."""
        self.learners.add(learner)
        self._called[learner].add(name)

    def finish(self, content: Path | None) -> Collected:
        """Return what was found."""
        self._refuse_hard_links(content)
        rank = {identity: i for i, identity in enumerate(self._ids)}
        learners = tuple(sorted(self.learners, key=reading_order))
        answers = sorted(self.answers.values(), key=lambda one: (rank[one.exercise], reading_order(one.learner)))
        for learner, count in self._notes.items():
            if (more := count - _most_notes(learner)) > 0:
                whose = "files or cells of this learner" if learner else "files that belong to no learner"
                reason = f"{more:,} more {whose} are not graded."
                self.unread.append(Unread(learner, readable(learner) or "more files", reason))
        unread = sorted(self.unread, key=lambda one: (reading_order(one.learner), one.path))
        return Collected(learners, answers, unread, same_person(self._called), self._folder)

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

    def _walk(self, learner: str, name: str, owner: Owner | None) -> None:
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
                    if _hides_work(inner, folder=stat.S_ISDIR(status.st_mode)):
                        self._refuse(learner, (*parts, inner), _HIDDEN)
                    continue
                if stat.S_ISDIR(status.st_mode) and len(parts) < MAX_DEPTH and not inner.endswith(".py"):
                    waiting.append((*parts, inner))
                    continue
                path = (*parts, inner)
                own = owner if owner and parts == (name,) else NOBODY
                place = _Place(learner, path, path[1:], (), status.st_mtime, own)
                if not self._file(place, status):
                    return

    def _file(self, place: _Place, status: os.stat_result | None) -> bool:
        """Take one file of a learner, in a folder (with its status) or in an archive; False after too many."""
        self._files[place.learner] += 1
        if self._files[place.learner] > MAX_FILES:
            if self._files[place.learner] == MAX_FILES + 1:
                reason = f"The learner handed in more than {MAX_FILES} files; the rest is not read."
                self.unread.append(Unread(place.learner, readable(place.path[0]), reason))
            return False
        reason = refusal(status.st_mode) if status else ""
        exercise = self._names.exercise(place.below, canvas=place.owner.canvas)
        suggested = not exercise and self._suggested(place.below)
        if reason:
            self._refuse_place(place, f"It is {reason}.")
        elif exercise or suggested:
            answer = place.hand_in(exercise or str(suggested), suggested=bool(suggested))
            if status and status.st_nlink > 1:
                self._inodes[status.st_dev, status.st_ino].append(answer)
            self._take(answer)
        elif place.archive_name.endswith(_ARCHIVES):
            self._try(place, self._archive)
        elif place.archive_name.endswith((*_PARTS, ".html") if place.owner.typed else _PARTS):
            self._try(place, self._parts)
        elif place.owner.typed:
            self._refuse_place(place, "It is a text that was typed into the platform; ask for a file.")
        else:
            self._refuse_place(place, self._names.why_not(place.below), meant=place.below)
        return True

    def _suggested(self, parts: Sequence[str]) -> str:
        """Return the exercise that a name suggests, if such names are accepted and it is that of an answer."""
        return self._names.nearest(parts) if self._accept and is_answer(parts[-1]) else ""

    def _try(self, place: _Place, read: _Reader) -> None:
        """Read the answers in an archive, an export or a notebook, or report why that is impossible."""
        try:
            with open_file(self._folder, place.path) as descriptor:
                read(place, descriptor)
        except Refused as error:
            self._refuse_place(place, f"It is {error}.", meant=place.below)
        except OSError as error:
            self._refuse_place(place, f"It cannot be read: {_reason(error)}.")

    def _learners_archive(self, name: str, status: os.stat_result) -> None:
        """Read an archive of the class's folder: a learner's, or the download of a platform with all of them."""
        ending = next(one for one in _ARCHIVES if name.lower().endswith(one))
        learner = learner_name(name[: -len(ending)])
        self._platform = False
        self._try(_Place(learner, (name,), (), (), status.st_mtime), self._archive)
        if not self._platform:
            self._know(learner, name[: -len(ending)])

    def _archive(self, place: _Place, descriptor: int) -> None:
        if len(place.inner) > MAX_NESTED:
            raise Refused("an archive inside an archive inside an archive")
        of_class = not place.below and not place.inner
        members = zip_members(descriptor, place.inner, A_CLASS if of_class else ONE_LEARNER)
        if of_class:
            top, owners = _platform_owners([member.name for member in members])
            self._platform = owners is None or bool(owners)
            if owners is None:
                self._refuse("", place.path, "It holds files of several learners, but most names in it are unknown.")
                return
            if owners:
                self._download(place, members, top, owners)
                return
            members = zip_members(descriptor, place.inner)  # the archive of one learner is refused if it is larger
        for member in members:
            parts = tuple(member.name.split("/"))
            below = (*place.below[:-1], *parts)
            inner = replace(place, inner=(*place.inner, member.name), below=below, modified=member.modified)
            if not self._member(inner, member, parts):
                return

    def _download(self, place: _Place, members: Sequence[Member], top: int, owners: Mapping[str, Owner]) -> None:
        """Read the hand-ins of all learners in a platform's archive; what belongs to no learner is listed."""
        for member in members:
            parts = tuple(member.name.split("/"))
            inner = replace(place, inner=(member.name,), below=parts[top:], modified=member.modified)
            if owner := owners.get(parts[top]) if len(parts) > top else None:
                self._know(owner.learner, "")
                own = (owner.file,) if owner.file else parts[top + 1 :]
                self._member(replace(inner, learner=owner.learner, below=own, owner=owner), member, parts)
            elif ".." in parts or not any(map(_is_ignored, parts)):
                reason = f"It is {member.refused}." if member.refused else "Its name does not say whose it is."
                self._refuse("", (*place.path, member.name), reason)

    def _member(self, place: _Place, member: Member, parts: Sequence[str]) -> bool:
        """Take one file of an archive; False after too many."""
        if ".." not in parts and (hidden := [i for i, name in enumerate(parts) if _is_ignored(name)]):
            if all(_hides_work(parts[i], folder=i < len(parts) - 1) for i in hidden):
                self._refuse_place(place, _HIDDEN)
            return True
        if member.refused:
            self._refuse_place(place, f"It is {member.refused}.")
            return True
        return self._file(place, None)

    def _parts(self, place: _Place, descriptor: int) -> None:
        """Read the answers of an export, a notebook or a typed text."""
        parts = read_parts(descriptor, place.path[-1], place.inner)
        taken: dict[str, str] = {}
        for key, part in parts.items():
            exercise, suggested = self._meant(place, part)
            if not exercise:
                self._unknown_part(place, key, part)
                continue
            if suggested:
                self._take(place.hand_in(exercise, key, suggested=True))
                continue
            if exercise in taken and parts[taken[exercise]].source != part.source:
                later = place.hand_in(exercise, key)
                self._refuse_answer(place.hand_in(exercise, taken[exercise]), later)
            taken[exercise] = key
        for exercise, key in taken.items():
            self._take(place.hand_in(exercise, key))
        if not parts and place.owner.typed:
            what = "link" if place.archive_name.rpartition("_")[2].startswith("link") else "text"
            self._refuse_place(place, f"It is a {what} that was typed into the platform; ask for a file.")
        elif not parts and place.archive_name.endswith(".ipynb"):
            self._unknown_part(place, WHOLE, Part("", ""))

    def _meant(self, place: _Place, part: Part) -> tuple[str, bool]:
        """Return the exercise of a part, and whether its name only suggests that: its own, or that of its notebook."""
        if part.named in self._names.ids:
            return part.named, False
        *topic, slug = part.named.split("/") if part.named else (*place.below[:-1], place.below[-1].rpartition(".")[0])
        names = (*topic, f"{slug}.py")
        exercise = self._names.exercise(names)
        return exercise or self._suggested(names), not exercise

    def _unknown_part(self, place: _Place, key: str, part: Part) -> None:
        if not part.named:
            reason = "No code cell of the notebook begins with a line `# topic/slug`."
            self._refuse_place(place, reason, meant=place.below)
            return
        *topic, slug = part.named.split("/")
        where = f"cell {key}" if place.archive_name.endswith(".ipynb") else key
        reason = f"There is no exercise {readable(part.named)}."
        self._refuse(place.learner, (*place.path, *place.inner, where), reason, meant=(*topic, f"{slug}.py"))

    def _take(self, answer: HandIn) -> None:
        """Keep an answer; of several for one exercise the one with the shortest path counts, plain files first."""
        if len(answer.path) > 2 or (len(answer.path) > 1 and answer.inner):
            self._inside[answer.path[0]].add(answer.path[1])
        key = answer.learner, answer.exercise
        rivals = sorted((one for one in (self.answers.get(key), answer) if one), key=_rank)
        self.answers[key] = rivals[0]
        for other in rivals[1:]:
            if not self._same(rivals[0], other):
                self._refuse_answer(other, rivals[0])

    def _refuse_answer(self, answer: HandIn, better: HandIn) -> None:
        reason = f"Another file for {answer.exercise} is graded: {better.place}."
        self._refuse(answer.learner, (answer.place,), reason)

    def _same(self, one: HandIn, other: HandIn) -> bool:
        try:
            return len({read_hand_in(self._folder, answer, MAX_COMPARED) for answer in (one, other)}) == 1
        except (OSError, Refused):
            return False

    def _refuse_place(self, place: _Place, reason: str, *, meant: Sequence[str] = ()) -> None:
        self._refuse(place.learner, (*place.path, *place.inner), reason, meant=meant)

    def _refuse(self, learner: str, path: Sequence[str], reason: str, *, meant: Sequence[str] = ()) -> None:
        """List something as not graded, with the exercise that the path `meant` probably means."""
        self._notes[learner] += 1
        if self._notes[learner] <= _most_notes(learner):
            nearest = self._names.nearest(meant) if meant else ""
            self.unread.append(Unread(learner, readable("/".join(path)), reason, nearest))


_Reader = Callable[[_Place, int], None]


def _most_notes(learner: str) -> int:
    return MAX_NOTES if learner else 10 * MAX_NOTES  # the instructor chooses what else is in the class's folder


def _is_ignored(name: str) -> bool:
    return name in _IGNORED or name.startswith(_IGNORED_START)


def _hides_work(name: str, *, folder: bool) -> bool:
    """Return whether a hidden name is not one that programs make: a folder of another name, or a file of answers."""
    if not name.startswith(".") or name.startswith(("._", ".Trash-")) or name in _OF_TOOLS:
        return False
    return folder or name.lower().endswith((*_ARCHIVES, ".py", *_PARTS))


def _platform_owners(names: Sequence[str]) -> tuple[int, dict[str, Owner] | None]:
    """Return how many folders are around the hand-ins in an archive, and what `owners_of` says about the names there.

    Some systems put all that they pack into one folder.
    """
    paths = [parts for name in names if not any(map(_is_ignored, parts := name.split("/")))]
    for top in range(MAX_DEPTH):
        entries = {parts[top]: len(parts) > top + 1 for parts in paths if len(parts) > top}
        owners = owners_of(entries)
        if owners is None or owners or len(entries) != 1 or not all(entries.values()):
            return top, owners
    return 0, {}


def _rank(answer: HandIn) -> tuple[bool, bool, bool, int, int, str]:
    """Order rivals: exact names first, then plain files, then .py, then short paths, then the highest number."""
    number = int(answer.part) if answer.part.isdecimal() else upload_number(answer.file_name, answer.exercise)
    depth = len(answer.path) + sum(name.count("/") + 1 for name in answer.inner)
    text = answer.file_name.lower().endswith(".txt")
    return answer.suggested, bool(answer.inner or answer.part), text, depth, -number, answer.place


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def collect(
    folder: Path, ids: Sequence[str], content: Path | None = None, *, ignored: Collection[Path] = (), only: str = ""
) -> Collected:
    """Return the answers to the exercises `ids` that lie below a folder, exercise by exercise in the order of `ids`.

    A hard link to a file of another learner, or to one below `content`, is not graded. The files `ignored` are the
    instructor's own. With `only`, the name of one entry, nothing else of the folder is read.

    Raises:
        OSError: the folder itself cannot be read.
    """
    finder = Finder(folder, ids)
    _read_entries(finder, folder, ignored, only)
    return finder.finish(content)


def _read_entries(finder: Finder, folder: Path, ignored: Collection[Path], only: str = "") -> None:
    skipped = {path.name for path in ignored if path.parent.absolute() == folder.absolute()}
    with open_folder(folder) as top:
        for entry in sorted(os.scandir(top), key=lambda entry: entry.name):
            if entry.name not in skipped and only in ("", entry.name):
                finder.learner_entry(entry.name, entry.stat(follow_symlinks=False))


def collect_learner(
    folder: Path, ids: Sequence[str], content: Path | None = None, *, accept: bool = False
) -> Collected:
    """Return the answers of a folder that belongs to one learner; the paths start at the folder above it.

    Raises:
        OSError: the folder cannot be read.
    """
    whole = folder.resolve()
    found = Finder(whole.parent, ids, accept=accept)
    found.learner_folder(whole.name)
    return found.finish(content)


def collect_class(
    folder: Path, ids: Sequence[str], content: Path, *, ignored: Collection[Path] = (), accept: bool = False
) -> Collected:
    """Return the hand-ins below a folder that holds one folder per learner, or in the .zip of a learning platform.

    `ids` are the exercises of the course; hard links to files below `content`, the course itself, are not graded.
    The files `ignored` are not hand-ins. A folder around the class's folder, and the folder of one learner, are read as
    what they are; `note` then says so.

    Raises:
        UsageError: it is nothing of that, or it cannot be read.
    """
    archive = folder.name.lower().endswith(".zip") and folder.is_file()
    if not archive and not folder.is_dir():
        fix = "Give the folder that holds a folder for each learner, or the .zip of Moodle or Canvas."
        raise UsageError(f"{folder} is not a folder.", fix=fix)
    top = folder.absolute().parent if archive else folder
    finder = Finder(top, ids, accept=accept)
    try:
        _read_entries(finder, top, ignored, folder.name if archive else "")
        if archive:
            found = finder.finish(content)
            _must_be_a_download(folder, found)
            return found
        if inner := finder.class_inside():
            found = collect_class(folder / inner, ids, content, ignored=ignored, accept=accept)
            found.unread += [one for one in finder.unread if one.path.partition("/")[0] != readable(inner)]
            found.note = f"{folder} holds one folder, {readable(inner)}, which is read as the folder of the class"
        elif finder.is_one_learner():
            found = collect_learner(folder, ids, content, accept=accept)
            found.note = f"{folder} is read as the folder of one learner: it holds answers and folders of topics"
        else:
            found = finder.finish(content)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}.") from error
    return found


def _must_be_a_download(file: Path, found: Collected) -> None:
    """Refuse an archive that would be graded as one learner.

    Raises:
        UsageError: the names in the archive are not those of a platform.
    """
    if not found.learners or found.learners == (learner_name(file.name[: -len(".zip")]),):
        whole = [one.reason for one in found.unread if one.path == readable(file.name)]
        why = whole[0] if whole else "The names in it do not say whose the files are."
        fix = "Unpack it, and give the folder that holds a folder or a .zip for each learner."
        raise UsageError(f"{file} is no download of Moodle or Canvas that mxtutor knows: {why}", fix=fix)


def on_roster(
    found: Collected, roster: Roster, homes: Mapping[str, str] = MappingProxyType({})
) -> tuple[Collected, dict[str, str]]:
    """Return hand-ins under the names of a roster, and what the hand-ins of each learner were called.

    `homes` has the ids of learners by the names of their homes on a server.

    Those of nobody on the roster keep their name, and so do those of which several can be one learner's; both are
    listed. Everybody else on the roster is a learner who handed in nothing.
    """
    meant = {name: roster.meant(homes.get(name, name)) for name in found.learners}
    times = Counter(one.id for one in meant.values() if one)
    names = {name: roster.label(one) for name, one in meant.items() if one and times[one.id] == 1}
    labels = [roster.label(one) for one in roster.learners]
    unread = [replace_learner(one, names) for one in found.unread]
    for name in found.learners:
        if one := meant[name] if name not in names else None:
            reason = f"Several hand-ins can be those of {roster.label(one)} of the roster; rename all but one of them."
            unread.append(Unread(name, name, reason))
        elif name not in names:
            near = nearest(name, labels, most=1)
            unread.append(Unread(name, name, "Nobody on the roster has this name.", near[0] if near else ""))
    learners = {*labels, *(names.get(name, name) for name in found.learners)}
    answers = [replace_learner(one, names) for one in found.answers]
    alike = tuple(pair for pair in found.alike if pair[0] == pair[1] or not set(pair) <= set(names))
    ordered = tuple(sorted(learners, key=reading_order))
    called = {label: name for name, label in names.items() if label != name}
    return Collected(ordered, answers, unread, alike, found.top, found.note), called


_Owned = TypeVar("_Owned", HandIn, Unread)


def replace_learner(one: _Owned, names: Mapping[str, str]) -> _Owned:
    """Return a record with the learner's new name."""
    if isinstance(one, HandIn):
        return replace(one, learner=names.get(one.learner, one.learner))
    return structs.replace(one, learner=names.get(one.learner, one.learner))
