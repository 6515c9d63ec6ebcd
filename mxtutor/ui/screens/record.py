"""The learner's record: named mistakes with their drills; statistics by topic and day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.counts import count
from mxtutor.progress.due import LearnersMistake, Reviews, mistakes, reviews
from mxtutor.progress.model import Status
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import MEASURED, Statistics, statistics
from mxtutor.reporting.durations import past_day_words, short_time
from mxtutor.reporting.sanitize import clean_line
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE, HOME, MISTAKES, STATISTICS
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import OPENING
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Hanging, Options

NONE_YET = (
    "No mistake has a name yet.\n"
    f"When {EXERCISE.key('check')} refuses an answer and mxtutor knows why, the mistake is listed here. "
    "You can then drill it with other inputs."
)


class MistakesScreen(TutorScreen):
    """Lists mistakes, open ones first, newest first; enter opens a drill."""

    CSS_PATH = "record.tcss"
    AUTO_FOCUS = "#mistakes"
    KEYS = MISTAKES
    UNDER_EXERCISES = True

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._listed: tuple[LearnersMistake, ...] = ()

    def compose_body(self) -> ComposeResult:
        with Vertical(id="mistakes-box", classes="frame") as box:
            box.border_title = "Your mistakes"
            yield Static("Reading your mistakes ...", id="no-mistake", markup=False)
            yield Options(id="mistakes", markup=False)
            yield Static(id="mistake-help", classes="muted", markup=False)

    def on_mount(self) -> None:
        self.set_title("Your mistakes")

    def on_screen_resume(self) -> None:
        """Read the mistakes again: a drill may have changed them."""
        self._fill()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your mistakes")
    async def _fill(self) -> None:
        session = self._session
        self._listed = await session.ask(lambda progress: mistakes(progress, session.course))
        await session.read([item.exercise for item in self._listed])
        self.redraw()

    def redraw(self) -> None:
        options = self.query_one(OptionList)
        marked = options.highlighted or 0
        options.clear_options()
        options.add_options(Option(self._entry(item)) for item in self._listed)
        self.query_one("#no-mistake", Static).update(NONE_YET)
        self.set_class(bool(self._listed), "-filled")
        if self._listed:
            options.highlighted = min(marked, len(self._listed) - 1)
            still = sum(not item.resolved for item in self._listed)
            self.set_title("Your mistakes", note=f"{still} open, {len(self._listed) - still} resolved")

    def _entry(self, item: LearnersMistake) -> Hanging:
        """Return the mistake, and below it how often it was made, when it is due, and the exercise."""
        glyphs = self.tutor.glyphs
        state: Status = "done" if item.resolved else "tried" if item.passes else "todo"
        facts = f"{item.text(self._session.now())}: {self._session.title(item.exercise)}"
        text = Content.assemble(prose(clean_line(item.name)), "\n", (facts, "dim"))
        return Hanging(Content(f"{glyphs.status(state)} "), text)

    @on(OptionList.OptionHighlighted)
    def show_help(self, event: OptionList.OptionHighlighted) -> None:
        """Say what enter does with the marked mistake."""
        item = self._listed[event.option_index]
        if not item.drills:
            text = "enter opens the exercise. Solve it, then this mistake comes back for review."
        elif item.resolved:
            text = "Resolved: two drills in a row passed without it. enter drills it once more."
        else:
            text = f"enter drills it with other inputs, without help. {2 - item.passes} in a row resolve it."
            text = text.replace("1 in a row resolve", "One more resolves")
        self.query_one("#mistake-help", Static).update(text)

    @on(OptionList.OptionSelected)
    def open_drill(self, event: OptionList.OptionSelected) -> None:
        item = self._listed[event.option_index]
        self.tutor.open("drill" if item.drills else "exercise", item.exercise)

    def action_reviews(self) -> None:
        self.tutor.open("reviews")


NOTHING = (
    f"Nothing to count yet. {HOME.key('continue')} at home opens what is next; check an answer there with "
    f"{EXERCISE.key('check')}.\n"
    "Then your attempts, the share of exercises that are right at the first try, your time and your hints appear here."
)
MOST_DAYS = 14
"""Maximum number of days in the list, newest first."""
DAY_BAR = 20


class StatisticsTable(DataTable[Text]):
    """The table of statistics, which scrolls and has no cursor; `keys.PARTS` has its keys by this name."""


class StatisticsScreen(TutorScreen):
    """Statistics: a table of all topics, the last days, and how times are measured."""

    CSS_PATH = "record.tcss"
    AUTO_FOCUS = "#statistics"
    KEYS = STATISTICS

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._found: tuple[Statistics, Reviews] | None = None
        """The statistics and reviews on the screen; None until they are read."""

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="statistics"):
            yield StatisticsTable(id="statistics-table", show_cursor=False, fixed_columns=1)
            yield Static("Counting ...", id="statistics-text", markup=False)

    def on_mount(self) -> None:
        self.set_title("Statistics")
        self._read()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your statistics")
    async def _read(self) -> None:
        session, now = self._session, self._session.now()
        self._found = await session.ask(
            lambda progress: (statistics(progress, session.journey.whole), reviews(progress, session.course, now))
        )
        self.redraw()

    def redraw(self) -> None:
        if self._found is None:
            return
        found, due = self._found
        text, table = self.query_one("#statistics-text", Static), self.query_one(StatisticsTable)
        table.clear(columns=True)
        table.display = bool(found.days or found.all.attempts)
        if not table.display:
            text.update(NOTHING)
            return
        table.focus()  # the arrows scroll it sideways where it is wider than the screen
        rows = found.rows()
        table.add_columns("", *(Text(head, justify="right") for head in rows[-1][1]))
        for title, cells in rows:
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
