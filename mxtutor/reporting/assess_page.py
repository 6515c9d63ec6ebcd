"""Reports of assessments of a person or a team as HTML or Markdown, and of a team as CSV."""

from __future__ import annotations

from mxtutor.assessment.records import AssessmentReport, Interval, ProjectShare, Standing
from mxtutor.assessment.team import Member, Team
from mxtutor.counts import count, listed
from mxtutor.reporting.assess_words import (
    NOTHING_TO_STUDY,
    STANDING_WORDS,
    basis,
    headline,
    interval_text,
    meaning,
    outcome_text,
    percent,
    project_lines,
    topic_text,
)
from mxtutor.reporting.document import Bar, Block, Code, Document, Items, Line, Section, Table, Text, Word
from mxtutor.reporting.durations import duration
from mxtutor.reporting.gradebook.tables import csv_row

MOST_NAMED = 20
"""Maximum number of exercises in the sentence about what a team lacks; the JSON has all of them."""


def report_page(report: AssessmentReport) -> Document:
    whose = f": {report.learner}" if report.learner else ""
    topics = [
        (
            f"{one.topic}: {one.title}",
            _bar(one.share, one.standing, f"{interval_text(one.share)} of {one.exercises}"),
            Word(STANDING_WORDS[one.standing], one.standing),
            topic_text(one),
        )
        for one in report.topics
    ]
    items = [(Code(one.exercise), outcome_text(one), f"{one.seconds:.0f}", str(one.seed)) for one in report.items]
    columns = ("item", "result", "seconds", "seed")
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    blocks: list[Block] = [
        Text(headline(report)),
        Text(basis(report)),
        Section("Topics", [Table(("topic", "can do", "standing", "basis"), topics), Text(meaning(report), "note")]),
        *([_project(report.project)] if report.project is not None else []),
        Section("What to study next", _study(report)),
        Section("What this test cannot tell", [Items(report.cannot_tell)], look="box"),
        Section(f"Items ({len(items)})", [Table(columns, items, frozenset(columns[2:]))], look="fold"),
        Text(f"Begun {report.begun}, finished {report.finished}. {versions}.", "note"),
    ]
    return Document(f"mxtutor assess{whose}", f"Readiness for MXNet{whose}", blocks)


def _project(project: ProjectShare) -> Section:
    bars = [_bar(project.share, "not-asked")] if project.share else []
    return Section("Project", [*bars, *map(Text, project_lines(project))])


def _study(report: AssessmentReport) -> list[Block]:
    if not report.study:
        return [Text(NOTHING_TO_STUDY)]
    sites = report.project is not None
    columns = ("exercise", "lesson", "minutes", "known with", "sites")[: 5 if sites else 4]
    rows: list[list[Line]] = [
        [[Code(one.exercise), f" {one.title}"], one.lesson, f"{one.minutes:g}", percent(one.chance), str(one.sites)]
        for one in report.study
    ]
    opening = f"{count(len(report.study), 'exercise')}, {duration(report.study_minutes)}, the most useful first."
    return [Text(opening), Table(columns, [row[: len(columns)] for row in rows], frozenset(columns[2:]))]


def team_page(team: Team) -> Document:
    names = [person.name for person in team.people]
    topics: list[list[Line]] = []
    for topic in team.topics:
        found = {one.name: one for one in topic.members}
        topics.append([topic.topic, *(_member(found[name]) if name in found else "" for name in names)])
    reviews = [
        (one.topic, Word(", ".join(one.reviewers) or "none"), Word(", ".join(one.reviewed) or "none"))
        for one in team.topics
    ]
    people = [
        (
            Word(one.name),
            one.title,
            interval_text(one.overall),
            interval_text(one.project) if one.project else "",
            f"{one.asked} in {duration(one.minutes)}{f', {one.fast} too fast' if one.fast else ''}",
            duration(one.study_minutes),
        )
        for one in team.people
    ]
    blocks = [
        Section("What the team lacks", [Text(lacking_text(team)), *([Items(team.notes)] if team.notes else [])], "box"),
        Section("Topics", [Table(("topic", *map(Word, names)), topics)]),
        Section("Who can review whose port", [Table(("topic", "can review", "ports to review"), reviews)]),
        Section("People", [Table(("name", "about", "can do", "project", "asked", "to study"), people)]),
    ]
    return Document("mxtutor assess: the team", "Readiness of the team for MXNet", blocks)


def _member(one: Member) -> Line:
    return [_bar(one.share, one.standing), " ", Word(STANDING_WORDS[one.standing], one.standing)]


def _bar(share: Interval, standing: Standing, text: str = "") -> Bar:
    words = interval_text(share)
    return Bar(text or words, ((standing, share.low, share.high - share.low, words),), share.mean)


def lacking_text(team: Team) -> str:
    """Return one or two sentences on the topics and exercises that no member of the team knows."""
    if not team.lacking and not team.lacking_exercises:
        return "For each topic, at least one is ready."
    parts = []
    if team.lacking:
        parts.append(f"No member is clearly ready for {', '.join(team.lacking)}.")
    if team.lacking_exercises:
        parts.append(f"Probably no member knows {listed(team.lacking_exercises, MOST_NAMED)}.")
    return " ".join(parts)


CSV_COLUMNS = ("name", "topic", "asked", "share", "low", "high", "ready_probability", "standing", "about", "finished")


def team_csv(team: Team) -> str:
    """Return the table of a team as CSV; shares are numbers from 0 to 1."""
    people = {person.name: person for person in team.people}
    rows: list[tuple[object, ...]] = [CSV_COLUMNS]
    for topic in team.topics:
        for member in sorted(topic.members, key=lambda one: one.name):
            person = people[member.name]
            rows.append((
                member.name, topic.topic, member.asked, member.share.mean, member.share.low, member.share.high,
                member.ready, member.standing, person.title, person.finished,
            ))  # fmt: skip
    return "".join(map(csv_row, rows))
