"""What home shows besides the map: text about the line of the cursor, what is due, the learner's days."""

from __future__ import annotations

import asyncio

from textual import work
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from mxtutor.progress.journey import Entry
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.home_rows import HomeRow, due_words

BROAD = 120
"""Columns from which the map has goal, length and days of the learner beside it."""
REST_SECONDS = 0.15
"""Seconds on a line after which its mistakes are read."""


class HomePanels(TutorScreen):
    """A screen with `#due`, `#about-text` and `#home-side`; they are filled after the first frame."""

    session: TutorSession | None = None
    """Course, progress and grader; None until they are read."""
    pointed: Entry | None = None
    """The line of the cursor."""
    _missed: tuple[Entry | None, tuple[str, ...]] = (None, ())
    """The line whose mistakes were read last, and the mistakes."""

    def title_of(self, entry: Entry) -> str:
        """Return the title of a topic, lesson or exercise."""
        assert self.session is not None  # callers have a session
        if entry.kind == "exercise":
            return self.session.title(entry.id)
        titles = {topic.id: topic.title for topic in self.session.course.topics}
        titles |= {lesson.id: lesson.title for lesson in self.session.course.lessons}
        return titles.get(entry.id, entry.id)

    @staticmethod
    def exercises_of(session: TutorSession, entry: Entry) -> tuple[str, ...]:
        """Return the exercises of a line."""
        if entry.kind == "exercise":
            return (entry.id,)
        places = session.course.topics if entry.kind == "topic" else session.course.lessons
        return next((place.exercises for place in places if place.id == entry.id), ())

    def draw_about(self) -> None:
        """Show the text about the line of the cursor."""
        if self.session is None or self.pointed is None:
            return
        from mxtutor.ui.about import about  # 5 ms, which the first paint need not wait for

        missed = self._missed[1] if self._missed[0] == self.pointed else ()
        text = about(self.session, self.glyphs, self.pointed, self.title_of(self.pointed), missed)
        self.query_one("#about-text", Static).update(text)

    @work(exclusive=True, exit_on_error=False, group="missed", description="Reading your mistakes")
    async def read_missed(self, session: TutorSession, entry: Entry) -> None:
        """Show what was missed in a line, when the cursor rests on it."""
        await asyncio.sleep(REST_SECONDS)
        from mxtutor.ui.about import missed_in

        exercises = frozenset(self.exercises_of(session, entry))
        self._missed = entry, tuple(await session.ask(lambda progress: missed_in(progress, exercises)))
        if self._missed[1]:
            self.draw_about()

    @work(exclusive=True, exit_on_error=False, group="days", description="Reading what is due and what you did")
    async def read_days(self) -> None:
        """Show what is due for review, and in a wide terminal what the learner did on the last days."""
        session = self.session
        if session is None or session.workshop is not None:
            return
        from mxtutor.progress.due import due

        course, now = session.course, session.now()
        exercises = len(await session.ask(lambda progress: due(progress, course, now)))
        row = self.query_one("#due", HomeRow)
        row.display = bool(exercises)
        if exercises:
            row.show("Review", due_words(exercises))
        if self.has_class("-broad"):
            from mxtutor.ui.widgets.days_plot import DaysPlot  # only a wide terminal shows it

            if not self.query(DaysPlot):
                await self.query_one("#home-side").mount(DaysPlot(id="days"))
            plot = self.query_one(DaysPlot)
            plot.days = await session.ask(lambda progress: progress.days())

    def size_classes(self, size: Size) -> dict[str, bool]:
        """Show what stands beside the map if there is room."""
        return super().size_classes(size) | {"-broad": size.width >= BROAD}

    def on_resize(self, event: Resize) -> None:
        """Read what stands beside the map when it gets room."""
        if event.size.width >= BROAD and not self.has_class("-broad"):
            self.call_after_refresh(self.read_days)
