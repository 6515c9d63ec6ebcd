"""A tutor that runs as a session: its keys, what it leaves out, and its end with its server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from textual.binding import Binding

from mxtutor import served
from mxtutor.errors import UsageError
from mxtutor.served import Served
from mxtutor.ui import keys
from mxtutor.ui.keys import APP, EXERCISE, HOME, LESSON, RESERVED, SCREENS
from mxtutor.ui.screens.help import HelpModal
from tests.ui.conftest import MakeTutor, opened, screen_text, until


@pytest.fixture
def in_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process be a session."""
    for name, value in Served("served x").to_environment().items():
        monkeypatch.setenv(name, value)


def test_a_tutor_in_a_terminal_is_not_served() -> None:
    assert served.served() is None
    assert not keys.in_browser()
    assert EXERCISE.key("next") == "ctrl+n"
    assert EXERCISE.names("edit_outside") == "F4, ctrl+o"


@pytest.mark.usefixtures("in_browser")
def test_every_key_that_browsers_keep_has_another_one_which_messages_name() -> None:
    for table in (APP, *SCREENS):
        for row in table.offered():
            assert not RESERVED & set(row.shown), row.keys
            assert row.shown or row in (*table.commands(), *APP.rows), f"{row.help} is in the palette"
    assert EXERCISE.key("next") == "F9"
    assert EXERCISE.names("next_pane") == ""
    assert APP.key("quit") == "the palette (ctrl+p)"
    for table, shown in ((EXERCISE, "F9"), (LESSON, "n")):
        rows = (one for made in table.bindings() for one in Binding.make_bindings([made]) if one.key == "ctrl+n")
        assert [keys.instead_of(row) for row in rows] == [shown]
    assert keys.instead_of(Binding("f5", "check", "Check")) == ""


@pytest.mark.usefixtures("in_browser")
def test_what_needs_the_learners_own_machine_is_off() -> None:
    assert not EXERCISE.works("edit_outside")
    assert not HOME.works("race")
    assert EXERCISE.works("check")
    assert "race" not in [row.action for row in HOME.offered()]
    assert "Edit outside" not in [row.command for row in EXERCISE.commands()]


@pytest.mark.usefixtures("in_browser")
async def test_help_and_keys_leave_out_what_does_not_work(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f4", "f1", "f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal))
        text = screen_text(app)
        assert "EDITOR" not in text
        assert "ctrl+n" not in text
        assert "F9" in text
        await pilot.press("escape", "ctrl+p")
        await until(pilot, lambda: "Exercise: Check" in screen_text(app))
        await pilot.press(*"race")
        await until(pilot, lambda: "Exercise: Check" not in screen_text(app))
        assert "The race" not in screen_text(app)
        await pilot.press(*["backspace"] * 4, *"download")
        await until(pilot, lambda: "Download my work" in screen_text(app))


@pytest.mark.parametrize("text", ["x", "[]", '{"other": 1}', '"caller"'])
def test_a_damaged_variable_is_one_clear_line(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(served.VARIABLE, text)
    with pytest.raises(UsageError, match="set by `mxtutor serve` only"):
        served.served()


def test_a_session_ends_when_its_server_is_gone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, **Served("served x").to_environment(), "MXTUTOR_HOME": str(home)}
    environment["TEXTUAL_DRIVER"] = "mxtutor.ui.platform.page_driver:PageDriver"
    session = subprocess.Popen(
        [sys.executable, "-m", "mxtutor"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert session.stdin is not None
    assert session.stdout is not None
    assert session.stdout.readline() == b"__GANGLION__\n"
    size = json.dumps({"type": "resize", "width": 100, "height": 30}).encode()
    session.stdin.write(b"M" + len(size).to_bytes(4, "big") + size)
    session.stdin.close()  # as the kernel does when the server is killed
    session.stdout.read()
    assert session.wait(60) == 0
