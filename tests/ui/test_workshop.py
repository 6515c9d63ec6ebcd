"""The tutor in a workshop and on a learning path: parts, timers, points, and what is held back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from mxtutor.content.loader import load_course
from mxtutor.content.plan import Plan, PlanPart
from mxtutor.errors import ContentError
from mxtutor.progress.model import Place
from mxtutor.session.guide import LONGEST_STEP, PartTimer, WorkshopGuide
from mxtutor.ui.app import TutorApp
from mxtutor.ui.commands import commands_of
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.lesson import LessonScreen
from mxtutor.ui.screens.solution import SolutionModal
from mxtutor.ui.screens.workshop import Attendance, WorkshopCard
from tests.ui.conftest import MakeTutor, opened, told, until
from tests.ui.fakes import COURSE, REVIEW, RIGHT, FakeGrader, InjectedStore, opener
from tests.ui.test_home import drawn
from tests.ui.test_snapshots import Compare, ready, size
from tests.ui.workshops import NOW, PATH_ONLY, WORKSHOP, Clocks, guide

__all__ = ["size"]
MakeWorkshop = Callable[..., TutorApp]


@pytest.fixture(autouse=True)
def _zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times of day are shown in UTC."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def clocks() -> Clocks:
    """Clocks that stand still."""
    return Clocks()


@pytest.fixture
def make_workshop(grader: FakeGrader, progress: InjectedStore) -> MakeWorkshop:
    """Return what makes the tutor on a workshop."""

    def make(workshop: WorkshopGuide, start_at: str | None = None) -> TutorApp:
        return TutorApp(lambda: load_course(COURSE), grader, opener(progress), start_at=start_at, workshop=workshop)

    return make


def text(app: TutorApp, where: str) -> str:
    """Return what a widget shows."""
    return str(app.screen.query_one(where, Static).visual)


def bar(app: TutorApp) -> str:
    """Return the title bar."""
    return str(app.screen.query_one(TitleBar).render())


def is_open(app: TutorApp, exercise: str) -> bool:
    """Return whether an exercise is on screen."""
    return isinstance(app.screen, ExerciseScreen) and app.screen.query_one(TitleBar).path == (exercise,)


def is_left(app: TutorApp, exercise: str) -> bool:
    """Return whether an exercise is no longer on screen, and what follows is there."""
    return app.screen.is_mounted and not is_open(app, exercise)


async def test_the_map_has_the_parts_in_order_with_times_and_points(
    make_workshop: MakeWorkshop, clocks: Clocks
) -> None:
    app = make_workshop(guide(clocks, greeting=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("j", "right")
        await pilot.pause()
        lines = [line.strip() for line in drawn(app).splitlines()]
        assert lines[0].startswith("▾ Names that changed")
        assert lines[0].removeprefix("▾ Names that changed").strip() == "25 min, 0 of 2 done"
        assert any("Inverse cosine" in line and "1 p" in line for line in lines)
        assert any("Axes" in line and "40 min" in line for line in lines)
        assert "0 of 5.5 points" in bar(app)
        assert str(app.screen.query_one("#map").border_title) == "Gluon in an afternoon"


async def test_the_order_is_that_of_the_workshop(make_workshop: MakeWorkshop, clocks: Clocks) -> None:
    app = make_workshop(guide(clocks, greeting=""), "tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        seen = []
        for number, exercise in enumerate(WORKSHOP.path.exercises):
            if number:
                await pilot.press("ctrl+n")
                await until(pilot, partial(is_left, app, WORKSHOP.path.exercises[number - 1]))
                if isinstance(app.screen, LessonScreen):
                    await pilot.press("n")
            await until(pilot, partial(is_open, app, exercise), exercise)
            seen.append(bar(app))
        places = [place for line in seen for place in ("1 of 2", "2 of 2") if place in line]
        assert places == ["1 of 2", "2 of 2", "1 of 2", "2 of 2"]
        assert "2.5 p" in seen[1]


async def test_an_exercise_outside_the_workshop_is_unknown(make_workshop: MakeWorkshop, clocks: Clocks) -> None:
    small = Plan(1, "Small", (PlanPart("One", ("tensors/arccos",)),))
    app = make_workshop(guide(clocks, PATH_ONLY, path=small), "tensors/flip")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.failure)
    assert "There is no exercise, lesson or topic 'tensors/flip'." in str(app.failure)


async def test_a_workshop_with_an_unknown_exercise_ends_with_one_line(
    make_workshop: MakeWorkshop, clocks: Clocks
) -> None:
    other = Plan(1, "Other", (PlanPart("One", ("tensors/arcos",)),))
    app = make_workshop(guide(clocks, PATH_ONLY, path=other))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.failure)
    assert isinstance(app.failure, ContentError)
    assert "path.json: there is no exercise 'tensors/arcos'. Did you mean tensors/arccos" in str(app.failure)


async def test_the_greeting_shows_once_and_again_by_its_key(
    make_workshop: MakeWorkshop, clocks: Clocks, progress: InjectedStore
) -> None:
    app = make_workshop(guide(clocks))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "WorkshopCard")
        assert "Welcome." in text(app, ".card-part")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WorkshopCard))
        await pilot.press("escape")
    assert app.session is not None
    app.session.guide.save(progress)  # type: ignore[union-attr]
    again = make_workshop(guide(clocks))
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.pause(0.2)
        assert not isinstance(again.screen, WorkshopCard)


async def test_the_whole_course_has_no_key_for_a_workshop(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("w")
        await pilot.pause(0.2)
        assert isinstance(app.screen, HomeScreen)
        assert "This workshop" not in [command.title for command in commands_of(app, app.screen)]


async def test_the_timer_counts_says_when_time_is_over_and_closes_nothing(
    make_workshop: MakeWorkshop, clocks: Clocks, grader: FakeGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Attendance, "SECONDS", 0.05)
    app = make_workshop(guide(clocks, greeting=""), "tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: "0/25 min" in bar(app) or "0 of 25 min" in bar(app), "the timer shows")
        assert app.session is not None
        assert app.session.guide is not None
        timer = app.session.guide.timer
        for _ in range(25):
            clocks.seconds += 60
            timer.step()
        await until(pilot, lambda: "over" in bar(app), "the timer says that time is over")
        over = "The time for 'Names that changed' is over. Nothing closes: go on as you like."
        await until(pilot, lambda: told(app) == over, "a message")
        await pilot.pause(0.3)
        assert told(app).count("is over") == 1, "it is said once"
        await pilot.press("x", "f5")
        await until(pilot, lambda: grader.finished == 1, "the answer is checked all the same")
        assert isinstance(app.screen, ExerciseScreen)


async def test_times_are_kept_from_run_to_run(
    make_workshop: MakeWorkshop, clocks: Clocks, progress: InjectedStore
) -> None:
    first = guide(clocks, greeting="")
    first.restore(progress)
    first.enter(["tensors/arccos"])
    clocks.seconds += 50
    first.timer.step()
    first.save(progress)
    other = guide(clocks, greeting="")
    other.restore(progress)
    assert other.timer.used == {"Names that changed": 50.0, "Axes": 0.0}
    before = dict(progress.standings())
    assert before == {}, "the workshop's times are no work"


@pytest.mark.parametrize("kept", ["", "x", "[]", "-1", "nan", "inf", "1e12"])
def test_damaged_times_count_as_nothing(clocks: Clocks, progress: InjectedStore, kept: str) -> None:
    progress.save_setting("workshop Gluon in an afternoon / Axes", kept)
    one = guide(clocks)
    one.restore(progress)
    assert sum(one.timer.used.values()) == 0
    one.save(progress)


def test_two_tutors_on_one_workshop_add_up_their_times(clocks: Clocks, progress: InjectedStore) -> None:
    one, two = guide(clocks), guide(clocks)
    for each in (one, two):
        each.restore(progress)
    one.timer.used, two.timer.used = {"Axes": 70.0}, {"Axes": 30.0, "Names that changed": 5.0}
    one.save(progress)
    two.save(progress)
    last = guide(clocks)
    last.restore(progress)
    assert last.timer.used == {"Axes": 100.0, "Names that changed": 5.0}


def test_times_that_an_earlier_release_stored_count_once(clocks: Clocks, progress: InjectedStore) -> None:
    progress.save_setting("workshop Gluon in an afternoon / Axes", "70.0")
    for _ in range(2):
        one = guide(clocks)
        one.restore(progress)
        assert one.timer.used["Axes"] == 70.0
        one.save(progress)


def test_a_timer_ignores_clocks_that_go_back_and_pauses_of_the_machine() -> None:
    now = 1000.0
    timer = PartTimer(lambda: now)
    timer.enter("A")
    now = 400.0
    timer.step()
    assert timer.used == {"A": 0.0}
    now = 410.0
    timer.step()
    assert timer.used == {"A": 10.0}
    now = 90_000.0
    timer.step()
    assert timer.used == {"A": 10.0 + LONGEST_STEP}
    timer.enter("B")
    now += 5
    timer.step()
    assert timer.used == {"A": 10.0 + LONGEST_STEP, "B": 5.0}


def test_a_lesson_of_two_parts_leaves_the_timer_in_the_current_part(clocks: Clocks) -> None:
    one = guide(clocks)
    one.enter(["tensors/flip"])
    one.enter(["tensors/arccos", "tensors/flip"])
    assert one.timer.part == "Axes"
    one.enter(["tensors/join-axis"])
    assert one.timer.part == "Names that changed"
    one.enter(["tensors/gone"])
    assert one.timer.part == "Names that changed"


async def test_solutions_open_at_their_time_also_when_the_clock_goes_back(
    make_workshop: MakeWorkshop, clocks: Clocks, progress: InjectedStore
) -> None:
    progress.add_attempt("tensors/arccos", "", RIGHT)
    app = make_workshop(guide(clocks, greeting=""), "tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3")
        await until(pilot, lambda: "This workshop shows solutions from today 13:30 on (in 2 h)." in told(app))
        assert not progress.standing("tensors/arccos").gave_up
        clocks.now = NOW + timedelta(hours=2)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, SolutionModal))
        await pilot.press("escape")
        clocks.now = NOW - timedelta(days=1)
        await pilot.press("f3")
        later = "This workshop shows solutions from Wed 25 Nov 13:30 on (in 1 day 2 h)."
        await until(pilot, lambda: later in told(app))


async def test_hints_that_are_never_shown_have_no_key_and_say_so(
    make_workshop: MakeWorkshop, clocks: Clocks, progress: InjectedStore
) -> None:
    app = make_workshop(guide(clocks, greeting="", hints="never", solutions="never"), "tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        shown = [b.binding.action for b in app.screen.active_bindings.values() if b.binding.show]
        assert "hint" not in shown
        assert "solution" not in shown
        await pilot.press("f2")
        await pilot.pause()
        assert "This workshop shows no hints." in text(app, "#rungs")
        assert progress.standing("tensors/arccos").hints == 0
        assert "(held)" in text(app, "#rungs")


@pytest.mark.parametrize(
    ("solutions", "held"), [("never", True), (NOW + timedelta(hours=2), True), (NOW - timedelta(hours=2), False)]
)
async def test_a_right_answer_is_reviewed_where_solutions_show(
    make_workshop: MakeWorkshop, clocks: Clocks, grader: FakeGrader, solutions: object, held: bool
) -> None:
    grader.reports, grader.said = [RIGHT], REVIEW
    app = make_workshop(guide(clocks, greeting="", solutions=solutions), "tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        verdict = app.screen.query("#verdict Static").results
        await until(pilot, lambda: any("Agrees with PyTorch" in str(one.visual) for one in verdict(Static)))
        await app.workers.wait_for_complete()
        assert len(app.screen.query(".review")) == (0 if held else 3)
    assert len(grader.reviewed) == (0 if held else 1)


async def test_hints_open_in_the_tutor_that_runs_when_their_time_comes(
    make_workshop: MakeWorkshop, clocks: Clocks, progress: InjectedStore
) -> None:
    app = make_workshop(guide(clocks, greeting="", hints=NOW + timedelta(minutes=1)), "tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f2")
        assert "from today 11:31 on (in 1 min)" in text(app, "#rungs")
        clocks.now += timedelta(minutes=1)
        await pilot.press("f2")
        await until(pilot, lambda: progress.standing("tensors/arccos").hints == 1)
        await until(pilot, lambda: "from today" not in text(app, "#rungs"))


async def test_work_stays_valid_with_and_without_the_workshop(
    make_workshop: MakeWorkshop, make_tutor: MakeTutor, clocks: Clocks, progress: InjectedStore, grader: FakeGrader
) -> None:
    grader.reports = [RIGHT]
    progress.save_place(Place("exercise", "tensors/halve"))
    app = make_workshop(guide(clocks, greeting=""), "tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: progress.standing("tensors/arccos").status == "done")
    plain = make_tutor()
    async with plain.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert plain.session is not None
        assert plain.session.standing("tensors/arccos").status == "done"
        assert "1 of 2 done" in drawn(plain)


async def test_a_path_has_parts_and_timers_but_no_points_and_no_greeting(
    make_workshop: MakeWorkshop, clocks: Clocks
) -> None:
    app = make_workshop(guide(clocks, PATH_ONLY))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert "points" not in bar(app)
        await pilot.press("right", "right")
        await until(pilot, lambda: "Inverse cosine" in drawn(app))
        assert "1 p" not in drawn(app)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WorkshopCard))
        assert "25 min" in text(app, "#parts")
        assert "point" not in text(app, "#parts")


@pytest.mark.parametrize("state", ["card", "home", "exercise", "over", "held"])
def test_pictures(
    snap_compare: Compare,
    make_workshop: MakeWorkshop,
    clocks: Clocks,
    progress: InjectedStore,
    size: tuple[int, int],
    state: str,
) -> None:
    progress.add_attempt("tensors/arccos", "", RIGHT)
    one = guide(clocks, hints=NOW + timedelta(days=1), greeting=WORKSHOP.greeting if state == "card" else "")

    async def before(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, TutorApp)
        if state == "card":
            await ready(pilot, "WorkshopCard")
        elif state == "home":
            await ready(pilot, "HomeScreen")
            await pilot.press("down", "right", "right", "right")
        else:
            await ready(pilot, "ExerciseScreen")
            one.timer.used["Names that changed"] = 60 * (28 if state == "over" else 12)
            if state == "held":
                await pilot.press("f2")
            for bar in app.screen.query(TitleBar):
                bar.refresh()
            if state == "over":
                app.notify(
                    f"The time for {one.just_over()!r} is over. Nothing closes: go on as you like.", markup=False
                )
        await pilot.pause(0.3)

    start_at = {"held": "tensors/arccos", "exercise": "tensors/join-axis", "over": "tensors/join-axis"}.get(state)
    assert snap_compare(make_workshop(one, start_at), terminal_size=size, run_before=before)
