"""Which item comes next, when a session ends, and what is left of it when the program is killed."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from mxtutor import private_files
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
from mxtutor.assessment.records import Plan, SavedSession
from mxtutor.assessment.session import LONGEST_STEP, PACE, Assessment
from mxtutor.assessment.store import SessionStore
from mxtutor.content.learning_path import LearningPath, PathPart, PathSites
from mxtutor.content.loader import load_course
from mxtutor.errors import StoreError, UsageError
from mxtutor.paths import content_root
from mxtutor.scan.records import ApiRecord, ScanReport
from tests.unit.assess_course import TOPICS, answer_all, course, items, plan, session, spend


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
    path = LearningPath(1, "Mine", (PathPart("one", wanted),))
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
    assert (sites.total, sites.same, sites.untaught) == (58, 7, 6)
    chosen = plan_on_scan(course(tmp_path, bank), bank, report, minutes=20)
    assert chosen.weights == {"tensors/e1": 35.0, "io/e2": 10.0}
    assert chosen.topics["tensors"] > chosen.topics["io"]
    assert len([one for one in chosen.pool if one.startswith("tensors/")]) > 1


def test_a_scans_path_knows_the_sites(tmp_path: Path) -> None:
    bank = items()
    sites = PathSites(100, 80, {"tensors/e1": 40, "io/e2": 20, "elsewhere/x": 5})
    path = LearningPath(1, "Practice for demo", (PathPart("one", ("tensors/e1",)),), sites)
    chosen = plan_on_path(course(tmp_path, bank), bank, path, minutes=20)
    assert chosen.weights == {"tensors/e1": 40.0, "io/e2": 20.0}
    assert chosen.sites is not None
    assert (chosen.sites.total, chosen.sites.same, chosen.sites.untaught) == (100, 20, 20)


def test_plans_without_exercises_are_refused(tmp_path: Path) -> None:
    bank = items()
    real = course(tmp_path, bank)
    with pytest.raises(UsageError, match="no exercise"):
        plan_on_path(real, {}, LearningPath(1, "x", (PathPart("one", ("io/e1",)),)), minutes=20)
    with pytest.raises(UsageError, match="No exercise teaches"):
        plan_on_scan(real, bank, scanned(("torch.c", 7, "same", "blocks/e1")), minutes=20)
    with pytest.raises(UsageError, match="no exercise"):
        plan_for(real, {}, minutes=20)


def scanned(*names: tuple[str, int, str, str]) -> ScanReport:
    """Return a scan's report with names of torch: name, sites, class, exercise."""
    apis = [ApiRecord(name, count, [], kind, "", exercise) for name, count, kind, exercise in names]  # type: ignore[arg-type]
    total = sum(count for _, count, _, _ in names)
    return ScanReport(1, 1, total, apis, {}, [], [], [], [], [], 10, 0.1, {}, projects=["demo"])


# Storing


def test_a_stored_session_is_read_as_it_was(tmp_path: Path) -> None:
    bank = items()
    store = SessionStore(tmp_path)
    test = session(bank, keep=store.save)
    assert store.unfinished() is None
    test.current()
    spend(test, 42.0)
    test.note_draft("half an answer")
    found = SessionStore(tmp_path).unfinished()
    assert found == test.saved
    test.respond("right", verdict="right", seed=2**63, answer="é")
    found = store.unfinished()
    assert found is not None
    assert found.responses[0].answer == "é"
    later = Assessment(found, bank)
    assert later.belief.topic("io") == pytest.approx(test.belief.topic("io"))
    assert (tmp_path / "assessments").stat().st_mode & 0o777 == 0o700
    (file,) = (tmp_path / "assessments").glob("*.json")
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_kill_between_any_two_responses_loses_none(tmp_path: Path, moment: str) -> None:
    """A process answers one item and is killed, before or after the file takes its place; the next one goes on."""
    bank = items(5)
    store = SessionStore(tmp_path)
    first = session(bank, plan(bank, minutes=10_000.0, narrow=0.0), keep=store.save)
    first.save()
    saved: SavedSession | None = None
    for number in range(8):
        child = os.fork()
        if child == 0:
            try:
                saved = store.unfinished()
                assert saved is not None
                test = Assessment(saved, bank, store.save)
                assert test.current() is not None
                if moment == "before" and number % 2:
                    private_files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[attr-defined]
                test.respond("right" if number % 3 else "skipped")
                os.kill(os.getpid(), signal.SIGKILL)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        saved = SessionStore(tmp_path).unfinished()
        assert saved is not None
        done = number + 1 if moment == "after" else number // 2 + 1
        assert len(saved.responses) == done
    assert saved is not None
    asked = [response.exercise for response in saved.responses]
    assert len(set(asked)) == len(asked)
    rest = answer_all(Assessment(saved, bank), lambda item: True)
    assert sorted([*asked, *(item.id for item in rest)]) == sorted(bank)


def test_damaged_files_are_set_aside_and_newer_ones_left_alone(tmp_path: Path) -> None:
    bank = items()
    store = SessionStore(tmp_path)
    test = session(bank, keep=store.save)
    test.save()
    folder = tmp_path / "assessments"
    (folder / "99990101-000000-aaaaaa.json").write_text('{"version": 1, "id":')
    (folder / "99990102-000000-aaaaaa.json").write_text('{"version": 2, "id": 3}')
    (folder / "99990103-000000-aaaaaa.json").write_bytes(b"\xff\x00")
    (folder / "99990104-000000-aaaaaa.json").write_text("[" * 100_000)
    other = SessionStore(tmp_path)
    found = other.unfinished()
    assert found is not None
    assert found.id == test.saved.id
    assert len(other.notices) == 4
    assert len(list(folder.glob("*.damaged"))) == 3
    assert (folder / "99990102-000000-aaaaaa.json").exists()


def test_one_session_at_a_time(tmp_path: Path) -> None:
    with SessionStore(tmp_path).running(), pytest.raises(UsageError, match="another terminal"):
        SessionStore(tmp_path).running().__enter__()
    with SessionStore(tmp_path).running():
        pass


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "assessments").write_text("a file")
    bank = items()
    with pytest.raises(StoreError):
        SessionStore(tmp_path).save(begin(plan(bank)))
    with pytest.raises(StoreError), SessionStore(tmp_path).running():
        pass


def test_only_the_newest_session_is_continued(tmp_path: Path) -> None:
    bank = items()
    store = SessionStore(tmp_path)
    old = begin(plan(bank))
    old.id = "20200101-000000-aaaaaa"
    store.save(old)
    new = begin(plan(bank))
    new.ended = "learner"
    store.save(new)
    assert store.unfinished() is None


def test_plans_of_files_must_be_sound(tmp_path: Path) -> None:
    bank = items()
    store = SessionStore(tmp_path)
    saved = begin(plan(bank))
    store.save(saved)
    (file,) = (tmp_path / "assessments").glob("*.json")
    file.write_text(file.read_text().replace('"minutes":20.0', '"minutes":-1'))
    assert store.unfinished() is None
    assert len(store.notices) == 1


def test_an_item_knows_its_topic() -> None:
    assert Item("io/seed", 0.0, 1.0).topic == "io"
    assert Plan("t", {}, (), {}, 1.0).least == 2
