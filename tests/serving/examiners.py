"""Examiners with a class store of their own, and what they stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import msgspec

from mxtutor.classroom.roster import Learner
from mxtutor.content.workshop import Workshop
from mxtutor.live.store import ClassEntry, ClassStore
from mxtutor.serving.examiner import Examiner
from tests.ui.fakes import COURSE


class OneExaminer(Examiner):
    """The examiner of a server without a roster."""

    def __init__(
        self,
        folder: Path,
        workshop: Workshop,
        root: Path = COURSE,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.store = ClassStore(folder / "class.db", create=True)
        self.store.begin(ClassEntry(workshop.title, True, workshop.path.exercises), 0.0)
        super().__init__(folder, self.store, None, workshop, root, "c" * 64, now=now)

    def enter(self, learner: str) -> str:
        """Return what a new session of a learner gets."""
        return self.admit(Learner("", learner), "served x")

    def close(self) -> None:
        """Stop listening, and close the store."""
        super().close()
        self.store.close()


def record(folder: Path) -> list[dict[str, Any]]:
    """Return the events that lie in the store of a folder, each with its learner and its code."""
    with closing(sqlite3.connect(folder / "class.db")) as database:
        rows = database.execute("SELECT learner, code, data FROM mxtutor_events WHERE data != '' ORDER BY number")
        return [{**msgspec.json.decode(data), "learner": who, "code": code or ""} for who, code, data in rows]
