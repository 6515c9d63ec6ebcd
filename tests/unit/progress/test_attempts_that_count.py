"""Which checked answers are stored as attempts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.content.model import Exercise, Kind
from mxtutor.grading.protocol import CaseResult, Diagnosis, ErrorDetail, Report, Verdict
from mxtutor.progress.counting import TYPOS, keep_attempt
from mxtutor.progress.store import ProgressStore, open_store

QUIZ = "tensors/flip"


@pytest.fixture
def store(home: Path) -> ProgressStore:
    return open_store(home)


def quiz(kind: Kind, variants: int = 1) -> Exercise:
    """Return a quiz item."""
    return Exercise(QUIZ, kind, "Flip", "What?", Path(), variants=variants)


def send(store: ProgressStore, exercise: Exercise, answer: str, verdict: Verdict) -> bool:
    """Store a checked answer, and return whether it counts."""
    return keep_attempt(store, exercise, answer, Report(QUIZ, verdict, "said"))


@pytest.mark.parametrize("kind", ["choice", "predict"])
@pytest.mark.parametrize("verdict", [Verdict.WRONG, Verdict.RIGHT])
def test_a_quiz_answer_that_is_sent_twice_is_stored_once(store: ProgressStore, kind: Kind, verdict: Verdict) -> None:
    assert send(store, quiz(kind), "b", verdict)
    assert not send(store, quiz(kind), " b\n", verdict)
    assert send(store, quiz(kind), "c", Verdict.WRONG)
    assert len(store.attempts(QUIZ)) == 2


def test_the_same_value_for_other_numbers_is_an_attempt(store: ProgressStore) -> None:
    item = quiz("predict", variants=3)
    assert send(store, item, "3", Verdict.WRONG)
    assert send(store, item, "3", Verdict.WRONG)
    assert send(store, item, "3", Verdict.RIGHT)
    assert not send(store, item, "3", Verdict.RIGHT)
    assert len(store.attempts(QUIZ)) == 3


def test_a_right_answer_counts_again_after_starting_over(store: ProgressStore) -> None:
    assert send(store, quiz("choice"), "b", Verdict.RIGHT)
    store.start_over([QUIZ])
    assert send(store, quiz("choice"), "b", Verdict.RIGHT)
    assert store.standing(QUIZ).status == "done"


def test_a_right_answer_counts_again_after_the_task_changed(store: ProgressStore) -> None:
    assert send(store, replace(quiz("choice"), task_hash="old"), "b", Verdict.RIGHT)
    assert send(store, replace(quiz("choice"), task_hash="new"), "b", Verdict.RIGHT)
    assert store.standing(QUIZ).state("new") == "done"


CODE = Exercise(QUIZ, "code", "Flip", "What?", Path())


@pytest.mark.parametrize(
    ("error", "text", "attempt"),
    [
        ("SyntaxError", "invalid syntax", False),
        ("MissingEntry", "the answer defines no function flip. It defines flop.", False),
        ("NameError", "name 'y' is not defined", False),
        ("NameError", "name 'self' is not defined. Did you mean: 'x'?", False),
        ("NameError", "name 'zeros' is not defined", True),  # what MXNet calls nd.zeros
        ("NameError", "name 'torch' is not defined", True),
        ("UnboundLocalError", "local variable 'y' referenced before assignment", True),
        ("TypeError", "name 'y' is not defined", True),
    ],
)
@pytest.mark.parametrize("place", ["answer", "case"])
def test_a_typo_is_no_attempt(store: ProgressStore, error: str, text: str, attempt: bool, place: str) -> None:
    detail = ErrorDetail(error, text, 2)
    report = Report(QUIZ, Verdict.ERROR, text, error=detail)
    if place == "case":
        report = Report(QUIZ, Verdict.ERROR, text, (CaseResult("x", Verdict.ERROR, error=detail),))
    assert keep_attempt(store, CODE, "def flip(x):\n    return y\n", report) is attempt
    assert store.standing(QUIZ).attempts == attempt
    assert [one.verdict for one in store.attempts(QUIZ)] == [Verdict.ERROR if attempt else None]  # the text is kept
    keep_attempt(store, CODE, "def flip(x):\n    return x\n", Report(QUIZ, Verdict.RIGHT, "said"))
    assert store.first_tries()[QUIZ] is not attempt


@pytest.mark.parametrize("code", sorted(TYPOS))
def test_a_typo_that_an_earlier_release_stored_is_no_mistake_to_review(store: ProgressStore, code: str) -> None:
    made = (Diagnosis(code, "Do this.", "A typo."), Diagnosis("other", "Do that.", "A mistake."))
    store.add_attempt(QUIZ, "x", Report(QUIZ, Verdict.ERROR, "said", diagnosis=made))
    assert [card.mistake for card in store.cards()] == ["other"]
