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
    "class_inside",
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


def class_inside(found: Collected, ids: Sequence[str]) -> str:
    """Return the name of the one folder that is probably the folder of a class; empty if there is none.

    That is so if nothing else holds an answer, and if a platform named the files in it, or several of its folders (or
    archives), which are not those of topics, hold answers.
    """
    tops = {one.path[0] for one in found.answers}
    if len(found.downloads) == 1 and not tops:
        return found.downloads[0]
    known = {"answers", *(identity.partition("/")[0] for identity in ids)}
    for top in tops if len(tops) == 1 else ():
        if len([name for name in found.inside.get(top, ()) if name.lower() not in known]) > 1:
            return readable(top)
    return ""


def collect_learner(folder: Path, ids: Sequence[str], content: Path | None = None) -> Collected:
    """Return the answers of a folder that belongs to one learner; the paths start at the folder above it.

    Raises:
        OSError: the folder cannot be read.
    """
    whole = folder.resolve()
    found = Finder(whole.parent, ids)
    found.learner_folder(whole.name)
    return found.finish(content)
