"""What a placement proves, and how its session is kept."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import PLACEMENT_ITEMS, begin, missed, placement_plan, proven
from mxtutor.assessment.session import Assessment
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.store import open_store
from tests.unit.assessment.assess_course import course, items


def _lessons(bank: dict[str, Item], size: int = 3) -> list[list[str]]:
    """Return lessons of a few exercises of one topic each."""
    topics = {item.topic for item in bank.values()}
    groups = [sorted(one for one in bank if one.partition("/")[0] == topic) for topic in sorted(topics)]
    return [group[at : at + size] for group in groups for at in range(0, len(group), size)]


def _placed(bank: dict[str, Item], knows: Callable[[Item], bool]) -> Assessment:
    run = Assessment(begin(placement_plan(course(Path(), bank), bank)), bank)
    while (item := run.current()) is not None:
        run.respond("right" if knows(item) else "not-right")
    return run


def test_only_right_answers_everywhere_prove_lessons_and_no_answer_proves_nothing() -> None:
    bank = items()
    lessons = _lessons(bank)
    all_right = _placed(bank, lambda _: True)
    assert 1 < len(all_right.responses) <= PLACEMENT_ITEMS
    known = proven(all_right, lessons)
    assert any(set(lesson) <= set(known) for lesson in lessons)
    assert proven(_placed(bank, lambda _: False), lessons) == ()


def test_an_item_that_was_missed_is_never_known_nor_is_its_lesson() -> None:
    bank = items()
    lessons = _lessons(bank)
    run = _placed(bank, lambda item: item.topic != "tensors")
    known = proven(run, lessons)
    assert not set(known) & set(missed(run))
    assert not any(one.startswith("tensors/") for one in known)


def test_a_right_guess_among_options_proves_no_single_item() -> None:
    bank = {one: replace(item, guess=0.5, difficulty=3.0) for one, item in items().items()}
    run = _placed(bank, lambda _: True)
    hard = [[one] for one in bank]
    assert not set(proven(run, hard)) & set(run.responses)


def test_a_session_is_continued_where_it_stopped_and_an_ended_one_is_not(home: Path) -> None:
    bank = items()
    run = Assessment(begin(placement_plan(course(Path(), bank), bank)), bank)
    run.current()
    run.respond("right")
    with closing(open_store(home)) as progress:  # earlier releases kept it in a setting
        progress.save_setting("placement", msgspec.json.encode(run.saved).decode())
    with closing(open_store(home)) as progress:
        assert progress.setting("placement") == ""
        store = SessionStore(progress, "placement")
        again = store.unfinished()
        assert again is not None
        assert again.responses == run.saved.responses
        run.end()
        store.save(run.saved)
        assert store.unfinished() is None


@pytest.mark.parametrize("text", ["", "null", "{", '{"version": "x"}', "[" * 5000])
def test_a_setting_that_cannot_be_read_begins_a_new_placement(text: str, home: Path) -> None:
    with closing(open_store(home)) as progress:
        progress.save_setting("placement", text)
    with closing(open_store(home)) as progress:
        assert SessionStore(progress, "placement").unfinished() is None
