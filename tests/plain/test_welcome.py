"""The first start of plain mode asks why the learner came."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.loader import load_course
from mxtutor.paths import content_root
from mxtutor.progress.model import Place
from mxtutor.progress.store import open_store
from tests.plain.conftest import Talk


@pytest.mark.parametrize(
    ("typed", "path"), [(["1"], "old-gluon"), (["2", "1"], "training-loop"), (["2", "2"], "inference")]
)
def test_a_number_opens_an_exercise_on_the_path_for_that_reason(
    talk: Talk, home: Path, typed: list[str], path: str
) -> None:
    text = talk(*typed, root=content_root())
    chosen = next(one for one in load_course(content_root()).paths if one.id == path)
    assert "Why did you come?" in text
    assert "It takes about " in text
    assert f"You follow the path {chosen.title}." in text
    assert "Exercise 1 of 1 of the lesson What this course is" in text
    store = open_store(home)
    assert (store.setting("path"), store.place()) == (path, Place("exercise", "tensors/first-steps"))
    store.close()
    assert "Why did you come?" not in talk(root=content_root()), "it asks once"


def test_the_last_reason_is_the_placement(talk: Talk) -> None:
    assert "Choosing questions." in talk("3", root=content_root())


def test_other_commands_work_instead(talk: Talk) -> None:
    text = talk("9", "list", "next", root=content_root())
    assert "Topic The first hour. Lesson 1 of 6" in text


def test_a_topic_lists_all_its_exercises_and_todo_those_that_the_course_shows(talk: Talk) -> None:
    text = talk("list tensors", "list todo", root=content_root())
    course = load_course(content_root())
    for exercise in course.exercises:
        assert (f" {exercise}: not tried." in text) == (exercise in course.shown or exercise.startswith("tensors/"))
