"""The first start and the placement: one card, two keys to typing, what is known is folded, and no help on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Button, Static

from mxtutor.content.loader import load_course
from mxtutor.content.minutes import course_minutes
from mxtutor.grading.protocol import Report, Submission
from mxtutor.paths import content_root
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.journey import WELCOMED
from mxtutor.progress.model import Place
from mxtutor.reporting.durations import duration
from mxtutor.ui.app import TutorApp
from mxtutor.ui.commands import commands_of
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.messages import Opens
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.cards import WelcomeCard
from mxtutor.ui.screens.confirm import ConfirmModal
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.visits import PauseCard, PlacedCard
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.course_tree import Entry
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import COURSE, RIGHT, WRONG, FakeGrader, InjectedStore, opener

Start = Callable[[], TutorApp]


@pytest.fixture
def first_start(grader: FakeGrader, progress: InjectedStore) -> Start:
    """Return what makes the tutor of somebody who never started it."""
    progress.save_setting(WELCOMED, "")
    return lambda: TutorApp(lambda: load_course(COURSE), grader, opener(progress))


async def shown(pilot: Pilot[None], kind: type) -> None:
    """Wait for a card or screen."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted, kind.__name__)


def text_of(app: TutorApp) -> str:
    return "\n".join(str(one.visual) for one in app.screen.query(Static))


async def test_one_key_leads_from_the_first_start_to_typing(first_start: Start, progress: InjectedStore) -> None:
    app = first_start()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, WelcomeCard)
        await pilot.press("1")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "editor")
    assert progress.setting(WELCOMED)


@pytest.fixture
def real_start(grader: FakeGrader, progress: InjectedStore) -> Start:
    """Return what makes the tutor of somebody who never started it, on mxtutor's own course."""
    progress.save_setting(WELCOMED, "")
    return lambda: TutorApp(lambda: load_course(content_root()), grader, opener(progress))


@pytest.mark.parametrize(
    ("keys", "path"), [("1", "old-gluon"), ("21", "training-loop"), ("22", "inference"), (("enter",), "old-gluon")]
)
async def test_a_reason_opens_an_exercise_and_home_then_shows_its_path(
    real_start: Start, progress: InjectedStore, keys: Sequence[str], path: str
) -> None:
    app = real_start()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, WelcomeCard)
        card = labels(app)
        whole = duration(course_minutes(load_course(content_root())).of(load_course(content_root()).shown))
        assert "hours" in card
        assert whole not in card, "never the hours of the whole course"
        assert "race" not in card
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await shown(pilot, ExerciseScreen)
        first = "tensors/first-steps"
        assert first in str(app.screen.query_one(TitleBar).render())
        assert app.session is not None
        chosen = app.session.journey.path
        assert chosen is not None
        await until(pilot, lambda: progress.setting("path") == path == chosen.id)
        await pilot.press("ctrl+b")
        await shown(pilot, HomeScreen)
        assert str(app.screen.query_one("#map").border_title) == chosen.title
        titles = [topic.title for topic in app.session.course.topics]
        assert titles[: len(chosen.parts)] == [part.title for part in chosen.parts]
        assert sorted(app.session.course.exercises) == sorted(load_course(content_root()).exercises), "nothing is lost"


async def test_the_last_reason_starts_the_placement(real_start: Start) -> None:
    app = real_start()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, WelcomeCard)
        await pilot.press("3")
        await shown(pilot, ExerciseScreen)


def labels(app: TutorApp) -> str:
    return "\n".join([text_of(app), *(str(button.label) for button in app.screen.query(Button))])


@pytest.mark.parametrize("key", ["escape", "enter", "2"])
async def test_the_card_never_shows_again_after_any_choice(first_start: Start, key: str) -> None:
    app = first_start()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, WelcomeCard)
        await pilot.press(key)
        await until(pilot, lambda: not isinstance(app.screen, WelcomeCard))
    again = first_start
    app = again()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session and len(app.session.exercises) == 4)
        await pilot.pause(0.1)
        assert not isinstance(app.screen, WelcomeCard)


async def test_somebody_who_has_worked_here_sees_no_card(first_start: Start, progress: InjectedStore) -> None:
    progress.save_place(Place("home"))
    app = first_start()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")


async def test_a_click_chooses_a_way(first_start: Start) -> None:
    app = first_start()
    async with app.run_test(size=(60, 20)) as pilot:
        await shown(pilot, WelcomeCard)
        assert all(app.screen.region.contains_region(button.region) for button in app.screen.query(Button))
        await pilot.click(Button)
        await opened(pilot, "ExerciseScreen")


async def place(pilot: Pilot[None], *, skip: bool = False) -> None:
    """Answer all questions of a placement; the fake grader says whether they are right."""
    app = pilot.app
    while True:
        await until(pilot, lambda: isinstance(app.screen, (ExerciseScreen, PlacedCard)) and app.screen.is_mounted)
        screen: object = app.screen
        if not isinstance(screen, ExerciseScreen):
            return
        if not skip:
            code = f"def {screen.opened.exercise.entry}(*args):\n    return 1\n"
            answer = {"predict": "(1, 2)", "choice": "a"}.get(screen.opened.exercise.kind, code)
            screen.area.take(answer)
            await until(pilot, lambda: screen.area.text == answer)  # noqa: B023  # awaited in this round
        await pilot.press("ctrl+n" if skip else "f5")
        await until(pilot, lambda: app.screen is not screen)  # noqa: B023


async def test_what_a_placement_proves_is_known_skipped_and_can_be_taken_back(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [RIGHT]
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("t")
        await place(pilot)
        session = app.session
        assert session is not None
        known = [one for one in session.course.exercises if session.standing(one).status == "known"]
        assert known, "right answers prove something"
        assert f"{len(known)} exercise" in text_of(app)
        assert session.done(known) == 0, "known is not done"
        assert session.journey.next_exercise() not in known
        await pilot.press("escape")
        await opened(pilot, "HomeScreen")
        home = app.screen
        assert isinstance(home, HomeScreen)
        home.point_at(Entry("exercise", known[0]))
        await until(pilot, lambda: home.pointed == Entry("exercise", known[0]))
        await pilot.press("x")
        await until(pilot, lambda: session.standing(known[0]).status == "todo")
        await until(pilot, lambda: progress.known()[known[0]] is False)
        await pilot.press("x")
        await until(pilot, lambda: progress.standing(known[0]).status == "known")


async def test_what_a_placement_recommends_is_what_continue_opens_also_at_the_next_start(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(submission: Submission, _: object = None) -> Report:
        return replace(RIGHT if submission.exercise.id == "tensors/arccos" else WRONG, exercise=submission.exercise.id)

    monkeypatch.setattr(grader, "grade", judge)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("t")
        await place(pilot)
        assert progress.known().keys() == {"tensors/arccos"}
        begin = re.search(r"Begin with: (.+)", text_of(app))
        assert begin is not None
        assert begin[1].strip() == "Names that changed", "tensors/flip, of this lesson, was answered wrong"
        await pilot.press("escape")
        await opened(pilot, "HomeScreen")
        assert f"Continue {app.glyphs.arrow} {begin[1]}" in " ".join(text_of(app).split())
    again = make_tutor()
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("c")
        await opened(pilot, "LessonScreen")
        assert begin[1] in str(again.screen.query_one(TitleBar).render())
        await pilot.press("n")
        await opened(pilot, "ExerciseScreen")
        assert "tensors/flip" in str(again.screen.query_one(TitleBar).render()), "the known one is skipped"


async def test_somebody_who_knows_nothing_begins_at_the_start(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor()
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(pilot, "HomeScreen")
        app.open("placement")
        await place(pilot, skip=True)
        assert "do not show yet what you know" in text_of(app)
        assert not progress.known()
        await pilot.press("enter")
        await opened(pilot, "LessonScreen")


async def test_a_placement_is_left_and_goes_on_where_it_was(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [WRONG]
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("t")
        await shown(pilot, ExerciseScreen)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen) and len(saved_in(progress)) == 1)
        first = app.screen
        assert isinstance(first, ExerciseScreen)
        exercise = first.opened.exercise.id
        await pilot.press("escape")
        await shown(pilot, PauseCard)
        await pilot.pause()
        assert "Question 2 of at most" in screen_text(app), "the page is dimmed, not blank"
        await pilot.press("q")
        await shown(pilot, HomeScreen)
        assert app.session is not None
        assert app.session.above is None
        row = app.screen.query_one("#placed", Static)
        await until(pilot, lambda: row.display and "paused: go on with the next question" in str(row.visual))
        await pilot.press("t")
        await shown(pilot, ExerciseScreen)
        assert isinstance(app.screen, ExerciseScreen)
        assert app.screen.opened.exercise.id == exercise
        assert len(saved_in(progress)) == 1
    assert not progress.attempts(exercise), "a placement is no practice"


async def test_a_placement_asks_before_a_typed_answer_is_skipped(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("t")
        await shown(pilot, ExerciseScreen)
        while not app.screen.query(AnswerEditor):
            await skip(pilot, progress)
        skipped, item = len(saved_in(progress)), app.screen
        await pilot.press("x", "ctrl+n")
        await shown(pilot, ConfirmModal)
        await pilot.press("n")
        await until(pilot, lambda: app.screen is item)
        assert len(saved_in(progress)) == skipped
        await pilot.press("ctrl+n")
        await shown(pilot, ConfirmModal)
        await pilot.press("y")
        await until(pilot, lambda: len(saved_in(progress)) == skipped + 1)


async def skip(pilot: Pilot[None], progress: InjectedStore) -> None:
    skipped = len(saved_in(progress))
    await pilot.press("ctrl+n")
    await until(pilot, lambda: len(saved_in(progress)) > skipped and isinstance(pilot.app.screen, ExerciseScreen))


def saved_in(progress: InjectedStore) -> list[object]:
    saved = SessionStore(progress, "placement").unfinished()
    return list(saved.responses) if saved is not None else []


async def test_a_placement_gives_no_help(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("t")
        await shown(pilot, ExerciseScreen)
        item = app.screen
        for key in ("f2", "f3", "f6", "f10", "ctrl+k", "slash", "ctrl+d"):
            await pilot.press(key)
            await pilot.pause()
            assert app.screen is item, key
        closed: list[tuple[Opens, str]] = [("lookup", "acos"), ("exercise", "tensors/arccos"), ("placement", "")]
        for what, identity in closed:
            app.open(what, identity)
            await pilot.pause(0.05)
            assert app.screen is item, what
        assert not grader.played
        titles = {command.title.partition(": ")[2] for command in commands_of(app, item)}
        assert not titles & {"Look up a name", "Search", "Hint", "Solution", "The race"}
        await pilot.press("ctrl+p")
        await shown(pilot, CommandPalette)


@pytest.mark.parametrize(
    "topic", ["tensors", *(pytest.param(one, marks=pytest.mark.long) for one in ("autograd", "blocks", "trainers"))]
)
async def test_on_the_whole_course_continue_opens_what_the_placement_recommends(
    real_start: Start, grader: FakeGrader, monkeypatch: pytest.MonkeyPatch, topic: str
) -> None:
    def judge(submission: Submission, _: object = None) -> Report:
        asked = submission.exercise.id
        return replace(WRONG if asked.startswith(f"{topic}/") else RIGHT, exercise=asked)

    monkeypatch.setattr(grader, "grade", judge)
    app = real_start()
    async with app.run_test(size=(120, 40)) as pilot:
        await shown(pilot, WelcomeCard)
        await pilot.press("3")
        await shown(pilot, ExerciseScreen)
        await place(pilot)
        begin = re.search(r"Begin with: (.+)", text_of(app))
        assert begin is not None
        await pilot.press("escape")
        await shown(pilot, HomeScreen)
        assert f"{app.glyphs.arrow} {begin[1]}" in str(app.screen.query_one("#continue", Static).visual)
        await app.workers.wait_for_complete()
        await pilot.press("c")
        await until(pilot, lambda: begin[1].strip() in text_of(app) and not isinstance(app.screen, HomeScreen))
        await app.workers.wait_for_complete()
    again = real_start()
    async with again.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: begin[1].strip() in text_of(again) and not isinstance(again.screen, HomeScreen))
        await again.workers.wait_for_complete()
        await pilot.pause()
