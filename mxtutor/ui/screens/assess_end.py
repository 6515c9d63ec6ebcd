"""The report at the end of an assessment."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.assessment.records import Interval, Report
from mxtutor.reporting.assess_words import (
    OUTCOME_WORDS,
    STANDING_WORDS,
    bar,
    basis,
    headline,
    interval_text,
    meaning,
    project_lines,
    study_lines,
)
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.assess_keys import ASSESS_END
from mxtutor.ui.screens.base import TutorScreen

BAR = 20
"""Cells of a bar from 0 to 100 %."""


class EndScreen(TutorScreen):
    """Shows the report; it is stored already."""

    CSS_PATH = "assess.tcss"
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
