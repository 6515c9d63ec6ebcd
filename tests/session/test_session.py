"""What a check, a hint, the solution and a drill do, without a screen: a store on the disk, a prepared grader."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Compare, Observation
from mxtutor.grading.protocol import Aspect, CaseResult, Diagnosis, ErrorDetail, Report, Verdict
from mxtutor.live.reporter import ClassReporter
from mxtutor.progress.counting import NOT_COUNTED
from mxtutor.progress.model import Draft, Standing
from mxtutor.progress.saving import Text
from mxtutor.progress.schedule import DrillResult
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.reporting.without_help import NOT_SHOWN
from mxtutor.session.guide import OVER, SealedGuide, WorkshopGuide
from mxtutor.session.rules import ASSESSMENT, DRILL, EXAMINATION, PRACTICE, Rules
from mxtutor.session.session import EXPLAINED, Session
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


def test_a_check_is_kept_and_told_once_for_the_same_text(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(WRONG))
    task = session.open(ARCCOS)
    first, second = session.check(task, ANSWER), session.check(task, ANSWER)
    assert first is not None
    assert second is not None
    assert (first.ran, first.full, second.full) == (True, False, False)
    assert [one.verdict for one in store.attempts(ARCCOS.id)] == [Verdict.WRONG]
    assert (session.told, session.standing(ARCCOS.id).attempts) == (1, 1)


def test_the_explanation_of_a_mistake_is_the_hint_after_the_idea(store: ProgressStore) -> None:
    made = Diagnosis("sine", "That is the inverse sine: use `nd.arccos`.", "Another function.")
    other = Diagnosis("twice", "It is applied twice: once is enough.", "Applied twice.")
    reports = [replace(WRONG, diagnosis=(one,)) for one in (made, made, other)]
    session = StoredSession(store, FakeGrader(*reports))
    task = session.open(ARCCOS)
    session.check(task, ANSWER)
    names = [name for name, _ in task.ladder]
    assert names == ["an idea", EXPLAINED, *names[2:]]
    assert session.hint(task)
    assert (task.opened, store.standing(ARCCOS.id).hints) == (1, 1)
    assert session.hint(task)
    assert (task.opened, store.standing(ARCCOS.id).hints) == (2, 1)  # it is no hint of the exercise
    session.check(task, f"{ANSWER}\n")
    assert task.opened == 2
    session.check(task, f"{ANSWER}\n\n")
    assert task.opened == 1  # another mistake
    while session.hint(task):
        assert task.opened <= len(task.ladder)
    assert (task.opened, store.standing(ARCCOS.id).hints) == (len(task.ladder), len(ARCCOS.hints))


def test_a_typo_says_that_it_is_not_counted(store: ProgressStore) -> None:
    typo = ErrorDetail("NameError", "name 'y' is not defined", 2)
    session = StoredSession(store, FakeGrader(replace(WRONG, verdict=Verdict.ERROR, error=typo)))
    checked = session.check(session.open(ARCCOS), ANSWER)
    assert checked is not None
    assert (checked.late, session.told, session.standing(ARCCOS.id).attempts) == (NOT_COUNTED, 0, 0)


def test_a_drill_explains_a_mistake_because_it_has_no_hints(store: ProgressStore) -> None:
    made = Diagnosis("sine", "That is the inverse sine: use `nd.arccos`.", "Another function.")
    session = StoredSession(store, FakeGrader(replace(WRONG, diagnosis=(made,))))
    task = session.open(ARCCOS, rules=lambda: DRILL, drills=True)
    checked = session.grade(task, ANSWER)
    assert checked is not None
    session.keep(task, checked)
    assert (checked.full, task.mistake) == (True, "")


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
    one_value = Aspect("values", False, "the value differs: 3.14 expected, got 1.57")
    grader.reports = [replace(WRONG, cases=(CaseResult("x", Verdict.WRONG, (one_value,)),))]
    checked = session.check(task, ANSWER)
    assert checked is not None
    assert checked.report.headline == "The result differs in values."
    play = session.run(task, ANSWER, case=2, seed=9)
    assert (play.torch.broken, grader.played[0][1]) == (NOT_SHOWN, 0)
    assert grader.played[0][2] not in (0, 9)
    clocks.now += timedelta(minutes=26)
    late = session.check(task, ANSWER)
    assert late is not None
    assert late.late == OVER


@pytest.mark.parametrize(
    ("rules", "standing", "says"),
    [
        (EXAMINATION, Standing("done"), "There is no lab here."),
        (ASSESSMENT, Standing("done"), "There is no lab here."),
        (DRILL, Standing("done"), "There is no lab here."),
        (PRACTICE, Standing(), "Answer first"),
        (PRACTICE, Standing("done"), ""),
        (PRACTICE, Standing(gave_up=True), ""),
    ],
)
def test_a_question_has_a_lab_after_its_answer_where_help_is_open(
    rules: Rules, standing: Standing, says: str, store: ProgressStore
) -> None:
    exercise = load_exercise(COURSE / "exercises" / "tensors" / "flip", "tensors/flip")
    session = StoredSession(store, FakeGrader())
    session.standings[exercise.id] = standing
    closed = session.lab_closed(session.open(exercise, rules=lambda: rules))
    assert says in closed
    assert bool(closed) == bool(says)


@pytest.mark.parametrize("exercise", ["tensors/flip", "tensors/join-axis"])
def test_the_answer_to_a_question_is_sent_once_until_it_changes(exercise: str, store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader(RIGHT))
    task = session.open(load_exercise(COURSE / "exercises" / exercise, exercise))
    assert session.missing(task, " ").endswith(" first.")
    assert session.missing(task, "a") == ""
    task.sent = True
    assert "already" in session.missing(task, "a")
    session.check(task, "a")
    assert session.missing(task, "a") == "That was right already."
    task.sent = False
    assert session.missing(task, "b") == ""


def test_only_a_program_that_runs_for_a_moment_is_graded_while_the_learner_pauses(store: ProgressStore) -> None:
    session = StoredSession(store, FakeGrader())
    quiz = load_exercise(COURSE / "exercises" / "tensors/flip", "tensors/flip")
    assert session.looks(session.open(ARCCOS))
    assert not session.looks(session.open(ARCCOS, rules=lambda: DRILL))
    assert not session.looks(session.open(quiz))
    slow = replace(ARCCOS, compare=Compare(observe={"losses": Observation("Another curve.")}))
    assert not session.looks(session.open(slow))
