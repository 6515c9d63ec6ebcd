"""Combines a workshop's own exercises with mxtutor's, in a folder with copies of both."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mxtutor.content.course_file import load_course
from mxtutor.content.outline import Course
from mxtutor.content.yaml_files import read_yaml
from mxtutor.errors import UsageError, reason_of
from mxtutor.paths import cache, content_root

COURSE = Path("lessons/course.yaml")
UNUSED_DAYS = 60
"""Days after its last use when such a folder is removed; `regrade` then needs `--workshop` to make it again."""
_MADE_OF = "made-of.json"
"""File in such a folder that names the folder of the workshop's content, and the exercises of mxtutor."""


def content_with(own: Path, wanted: Sequence[str]) -> Path:
    """Return the folder of a workshop's own content; if exercises of mxtutor are missing there, a folder with both.

    Raises:
        ContentError: a course cannot be read.
        UsageError: the folder cannot be written.
    """
    mine, shipped = load_course(own), load_course(content_root())
    more = sorted({*wanted} & {*shipped.exercises} - {*mine.exercises})
    if not more:
        return own
    made_of = json.dumps({"own": str(own), "more": more})
    folder = cache() / "mixed" / hashlib.sha256(made_of.encode()).hexdigest()[:16]
    try:
        files = {target: source for source, target in _files(own, shipped, more)}
        for target, source in files.items():
            _copy(source, folder / target)
        kept = {*files, COURSE}
        for path in [*folder.glob("lessons/**/*"), *folder.glob("exercises/**/*")]:
            if path.is_file() and path.name[0] != "." and path.relative_to(folder) not in kept:
                path.unlink(missing_ok=True)  # otherwise a deleted observer would still judge answers
        _write(folder / COURSE, json.dumps(_course(own, more)))
        _write(folder / _MADE_OF, made_of)
        os.utime(folder / _MADE_OF)
        _remove_unused(folder.parent)
    except OSError as error:
        fix = "Free space, or name another folder with MXTUTOR_HOME."
        raise UsageError(f"{folder} cannot be written: {reason_of(error)}.", fix=fix) from error
    return folder


def _remove_unused(mixed: Path) -> None:
    """Remove folders that were not used for `UNUSED_DAYS`; the time of `_MADE_OF` is that of the last use."""
    for made in mixed.glob(f"*/{_MADE_OF}"):
        if made.stat().st_mtime < time.time() - UNUSED_DAYS * 24 * 3600:
            shutil.rmtree(made.parent, ignore_errors=True)


def as_it_is_now(root: Path) -> Path:
    """Return a content folder; one made by `content_with` is updated first.

    Raises:
        ContentError: a course cannot be read.
        UsageError: the folder cannot be written.
    """
    try:
        made_of = json.loads((root / _MADE_OF).read_text("utf-8"))
        own, more = Path(made_of["own"]), [str(one) for one in made_of["more"]]
    except (OSError, ValueError, KeyError, TypeError):
        return root
    return content_with(own, more)


def _files(own: Path, shipped: Course, more: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """Yield (file, path in the combined folder); the workshop's files come last, to replace others."""
    lessons = [lesson.path for lesson in shipped.lessons if {*more} & {*lesson.exercises}]
    found = [*lessons, *(path for one in more for path in shipped.folder(one).rglob("*"))]
    yield from ((path, path.relative_to(shipped.root)) for path in found)
    for part in ("lessons", "exercises"):
        yield from ((path, path.relative_to(own)) for path in (own / part).rglob("*") if path.name != "course.yaml")


def _copy(source: Path, target: Path) -> None:
    """Copy a file, unless the copy is up to date."""
    if not source.is_file() or "__pycache__" in source.parts:
        return
    now, made = source.stat(), target.stat() if target.exists() else None
    if made is None or (made.st_mtime_ns, made.st_size) != (now.st_mtime_ns, now.st_size):
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        shutil.copy2(source, beside)
        beside.replace(target)


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_text(text, "utf-8")
        beside.replace(path)


def _course(own: Path, more: Sequence[str]) -> dict[str, Any]:
    """Return the workshop's `course.yaml` with the lessons of the mxtutor exercises added, each with these only."""
    mine: dict[str, Any] = read_yaml(own / COURSE)
    topics: list[dict[str, Any]] = list(mine["topics"])
    for topic in read_yaml(content_root() / COURSE)["topics"]:
        for lesson in topic["lessons"]:
            wanted = [one for one in (*lesson.get("exercises", ()), *lesson.get("bank", ())) if one in more]
            if not wanted:
                continue
            same = next((t for t in topics if t["id"] == topic["id"]), None)
            if same is None:
                same = {key: topic[key] for key in ("id", "title", "summary") if key in topic} | {"lessons": []}
                topics.append(same)
            known = next((one for one in same["lessons"] if one["id"] == lesson["id"]), None)
            if known is None:
                added = {"id": lesson["id"], "title": lesson["title"], "exercises": wanted}
                same["lessons"] = [*same["lessons"], added]
            else:
                known["exercises"] = [*known.get("exercises", ()), *wanted]
    return {**mine, "topics": topics}
