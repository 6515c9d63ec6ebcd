"""Which checked answers are stored as attempts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.content.model import Exercise, Kind
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.counting import keep_attempt
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
