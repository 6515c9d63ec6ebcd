"""Which item comes next, when a session ends, and what is left of it when the program is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from mxtutor.assessment.difficulty import HARDEST, items_of
from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import (
    PLACEMENT_ITEMS,
    begin,
    placement_plan,
    plan_for,
    plan_on_path,
    plan_on_scan,
    sites_of,
)
from mxtutor.assessment.records import Blueprint, SavedSession
from mxtutor.assessment.session import LONGEST_STEP, PACE, Assessment
from mxtutor.content.loader import load_course
from mxtutor.content.plan import Plan, PlanPart, PlanSites
from mxtutor.errors import UsageError
from mxtutor.paths import content_root
from mxtutor.progress.assessments import SessionStore, running
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_to, import_from
from mxtutor.scan.records import ApiRecord, ScanReport
from tests.unit.assessment.assess_course import TOPICS, answer_all, course, items, plan, session, spend


def test_every_topic_gets_its_least_items_before_any_gets_more() -> None:
    bank = items()
    asked = answer_all(session(bank, plan(bank, minutes=1000.0)), lambda item: item.difficulty < 0)
    topics = [item.topic for item in asked]
    assert set(topics[:3]) == set(TOPICS)
    assert Counter(topics[:6]) == dict.fromkeys(TOPICS, 2)


def test_quizzes_and_code_take_turns() -> None:
    bank = items()
    asked = answer_all(session(bank, plan(bank, minutes=1000.0)), lambda item: item.difficulty < 0)
    for topic in TOPICS:
        kinds = [item.quiz for item in asked if item.topic == topic]
        assert abs(kinds[:4].count(True) - kinds[:4].count(False)) <= 1


def test_items_follow_the_ability() -> None:
    """Who answers all easily gets harder items than who answers none."""
    bank = items()
    chosen = plan(bank, narrow=0.0, minutes=30.0)
    strong = answer_all(session(bank, chosen), lambda item: True)
    weak = answer_all(session(bank, chosen), lambda item: False)
    assert sum(i.difficulty for i in strong[3:]) / len(strong[3:]) > sum(i.difficulty for i in weak[3:]) / len(weak[3:])


def test_no_item_comes_twice_and_all_may_come() -> None:
    bank = items(4)
    test = session(bank, plan(bank, minutes=10_000.0, narrow=0.0))
    asked = [item.id for item in answer_all(test, lambda item: True)]
    assert sorted(asked) == sorted(bank)
    assert test.ended == "none-left"
    assert test.current() is None


def test_the_same_seed_asks_the_same_and_another_may_not() -> None:
    bank = items(30)
    orders = {
        seed: tuple(item.id for item in answer_all(session(bank, plan(bank, seed=seed)), lambda item: True))
        for seed in range(6)
    }
    again = tuple(item.id for item in answer_all(session(bank, plan(bank, seed=3)), lambda item: True))
    assert again == orders[3]
    assert len(set(orders.values())) > 1


@pytest.mark.parametrize("pace", [0.5, 1.0, 1.8])
def test_time_ends_a_session_in_time(pace: float) -> None:
    bank = items(40)
    chosen = plan(bank, narrow=0.0)
    test = session(bank, chosen)
    asked = answer_all(test, lambda item: item.difficulty < 0, pace)
    assert test.ended == "time"
    longest = 60 * max(item.minutes for item in asked) * pace
    assert test.saved.seconds <= 60 * chosen.minutes + longest
    assert PACE[0] <= test.pace <= PACE[1]


def test_the_first_item_comes_however_short_the_time_is() -> None:
    bank = items()
    test = session(bank, plan(bank, minutes=0.2))
    assert len(answer_all(test, lambda item: True)) == 1
    assert test.ended == "time"


def test_narrow_intervals_end_a_session() -> None:
    bank = items(40)
    chosen = plan(bank, minutes=10_000.0, narrow=0.5)
    test = session(bank, chosen)
    answer_all(test, lambda item: item.difficulty < 0)
    assert test.ended == "narrow"
    for topic in TOPICS:
        found = test.interval(topic)
        assert found is not None
        assert found.width <= chosen.narrow
        assert test.asked()[topic] >= chosen.least


def test_a_number_of_items_ends_a_placement(tmp_path: Path) -> None:
    bank = items()
    chosen = placement_plan(course(tmp_path, bank), bank)
    test = session(bank, chosen)
    assert len(answer_all(test, lambda item: item.difficulty < 0)) == PLACEMENT_ITEMS
    assert test.ended == "items"
    assert all(test.asked()[topic] >= 2 for topic in TOPICS)


def test_skipped_items_count_as_not_known_and_failed_ones_as_not_asked() -> None:
    bank = items()
    skipped, failed, wrong = session(bank), session(bank), session(bank)
    for test, outcome in ((skipped, "skipped"), (failed, "failed"), (wrong, "not-right")):
        assert test.current() is not None
        test.respond(outcome)  # type: ignore[arg-type]
    topic = bank[skipped.saved.responses[0].exercise].topic
    assert skipped.interval(topic) == wrong.interval(topic)
    fresh = session(bank)
    assert failed.interval(topic) == fresh.interval(topic)
    assert failed.responses == {}
    first = failed.saved.responses[0].exercise
    assert first not in [item.id for item in answer_all(failed, lambda item: True)]


def test_long_stops_of_the_machine_count_little_and_clocks_that_go_back_nothing() -> None:
    bank = items()
    test = session(bank)
    test.current()
    test.tick(5000.0)
    assert test.saved.seconds == LONGEST_STEP
    test.tick(-3.0)
    assert test.saved.seconds == LONGEST_STEP


def test_a_response_needs_an_item() -> None:
    bank = items()
    test = session(bank)
    with pytest.raises(ValueError, match="no item"):
        test.respond("right")
    test.current()
    test.end()
    with pytest.raises(ValueError, match="no item"):
        test.respond("right")


def test_exercises_that_left_the_course_are_left_out() -> None:
    bank = items()
    saved = begin(plan(bank))
    test = Assessment(saved, bank)
    test.current()
    gone = saved.current
    test.respond("right")
    test.current()
    fewer = {one: item for one, item in bank.items() if one not in (gone, saved.current)}
    later = Assessment(msgspec.json.decode(msgspec.json.encode(saved), type=SavedSession), fewer)
    item = later.current()
    assert item is not None
    assert item.id in fewer


# Plans


def test_the_shipped_course_has_an_item_for_each_exercise() -> None:
    real = load_course(content_root())
    bank, damaged = items_of(real, real.exercises)
    assert damaged == {}
    assert set(bank) == set(real.exercises)
    for item in bank.values():
        assert -HARDEST <= item.difficulty <= HARDEST
        assert 0 < item.minutes <= 8
        assert 0 <= item.guess < 0.5
    assert bank["trainers/capstone-mlp"].difficulty > bank["trainers/loss-to-float"].difficulty
    assert bank["tensors/quiz-views"].guess == pytest.approx(1 / 5)
    for topic in {item.topic for item in bank.values()}:
        own = [item for item in bank.values() if item.topic == topic]
        assert sum(item.quiz for item in own) >= 2
        assert sum(not item.quiz for item in own) >= 6


def test_a_path_asks_its_own_exercises_first(tmp_path: Path) -> None:
    bank = items()
    wanted = ("blocks/e1", "blocks/e2", "io/e4")
    path = Plan(1, "Mine", (PlanPart("one", wanted),))
    chosen = plan_on_path(course(tmp_path, bank), bank, path, minutes=1000)
    assert set(chosen.topics) == {"blocks", "io"}
    assert chosen.title == "Mine"
    asked = [item.id for item in answer_all(session(bank, chosen), lambda item: item.difficulty < 0)]
    for topic in chosen.topics:
        here = [one for one in asked if one.startswith(f"{topic}/")]
        own = {one for one in wanted if one.startswith(f"{topic}/")}
        assert set(here[: len(own)]) == own
    assert not any(one.startswith("tensors/") for one in asked)


def test_a_scan_weighs_exercises_by_their_sites(tmp_path: Path) -> None:
    bank = items()
    report = scanned(("torch.a", 30, "args", "tensors/e1"), ("torch.b", 5, "args", "tensors/e1"),
                     ("torch.c", 7, "same", "blocks/e1"), ("torch.d", 4, "missing", ""),
                     ("torch.e", 10, "behaviour", "io/e2"), ("torch.f", 2, "args", "elsewhere/x"))  # fmt: skip
    sites = sites_of(report, bank)
    assert sites.taught == {"tensors/e1": 35, "io/e2": 10}
    assert (sites.total, sites.same) == (58, 7)
    chosen = plan_on_scan(course(tmp_path, bank), bank, report, minutes=20)
    assert chosen.weights == {"tensors/e1": 35.0, "io/e2": 10.0}
    assert chosen.topics["tensors"] > chosen.topics["io"]
    assert len([one for one in chosen.pool if one.startswith("tensors/")]) > 1


def test_a_scans_path_knows_the_sites(tmp_path: Path) -> None:
    bank = items()
    sites = PlanSites(100, 80, {"tensors/e1": 40, "io/e2": 20, "elsewhere/x": 5})
    path = Plan(1, "Practice for demo", (PlanPart("one", ("tensors/e1",)),), sites)
    chosen = plan_on_path(course(tmp_path, bank), bank, path, minutes=20)
    assert chosen.weights == {"tensors/e1": 40.0, "io/e2": 20.0}
    assert chosen.sites is not None
    assert (chosen.sites.total, chosen.sites.same) == (100, 20)


def test_plans_without_exercises_are_refused(tmp_path: Path) -> None:
    bank = items()
    real = course(tmp_path, bank)
    with pytest.raises(UsageError, match="no exercise"):
        plan_on_path(real, {}, Plan(1, "x", (PlanPart("one", ("io/e1",)),)), minutes=20)
    with pytest.raises(UsageError, match="No exercise teaches"):
        plan_on_scan(real, bank, scanned(("torch.c", 7, "same", "blocks/e1")), minutes=20)
    with pytest.raises(UsageError, match="no exercise"):
        plan_for(real, {}, minutes=20)


def scanned(*names: tuple[str, int, str, str]) -> ScanReport:
    """Return a scan's report with names of torch: name, sites, class, exercise."""
    apis = [ApiRecord(name, count, [], kind, "", exercise) for name, count, kind, exercise in names]  # type: ignore[arg-type]
    total = sum(count for _, count, _, _ in names)
    return ScanReport(calls=total, apis=apis, summary={}, path=[], versions={}, projects=["demo"])


# Storing


@pytest.fixture
def progress(home: Path) -> Iterator[ProgressStore]:
    """The learner's store."""
    with closing(open_store(home)) as found:
        yield found


def test_a_stored_session_is_read_as_it_was(home: Path, progress: ProgressStore) -> None:
    bank = items()
    store = SessionStore(progress)
    test = session(bank, keep=store.save)
    assert store.unfinished() is None
    test.current()
    spend(test, 42.0)
    test.note_draft("half an answer")
    with closing(open_store(home)) as again:
        assert SessionStore(again).unfinished() == test.saved
    test.respond("right", verdict="right", seed=2**63, answer="é")
    found = store.unfinished()
    test.saved.variant = 0  # that of the item before, which the next one replaces
    assert found == test.saved
    assert found is not None
    later = Assessment(found, bank)
    assert later.belief.topic("io") == pytest.approx(test.belief.topic("io"))
    test.end()
    assert (store.unfinished(), store.last()) == (None, None)
    assert SessionStore(progress, "placement").unfinished() is None
    assert progress.exercises() == ()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_kill_between_any_two_responses_loses_none(home: Path, moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process answers one item and is killed, before or after its transaction ends; the next one goes on."""
    bank = items(5)
    with closing(open_store(home)) as progress:
        session(bank, plan(bank, minutes=10_000.0, narrow=0.0), keep=SessionStore(progress).save).save()
    saved: SavedSession | None = None
    for number in range(8):
        child = os.fork()
        if child == 0:
            try:
                store = SessionStore(open_store(home))
                saved = store.unfinished()
                assert saved is not None
                test = Assessment(saved, bank, store.save)
                assert test.current() is not None
                if moment == "before" and number % 2:
                    monkeypatch.setattr(ProgressStore, "keep_shown", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
                test.respond("right" if number % 3 else "skipped")
                os.kill(os.getpid(), signal.SIGKILL)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        with closing(open_store(home)) as progress:
            saved = SessionStore(progress).unfinished()
        assert saved is not None
        done = number + 1 if moment == "after" else number // 2 + 1
        assert len(saved.responses) == done
    assert saved is not None
    asked = [response.exercise for response in saved.responses]
    assert len(set(asked)) == len(asked)
    rest = answer_all(Assessment(saved, bank), lambda item: True)
    assert sorted([*asked, *(item.id for item in rest)]) == sorted(bank)


def test_files_of_earlier_releases_are_taken_and_damaged_ones_are_kept_beside(home: Path) -> None:
    bank, folder = items(), home / "assessments"
    folder.mkdir(parents=True)
    test = session(bank)
    test.current()
    spend(test, 42.0)
    test.note_draft("half an answer")
    (folder / f"{test.saved.id}.json").write_bytes(msgspec.json.encode(test.saved))
    (folder / "99990101-000000-aaaaaa.json").write_text('{"version": 1, "id":')
    (folder / "99990103-000000-aaaaaa.json").write_bytes(b"\xff\x00")
    (folder / "99990104-000000-aaaaaa.json").write_text("[" * 100_000)
    with closing(open_store(home)) as progress:
        assert progress.notice.startswith("3 saved assessments cannot be read; ")
        assert SessionStore(progress).unfinished() == test.saved
    (aside,) = home.glob("assessments.aside-*")
    assert len(list(aside.glob("*.json"))) == 4
    assert aside.stat().st_mode & 0o077 == 0
    assert not folder.exists()
    with closing(open_store(home)) as progress:
        assert progress.notice == ""
        assert SessionStore(progress).unfinished() == test.saved


def test_one_session_at_a_time(home: Path) -> None:
    with running(home), pytest.raises(UsageError, match="another terminal"):
        running(home).__enter__()
    with running(home):
        pass


def test_only_the_newest_session_is_continued(progress: ProgressStore) -> None:
    bank = items()
    store = SessionStore(progress)
    old = begin(plan(bank))
    old.id = "20200101-000000-aaaaaa"
    store.save(old)
    new = begin(plan(bank))
    new.ended = "learner"
    store.save(new)
    assert store.unfinished() is None


def test_a_damaged_event_costs_its_assessment_only(home: Path, progress: ProgressStore) -> None:
    bank = items()
    store = SessionStore(progress)
    old, new = begin(plan(bank)), begin(plan(bank))
    old.id, new.id = "20200101-000000-aaaaaa", "20200102-000000-aaaaaa"
    for saved in (old, new):
        store.save(saved)
    with closing(sqlite3.connect(home / "progress.db")) as database, database:
        database.execute("UPDATE events SET data = replace(data, '20.0', '-1') WHERE data LIKE '%20200102%'")
    with closing(open_store(home)) as again:
        found = SessionStore(again).unfinished()
        assert "1 row of the progress file" in again.notice
    assert found == old


def test_an_export_brings_assessments_to_another_home(home: Path, progress: ProgressStore, tmp_path: Path) -> None:
    bank = items()
    test = session(bank, keep=SessionStore(progress).save)
    answer_all(test, lambda item: item.difficulty < 0)
    export_to(tmp_path / "e.json", home)
    for _ in range(2):
        import_from(tmp_path / "e.json", tmp_path / "other")
    with closing(open_store(tmp_path / "other")) as other:
        brought = [event.what for event in other.events_of_course()]
    assert brought == [event.what for event in progress.events_of_course()]


def test_an_item_knows_its_topic() -> None:
    assert Item("io/seed", 0.0, 1.0).topic == "io"
    assert Blueprint("t", {}, (), {}, 1.0).least == 2
