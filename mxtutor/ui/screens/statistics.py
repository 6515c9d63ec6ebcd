"""What the learner has done: a table of the topics, and the last days with work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from mxtutor.counts import count
from mxtutor.progress.due import Reviews, reviews
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import COLUMNS, MEASURED, Statistics, statistics
from mxtutor.reporting.day_words import past_day_words
from mxtutor.reporting.durations import short_time
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE, HOME, STATISTICS
from mxtutor.ui.platform.threads import OPENING
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.session import TutorSession

NOTHING = (
    f"Nothing to count yet. {HOME.key('continue')} at home opens what is next; check an answer there with "
    f"{EXERCISE.key('check')}.\n"
    "Then your attempts, the share of exercises that are right at the first try, your time and your hints appear here."
)
MOST_DAYS = 14
"""Most days that are listed, the newest ones."""
DAY_BAR = 20


class StatisticsScreen(TutorScreen):
    """A table of all topics, the last days, and how times are measured."""

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#statistics"
    KEYS = STATISTICS
    BINDINGS = STATISTICS.bindings()

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._found: tuple[Statistics, Reviews] | None = None
        """What is shown; None until it is read."""

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="statistics"):
            yield DataTable[Text](id="statistics-table", show_cursor=False)
            yield Static("Counting ...", id="statistics-text", markup=False)

    def on_mount(self) -> None:
        self.set_title("Statistics")
        self._read()

    def redraw(self) -> None:
        self._show()

    def action_back(self) -> None:
        self.dismiss()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your statistics")
    async def _read(self) -> None:
        session, now = self._session, self._session.now()
        self._found = await session.ask(
            lambda progress: (statistics(progress, session.journey.whole), reviews(progress, session.course, now))
        )
        self._show()

    def _show(self) -> None:
        if self._found is None:
            return
        found, due = self._found
        text, table = self.query_one("#statistics-text", Static), self.query_one(DataTable)
        table.clear(columns=True)
        table.display = bool(found.days or found.all.attempts)
        if not table.display:
            text.update(NOTHING)
            return
        table.add_columns("", *(Text(head, justify="right") for head in COLUMNS))
        for title, cells in found.rows():
            style = "bold" if title == found.all.title else ""
            table.add_row(Text(title, style), *(Text(cell, style, justify="right") for cell in cells.values()))
        today = day_of(self._session.now())
        lines = [*self._due(due, today), Content(), *last_days(found, today, self.glyphs), Content()]
        text.update(Content("\n").join([*lines, Content.styled(MEASURED, "dim")]))

    def _due(self, due: Reviews, today: date) -> Iterator[Content]:
        """Yield one line about reviews and one about mistakes."""
        begins = f" {HOME.key('reviews')} begins." if due.due else ""
        yield Content(f"Reviews   {due.text(today)}{begins}")
        yield Content(f"Mistakes  {due.mistakes} open; {HOME.key('mistakes')} at home lists them.")


def last_days(found: Statistics, today: date, glyphs: Glyphs) -> Iterator[Content]:
    """Yield a bar of checks for each of the last days with work, the newest first, with the minutes of work."""
    worked = [(day, what) for day, what in sorted(found.days.items(), reverse=True) if what.checks or what.seconds]
    most = max((what.checks for _, what in worked[:MOST_DAYS]), default=0)
    for day, what in worked[:MOST_DAYS]:
        bar = glyphs.bar(what.checks, max(most, 1), DAY_BAR)
        time = f", {short_time(what.seconds)}" if what.seconds else ""
        yield Content.assemble(
            f"{past_day_words(day, today):<12}", (bar, "$text-success"), f" {count(what.checks, 'check')}{time}"
        )
