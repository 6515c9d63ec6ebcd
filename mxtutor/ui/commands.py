"""What the command palette finds in the course."""

from __future__ import annotations

from functools import partial
from typing import cast

from textual.command import Hit, Hits, Provider

from mxtutor.ui.app import TutorApp
from mxtutor.ui.messages import OpenExercise, OpenLesson
from mxtutor.ui.search import Found, SearchIndex


class CourseCommands(Provider):
    """Lessons and exercises, to go to."""

    @property
    def _tutor(self) -> TutorApp:
        return cast(TutorApp, self.app)

    async def search(self, query: str) -> Hits:
        """Yield the lessons and exercises that a query finds."""
        study = self._tutor.study
        if study is None:
            return
        matcher = self.matcher(query)
        for found in SearchIndex.quick(study).items:
            text = f"{found.title} ({found.entry.id})"
            if (score := matcher.match(text)) > 0:
                yield Hit(score, matcher.highlight(text), partial(self._go, found), help=f"Open the {found.entry.kind}")

    def _go(self, found: Found) -> None:
        entry = found.entry
        self._tutor.post_message(OpenExercise(entry.id) if entry.kind == "exercise" else OpenLesson(entry.id))
