"""What a check, a hint, the solution and a drill do, without a screen: a store on the disk, a prepared grader."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.live.reporter import ClassReporter
from mxtutor.progress.cards import DrillResult
from mxtutor.progress.model import Draft
from mxtutor.progress.saving import Text
from mxtutor.progress.sealed_guide import OVER, SealedGuide
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.reporting.without_help import NOT_SHOWN
from mxtutor.session.rules import DRILL
from mxtutor.session.session import Session
from tests.ui.fakes import COURSE, RIGHT, WRONG, FakeGrader
from tests.ui.test_sealed import EXAM
from tests.ui.workshops import Clocks, guide

ARCCOS = load_exercise(COURSE / "exercises" / "tensors" / "arccos", "tensors/arccos")
JOIN = load_exercise(COURSE / "exercises" / "tensors" / "join-axis", "tensors/join-axis")
ANSWER = "def arccos(x):\n    return 1\n"
BROKEN = Report("", Verdict.BROKEN, "It was cancelled.")


class StoredSession(Session):
    """A session that writes at once."""

    def __init__(self, store: ProgressStore, grader: FakeGrader, guide: WorkshopGuide | None = None) -> None:
        super().__init__(grader, guide)
        self.store, self.told = store, 0

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        call(self.store)

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        self.told += 1


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ProgressStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def test_a_text_that_cannot_run_is_no_attempt(store: ProgressStore) -> None:
    session = StoredSession(store, grader := FakeGrader(RIGHT))
    checked = session.check(session.open(ARCCOS), "def arccos(x:\n")
    assert checked is not None
    assert (checked.ran, checked.report.verdict) == (False, Verdict.ERROR)
    assert (grader.graded, store.attempts(ARCCOS.id), session.told) == ([], (), 0)


def test_a_check_is_kept_and_told_and_the_second_miss_is_explained(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(WRONG))
    task = session.open(ARCCOS)
    first, second = session.check(task, ANSWER), session.check(task, ANSWER)
    assert first is not None
    assert second is not None
    assert (first.ran, first.full, second.full) == (True, False, True)
    assert [one.verdict for one in store.attempts(ARCCOS.id)] == [Verdict.WRONG]
    assert (session.told, session.standing(ARCCOS.id).attempts) == (1, 1)


def test_a_workshop_tells_the_class(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(WRONG), guide(Clocks()))
    session.check(session.open(ARCCOS), ANSWER)
    assert session.told == 1


def test_what_is_cancelled_leaves_nothing(store: ProgressStore) -> None:
    session = StoredSession(store, grader := FakeGrader(BROKEN))
    task, grader.gate = session.open(ARCCOS), threading.Event()
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(session.check(task, ANSWER)))
    thread.start()
    while not grader.graded:
        thread.join(0.01)
    session.cancel()
    grader.gate.set()
    thread.join(60)
    assert found == [None]
    assert (store.attempts(ARCCOS.id), task.report, session.told) == ((), None, 0)


def test_a_failure_of_mxtutor_is_kept(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(BROKEN))
    assert session.check(session.open(ARCCOS), ANSWER) is not None
    assert [one.verdict for one in store.attempts(ARCCOS.id)] == [Verdict.BROKEN]


def test_a_drill_is_rated_and_leaves_the_answer_alone(store: ProgressStore) -> None:
    store.save_draft(ARCCOS.id, Draft("mine"))
    session = StoredSession(store, FakeGrader(WRONG, RIGHT))
    task = session.open(ARCCOS, rules=lambda: DRILL, drills=True)
    session.draft(task, Draft(ANSWER))
    results: list[DrillResult] = []
    for _ in range(3):
        checked = session.grade(task, ANSWER)
        assert checked is not None
        session.keep(task, checked, results.append)
    assert [one.passed for one in results] == [False, True]
    assert task.passed
    assert (store.draft(ARCCOS.id), store.attempts(ARCCOS.id)) == (Draft("mine"), ())


def test_a_wrong_prediction_is_asked_again_with_other_numbers(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(WRONG))
    task = session.open(replace(JOIN, kind="predict", variants=3))
    checked = session.grade(task, "(1, 2)")
    assert checked is not None
    assert checked.draws
    task.take(session.variant(task))
    assert task.drawn == 1


def test_hints_and_the_solution_are_counted_and_held_back(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(WRONG))
    task = session.open(ARCCOS)
    assert session.hint(task)
    assert session.gives_up(task)
    session.solution(task)
    assert not session.gives_up(task)
    assert (store.standing(ARCCOS.id).hints, store.standing(ARCCOS.id).gave_up, session.told) == (1, True, 3)
    held = StoredSession(store, FakeGrader(), guide(Clocks(), hints="never"))
    assert not held.hint(held.open(ARCCOS))


def test_a_draft_of_another_tutor_goes_to_the_history(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader())
    task = session.open(ARCCOS)
    task.known = ARCCOS.starter
    store.save_draft(ARCCOS.id, Draft("theirs"))
    session.draft(task, Draft(ANSWER))
    assert [one.code for one in store.attempts(ARCCOS.id)] == ["theirs"]
    assert store.draft(ARCCOS.id) == Draft(ANSWER)


def test_an_examination_shows_no_help_tells_no_class_and_runs_drafts_on_new_inputs(
    store: ProgressStore, home: Path
) -> None:
    clocks = Clocks()
    exam = SealedGuide(EXAM, clock=lambda: clocks.seconds, now=lambda: clocks.now)
    exam.restore(store)
    exam.enter([ARCCOS.id])
    session = StoredSession(store, grader := FakeGrader(WRONG), exam)
    task = session.open(ARCCOS)
    checked = session.check(task, "not python (")
    assert checked is not None
    assert (checked.ran, checked.late, checked.report.diagnosis, session.told) == (True, "", (), 0)
    play = session.run(task, ANSWER, case=2, seed=9)
    assert (play.torch.broken, grader.played[0][1]) == (NOT_SHOWN, 0)
    assert grader.played[0][2] not in (0, 9)
    clocks.now += timedelta(minutes=26)
    late = session.check(task, ANSWER)
    assert late is not None
    assert late.late == OVER
