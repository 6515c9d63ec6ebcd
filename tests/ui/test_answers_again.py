"""Predictions with other numbers, attempts that count, verdicts that show again, and what comes next."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static, TextArea

from mxtutor.content.loader import load_course
from mxtutor.grading.protocol import ErrorDetail, Report, Verdict
from mxtutor.progress.model import Draft, Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.screens.lab import QuizLab
from mxtutor.ui.widgets.code_view import CodePane
from tests.ui.conftest import MakeTutor, footer_keys, opened, screen_text, told, until
from tests.ui.fakes import COURSE, ERROR, RIGHT, WRONG, FakeGrader, InjectedStore, opener
from tests.ui.test_exercise import shown
from tests.ui.test_stale_verdict import visible

QUIZ = "tensors/join-axis"
MISSED = Report(QUIZ, Verdict.WRONG, "That is not what it gives.")


@pytest.fixture
def varied(grader: FakeGrader, progress: InjectedStore, tmp_path: Path) -> TutorApp:
    """Return a tutor at a prediction with three variants."""
    course = shutil.copytree(COURSE, tmp_path / "course")
    folder = course / "exercises" / QUIZ
    for name in ("exercise.yaml", "snippet.py"):
        text = (folder / name).read_text().replace("(2, 3)", "({{rows}}, 3)")
        more = "variants: [{rows: 2}, {rows: 5}, {rows: 7}]\n" if name.endswith("yaml") else ""
        (folder / name).write_text(text + more)
    grader.reports = [MISSED]
    return TutorApp(lambda: load_course(course), grader, opener(progress), start_at=QUIZ)


def snippet(app: TutorApp) -> str:
    return app.screen.query_one("#snippet", CodePane).code


async def test_a_miss_brings_other_numbers_and_the_next_answer_is_about_them(
    varied: TutorApp, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = varied
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "nd.zeros((2, 3))" in snippet(app)
        await pilot.press(*"(9,)", "enter")
        await until(pilot, lambda: "nd.zeros((5, 3))" in snippet(app))
        assert "Other numbers now" in shown(app.screen, "#verdict")
        assert "nd.zeros((2, 3))" in shown(app.screen, "#verdict")  # what the answer was about
        await pilot.press(*"(10, 3)", "enter")  # typing replaces what was typed before
        await until(pilot, lambda: len(grader.graded) == 2)
        assert grader.graded[1].source == b"(10, 3)"
        assert "nd.zeros((5, 3))" in grader.graded[1].exercise.snippet
        await until(pilot, lambda: "nd.zeros((7, 3))" in snippet(app))


async def test_the_next_visit_has_other_numbers_too(varied: TutorApp, progress: InjectedStore) -> None:
    progress.add_attempt(QUIZ, "(1,)", MISSED)
    app = varied
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "nd.zeros((5, 3))" in snippet(app)


async def test_an_answered_prediction_and_its_lab_have_the_numbers_that_were_answered(
    varied: TutorApp, progress: InjectedStore
) -> None:
    progress.add_attempt(QUIZ, "(1,)", MISSED)
    progress.add_attempt(QUIZ, "(10, 3)", replace(RIGHT, exercise=QUIZ))
    app = varied
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "nd.zeros((5, 3))" in snippet(app)
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, QuizLab))
        assert app.screen.query_one("#lab-mxnet", TextArea).text.endswith("result")
        assert "nd.zeros((5, 3))" in app.screen.query_one("#lab-mxnet", TextArea).text


async def test_a_value_that_was_shown_is_not_asked_again(varied: TutorApp, progress: InjectedStore) -> None:
    app = varied
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3", "y")
        await opened(pilot, "SolutionModal")
        await until(pilot, lambda: "(4, 3)" in shown(app.screen, "#solution"))
        await pilot.press("escape")
        await until(pilot, lambda: "nd.zeros((5, 3))" in snippet(app))


async def test_what_cannot_be_read_keeps_the_numbers(varied: TutorApp, grader: FakeGrader) -> None:
    grader.reports = [Report(QUIZ, Verdict.ERROR, "Type a Python value.")]
    app = varied
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(*"abc(", "enter")
        await until(pilot, lambda: app.screen.query_one(ReportView).report and "nd.zeros((2, 3))" in snippet(app))


UNPARSED = replace(ERROR, error=ErrorDetail("SyntaxError", "'(' was never closed", 3))


@pytest.mark.parametrize(
    ("start_at", "draft", "report"),
    [
        (QUIZ, "abc(", Report(QUIZ, Verdict.ERROR, "Type a Python value.")),
        ("tensors/arccos", "def arccos(x:", UNPARSED),
        ("tensors/arccos", None, WRONG),
        ("tensors/halve", None, WRONG),
    ],
    ids=["unreadable", "syntax", "starter", "starter to fix"],
)
async def test_what_does_not_count_is_not_an_attempt(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, start_at: str, draft: str | None, report: Report
) -> None:
    grader.reports = [report]
    if draft is not None:
        progress.save_draft(start_at, Draft(draft))
    app = make_tutor(start_at)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        await pilot.pause(0.2)
        assert progress.standing(start_at).status == "todo"
        assert all(a.verdict is None for a in progress.attempts(start_at))


async def test_the_same_wrong_choice_again_is_one_attempt(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("down", "enter")
        await until(pilot, lambda: progress.attempts("tensors/flip"))
        await pilot.press("down", "up", "enter")  # it is chosen once more
        await until(pilot, lambda: grader.finished == 2)
        await pilot.press("enter", "f5")
        await pilot.pause(0.1)
        assert len(progress.attempts("tensors/flip")) == 1
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(progress.attempts("tensors/flip")) == 2)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_done_exercise_shows_its_verdict_again(
    make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int]
) -> None:
    progress.save_draft("tensors/arccos", Draft("mine = 1\n"))
    progress.add_attempt("tensors/arccos", "mine = 1\n", RIGHT)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: "Right" in shown(app.screen, "#verdict"))
        text = shown(app.screen, "#verdict")
        assert "Checked 2024-05-17" in text
        assert "Not checked yet" not in text
        assert not visible(app.screen, ".stale")


async def test_after_a_pass_the_footer_names_the_key_that_goes_on(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports = [RIGHT]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")

        def keys() -> list[str]:
            return [key.description for key in footer_keys(app)]

        await until(pilot, lambda: "Lab" in keys())
        assert "Next" not in keys()
        await pilot.press("f5")
        await until(pilot, lambda: keys()[:1] == ["Next"])
        await pilot.press("ctrl+n")
        await until(
            pilot,
            lambda: app.session and app.session.place and app.session.place.id != "tensors/arccos",
        )


async def test_a_quiz_offers_no_run(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: len(footer_keys(app)) > 3)
        assert "Lab" not in [key.description for key in footer_keys(app)]


async def test_continue_goes_past_what_is_done(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [RIGHT]
    progress.add_attempt("tensors/flip", "a", RIGHT)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(*"x", "f5")
        await until(pilot, lambda: progress.standing("tensors/arccos").status == "done")
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        order = list(app.session.course.exercises)  # type: ignore[union-attr]
        following = next(e for e in order[order.index("tensors/arccos") + 1 :] if e != "tensors/flip")
        assert app.session is not None
        goal = app.session.goal()
        assert goal is not None
        lesson = app.session.course.lesson_of(following).id
        assert goal.id in (following, lesson)
        await until(pilot, lambda: "Inverse cosine" not in str(app.screen.query_one("#continue", Static).visual))
    again = make_tutor()
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert again.session is not None
        assert again.session.goal() == goal


async def test_continue_after_the_last_exercise_goes_to_what_is_still_open(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    order = load_course(COURSE).exercises
    for exercise in order[1:]:
        progress.add_attempt(exercise, "a", RIGHT)
    progress.add_attempt(order[0], "a", WRONG)
    progress.save_place(Place("home", order[-1]))
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("c")
        await opened(pilot, "ExerciseScreen")
        assert app.session is not None
        assert app.session.place == Place("exercise", order[0])
        progress.add_attempt(order[0], "a", RIGHT)
    again = make_tutor()
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert again.session is not None
        assert again.session.goal() is None


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (100, 30)])
async def test_the_reference_and_the_answer_are_whole_side_by_side(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, tmp_path: Path, size: tuple[int, int]
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    folder = course / "exercises/tensors/arccos"
    body = "".join(f"    step_{n} = x + {n}\n" for n in range(4))
    (folder / "reference.py").write_text(f"import torch\n\n\ndef arccos(x):\n{body}    return torch.acos(x)\n")
    mine = [f"answer_{n} = {n}" for n in range(6)]
    progress.save_draft("tensors/arccos", Draft("\n".join(mine)))
    app = TutorApp(lambda: load_course(course), grader, opener(progress), start_at="tensors/arccos")
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert isinstance(app.screen, ExerciseScreen)
        wanted = ["def arccos(x):", *(f"step_{n} = x + {n}" for n in range(4)), "torch.acos(x)", *mine]
        await until(pilot, lambda: all(line in screen_text(app) for line in wanted))
        await pilot.press("a")  # still there while one types
        await pilot.pause(0.3)
        assert all(line in screen_text(app) for line in wanted if line != mine[0])


async def test_options_keep_their_focus(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert app.screen.query_one(OptionList).has_focus
        assert not app.screen.query(Input)


async def test_a_second_enter_sends_nothing_for_the_new_numbers_of_a_prediction(
    varied: TutorApp, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = varied
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(*"(9,)", "enter", "enter", "f5")
        await until(pilot, lambda: "nd.zeros((5, 3))" in snippet(app))
        await pilot.press("enter", "f5", "enter")
        await until(pilot, lambda: len(progress.attempts(QUIZ)) == 1)
        await pilot.press(*"(9,)", "enter")  # typed again, it is an answer about the new code
        await until(pilot, lambda: len(progress.attempts(QUIZ)) == 2)
    assert [one.source for one in grader.graded] == [b"(9,)", b"(9,)"]


async def test_a_choice_is_sent_only_if_the_learner_chose_it_and_once(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert app.screen.query_one(OptionList).highlighted is None
        await pilot.press("enter", "f5")
        await until(pilot, lambda: "Choose an option first." in told(app))
        assert not grader.graded
        await pilot.press("2", "enter", "enter", "f5")
        await until(pilot, lambda: progress.attempts("tensors/flip"))
        await pilot.press("enter", "f5")
        await until(pilot, lambda: "You sent this option already" in told(app))
        assert [one.source for one in grader.graded] == [b"b"]
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(grader.graded) == 2)
    assert draft_of(progress, "tensors/flip") in ("a", "c")


async def test_a_check_of_the_same_program_is_no_second_attempt(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(*"return x", "f5")
        await until(pilot, lambda: len(progress.attempts("tensors/arccos")) == 1)
        await pilot.press("f5")
        await until(pilot, lambda: grader.finished == 2)
        await pilot.press("1", "f5")
        await until(pilot, lambda: len(progress.attempts("tensors/arccos")) == 2)
    assert [a.code.rstrip()[-9:] for a in progress.attempts("tensors/arccos")] == ["return x1", " return x"]


def draft_of(progress: InjectedStore, exercise: str) -> str:
    """Return the stored draft."""
    draft = progress.draft(exercise)
    return draft.code if draft is not None else ""
