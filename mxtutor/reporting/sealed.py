"""The report of a sealed workshop as text and as an HTML page."""

from __future__ import annotations

from datetime import datetime, timezone

from mxtutor.classroom.examination import Ending, ExerciseResult, PartTime, SealedReport
from mxtutor.counts import count
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.document import Block, Code, Document, Listing, Section, Table, Text
from mxtutor.reporting.durations import minutes_and_seconds
from mxtutor.reporting.words import VERDICT_WORDS
from mxtutor.reporting.workshop_words import points_text

ENDINGS: dict[Ending | None, str] = {
    "done": "every exercise is right",
    "time": "the time of all parts was over",
    "learner": "the learner ended it",
    None: "it has not ended",
}
COLUMNS = ("exercise", "verdict", "attempts", "first try", "time", "points", "seeds", "flags")
LIMITS = "No report shows who sat at the keyboard, or what else was on the desk."


def report_page(report: SealedReport) -> Document:
    title = f"{report.workshop.title}: {report.name or report.learner}"
    ended = _when(report.ended) if report.ended else "now"
    limits = "All time limits were kept." if report.in_time else "Some checks came too late; they do not count."
    versions = f"mxtutor {report.mxtutor}; workshop {report.workshop.hash[:12]}; content {report.content[:12]}."
    learner = f"Learner {report.learner}; "
    return Document(
        f"mxtutor: {title}",
        title,
        [
            Text(state_line(report), "warn"),
            Text(f"{report.points:.10g} of {points_text(report.of)}."),
            Text(f"From {_when(report.started)} to {ended}: {ENDINGS[report.ending]}. {limits}"),
            Text(learner + versions, "note"),
            *(_part(part, [one for one in report.exercises if one.part == part.title]) for part in report.parts),
            Text(LIMITS, "note"),
        ],
    )


def state_line(report: SealedReport) -> str:
    """Return a sentence: whether the report is sealed, and why."""
    return f"{'Sealed' if report.sealed else 'Unsealed'}: {report.why}"


def verdict_word(verdict: Verdict | None) -> str:
    """Return a verdict as a word; "not tried" for None."""
    return VERDICT_WORDS[verdict] if verdict else "not tried"


def _part(part: PartTime, exercises: list[ExerciseResult]) -> Section:
    if part.opened is None:
        times = f"{part.minutes:g} min; never opened"
    else:
        times = f"opened {_when(part.opened)}; {minutes_and_seconds(part.seconds)} of {part.minutes:g} min used"
        times += f"; {count(part.late_checks, 'late check')}" if part.late_checks else ""
    rows = [
        (
            Code(one.exercise),
            verdict_word(one.verdict),
            str(one.attempts),
            "yes" if one.first_try else "",
            minutes_and_seconds(one.seconds) if one.verdict else "",
            f"{one.points:.10g} of {one.of:.10g}",
            ", ".join(map(str, one.seeds)),
            ", ".join(one.flags),
        )
        for one in exercises
    ]
    blocks: list[Block] = [Text(times), Table(COLUMNS, rows)]
    for one in exercises:
        if one.code:
            blocks += [Text([Code(one.exercise)]), Listing(one.code)]
    return Section(part.title, blocks)


def _when(time: datetime) -> str:
    return f"{time.astimezone(timezone.utc):%Y-%m-%d %H:%M:%S} UTC"
