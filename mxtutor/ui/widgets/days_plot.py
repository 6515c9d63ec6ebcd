"""A plot of the learner's last days: checked answers and minutes of work, side by side in two colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mxtutor.progress.model import Day
from mxtutor.ui.keys import HOME
from mxtutor.ui.tutor import tutor_of

DAYS = 14
"""Most days that show."""
DAY_CELLS = 3
"""Cells of a day: its two bars and a gap."""
ROWS = 5
"""Rows of the bars."""
LEVELS = ("⣀", "⣤", "⣶", "⣿")
"""A cell of a bar, a quarter to full."""
CHECKS, MINUTES = "$text-success", "$text-primary"


class DaysPlot(Widget):
    """Bars over days; the axes name the greatest values and the first and the last day."""

    DEFAULT_CSS = """
    DaysPlot { height: 10; border: round $foreground 25%; border-title-color: $text-muted; padding: 0 1; }
    """
    ALLOW_SELECT = False

    days: reactive[Mapping[date, Day]] = reactive(dict)
    """What the learner did on each day."""

    def on_mount(self) -> None:
        """Name the box."""
        self.border_title = "Your days"

    def render(self) -> Content:
        """Return the plot, or what to do if there is nothing to plot."""
        if not any(day.checks or day.seconds for day in self.days.values()):
            return Content.styled("What you do shows here by day, after your first check.", "dim")
        plain = tutor_of(self).glyphs.name == "ascii"
        last = max(date.today(), *self.days)  # noqa: DTZ011 - a learner's own day
        number = max(min(DAYS, (self.content_size.width - 7) // DAY_CELLS), 1)
        shown = [last - timedelta(days=back) for back in range(number - 1, -1, -1)]
        checks = [self.days[day].checks if day in self.days else 0 for day in shown]
        minutes = [round(self.days[day].seconds / 60) if day in self.days else 0 for day in shown]
        if not any(checks) and not any(minutes):
            text = f"Nothing in the last {number} days. {HOME.key('continue')} opens what is next."
            return Content.styled(text, "dim")
        return Content("\n").join(
            [_legend(max(checks), max(minutes), plain), *_rows(checks, minutes, plain), _axis(shown, plain)]
        )


def _legend(checks: int, minutes: int, plain: bool) -> Content:
    """Return the meaning of the colours, with the greatest values."""
    first, second = ("#", "=") if plain else (LEVELS[-1], LEVELS[-1])
    kinds = (("checks", first, CHECKS, checks), ("minutes", second, MINUTES, minutes))
    parts = [Content.assemble((mark, style), f" {name}, {most} at most") for name, mark, style, most in kinds if most]
    return Content("   ").join(parts)


def _rows(checks: Sequence[int], minutes: Sequence[int], plain: bool) -> list[Content]:
    """Return the rows of the bars, from the top, with an axis at the left; both kinds fill the height."""
    line = "|" if plain else "│"
    rows = []
    for row in range(ROWS - 1, -1, -1):
        label = "most" if row == ROWS - 1 else "0" if row == 0 else ""
        parts: list[Content | str | tuple[str, str]] = [(f"{label:>4}{line}", "dim")]
        for one, other in zip(checks, minutes, strict=True):
            parts.append((_cell(one, max(checks), row, "#" if plain else ""), CHECKS))
            parts.append((_cell(other, max(minutes), row, "=" if plain else ""), MINUTES))
            parts.append(" ")
        rows.append(Content.assemble(*parts))
    return rows


def _cell(value: int, most: int, row: int, mark: str) -> str:
    """Return a bar's cell in a row, counted from below; any value above 0 shows."""
    steps = len(LEVELS)
    height = 0 if not most or not value else max(round(value / most * ROWS * steps), 1)
    filled = min(max(height - row * steps, 0), steps)
    if not filled:
        return " "
    return mark or LEVELS[filled - 1]


def _axis(shown: Sequence[date], plain: bool) -> Content:
    """Return the names of the first and the last day."""
    first, last = f"{shown[0].day} {shown[0]:%b}", "today"
    room = max(len(shown) * DAY_CELLS - 1 - len(first) - len(last), 1)
    corner = "+" if plain else "└"
    return Content.styled(f"    {corner}{first}{' ' * room}{last}", "dim")
