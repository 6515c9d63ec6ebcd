"""The cards of a test: start, pause, the placement's result; and the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.assessment.records import AssessmentReport
from mxtutor.assessment.session import Assessment
from mxtutor.reporting.assess_words import count, outcome_text, summary
from mxtutor.reporting.sanitize import plain
from mxtutor.session.asking import Placed
from mxtutor.ui.keys import ASSESS_END, ASSESS_START, EXERCISE, HOME, PAUSE, PLACED
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.confirm import Card

Choice = Literal["go", "anew", "end", "quit"]
MOST_TITLES = 6
"""Most titles of lessons on the card of a placement."""

RULES = (
    f"One task after the other; each answer is run once ({EXERCISE.key('check')}). "
    f"If you do not know one, say so ({EXERCISE.key('next')}): it counts as not known, and saves time for the next.\n\n"
    "There are no hints, no look-up and no solutions, and no result before the end. "
    "Pause or quit at any time: every answer is kept.\n\n"
    "At the end: what you can do by topic, with intervals, and what to study."
)


_GO, _ANEW, _END, _QUIT = "choose", "answer('anew')", "answer('end')", "answer('quit')"


class StartCard(Card[Choice]):
    """The card before a test: explains it, and offers to continue an earlier session."""

    BINDINGS = ASSESS_START.bindings()

    def __init__(self, title: str, minutes: float, earlier: Assessment | None) -> None:
        about = f"A test of {minutes:g} minutes at most about {title}. It adapts to your answers."
        parts = [Content(plain(about)), Content(RULES)]
        buttons: dict[str, str] = {"quit": f"Quit ({ASSESS_START.key(_QUIT)})"}
        if earlier is not None:
            parts.append(Content.styled(plain(_earlier_text(earlier)), "$text-muted"))
            buttons["anew"] = f"New test ({ASSESS_START.key(_ANEW)})"
        buttons["go"] = f"{'Begin' if earlier is None else 'Go on'} ({ASSESS_START.key(_GO)})"
        super().__init__("What can you do in MXNet?", parts, buttons)


def _earlier_text(earlier: Assessment) -> str:
    answered = count(len(earlier.saved.responses), "answer")
    left = max(round(earlier.seconds_left / 60), 0)
    return (
        f"Your test about {earlier.plan.title} of {earlier.saved.begun[:10]} is not finished: {answered}, "
        f"{left} minutes left."
    )


class PauseCard(Card[Choice]):
    """The card of a pause; in a timed test it hides the task."""

    BINDINGS = PAUSE.bindings()

    def __init__(self, heading: str, about: str, leave: str, *, hides: bool = True) -> None:
        """Take the title, a sentence, and the label of the button that leaves the test until later."""
        buttons: dict[str, str] = {
            "end": f"End now ({PAUSE.key(_END)})",
            "quit": f"{leave} ({PAUSE.key(_QUIT)})",
            "go": f"Go on ({PAUSE.key(_GO)})",
        }
        super().__init__(heading, [prose(about)], buttons, "-hides" if hides else None)


class PlacedCard(Card[Choice]):
    """Says what the placement proved; the result is "go" if the learner continues with the next exercise."""

    BINDINGS = PLACED.bindings()

    def __init__(self, placed: Placed, mark: str) -> None:
        """Show the known lessons and exercises, with `mark` before them."""
        known = len(placed.known)
        parts = [Content("These answers do not show yet what you know, so the course begins at its start.")]
        if known:
            one = known == 1
            what = f"{count(known, 'exercise')} {'counts' if one else 'count'} as known "
            rest = (
                f". Continue skips {'it' if one else 'them'}; {HOME.key('known')} at home takes that back for the "
                f"marked lesson or exercise. {'It does' if one else 'They do'} not count as done."
            )
            parts = [Content.assemble(what, (mark, "bold $text-accent"), rest)]
        titles = {"Known lessons": placed.lessons, "These lessons teach what you did not know": placed.taught}
        parts += [_headed(f"{title}\n", _listed(found)) for title, found in titles.items() if found]
        if placed.first:
            parts.append(_headed("Begin with: ", placed.first))
        buttons: dict[str, str] = {
            "quit": f"Close ({PLACED.key(_QUIT)})",
            "go": f"Continue ({PLACED.key(_GO)})",
        }
        super().__init__("Your placement", parts, buttons)


def _headed(title: str, text: str) -> Content:
    return Content.assemble((title, "bold $text-accent"), text)


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

    def __init__(self, report: AssessmentReport) -> None:
        super().__init__()
        self._report = report

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="report"):
            yield Static(plain("\n".join(summary(self._report))), classes="part", markup=False)
            yield Static(id="items", classes="part", markup=False)

    def on_mount(self) -> None:
        self.set_title("assessment", "report")
        self.redraw()

    def redraw(self) -> None:
        marks = {"right": self.glyphs.right, "not-right": self.glyphs.wrong, "skipped": self.glyphs.dash}
        lines = [
            f"{marks.get(item.outcome, self.glyphs.alert)} {plain(item.exercise)}: {outcome_text(item)}"
            for item in self._report.items
        ]
        self.query_one("#items", Static).update(Content("\n".join(["Items:", *(lines or ["You answered none."])])))

    def action_close(self) -> None:
        self.dismiss()
