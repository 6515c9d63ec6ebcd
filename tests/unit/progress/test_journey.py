"""Prerequisites and paths of the course: what `dev check` finds, and what the real course promises."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mxtutor.authoring.journey import all_needs, check_journey
from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.content.minutes import course_minutes, exercise_minutes, lesson_minutes
from mxtutor.errors import ContentError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.paths import content_root
from mxtutor.progress.journey import Journey
from mxtutor.progress.store import open_store

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
    assert findings(pack(", needs: [t/nothing]")) == ["t/a: it needs t/nothing, which is not a lesson"]


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


def test_a_path_lists_lessons_and_exercises(pack: Make) -> None:
    course = load_course(pack(paths=PATHS.format(items="t/c, t/b-one, t/a")))
    assert course.paths[0].exercises == ("t/c-one", "t/b-one", "t/a-one")


def test_the_course_is_ordered_by_the_path_and_then_by_topic(pack: Make) -> None:
    journey = Journey(load_course(pack(paths=PATHS.format(items="t/c, t/a"))), {}, set())
    journey.follow("p")
    assert journey.exercises() == ["t/c-one", "t/a-one", "t/b-one"]
    assert journey.exercises("t/c-one") == ["t/a-one", "t/c-one", "t/b-one"]
    assert [topic.title for topic in journey.course.topics] == ["One", "More: T"]
    following = [journey.after_exercise(exercise) for exercise in ("t/c-one", "t/a-one", "t/b-one")]
    assert [entry if entry is None or isinstance(entry, str) else entry.id for entry in following] == [
        "t/a",
        None,
        None,
    ]


BANKED = "exercises: [t/a-one], bank: [t/a-two]"


def test_an_exercise_of_the_bank_is_on_no_path_and_stays_in_the_course(pack: Make) -> None:
    root = pack(paths=PATHS.format(items="t/a, t/b, t/c"))
    file = root / "lessons" / "course.yaml"
    file.write_text(file.read_text().replace("exercises: [t/a-one]", BANKED), encoding="utf-8")
    course = load_course(root)
    assert check_journey(course) == []
    assert course.shown == course.paths[0].exercises == ("t/a-one", "t/b-one", "t/c-one")
    assert "t/a-two" in course.exercises
    journey = Journey(course, {}, set())
    journey.follow("p")
    assert "t/a-two" not in journey.exercises(), "nothing continues with it"
    assert "t/a-two" in journey.course.exercises
    assert journey.course.lesson_of("t/a-two").id == "t/a"


def test_a_path_begins_with_the_exercises_of_another_one(pack: Make) -> None:
    more = "  - {id: q, title: Q, summary: S, begins: p, parts: [{title: Rest, items: [t/a, t/b, t/c]}]}\n"
    course = load_course(pack(", needs: [t/b]", PATHS.format(items="t/a, t/c") + more))
    path = course.paths[1]
    assert [(part.title, part.exercises) for part in path.parts] == [
        ("P", ("t/a-one", "t/c-one")),
        ("Rest", ("t/b-one",)),
    ]
    assert not [found for found in findings(course.root) if found.startswith("path q")], (
        "what it begins with is a taste"
    )


def test_a_path_that_begins_with_an_unknown_one_is_refused(pack: Make) -> None:
    more = "  - {id: q, title: Q, summary: S, begins: x, parts: [{title: Rest, items: [t/a]}]}\n"
    with pytest.raises(ContentError, match="the path q begins with 'x', which is not a path"):
        load_course(pack(paths=PATHS.format(items="t/a, t/b, t/c") + more))


def test_every_path_of_the_course_needs_only_what_came_before() -> None:
    course = load_course(content_root())
    assert check_journey(course) == []
    assert [path.id for path in course.paths] == ["whole", "first-hour", "old-gluon", "training-loop", "inference"]
    lessons = {lesson.id: lesson for lesson in course.lessons}
    first = course.lessons[0].id
    assert all(first in all_needs(lesson, lessons) for lesson in lessons if lesson != first), "all begin with lesson 0"


def test_each_topic_lists_its_lessons_in_the_order_of_the_whole_course_with_its_review_last() -> None:
    course = load_course(content_root())
    whole = next(path for path in course.paths if path.id == "whole")
    begun = whole.parts[0].exercises
    places = {exercise: number for number, exercise in enumerate(whole.exercises)}
    place = {lesson.id: max(places[one] for one in lesson.exercises if one in places) for lesson in course.lessons}
    for topic in course.topics:
        lessons = [lesson.id for lesson in topic.lessons if not set(lesson.exercises) - set(lesson.bank) <= set(begun)]
        assert lessons == sorted(lessons, key=lambda lesson: (lesson.endswith("/review"), place[lesson])), topic.id


@pytest.mark.parametrize(
    ("path", "lessons", "exercises", "hours"),
    [
        ("whole", (65, 75), (115, 125), (12, 16)),
        ("first-hour", (5, 7), (5, 7), (0.8, 1.1)),
        ("old-gluon", (18, 25), (35, 45), (2, 4)),
        ("training-loop", (20, 25), (40, 48), (4, 5)),
        ("inference", (18, 25), (30, 40), (2, 4)),
    ],
)
def test_each_path_is_as_long_as_it_says(
    path: str, lessons: tuple[int, int], exercises: tuple[int, int], hours: tuple[float, float]
) -> None:
    course = load_course(content_root())
    found = next(one for one in course.paths if one.id == path)
    minutes = course_minutes(course)
    assert lessons[0] <= len({minutes.lesson_of[one] for one in found.exercises}) <= lessons[1]
    assert exercises[0] <= len(found.exercises) <= exercises[1]
    assert hours[0] <= minutes.of(found.exercises) / 60 <= hours[1]


def test_every_path_begins_with_the_first_hour_and_so_trains_a_net_in_it() -> None:
    course = load_course(content_root())
    first = next(path for path in course.paths if path.id == "first-hour").exercises
    assert "trainers/capstone-mlp" in first
    assert [path.id for path in course.paths if path.exercises[: len(first)] != first] == []


def test_the_first_path_shows_all_but_the_bank() -> None:
    course = load_course(content_root())
    assert sorted(course.shown) == sorted(course.paths[0].exercises)
    assert {lesson.id for lesson in course.lessons if set(lesson.exercises) <= set(lesson.bank)} == set()


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


def test_minutes_grow_with_the_task_the_solution_and_the_text(tmp_path: Path) -> None:
    quiz = exercise_minutes(tmp_path)
    (tmp_path / "solution.py").write_text("import mxnet\n\n\ndef f(x):\n    return x\n")
    one = exercise_minutes(tmp_path)
    (tmp_path / "solution.py").write_text("import mxnet\n\n\ndef f(x):\n" + "    x = x + 1\n" * 12)
    long = exercise_minutes(tmp_path)
    assert quiz == one == 1
    assert one < long
    (tmp_path / "exercise.yaml").write_text(
        "title: T\nprompt: |\n" + f"  {'word ' * 80}\n\n" * 4 + "entry: f\n" + "x: y\n"
    )
    assert exercise_minutes(tmp_path) == long + 2, "320 words"
    (tmp_path / "exercise.yaml").unlink()
    (tmp_path / "starter.py").write_text("import mxnet\n\n\ndef f(x):\n    x = x - 1\n" + "    x = x + 1\n" * 11)
    assert one < exercise_minutes(tmp_path) < 30, "most lines of the solution are in the starter"
    text = tmp_path / "lesson.md"
    text.write_text("word " * 320)
    assert lesson_minutes(text) == 2
    text.write_text("word " * 320 + "\n```mxnet\n" + "x\n" * 24 + "```\n")
    assert lesson_minutes(text) == 4


def test_an_answer_of_one_line_is_two_minutes_and_no_program_is() -> None:
    folder = content_root() / "exercises"
    assert exercise_minutes(folder / "tensors" / "shape") == exercise_minutes(folder / "tensors" / "first-steps") == 2
    assert exercise_minutes(folder / "trainers" / "capstone-mlp") > 10


def test_a_path_of_the_course_is_named_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--path", "first-hour", "list"]) == 0
    listed = [line.split()[-1 if line.startswith("x") else 2] for line in capsys.readouterr().out.splitlines()]
    path = next(path for path in load_course(content_root()).paths if path.id == "first-hour")
    assert tuple(listed) == path.exercises


def test_an_unknown_path_is_refused_with_the_known_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--path", "frist-hour", "list"]) == 2
    assert "The paths are: whole, first-hour" in capsys.readouterr().err


def test_list_shows_the_course_and_of_the_bank_what_was_begun(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = load_course(content_root())

    def listed(*arguments: str) -> list[str]:
        assert main(["list", *arguments]) == 0
        return [line[4:].split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("[")]

    assert listed() == [one for one in course.exercises if one in course.shown]
    assert "tensors/zeros" in listed("tensors"), "a topic lists all of its exercises"
    store = open_store(home)
    store.add_attempt("tensors/zeros", "x", Report("tensors/zeros", Verdict.RIGHT, "right"))
    store.close()
    assert set(listed()) - set(course.shown) == {"tensors/zeros"}
    assert main(["list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["id"] for row in rows if row["bank"]} == set(course.exercises) - set(course.shown)
    assert main(["progress", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["topics"][0]
    assert (told["done"], told["total"]) == (1, 1 + sum(one.startswith("tensors/") for one in course.shown))
