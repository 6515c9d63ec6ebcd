"""Hashes of everything that a result depends on: the answer, the exercise, the seed and the versions."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor import __version__
from mxtutor.errors import ContentError

if TYPE_CHECKING:
    from mxtutor.content.outline import Course

PACKAGES = ("mxnet", "torch", "numpy")
"""Packages whose version can change a verdict."""


def versions() -> dict[str, str]:
    """Return the versions that can change a verdict, by package ("" if missing); no package is imported."""
    found = {"mxtutor": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = ""
    return found


def answer_hash(source: bytes) -> str:
    """Return the SHA-256 of an answer's bytes, as hexadecimal digits."""
    return hashlib.sha256(source).hexdigest()


def exercise_hash(folder: Path) -> str:
    """Return the SHA-256 of all files of an exercise, as hexadecimal digits.

    Raises:
        OSError: a file cannot be read.
    """
    total = hashlib.sha256()
    for path in sorted(one for one in folder.rglob("*") if one.is_file() and "__pycache__" not in one.parts):
        name = path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
        data = path.read_bytes()
        total.update(b"%d:%s%d:%s" % (len(name), name, len(data), data))
    return total.hexdigest()


def exercise_hashes(course: Course, ids: Iterable[str]) -> dict[str, str]:
    """Return the hashes of exercises of a course by id.

    Raises:
        ContentError: an exercise cannot be read.
    """
    try:
        return {identity: exercise_hash(course.folder(identity)) for identity in ids}
    except OSError as error:
        raise ContentError(f"An exercise cannot be read: {error}.") from error


def content_hash(exercises: Mapping[str, str]) -> str:
    """Return one hash of several exercises, given as id to hash, as hexadecimal digits."""
    total = hashlib.sha256()
    for identity in sorted(exercises):
        total.update(f"{identity} {exercises[identity]}\n".encode())
    return total.hexdigest()


def result_key(answer: str, exercise: str, seed: int, used: Mapping[str, str]) -> str:
    """Return the hash of everything that a result depends on: an answer with a known key need not be graded again.

    `answer` and `exercise` are their hashes, `used` is `versions()` of the machine that grades.
    """
    named = " ".join(f"{name}={used[name]}" for name in sorted(used))
    return hashlib.sha256(f"{answer} {exercise} {seed} {named}".encode()).hexdigest()
