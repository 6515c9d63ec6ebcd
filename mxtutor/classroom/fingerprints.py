"""What a result depends on, as hashes: the answer, the exercise, the seed and the versions that graded it."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from mxtutor import __version__

PACKAGES = ("mxnet", "torch", "numpy")
"""Packages whose version can change a verdict."""
_SKIPPED = ("__pycache__",)


def versions() -> dict[str, str]:
    """Return the versions that decide about a verdict; nothing is imported. A missing package has the version ""."""
    found = {"mxtutor": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = ""
    return found


def answer_hash(source: bytes) -> str:
    """Return the SHA-256 of an answer's bytes, in hexadecimal digits."""
    return hashlib.sha256(source).hexdigest()


def exercise_hash(folder: Path) -> str:
    """Return the SHA-256 of all files of an exercise, in hexadecimal digits.

    Raises:
        OSError: a file cannot be read.
    """
    total = hashlib.sha256()
    files = [path for path in folder.rglob("*") if path.is_file() and not any(p in _SKIPPED for p in path.parts)]
    for path in sorted(files):
        name = path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
        data = path.read_bytes()
        total.update(b"%d:%s%d:%s" % (len(name), name, len(data), data))
    return total.hexdigest()


def content_hash(exercises: Mapping[str, str]) -> str:
    """Return one hash for the exercises whose hashes are given by id, in hexadecimal digits."""
    total = hashlib.sha256()
    for identity in sorted(exercises):
        total.update(f"{identity} {exercises[identity]}\n".encode())
    return total.hexdigest()


def result_key(answer: str, exercise: str, seed: int, used: Mapping[str, str]) -> str:
    """Return the hash of everything that a result depends on: two results with the same key need not be graded twice.

    Args:
        answer: hash of the answer.
        exercise: hash of the exercise.
        seed: seed of the drawn inputs.
        used: `versions()` of the machine that grades.
    """
    named = " ".join(f"{name}={used[name]}" for name in sorted(used))
    return hashlib.sha256(f"{answer} {exercise} {seed} {named}".encode()).hexdigest()
