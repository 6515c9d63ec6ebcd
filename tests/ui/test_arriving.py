"""The first start and the placement: one card, two keys to typing, what is known is folded, and no help on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Button, Static

from mxtutor.content.loader import load_course
from mxtutor.grading.protocol import Report, Submission
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.model import Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.messages import OpenExercise, OpenLookup, OpenPlacement
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.placement import PlacedCard, PlacementPause, PlacementScreen
from mxtutor.ui.screens.welcome import WelcomeCard
from mxtutor.ui.startup import WELCOMED
from mxtutor.ui.widgets.course_tree import Entry
from mxtutor.ui.widgets.title_bar import TitleBar
from tests.ui.conftest import MakeTutor, opened, until
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


async def test_two_keys_lead_from_the_first_start_to_typing(first_start: Start, progress: InjectedStore) -> None:
    app = first_start()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, WelcomeCard)
        assert "4 exercises" in text_of(app)
        assert re.search(r"about \d+ minutes", text_of(app))
        await pilot.press("enter")
        await opened(pilot, "LessonScreen")
        await pilot.press("n")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "editor")
    assert progress.setting(WELCOMED)


@pytest.mark.parametrize("key", ["escape", "enter", "r"])
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
        await pilot.click("#begin")
        await opened(pilot, "LessonScreen")


async def place(pilot: Pilot[None], *, skip: bool = False) -> None:
    """Answer all questions of a placement; the fake grader says whether they are right."""
    app = pilot.app
    while True:
        await until(pilot, lambda: isinstance(app.screen, (PlacementScreen, PlacedCard)) and app.screen.is_mounted)
        screen: object = app.screen
        if not isinstance(screen, PlacementScreen):
            return
        if not skip:
            code = f"def {screen._exercise.entry}(*args):\n    return 1\n"
            answer = {"predict": "(1, 2)", "choice": "a"}.get(screen._exercise.kind, code)
            screen._answer.take(answer)
            await until(pilot, lambda: screen._answer.text == answer)  # noqa: B023  # awaited in this round
        await pilot.press("f7" if skip else "f5")
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
        await home.wait_for_cursor()
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
        app.post_message(OpenPlacement())
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
        await shown(pilot, PlacementScreen)
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, PlacementScreen) and len(saved_in(progress)) == 1)
        first = app.screen
        assert isinstance(first, PlacementScreen)
        exercise = first._exercise.id
        await pilot.press("escape")
        await shown(pilot, PlacementPause)
        await pilot.press("q")
        await shown(pilot, HomeScreen)
        assert app.session is not None
        assert app.session.above is None
        await pilot.press("t")
        await shown(pilot, PlacementScreen)
        assert isinstance(app.screen, PlacementScreen)
        assert app.screen._exercise.id == exercise
        assert len(saved_in(progress)) == 1
    assert not progress.attempts(exercise), "a placement is no practice"


def saved_in(progress: InjectedStore) -> list[object]:
    saved = SessionStore(progress, "placement").unfinished()
    return list(saved.responses) if saved is not None else []


async def test_a_placement_gives_no_help(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("t")
        await shown(pilot, PlacementScreen)
        item = app.screen
        for key in ("f2", "f3", "f6", "f10", "ctrl+k", "slash", "f12"):
            await pilot.press(key)
            await pilot.pause()
            assert app.screen is item, key
        for message in (OpenLookup("acos"), OpenExercise("tensors/arccos"), OpenPlacement()):
            app.post_message(message)
            await pilot.pause(0.05)
            assert app.screen is item, message
        assert not grader.played
        titles = {command.title.partition(": ")[2] for command in app.get_system_commands(item)}
        assert not titles & {"Look up a name", "Search", "Hint", "Solution", "The race"}
        await pilot.press("ctrl+p")
        await shown(pilot, CommandPalette)
