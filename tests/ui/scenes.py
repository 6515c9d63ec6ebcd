"""The screens that `pictures` draws: how each one opens, with fakes and fixed data."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import DataTable, Input

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.planning import plan_for
from mxtutor.content.loader import load_course
from mxtutor.grading.differences import Curves
from mxtutor.grading.protocol import Aspect, CaseResult, Report, Verdict
from mxtutor.progress.journey import WELCOMED
from mxtutor.progress.model import Draft, Place
from mxtutor.session.guide import SealedGuide, WorkshopGuide
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.visits import Assess
from tests.ui import scene_dialogs as dialogs
from tests.ui.conftest import until
from tests.ui.fakes import COURSE, ERROR, RIGHT, WRONG, FakeGrader, InjectedStore, opener
from tests.ui.test_class_view import Class
from tests.ui.test_paths import PATHS
from tests.ui.workshops import WORKSHOP, Clocks

ARCCOS = "tensors/arccos"
SINE, COSINE, TORCH_NAME = (
    f"from mxnet import nd\n\n\ndef arccos(x):\n    return nd.{name}(x)\n" for name in ("arcsin", "arccos", "acos")
)
LOSSES = Curves((2.3, 0.9, 0.5, 0.3, 0.2, 0.15), (2.3, 0.9, 0.6, 0.4, 0.3, 0.25))
TRAINED = replace(
    RIGHT, cases=(*RIGHT.cases, CaseResult("500 digits", Verdict.RIGHT, (Aspect("losses", True, curves=LOSSES),)))
)
Steps = Callable[[Pilot[Any]], Awaitable[None]]


class Stage:
    """The folder and the store of one scene."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "home").mkdir(exist_ok=True)
        self.progress = InjectedStore(folder / "home")

    def tutor(self, start: str | None = None, *reports: Report, guide: WorkshopGuide | None = None) -> TutorApp:
        """Return a tutor on the tiny course."""
        return TutorApp(
            lambda: load_course(COURSE), FakeGrader(*reports), opener(self.progress), start_at=start, workshop=guide
        )

    def learned(self) -> None:
        """Store what a learner has done: the first card is answered, one exercise is done, one is tried."""
        self.progress.save_setting(WELCOMED, "yes")
        self.progress.save_place(Place("home"))
        self.progress.add_attempt(ARCCOS, COSINE, RIGHT)
        self.progress.add_attempt("tensors/flip", "b", WRONG)


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: which screen it shows, and how it opens."""

    name: str
    kind: str
    """Class of the screen on top."""
    app: Callable[[Stage], App[Any]]
    steps: Steps | None = None


def pressed(*keys: str, after: str = "", until_kind: str = "") -> Steps:
    """Return steps that wait for a screen, press keys, and wait for another one."""

    async def steps(pilot: Pilot[Any]) -> None:
        if after:
            await until(pilot, lambda: type(pilot.app.screen).__name__ == after and pilot.app.screen.is_mounted, after)
            await pilot.pause(0.1)
        for key in keys:
            await pilot.press(key)
        if until_kind:
            await until(pilot, lambda: type(pilot.app.screen).__name__ == until_kind, until_kind)

    return steps


def shown(make: Callable[[TutorApp], Screen[Any]], after: str = "HomeScreen") -> Steps:
    """Return steps that show a screen above another one."""

    async def steps(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: type(pilot.app.screen).__name__ == after, after)
        app = pilot.app
        assert isinstance(app, TutorApp)
        await until(pilot, lambda: app.session and len(app.session.exercises) == 4, "the course")
        app.push_screen(make(app))

    return steps


def _at(start: str | None, *reports: Report, answer: str = "") -> Callable[[Stage], App[Any]]:
    """Return what makes a tutor that opens at an id, with reports for its checks and the text of an answer."""

    def make(stage: Stage) -> App[Any]:
        stage.learned()
        if start is not None and answer:
            stage.progress.save_draft(start, Draft(answer))
        return stage.tutor(start, *reports)

    return make


def _given_up(start: str) -> Callable[[Stage], App[Any]]:
    def make(stage: Stage) -> App[Any]:
        stage.learned()
        stage.progress.give_up(start)
        return stage.tutor(start)

    return make


def _new(stage: Stage) -> App[Any]:
    """Return a tutor of a learner who has only answered the first card."""
    stage.progress.save_setting(WELCOMED, "yes")
    stage.progress.save_place(Place("home"))
    return stage.tutor()


def _workshop(sealed: bool) -> Callable[[Stage], App[Any]]:
    def make(stage: Stage) -> App[Any]:
        stage.learned()
        clocks = Clocks()
        kind = SealedGuide if sealed else WorkshopGuide
        found = replace(WORKSHOP, sealed=sealed, start=None)
        guide = kind(found, clock=lambda: clocks.seconds, now=lambda: clocks.now)
        guide.greeted = True
        guide.save(stage.progress)
        return stage.tutor(guide=guide)

    return make


def _assess(stage: Stage) -> App[Any]:
    course = load_course(COURSE)
    items, _ = items_of(course, course.exercises)
    plan = plan_for(course, items, minutes=20)
    test = Assess(items, plan, "Ann")
    return TutorApp(lambda: load_course(COURSE), FakeGrader(RIGHT), opener(stage.progress), first=test)


def _class(stage: Stage) -> App[Any]:
    return Class(stage.folder).app()


async def _paused(pilot: Pilot[Any]) -> None:
    await pressed("t", after="HomeScreen", until_kind="ExerciseScreen")(pilot)
    await pressed("escape", after="ExerciseScreen", until_kind="PauseCard")(pilot)


async def _test_paused(pilot: Pilot[Any]) -> None:
    await pressed("enter", after="StartCard", until_kind="ExerciseScreen")(pilot)
    await pressed("escape", until_kind="PauseCard")(pilot)


async def _end_of_test(pilot: Pilot[Any]) -> None:
    await _test_paused(pilot)
    await pressed("e", until_kind="EndScreen")(pilot)


async def _end_of_workshop(pilot: Pilot[Any]) -> None:
    await pressed("e", after="HomeScreen", until_kind="ConfirmModal")(pilot)
    await pressed("y", until_kind="ReportCard")(pilot)


def _looked_up(after: str, kind: str, query: str) -> Steps:
    async def steps(pilot: Pilot[Any]) -> None:
        await pressed("ctrl+k", after=after, until_kind=kind)(pilot)
        await until(pilot, lambda: pilot.app.screen.query("LookupModal Input, LookupPane Input"), "the look-up")
        pilot.app.screen.query("LookupModal Input, LookupPane Input").only_one(Input).value = query

    return steps


def _checked(*keys: str) -> Steps:
    """Return steps that check the answer, wait for the report, and press more keys."""

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed("f5", after="ExerciseScreen")(pilot)
        view = pilot.app.screen.query_one(ReportView)
        await until(pilot, lambda: view.report is not None, "the report")
        for key in keys:
            await pilot.press(key)

    return steps


async def _raced(pilot: Pilot[Any]) -> None:
    await shown(dialogs.race)(pilot)
    await pressed("enter", after="RaceScreen")(pilot)
    await until(pilot, lambda: pilot.app.screen.has_class("-finished"), "the end of the race")


async def _drilled(pilot: Pilot[Any]) -> None:
    await _checked("ctrl+d")(pilot)
    await until(pilot, lambda: "no help" in pilot.app.screen.query_one(TitleBar).note, "the drill")


def _with_paths(stage: Stage) -> App[Any]:
    stage.learned()
    folder = stage.folder / "course"
    shutil.copytree(COURSE, folder)
    file = folder / "lessons" / "course.yaml"
    every = ", ".join(load_course(COURSE).exercises)
    file.write_text(file.read_text(encoding="utf-8") + PATHS.replace("ALL", every), encoding="utf-8")
    return TutorApp(lambda: load_course(folder), FakeGrader(), opener(stage.progress))


def _class_read(*keys: str, until_kind: str = "") -> Steps:
    """Return steps that wait until the class is on the screen, then press keys."""

    async def steps(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "ClassScreen", "the class view")
        await until(pilot, lambda: all(table.row_count for table in pilot.app.screen.query(DataTable)), "the rows")
        await pressed(*keys, until_kind=until_kind)(pilot)

    return steps


def _sent(*keys: str, until_kind: str = "") -> Steps:
    return pressed(*keys, after="ExerciseScreen", until_kind=until_kind)


def _home(*keys: str, until_kind: str = "") -> Steps:
    return pressed(*keys, after="HomeScreen", until_kind=until_kind)


SCENES: Sequence[Scene] = (
    Scene("welcome", "WelcomeCard", Stage.tutor),
    Scene("home", "HomeScreen", _at(None)),
    Scene("search", "SearchModal", _at(None), _home("slash", *"conc", until_kind="SearchModal")),
    Scene("paths", "PathsModal", _with_paths, _home("p", until_kind="PathsModal")),
    Scene("lesson", "LessonScreen", _at("tensors/names")),
    Scene("lesson-ran", "LessonScreen", _at("tensors/names"), pressed("a", after="LessonScreen")),
    Scene("lab-lesson", "PairLab", _at("tensors/names"), pressed("e", after="LessonScreen", until_kind="PairLab")),
    Scene("opening", "OpeningScreen", _at(None), shown(dialogs.opening)),
    Scene("exercise", "ExerciseScreen", _at("tensors/flip")),
    Scene("exercise-wrong", "ExerciseScreen", _at(ARCCOS, WRONG, answer=SINE), _checked()),
    Scene("exercise-details", "ExerciseScreen", _at(ARCCOS, WRONG, answer=SINE), _checked("ctrl+e")),
    Scene("exercise-error", "ExerciseScreen", _at(ARCCOS, ERROR, answer=TORCH_NAME), _checked()),
    Scene("exercise-right", "ExerciseScreen", _at(ARCCOS, RIGHT, answer=COSINE), _checked()),
    Scene("exercise-curves", "ExerciseScreen", _at(ARCCOS, TRAINED, answer=COSINE), _checked()),
    Scene("exercise-starter", "ExerciseScreen", _at(ARCCOS, WRONG), _sent("f5")),
    Scene("exercise-hints", "ExerciseScreen", _at(ARCCOS), _sent("f2", "f2")),
    Scene("exercise-choice", "ExerciseScreen", _at("tensors/join-axis")),
    Scene("exercise-predict", "ExerciseScreen", _at("tensors/halve")),
    Scene("lab", "ExerciseLab", _at(ARCCOS), _sent("f6", until_kind="ExerciseLab")),
    Scene("lab-quiz", "QuizLab", _given_up("tensors/join-axis"), _sent("f6", until_kind="QuizLab")),
    Scene("attempts", "HistoryModal", _at(ARCCOS), _sent("f7", until_kind="HistoryModal")),
    Scene("give-up", "ConfirmModal", _at("tensors/flip"), _sent("f3", until_kind="ConfirmModal")),
    Scene("solution", "SolutionModal", _at(ARCCOS), _sent("f3", until_kind="SolutionModal")),
    Scene("look-up", "LookupModal", _at(None), _looked_up("HomeScreen", "LookupModal", "nd.arccos")),
    Scene("look-up-nothing", "LookupModal", _at(None), _looked_up("HomeScreen", "LookupModal", "none of it")),
    Scene("look-up-beside", "ExerciseScreen", _at(ARCCOS), _looked_up("ExerciseScreen", "ExerciseScreen", "nd.arccos")),
    Scene("help", "HelpModal", _at(ARCCOS), _sent("f1", until_kind="HelpModal")),
    Scene("jump", "JumpModal", _at(ARCCOS), _sent("ctrl+backslash", until_kind="JumpModal")),
    Scene("palette", "CommandPalette", _at(ARCCOS), _sent("ctrl+p", until_kind="CommandPalette")),
    Scene("drill", "ExerciseScreen", _at(ARCCOS, RIGHT, answer=COSINE), _drilled),
    Scene("closing", "ClosingCard", _at(None), shown(dialogs.closed)),
    Scene("reviews", "ReviewsCard", _at(None), shown(dialogs.reviewed)),
    Scene("mistakes", "MistakesScreen", _at(None), _home("m", until_kind="MistakesScreen")),
    Scene("statistics", "StatisticsScreen", _at(None), _home("s", until_kind="StatisticsScreen")),
    Scene("statistics-nothing", "StatisticsScreen", _new, _home("s", until_kind="StatisticsScreen")),
    Scene("mistakes-nothing", "MistakesScreen", _new, _home("m", until_kind="MistakesScreen")),
    Scene("attempts-nothing", "HistoryModal", _at("tensors/halve"), _sent("f7", until_kind="HistoryModal")),
    Scene("paths-nothing", "PathsModal", _at(None), shown(dialogs.no_paths)),
    Scene("home-new", "HomeScreen", _new),
    Scene("home-help", "HelpModal", _at(None), _home("f1", until_kind="HelpModal")),
    Scene("placement", "ExerciseScreen", _at(None), _home("t", until_kind="ExerciseScreen")),
    Scene("placement-pause", "PauseCard", _at(None), _paused),
    Scene("placed", "PlacedCard", _at(None), shown(dialogs.placed)),
    Scene("race", "RaceScreen", _at(None), shown(dialogs.race)),
    Scene("race-end", "RaceScreen", _at(None), _raced),
    Scene("error", "ErrorDialog", _at(None), shown(dialogs.error)),
    Scene("unsaved", "UnsavedModal", _at(None), shown(dialogs.unsaved)),
    Scene("workshop", "WorkshopCard", _workshop(False), _home("w", until_kind="WorkshopCard")),
    Scene("sealed-report", "ReportCard", _workshop(True), _end_of_workshop),
    Scene("join", "JoinCard", _at(None), shown(dialogs.join)),
    Scene("your-class", "ClassCard", _at(None), shown(dialogs.member)),
    Scene("test-start", "StartCard", _assess),
    Scene("test", "ExerciseScreen", _assess, pressed("enter", after="StartCard", until_kind="ExerciseScreen")),
    Scene("test-pause", "PauseCard", _assess, _test_paused),
    Scene("test-end", "EndScreen", _assess, _end_of_test),
    Scene("class", "ClassScreen", _class, _class_read()),
    Scene("class-keys", "KeysCard", _class, _class_read("question_mark", until_kind="KeysCard")),
    Scene("class-project", "ProjectCard", _class, _class_read("p", until_kind="ProjectCard")),
)
