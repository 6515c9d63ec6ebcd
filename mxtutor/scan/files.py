"""Finds the files of a project that are scanned, and says why others are left out."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
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
"""Bytes of the largest file that is read; notebooks hold pictures and may be larger."""
MOST_DEEP = 100
"""Folders inside each other that are followed."""


Rule = tuple[Path, GitIgnoreSpec]
"""A folder and what its .gitignore says."""


@dataclass(slots=True)
class ProjectFiles:
    """The files of a project."""

    root: Path
    files: list[str] = field(default_factory=list)
    """Paths relative to the root, with `/`."""
    sizes: dict[str, int] = field(default_factory=dict)
    """Their bytes."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Paths that are left out, each with the reason."""
    linked: set[tuple[int, int]] = field(default_factory=set)
    """Device and inode of the files with several names that were visited."""

    def add(self, path: str, size: int, unfit: str) -> None:
        """Add a file of this size; `unfit` says why it is left out, and is empty if it is not."""
        if unfit:
            self.skipped.append((path, unfit))
        else:
            self.files.append(path)
            self.sizes[path] = size


def find_files(root: Path) -> ProjectFiles:
    """Return the files to scan below a folder, or the one file that `root` is.

    Raises:
        OSError: `root` does not exist or cannot be read.
    """
    if not root.is_dir():
        status = root.stat()
        found = ProjectFiles(root.parent)
        reason = _unfit(root.name, status)
        if root.suffix not in SUFFIXES:
            reason = reason or f"not a {', '.join(SUFFIXES[:3])} file"
        found.add(root.name, status.st_size, reason)
        return found
    os.scandir(root).close()
    found = ProjectFiles(root)
    rules = [rule for rule in _rules_above(root) if not _ignores([rule], root, True)]
    _walk(root, "", rules, found)
    return found


def _walk(folder: Path, inside: str, rules: list[Rule], found: ProjectFiles) -> None:
    own = _rule_of(folder)
    if own is not None:
        rules = [*rules, own]
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        found.skipped.append((inside.rstrip("/") or ".", f"cannot be read: {error.strerror}"))
        return
    if inside and any(entry.name == "pyvenv.cfg" for entry in entries):
        found.skipped.append((inside.rstrip("/"), "a virtual environment"))
        return
    for entry in entries:
        _visit(entry, inside, rules, found)


def _visit(entry: os.DirEntry[str], inside: str, rules: list[Rule], found: ProjectFiles) -> None:
    path = inside + entry.name
    try:
        linked = entry.is_symlink()
        folder = entry.is_dir(follow_symlinks=not linked)
    except OSError as error:
        found.skipped.append((path, f"cannot be read: {error.strerror}"))
        return
    if folder:
        if entry.name in NEVER:
            return
        if _ignores(rules, Path(entry.path), True):
            found.skipped.append((path, "ignored by .gitignore"))
        elif path.count("/") >= MOST_DEEP:
            found.skipped.append((path, f"more than {MOST_DEEP} folders deep"))
        else:
            _walk(Path(entry.path), f"{path}/", rules, found)
        return
    if not entry.name.endswith(SUFFIXES):
        if linked and os.path.isdir(entry.path):
            found.skipped.append((path, "a link to a folder"))
        return
    try:
        status = os.stat(entry.path)
    except OSError as error:
        reason = "a link that leads nowhere" if linked else f"cannot be read: {error.strerror}"
        found.skipped.append((path, reason))
        return
    if stat.S_ISDIR(status.st_mode):
        found.skipped.append((path, "a link to a folder"))
        return
    reason = _unfit(entry.name, status)
    if not reason and _ignores(rules, Path(entry.path), False):
        reason = "ignored by .gitignore"
    if not reason and (linked or status.st_nlink > 1):
        key = (status.st_dev, status.st_ino)
        reason = "the same file as another one" if key in found.linked else ""
        found.linked.add(key)
    found.add(path, status.st_size, reason)


def _unfit(name: str, status: os.stat_result) -> str:
    """Return why a file is not read; empty if it is."""
    if not stat.S_ISREG(status.st_mode):
        return "not a regular file"
    largest = LARGEST.get(os.path.splitext(name)[1], LARGEST_TEXT)
    if status.st_size > largest:
        return f"larger than {largest >> 20} MiB"
    return ""


def _rules_above(root: Path) -> Iterator[Rule]:
    """Yield the .gitignore files above a folder, up to its repository."""
    above = []
    for folder in root.resolve().parents:
        above.append(folder)
        if (folder / ".git").exists():
            break
    else:
        return
    if (root / ".git").exists():
        return
    for folder in reversed(above):
        own = _rule_of(folder)
        if own is not None:
            yield own


def _rule_of(folder: Path) -> Rule | None:
    path = folder / ".gitignore"
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) or path.stat().st_size > 1 << 20:
            return None
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    good = []
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue  # git ignores a pattern that is not valid, too
        good.append(line)
    return folder.resolve(), GitIgnoreSpec.from_lines(good)


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
