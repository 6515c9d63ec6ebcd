"""Finds the answers that each learner handed in below a folder, and lists the files that cannot be read.

A learner has a folder, a .zip, or files that a learning platform named after the learner. They hold
`<topic>/<slug>.py` at any depth (mxtutor's own `answers/` folder has this form), `<slug>.py`, what `mxtutor export`
wrote, or notebooks. No link is followed on any level, and nothing outside a learner's folder is opened.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from mxtutor.classroom.collected import Collected, Unread, unread_lines
from mxtutor.classroom.finder import Finder
from mxtutor.classroom.naming import nearest_id, readable
from mxtutor.classroom.reading import HandIn, read_hand_in
from mxtutor.classroom.safe_files import open_folder

__all__ = [
    "Collected",
    "HandIn",
    "Unread",
    "collect",
    "collect_learner",
    "nearest_id",
    "read_hand_in",
    "readable",
    "unread_lines",
]


def collect(
    folder: Path,
    ids: Sequence[str],
    content: Path | None = None,
    *,
    ignored: Collection[Path] = (),
    only: str = "",
) -> Collected:
    """Return the answers to the exercises `ids` that lie below a folder, exercise by exercise in the order of `ids`.

    A hard link to a file of another learner, or to one below `content`, is not graded. The files `ignored` are the
    instructor's own. With `only`, the name of one entry, nothing else of the folder is read.

    Raises:
        OSError: the folder itself cannot be read.
    """
    found = Finder(folder, ids)
    skipped = {path.name for path in ignored if path.parent.absolute() == folder.absolute()}
    with open_folder(folder) as top:
        entries = sorted(os.scandir(top), key=lambda entry: entry.name)
        for entry in entries:
            if entry.name not in skipped and only in ("", entry.name):
                found.learner_entry(entry.name, entry.stat(follow_symlinks=False))
    return found.finish(content)


def collect_learner(folder: Path, ids: Sequence[str], content: Path | None = None) -> Collected:
    """Return the answers of a folder that belongs to one learner; the paths start at the folder above it.

    Raises:
        OSError: the folder cannot be read.
    """
    whole = folder.resolve()
    found = Finder(whole.parent, ids)
    found.learner_entry(whole.name, os.stat(whole))
    return found.finish(content)
