"""The shipped content is complete: the course lists every file, and every listed file exists.

`mxtutor dev check` runs every exercise and lesson; nothing is run here.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from mxtutor.content.lessons import CodePair, load_lesson
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Course, Exercise, LessonEntry
from mxtutor.grading.cases.draw import coverage_of
from mxtutor.paths import content_root

ROOT = content_root()
COURSE: Course = load_course(ROOT)
TOPICS = ("tensors", "autograd", "blocks", "trainers", "gpu", "io")
"""The topics that ship, in the order in which they are taught."""
SIGNATURES = Path(__file__).parent / "signatures.txt"
"""The names that never change, one exercise per line: id, entry and parameters in order; more may be added."""


def exercises(topic: str) -> list[Exercise]:
    """Return the exercises of a topic in order."""
    return [load_exercise(COURSE.folder(i), i) for i in COURSE.exercises if i.startswith(f"{topic}/")]


def test_the_topics_come_in_the_order_in_which_they_are_taught() -> None:
    assert [topic.id for topic in COURSE.topics] == list(TOPICS)


def test_every_exercise_that_is_listed_has_a_folder_and_the_other_way_round() -> None:
    places = (path.relative_to(ROOT / "exercises") for path in ROOT.glob("exercises/*/*") if path.is_dir())
    folders = [place.as_posix() for place in places if not place.name.startswith((".", "_"))]
    assert Counter(COURSE.exercises) == Counter(folders)


def test_every_lesson_that_is_listed_has_a_file_and_the_other_way_round() -> None:
    files = {path.relative_to(ROOT / "lessons").with_suffix("").as_posix() for path in ROOT.glob("lessons/*/*.md")}
    assert Counter(lesson.id for lesson in COURSE.lessons) == Counter(files)


def test_ids_begin_with_their_topic() -> None:
    for topic in COURSE.topics:
        for identity in (*topic.exercises, *(lesson.id for lesson in topic.lessons)):
            assert identity.startswith(f"{topic.id}/")


def test_tensors_has_all_of_its_exercises_in_lessons_of_every_kind() -> None:
    kinds = Counter(exercise.kind for exercise in exercises("tensors"))
    assert kinds["code"] + kinds["fix"] >= 51
    assert min(kinds[kind] for kind in ("choice", "predict", "fix")) >= 2
    (tensors,) = [topic for topic in COURSE.topics if topic.id == "tensors"]
    assert 8 <= len(tensors.lessons) <= 18


@pytest.mark.parametrize("topic", TOPICS)
def test_every_exercise_can_be_read_and_is_complete(topic: str) -> None:
    for exercise in exercises(topic):
        assert exercise.explain, exercise.id
        if exercise.kind in ("code", "fix"):
            assert 3 <= len(exercise.hints) <= 6, exercise.id
            assert exercise.reference, exercise.id
            assert f"def {exercise.entry}(" in exercise.starter, exercise.id
        elif exercise.kind == "predict":
            assert exercise.snippet, exercise.id
        else:
            assert 3 <= len(exercise.options) <= 5, exercise.id
            assert sum(option.right for option in exercise.options) == 1, exercise.id


@pytest.mark.parametrize("topic", TOPICS)
def test_drawn_cases_try_all_that_the_descriptions_allow(topic: str) -> None:
    missing = {one.id: [text for found in coverage_of(one) for text in found.missing] for one in exercises(topic)}
    assert {name: texts for name, texts in missing.items() if texts} == {}


def test_ids_entries_and_parameters_are_what_learners_files_rely_on() -> None:
    promised = SIGNATURES.read_text(encoding="utf-8").splitlines()
    assert len(promised) == 108
    for line in promised:
        identity, _, signature = line.partition(" ")
        exercise = load_exercise(COURSE.folder(identity), identity)
        accepted = [f"{name}({', '.join(exercise.params)})" for name in exercise.entries]
        assert signature in accepted, identity
        assert identity in COURSE.exercises


@pytest.mark.parametrize("entry", COURSE.lessons, ids=lambda entry: entry.id)
def test_a_lesson_has_its_title_a_summary_and_a_pair(entry: LessonEntry) -> None:
    lesson = load_lesson(entry.path)
    assert lesson.title == entry.title
    assert lesson.summary
    assert any(isinstance(block, CodePair) for block in lesson.blocks)


def test_answers_and_lessons_name_no_machine() -> None:
    files = [*ROOT.glob("exercises/*/*/*.*"), *ROOT.glob("lessons/**/*.*")]
    assert len(files) > 400
    with_a_home = [path for path in files if path.suffix in (".py", ".md", ".yaml") and _names_a_home(path)]
    assert with_a_home == []


def _names_a_home(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return re.search(r"/(home|root|Users)/", text) is not None
