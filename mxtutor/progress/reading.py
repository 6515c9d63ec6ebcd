"""Opens a learner's store for commands that only read it: also where its folder cannot be written."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from mxtutor.errors import StoreError
from mxtutor.progress.failures import explain, refusal
from mxtutor.progress.opening import FILE
from mxtutor.progress.store import ProgressStore, open_store

PLACES = (None, "/dev/shm")  # noqa: S108 - the folder below it is private and new
"""Folders for a copy of the file: that for temporary files, and one in memory where that is full, too."""


@contextlib.contextmanager
def reading(home: Path) -> Iterator[ProgressStore]:
    """Yield the store of a home; of a home on a full or read-only disk a copy, because SQLite writes when it opens.

    Raises:
        StoreError: it cannot be read, or there is none and none can be made.
    """
    refused = refusal(home)
    if refused is None or not (home / FILE).exists():
        with closing(open_store(home)) as store:
            yield store
        return
    with _copy_of(home, refused) as copied, closing(open_store(copied)) as store:
        if store.notice:
            raise StoreError(f"The progress file in {home} is damaged, and {home} cannot be written.")
        yield store


@contextlib.contextmanager
def _copy_of(home: Path, refused: OSError) -> Iterator[Path]:
    """Yield a new folder with a copy of the database; `refused` says why the home cannot be written."""
    with contextlib.ExitStack() as made:
        for place in PLACES:
            try:
                folder = Path(made.enter_context(tempfile.TemporaryDirectory(prefix="mxtutor-", dir=place)))
                for suffix in ("-wal", ""):  # the log first: what enters the file after that is in the log, too
                    with contextlib.suppress(FileNotFoundError):
                        shutil.copyfile(f"{home / FILE}{suffix}", f"{folder / FILE}{suffix}")
            except OSError:
                continue
            yield folder
            return
        raise explain(refused, home) from refused
