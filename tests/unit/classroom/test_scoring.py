"""Points, due times and late rules: what an answer is worth, and the totals."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mxtutor.classroom.scoring import HandedIn, Scoring, lost_share
from mxtutor.content.workshop import Late, LateRule
from mxtutor.grading.protocol import Verdict

DUE = datetime(2026, 12, 1, 17, tzinfo=timezone.utc)
POINTS = {"tensors/arccos": 2.0, "tensors/flip": 0.1, "io/save": 0.2}
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TENTH = LateRule(percent=10, at_most=50, grace_minutes=10)


def at(late: timedelta) -> HandedIn:
    """Return a hand-in so long after the due time, known by a file's time."""
    return HandedIn(DUE + late, "file")


@pytest.mark.parametrize("verdict", list(Verdict))
def test_only_a_right_answer_gets_points(verdict: Verdict) -> None:
    score = Scoring(POINTS).score("tensors/arccos", verdict)
    assert score.points == (2.0 if verdict is Verdict.RIGHT else 0.0)
    assert score.of == 2.0
    assert score.undecided == (verdict is Verdict.BROKEN)


def test_nothing_handed_in_gets_no_points() -> None:
    assert Scoring(POINTS, DUE).score("tensors/arccos", None).points == 0


def test_an_exercise_outside_the_workshop_has_no_score() -> None:
    with pytest.raises(KeyError):
        Scoring(POINTS).score("tensors/dot", Verdict.RIGHT)


@pytest.mark.parametrize(
    ("rule", "late", "share"),
    [
        ("accepted", 400 * DAY, 0),
        ("refused", timedelta(seconds=1), 1),
        (TENTH, timedelta(minutes=10), 0),
        (TENTH, timedelta(minutes=11), 0.1),
        (TENTH, DAY + timedelta(minutes=10), 0.1),
        (TENTH, DAY + timedelta(minutes=10, seconds=1), 0.2),
        (TENTH, 5 * DAY, 0.5),
        (TENTH, 9 * DAY, 0.5),
        (LateRule(percent=30), 9 * DAY, 1),
        (LateRule(percent=5, per="hour"), 90 * timedelta(minutes=1), 0.1),
        (LateRule(percent=0), 90 * DAY, 0),
    ],
)
def test_lateness_costs_a_share_of_each_started_period(rule: Late, late: timedelta, share: float) -> None:
    assert lost_share(rule, late) == pytest.approx(share)


def test_an_answer_at_the_due_time_is_in_time() -> None:
    score = Scoring(POINTS, DUE, "refused").score("tensors/arccos", Verdict.RIGHT, at(timedelta(0)))
    assert (score.points, score.late) == (2.0, None)


def test_a_late_answer_says_how_late_it_is_and_how_that_is_known() -> None:
    score = Scoring(POINTS, DUE, TENTH).score("tensors/arccos", Verdict.RIGHT, at(2 * DAY))
    assert (score.points, score.lost, score.late, score.evidence) == (1.6, 0.4, 2 * DAY, "file")
    assert score.to_json() == {
        "points": 1.6, "of": 2.0, "lost": 0.4, "late_seconds": 172800, "evidence": "file", "undecided": False,
    }  # fmt: skip


def test_an_answer_of_unknown_time_loses_nothing() -> None:
    score = Scoring(POINTS, DUE, "refused").score("tensors/arccos", Verdict.RIGHT, HandedIn())
    assert (score.points, score.late, score.evidence) == (2.0, None, "none")


def test_times_of_other_zones_are_compared_as_moments() -> None:
    east = datetime(2026, 12, 2, 1, tzinfo=timezone(timedelta(hours=9)))  # 16:00 UTC
    score = Scoring(POINTS, DUE, "refused").score("tensors/arccos", Verdict.RIGHT, HandedIn(east, "attempt"))
    assert score.late is None


def test_a_total_counts_all_exercises_of_the_workshop() -> None:
    rules = Scoring(POINTS, DUE, TENTH)
    scores = [
        rules.score("tensors/flip", Verdict.RIGHT),
        rules.score("io/save", Verdict.RIGHT, at(HOUR)),
        rules.score("tensors/arccos", Verdict.BROKEN, at(HOUR)),
    ]
    total = rules.total(scores)
    assert total.to_json() == {"points": 0.28, "of": 2.3, "lost": 0.02, "late": 1, "undecided": 1}


def test_a_learner_without_answers_has_a_total() -> None:
    assert Scoring(POINTS).total([]).to_json() == {"points": 0.0, "of": 2.3, "lost": 0.0, "late": 0, "undecided": 0}


@given(
    percent=st.floats(0, 100),
    most=st.floats(0, 100),
    grace=st.floats(0, 1e5),
    seconds=st.floats(1, 1e9),
    more=st.floats(0, 1e9),
)
def test_points_never_grow_with_lateness_and_stay_between_nothing_and_all(
    percent: float, most: float, grace: float, seconds: float, more: float
) -> None:
    rule = LateRule(percent=percent, at_most=most, grace_minutes=grace)
    rules = Scoring({"a/b": 7.0}, DUE, rule)
    first = rules.score("a/b", Verdict.RIGHT, at(timedelta(seconds=seconds)))
    second = rules.score("a/b", Verdict.RIGHT, at(timedelta(seconds=seconds + more)))
    assert 0 <= second.points <= first.points <= 7.0
    assert first.points + first.lost == pytest.approx(7.0)
