"""Reports of assessments, of one person or of a team, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.assessment.records import Report
from mxtutor.assessment.team import Team
from mxtutor.reporting.assess_words import (
    OUTCOME_WORDS,
    STANDING_WORDS,
    basis,
    headline,
    interval_text,
    meaning,
    percent,
    project_lines,
    topic_text,
)
from mxtutor.reporting.durations import duration
from mxtutor.reporting.sanitize import clean_line

MOST_NAMED = 20
"""Exercises that the sentence about what a team lacks names; the JSON has them all."""


def report_markdown(report: Report) -> str:
    """Return the report of one person."""
    return "\n".join(_report(report)) + "\n"


def team_markdown(team: Team) -> str:
    """Return the table of a team."""
    return "\n".join(_team(team)) + "\n"


def _report(report: Report) -> Iterator[str]:
    whose = f": {_text(report.learner)}" if report.learner else ""
    yield from [f"# Readiness for MXNet{whose}", "", _text(headline(report)), "", _text(basis(report)), ""]
    yield from ["## Topics", "", "| topic | can do | standing | basis |", "| --- | --- | --- | --- |"]
    for topic in report.topics:
        yield (
            f"| {_text(topic.topic)}: {_text(topic.title)} | {interval_text(topic.share)} of {topic.exercises} | "
            f"{STANDING_WORDS[topic.standing]} | {topic_text(topic)} |"
        )
    yield from ["", _text(meaning(report))]
    if report.project is not None:
        yield from ["", "## Project", "", *(_text(line) for line in project_lines(report.project))]
    yield from ["", "## What to study next", ""]
    if report.study:
        yield f"{len(report.study)} exercises, {duration(report.study_minutes)}, the most useful first."
        sites = report.project is not None
        yield from ["", f"| exercise | lesson | minutes | known with |{' sites |' if sites else ''}"]
        yield f"| --- | --- | --- | --- |{' --- |' if sites else ''}"
        for one in report.study:
            yield (
                f"| `{_text(one.exercise)}` {_text(one.title)} | {_text(one.lesson)} | {one.minutes:g} | "
                f"{percent(one.chance)} |{f' {one.sites} |' if sites else ''}"
            )
    else:
        yield "Nothing is left to study here: each exercise is probably known."
    yield from ["", "## What this test cannot tell", "", *(f"- {_text(line)}" for line in report.cannot_tell)]
    yield from ["", "## Items", "", "| item | result | seconds | seed |", "| --- | --- | --- | --- |"]
    for item in report.items:
        yield f"| `{_text(item.exercise)}` | {OUTCOME_WORDS[item.outcome]} | {item.seconds:.0f} | {item.seed} |"
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    yield from ["", _text(f"Begun {report.begun}, finished {report.finished}. {versions}.")]


def _team(team: Team) -> Iterator[str]:
    yield from ["# Readiness of the team for MXNet", ""]
    yield from (f"- {_text(note)}" for note in team.notes)
    yield from ["", "## What the team lacks", ""]
    yield _text(lacking_text(team))
    yield from ["", "## Topics", ""]
    names = [person.name for person in team.people]
    yield f"| topic | {' | '.join(_text(name) for name in names)} |"
    yield "| --- |" + " --- |" * len(names)
    for topic in team.topics:
        by_name = {member.name: member for member in topic.members}
        cells = [
            f"{interval_text(by_name[name].share)} {STANDING_WORDS[by_name[name].standing]}" if name in by_name else ""
            for name in names
        ]
        yield f"| {_text(topic.topic)} | {' | '.join(cells)} |"
    yield from [
        "",
        "## Who can review whose port",
        "",
        "| topic | can review | ports to review |",
        "| --- | --- | --- |",
    ]
    for topic in team.topics:
        reviewers = ", ".join(topic.reviewers) or "nobody"
        yield f"| {_text(topic.topic)} | {_text(reviewers)} | {_text(', '.join(topic.reviewed) or 'none')} |"
    yield from ["", "## People", "", "| name | about | can do | project | asked | to study |", "|" + " --- |" * 6]
    for person in team.people:
        project = interval_text(person.project) if person.project else ""
        yield (
            f"| {_text(person.name)} | {_text(person.title)} | {interval_text(person.overall)} | {project} | "
            f"{person.asked} in {duration(person.minutes)} | {duration(person.study_minutes)} |"
        )


def lacking_text(team: Team) -> str:
    """Return what the team lacks, in one or two sentences."""
    if not team.lacking and not team.lacking_exercises:
        return "For each topic somebody is ready."
    parts = []
    if team.lacking:
        parts.append(f"Nobody is clearly ready for {', '.join(team.lacking)}.")
    if team.lacking_exercises:
        more = len(team.lacking_exercises) - MOST_NAMED
        named = ", ".join(team.lacking_exercises[:MOST_NAMED])
        parts.append(f"Nobody probably knows {named}{f' and {more} more' if more > 0 else ''}.")
    return " ".join(parts)


def _text(text: str) -> str:
    """Return text that breaks no line, no table and no markup of the page."""
    return clean_line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "'")
