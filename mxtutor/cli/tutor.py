"""`mxtutor [ID or TOPIC]`: the tutor in the terminal."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor import paths
from mxtutor.errors import UsageError
from mxtutor.served import served

KEYS = "keys.yaml"
"""File with the learner's own keys, in the learner's folder."""

if TYPE_CHECKING:  # the first paint does not need these imports
    from mxtutor.content.workshop import Workshop
    from mxtutor.grading.protocol import Grader
    from mxtutor.progress.store import ProgressStore
    from mxtutor.served import Served


def start_tutor(root: Path, start_at: str | None, workshop: Workshop | None = None) -> int:
    """Run the terminal app, on a workshop or a path if one is given; return its exit code."""
    session = served()
    if session is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("The tutor needs a terminal.", fix="`mxtutor --plain` is the same tutor without one.")
    if session is not None and session.confined:
        from mxtutor.serving.confinement import confine_session

        confine_session(root, paths.home())  # before anything starts a thread
    keys, keymap = paths.home() / KEYS, dict[str, str]()
    if keys.exists():  # read before anything starts, because the file may be invalid
        from mxtutor.ui.key_file import read_keys

        keymap = read_keys(keys)
    from mxtutor.ui.run import run_tutor

    return run_tutor(
        root,
        start_at=start_at,
        grader=make_grader(root, session),
        progress_opener=partial(open_progress, workshop),
        workshop=workshop,
        home=paths.home(),
        keymap=keymap,
    )


def make_grader(root: Path, session: Served | None) -> Grader:
    if session is None:
        from mxtutor.grading.service.client import RemoteGrader

        return RemoteGrader(root)
    from mxtutor.serving.session_grader import SessionGrader

    return SessionGrader(root, session)


def open_progress(workshop: Workshop | None) -> ProgressStore:
    """Open the learner's store; a sealed workshop shows nothing that was done outside it."""
    from mxtutor.progress.store import open_store

    store = open_store(paths.home())
    if workshop is not None and workshop.sealed:
        from mxtutor.live.record import sealed_home

        store.enter_examination(sealed_home(workshop).name)
    return store
