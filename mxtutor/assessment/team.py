"""Merges the reports of several people: who is ready for what, who can review whose port, what the team lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from mxtutor.assessment.records import KIND, VERSION, AssessmentReport, Count, Interval, Share, Standing
from mxtutor.errors import UsageError, file_errors

TEAM_KIND = "mxtutor-team"
LARGEST = 16 << 20
"""Size of the largest report that is read, in bytes; one of the whole course takes 100 KB."""
LIKELY = 0.5
"""An exercise that no member can do with this probability is missing in the team."""
FIX = "`mxtutor assess --out FILE.json` writes such a report."


class Member(msgspec.Struct, frozen=True):
    """One person in a topic."""

    name: str
    asked: Count
    share: Interval
    ready: Share
    standing: Standing


class TeamTopic(msgspec.Struct, frozen=True):
    """One topic for the whole team."""

    topic: str
    title: str
    members: tuple[Member, ...]
    """Most likely ready first."""
    reviewers: tuple[str, ...]
    """People who are ready, and so can review a port."""
    reviewed: tuple[str, ...]
    """People whose port needs a reviewer: all who are not ready, or for whom it is not clear."""


class Person(msgspec.Struct, frozen=True):
    """One person's report in short."""

    name: str
    file: str
    title: str
    """What the report is about."""
    finished: str
    minutes: float
    asked: Count
    overall: Interval
    study_minutes: float
    project: Interval | None = None
    """Share of the project's call sites that the person is ready for."""
    fast: Count = 0
    """Number of answers that came before their question could be read."""


class Team(msgspec.Struct, frozen=True):
    """Everything that the merged reports say."""

    version: int
    kind: str
    people: tuple[Person, ...]
    topics: tuple[TeamTopic, ...]
    lacking: tuple[str, ...]
    """Ids of topics for which no member is ready."""
    lacking_exercises: tuple[str, ...]
    """Exercises of the other topics that no member can probably do, although a report is about them."""
    notes: tuple[str, ...] = ()
    """Notes on how to read the table."""


def read_report(path: Path) -> AssessmentReport:
    """Return the report in a file that `assess --out FILE.json` wrote.

    Raises:
        UsageError: it cannot be read, is damaged, or is something else; one line.
    """
    with file_errors(path, "read", fix=FIX):
        if not path.is_file():
            raise UsageError(f"There is no file {path}.", fix=FIX)
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path} is too large for a report of an assessment.", fix=FIX)
        data = path.read_bytes()
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.kind == TEAM_KIND:
            raise UsageError(f"{path} is a merged table.", fix="Name the reports from which it was made.")
        if head.kind != KIND:
            raise UsageError(f"{path} is not a report of an assessment.", fix=FIX)
        if head.version > VERSION:
            raise UsageError(
                f"{path} has version {head.version}; this release reads up to {VERSION}.", fix="Update mxtutor."
            )
        report = msgspec.json.decode(data, type=AssessmentReport)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not a report of an assessment: {error}.", fix=FIX) from error
    _check(report, path)
    return report


def merge(named: Sequence[tuple[Path, AssessmentReport]]) -> Team:
    """Return the table of a team. Of two reports with one name and subject, the newer one counts.

    Raises:
        UsageError: there are no reports.
    """
    if not named:
        raise UsageError("There are no reports to merge.", fix="Name at least one file.")
    notes: list[str] = []
    people = _people(named, notes)
    subjects = list(dict.fromkeys(report.title for _, _, report in people))
    if len(subjects) > 1:
        notes.append(f"The reports are about different exercises ({'; '.join(subjects)}): compare them with care.")
    topics = _topics(people)
    lacking = tuple(topic.topic for topic in topics if not topic.reviewers)
    best: dict[str, float] = {}
    for _, _, report in people:
        for exercise, chance in report.chances.items():
            best[exercise] = max(best.get(exercise, 0.0), chance)
    return Team(
        VERSION,
        TEAM_KIND,
        tuple(_person(name, path, report) for name, path, report in people),
        topics,
        lacking,
        tuple(one for one, chance in best.items() if chance < LIKELY and one.partition("/")[0] not in lacking),
        tuple(notes),
    )


def _people(
    named: Sequence[tuple[Path, AssessmentReport]], notes: list[str]
) -> list[tuple[str, Path, AssessmentReport]]:
    """Return name, file and report of each person, in the order of names.

    A report without a name has that of its file, with the folder's if several files are called alike.
    """
    files = Counter(path.stem for path in dict.fromkeys(path for path, report in named if not report.learner.strip()))
    newest: dict[str, tuple[Path, AssessmentReport]] = {}
    for path, report in named:
        alone = path.stem if files[path.stem] < 2 else f"{path.absolute().parent.name}/{path.stem}"
        name = report.learner.strip() or alone
        earlier = newest.get(name)
        if earlier is not None:
            old, new = sorted((earlier, (path, report)), key=lambda one: one[1].finished)
            notes.append(f"{name} has several reports: {new[0].name} counts, {old[0].name} is older.")
            path, report = new
        newest[name] = (path, report)
    return [(name, *newest[name]) for name in sorted(newest)]


def _topics(people: Sequence[tuple[str, Path, AssessmentReport]]) -> tuple[TeamTopic, ...]:
    order: dict[str, str] = {}
    for _, _, report in people:
        for topic in report.topics:
            order.setdefault(topic.topic, topic.title)
    found = []
    for identity, title in order.items():
        members = [
            Member(name, topic.asked, topic.share, topic.ready, topic.standing)
            for name, _, report in people
            for topic in report.topics
            if topic.topic == identity
        ]
        members.sort(key=lambda one: (-one.ready, -one.share.mean, one.name))
        reviewers = tuple(one.name for one in members if one.standing == "ready")
        reviewed = tuple(one.name for one in members if one.standing != "ready")
        found.append(TeamTopic(identity, title, tuple(members), reviewers, reviewed))
    return tuple(found)


def _person(name: str, path: Path, report: AssessmentReport) -> Person:
    project = report.project.share if report.project is not None else None
    return Person(
        name, path.name, report.title, report.finished, report.minutes, sum(topic.asked for topic in report.topics),
        report.overall, report.study_minutes, project, sum(topic.fast for topic in report.topics),
    )  # fmt: skip


def _check(report: AssessmentReport, path: Path) -> None:
    """Refuse numbers that no valid report contains.

    Raises:
        UsageError: the limits of an interval are not in order, or more answers are right than items were asked.
    """
    shares = [report.overall, *(topic.share for topic in report.topics)]
    if report.project is not None:
        shares += [report.project.of_all, *([report.project.share] if report.project.share else [])]
    if any(not one.low <= one.mean <= one.high for one in shares) or any(
        one.right + one.skipped > one.asked for one in report.topics
    ):
        raise UsageError(f"{path} is damaged: its numbers contradict each other.", fix="Ask for the file again.")


class _Head(msgspec.Struct):
    version: int
    kind: str
