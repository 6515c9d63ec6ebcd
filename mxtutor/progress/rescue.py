"""Writes the learner's texts to a folder other than the learner's home, where nothing can be saved there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mxtutor import paths
from mxtutor.private_files import FILE_MODE

ROOM = 1 << 20
"""Bytes that must be free in a folder that is offered."""


def writable_folder() -> Path:
    """Return a folder outside of the learner's home to write to: the present, the user's, or a temporary one."""
    home = paths.home()
    for folder in (Path.cwd, Path.home):
        try:
            path = folder().resolve()
            free = os.statvfs(path)
            inside = path == home.resolve() or home.resolve() in path.parents
            if os.access(path, os.W_OK) and free.f_bavail * free.f_frsize > ROOM and not inside:
                return path
        except (OSError, RuntimeError):
            continue
    return Path(tempfile.gettempdir())


def write_texts(texts: Iterable[tuple[str, str]], folder: Path) -> list[Path]:
    """Write texts of exercises to new files `topic-slug.py` of a folder, which is made; return their paths.

    Raises:
        OSError: one of them cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [_write(folder, exercise.replace("/", "-"), text) for exercise, text in texts]


def rescued(texts: Iterable[tuple[str, str]], reason: str) -> str:
    """Write what could not be saved to a new folder for temporary files; return where it is, as a sentence."""
    try:
        files = write_texts(texts, Path(tempfile.mkdtemp(prefix="mxtutor-")))
    except OSError as error:
        return f"NOT SAVED: {reason}; your text cannot be written elsewhere either: {error.strerror}."
    return f"NOT SAVED: {reason}; your text is in {', '.join(map(str, files))}."


def _write(folder: Path, name: str, text: str) -> Path:
    number = 1
    while True:
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}.py"
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        except FileExistsError:
            number += 1
            continue
        with open(descriptor, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())  # some file systems find out only now that they are full
        return path
