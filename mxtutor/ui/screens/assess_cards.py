"""The cards and the report of a test: what it is, the pause, and what it showed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.assessment.records import Interval, Report
from mxtutor.assessment.session import Assessment
from mxtutor.reporting.assess_words import (
    OUTCOME_WORDS,
    STANDING_WORDS,
    bar,
    basis,
    count,
    headline,
    interval_text,
    meaning,
    project_lines,
    study_lines,
)
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import ASSESS_END, ASSESS_START, EXERCISE, HOME, PAUSE, PLACED
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import TutorModal, TutorScreen

Choice = Literal["go", "anew", "end", "quit"]
MOST_TITLES = 6
"""Titles of lessons that the card of a placement lists."""
BAR = 20
"""Cells of a bar from 0 to 100 %."""

RULES = (
    f"One task after the other; each answer is run once ({EXERCISE.key('check')}). "
    f"If you do not know one, say so ({EXERCISE.key('next')}): it counts as not known, and saves time for the next.\n\n"
    "There are no hints, no look-up and no solutions, and no result before the end. "
    "Pause or quit at any time: every answer is kept.\n\n"
    "At the end: what you can do by topic, with intervals, and what to study."
)


class _Card(TutorModal[Choice]):
    """A dialog with buttons; the id of a button is the answer."""

    CSS_PATH = ["dialogs.tcss", "test.tcss"]
    AUTO_FOCUS = "#go"  # at once: until a later focus, enter would press the first button, which leaves

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.action_answer(str(event.button.id))

    def action_choose(self) -> None:
        """Answer with the button that has the focus; without one, go on."""
        self.action_answer(str(self.focused.id) if isinstance(self.focused, Button) else "go")

    def action_answer(self, choice: str) -> None:
        """Answer by key; a key without a button does nothing."""
        if self.query(f"#{choice}"):
            self.dismiss(cast(Choice, choice))


class StartCard(_Card):
    """Says what follows; offers to go on with an earlier session."""

    BINDINGS = ASSESS_START.bindings()

    def __init__(self, title: str, minutes: float, earlier: Assessment | None) -> None:
        super().__init__()
        self._title, self._minutes, self._earlier = title, minutes, earlier

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog fitted") as dialog:
            dialog.border_title = "What can you do in MXNet?"
            about = f"A test of {self._minutes:g} minutes at most about {self._title}. It adapts to your answers."
            with VerticalScroll(classes="card-body", can_focus=False):
                yield Static(plain(about), markup=False)
                yield Static(Content(f"\n{RULES}\n"), markup=False)
                if self._earlier is not None:
                    yield Static(plain(_earlier_text(self._earlier)), markup=False, classes="muted", id="earlier")
            with Horizontal(classes="buttons"):
                yield Button(f"Quit ({ASSESS_START.key(_QUIT)})", id="quit", compact=True)
                if self._earlier is not None:
                    yield Button(f"New test ({ASSESS_START.key(_ANEW)})", id="anew", compact=True)
                go = "Begin" if self._earlier is None else "Go on"
                yield Button(f"{go} ({ASSESS_START.key(_GO)})", id="go", variant="primary", compact=True)


_GO, _ANEW, _END, _QUIT = "choose", "answer('anew')", "answer('end')", "answer('quit')"


def _earlier_text(earlier: Assessment) -> str:
    answered = count(len(earlier.saved.responses), "answer")
    left = max(round(earlier.seconds_left / 60), 0)
    return (
        f"Your test about {earlier.plan.title} of {earlier.saved.begun[:10]} is not finished: {answered}, "
        f"{left} minutes left."
    )


class PauseCard(_Card):
    """Stands over the task, and hides it where a clock stands still."""

    BINDINGS = PAUSE.bindings()

    def __init__(self, heading: str, about: str, leave: str, *, hides: bool = True) -> None:
        """Take the title, a sentence, and the word of the button that leaves the test until later."""
        super().__init__(classes="-hides" if hides else None)
        self._heading, self._about, self._leave = heading, about, leave

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self._heading
            yield Static(prose(self._about), markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"End now ({PAUSE.key(_END)})", id="end", compact=True)
                yield Button(f"{self._leave} ({PAUSE.key(_QUIT)})", id="quit", compact=True)
                yield Button(f"Go on ({PAUSE.key(_GO)})", id="go", variant="primary", compact=True)


class PlacedCard(TutorModal[bool]):
    """Says what the placement proved; its result is True if the learner continues with the next exercise."""

    CSS_PATH = ["dialogs.tcss", "cards.tcss"]
    BINDINGS = PLACED.bindings()

    def __init__(self, known: int, folded: Sequence[str], missed: Sequence[str], begin: str = "") -> None:
        """Show what is known.

        Args:
            known: how many exercises.
            folded: titles of the lessons that are known.
            missed: titles of the lessons of the items that were not answered right.
            begin: title of what `continue` opens; empty if there is nothing.
        """
        super().__init__()
        self._known, self._folded, self._missed, self._begin = known, folded, missed, begin

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog card fitted") as dialog:
            dialog.border_title = "Your placement"
            with VerticalScroll(classes="card-body", can_focus=False):
                for part in self._parts():
                    yield Static(part, markup=False, classes="card-part")
            with Horizontal(classes="buttons"):
                yield Button(f"Close ({PLACED.key('dismiss')})", id="close", compact=True)
                yield Button(f"Continue ({PLACED.key('go_on')})", id="go-on", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Focus the usual answer."""
        self.query_one("#go-on").focus()

    def _parts(self) -> list[Content]:
        mark = self.tutor.glyphs.known
        if not self._known:
            parts = [Content("These answers do not show yet what you know, so the course begins at its start.")]
        else:
            one = self._known == 1
            what = f"{count(self._known, 'exercise')} {'counts' if one else 'count'} as known "
            rest = (
                f". Continue skips {'it' if one else 'them'}; {HOME.key('known')} at home takes that back for the "
                f"marked lesson or exercise. {'It does' if one else 'They do'} not count as done."
            )
            parts = [Content.assemble(what, (mark, "bold $text-accent"), rest)]
        if self._folded:
            parts.append(Content.assemble(("Known lessons\n", "bold $text-accent"), _listed(self._folded)))
        if self._missed:
            title = ("These lessons teach what you answered wrong\n", "bold $text-accent")
            parts.append(Content.assemble(title, _listed(self._missed)))
        if self._begin:
            parts.append(Content.assemble(("Begin with: ", "bold $text-accent"), self._begin))
        return parts

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.dismiss(event.button.id == "go-on")

    def action_go_on(self) -> None:
        """Continue, or do what the button with the focus says."""
        self.dismiss(not (isinstance(self.focused, Button) and self.focused.id != "go-on"))


def _listed(titles: Sequence[str]) -> str:
    shown = [f"  {title}" for title in titles[:MOST_TITLES]]
    more = len(titles) - len(shown)
    return "\n".join([*shown, f"  and {more} more"] if more else shown)


class EndScreen(TutorScreen):
    """Shows the report; it is stored already."""

    CSS_PATH = "test.tcss"
    AUTO_FOCUS = "#report"
    KEYS = ASSESS_END
    BINDINGS = ASSESS_END.bindings()

    def __init__(self, report: Report) -> None:
        super().__init__()
        self._report = report

    def compose_body(self) -> ComposeResult:
        """Lay out the parts of the report."""
        report = self._report
        with VerticalScroll(id="report"):
            yield _part(Content.styled(plain(headline(report)), "bold"), Content(plain(basis(report))))
            yield Static(id="topics", classes="part", markup=False)
            yield _part(Content.styled(meaning(report), "$text-muted"))
            if report.project is not None:
                yield Static(_title("Your project"), markup=False)
                yield Static(id="project-bar", markup=False)
                yield _part(*(Content(plain(line)) for line in project_lines(report.project)))
            yield _part(_title("What to study next"), *(Content(plain(line)) for line in study_lines(report)))
            yield _part(
                _title("What this test cannot tell"), *(Content(f"- {plain(line)}") for line in report.cannot_tell)
            )
            yield Static(id="items", classes="part", markup=False)

    def on_mount(self) -> None:
        """Draw what depends on the marks."""
        self.set_title("assessment", "report")
        self.redraw()

    def redraw(self) -> None:
        """Draw bars and marks."""
        report = self._report
        lines = [_title("By topic, from 0 to 100 %")]
        for topic in report.topics:
            lines.append(
                Content(
                    f"{plain(topic.topic):10.10} {self._bar(topic.share)} {interval_text(topic.share):19} "
                    f"{STANDING_WORDS[topic.standing]:9} "
                    + (f"{topic.right} of {topic.asked} right" if topic.asked else "")
                )
            )
        self.query_one("#topics", Static).update(Content("\n").join(lines))
        if report.project is not None and report.project.share is not None:
            self.query_one("#project-bar", Static).update(self._bar(report.project.share))
        marks = {"right": self.glyphs.right, "not-right": self.glyphs.wrong, "skipped": self.glyphs.dash}
        items = [_title("Items")]
        for item in report.items:
            mark = marks.get(item.outcome, self.glyphs.alert)
            items.append(Content(f"{mark} {plain(item.exercise)}: {OUTCOME_WORDS[item.outcome]}"))
        if not report.items:
            items.append(Content("You answered none."))
        self.query_one("#items", Static).update(Content("\n").join(items))

    def _bar(self, share: Interval) -> str:
        marks = self.glyphs
        return bar(share, BAR, inside=marks.bar_full, outside=marks.bar_empty, middle=marks.ready)

    def action_close(self) -> None:
        """Close the report."""
        self.dismiss()


def _title(text: str) -> Content:
    return Content.styled(text, "bold $text-primary")


def _part(*lines: Content) -> Static:
    return Static(Content("\n").join(lines), classes="part", markup=False)
