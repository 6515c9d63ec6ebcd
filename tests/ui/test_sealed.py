"""A sealed workshop in the tutor: what it allows, the time of its parts, its end and its report."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from mxtutor.classroom.examination import workshop_hash
from mxtutor.content.loader import load_course
from mxtutor.grading.protocol import Verdict
from mxtutor.live.record import ServedRecord, sealed_home
from mxtutor.reporting.without_help import DIFFERS
from mxtutor.session.guide import ENDED, OVER, SealedGuide
from mxtutor.ui.app import TutorApp
from mxtutor.ui.commands import Commands, commands_of
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.keys import APP, SCREENS
from mxtutor.ui.messages import Opens
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.workshop import Attendance
from mxtutor.ui.widgets.answer_editor import MARK_SECONDS, AnswerEditor, CompletionList
from mxtutor.ui.widgets.course_tree import CourseTree
from tests.serving.examiners import OneExaminer
from tests.ui.conftest import opened, told, until
from tests.ui.fakes import COURSE, ERROR, REVIEW, RIGHT, WRONG, FakeGrader, InjectedStore, opener
from tests.ui.test_exercise import shown
from tests.ui.workshops import WORKSHOP, Clocks

EXAM = replace(
    WORKSHOP, sealed=True, hints="never", solutions="never", greeting="", start=None, due=None, late="accepted"
)
MakeExam = Callable[..., TutorApp]
SECRETS = (
    "nd.arccos", "arccos()", "spells", "inverse sine", "in front", "numpy name",  # hint, mistake, explanation
    "3.14159", "2.0943952", "tensor([1.5708", "seed", "look a name up", "nd.array([-1.0",  # PyTorch's result, a repeat
)  # fmt: skip
"""What help about the exercise would show, in lower case."""


@pytest.fixture
def clocks() -> Clocks:
    """Clocks that stand still."""
    return Clocks()


@pytest.fixture
def make_exam(grader: FakeGrader, progress: InjectedStore, clocks: Clocks) -> MakeExam:
    """Return what makes the tutor on the sealed workshop; each call is one start of the tutor."""

    def make(start_at: str | None = None, record: ServedRecord | None = None) -> TutorApp:
        guide = SealedGuide(EXAM, clock=lambda: clocks.seconds, now=lambda: clocks.now)
        guide.record = record or guide.record
        guide.greeted = True
        guide.save(progress)
        return TutorApp(lambda: load_course(COURSE), grader, opener(progress), start_at=start_at, workshop=guide)

    return make


async def begin(pilot: Pilot[None], exercise: str = "ExerciseScreen") -> None:
    """Agree to begin a part, and wait for its exercise."""
    await opened(pilot, "ConfirmModal")
    await pilot.press("y")
    await opened(pilot, exercise)


async def checked(pilot: Pilot[None]) -> None:
    """Check the answer, and wait until its report shows and is stored."""
    app = pilot.app
    assert isinstance(app, TutorApp)
    assert app.session is not None
    await pilot.press("f5")
    await until(pilot, lambda: not app.screen.checking, "the check ends")  # type: ignore[attr-defined]
    await until(pilot, lambda: app.screen.query_one(ReportView).report is not None, "a report shows")
    await app.session.ask(lambda progress: progress.notice)
    await pilot.pause()


def words(screen: Screen[object]) -> str:
    """Return everything that a screen says, without the task and the learner's answer."""
    parts = [
        node for node in screen.query(Static) if not any(up.id in ("task-pane", "answer") for up in node.ancestors)
    ]
    return "\n".join(str(part.visual) for part in parts).lower()


def is_other(app: TutorApp, before: object) -> bool:
    """Return whether another screen is open."""
    return app.screen is not before and app.screen.is_mounted


def guide_of(app: TutorApp) -> SealedGuide:
    """Return the guide of the workshop that runs."""
    assert app.session is not None
    assert isinstance(app.session.guide, SealedGuide)
    return app.session.guide


async def test_no_key_of_any_screen_gives_help(
    make_exam: MakeExam, grader: FakeGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    grader.reports = [WRONG, RIGHT]
    app = make_exam("tensors/arccos")
    keys = [row.keys.partition(",")[0] for table in (*SCREENS, APP) for row in table.rows]
    keys = [*(key for key in dict.fromkeys(keys) if key != "no_key"), "f6", "f5"]
    for leaving in ("ctrl+q", "q", "ctrl+n", "f9", "ctrl+z", "ctrl+y"):  # they give no help and end the walk
        keys = [key for key in keys if key != leaving]
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        for key in keys:
            if type(app.screen).__name__ == "HomeScreen":
                await pilot.press("c")
            if type(app.screen).__name__ == "ExerciseScreen":
                app.screen.set_focus(None)
            await pilot.press(key)
            await until(pilot, lambda: not getattr(app.screen, "checking", False), "the check ends")
            await pilot.pause()
            kind = type(app.screen).__name__
            assert kind in {
                "HomeScreen", "ExerciseScreen", "HistoryModal", "HelpModal", "CommandPalette", "WorkshopCard",
                "ConfirmModal", "JumpModal",
            }, key  # fmt: skip
            said = words(app.screen)
            assert not [secret for secret in SECRETS if secret in said], (key, said)
            if kind not in ("HomeScreen", "ExerciseScreen"):
                await pilot.press("escape")
                await pilot.pause()
        assert len(grader.graded) == 2
        assert all(seed > 0 for _, _, seed in grader.played)
        assert len({seed for _, _, seed in grader.played}) == len(grader.played) > 1
        assert all(answer.seed is None for answer in grader.graded)


async def test_no_message_and_no_command_of_the_palette_opens_help(make_exam: MakeExam) -> None:
    app = make_exam()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        closed: dict[Opens, str] = {"lesson": "tensors/names", "lookup": "acos", "race": "", "search": ""}
        for what, identity in closed.items():
            app.open(what, identity)
            await pilot.pause()
        await until(pilot, lambda: not [w for w in app.workers if w.is_running and w.group != "start"])
        assert type(app.screen).__name__ == "HomeScreen"
        commands = commands_of(app, app.screen)
        titles = {command.title.partition(": ")[2] for command in commands}
        assert titles >= {"Help", "Quit", "End the workshop", "This workshop"}
        assert not titles & {"Search", "Look up a name", "The race", "Hint", "Solution", "Edit outside"}
        hits = [str(hit.text) async for hit in Commands(app.screen).search("names")]
        assert not [hit for hit in hits if "Names that changed" in hit]
        rows = app.screen.query_one(CourseTree).root.children[0].children
        assert [str(row.label) for row in rows if "Joining" in str(row.label)] == []


async def test_a_report_shows_the_verdict_and_nothing_that_helps(
    make_exam: MakeExam, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports, grader.said = [WRONG, ERROR, RIGHT], REVIEW
    app = make_exam("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press("x")
        await checked(pilot)
        said = shown(app.screen, "#verdict")
        assert app.screen.check_action("live", ()) is False
        assert "3 of 5 values differ" in said
        assert DIFFERS in said
        assert "Compare step by step" not in said
        assert "-1.5707964" in said  # what the answer gave
        await pilot.press("y")
        await checked(pilot)
        assert "no attribute 'acos'" in shown(app.screen, "#verdict")
        await pilot.press("z")
        await checked(pilot)
        said = shown(app.screen, "#verdict")
        assert "Agrees with PyTorch" in said
        assert "idiomatic" not in said
    assert grader.reviewed == []
    kept = [progress.report(attempt.number) for attempt in progress.attempts("tensors/arccos")]
    assert len(kept) == 3
    text = json.dumps([report.to_json() for report in kept if report])
    assert not [secret for secret in ("nd.arccos", "2.0943952", "nd.array(") if secret in text]


async def test_checks_after_the_end_of_a_part_do_not_count(
    make_exam: MakeExam, grader: FakeGrader, progress: InjectedStore, clocks: Clocks
) -> None:
    grader.reports = [WRONG, RIGHT]
    app = make_exam("tensors/arccos")
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await begin(pilot)
        assert "Names that changed: 25 min left" in str(app.screen.query_one(TitleBar).render())
        clocks.now += timedelta(minutes=10)
        await pilot.press("x")
        await checked(pilot)
        clocks.now += timedelta(minutes=15)
        await until(pilot, lambda: "time is over" in str(app.screen.query_one(TitleBar).render()))
        await until(pilot, lambda: "no longer count" in told(app), "a message")
        await pilot.press("y")
        await checked(pilot)
        assert OVER in shown(app.screen, "#verdict")
        assert guide_of(app).sitting.ended is None
    standing = progress.standing("tensors/arccos")
    assert (standing.attempts, standing.last) == (1, Verdict.WRONG)
    late = progress.attempts("tensors/arccos")[0]
    assert late.verdict is None
    assert "y" in late.code


async def test_a_check_that_was_asked_for_in_time_counts_although_its_report_is_late(
    make_exam: MakeExam, grader: FakeGrader, progress: InjectedStore, clocks: Clocks
) -> None:
    import threading

    grader.reports, grader.gate = [RIGHT], threading.Event()
    app = make_exam("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot)
        await pilot.press("x", "f5")
        await until(pilot, lambda: grader.graded, "the check runs")
        clocks.now += timedelta(minutes=26)
        grader.gate.set()
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None, "a report shows")
        assert OVER not in shown(app.screen, "#verdict")
    assert progress.standing("tensors/arccos").status == "done"


async def test_the_learner_ends_it_and_gets_an_unsealed_report(
    make_exam: MakeExam, grader: FakeGrader, progress: InjectedStore, clocks: Clocks
) -> None:
    grader.reports = [WRONG, RIGHT]
    app = make_exam("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        clocks.now += timedelta(minutes=2)
        await pilot.press("x")
        await checked(pilot)
        clocks.now += timedelta(minutes=1)
        await pilot.press("y")
        await checked(pilot)
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        await pilot.press("e")
        await opened(pilot, "ConfirmModal")
        await pilot.press("n")
        await opened(pilot, "HomeScreen")
        assert guide_of(app).sitting.ended is None
        await pilot.press("e", "y")
        await opened(pilot, "ReportCard")
        assert "1 of 5.5 points" in shown(app.screen, ".card")
        assert "Unsealed: It proves nothing" in shown(app.screen, ".card")
    folder = sealed_home(EXAM)
    report = json.loads((folder / "report.json").read_text())
    assert (report["ending"], report["sealed"], report["points"]) == ("learner", False, 1.0)
    assert report["workshop"]["hash"] == workshop_hash(EXAM)
    first = report["exercises"][0]
    assert (first["verdict"], first["attempts"], first["first_try"], first["seconds"]) == ("right", 2, False, 180.0)
    assert first["seeds"] == [WRONG.seed, RIGHT.seed]
    assert report["parts"][0]["seconds"] == 180.0
    assert report["parts"][1]["opened"] is None
    assert "tensors/arccos" in (folder / "report.html").read_text()

    again = make_exam("tensors/arccos")  # after the end nothing counts, and the report is there
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("w")
        await checked(pilot)
        assert ENDED in shown(again.screen, "#verdict")
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: guide_of(again).made is not None, "the report is read")
        await pilot.press("e")
        await opened(pilot, "ReportCard")
    assert json.loads((folder / "report.json").read_text()) == report


async def test_it_ends_when_all_is_right(
    make_exam: MakeExam, grader: FakeGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Attendance, "SECONDS", 0.05)
    grader.reports = [RIGHT]
    app = make_exam("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        for number in range(4):
            if number == 2:
                await begin(pilot)
            await until(pilot, lambda: type(app.screen).__name__ == "ExerciseScreen" and app.screen.is_mounted)
            await pilot.press("x" if app.screen.query("#editor") else "1")
            if number == 3:  # the last right answer ends the workshop
                await pilot.press("f5")
                break
            await checked(pilot)
            before = app.screen
            await pilot.press("ctrl+n")
            await until(pilot, partial(is_other, app, before), "what follows opens")
        await opened(pilot, "ReportCard")
    report = json.loads((sealed_home(EXAM) / "report.json").read_text())
    assert (report["ending"], report["points"], report["in_time"]) == ("done", 5.5, True)


async def test_a_served_report_has_what_the_server_saw_and_not_what_the_session_says(
    make_exam: MakeExam, grader: FakeGrader, clocks: Clocks, tmp_path: Path
) -> None:
    grader.reports = [RIGHT]  # it passes by the server
    examiner = OneExaminer(tmp_path, EXAM, now=lambda: clocks.now)
    try:
        app = make_exam("tensors/arccos", ServedRecord(examiner.enter("ana")))
        async with app.run_test(size=(80, 24)) as pilot:
            await begin(pilot)
            await pilot.press("x")
            await checked(pilot)
            await pilot.press("ctrl+b")
            await opened(pilot, "HomeScreen")
            await pilot.press("e", "y")
            await opened(pilot, "ReportCard")
            said = shown(app.screen, ".card")
            assert "0 of 5.5 points" in said
            assert "Sealed: A server graded" in said
        data = (sealed_home(EXAM) / "report.json").read_bytes()
        (kept,) = (tmp_path / "reports").glob("*.json")
        assert kept.read_bytes() == data
        report = json.loads(data)
        assert (report["learner"], report["ending"], report["sealed"]) == ("ana", "learner", True)
        assert report["parts"][0]["opened"] is not None
    finally:
        examiner.close()


async def test_a_server_that_is_away_loses_no_report(
    make_exam: MakeExam, clocks: Clocks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Attendance, "SECONDS", 0.05)
    examiner = OneExaminer(tmp_path, EXAM, now=lambda: clocks.now)
    app = make_exam("tensors/arccos", ServedRecord(examiner.enter("ana")))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        examiner.close()
        guide_of(app).end("learner")
        await opened(pilot, "ErrorDialog")
        assert "The server does not answer" in shown(app.screen, ".dialog")
    assert not (sealed_home(EXAM) / "report.json").exists()
    examiner = OneExaminer(tmp_path, EXAM, now=lambda: clocks.now)
    try:
        again = make_exam(None, ServedRecord(examiner.enter("ana")))
        async with again.run_test(size=(80, 24)) as pilot:
            await until(
                pilot, lambda: again.session and guide_of(again).sitting.parts, "the server knows what was opened"
            )
            guide_of(again).end("learner")
            await opened(pilot, "ReportCard")
        assert json.loads((sealed_home(EXAM) / "report.json").read_text())["sealed"]
    finally:
        examiner.close()


async def test_a_workshop_begins_at_its_start_and_not_before(
    grader: FakeGrader, progress: InjectedStore, clocks: Clocks
) -> None:
    exam = replace(EXAM, start=clocks.now + timedelta(minutes=5))
    guide = SealedGuide(exam, now=lambda: clocks.now)
    guide.greeted = True
    guide.save(progress)
    app = TutorApp(lambda: load_course(COURSE), grader, opener(progress), workshop=guide)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("c")
        await until(pilot, lambda: told(app) == "This workshop begins in 5 min.", "a message")
        clocks.now += timedelta(minutes=5)
        await pilot.press("c")
        await begin(pilot)


async def test_a_sealed_workshop_lets_the_learner_comment_and_helps_with_no_name(make_exam: MakeExam) -> None:
    app = make_exam("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        editor = app.screen.query_one(AnswerEditor)
        editor.take("y = torch.acos(x) + nd.on\nf(\n")
        editor.move_cursor((0, 25))
        editor.focus()
        await pilot.press("e", "ctrl+space")
        await pilot.pause(MARK_SECONDS + 0.1)
        assert not editor.marks
        assert not app.screen.query(CompletionList)
        assert editor.document[0] == "y = torch.acos(x) + nd.one"
        await pilot.press("ctrl+underscore")
        assert editor.document[0] == "# y = torch.acos(x) + nd.one"
