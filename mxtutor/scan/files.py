"""Finds the files of a project that are scanned, and says why others are left out."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

SUFFIXES = (".py", ".ipynb", ".md", ".pyw", ".markdown")
NEVER = frozenset(
    """.git .hg .svn __pycache__ node_modules .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache
    .ipynb_checkpoints site-packages .venv .virtualenvs""".split()
)
"""Folders that hold no code of the project."""
LARGEST = {".ipynb": 64 << 20}
LARGEST_TEXT = 4 << 20
"""Size of the largest file that is read, in bytes; notebooks contain pictures and may be larger."""
_SLOW = re.compile(r"(?:\*+[^/*]+){4}")
"""A pattern of .gitignore with so many stars in one name that matching it could take hours; it is left out."""
MOST_DEEP = 100
"""Maximum depth of the folders that are searched."""


Rule = tuple[Path, GitIgnoreSpec]
"""A folder and what its .gitignore says."""


@dataclass(slots=True)
class ProjectFiles:
    root: Path
    files: list[str] = field(default_factory=list)
    """Paths relative to the root, with `/`."""
    size: int = 0
    """Their bytes."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Paths that are left out, each with the reason."""

    def add(self, path: str, size: int, unfit: str) -> None:
        """Add a file of this size; `unfit` says why it is left out, and is empty if it is not."""
        if unfit:
            self.skipped.append((path, unfit))
        else:
            self.files.append(path)
            self.size += size


def find_files(root: Path) -> ProjectFiles:
    """Return the files to scan below a folder, or the one file that `root` is.

    Raises:
        OSError: `root` does not exist or cannot be read.
    """
    if not root.is_dir():
        status = root.stat()
        found = ProjectFiles(root.parent)
        other = "" if root.suffix in SUFFIXES else f"not a {', '.join(SUFFIXES[:3])} file"
        found.add(root.name, status.st_size, _unfit(root.name, status) or other)
        return found
    os.scandir(root).close()
    found, top = ProjectFiles(root), str(root)

    def relative(folder: str) -> str:
        return folder[len(top) :].lstrip("/")

    def fail(error: OSError) -> None:
        found.skipped.append((relative(error.filename), f"cannot be read: {error.strerror}"))

    rules: dict[str, list[Rule]] = {os.path.dirname(top): _rules_above(root)}
    linked = set[tuple[int, int]]()
    for folder, folders, names in os.walk(root, onerror=fail):
        folders.sort()
        inside = relative(folder)
        if inside and "pyvenv.cfg" in names:
            found.skipped.append((inside, "a virtual environment"))
            folders.clear()
            continue
        rules[folder] = here = [*rules[os.path.dirname(folder)], *_rules_of(Path(folder))]
        for name in list(folders):
            reason = _closed(Path(folder, name), inside, here)
            if reason or name in NEVER:
                folders.remove(name)
            if reason:
                found.skipped.append((f"{inside}/{name}".lstrip("/"), reason))
        for name in sorted(names):
            if name.endswith(SUFFIXES):
                _visit(Path(folder, name), f"{inside}/{name}".lstrip("/"), here, linked, found)
    found.files.sort(key=lambda path: path.split("/"))
    return found


def _closed(place: Path, inside: str, rules: list[Rule]) -> str:
    """Return why a folder is left out; empty if it is not, or if the reason is not reported."""
    if place.is_symlink():
        return "a link to a folder"
    if place.name in NEVER:
        return ""
    if _ignores(rules, place, True):
        return "ignored by .gitignore"
    return f"more than {MOST_DEEP} folders deep" if inside.count("/") >= MOST_DEEP - 1 else ""


def _visit(place: Path, path: str, rules: list[Rule], linked: set[tuple[int, int]], found: ProjectFiles) -> None:
    """Add a file; `linked` has device and inode of the visited files that have several names."""
    try:
        status = place.stat()
    except OSError as error:
        reason = "a broken link" if place.is_symlink() else f"cannot be read: {error.strerror}"
        found.skipped.append((path, reason))
        return
    reason = _unfit(place.name, status)
    if not reason and _ignores(rules, place, False):
        reason = "ignored by .gitignore"
    if not reason and (status.st_nlink > 1 or place.is_symlink()):
        key = (status.st_dev, status.st_ino)
        reason = "the same file as another one" if key in linked else ""
        linked.add(key)
    found.add(path, status.st_size, reason)


def _unfit(name: str, status: os.stat_result) -> str:
    """Return why a file is not read; empty if it is."""
    if not stat.S_ISREG(status.st_mode):
        return "not a regular file"
    largest = LARGEST.get(os.path.splitext(name)[1], LARGEST_TEXT)
    if status.st_size > largest:
        return f"larger than {largest >> 20} MiB"
    return ""


def _rules_above(root: Path) -> list[Rule]:
    """Return the .gitignore files above a folder, up to its repository, that do not ignore the folder itself."""
    above = root.resolve().parents
    top = next((place for place, folder in enumerate(above) if (folder / ".git").exists()), None)
    if top is None or (root / ".git").exists():
        return []
    rules = [rule for folder in reversed(above[: top + 1]) for rule in _rules_of(folder)]
    return [rule for rule in rules if not _ignores([rule], root, True)]


def _rules_of(folder: Path) -> list[Rule]:
    """Return what the .gitignore of a folder says; nothing without one."""
    path = folder / ".gitignore"
    try:
        if not path.is_file() or path.stat().st_size > 1 << 20:
            return []
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    good = []
    for line in lines:
        if _SLOW.search(line):
            continue
        with contextlib.suppress(ValueError):  # git ignores a pattern that is not valid, too
            GitIgnoreSpec.from_lines([line])
            good.append(line)
    return [(folder.resolve(), GitIgnoreSpec.from_lines(good))]


def _ignores(rules: list[Rule], path: Path, folder: bool) -> bool:
    """Return whether the rules ignore a path; the rule nearest to it decides."""
    if not rules:
        return False
    whole = path.parent.resolve() / path.name
    for start, rule in reversed(rules):
        try:
            inside = whole.relative_to(start).as_posix()
        except ValueError:
            continue
        decided = rule.check_file(inside + "/" if folder else inside).include
        if decided is not None:
            return decided
    return False
