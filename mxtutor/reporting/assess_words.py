"""The sentences of an assessment's report, for text, Markdown, HTML and the tutor's last screen."""

from __future__ import annotations

from mxtutor.assessment.records import (
    AssessmentReport,
    Ending,
    Interval,
    Outcome,
    ProjectShare,
    Response,
    Standing,
    TopicResult,
)
from mxtutor.counts import count as count
from mxtutor.reporting.durations import duration

NEXT = 10
"""Maximum number of exercises in the short forms of a report."""
STANDING_WORDS: dict[Standing, str] = {
    "ready": "ready",
    "not-ready": "not ready",
    "not-clear": "not clear",
    "not-asked": "not asked",
}
OUTCOME_WORDS: dict[Outcome, str] = {
    "right": "right",
    "not-right": "not right",
    "skipped": "not known",
    "failed": "not graded",
}
NOTHING_TO_STUDY = "Nothing is left to study here: each exercise is probably known."
ENDING_WORDS: dict[Ending, str] = {
    "narrow": "every interval was narrow enough",
    "time": "the time was used up",
    "items": "the planned number of items was reached",
    "none-left": "no item was left",
    "learner": "you ended it",
}


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a whole percentage: "42 %"."""
    return f"{100 * share:.0f} %"


def interval_text(found: Interval) -> str:
    """Return an interval: "42 % (20 to 65 %)"."""
    return f"{percent(found.mean)} ({100 * found.low:.0f} to {percent(found.high)})"


def headline(report: AssessmentReport) -> str:
    """Return the result in one sentence."""
    weighted = ", weighted by call sites" if report.project is not None else ""
    return (
        f"You can probably do {interval_text(report.overall)} of the {count(len(report.chances), 'exercise')} "
        f"of {report.title}{weighted}."
    )


def basis(report: AssessmentReport) -> str:
    """Return what the result rests on, in one or two sentences."""
    asked, right, fast = (sum(getattr(topic, what) for topic in report.topics) for what in ("asked", "right", "fast"))
    ended = f"{count(asked, 'item')} in {duration(report.minutes)}, {right} of them right; it ended because "
    ended += f"{ENDING_WORDS[report.ended]}."
    if not fast:
        return ended
    return f"{ended} {count(fast, 'answer')} came before the question could be read: the result is worth less for it."


def outcome_text(response: Response) -> str:
    """Return the outcome of an item in words: "right, too fast to have been read"."""
    return f"{OUTCOME_WORDS[response.outcome]}{', too fast to have been read' if response.fast else ''}"


def meaning(report: AssessmentReport) -> str:
    """Return a sentence that explains the interval."""
    return (
        f"The intervals in parentheses contain the truth with {percent(report.level)} probability; "
        "few items make them wide."
    )


def topic_text(topic: TopicResult) -> str:
    """Return what was asked about a topic: "3 asked, 2 right, 1 not known, 1 too fast"."""
    skipped = f", {topic.skipped} not known" if topic.skipped else ""
    fast = f", {topic.fast} too fast" if topic.fast else ""
    return f"{topic.asked} asked, {topic.right} right{skipped}{fast}"


def project_lines(project: ProjectShare) -> list[str]:
    """Return lines about the call sites of a scanned project."""
    names = ", ".join(project.projects)
    if project.share is None:
        lines = [f"No exercise teaches a call site of {names} that needs a change."]
    else:
        need = "needs" if project.taught == 1 else "need"
        lines = [
            f"You are ready for {interval_text(project.share)} of the {count(project.taught, 'call site')} of {names} "
            f"that {need} a change and that an exercise teaches."
        ]
    lines.append(
        f"Of all {count(project.sites, 'call site')}: {interval_text(project.of_all)}. Without a need for change, "
        f"counted as ready: {project.same:,}; without an exercise, counted as not ready: {project.untaught:,}."
    )
    return lines


def study_lines(report: AssessmentReport) -> list[str]:
    """Return lines on what to study next, and for how long."""
    if not report.study:
        return [NOTHING_TO_STUDY]
    first = report.study[:NEXT]
    minutes = sum(one.minutes for one in first)
    lines = [f"Study next, {duration(minutes)}:"]
    if len(report.study) > NEXT:
        lines[0] = (
            f"Study next, {duration(minutes)} (all {len(report.study)} exercises that you may not know take "
            f"{duration(report.study_minutes)}):"
        )
    lines += [f"  {one.exercise}: {one.title}" for one in first]
    lessons = list(dict.fromkeys(one.lesson for one in first))
    return [*lines, f"Read before: {', '.join(lessons)}."]


def summary(report: AssessmentReport) -> list[str]:
    """Return the report as lines; lines of tables and lists begin with two spaces."""
    lines = [headline(report), basis(report), ""]
    for topic in report.topics:
        lines.append(
            f"  {topic.topic:10} {bar(topic.share, 24)} {interval_text(topic.share):20} "
            f"{STANDING_WORDS[topic.standing]}"
        )
    lines += ["", meaning(report)]
    if report.project is not None:
        lines += ["", *project_lines(report.project)]
    lines += ["", *study_lines(report), "", "What this test cannot tell:"]
    lines += [f"- {line}" for line in report.cannot_tell]
    return lines


def bar(found: Interval, width: int) -> str:
    """Draw an interval as `width` characters that stand for shares from 0 to 1; `#` marks the estimate."""
    low, mean, high = (min(int(share * width), width - 1) for share in (found.low, found.mean, found.high))
    cells = ["=" if low <= cell <= high else "." for cell in range(width)]
    cells[mean] = "#"
    return "".join(cells)
