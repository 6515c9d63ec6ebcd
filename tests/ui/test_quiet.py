"""A tutor that nobody uses: its cursor stands still, and it looks at the grader seldom."""

from __future__ import annotations

import pytest
from textual.widgets import TextArea

from mxtutor.grading.protocol import GraderState
from mxtutor.ui import grader_watch, quiet
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import FakeGrader


def _blinks(editor: TextArea) -> bool:
    return editor.cursor_blink


def _wakes(editor: TextArea) -> bool:
    return editor.blink_timer._active.is_set()


async def test_the_cursor_of_a_quiet_tutor_stands_still_until_the_next_key(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TextArea.cursor_blink, "_default", True)
    monkeypatch.setattr(quiet, "SECONDS", 0.3)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(TextArea)
        editor.focus()
        await until(pilot, lambda: not _blinks(editor), "the cursor stands still")
        assert editor._draw_cursor, "the cursor is shown"
        assert not _wakes(editor), "no timer wakes the tutor"
        assert app._quiet._timer is not None
        app._quiet._timer.stop()  # or the cursor may stand still again before the test looks
        await pilot.pause()
        await pilot.press("x")
        assert _blinks(editor)
        assert "x" in editor.text


async def test_an_editor_that_is_closed_meanwhile_is_left_alone(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TextArea.cursor_blink, "_default", True)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(TextArea)
        editor.focus()
        await pilot.pause()
        app._quiet.rest()
        assert not editor.cursor_blink
        await app.pop_screen()
        await pilot.press("f1")
        assert not editor.cursor_blink


async def test_a_grader_that_is_ready_and_fails_later_is_noticed(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grader_watch, "READY_SECONDS", 0.1)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.grader_state is not None and app.grader_state.phase == "ready")
        broken = GraderState("broken", "The process that grades has ended.")
        monkeypatch.setattr(FakeGrader, "state", property(lambda self: broken))
        await until(pilot, lambda: app.grader_state is not None and app.grader_state.phase == "broken")
