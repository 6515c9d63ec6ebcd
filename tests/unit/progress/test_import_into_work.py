"""Imports into a home with work: files stay, what was started over stays so, cards and first tries move along."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import Rating, day_of, reviewed
from mxtutor.progress.statistics import statistics
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.times import time_in
from mxtutor.progress.transfer import export_to, import_from
from tests.ui.fakes import RIGHT, WRONG
from tests.unit.progress.test_review_cards import COURSE, SLIPPED

ARCCOS = "tensors/arccos"
FAR_TIMES = ["9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00"]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A second home."""
    return tmp_path / "other"


def _with(home: Path, *steps: Callable[[ProgressStore], object]) -> None:
    with closing(open_store(home)) as store:
        for step in steps:
            step(store)


def _wrong(code: str) -> Callable[[ProgressStore], object]:
    return lambda store: store.add_attempt(ARCCOS, code, WRONG)


def _right(code: str) -> Callable[[ProgressStore], object]:
    return lambda store: store.add_attempt(ARCCOS, code, RIGHT)


def _over(store: ProgressStore) -> None:
    store.start_over([ARCCOS])


def _moved(home: Path, other: Path) -> Path:
    """Import the work of one home into the other; return the export."""
    file = other.parent / "moved.json"
    export_to(file, home)
    import_from(file, other)
    return file


@pytest.mark.parametrize("text", ["mine = 'é'\n", "mine = 2\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_an_answer_file_without_a_draft_stays(home: Path, other: Path, text: str, encoding: str) -> None:
    file = other / "answers" / f"{ARCCOS}.py"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding=encoding)
    _with(home, lambda store: store.save_draft(ARCCOS, Draft("theirs = 1\n")))
    export_to(other / "moved.json", home)
    done, _ = import_from(other / "moved.json", other)
    assert (done.drafts, done.to_history) == (0, [ARCCOS])
    assert file.read_text(encoding="utf-8") == text
    with closing(open_store(other)) as store:
        assert store.draft(ARCCOS) == Draft(text)
        assert [(one.code, one.verdict) for one in store.attempts(ARCCOS)] == [("theirs = 1\n", None)]


@pytest.mark.parametrize("text", [" \n", "theirs = 1\n"])
def test_a_blank_or_equal_answer_file_is_replaced(home: Path, other: Path, text: str) -> None:
    file = other / "answers" / f"{ARCCOS}.py"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    _with(home, lambda store: store.save_draft(ARCCOS, Draft("theirs = 1\n")))
    _moved(home, other)
    assert file.read_text() == "theirs = 1\n"
    with closing(open_store(other)) as store:
        assert store.draft(ARCCOS) == Draft("theirs = 1\n")
        assert store.attempts(ARCCOS) == ()


def test_an_export_has_the_cards_of_all_its_attempts(home: Path, other: Path) -> None:
    _with(home, lambda store: store.add_attempt(ARCCOS, "x", SLIPPED), _right("y"))
    _moved(home, other)
    with closing(open_store(other)) as store:
        assert [(card.mistake, card.times) for card in store.cards()] == [("", 0), ("torch-name", 1)]


def test_attempts_that_were_started_over_there_do_not_count_here(home: Path, other: Path) -> None:
    _with(home, _wrong("old 1"), _right("old 2"), _over, _wrong("new"))
    _with(other, _wrong("gone"), _over, _wrong("own 1"), _wrong("own 2"))
    file = _moved(home, other)
    with closing(open_store(other)) as store:
        standing = store.standing(ARCCOS)
        assert (standing.status, standing.attempts) == ("tried", 3)
        attempts = store.attempts(ARCCOS)
        assert [one.code for one in attempts] == ["own 2", "own 1", "gone", "new", "old 2", "old 1"]
        assert all(store.report(one.number) is not None for one in attempts)
    done, _ = import_from(file, other)
    assert done.attempts == 0
    with closing(open_store(other)) as store:
        assert store.standing(ARCCOS) == standing
        _right("later")(store)
        assert store.standing(ARCCOS).status == "done"


def test_mistakes_of_two_homes_are_added_up(home: Path, other: Path) -> None:
    _with(home, _wrong("old"), _over, lambda store: store.add_attempt(ARCCOS, "new", SLIPPED))
    _with(other, lambda store: store.add_attempt(ARCCOS, "own", SLIPPED))
    _moved(home, other)
    with closing(open_store(other)) as store:
        assert [card.times for card in store.cards() if card.mistake] == [2]


def test_a_home_that_was_copied_loses_nothing_of_either_copy(home: Path, other: Path) -> None:
    _with(home, _wrong("before"))
    shutil.copytree(home, other)
    _with(home, _wrong("there"), _over, _right("there, too"))
    _with(other, _wrong("here"))
    _moved(home, other)
    with closing(open_store(other)) as store:
        assert {one.code for one in store.attempts(ARCCOS)} == {"before", "there", "there, too", "here"}
        assert store.standing(ARCCOS).status == "done"


def test_what_was_started_over_here_does_not_come_back(home: Path, other: Path) -> None:
    _with(home, _wrong("x"), lambda store: store.open_hint(ARCCOS, 2), lambda store: store.give_up(ARCCOS))
    file = _moved(home, other)
    with closing(open_store(other)) as store:
        assert (store.standing(ARCCOS).status, store.standing(ARCCOS).hints) == ("gave-up", 2)
        _over(store)
    done, _ = import_from(file, other)
    assert (done.attempts, done.cards) == (0, 0)
    with closing(open_store(other)) as store:
        assert (store.standing(ARCCOS).status, store.standing(ARCCOS).hints) == ("todo", 0)
        assert not [card for card in store.cards() if card.exercise == ARCCOS]


def test_help_without_attempts_does_not_come_back_either(home: Path, other: Path) -> None:
    _with(home, lambda store: store.open_hint(ARCCOS, 2))
    file = _moved(home, other)
    with closing(open_store(other)) as store:
        assert store.standing(ARCCOS).hints == 2
        _over(store)
    import_from(file, other)
    with closing(open_store(other)) as store:
        assert store.standing(ARCCOS).hints == 0


@pytest.mark.parametrize(
    ("code", "rating"),
    [("b", Rating.GOOD), (" 2)\n", Rating.GOOD), ("B.", Rating.GOOD), ("b = 1", Rating.EASY), ("2.5", Rating.EASY)],
)
def test_a_quick_choice_of_an_option_is_never_easy(home: Path, code: str, rating: Rating) -> None:
    with closing(open_store(home)) as store:
        noon = datetime.now(timezone.utc)
        for seconds in (-5, 0):
            store.note_work(ARCCOS, noon + timedelta(seconds=seconds))
        store.add_attempt(ARCCOS, code, RIGHT)
        (card,) = store.cards()
        day = day_of(datetime.now(timezone.utc))
        assert card.memory.due - card.memory.reviewed == reviewed(None, rating, day).due - day


@pytest.mark.parametrize("text", FAR_TIMES)
def test_times_at_the_ends_of_the_calendar_are_no_times(tmp_path: Path, other: Path, text: str) -> None:
    assert time_in(text) is None
    attempt: dict[str, Any] = {"code": "x", "when": text, "verdict": "right"}
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"version": 1, "exercises": [{"id": ARCCOS, "attempts": [attempt]}]}))
    with pytest.raises(UsageError, match="is damaged: "):
        import_from(file, other)


def test_the_first_verdict_that_a_learner_saw_moves_along(home: Path, other: Path) -> None:
    _with(home, lambda store: store.note_live(ARCCOS, Verdict.WRONG), _right("x"))
    _moved(home, other)
    with closing(open_store(other)) as store:
        assert store.first_tries() == {ARCCOS: False}
        assert statistics(store, COURSE).all.first_try_rate == 0


@pytest.mark.parametrize("live", [["great", "2024-01-01T00:00:00+00:00"], ["right", "then"], None])
def test_a_damaged_first_verdict_is_left_out(tmp_path: Path, other: Path, live: list[str] | None) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"version": 1, "exercises": [{"id": ARCCOS, "first_live": live}]}))
    import_from(file, other)
    with closing(open_store(other)) as store:
        assert store.first_tries() == {}


def test_the_earliest_verdict_of_two_homes_is_the_first(home: Path, other: Path) -> None:
    report = Report(ARCCOS, Verdict.RIGHT, "All agree.")
    _with(home, lambda store: store.note_live(ARCCOS, Verdict.WRONG), _right("x"))
    _with(other, lambda store: store.add_attempt(ARCCOS, "later", report))
    _moved(home, other)
    with closing(open_store(other)) as store:
        assert store.first_tries() == {ARCCOS: False}
