"""The report of a sealed workshop as one page for people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone

from mxtutor.classroom.sealed_report import Ending, ExerciseResult, PartTime, SealedReport
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.durations import minutes_and_seconds
from mxtutor.reporting.gradebook.markup import asset, head, text
from mxtutor.reporting.words import VERDICT_WORDS

ENDINGS: dict[Ending | None, str] = {
    "done": "every exercise is right",
    "time": "the time of all parts was over",
    "learner": "the learner ended it",
    None: "it has not ended",
}
TABLE = "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.15rem .6rem .15rem 0}"
COLUMNS = ("exercise", "verdict", "attempts", "first try", "time", "points", "seeds", "flags")
LIMITS = "No report shows who sat at the keyboard, or what else was on the desk."


def report_page(report: SealedReport) -> str:
    """Return the page."""
    return "".join(_parts(report))


def state_line(report: SealedReport) -> str:
    """Return whether the report is sealed, and why, as one sentence."""
    return f"{'Sealed' if report.sealed else 'Unsealed'}: {report.why}"


def verdict_word(verdict: Verdict | None) -> str:
    """Return a verdict in a word; "not tried" without one."""
    return VERDICT_WORDS[verdict] if verdict else "not tried"


def _parts(report: SealedReport) -> Iterator[str]:
    title = f"{report.workshop.title}: {report.learner}"
    yield head(f"mxtutor: {title}", asset("feedback.css") + TABLE)
    yield f'<main><h1>{text(title)}</h1><p class="warn"><strong>{text(state_line(report))}</strong></p>'
    yield f"<p>{report.points:.10g} of {report.of:.10g} points.</p>"
    ended = _when(report.ended) if report.ended else "now"
    limits = "All time limits were kept." if report.in_time else "Some checks came too late; they do not count."
    yield (
        f"<p>From {_when(report.started)} to {ended}: {ENDINGS[report.ending]}. {limits}</p>"
        f'<p class="note">mxtutor {text(report.mxtutor)}; workshop {report.workshop.hash[:12]}; '
        f"content {report.content[:12]}.</p>"
    )
    for part in report.parts:
        yield from _part(part, [one for one in report.exercises if one.part == part.title])
    yield f'<p class="note">{LIMITS}</p></main></body></html>\n'


def _part(part: PartTime, exercises: list[ExerciseResult]) -> Iterator[str]:
    if part.opened is None:
        times = f"{part.minutes:g} min; never opened"
    else:
        times = f"opened {_when(part.opened)}; {minutes_and_seconds(part.seconds)} of {part.minutes:g} min used"
        times += f"; {part.late_checks} late checks" if part.late_checks else ""
    yield f"<section><h2>{text(part.title)}</h2><p>{times}</p><table><tr>"
    yield "".join(f"<th>{name}" for name in COLUMNS)
    for one in exercises:
        seeds = ", ".join(map(str, one.seeds))
        cells = [
            text(one.exercise), text(verdict_word(one.verdict)), str(one.attempts), "yes" if one.first_try else "",
            minutes_and_seconds(one.seconds) if one.verdict else "", f"{one.points:.10g} of {one.of:.10g}", seeds,
            text(", ".join(one.flags)),
        ]  # fmt: skip
        yield "<tr>" + "".join(f"<td>{cell}" for cell in cells)
    yield "</table></section>\n"


def _when(time: datetime) -> str:
    return f"{time.astimezone(timezone.utc):%Y-%m-%d %H:%M:%S} UTC"
