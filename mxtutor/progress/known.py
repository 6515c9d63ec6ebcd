"""The exercises that a learner has proven to know in a placement, without solving them here."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from mxtutor.progress.row_store import RowStore
from mxtutor.progress.rows import now
from mxtutor.progress.tables import texts

_SOUND = f"SELECT exercise, undone FROM known WHERE {texts('exercise')}"  # noqa: S608 - constants


class KnownStore(RowStore):
    """The part of the store with the exercises that are known; the learner can take each one back."""

    def known(self) -> Mapping[str, bool]:
        """Return the proven exercises, each with whether it counts as known; False: the learner took it back."""
        return {exercise: not undone for exercise, undone in self._run(_SOUND)}

    def prove_known(self, exercises: Collection[str]) -> None:
        """Store that the learner has proven to know these exercises."""
        with self._transaction():
            for exercise in exercises:
                self._run("INSERT OR REPLACE INTO known (exercise, at, undone) VALUES (?, ?, 0)", exercise, now())

    def use_known(self, exercises: Collection[str], use: bool) -> None:
        """Let proven exercises count as known, or take that back; others do not change."""
        with self._transaction():
            for exercise in exercises:
                self._run("UPDATE known SET undone = ? WHERE exercise = ?", int(not use), exercise)
