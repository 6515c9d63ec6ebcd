"""Review cards: what makes them, when they are due, what a drill changes."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.content.minutes import course_minutes
from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.grading.protocol import Diagnosis, Report, Verdict
from mxtutor.paths import content_root
from mxtutor.progress.due import DAY_MINUTES, Due, mistakes, reviews
from mxtutor.progress.schedule import MOST_DAYS, Drill, Memory, Rating, day_of, rate, reviewed
from mxtutor.progress.statistics import statistics
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.times import PAUSE_SECONDS

TINY = Path(__file__).resolve().parents[2] / "ui" / "course"
CLIP, ARCCOS = "tensors/clip", "tensors/arccos"
SLIP = (Diagnosis("torch-name", "The name is `nd.clip`.", "A name of torch is used."),)
COURSE = Course(Path("/nowhere"), (
    Topic("tensors", "Tensors", "", (
        LessonEntry("tensors/names", "Names", Path("/nowhere"), (ARCCOS,)),
        LessonEntry("tensors/ranges", "Ranges", Path("/nowhere"), (CLIP,)),
    )),
))  # fmt: skip

NOON = datetime.now(timezone.utc).replace(hour=12) - timedelta(days=1)
"""A time in the past that is far from midnight, so that a test stays within one day."""


def _report(verdict: Verdict, *made: Diagnosis, exercise: str = CLIP) -> Report:
    return Report(exercise, verdict, f"it is {verdict.value}", diagnosis=made, seed=7)


RIGHT, WRONG, SLIPPED = _report(Verdict.RIGHT), _report(Verdict.WRONG), _report(Verdict.WRONG, *SLIP)


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> datetime:
    monkeypatch.setattr("mxtutor.progress.store.now", lambda: NOON)
    return NOON


@pytest.fixture
def store(home: Path, noon: datetime) -> ProgressStore:
    return open_store(home)


@pytest.fixture
def now(noon: datetime) -> datetime:
    return noon + timedelta(seconds=5)


def due(store: ProgressStore, course: Course, now: datetime) -> tuple[Due, ...]:
    return reviews(store, course, now).due


def _later(now: datetime, days: int) -> datetime:
    return now + timedelta(days=days)


def _due_in(store: ProgressStore, now: datetime, exercise: str = CLIP, mistake: str = "") -> int:
    card = next(c for c in store.cards() if (c.exercise, c.mistake) == (exercise, mistake))
    return (card.memory.due - day_of(now)).days


def test_the_rating_follows_from_what_happened() -> None:
    assert rate(first=True, gave_up=True) is Rating.AGAIN
    assert rate(first=False, quick=True) is Rating.HARD
    assert rate(first=True, helped=True, quick=True) is Rating.HARD
    assert rate(first=True) is Rating.GOOD
    assert rate(first=True, quick=True) is Rating.EASY


def test_a_first_pass_makes_a_card_and_later_passes_change_nothing(store: ProgressStore, now: datetime) -> None:
    assert due(store, COURSE, now) == ()
    store.add_attempt(CLIP, "x", RIGHT)
    assert due(store, COURSE, now) == ()
    (before,) = store.cards()
    store.add_attempt(CLIP, "x", RIGHT)
    store.add_attempt(CLIP, "x", WRONG)
    assert due(store, COURSE, now) == ()
    assert store.cards() == (before,)
    (item,) = due(store, COURSE, _later(now, 2))
    assert (item.exercise, item.mistakes, item.since) == (CLIP, (), before.memory.due)
    assert reviews(store, COURSE, now).following == before.memory.due


def test_tries_and_hints_bring_an_exercise_back_earlier(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(ARCCOS, "x", _report(Verdict.RIGHT, exercise=ARCCOS))
    store.add_attempt(CLIP, "x", WRONG)
    store.add_attempt(CLIP, "y", RIGHT)
    assert _due_in(store, now) < _due_in(store, now, ARCCOS)


def test_a_mistake_is_listed_at_once_and_due_after_its_exercise_is_solved(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(CLIP, "x", SLIPPED)
    store.add_attempt(CLIP, "y", SLIPPED)
    (mistake,) = mistakes(store, COURSE)
    assert (mistake.name, mistake.times, mistake.drills, mistake.resolved) == (SLIP[0].name, 2, False, False)
    assert due(store, COURSE, _later(now, 30)) == ()
    store.add_attempt(CLIP, "z", RIGHT)
    (item,) = due(store, COURSE, _later(now, 30))
    assert item.mistakes == (SLIP[0].name,)
    assert mistakes(store, COURSE)[0].drills
    assert reviews(store, COURSE, now).mistakes == 1


def test_two_drills_in_a_row_resolve_a_mistake_and_making_it_again_does_not(
    store: ProgressStore, now: datetime
) -> None:
    store.add_attempt(CLIP, "x", SLIPPED)
    store.add_attempt(CLIP, "y", RIGHT)
    first = store.keep_drill_check(CLIP, "y", RIGHT, _later(now, 1))
    assert (first.rating, first.passed, first.resolved) == (Rating.GOOD, True, ())
    missed = store.keep_drill_check(CLIP, "x", SLIPPED, _later(now, 3))
    assert (missed.rating, missed.passed) == (Rating.AGAIN, False)
    again = store.keep_drill_check(CLIP, "y", RIGHT, _later(now, 3))
    assert (again.rating, again.resolved) == (Rating.HARD, ())
    (mistake,) = mistakes(store, COURSE)
    assert (mistake.times, mistake.passes) == (2, 0)
    assert store.keep_drill_check(CLIP, "y", RIGHT, _later(now, 4)).resolved == ()
    assert store.keep_drill_check(CLIP, "y", RIGHT, _later(now, 8)).resolved == (SLIP[0].name,)
    assert mistakes(store, COURSE)[0].resolved
    assert reviews(store, COURSE, now).mistakes == 0
    assert all(not item.mistakes for item in due(store, COURSE, _later(now, 1000)))


def test_a_drill_does_not_change_the_standing(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(CLIP, "y", RIGHT)
    standing = store.standing(CLIP)
    store.keep_drill_check(CLIP, "x", SLIPPED, now)
    assert store.standing(CLIP) == standing
    assert len(store.attempts(CLIP)) == 1
    assert [attempt.verdict for attempt in store.attempts(CLIP, drill=True)] == [Verdict.WRONG]


def test_our_faults_rate_nothing(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(CLIP, "y", RIGHT)
    (before,) = store.cards()
    result = store.keep_drill_check(CLIP, "x", _report(Verdict.BROKEN), now)
    assert (result.rating, result.passed) == (None, False)
    assert (before,) == store.cards()


def test_only_the_first_wrong_answer_of_a_drill_is_a_rating(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(CLIP, "y", RIGHT)
    store.save_drill(CLIP, Drill("begun"), now)
    assert store.keep_drill_check(CLIP, "x", SLIPPED, now).rating is Rating.AGAIN
    assert store.keep_drill_check(CLIP, "z", SLIPPED, now).rating is None
    drill = store.drill(CLIP, now)
    assert drill is not None
    assert (drill.misses, drill.made, drill.code) == (2, frozenset({"torch-name"}), "z")
    tomorrow = store.drill(CLIP, _later(now, 1))
    assert tomorrow is not None
    assert (tomorrow.misses, tomorrow.made, tomorrow.code) == (0, frozenset(), "z")


def test_a_quick_right_drill_is_easy_and_a_guess_is_not(store: ProgressStore, now: datetime) -> None:
    for exercise, guessed, rating in ((CLIP, False, Rating.EASY), (ARCCOS, True, Rating.GOOD)):
        store.add_attempt(exercise, "y", _report(Verdict.RIGHT, exercise=exercise))
        store.save_drill(exercise, Drill("starter"), now)
        then = now + timedelta(seconds=30)
        assert store.keep_drill_check(exercise, "y", RIGHT, then, guessed=guessed).rating is rating


def test_a_drills_text_survives_and_the_draft_is_another(home: Path, store: ProgressStore, now: datetime) -> None:
    from mxtutor.progress.model import Draft

    store.save_draft(CLIP, Draft("my answer"))
    store.save_drill(CLIP, Drill("half a drill", (3, 4), 2), now)
    again = open_store(home)
    drill = again.drill(CLIP, now)
    assert drill is not None
    assert (drill.code, drill.cursor, drill.variant) == ("half a drill", (3, 4), 2)
    assert again.draft(CLIP) == Draft("my answer")


def test_starting_over_removes_cards_and_earlier_attempts_make_none(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(CLIP, "x", SLIPPED)
    store.add_attempt(CLIP, "y", RIGHT)
    store.start_over([CLIP])
    assert mistakes(store, COURSE) == ()
    store.add_attempt(CLIP, "y", RIGHT)
    assert due(store, COURSE, _later(now, 30))[0].mistakes == ()
    store.start_over()
    assert due(store, COURSE, _later(now, 30)) == ()
    assert store.cards() == ()


def test_exercises_that_the_course_lacks_are_kept_and_not_due(store: ProgressStore, now: datetime) -> None:
    store.add_attempt("gone/away", "y", _report(Verdict.RIGHT, exercise="gone/away"))
    assert due(store, COURSE, _later(now, 100)) == ()
    assert [card.exercise for card in store.cards()] == ["gone/away"]


def test_two_tutors_make_each_card_once(home: Path, now: datetime) -> None:
    one, two = open_store(home), open_store(home)
    one.add_attempt(CLIP, "x", SLIPPED)
    two.add_attempt(CLIP, "y", RIGHT)
    assert len(one.cards()) == 2
    assert two.cards() == one.cards()
    assert mistakes(two, COURSE)[0].times == 1


def test_a_clock_that_goes_back_leaves_cards_due(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(CLIP, "y", RIGHT)
    store.keep_drill_check(CLIP, "y", RIGHT, _later(now, 4000))
    assert [item.exercise for item in due(store, COURSE, now)] == [CLIP]
    store.keep_drill_check(CLIP, "y", RIGHT, now)
    assert due(store, COURSE, now) == ()
    assert 0 < _due_in(store, now) <= MOST_DAYS


def test_the_order_is_longest_due_first_then_the_course(store: ProgressStore, now: datetime) -> None:
    for exercise in (CLIP, ARCCOS):
        store.add_attempt(exercise, "y", _report(Verdict.RIGHT, exercise=exercise))
    assert [item.exercise for item in due(store, COURSE, _later(now, 3))] == [ARCCOS, CLIP]
    store.keep_drill_check(ARCCOS, "y", RIGHT, _later(now, 3))
    assert [item.exercise for item in due(store, COURSE, _later(now, 400))] == [CLIP, ARCCOS]


@pytest.fixture
def real(store: ProgressStore, now: datetime) -> Course:
    """Return mxtutor's course, with every exercise solved on one day."""
    course = load_course(content_root())
    for exercise in course.exercises:
        store.add_attempt(exercise, "y", _report(Verdict.RIGHT, exercise=exercise))
    return course


def test_reviews_take_a_quarter_of_an_hour_a_day_and_the_rest_waits(
    store: ProgressStore, real: Course, now: datetime
) -> None:
    minutes = course_minutes(real)
    for days in range(2, 12):
        found = reviews(store, real, _later(now, days))
        assert 0 < sum(minutes.exercises[item.exercise] for item in found.due) == found.minutes <= DAY_MINUTES
        assert found.waiting
        assert found.following == day_of(_later(now, days + 1))
        first = found.due[0].exercise
        store.keep_drill_check(first, "y", _report(Verdict.RIGHT, exercise=first), _later(now, days))
        left = reviews(store, real, _later(now, days))
        assert left.minutes + minutes.exercises[first] <= DAY_MINUTES, "what is done today counts"
        assert first not in [item.exercise for item in left.due]


def test_reviews_are_facts_one_for_each_lesson_and_no_programs(
    store: ProgressStore, real: Course, now: datetime
) -> None:
    minutes, seen = course_minutes(real), set()
    for days in range(2, 60):
        for item in due(store, real, _later(now, days)):
            seen.add(item.exercise)
            assert minutes.exercises[item.exercise] <= 3
            store.keep_drill_check(
                item.exercise, "y", _report(Verdict.RIGHT, exercise=item.exercise), _later(now, days)
            )
    lessons = [minutes.lesson_of[exercise] for exercise in seen]
    assert len(lessons) == len(set(lessons)), "arccos, arcsin and arctan are one card"
    short = {minutes.lesson_of[one] for one in real.exercises if minutes.exercises[one] <= 3}
    assert set(lessons) == short


def test_a_mistake_in_a_longer_exercise_comes_back_and_in_a_whole_program_it_is_only_listed(
    store: ProgressStore, real: Course, now: datetime
) -> None:
    minutes = course_minutes(real).exercises
    middle = next(one for one in real.exercises if 5 <= minutes[one] <= 8)
    program = next(one for one in real.exercises if minutes[one] > DAY_MINUTES)
    for exercise in (middle, program):
        store.start_over([exercise])
        store.add_attempt(exercise, "x", _report(Verdict.WRONG, *SLIP, exercise=exercise))
        store.add_attempt(exercise, "y", _report(Verdict.RIGHT, exercise=exercise))
    seen: dict[str, tuple[str, ...]] = {}
    for days in range(1, 40):
        for item in due(store, real, _later(now, days)):
            seen.setdefault(item.exercise, item.mistakes)
            store.keep_drill_check(
                item.exercise, "y", _report(Verdict.RIGHT, exercise=item.exercise), _later(now, days)
            )
    assert seen[middle] == (SLIP[0].name,)
    assert program not in seen
    (listed,) = (item for item in mistakes(store, real) if item.exercise == program)
    assert listed.drills
    assert listed.text(now) == "once, last today, long: no review"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(list(Rating)), st.integers(-400, 400)), min_size=1, max_size=30))
def test_any_history_gives_a_sound_schedule(history: list[tuple[Rating, int]]) -> None:
    day = datetime(2026, 1, 31, 12, tzinfo=timezone.utc).date()
    memory: Memory | None = None
    for rating, days in history:
        day += timedelta(days=days)
        memory = reviewed(memory, rating, day)
        assert memory.stability > 0
        assert 1 <= memory.difficulty <= 10
        assert 1 <= (memory.due - day).days <= MOST_DAYS
        assert memory.is_due(memory.due)
        assert memory.is_due(day - timedelta(days=1))


def test_the_first_intervals_are_those_of_the_document() -> None:
    day = datetime(2026, 1, 1, 12, tzinfo=timezone.utc).date()
    assert [(reviewed(None, rating, day).due - day).days for rating in Rating] == [1, 1, 2, 8]


def test_drills_that_pass_on_their_day_become_rare_over_months() -> None:
    day = datetime(2026, 1, 1, 12, tzinfo=timezone.utc).date()
    memory, gaps = reviewed(None, Rating.GOOD, day), []
    for _ in range(6):
        gaps.append((memory.due - memory.reviewed).days)
        memory = reviewed(memory, Rating.GOOD, memory.due)
    assert gaps == sorted(gaps)
    assert gaps[0] < 4
    assert sum(gaps) > 90
    lapsed = reviewed(memory, Rating.AGAIN, memory.due)
    assert (lapsed.due - lapsed.reviewed).days < gaps[-1]


def test_work_is_time_between_events_without_pauses(store: ProgressStore, now: datetime) -> None:
    noon = now.astimezone().replace(hour=12)
    for seconds in (0, 60, 90, 90 + PAUSE_SECONDS + 1, 100 + PAUSE_SECONDS + 1, 20):
        store.note_work(CLIP, noon + timedelta(seconds=seconds))
    assert store.work_seconds() == {CLIP: pytest.approx(100)}
    assert store.days()[noon.date()].seconds == pytest.approx(100)


def test_statistics_count_by_topic(store: ProgressStore, now: datetime) -> None:
    store.add_attempt(ARCCOS, "y", _report(Verdict.RIGHT, exercise=ARCCOS))
    store.add_attempt(CLIP, "x", WRONG)
    store.add_attempt(CLIP, "y", RIGHT)
    store.open_hint(CLIP, 2)
    store.keep_drill_check(CLIP, "x", WRONG, now)
    found = statistics(store, COURSE)
    (topic,) = found.topics
    assert (topic.exercises, topic.done, topic.attempts, topic.hints, topic.gave_up) == (2, 2, 3, 2, 0)
    assert (topic.begun, topic.first_try, topic.first_try_rate) == (2, 1, 0.5)
    assert (topic.drills, topic.drills_right) == (1, 0)
    assert sum(day.checks for day in found.days.values()) == 4, "on one day, or before and after midnight"
    store.start_over([CLIP])
    assert statistics(store, COURSE).all.first_try_rate == 1


def test_statistics_of_a_new_learner_are_empty(store: ProgressStore) -> None:
    found = statistics(store, COURSE)
    assert (found.all.first_try_rate, found.days, found.all.seconds) == (None, {}, 0)


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["--pack", str(TINY), *arguments]) == 0
    return capsys.readouterr().out


def test_commands_show_what_is_due(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No review is due. What you solve comes back" in _printed(capsys, "review")
    assert "review" not in _printed(capsys, "progress")
    store = open_store(home)
    store.add_attempt(ARCCOS, "x", _report(Verdict.WRONG, *SLIP, exercise=ARCCOS))
    store.add_attempt(ARCCOS, "y", _report(Verdict.RIGHT, exercise=ARCCOS))
    store.close()
    text = _printed(capsys, "review")
    assert "The next one is tomorrow." in text
    assert "A name of torch is used. (once, last today, " in text
    assert "1 of your mistakes is not resolved" in _printed(capsys, "progress")
    with sqlite3.connect(home / "progress.db") as database:
        earlier = "strftime('%Y-%m-%dT%H:%M:%f', at, '-9 days') || '000+00:00'"
        database.execute(f"UPDATE events SET at = {earlier}")
    assert "1 review today, about " in _printed(capsys, "review")
    data = json.loads(_printed(capsys, "review", "--json"))
    assert [item["exercise"] for item in data["due"]] == [ARCCOS]
    assert data["mistakes"][0]["code"] == "torch-name"
    told = json.loads(_printed(capsys, "progress", "--json"))
    assert told["reviews"] == {"due": 1, "minutes": 2, "waiting": 0, "following": None, "mistakes": 1}
    assert (told["topics"][0]["first_try"], told["topics"][0]["begun"]) == (0, 1)
