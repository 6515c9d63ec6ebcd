"""The screens of an assessment: one item at a time, no help, nothing lost, and the report."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.planning import plan_for
from mxtutor.assessment.records import AssessmentReport as AssessReport
from mxtutor.assessment.records import SavedSession
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_course
from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.events import AssessmentBegun
from mxtutor.progress.store import open_store
from mxtutor.session.asking import Asking
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.visits import Assess, EndScreen, PauseCard, StartCard
from tests.ui.conftest import until
from tests.ui.fakes import BROKEN, COURSE, RIGHT, WRONG, FakeGrader
from tests.ui.test_snapshots import SIZES, Compare

MakeApp = Callable[..., TutorApp]
RIGHT_ANSWER = "from mxnet import nd\n\n\ndef {entry}(*args):\n    return nd.zeros(1)\n"
TESTS: dict[TutorApp, Assess] = {}
"""The test of each app."""


@pytest.fixture
def make(home: Path, grader: FakeGrader) -> Iterator[MakeApp]:
    """Return what makes the app on the tests' course, with a fake grader and the real store."""

    def make(*reports: Report, **changes: object) -> TutorApp:
        grader.reports = list(reports) or grader.reports
        course = load_course(COURSE)
        items, _ = items_of(course, course.exercises)
        fixed: dict[str, Any] = {"seed": 4, "narrow": 0.0, **changes}
        test = Assess(items, msgspec.structs.replace(plan_for(course, items, minutes=20), **fixed), "Ann")
        app = TutorApp(lambda: course, grader, lambda: open_store(home), first=test)
        TESTS[app] = test
        return app

    yield make
    for app in TESTS:
        if app.session is not None:
            app.session.close()
    TESTS.clear()


def end(app: TutorApp) -> None:
    """Store what is not stored yet, as the command does at its end."""
    assert app.session is not None
    app.session.close()
    del TESTS[app]


def report(app: TutorApp) -> AssessReport | None:
    return TESTS[app].report


def running(app: TutorApp) -> Assessment:
    """Return the session of an app that has begun."""
    assert app.session is not None
    asking = app.session.above
    assert isinstance(asking, Asking)
    return asking.assessment


async def begun(pilot: Pilot[None], key: str = "enter") -> ExerciseScreen:
    """Begin, and return the screen of the first item."""
    await until(pilot, lambda: isinstance(pilot.app.screen, StartCard), "the card shows")
    await pilot.press(key)
    return await item(pilot)


async def item(pilot: Pilot[None], besides: ExerciseScreen | None = None) -> ExerciseScreen:
    """Wait for the screen of an item, of another one than `besides`."""

    def shown() -> bool:
        screen = pilot.app.screen
        return isinstance(screen, ExerciseScreen) and screen is not besides and screen.is_mounted

    await until(pilot, shown, "an item shows")
    screen = pilot.app.screen
    assert isinstance(screen, ExerciseScreen)
    await pilot.pause()
    return screen


async def answer(pilot: Pilot[None], screen: ExerciseScreen) -> None:
    """Write something that can be an answer, and hand it in."""
    kind = screen.opened.exercise.kind
    if kind == "choice":
        screen.query_one(OptionList).highlighted = 0
    elif kind == "predict":
        screen.query_one(Input).value = "(1, 2)"
    else:
        screen.area.take(RIGHT_ANSWER.format(entry=screen.opened.exercise.entry))
    await pilot.pause()
    await pilot.press("f5")


def stored(home: Path) -> SavedSession:
    """Return the newest session as it is on the disk."""
    with closing(open_store(home)) as progress:
        store = SessionStore(progress)
        found = store.unfinished() or store.last()
        assert found is not None
        return found


async def test_a_whole_test_without_a_mouse(make: MakeApp, home: Path, grader: FakeGrader) -> None:
    app = make(RIGHT, WRONG, RIGHT, WRONG)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begun(pilot)
        for _ in range(4):
            await answer(pilot, screen)
            await until(pilot, partial(lambda before: pilot.app.screen is not before, screen), "the item closes")
            if len(grader.graded) < 4:
                screen = await item(pilot, screen)
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen), "the report shows")
        await pilot.pause()
        text = "\n".join(str(part.content) for part in pilot.app.screen.query(Static))
        assert "What this test cannot tell" in text
        await pilot.press("enter")
    made = report(app)
    assert made is not None
    assert made.learner == "Ann"
    end(app)
    saved = stored(home)
    assert saved.report == made
    assert sorted(r.outcome for r in saved.responses) == ["not-right", "not-right", "right", "right"]
    assert [r.seed for r in saved.responses] == [77, 20811, 77, 20811]
    assert all(submission.seed is None for submission in grader.graded)
    assert grader.played == []
    with closing(open_store(home)) as progress:
        assert (progress.exercises(), dict(progress.standings()), progress.days()) == ((), {}, {})


async def test_skipping_needs_no_answer_and_runs_nothing(make: MakeApp, home: Path, grader: FakeGrader) -> None:
    app = make()
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await pilot.press("ctrl+n")
        screen = await item(pilot, screen)
        await pilot.press("f9")
        await item(pilot, screen)
        assert [r.outcome for r in running(app).saved.responses] == ["skipped", "skipped"]
    assert grader.graded == []


@pytest.mark.parametrize("kind", ["code", "fix", "predict", "choice"])
async def test_what_cannot_be_an_answer_is_not_handed_in(make: MakeApp, grader: FakeGrader, kind: str) -> None:
    ids = {"code": "tensors/arccos", "fix": "tensors/halve", "predict": "tensors/join-axis", "choice": "tensors/flip"}
    app = make(pool=(ids[kind],))
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        if kind == "choice":
            screen.area.take("")
        await pilot.press("f5")
        await pilot.pause()
        assert EXERCISE.key("next") in str(screen.query_one("#note", Static).content)
        if kind in ("code", "fix"):
            for text, says in (("def (:\n", "parse"), ("x = 1\n", "does not define"), ("\0", "parse")):
                screen.area.take(text)
                await pilot.pause()
                await pilot.press("f5")
                await pilot.pause()
                assert says in str(screen.query_one("#note", Static).content)
        assert grader.graded == []
        assert not running(app).saved.responses


async def test_no_key_of_help_does_anything(make: MakeApp, grader: FakeGrader) -> None:
    """Hints, solution, run beside the reference, look-up, attempts: none of them exists here."""
    app = make(pool=("tensors/arccos",))
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        for key in ("f2", "f3", "ctrl+l", "f6", "ctrl+r", "f8", "f10", "ctrl+k", "f7", "ctrl+t"):
            await pilot.press(key)
            await pilot.pause()
            assert pilot.app.screen is screen, key
        assert not grader.ran
        assert not grader.played
        assert not grader.graded
        await pilot.press("f1")
        await until(pilot, lambda: pilot.app.screen is not screen, "help shows")
        text = " ".join(str(part.content) for part in pilot.app.screen.query(Static))
        assert "check your answer" in text
        assert "hint" not in text.lower()


async def test_a_quit_keeps_everything_and_the_next_start_goes_on(make: MakeApp, home: Path) -> None:
    app = make(RIGHT)
    async with app.run_test() as pilot:
        first = await begun(pilot)
        await answer(pilot, first)
        second = await item(pilot, first)
        shown = second.opened.exercise.id
        if second.opened.exercise.kind == "predict":
            second.query_one(Input).value = "(3,"
        elif second.opened.exercise.kind == "choice":
            second.query_one(OptionList).highlighted = 1
        else:
            second.area.take("half an answer")
        await pilot.pause()
        typed = second.area.text
        await pilot.press("ctrl+q")
    assert report(app) is None
    end(app)
    again = make(RIGHT)
    async with again.run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartCard), "the card shows")
        assert any("not finished: 1 answer," in str(part.content) for part in pilot.app.screen.query(Static))
        screen = await begun(pilot)
        assert screen.opened.exercise.id == shown
        assert screen.area.text == typed
        assert len(running(again).saved.responses) == 1


async def test_begin_anew_leaves_the_earlier_test_alone(make: MakeApp, home: Path) -> None:
    app = make(RIGHT)
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await answer(pilot, screen)
        await item(pilot, screen)
    end(app)
    again = make()
    async with again.run_test() as pilot:
        await begun(pilot, "n")
        assert running(again).saved.responses == []
    end(again)
    with closing(open_store(home)) as progress:
        assert sum(isinstance(one.what, AssessmentBegun) for one in progress.events_of_course()) == 2


async def test_pause_stops_the_clock_and_hides_the_task(make: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [100.0]
    monkeypatch.setattr("mxtutor.ui.visits.monotonic", lambda: seconds[0])
    app = make()
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        seconds[0] += 10.0
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, PauseCard), "the pause shows")
        assert pilot.app.screen.styles.background.a == 1.0
        seconds[0] += 500.0
        screen.visit.step(busy=False)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen, "the item shows again")
        seconds[0] += 5.0
        screen.visit.step(busy=False)
        assert running(app).saved.seconds == pytest.approx(15.0)
        assert running(app).saved.current_seconds == pytest.approx(15.0)


async def test_an_early_end_makes_a_report(make: MakeApp) -> None:
    app = make()
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await pilot.press("ctrl+n")
        await item(pilot, screen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, PauseCard))
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen), "the report shows")
    made = report(app)
    assert made is not None
    assert made.ended == "learner"


async def test_a_failure_of_the_grader_is_not_the_learners(make: MakeApp, grader: FakeGrader) -> None:
    app = make(BROKEN)
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await answer(pilot, screen)
        await until(pilot, lambda: grader.finished == 1 and not screen.checking)
        assert "could not run it" in str(screen.query_one("#note", Static).content)
        assert running(app).saved.responses == []
        await pilot.press("f5")
        await item(pilot, screen)
        assert [r.outcome for r in running(app).saved.responses] == ["failed"]
        assert running(app).responses == {}


async def test_a_running_answer_can_be_taken_back(make: MakeApp, grader: FakeGrader) -> None:
    grader.gate = threading.Event()
    app = make(RIGHT)
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await answer(pilot, screen)
        await until(pilot, lambda: grader.graded)
        await pilot.press("ctrl+n")  # neither skip nor a second run while one runs
        await pilot.press("f5")
        await pilot.press("escape")
        await until(pilot, lambda: grader.cancelled)
        grader.gate.set()
        await until(pilot, lambda: not screen.area.disabled)
        await pilot.pause(0.1)
        assert app.screen is screen
        assert len(grader.graded) == 1
        assert running(app).saved.responses == []
        assert not screen.area.disabled


async def test_a_disk_that_is_full_is_told_and_loses_nothing(
    make: MakeApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = False
    save = SessionStore.save

    def refused(store: SessionStore, session: SavedSession) -> None:
        if full:
            raise StoreError("The disk is full.", reason="disk full")
        save(store, session)

    monkeypatch.setattr(SessionStore, "save", refused)
    app = make(RIGHT)
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        full = True
        await answer(pilot, screen)
        await until(pilot, lambda: "NOT SAVED: disk full" in str(title_bar(pilot).render()), "the failure shows")
        full = False
        await until(pilot, lambda: "NOT SAVED" not in str(title_bar(pilot).render()), "all is saved")
        second = await item(pilot, screen)
        await pilot.press("ctrl+n")
        await item(pilot, second)
    end(app)
    assert [r.outcome for r in stored(home).responses] == ["right", "skipped"]


async def test_time_that_is_over_lets_the_item_be_finished(make: MakeApp) -> None:
    app = make(RIGHT, minutes=5.0)
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        running(app).saved.seconds = 600.0
        await until(pilot, lambda: "still counts" in str(screen.query_one("#clock", Static).content))
        await answer(pilot, screen)
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen), "the report shows")
    made = report(app)
    assert made is not None
    assert made.ended == "time"
    assert len(made.items) == 1


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("state", ["start", "code", "predict", "pause", "end"])
def test_pictures(snap_compare: Compare, make: MakeApp, size: tuple[int, int], state: str) -> None:
    ids = {"code": "tensors/arccos", "predict": "tensors/join-axis"}
    app = make(RIGHT, **({"pool": (ids[state],)} if state in ids else {}))

    async def before(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(app.screen, StartCard))
        await until(pilot, lambda: app.grader_state and app.grader_state.phase == "ready")
        if state != "start":
            screen = await begun(pilot)
            if state in ("pause", "end"):
                if state == "end":
                    await pilot.press("ctrl+n")
                    screen = await item(pilot, screen)
                await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, PauseCard))
            if state == "end":
                await pilot.press("e")
                await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await pilot.pause(0.2)

    assert snap_compare(app, terminal_size=size, run_before=before)


def title_bar(pilot: Pilot[None]) -> TitleBar:
    """Return the title bar of the screen."""
    return pilot.app.screen.query_one(TitleBar)
