"""Own code that the learner has tried: one folder each in MXTUTOR_HOME, which is a pack that the tutor opens."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from mxtutor import paths
from mxtutor.conversion import convert
from mxtutor.errors import StoreError, TutorError, UsageError
from mxtutor.own_code.design import Design
from mxtutor.own_code.sources import Original
from mxtutor.own_code.writing import TOPIC, slug_of, write_pack
from mxtutor.private_files import make_private_folder, write_private

FOLDER, RECORD = "own-code", "own-code.json"
FORMAT = 1
"""Version of what `writing` writes; an exercise of another version is made again."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved exercise of own code."""

    slug: str
    file: str
    """Absolute path of the file."""
    name: str
    digest: str
    """Of the code that runs."""
    inputs: str
    """The first case, as `--inputs` takes it."""
    made: str
    """When it was made, in ISO 8601."""
    format: int = 0
    """`FORMAT` of the release that made it."""

    @property
    def folder(self) -> Path:
        """The pack."""
        return paths.home() / FOLDER / self.slug

    @property
    def exercise(self) -> str:
        """Id of the exercise."""
        return f"{TOPIC}/{self.slug}"


def saved_slug(original: Original) -> str:
    """Return the name of a saved exercise: functions of equal names in different files have different ones."""
    place = hashlib.sha256(str(original.path).encode()).hexdigest()[:6]
    return f"{slug_of(original.name)}-{place}"


def digest_of(source: str) -> str:
    """Return a digest of the code that runs."""
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()


def all_saved() -> list[Saved]:
    """Return the saved exercises, the newest first; folders that cannot be read are left out."""
    found: list[Saved] = []
    with contextlib.suppress(OSError):
        folders = (paths.home() / FOLDER).iterdir()
        found = [one for folder in folders if folder.name[0] != "." and (one := _read(folder)) is not None]
    return sorted(found, key=lambda one: one.made, reverse=True)


def saved_for(original: Original) -> Saved | None:
    """Return the saved exercise of own code; None if there is none."""
    return _read(paths.home() / FOLDER / saved_slug(original))


def _read(folder: Path) -> Saved | None:
    try:
        record = convert(json.loads((folder / RECORD).read_text(encoding="utf-8")), Saved)
    except (OSError, ValueError, TypeError):
        return None
    whole = (folder / "lessons" / "course.yaml").is_file() and record.slug == folder.name
    return record if whole else None


def save(made: Design, when: str) -> Saved:
    """Store an exercise of own code in place of an older one, whose solution stays; return its record.

    Raises:
        StoreError: the folder cannot be written.
    """
    original = made.prepared.original
    slug = saved_slug(original)
    record = Saved(slug, str(original.path), original.name, digest_of(made.prepared.source), made.inputs, when, FORMAT)
    top = paths.home() / FOLDER
    try:
        make_private_folder(top)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=top) as name:
            fresh = Path(name) / slug
            fresh.mkdir(mode=0o700)
            old = record.folder / "exercises" / TOPIC / slug / "solution.py"
            if old.is_file():
                kept = fresh / "exercises" / TOPIC / slug / "solution.py"
                kept.parent.mkdir(parents=True)
                shutil.copyfile(old, kept)
            write_pack(fresh, made, slug)
            write_private(fresh / RECORD, json.dumps(asdict(record), ensure_ascii=False).encode())
            if record.folder.exists():
                os.replace(record.folder, Path(name) / "old")
            os.replace(fresh, record.folder)
    except OSError as error:
        raise StoreError(
            f"{top} cannot be written: {error.strerror or error}.", fix="Free space or set MXTUTOR_HOME."
        ) from error
    return record


def right_answer(exercise: str) -> str:
    """Return the learner's newest right answer to an exercise; empty if there is none."""
    from mxtutor.grading.protocol import Verdict
    from mxtutor.progress.store import open_store

    try:
        store = open_store(paths.home())
    except TutorError:
        return ""
    try:
        right = [a.code for a in store.attempts(exercise) if a.verdict is Verdict.RIGHT]
    finally:
        store.close()
    return right[0] if right else ""


def export(made: Design, folder: Path, solution: str) -> Path:
    """Write own code as a pack into a folder that does not exist yet or is empty; return the exercise's folder.

    Raises:
        UsageError: the folder has contents, or cannot be written.
    """
    slug = slug_of(made.prepared.original.name)
    try:
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty.", fix="Name a new folder.")
        folder.mkdir(parents=True, exist_ok=True)
        write_pack(folder, made, slug)
        exercise = folder / "exercises" / TOPIC / slug
        if solution:
            write_private(exercise / "solution.py", solution.encode())
        for path in folder.rglob("*"):  # a pack is for others
            path.chmod(0o755 if path.is_dir() else 0o644)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.") from error
    return exercise
