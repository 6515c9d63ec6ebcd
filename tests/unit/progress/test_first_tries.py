"""The first verdict that a learner saw of each exercise."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.store import ProgressStore, open_store

ARCCOS, CLIP = "tensors/arccos", "tensors/clip"


@pytest.fixture
def store(home: Path) -> ProgressStore:
    return open_store(home)


def _try(store: ProgressStore, *verdicts: Verdict, exercise: str = ARCCOS) -> None:
    for verdict in verdicts:
        store.add_attempt(exercise, "x", Report(exercise, verdict, "said"))


def test_without_live_verdicts_the_first_attempt_decides(store: ProgressStore) -> None:
    _try(store, Verdict.WRONG, Verdict.RIGHT)
    _try(store, Verdict.RIGHT, Verdict.WRONG, exercise=CLIP)
    assert store.first_tries() == {ARCCOS: False, CLIP: True}


def test_a_live_verdict_before_the_first_attempt_decides(home: Path, store: ProgressStore) -> None:
    store.note_live(ARCCOS, Verdict.ERROR)
    store.note_live(ARCCOS, Verdict.RIGHT)
    _try(store, Verdict.RIGHT)
    store.note_live(CLIP, Verdict.RIGHT)
    assert store.first_tries() == {ARCCOS: False, CLIP: True}
    assert store.standing(CLIP).status == "todo"
    store.close()
    assert open_store(home).first_tries() == {ARCCOS: False, CLIP: True}


def test_a_live_verdict_after_an_attempt_changes_nothing(store: ProgressStore) -> None:
    _try(store, Verdict.WRONG)
    store.note_live(ARCCOS, Verdict.RIGHT)
    assert store.first_tries() == {ARCCOS: False}


def test_a_failure_of_ours_and_a_draft_are_no_verdicts(store: ProgressStore) -> None:
    store.set_aside(ARCCOS, "x")
    store.note_live(ARCCOS, Verdict.BROKEN)
    _try(store, Verdict.BROKEN)
    assert store.first_tries() == {}
    _try(store, Verdict.RIGHT)
    assert store.first_tries() == {ARCCOS: True}


def test_starting_over_begins_a_new_series(store: ProgressStore) -> None:
    store.note_live(ARCCOS, Verdict.WRONG)
    _try(store, Verdict.WRONG)
    store.start_over([ARCCOS])
    assert store.first_tries() == {}
    store.note_live(ARCCOS, Verdict.RIGHT)
    assert store.first_tries() == {ARCCOS: True}
