"""A workshop's times, points and rules in words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from mxtutor.content.plan import Plan, PlanPart
from mxtutor.content.workshop import Late, LateRule
from mxtutor.reporting.durations import span
from mxtutor.reporting.workshop_words import (
    distance,
    held_text,
    late_text,
    minutes_text,
    moment,
    part_lines,
    points_text,
    rule_lines,
)
from tests.ui.workshops import NOW, PATH_ONLY, WORKSHOP


@pytest.fixture(autouse=True)
def _zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "XYZ-2")  # two hours east of Greenwich
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 min"),
        (29, "1 min"),
        (150, "2 min"),
        (3600, "1 h"),
        (3600 + 600, "1 h 10 min"),
        (86400, "1 day"),
        (2 * 86400 + 7200, "2 days 2 h"),
        (12 * 86400 + 7200, "12 days"),
        (-600, "10 min"),
    ],
)
def test_a_length_of_time_has_two_units_at_most(seconds: float, words: str) -> None:
    assert span(timedelta(seconds=seconds)) == words


def test_a_time_is_shown_in_the_zone_of_the_machine() -> None:
    now = datetime(2026, 12, 30, 21, 30, tzinfo=timezone.utc)  # 23:30 here
    assert moment(now + timedelta(minutes=29), now) == "today 23:59"
    assert moment(now + timedelta(minutes=30), now) == "Thu 31 Dec 00:00"
    assert moment(now + timedelta(days=2), now) == "Fri 1 Jan 2027 23:30"
    assert distance(now + timedelta(hours=2), now) == "in 2 h"
    assert distance(now - timedelta(hours=2), now) == "2 h ago"


@pytest.mark.parametrize(
    ("points", "words"), [(1, "1 point"), (0, "0 points"), (2.5, "2.5 points"), (0.1, "0.1 points")]
)
def test_points_have_no_needless_digits(points: float, words: str) -> None:
    assert points_text(points) == words


def test_minutes_have_no_needless_digits() -> None:
    assert (minutes_text(25.0), minutes_text(7.5)) == ("25 min", "7.5 min")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("accepted", "Late answers are marked; they lose no points."),
        ("refused", "Late answers get no points."),
        (LateRule(percent=10), "Each started day costs 10 % of the points."),
        (
            LateRule(percent=2.5, per="hour", at_most=50, grace_minutes=15),
            "Each started hour after 15 min costs 2.5 % of the points, at most 50 %.",
        ),
    ],
)
def test_a_late_rule_is_a_sentence(rule: Late, words: str) -> None:
    assert late_text(rule) == words


def test_what_is_held_says_until_when() -> None:
    assert held_text(WORKSHOP.hints, "hints", NOW) == ""
    assert (
        held_text(WORKSHOP.solutions, "solutions", NOW) == "This workshop shows solutions from today 15:30 on (in 2 h)."
    )
    assert held_text(WORKSHOP.solutions, "solutions", NOW + timedelta(hours=2)) == ""
    assert held_text("never", "hints", NOW) == "This workshop shows no hints."


def test_parts_are_a_table_that_fits_a_narrow_terminal() -> None:
    first, second = part_lines(WORKSHOP)
    assert first == "1  Names that changed   2 exercises   3.5 points    25 min  14:00"
    assert second == "2  Axes                 2 exercises     2 points    40 min  14:25"
    long = PlanPart("A title that nobody would give to a part", WORKSHOP.path.exercises, 12_000)
    wide = replace(WORKSHOP, path=Plan(1, "T", (long,)))
    assert max(map(len, part_lines(wide))) <= 70


def test_no_time_is_planned_after_a_part_of_unknown_length() -> None:
    parts = tuple(
        PlanPart(f"P{n}", (name,), minutes) for n, (name, minutes) in enumerate([("a/b", 5), ("c/d", None), ("e/f", 5)])
    )
    lines = list(part_lines(replace(PATH_ONLY, path=Plan(1, "T", parts), start=NOW)))
    assert [line.split()[-1] for line in lines] == ["13:30", "exercise", "min"]


def test_rules_tell_what_counts_and_when() -> None:
    assert list(rule_lines(WORKSHOP, NOW)) == [
        "What counts: right answers, 5.5 points in all.",
        "Start: today 14:00 (in 30 min).",
        "Due: Tue 1 Dec 13:30 (in 6 days). Each started day costs 10 % of the points, at most 50 %.",
        "This workshop shows solutions from today 15:30 on (in 2 h).",
        "The timer of a part only informs: nothing closes when its time is over.",
        "To hand in, run `mxtutor export FILE.zip`: it writes all your answers.",
    ]
    later = list(rule_lines(WORKSHOP, NOW + timedelta(days=9)))
    assert later[1].startswith("Due: Tue 1 Dec 13:30 (3 days ago).")
    assert list(rule_lines(PATH_ONLY, NOW)) == [
        "The timer of a part only informs: nothing closes when its time is over."
    ]
