"""What a verdict says is said once, and is true."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from mxtutor.content.loader import load_exercise
from mxtutor.grading.protocol import Diagnosis, Report, Submission, Verdict
from mxtutor.grading.reports.quiz import grade
from mxtutor.progress.model import Draft
from mxtutor.ui.screens.solution import SolutionModal
from mxtutor.ui.widgets.code_view import CodePane
from mxtutor.ui.widgets.course_tree import CourseTree
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import COURSE, RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.test_exercise import shown

FLIP = "tensors/flip"


def graded(answer: str) -> Report:
    """Return the real report on an option."""
    exercise = load_exercise(COURSE / "exercises" / FLIP, FLIP)

    def never(_: object) -> object:
        raise AssertionError("a choice runs nothing")

    return grade(Submission(exercise, answer.encode()), never)  # type: ignore[arg-type]


def right_letter() -> str:
    return next(letter for letter in "abcd" if graded(letter).verdict is Verdict.RIGHT)


async def test_a_choice_says_each_sentence_once_and_marks_what_was_chosen(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    right = right_letter()
    wrong = "a" if right != "a" else "b"
    grader.reports = [graded(wrong), graded(right)]
    app = make_tutor(FLIP)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(wrong, "enter")
        await until(pilot, lambda: "Not right yet" in shown(app.screen, "#verdict"))
        text = shown(app.screen, "#verdict")
        why = graded(wrong).diagnosis[0].message
        assert text.count(why.replace("`", "")) == 1
        assert "✗ choice" not in text
        assert " ms on " not in text
        await pilot.press(right, "enter")
        await until(pilot, lambda: "✓ Right" in shown(app.screen, "#verdict"))
        assert "Right  Right" not in shown(app.screen, "#verdict")
        options = app.screen.query_one("#options", OptionList)
        prompts = {str(option.id): str(option.prompt) for option in options.options}
        lines = ["".join(part.text for part in options.render_line(y)) for y in range(options.size.height)]
        assert any("✓" in line and f"{right})" in line for line in lines), (lines, prompts)
        assert any("✗" in line and f"{wrong})" in line for line in lines)
        app.choose_glyphs("ascii")
        await pilot.pause()
        lines = ["".join(part.text for part in options.render_line(y)) for y in range(options.size.height)]
        assert any(f"+ {right})" in line for line in lines)


@pytest.mark.parametrize("code", ["undefined-name", "sine"])
async def test_a_hint_explains_a_mistake_only_where_something_is_left_to_explain(
    make_tutor: MakeTutor, grader: FakeGrader, code: str
) -> None:
    mistake = Diagnosis(code, "All of it. Do this.", "All of it.")
    grader.reports = [replace(WRONG, diagnosis=(mistake,))]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: "All of it." in shown(app.screen, "#verdict"))
        assert ("Do this." in shown(app.screen, "#verdict")) == (code == "undefined-name")
        listed = shown(app.screen, "#hints")
        assert ("what to do about your mistake" in listed) == (code == "sine"), listed


@pytest.mark.parametrize("pane", ["hints", "output"])
async def test_the_details_show_the_verdict_first_and_leave_its_headline_in_view(
    make_tutor: MakeTutor, pane: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: "Not right yet" in shown(app.screen, "#verdict"))
        app.screen.query_one(PaneTabs).choose(pane)
        await until(pilot, lambda: app.screen.query_one(f"#{pane}").display)
        await pilot.press("ctrl+e")
        await until(pilot, lambda: app.screen.query_one("#verdict").display)
        details = app.screen.query_one(".details")
        await until(pilot, lambda: details.display and details.region.height)
        verdict = app.screen.query_one("#verdict").region
        await until(pilot, lambda: details.region.y < verdict.bottom - 2)
        assert verdict.contains_region(app.screen.query_one(".headline").region)


@pytest.mark.parametrize("marks", ["unicode", "ascii"])
async def test_a_right_answer_beside_the_solution_is_not_marked_as_wrong(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, marks: str
) -> None:
    own = "import mxnet as mx\nfrom mxnet import nd\n\n\ndef arccos(x):\n    return mx.nd.arccos(x)\n"
    progress.save_draft("tensors/arccos", Draft(own))
    grader.reports = [RIGHT]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        app.choose_glyphs(marks)
        await pilot.press("f5")
        await until(pilot, lambda: "Right" in shown(app.screen, "#verdict"))
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, SolutionModal) and len(app.screen.query(".side")) == 2)
        mine = app.screen.query(".side").first()
        gutters = [str(one.visual) for one in app.screen.query(".gutter").results(Static)]
        assert [gutter.split() for gutter in gutters] == [["~"], ["~"]]
        rows = gutters[0].split("\n")
        assert [
            row for row, text in zip(rows, own.splitlines(), strict=False) if "return" not in text and row.strip()
        ] == []
        assert str(mine.border_title) == "Yours, also right"
        await pilot.press("right")
        await until(pilot, lambda: "also right  2 of 3" in str(app.screen.query(".side").last().border_title))
        assert "Yours" in str(app.screen.query(".side").first().border_title)


async def test_two_answers_of_different_width_stand_side_by_side_where_both_fit(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    wide = "    return nd.arccos(x)  # " + "long " * 8
    progress.save_draft("tensors/arccos", Draft(f"def arccos(x):\n{wide.rstrip()}\n"))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3", "y")
        await until(pilot, lambda: isinstance(app.screen, SolutionModal) and len(app.screen.query(".side")) == 2)
        mine, other = app.screen.query(".side")
        await until(pilot, lambda: mine.region.width)
        assert mine.region.y == other.region.y
        views = list(app.screen.query(CodePane))
        assert all(view.size.width >= max(map(len, view.code.splitlines())) for view in views)


async def test_a_long_line_beside_the_solution_is_cut_with_a_mark_and_scrolls(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.save_draft("tensors/arccos", Draft(f"def arccos(x):\n    return x  # {'long ' * 12}last\n"))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(60, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3", "y")
        await until(pilot, lambda: isinstance(app.screen, SolutionModal) and len(app.screen.query(".side")) == 2)
        mine = app.screen.query(CodePane).first()
        await until(pilot, lambda: mine.size.height == 2 and "›" in screen_text(app))
        await pilot.press("tab", "ctrl+pagedown")
        await until(pilot, lambda: "long last" in screen_text(app))


async def test_a_lesson_that_is_read_and_done_says_so_once_in_words(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.mark_read("tensors/names")
    for exercise in ("tensors/arccos", FLIP):
        progress.add_attempt(exercise, "mine = 1\n", replace(RIGHT, exercise=exercise))
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        tree = app.screen.query_one(CourseTree)
        lines = ["".join(part.text for part in tree.render_line(y)) for y in range(tree.size.height)]
        line = next(line for line in lines if "Names that changed" in line)
        assert "✓" not in line
        assert line.strip("│├└─ ").endswith("Names that changed  read, 2 of 2 done"), "beside the title"


def read(terminal: int) -> bytes:
    """Return what a terminal has got; nothing when its program has ended."""
    with contextlib.suppress(OSError):
        if select.select([terminal], [], [], 0.2)[0]:
            return os.read(terminal, 65536)
    return b""


def test_a_terminal_without_utf8_gets_marks_in_ascii(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))},
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "TERM": "xterm",
        "COLUMNS": "80",
        "MXTUTOR_HOME": str(tmp_path),
        "LINES": "24",
        "MXTUTOR_GRADER": "off",
    }
    child = subprocess.Popen(
        [sys.executable, "-m", "mxtutor"], stdin=follower, stdout=follower, stderr=follower, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(follower)
    seen, end = b"", time.monotonic() + 60
    try:
        while b"esc looks at the course" not in seen and time.monotonic() < end:
            seen += read(leader)
        os.write(leader, b"\x11")
        while child.poll() is None and time.monotonic() < end:
            seen += read(leader)
    finally:
        child.kill()
        child.wait()
        os.close(leader)
    assert seen.isascii()
    assert b"\\u25" not in seen
    drawn = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen)
    assert b"+- Welcome to mxtutor --" in drawn
