"""Prerequisites and paths of the course: what `dev check` finds, and what the real course promises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mxtutor.authoring.journey import all_needs, check_journey
from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.content.minutes import course_minutes, exercise_minutes, lesson_minutes
from mxtutor.paths import content_root
from mxtutor.progress.journey import Route

LESSON = "---\ntitle: T\nsummary: s\n---\nText.\n\n```torch\n1\n```\n```mxnet\n{code}\n```\n"
Make = Callable[..., Path]


@pytest.fixture
def pack(tmp_path: Path) -> Make:
    """Return what makes a pack of three lessons with one exercise each; `code` is the MXNet code of lesson `a`."""

    def make(needs: str = "", paths: str = "", code: str = "nd.ones(1)") -> Path:
        lessons = "".join(
            f"      - {{id: t/{name}, title: {name}, exercises: [t/{name}-one]{needs if name == 'a' else ''}"
            f"{', teaches: [Trainer]' if name == 'c' else ''}}}\n"
            for name in "abc"
        )
        course = f"format_version: 1\ntopics:\n  - id: t\n    title: T\n    lessons:\n{lessons}{paths}"
        folder = tmp_path / "lessons" / "t"
        folder.mkdir(parents=True)
        (tmp_path / "lessons" / "course.yaml").write_text(course, encoding="utf-8")
        for name in "abc":
            (folder / f"{name}.md").write_text(
                LESSON.format(code=code if name == "a" else "nd.ones(1)"), encoding="utf-8"
            )
        return tmp_path

    return make


def findings(root: Path) -> list[str]:
    return [str(finding) for finding in check_journey(load_course(root))]


def test_a_course_without_prerequisites_and_paths_has_no_findings(pack: Make) -> None:
    assert findings(pack()) == []


def test_an_unknown_prerequisite_is_found(pack: Make) -> None:
    assert findings(pack(", needs: [t/nothing]")) == ["t/a: it needs t/nothing, which is no lesson"]


def test_a_lesson_that_needs_itself_is_found(pack: Make) -> None:
    assert findings(pack(", needs: [t/a]")) == ["t/a: it needs itself, through what it needs"]


def test_code_that_uses_a_name_before_its_lesson_is_found(pack: Make) -> None:
    assert findings(pack(code="gluon.Trainer")) == [
        "lesson t/a: it uses Trainer, which t/c teaches; t/a must need that"
    ]


def test_code_may_use_a_name_of_a_lesson_that_it_needs(pack: Make) -> None:
    assert findings(pack(", needs: [t/c]", code="gluon.Trainer")) == []


PATHS = "paths:\n  - {{id: p, title: P, summary: S, parts: [{{title: One, items: [{items}]}}]}}\n"


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("t/a, t/b, t/c", "path p: t/a comes before t/c, which it needs"),
        ("t/c, t/a", "path p: the first path lacks t/b-one"),
        ("t/c, t/b, t/a, t/x", "path p: parts[0].exercises[3]: there is no exercise 't/x'."),
        ("t/c, t/b, t/a, t/a-one", "path p: parts[0].exercises[3]: t/a-one is in parts[0].exercises[2] already."),
    ],
)
def test_a_wrong_path_is_found(pack: Make, items: str, message: str) -> None:
    assert message in findings(pack(", needs: [t/c]", PATHS.format(items=items)))


def test_a_lesson_on_a_path_without_what_it_needs_is_found(pack: Make) -> None:
    root = pack(", needs: [t/c]", PATHS.format(items="t/b, t/a"))
    file = root / "lessons" / "course.yaml"
    assert not any("not on the path" in found for found in findings(root)), "a lesson of one exercise may be a sample"
    file.write_text(file.read_text().replace("[t/a-one]", "[t/a-one, t/a-two]"), encoding="utf-8")
    assert "path p: t/a needs t/c, which is not on the path" in findings(root)


def test_a_path_lists_lessons_and_exercises(pack: Make) -> None:
    course = load_course(pack(paths=PATHS.format(items="t/c, t/b-one, t/a")))
    assert course.paths[0].exercises == ("t/c-one", "t/b-one", "t/a-one")


def test_a_route_goes_along_the_path_and_then_through_the_rest(pack: Make) -> None:
    course = load_course(pack(paths=PATHS.format(items="t/c, t/a")))
    route = Route(course, course.paths[0])
    assert route.exercises() == ["t/c-one", "t/a-one", "t/b-one"]
    assert route.exercises("t/c-one") == ["t/a-one", "t/c-one", "t/b-one"]
    following = {lesson.id: after.id if after else None for lesson, after in route.lessons("t/c-one")}
    assert following == {"t/c": "t/a", "t/a": None}
    assert [lesson.id for lesson, _ in route.lessons("t/b")] == ["t/a", "t/b", "t/c"], "off the path: the course"


def test_every_path_of_the_course_needs_only_what_came_before() -> None:
    course = load_course(content_root())
    assert check_journey(course) == []
    assert [path.id for path in course.paths] == ["whole", "first-hour", "training-loop", "inference", "old-gluon"]
    lessons = {lesson.id: lesson for lesson in course.lessons}
    first = course.lessons[0].id
    assert all(first in all_needs(lesson, lessons) for lesson in lessons if lesson != first), "all begin with lesson 0"


def test_each_topic_lists_its_lessons_in_the_order_of_the_whole_course_with_its_review_last() -> None:
    course = load_course(content_root())
    whole = next(path for path in course.paths if path.id == "whole")
    places = {exercise: number for number, exercise in enumerate(whole.exercises)}
    place = {lesson.id: places[lesson.exercises[0]] for lesson in course.lessons}
    for topic in course.topics:
        lessons = [lesson.id for lesson in course.lessons if lesson.id.startswith(f"{topic.id}/")]
        assert lessons == sorted(lessons, key=lambda lesson: (lesson.endswith("/review"), place[lesson])), topic.id


def test_the_first_hour_takes_about_an_hour() -> None:
    course = load_course(content_root())
    path = next(path for path in course.paths if path.id == "first-hour")
    assert 50 <= course_minutes(course).of(path.exercises) <= 75


def test_the_first_hour_has_one_exercise_from_each_of_the_five_documents() -> None:
    path = next(path for path in load_course(content_root()).paths if path.id == "first-hour")
    documents = [source.split(":")[0] for source in path.sources.values()]
    assert sorted(documents) == [
        "the article about switching",
        "the cheat sheet",
        "the first ten-minute tutorial",
        "the outline",
        "the second ten-minute tutorial",
    ]
    assert [len(part.exercises) for part in path.parts if part.title in path.sources] == [1] * 5


def test_minutes_grow_with_the_solution_and_with_the_text(tmp_path: Path) -> None:
    quiz = exercise_minutes(tmp_path)
    (tmp_path / "solution.py").write_text("import mxnet\n\n\ndef f(x):\n    return x\n")
    one = exercise_minutes(tmp_path)
    (tmp_path / "solution.py").write_text("import mxnet\n\n\ndef f(x):\n" + "    x = x + 1\n" * 12)
    long = exercise_minutes(tmp_path)
    assert quiz < one < long
    (tmp_path / "starter.py").write_text("import mxnet\n\n\ndef f(x):\n    x = x - 1\n" + "    x = x + 1\n" * 11)
    assert quiz < exercise_minutes(tmp_path) < long, "most lines of the solution are in the starter"
    text = tmp_path / "lesson.md"
    text.write_text("word " * 240)
    assert lesson_minutes(text) == 2
    text.write_text("word " * 240 + "\n```mxnet\n" + "x\n" * 24 + "```\n")
    assert lesson_minutes(text) == 4


def test_a_path_of_the_course_is_named_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--path", "first-hour", "list"]) == 0
    listed = [line.split()[-1 if line.startswith("x") else 2] for line in capsys.readouterr().out.splitlines()]
    path = next(path for path in load_course(content_root()).paths if path.id == "first-hour")
    assert tuple(listed) == path.exercises


def test_an_unknown_path_is_refused_with_the_known_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--path", "frist-hour", "list"]) == 2
    assert "The paths are: whole, first-hour" in capsys.readouterr().err
