"""Finds the answers of each learner below a folder, and lists the files that are not graded.

A learner has a folder, an archive, or files that a learning platform named after the learner. They contain
`<topic>/<slug>.py` at any depth (as mxtutor's own folder `answers/`), `<slug>.py`, files of `mxtutor export`, or
notebooks. Links are never followed, and nothing outside a learner's folder is opened.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from msgspec import structs

from mxtutor.classroom.archives import A_CLASS, MAX_ARCHIVE, ONE_LEARNER, TAR_ENDINGS, Archive, Member
from mxtutor.classroom.examination import read_report
from mxtutor.classroom.hand_ins import (
    EXPORT,
    WHOLE,
    Collected,
    HandIn,
    Part,
    Spool,
    Unread,
    attempt_times,
    code_hash,
    read_parts,
)
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
from mxtutor.classroom.roster import Roster
from mxtutor.classroom.safe_files import DiskFile, UnsafePath, open_folder, read_whole
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import MAX_SOURCE
from mxtutor.suggest import nearest

MAX_DEPTH = 8
MAX_FILES = 5000
"""Maximum number of files per learner that are read, those in archives included."""
MAX_NESTED = 1
"""Maximum number of archives around an archive."""
MAX_NOTES = 100
"""Maximum number of files and cells per learner that are listed as not graded; one line counts the rest."""
_PACKAGES = {"site-packages", "dist-packages", "node_modules"}
"""Folders of packages that a tool has installed; a file in them may have the name of an exercise."""
_IGNORED = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", EXPORT, *_PACKAGES}
_IGNORED_START = (".", "progress.db")  # hidden files, and mxtutor's own database in a copy of its folder
_OF_TOOLS = (
    *(".git", ".hg", ".svn", ".venv", ".idea", ".vscode", ".cache", ".ipynb_checkpoints", ".mypy_cache"),
    *(".pytest_cache", ".ruff_cache", ".Trashes", ".Spotlight-V100", ".TemporaryItems", ".fseventsd", ".AppleDouble"),
)  # fmt: skip
"""Hidden folders that programs make; other hidden folders may contain answers."""
_HIDDEN = "Its name or that of its folder begins with '.'; give it another name if it is to be graded."
_ARCHIVES = (".zip", *TAR_ENDINGS)
_FOREIGN = (".gz", ".xz", ".bz2", ".zst", ".7z", ".rar")
"""Archives that are not read."""
_NOT_UNPACKED = "It is an archive of a kind that is not read; hand in a .zip or a .tar.gz."
_LOOSE = (".py", ".ipynb", ".json")
"""Suffixes of files that are listed if they are in no learner's folder; others, such as rosters, are ignored there."""
_PARTS = (".json", ".ipynb")
"""Files that hold several answers."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A file among a learner's hand-ins, with what is known of it while it is read."""

    learner: str
    path: tuple[str, ...]
    """Path from the class's folder; archives around the file count as folders."""
    below: tuple[str, ...]
    """Path below the learner's folder; it names the exercise."""
    file: DiskFile | Member
    owner: Owner = NOBODY
    """The owner according to the platform's name of the file, or of the folder that directly contains it."""
    inside: int = 0
    """Number of archives around the file."""

    @property
    def name(self) -> str:
        """Name of the file in lower case, to test its suffix."""
        return self.path[-1].lower()

    def part(self, key: str) -> str:
        """Return the path of a part of the file, as messages show it."""
        own = "" if key == WHOLE else f"/cell {key}" if self.name.endswith(".ipynb") else f"/{key}"
        return readable("/".join(self.path) + own)


class Finder:
    """Collects the hand-ins of one class, for the exercises `ids`, below a folder.

    With `accept`, a file whose name only resembles an exercise's counts as the answer to it.
    """

    def __init__(self, folder: Path, ids: Sequence[str], *, accept: bool = False) -> None:
        self._folder, self._ids, self._accept = folder, ids, accept
        self._names, self._spool = Names(ids), Spool()
        self._answers: dict[tuple[str, str], tuple[_Rank, HandIn]] = {}
        self._unread: list[Unread] = []
        self._downloads: list[str] = []
        """Folders in the class's folder that contain the download of a platform."""
        self._files: Counter[str] = Counter()
        self._called: dict[str, set[str]] = defaultdict(set)
        """Original names of the folders and archives of each learner."""
        self._notes: Counter[str] = Counter()
        self._inside: dict[str, set[str]] = defaultdict(set)
        """For each folder in the class's folder, the folders and archives in it that contain answers."""
        self._times: dict[str, dict[tuple[str, bytes], float]] = defaultdict(dict)
        """Times of attempts from each learner's exports."""
        self._loose = False
        """Whether there is an answer outside the learners' folders."""

    def class_inside(self) -> str:
        """Return the name of the inner folder that is probably the class's folder; empty if there is none.

        No other folder has answers, and it is a platform's download, or several folders or archives in it have answers
        and no names of topics.
        """
        if len(self._downloads) == 1 and not self._inside:
            return self._downloads[0]
        for top, inside in self._inside.items() if len(self._inside) == 1 else ():
            if sum(name.lower() not in self._names.own_folders for name in inside) > 1:
                return top
        return ""

    def groups(self) -> int:
        """Return the number of folders if each is probably a group of learners; else 0.

        In each of them several folders or archives have answers, and none of their names occurs in two groups.
        """
        own = self._names.own_folders
        inside = [[name for name in names if name.lower() not in own] for names in self._inside.values()]
        names = [name for group in inside for name in group]
        several = len(inside) > 1 and all(len(group) > 1 for group in inside)
        return len(inside) if several and len(set(names)) == len(names) else 0

    def is_one_learner(self) -> bool:
        """Return whether the folder is probably one learner's: it contains only answers and folders of topics."""
        own = all(name.lower() in self._names.own_folders for name in self._called)
        return own and bool(self._answers or (self._loose and not self._called))

    def read_class(self, ignored: Collection[Path] = ()) -> None:
        """Read the class's folder; the files `ignored` are the instructor's own.

        Raises:
            OSError: the folder cannot be read.
        """
        skipped = {path.name for path in ignored if path.parent.absolute() == self._folder.absolute()}
        for name, status in _entries(self._folder):
            if name not in skipped:
                self.read_entry(name, status)

    def read_learner(self, name: str, owner: Owner | None = None) -> None:
        """Read a folder of one learner: of `owner`, or without it of the learner with the folder's name."""
        learner = owner.learner if owner else learner_name(name)
        self._called[learner].add("" if owner else name)
        self._walk(learner, name, owner or NOBODY)

    def read_entry(self, name: str, status: os.stat_result) -> None:
        """Read one entry of the class's folder: a folder, archive or file of a learner, or another file."""
        folder, file = stat.S_ISDIR(status.st_mode), DiskFile(self._folder, (name,), status)
        if name in _IGNORED or name in _OF_TOOLS or name.startswith(".Trash-"):
            return
        if name.startswith((".", "_")):
            link = stat.S_ISLNK(status.st_mode)
            if folder or link or (name.lower().endswith(_ARCHIVES) and not name.startswith("._")):
                reason = f"Its name begins with {name[0]!r}; give it another name if it is a learner's."
                self._refuse("", (name,), reason)
            return
        owner = owner_of(readable(name), folder=folder)
        learner = owner.learner if owner else learner_name(name)
        if folder and not owner and self._is_download(name):
            self._downloads.append(name)
            self._refuse("", (name,), "It holds the hand-ins of several learners; grade this folder by itself.")
        elif folder:
            self.read_learner(name, owner)
        elif file.refused:
            if stat.S_ISLNK(status.st_mode):
                self._called[learner].add(name)
            self._refuse(learner if learner in self._called else "", (name,), f"It is {file.refused}.")
        elif owner:
            self._called[learner].add("")
            self._take_file(_Place(learner, (name,), (owner.file,), file, owner))
        elif name.lower().endswith(_ARCHIVES):
            stem = name[: -next(len(one) for one in _ARCHIVES if name.lower().endswith(one))]
            place = _Place(learner_name(stem), (name,), (stem,), file)
            with self._reading(place):
                self._class_archive(place)
        elif name.lower().endswith(_FOREIGN):
            self._refuse("", (name,), _NOT_UNPACKED)
        elif name.lower().endswith(_LOOSE) or self._names.exercise((name,)):
            self._loose = self._loose or bool(self._names.exercise((name,)))
            fix = "put each learner's files in a folder with the learner's name."
            self._refuse("", (name,), f"It is not in a learner's folder; {fix}")

    def _is_download(self, name: str) -> bool:
        """Return whether the names in a folder, given by a platform, say that the files are of several learners."""
        try:
            found = {one: stat.S_ISDIR(mode.st_mode) for one, mode in _entries(self._folder, name)}
        except (OSError, UnsafePath):
            return False  # the reader reports the error
        owners = owners_of({inner: folder for inner, folder in found.items() if not _is_ignored(inner)})
        return owners is not None and len({owner.learner for owner in owners.values()}) > 1

    def finish(self) -> Collected:
        """Return all hand-ins that were found."""
        rank = {identity: i for i, identity in enumerate(self._ids)}
        learners = tuple(sorted(self._called, key=reading_order))
        answers = [self._dated(answer) for _, answer in self._answers.values()]
        answers.sort(key=lambda one: (rank[one.exercise], reading_order(one.learner)))
        for learner, notes in self._notes.items():
            if (more := notes - _most_notes(learner)) > 0:
                whose = "this learner's files and cells" if learner else "the files that belong to no learner"
                reason = f"Of {whose}, {more:,} more {'is' if more == 1 else 'are'} not graded."
                self._unread.append(Unread(learner, readable(learner) or "more files", reason))
        unread = sorted(self._unread, key=lambda one: (reading_order(one.learner), one.path))
        return Collected(learners, answers, unread, same_person(self._called))

    def _walk(self, learner: str, name: str, owner: Owner) -> None:
        waiting: deque[tuple[str, ...]] = deque([(name,)])
        while waiting:  # outer folders first: if there are too many files, the answers are not among the deepest
            parts = waiting.popleft()
            try:
                entries = list(_entries(self._folder, *parts))
            except (OSError, UnsafePath) as error:
                self._refuse(learner, parts, f"The folder cannot be read: {_reason(error)}.")
                continue
            for inner, status in entries:
                path, folder = (*parts, inner), stat.S_ISDIR(status.st_mode)
                own = owner if parts == (name,) else NOBODY
                place = _Place(learner, path, path[1:], DiskFile(self._folder, path, status), own)
                if folder and len(parts) < MAX_DEPTH and not (_is_ignored(inner) or inner.endswith(".py")):
                    waiting.append(path)
                elif not self._take_file(place, (inner,), folder=folder):
                    return

    def _take_file(self, place: _Place, names: Sequence[str] = (), *, folder: bool = False) -> bool:
        """Read one file of a learner, in a folder or in an archive; return False if the learner has too many.

        It is not read if one of `names` (the file, and the folders around it in an archive) is ignored.
        """
        if ".." not in names and (hidden := [n for n, name in enumerate(names) if _is_ignored(name)]):
            if names[-1] == EXPORT and len(hidden) == 1 and not place.file.refused:
                self._files[place.learner] += 1
                if self._files[place.learner] <= MAX_FILES:
                    self._note_times(place)
            elif all(_hides_work(names[n], folder=folder or n < len(names) - 1) for n in hidden):
                self._refuse_place(place, _HIDDEN)
            return True
        self._files[place.learner] += 1
        if self._files[place.learner] > MAX_FILES:
            if self._files[place.learner] == MAX_FILES + 1:
                reason = f"The learner handed in more than {MAX_FILES} files; the rest is not read."
                self._unread.append(Unread(place.learner, readable(place.path[0]), reason))
            return False
        exercise, suggested = self._named(place.below, canvas=place.owner.canvas)
        with self._reading(place):
            if folder and len(place.path) > MAX_DEPTH:
                self._refuse_place(place, f"It is a folder inside {MAX_DEPTH} others; no files are read so deep.")
            elif place.file.refused:
                self._refuse_place(place, f"It is {place.file.refused}.")
            elif exercise:
                self._take(place, exercise, WHOLE, place.file.read(MAX_SOURCE + 1), suggested=suggested)
            elif place.name.endswith(_ARCHIVES):
                if place.inside > MAX_NESTED:
                    raise UnsafePath("an archive inside an archive inside an archive")
                with place.file.open() as file, Archive(file, ONE_LEARNER) as archive:
                    self._members(place, archive.members)
            elif place.name.endswith((*_PARTS, ".html") if place.owner.typed else _PARTS):
                self._parts(place)
            elif place.owner.typed:
                self._refuse_place(place, "It is a text that was typed into the platform; ask for a file.")
            else:
                foreign = _NOT_UNPACKED if place.name.endswith(_FOREIGN) else ""
                self._refuse_place(place, foreign or self._names.why_not(place.below), meant=place.below)
        return True

    def _named(self, parts: Sequence[str], *, canvas: bool = False) -> tuple[str, bool]:
        """Return the exercise that a path names (empty without one), and whether the name only resembles it."""
        exercise = self._names.exercise(parts, canvas=canvas)
        if exercise or not (self._accept and is_answer(parts[-1])):
            return exercise, False
        return self._names.nearest(parts), True

    @contextlib.contextmanager
    def _reading(self, place: _Place) -> Iterator[None]:
        """List a file as not graded if the block cannot read it."""
        try:
            yield
        except UnsafePath as error:
            self._refuse_place(place, f"It is {error}.", meant=place.below)
        except OSError as error:
            self._refuse_place(place, f"It cannot be read: {_reason(error)}.")

    def _class_archive(self, place: _Place) -> None:
        """Read an archive in the class's folder: one learner's, or a platform's download with all learners."""
        owners: dict[str, Owner] | None = {}
        try:
            with place.file.open() as file, Archive(file, A_CLASS) as archive:
                top, owners = _platform_owners([member.name for member in archive.members])
                if owners:
                    self._members(place, archive.members, top, owners)
                elif owners is None:
                    reason = "It holds files of several learners, but most names in it are unknown."
                    self._refuse("", place.path, reason)
                else:
                    archive.require(ONE_LEARNER)
                    self._members(place, archive.members)
        finally:
            if owners == {}:
                self._called[place.learner].add(place.below[0])

    def _members(
        self,
        around: _Place,
        members: Sequence[Member],
        top: int = 0,
        owners: Mapping[str, Owner] = MappingProxyType({}),
    ) -> None:
        """Read the files in an archive: one learner's, or with `owners` a platform's download with all learners.

        `owners` has the owner of each name at depth `top` of the archive. Files that belong to no learner are listed.
        """
        for member in members:
            parts = tuple(member.name.split("/"))
            owner, learner, below = NOBODY, around.learner, (*around.below[:-1], *parts)
            if owners:
                owner = owners.get(parts[top], NOBODY) if len(parts) > top else NOBODY
                learner, below = owner.learner, (owner.file,) if owner.file else parts[top + 1 :]
            path = (*around.path, member.name)
            if learner:
                self._called[learner].update([""] if owners else [])
                place = _Place(learner, path, below, member, owner, around.inside + 1)
                if not self._take_file(place, parts) and not owners:
                    return
            elif ".." in parts or not any(map(_is_ignored, parts)):
                reason = f"It is {member.refused}." if member.refused else "Its name does not say whose it is."
                self._refuse("", path, reason)

    def _parts(self, place: _Place) -> None:
        """Read the answers in an export, a notebook or a typed text."""
        if place.name.endswith(".json"):
            self._note_times(place)
        parts = read_parts(place.file, place.name)
        for key, part in reversed(parts.items()):  # of several cells for an exercise the last one counts
            exercise, suggested = self._meant(place, part)
            if exercise:
                self._take(place, exercise, key, part.answer.encode("utf-8", "replace"), suggested=suggested)
            else:
                self._unknown_part(place, key, part)
        if not parts and place.owner.typed:
            what = "link" if place.name.rpartition("_")[2].startswith("link") else "text"
            self._refuse_place(place, f"It is a {what} that was typed into the platform; ask for a file.")
        elif not parts and place.name.endswith(".ipynb"):
            self._unknown_part(place, WHOLE, Part("", ""))

    def _meant(self, place: _Place, part: Part) -> tuple[str, bool]:
        """Return the exercise of a part by its name or its notebook's, and whether the name only resembles it."""
        if part.named in self._names.ids:
            return part.named, False
        *topic, slug = part.named.split("/") if part.named else (*place.below[:-1], place.below[-1].rpartition(".")[0])
        return self._named((*topic, f"{slug}.py"))

    def _unknown_part(self, place: _Place, key: str, part: Part) -> None:
        if not part.named:
            reason = "No code cell of the notebook begins with a line `# topic/slug`."
            self._refuse_place(place, reason, meant=place.below)
            return
        *topic, slug = part.named.split("/")
        reason = f"There is no exercise {readable(part.named)}."
        self._refuse(place.learner, (place.part(key),), reason, meant=(*topic, f"{slug}.py"))

    def _take(self, place: _Place, exercise: str, key: str, source: bytes, *, suggested: bool = False) -> None:
        """Keep an answer; of several to one exercise, `_rank` decides which one is graded."""
        inside = self._inside[place.path[0]]
        if len(place.path) > 2 and place.inside < len(place.path) - 1:  # the path begins with a folder, not an archive
            inside.add(place.path[1])
        rank = _rank(place, exercise, key, suggested=suggested)
        known = self._answers.get((place.learner, exercise))
        counts = known is None or rank < known[0]
        answer = HandIn(
            place.learner, exercise, place.part(key), self._spool.add(source) if counts else bytes,
            place.file.modified, place.owner.late, suggested,
        )  # fmt: skip
        if counts:
            self._answers[place.learner, exercise] = rank, answer
        if known is not None and known[1].read() != source[: MAX_SOURCE + 1]:
            better, other = (answer, known[1]) if counts else (known[1], answer)
            self._refuse(place.learner, (other.place,), f"Another file for {exercise} is graded: {better.place}.")

    def _note_times(self, place: _Place) -> None:
        """Read the times of attempts from an export; ignore one that cannot be read."""
        try:
            found = attempt_times(read_whole(place.file.read, MAX_ARCHIVE))
        except (OSError, UnsafePath):
            return
        times = self._times[place.learner]
        times.update({key: min(when, times.get(key, when)) for key, when in found.items()})

    def _dated(self, answer: HandIn) -> HandIn:
        """Return an answer with the time of its first attempt, according to its learner's exports."""
        times = self._times.get(answer.learner, {})
        if not any(exercise == answer.exercise for exercise, _ in times):
            return answer
        key = answer.exercise, code_hash(answer.read().decode("utf-8", "replace"))
        return replace(answer, attempted=times.get(key, 0.0))

    def _refuse_place(self, place: _Place, reason: str, *, meant: Sequence[str] = ()) -> None:
        self._refuse(place.learner, place.path, reason, meant=meant)

    def _refuse(self, learner: str, path: Sequence[str], reason: str, *, meant: Sequence[str] = ()) -> None:
        """List a path as not graded, with the exercise that the path `meant` probably means."""
        self._notes[learner] += 1
        if self._notes[learner] <= _most_notes(learner):
            nearest = self._names.nearest(meant) if meant else ""
            self._unread.append(Unread(learner, readable("/".join(path)), reason, nearest))


def _entries(folder: Path, *parts: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield name and status of each entry of a folder, sorted by name.

    Raises:
        UnsafePath, OSError: the folder cannot be opened.
    """
    with open_folder(folder, parts) as descriptor:
        found = [(entry.name, entry.stat(follow_symlinks=False)) for entry in os.scandir(descriptor)]
    yield from sorted(found, key=lambda entry: entry[0])


def _most_notes(learner: str) -> int:
    return MAX_NOTES if learner else 10 * MAX_NOTES  # files of no learner come from the instructor


def _is_ignored(name: str) -> bool:
    return name in _IGNORED or name.startswith(_IGNORED_START) or name.endswith(".lock")  # of open exercises


def _hides_work(name: str, *, folder: bool) -> bool:
    """Return whether a hidden entry may contain answers: a folder that no tool makes, or a file with a known suffix."""
    if not name.startswith(".") or name.startswith(("._", ".Trash-")) or name in _OF_TOOLS:
        return False
    return folder or name.lower().endswith((*_ARCHIVES, ".py", *_PARTS))


def _platform_owners(names: Sequence[str]) -> tuple[int, dict[str, Owner] | None]:
    """Return how many folders are around the hand-ins in an archive, and `owners_of` for the names in the last one.

    Some systems put everything into one folder of the archive.
    """
    paths = [parts for name in names if not any(map(_is_ignored, parts := name.split("/")))]
    for top in range(MAX_DEPTH):
        entries = {parts[top]: len(parts) > top + 1 for parts in paths if len(parts) > top}
        owners = owners_of(entries)
        if owners is None or owners or len(entries) != 1 or not all(entries.values()):
            return top, owners
    return 0, {}


_Rank = tuple[bool, bool, bool, int, int, str]


def _rank(place: _Place, exercise: str, key: str, *, suggested: bool) -> _Rank:
    """Return the sort key of answers to one exercise; the first one is graded.

    Exact names come first, then plain files, then .py, then short paths, then high numbers of repeated uploads.
    """
    number = int(key) if key.isdecimal() else upload_number(place.path[-1], exercise)
    depth = sum(name.count("/") + 1 for name in place.path)
    text = place.name.endswith(".txt")
    plain = isinstance(place.file, DiskFile) and (key == WHOLE) and not place.name.endswith(_PARTS)
    return suggested, not plain, text, depth, -number, place.part(key)


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def collect_learner(folder: Path, ids: Sequence[str], *, accept: bool = False) -> Collected:
    """Return the answers in one learner's folder; its name begins the paths in the result.

    Raises:
        OSError: the folder cannot be read.
    """
    whole = folder.resolve()
    found = Finder(whole.parent, ids, accept=accept)
    found.read_learner(whole.name)
    return found.finish()


def collect_class(
    folder: Path, ids: Sequence[str], *, ignored: Collection[Path] = (), accept: bool = False
) -> Collected:
    """Return the hand-ins in a folder that contains one folder per learner, or in a learning platform's .zip.

    `ids` are the exercises of the course; the files `ignored` are not hand-ins; `accept` as in `Finder`. If `folder`
    contains only the class's folder, or is one learner's, it is read as such, and `note` says so.

    Raises:
        UsageError: the folder or .zip is none of these, or it cannot be read.
    """
    archive = folder.name.lower().endswith(".zip") and folder.is_file()
    if not archive and not folder.is_dir():
        fix = "Give the folder that holds a folder for each learner, or the .zip of Moodle or Canvas."
        raise UsageError(f"{folder} is not a folder.", fix=fix)
    finder = Finder(folder.absolute().parent if archive else folder, ids, accept=accept)
    try:
        if archive:
            finder.read_entry(folder.name, folder.lstat())
            found = finder.finish()
            _must_be_a_download(folder, found)
            return found
        finder.read_class(ignored)
        found = finder.finish()
        if inner := finder.class_inside():
            around, found = found, collect_class(folder / inner, ids, ignored=ignored, accept=accept)
            found.unread += [one for one in around.unread if one.path.partition("/")[0] != readable(inner)]
            found.note = f"{folder} holds one folder, {readable(inner)}, which is read as the folder of the class"
        elif finder.is_one_learner():
            found = collect_learner(folder, ids, accept=accept)
            found.note = f"{folder} is read as the folder of one learner: it holds answers and folders of topics"
        elif groups := finder.groups():
            what = f"{groups:,} folders count as one learner each, and each holds several folders with answers"
            found.note = f"{what}; if those are the learners, grade each of the {groups:,} by itself"
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}.") from error
    return found


def examined(reports: Path, title: str) -> Collected:
    """Return the answers that count in the examination `title`, from the reports in a server's folder.

    Text that a learner typed after the time limit, or after a right check, is not in the reports. `note` says how many
    reports are not sealed, and why.
    """
    found, spool, unsealed = Collected(), Spool(), Counter[str]()
    for file in sorted(reports.glob("*.json")):
        try:
            report = read_report(file)
        except (OSError, ValueError) as error:
            found.unread.append(Unread("", f"{reports.name}/{file.name}", f"The report cannot be read: {error}."))
            continue
        if report.workshop.title != title:
            continue
        found.learners += (report.learner,)
        unsealed.update([] if report.sealed else [report.why])
        for one in report.exercises:
            if one.attempts:
                when = one.at.timestamp() if one.at else 0.0
                place = f"{reports.name}/{file.name}/{one.exercise}"
                read = spool.add(one.code.encode("utf-8", "replace"))
                found.answers.append(HandIn(report.learner, one.exercise, place, read, attempted=when))
    found.note = " ".join(f"not sealed: {count(number, 'report')}. {why}" for why, number in unsealed.items())
    return found


def _must_be_a_download(file: Path, found: Collected) -> None:
    """Check that an archive is not read as one learner's.

    Raises:
        UsageError: the names in the archive were not given by a platform.
    """
    if not found.learners or found.learners == (learner_name(file.name[: -len(".zip")]),):
        whole = [one.reason for one in found.unread if one.path == readable(file.name)]
        why = whole[0] if whole else "The names in it do not say whose the files are."
        fix = "Unpack it, and give the folder that holds a folder or a .zip for each learner."
        raise UsageError(f"{file} is no download of Moodle or Canvas that mxtutor knows: {why}", fix=fix)


def on_roster(
    found: Collected, roster: Roster, homes: Mapping[str, str] = MappingProxyType({})
) -> tuple[Collected, dict[str, str]]:
    """Return the hand-ins with learners named as in a roster, and the original names by the new ones.

    `homes` maps the names of homes on a server to the ids of learners.

    Hand-ins keep their learner's name, and are listed as unread, if they match no learner of the roster, or if several
    match one. All other learners of the roster have handed in nothing.
    """
    meant = {name: roster.meant(homes.get(name, name)) for name in found.learners}
    times = Counter(one.id for one in meant.values() if one)
    names = {name: roster.label(one) for name, one in meant.items() if one and times[one.id] == 1}
    labels = [roster.label(one) for one in roster.learners]
    unread = [structs.replace(one, learner=names.get(one.learner, one.learner)) for one in found.unread]
    for name in found.learners:
        if one := meant[name] if name not in names else None:
            reason = f"Several hand-ins can be those of {roster.label(one)} of the roster; rename all but one of them."
            unread.append(Unread(name, name, reason))
        elif name not in names:
            near = nearest(name, labels, most=1)
            unread.append(Unread(name, name, "No learner of the roster has this name.", near[0] if near else ""))
    learners = {*labels, *(names.get(name, name) for name in found.learners)}
    answers = [replace(one, learner=names.get(one.learner, one.learner)) for one in found.answers]
    alike = tuple(pair for pair in found.alike if pair[0] == pair[1] or not set(pair) <= set(names))
    called = {label: name for name, label in names.items() if label != name}
    return Collected(tuple(sorted(learners, key=reading_order)), answers, unread, alike, found.note), called
