"""What the learner has done: a table of the topics, and plots of the last days."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from mxtutor.progress.due import Reviews, reviews
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import MEASURED, Statistics, TopicStatistics, statistics
from mxtutor.reporting.day_words import day_words
from mxtutor.reporting.durations import short_time
from mxtutor.ui.day_plot import columns
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
NO_DAYS = "Nothing in the last {days} days. {key} at home opens what is next; your checks show here by day."
PLOT_ROWS = 4
MOST_DAYS = 90
LEAST_NAME, MOST_NAME = 14, 30
"""Cells of the column of topics."""
LEAST_BAR = 8
"""Cells of a bar that leaves room for the names."""
LEAST_DAYS = 28
WIDEST_DAY = 3
"""Most cells of a day in a plot."""
AXIS = 8
"""Cells before a plot: the greatest value."""
Cells = Callable[[TopicStatistics], str]


class StatisticsScreen(TutorScreen):
    """A table of all topics, two plots, and how times are measured."""

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
        """Lay out one scrolling text."""
        with VerticalScroll(id="statistics"):
            yield Static("Counting ...", id="statistics-text", markup=False)

    def on_mount(self) -> None:
        """Read what is stored."""
        self.set_title("Statistics")
        self._read()

    def on_resize(self, event: Resize) -> None:
        """Fit the table and the plots."""
        self._show(event.size.width)

    def redraw(self) -> None:
        """Draw all marks again."""
        self._show(self.size.width)

    def action_back(self) -> None:
        """Close the screen."""
        self.dismiss()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your statistics")
    async def _read(self) -> None:
        session, now = self._session, self._session.now()
        self._found = await session.ask(
            lambda progress: (statistics(progress, session.course), reviews(progress, session.course, now))
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
        lines = [*table(found, self.glyphs, room), Content(), *self._due(due, today), Content()]
        lines += [*plots(found, today, room, self.glyphs), Content.styled(MEASURED, "dim")]
        text.update(Content("\n").join(lines))

    def _due(self, due: Reviews, today: date) -> Iterator[Content]:
        """Yield one line about reviews and one about mistakes."""
        key, count = HOME.key("reviews"), len(due.due)
        if count:
            yield Content(f"Reviews   {count} due now; {key} at home begins.")
        elif due.following is not None:
            yield Content(f"Reviews   none due; the next one is {day_words(due.following, today)}.")
        yield Content(f"Mistakes  {due.mistakes} open; {HOME.key('mistakes')} at home lists them.")


def table(found: Statistics, glyphs: Glyphs, room: int) -> list[Content]:
    """Return the table of topics; narrow screens leave out the last columns."""
    bar = 0 if room < 60 else 8 if room < 90 else 20
    heads: list[tuple[str, Cells]] = [
        ("done", lambda s: f"{s.done}/{s.exercises}"),
        ("right at first try", _first_try),
        ("attempts", lambda s: str(s.attempts)),
        ("time", lambda s: short_time(s.seconds)),
        ("hints", lambda s: str(s.hints)),
        ("gave up", lambda s: str(s.gave_up)),
        ("drills right", lambda s: f"{s.drills_right}/{s.drills}" if s.drills else "-"),
    ]
    if room < 76:
        heads[1] = ("first try", lambda s: _first_try(s).partition(" ")[0])
    rows = [*found.topics, found.all]
    widths = [max(len(head), *(len(cell(row)) for row in rows)) for head, cell in heads]
    shown = len(heads)
    while shown > 3 and LEAST_NAME + bar + 2 + sum(widths[:shown]) + 2 * shown > room:
        shown -= 1
    left = room - 2 - sum(widths[:shown]) - 2 * shown
    longest = min(max(len(row.title) for row in rows), MOST_NAME)
    bar = min(bar, max(left - longest, LEAST_BAR)) if bar else 0
    names = min(longest, max(left - bar, LEAST_NAME))
    head = "".join(f"  {name:>{wide}}" for (name, _), wide in zip(heads[:shown], widths, strict=False))
    lines = [Content.styled(f"{'':{names + bar + 1}}{head}", "dim")]
    for row in rows:
        style = "bold" if row is found.all else ""
        cells = "".join(f"  {cell(row):>{wide}}" for (_, cell), wide in zip(heads[:shown], widths, strict=False))
        filled = glyphs.bar(row.done, row.exercises, bar)
        full = filled.count(glyphs.bar_full)
        title = row.title if len(row.title) <= names else f"{row.title[: names - 1]}."
        lines.append(
            Content.assemble(
                (f"{title:{names}} ", style),
                (filled[:full], "$text-success"),
                (filled[full:], "dim"),
                (cells, style),
            )
        )
    return lines


def plots(found: Statistics, today: date, room: int, glyphs: Glyphs) -> list[Content]:
    """Return plots of the last days: checks, and minutes of work if some were measured."""
    known = [day for day in found.days if day <= today]
    since = (today - known[0]).days + 1 if known else 0
    most = min(max(room - AXIS - 2, LEAST_DAYS), MOST_DAYS)
    count = min(max(since, LEAST_DAYS), most)
    wide = min((room - AXIS - 2) // count, WIDEST_DAY) or 1
    days = [today - timedelta(days=back) for back in range(count - 1, -1, -1)]
    done = [found.days.get(day) for day in days]

    def plot(name: str, values: list[float], colour: str) -> list[Content]:
        return _plot(name, [value for value in values for _ in range(wide)], days[0], colour, glyphs)

    if not any(done):
        text = NO_DAYS.format(days=count, key=HOME.key("continue"))
        return [Content.styled("Checks per day", "bold"), Content.styled(text, "dim"), Content()]
    lines = plot("Checks per day", [float(day.checks) if day else 0.0 for day in done], "$text-primary")
    minutes = [day.seconds / 60 if day else 0.0 for day in done]
    if any(minutes):
        lines += [Content(), *plot("Minutes per day", minutes, "$text-warning")]
    return [*lines, Content()]


def _plot(name: str, values: Sequence[float], since: date, colour: str, glyphs: Glyphs) -> list[Content]:
    """Return a plot with its name, the greatest value at the upper axis, and the first and last day below."""
    most = f"{max(values):.0f}" if max(values) >= 1 or not any(values) else "<1"
    ascii_only = glyphs.name == "ascii"
    side, corner, line = ("|", "+", "-") if ascii_only else ("│", "└", "─")
    rows = columns(values, PLOT_ROWS, ascii_only=ascii_only)
    labels = [most, *[""] * (PLOT_ROWS - 2), "0"]
    lines = [Content.styled(name, "bold")]
    for label, row in zip(labels, rows, strict=True):
        lines.append(Content.assemble((f"{label:>{AXIS - 2}} {side}", "dim"), (row, colour)))
    lines.append(Content.styled(f"{'':{AXIS - 1}}{corner}{line * len(values)}", "dim"))
    first, last = since.isoformat(), "today"
    gap = len(values) - len(first) - len(last)
    lines.append(Content.styled(f"{'':{AXIS}}{first}{'':{max(gap, 1)}}{last}", "dim"))
    return lines


def _first_try(row: TopicStatistics) -> str:
    rate = row.first_try_rate
    return "-" if rate is None else f"{rate:.0%} ({row.first_try} of {row.begun})"
