"""Workshops in plain mode: the time of parts, what a sealed one closes, its end and its report."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from mxtutor.content.loader import load_course
from mxtutor.content.plan import course_of, without_lessons
from mxtutor.grading.protocol import Report
from mxtutor.live.record import sealed_home
from mxtutor.plain.commands import COMMANDS
from mxtutor.plain.session import PlainSession
from mxtutor.plain.spoken import spelled
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import PlainTutor
from mxtutor.progress.store import open_store
from mxtutor.reporting.workshop_words import SEALED_RULES
from mxtutor.session.guide import ENDED, OVER, SealedGuide, WorkshopGuide
from mxtutor.session.rules import EXAMINATION
from tests.ui.fakes import COURSE, ERROR, RIGHT, WRONG, FakeGrader
from tests.ui.test_sealed import EXAM, SECRETS
from tests.ui.workshops import Clocks, guide

ARCCOS, JOIN = "tensors/arccos", "tensors/join-axis"
Line = str | Callable[[], object]
"""What is typed, or what happens before the next line is typed."""


class _Typing(io.BytesIO):
    """Lines, and things that happen between them."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        super().__init__()
        self._lines = list(lines)

    def readline(self, size: int | None = -1, /) -> bytes:
        while self._lines and not isinstance(self._lines[0], str):
            self._lines.pop(0)()  # type: ignore[operator]
        line = self._lines.pop(0) if self._lines else b""
        return line if isinstance(line, bytes) else f"{line}\n".encode()


def _attend(home: Path, guide: WorkshopGuide, *typed: Line, grader: FakeGrader | None = None) -> str:
    """Run one plain mode on a workshop, and return what it writes."""
    written, workshop = io.StringIO(), guide.workshop
    course = course_of(workshop.path, load_course(COURSE), workshop.file)
    progress = open_store(home)
    session = PlainSession(
        Terminal(_Typing(typed), written, interactive=False),
        without_lessons(course) if workshop.sealed else course,
        progress,
        grader or FakeGrader(),
        guide=guide,
    )
    PlainTutor(session).run()
    assert session.attendance is not None
    session.attendance.close()
    progress.close()
    return written.getvalue()


def _exam(clocks: Clocks, **changes: object) -> SealedGuide:
    return SealedGuide(replace(EXAM, **changes), clock=lambda: clocks.seconds, now=lambda: clocks.now)  # type: ignore[arg-type]


@pytest.fixture
def clocks() -> Clocks:
    """Clocks that stand still."""
    return Clocks()


def _pass(clocks: Clocks, minutes: float) -> Callable[[], None]:
    """Return what lets time pass on the clock of the day."""

    def move() -> None:
        clocks.now += timedelta(minutes=minutes)

    return move


def test_the_time_of_a_part_is_counted_kept_and_said(home: Path, clocks: Clocks) -> None:
    def work() -> None:
        clocks.seconds += 50

    def save_a_step() -> None:
        first.timer.step()

    first = guide(clocks)
    said = _attend(home, first, "open tensors/arccos", *[work, save_a_step] * 12, "time", work, save_a_step)
    assert "Part 1, Names that changed: 2 exercises, 3.5 points, 25 minutes planned, 10 minutes used." in said
    again = guide(clocks)
    said = _attend(home, again, "time", "open tensors/flip", work, save_a_step, work, save_a_step, "time")
    assert said.count("25 minutes planned, 10 minutes used.") == 2
    assert "Part 2, Axes: 2 exercises, 2 points, 40 minutes planned, 1 minute used." in said


def test_the_end_of_a_part_is_announced_once_and_nothing_closes(home: Path, clocks: Clocks) -> None:
    made = guide(clocks)
    made.timer.used["Names that changed"] = 60 * 25 - 250.0
    store = open_store(home)
    made.save(store)
    store.close()

    def work() -> None:
        clocks.seconds += 59

    typed: list[Line] = [work, "where"] * 6
    said = _attend(home, made, "open tensors/arccos", *typed)
    assert said.count("4 minutes left for the part Names that changed.") == 1
    assert said.count(" seconds left for the part Names that changed.") == 1
    assert said.count("The time for 'Names that changed' is over. Nothing closes: go on as you like.") == 1


def test_the_greeting_and_the_rules_are_read_once_and_on_request(home: Path, clocks: Clocks) -> None:
    first = _attend(home, guide(clocks))
    second = _attend(home, guide(clocks))
    asked = _attend(home, guide(clocks), "workshop")
    assert [text.count("Welcome. We port a small net") for text in (first, second, asked)] == [1, 0, 1]
    assert "Start: today 12:00 (in 30 minutes)." in first


def test_units_are_words() -> None:
    assert spelled("in 2 h 10 min, 1 min, 7.5 min, 30 s, 3 p") == (
        "in 2 hours 10 minutes, 1 minute, 7.5 minutes, 30 seconds, 3 p"
    )


def test_a_sealed_workshop_closes_every_command_that_is_not_listed(home: Path, clocks: Clocks) -> None:
    closed = [command.name for command in COMMANDS if not EXAMINATION.action("plain", command.name)]
    assert set(closed) >= {"hint", "solution", "lookup", "details", "edit", "use", "review", "placement", "more"}
    said = _attend(home, _exam(clocks), "open tensors/arccos", "yes", *closed)
    for name in closed:
        assert f"The command {name} does not work here." in said
    assert "Hint 1" not in said
    assert "hint, next" not in said


@pytest.mark.parametrize("report", [WRONG, ERROR, RIGHT])
def test_a_sealed_verdict_says_nothing_that_helps(home: Path, clocks: Clocks, report: Report) -> None:
    grader = FakeGrader()
    grader.reports = [report] * 3
    typed = ["open tensors/arccos", "yes", "code", "x = 1", ".", "check", "check", "run", "history"]
    said = _attend(home, _exam(clocks), *typed, grader=grader)
    shown = said.split("Type check to check it.")[1]
    assert "Verdict: " in shown
    assert [secret for secret in (*SECRETS, "step by step") if secret in shown.lower()] == []


def test_a_part_begins_after_a_question_and_its_rules_are_read_first(home: Path, clocks: Clocks) -> None:
    exam = _exam(clocks)
    said = _attend(
        home, exam, "open tensors/arccos", "no", "where", "open tensors/arccos", "yes",
        _pass(clocks, 3), "time", _pass(clocks, 21.5), "time",
    )  # fmt: skip
    assert said.count(SEALED_RULES[1]) == 1
    assert "with the command end" in said
    assert said.index("Not begun.") < said.index("You are at the course. 0 of 4", said.index("Not begun."))
    assert "25 minutes, 22 minutes left." in said
    assert "25 minutes, 30 seconds left." in said
    assert set(exam.sitting.parts) == {"Names that changed"}


def test_nothing_opens_before_the_start(home: Path, clocks: Clocks) -> None:
    said = _attend(home, _exam(clocks, start=clocks.now + timedelta(minutes=30)), "open tensors/arccos", "yes")
    assert "This workshop begins in 30 minutes." in said
    assert "PyTorch reference" not in said


def test_no_lesson_opens_in_a_sealed_workshop(home: Path, clocks: Clocks) -> None:
    said = _attend(home, _exam(clocks), "open tensors/names", "next", "yes", "back", "where", "list part-1")
    assert "There is no exercise, lesson or topic 'tensors/names'." in said
    assert "End of the lesson" not in said
    assert said.count("You are at the course.") >= 3


def test_a_check_after_the_end_of_its_part_does_not_count(home: Path, clocks: Clocks) -> None:
    grader = FakeGrader()
    grader.reports = [WRONG, RIGHT, RIGHT]
    exam = _exam(clocks)
    typed: list[Line] = ["open tensors/arccos", "yes", "code", "x = 1", ".", "check", _pass(clocks, 26), "check"]
    said = _attend(home, exam, *typed, grader=grader)
    assert OVER in said
    store = open_store(home)
    assert [attempt.verdict is None for attempt in store.attempts(ARCCOS)].count(False) == 1
    assert store.standing(ARCCOS).status == "tried"
    store.close()


def test_it_ends_with_everything_right_in_a_report(home: Path, clocks: Clocks) -> None:
    grader = FakeGrader()
    grader.reports = [RIGHT] * 4
    exam = _exam(clocks)
    typed: list[str] = []
    for number, exercise in enumerate(exam.workshop.path.exercises):
        answers = {"tensors/flip": ["a"], JOIN: ["answer (5, 2)"]}
        kind = answers.get(exercise, ["code", f"x = {number}", ".", "check"])
        typed += [f"open {exercise}", *(["yes"] if number in (0, 2) else []), *kind]
    said = _attend(home, exam, *typed, grader=grader)
    assert "The workshop has ended because every exercise is right." in said, said
    assert "You have 5.5 of 5.5 points." in said
    assert f"{JOIN}: right, 2.5 of 2.5 points, 0 minutes." in said
    file = sealed_home(exam.workshop) / "report.json"
    told = json.loads(file.read_text("utf-8"))
    assert (told["points"], told["sealed"], told["ending"]) == (5.5, False, "done")
    assert f"The report is in {file.parent}" in said


def test_the_learner_ends_it_and_nothing_counts_any_more(home: Path, clocks: Clocks) -> None:
    grader = FakeGrader()
    grader.reports = [RIGHT]
    typed = ["open tensors/arccos", "yes", "end", "no", "end", "yes", "code", "x = 1", ".", "check", "end", "time"]
    said = _attend(home, _exam(clocks), *typed, grader=grader)
    assert "It goes on." in said
    assert ENDED in said
    assert said.count("The workshop has ended because the learner ended it.") == 2
    later = _attend(home, _exam(clocks))
    assert "The workshop has ended because the learner ended it." in later


def test_it_ends_when_the_time_of_all_parts_is_over(home: Path, clocks: Clocks) -> None:
    typed: list[Line] = ["open tensors/arccos", "yes", "open tensors/flip", "yes", _pass(clocks, 41), "where"]
    said = _attend(home, _exam(clocks), *typed)
    assert "The time for 'Names that changed' is over. Answers to it no longer count; your work is kept." in said
    assert "The workshop has ended because the time of all parts was over." in said


def test_outside_of_a_workshop_its_commands_do_not_exist(home: Path, talk: Callable[..., str]) -> None:
    said = talk("help", "time", "workshop", "end")
    assert "reads the greeting, the parts" not in said
    assert [f"The command {name} does not work here." in said for name in ("time", "workshop", "end")] == [True] * 3
