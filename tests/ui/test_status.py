"""Short messages show in the title bar and cover nothing; long ones show as toasts; marks change at once everywhere."""

from __future__ import annotations

import pytest
from textual.widgets._toast import Toast

from mxtutor.grading.protocol import GraderState
from mxtutor.ui import app as tutor_app
from mxtutor.ui.screens.base import KeyFooter, TitleBar
from mxtutor.ui.screens.help import HelpModal
from mxtutor.ui.widgets.course_tree import CourseTree
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import FakeGrader, InjectedStore


async def test_a_short_message_shows_in_the_title_bar_and_covers_no_line(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        app.notify("Copied.", markup=False)
        await until(pilot, lambda: "Copied." in str(app.screen.query_one(TitleBar).render()))
        await pilot.pause()
        assert not [toast for toast in app.screen.query(Toast) if toast.display]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_message_that_is_too_long_shows_as_a_toast(make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=size, notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        app.notify("word " * 30, markup=False)
        await until(pilot, lambda: [toast for toast in app.screen.query(Toast) if toast.display])
        await until(pilot, lambda: screen_text(app).count("word") == 30, "no word is cut off")
        assert "word" not in str(app.screen.query_one(TitleBar).render())


async def test_under_a_dialog_no_keys_show_and_a_message_shows_once(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = app.screen
        footer = screen.query_one(KeyFooter)
        app.notify("Copied.", markup=False)
        await until(pilot, lambda: "Copied." in str(screen.query_one(TitleBar).render()))
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal) and not footer.visible)
        await pilot.pause()
        assert not [toast for toast in app.screen.query(Toast) if toast.display]
        app.notify("Another message.", markup=False)
        await until(pilot, lambda: any("Another" in str(t.render()) for t in app.screen.query(Toast) if t.display))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen and footer.visible)


async def test_marks_of_ascii_show_at_once_in_the_map(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        tree = app.screen.query_one(CourseTree)

        def lines() -> str:
            return "\n".join("".join(s.text for s in tree.render_line(y)) for y in range(tree.size.height))

        assert not lines().isascii()
        app.choose_glyphs("ascii")
        await pilot.pause()
        assert lines().isascii()
        await until(pilot, lambda: progress.setting("glyphs") == "ascii")


@pytest.mark.parametrize("start", [None, "tensors/arccos", "tensors"])
async def test_ctrl_c_outside_the_editor_says_once_which_key_quits(make_tutor: MakeTutor, start: str | None) -> None:
    app = make_tutor(start)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen" if start == "tensors/arccos" else "HomeScreen")
        if start == "tensors/arccos":
            app.screen.query_one(PaneTabs).focus()
        await pilot.press("ctrl+c")
        await until(pilot, lambda: "q quits." in str(app.screen.query_one(TitleBar).render()))
        await pilot.pause()
        assert not [toast for toast in app.screen.query(Toast) if toast.display]
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app.screen.query(Toast))
        assert "q quits." in str(app.screen.query_one(Toast).render())


async def test_a_grader_that_is_ready_and_fails_later_is_noticed(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tutor_app, "READY_SECONDS", 0.1)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.grader_state is not None and app.grader_state.phase == "ready")
        broken = GraderState("broken", "The process that grades has ended.")
        monkeypatch.setattr(FakeGrader, "state", property(lambda self: broken))
        await until(pilot, lambda: app.grader_state is not None and app.grader_state.phase == "broken")
