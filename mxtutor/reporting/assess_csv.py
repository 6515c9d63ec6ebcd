"""The table of a team as CSV: one row for each person and topic."""

from __future__ import annotations

import csv
import io

from mxtutor.assessment.team import Team
from mxtutor.reporting.gradebook.csv_file import inert

COLUMNS = ("name", "topic", "asked", "share", "low", "high", "ready_probability", "standing", "about", "finished")


def team_csv(team: Team) -> str:
    """Return the table; shares are numbers from 0 to 1."""
    people = {person.name: person for person in team.people}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for topic in team.topics:
        for member in sorted(topic.members, key=lambda one: one.name):
            person = people[member.name]
            cells = (
                member.name, topic.topic, member.asked, member.share.mean, member.share.low, member.share.high,
                member.ready, member.standing, person.title, person.finished,
            )  # fmt: skip
            writer.writerow([inert(cell) for cell in cells])
    return text.getvalue()
