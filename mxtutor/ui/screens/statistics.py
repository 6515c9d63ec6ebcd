"""What the learner has done: a table of the topics, and the last days with work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from mxtutor.counts import count
from mxtutor.progress.due import Reviews, reviews
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import MEASURED, Statistics, TopicStatistics, statistics
from mxtutor.reporting.day_words import past_day_words
from mxtutor.reporting.durations import short_time
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.keys import EXERCISE, HOME, STATISTICS
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
LEAST_NAME, MOST_NAME = 14, 30
"""Cells of the column of topics."""
Cells = Callable[[TopicStatistics], str]


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
            yield Static("Counting ...", id="statistics-text", markup=False)

    def on_mount(self) -> None:
        self.set_title("Statistics")
        self._read()

    def on_resize(self, event: Resize) -> None:
        self._show(event.size.width)

    def redraw(self) -> None:
        self._show(self.size.width)

    def action_back(self) -> None:
        self.dismiss()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your statistics")
    async def _read(self) -> None:
        session, now = self._session, self._session.now()
        self._found = await session.ask(
            lambda progress: (statistics(progress, session.journey.whole), reviews(progress, session.course, now))
        )
        self._show(self.size.width)

    def _show(self, width: int) -> None:
        if self._found is None:
            return
        found, due = self._found
        text = self.query_one("#statistics-text", Static)
        if not found.days and not found.all.attempts:
            text.update(NOTHING)
            return
        room = max(width - 6, 40)
        today = day_of(self._session.now())
        lines = [*table(found, room), Content(), *self._due(due, today), Content()]
        lines += [*last_days(found, today, self.glyphs), Content(), Content.styled(MEASURED, "dim")]
        text.update(Content("\n").join(lines))

    def _due(self, due: Reviews, today: date) -> Iterator[Content]:
        """Yield one line about reviews and one about mistakes."""
        begins = f" {HOME.key('reviews')} begins." if due.due else ""
        yield Content(f"Reviews   {due.text(today)}{begins}")
        yield Content(f"Mistakes  {due.mistakes} open; {HOME.key('mistakes')} at home lists them.")


def table(found: Statistics, room: int) -> Iterator[Content]:
    """Yield the table of topics; narrow screens leave out the last columns."""
    heads: list[tuple[str, Cells]] = [
        ("done", lambda s: f"{s.done}/{s.exercises}"),
        ("first try", lambda s: "-" if s.first_try_rate is None else f"{s.first_try_rate:.0%} of {s.begun}"),
        ("attempts", lambda s: str(s.attempts)),
        ("time", lambda s: short_time(s.seconds)),
        ("hints", lambda s: str(s.hints)),
        ("gave up", lambda s: str(s.gave_up)),
        ("drills right", lambda s: f"{s.drills_right}/{s.drills}" if s.drills else "-"),
    ]
    rows = [*found.topics, found.all]
    columns = [[head, *map(cell, rows)] for head, cell in heads]
    widths = [2 + max(map(len, column)) for column in columns]
    while len(widths) > 3 and LEAST_NAME + sum(widths) > room:
        widths.pop()
    names = min(max(len(row.title) for row in rows), MOST_NAME, room - sum(widths))
    for number, title in enumerate(["", *(row.title for row in rows)]):
        name = title if len(title) <= names else f"{title[: names - 1]}."
        cells = "".join(f"{column[number]:>{wide}}" for column, wide in zip(columns, widths, strict=False))
        style = "dim" if not number else "bold" if number == len(rows) else ""
        yield Content.styled(f"{name:{names}}{cells}", style)


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
