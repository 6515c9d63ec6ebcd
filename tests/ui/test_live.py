"""Live verdicts, and answers that cannot run: both are no attempts."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from mxtutor.content.loader import load_exercise
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Draft
from mxtutor.reporting.unready import FILL, unfinished, unready
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise import work
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from tests.ui.conftest import MakeTutor, choose, opened, screen_text, until
from tests.ui.fakes import COURSE, ERROR, RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.test_exercise import shown

ARCCOS = "tensors/arccos"
SINE = "from mxnet import nd\n\n\ndef arccos(x):\n    return nd.arcsin(x)\n"
OPEN = "def arccos(x):\n    return nd.ones((2, 3)\n"


@pytest.fixture(autouse=True)
def _live(monkeypatch: pytest.MonkeyPatch, _no_live_verdict: None) -> None:
    """Live verdicts come soon, and nothing runs the untouched starter."""
    monkeypatch.setattr(work, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(work, "SEEN_SECONDS", 0.05)
    monkeypatch.setattr("mxtutor.reporting.unready.unready", unready)


def line(app: TutorApp) -> str:
    """Return the live verdict in the place of the verdict; empty if none shows."""
    said = app.screen.query_one("#live", Static)
    return str(said.visual) if said.region else ""


async def write(pilot: Pilot[None], code: str) -> None:
    """Replace the answer, as typing does."""
    pilot.app.screen.query_one(AnswerEditor).take(code)
    await pilot.pause()


async def test_a_pause_shows_a_verdict_that_moves_nothing_and_is_no_attempt(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, SINE)
        editor = app.screen.query_one(AnswerEditor)
        before = (editor.cursor_location, app.focused)
        await until(pilot, lambda: "values" in line(app), "a verdict shows")
        assert "values 3 of 5" in line(app)
        assert "F5 records it" in screen_text(app)
        assert (editor.cursor_location, app.focused) == before
        assert app.screen.query_one(ReportView).report is None
        assert [(one.source.decode(), one.live) for one in grader.graded] == [(SINE, True)]
        await until(pilot, lambda: progress.first_tries(), "the verdict counts as seen")
        assert progress.first_tries() == {ARCCOS: False}
        assert progress.attempts(ARCCOS) == ()


async def test_a_key_takes_the_verdict_away_and_ends_the_run(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.gate = threading.Event()
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, SINE)
        await until(pilot, lambda: grader.graded)
        work.PAUSE_SECONDS = 3600.0
        await pilot.press("y")
        await until(pilot, lambda: line(app).strip() == "")
        await until(pilot, lambda: grader.cancelled == 1)
        grader.gate.set()
        await until(pilot, lambda: grader.finished == 1)
        await pilot.pause(0.05)
        assert line(app) == ""


async def test_a_check_ends_the_live_run_and_is_counted(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [RIGHT, WRONG]
    grader.gate = threading.Event()
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, SINE)
        await until(pilot, lambda: grader.graded)
        await pilot.press("f5")
        await until(pilot, lambda: len(grader.graded) == 2)
        assert grader.cancelled == 1
        grader.gate.set()
        await until(pilot, lambda: progress.attempts(ARCCOS))
        assert [one.live for one in grader.graded] == [True, False]
        assert app.screen.query_one(ReportView).report.verdict is Verdict.WRONG  # type: ignore[union-attr]
        assert progress.first_tries() == {ARCCOS: False}


async def test_it_stands_in_the_place_of_the_verdict_on_an_earlier_text(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [WRONG, RIGHT]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        work.PAUSE_SECONDS = 3600.0
        await write(pilot, SINE)
        await pilot.press("f5")
        await until(pilot, lambda: "Not right yet" in screen_text(app))
        await pilot.pause(0.1)
        results = app.screen.query_one("#results").region
        work.PAUSE_SECONDS = 0.05
        await write(pilot, SINE.replace("arcsin", "arccos"))
        await until(pilot, lambda: "right in 3 cases" in line(app))
        await until(pilot, lambda: "Not right yet" not in screen_text(app), "one verdict on the screen")
        assert f"{app.glyphs.live} {app.glyphs.right} right" in screen_text(app)
        assert app.screen.query_one("#results").region == results, "nothing moves"
        assert len(progress.attempts(ARCCOS)) == 1
        await write(pilot, SINE)
        await until(
            pilot, lambda: "Not right yet" in screen_text(app), "the text that was checked has its verdict again"
        )
        assert line(app).strip() == ""
        await write(pilot, SINE.replace("arcsin", "arccos"))
        await pilot.press("f5")
        await until(pilot, lambda: len(progress.attempts(ARCCOS)) == 2, "a check makes it count")
        await until(pilot, lambda: "Right" in screen_text(app))


async def test_an_answer_that_was_checked_in_an_earlier_visit_needs_none(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    progress.save_draft(ARCCOS, Draft(SINE))
    progress.add_attempt(ARCCOS, SINE, WRONG)
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, f"{SINE}# ")
        await until(pilot, lambda: "values" in line(app), "a verdict on the changed text shows")
        await write(pilot, SINE)
        await pilot.pause(0.3)
        assert not line(app)
        assert len(grader.graded) == 1


async def test_it_can_be_switched_off_and_stays_off(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await choose(pilot, "live verdict")
        await until(pilot, lambda: "off" in line(app))
        await write(pilot, SINE)
        await pilot.pause(0.2)
        assert grader.graded == []
        await until(pilot, lambda: progress.setting("live") == "off")
        await choose(pilot, "live verdict")
        await until(pilot, lambda: grader.graded)


async def test_a_stored_choice_is_taken(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_setting("live", "off")
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await choose(pilot, "live verdict")
        await until(pilot, lambda: progress.setting("live") == "on")


@pytest.mark.parametrize("exercise", ["tensors/flip", "tensors/join-axis"])
async def test_a_quiz_has_no_live_verdict(make_tutor: MakeTutor, exercise: str) -> None:
    app = make_tutor(exercise)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert app.screen.check_action("live", ()) is False


async def test_a_drill_has_no_live_verdict(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports = [RIGHT]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, SINE)
        await pilot.press("f5")
        await until(pilot, lambda: app.session and app.session.standing(ARCCOS).status == "done")
        await pilot.press("ctrl+d")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen) and app.screen.opened.drills)
        assert app.screen.check_action("live", ()) is False


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (RIGHT, "right in 3 cases"),
        (ERROR, "AttributeError"),
        (Report(ARCCOS, Verdict.TIMEOUT, "late"), "stopped after"),
    ],
)
async def test_each_verdict_has_its_words(
    make_tutor: MakeTutor, grader: FakeGrader, report: Report, words: str
) -> None:
    grader.reports = [report]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, SINE)
        await until(pilot, lambda: words in line(app))
        assert len(line(app)) <= app.screen.size.width


async def test_a_slow_answer_is_told_so_and_left_alone_until_the_next_check(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [Report(ARCCOS, Verdict.TIMEOUT, "late")]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        for number in (1, 2):
            await write(pilot, SINE + "\n" * number)
            await until(pilot, lambda: len(grader.graded) == number and "stopped after" in line(app))  # noqa: B023
        await write(pilot, SINE)
        await until(pilot, lambda: "pause" in line(app))
        assert len(grader.graded) == 2
        assert progress.first_tries() == {}


@pytest.mark.parametrize("keys", [("f5",), ()])
async def test_a_syntax_error_is_told_at_once_with_its_place_and_is_no_attempt(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, keys: tuple[str, ...]
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await write(pilot, OPEN)
        if keys:
            await pilot.press(*keys)
            await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
            text = shown(app.screen, "#verdict")
            assert "line 2: '(' was never closed" in text
            assert "line 2: return nd.ones((2, 3)\n                        ^" in text
        else:
            await until(pilot, lambda: "line 2: '(' was never closed" in line(app))
        await app.session.ask(lambda store: store.notice)  # type: ignore[union-attr]
        assert grader.graded == []
        assert progress.attempts(ARCCOS) == ()
        assert progress.first_tries() == {}


async def test_the_untouched_starter_is_not_run(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: "Not ready  This is still the starter" in shown(app.screen, "#verdict"))
        assert FILL.replace("`", "") in shown(app.screen, "#verdict")
        assert not app.screen.checking  # type: ignore[attr-defined]
        assert grader.graded == []
        assert progress.attempts(ARCCOS) == ()


def test_what_is_unfinished_is_named() -> None:
    exercise = load_exercise(COURSE / "exercises" / "tensors" / "arccos", ARCCOS)
    assert unfinished(exercise, "def arccos(x):\n    y = x\n    ...\n") == "a `...` is left"
    assert unfinished(exercise, "def arccos(x):\n    return\n") == "nothing is returned yet"
    assert unfinished(exercise, "def arccos(x):\n    if x:\n        return x\n") == ""
    assert unfinished(exercise, "arccos = len\n") == ""


def test_hostile_texts_are_left_to_the_grader(tmp_path: Path) -> None:
    exercise = load_exercise(COURSE / "exercises" / "tensors" / "arccos", ARCCOS)
    for code in ("(" * 10_000, "x" * 100_000, "-" * 15_000 + "1"):
        found = unready(exercise, code)
        assert found is None or found.error
