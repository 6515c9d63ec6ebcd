"""No text of a learner is lost: the editor, its undo, other editors, a second tutor, a terminal that is too small."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets.text_area import Selection

from mxtutor.content.loader import load_course
from mxtutor.external_editor import edit
from mxtutor.progress.answers import write_answer
from mxtutor.progress.model import Draft
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise import work
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from tests.ui.conftest import MakeTutor, opened, screen_text, told, until
from tests.ui.fakes import COURSE, FakeGrader, InjectedStore

LINES = "def f(x):\n    y = x\n\n    return y\n"


@pytest.mark.parametrize(
    ("start", "end", "indented"),
    [
        ((1, 4), (3, 2), "def f(x):\n        y = x\n\n        return y\n"),
        ((3, 2), (1, 4), "def f(x):\n        y = x\n\n        return y\n"),
        ((0, 0), (1, 0), "    def f(x):\n    y = x\n\n    return y\n"),
        ((1, 4), (1, 5), "def f(x):\n        y = x\n\n    return y\n"),
    ],
    ids=["down", "up", "whole line", "part of a line"],
)
async def test_tab_indents_what_is_selected_and_shift_tab_dedents_it(
    make_tutor: MakeTutor, start: tuple[int, int], end: tuple[int, int], indented: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        editor.take(LINES)
        editor.selection = Selection(start, end)
        chosen = editor.selected_text.split()
        await pilot.press("tab")
        assert editor.text == indented
        assert editor.selected_text.split() == chosen
        assert editor.has_focus
        await pilot.press("shift+tab")
        assert editor.text == LINES
        await pilot.press("ctrl+z")
        assert editor.text == indented


async def test_the_key_of_a_shell_deletes_a_word_and_leaves_nothing(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        editor.take("one two")
        editor.move_cursor((0, 7))
        await pilot.press("ctrl+w")
        assert editor.text == "one "
        await pilot.press("alt+backspace")
        assert editor.text == ""
        assert editor.has_focus


@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("a = 1\nreturn a", "    a = 1\n    return a"),
        ("    a = 1\n    return a\n", "    a = 1\n    return a\n"),
        ("a = 1\n    return a", "    a = 1\n    return a"),
        ("if x:\n    return a\nreturn b", "    if x:\n        return a\n    return b"),
        ("\tif x:\n\t\treturn a", "    if x:\n        return a"),
        ("a\n\nb", "    a\n\n    b"),
        ("one line", "    one line"),
        ("\ta = 'x\ty'\r\n\treturn a", "    a = 'x\ty'\n    return a"),
        ("import x\n\ndef f(x):\n    return x", "    import x\n\ndef f(x):\n    return x"),
    ],
)
async def test_a_pasted_block_is_indented_as_its_line(make_tutor: MakeTutor, pasted: str, expected: str) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        editor.take("def f(x):\n    ...")
        editor.selection = Selection((1, 4), (1, 7))
        app.post_message(Paste(pasted))
        await until(pilot, lambda: editor.text == f"def f(x):\n{expected}")


async def test_shift_tab_without_a_selection_dedents_the_line_and_tab_adds_blanks(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        editor.take("if x:\n      y = 1\n")
        editor.move_cursor((1, 8))
        await pilot.press("shift+tab")
        assert editor.text == "if x:\n  y = 1\n"
        assert editor.cursor_location == (1, 4)
        await pilot.press("shift+tab", "shift+tab")
        assert editor.text == "if x:\ny = 1\n"
        editor.move_cursor((1, 0))
        await pilot.press("tab")
        assert editor.text == "if x:\n    y = 1\n"


async def test_starting_over_is_undone_wherever_the_focus_is(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_draft("tensors/arccos", Draft("mine = 1\n"))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        app.screen.query_one("#verdict").focus()
        await until(pilot, lambda: not editor.has_focus)
        await pilot.press("f8")
        assert editor.text.startswith("import mxnet")
        app.screen.query_one("#verdict").focus()
        await until(pilot, lambda: not editor.has_focus)
        await pilot.press("ctrl+z")
        assert editor.text == "mine = 1\n"
        await pilot.press("ctrl+y")
        assert editor.text.startswith("import mxnet")


@pytest.mark.parametrize(
    ("theirs", "cursor"),
    [
        ("a = 1\nb = 2\nc = 3\nd = 4\n", (1, 3)),
        ("new = 0\na = 1\nb = 2\nc = 3\n", (2, 3)),
        ("a = 1\nb = 200\nc = 3\n", (1, 3)),
        ("z\n", (1, 0)),
    ],
    ids=["a line below", "a line above", "the line itself", "all else"],
)
async def test_a_change_from_outside_leaves_the_cursor_where_it_was(
    make_tutor: MakeTutor, progress: InjectedStore, home: Path, theirs: str, cursor: tuple[int, int]
) -> None:
    progress.save_draft("tensors/arccos", Draft("a = 1\nb = 2\nc = 3\n", (1, 3)))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        write_answer(home, "tensors/arccos", theirs)
        editor = app.screen.query_one(AnswerEditor)
        await until(pilot, lambda: editor.text == theirs)
        assert editor.cursor_location == cursor


@pytest.mark.parametrize("size", [(40, 12), (120, 10)])
async def test_the_focus_comes_back_with_the_screen(make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: not editor.has_focus)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: editor.has_focus)
        await pilot.press(*"xyz")
        assert "xyz" in editor.text


async def test_what_the_own_editor_replaces_is_among_the_attempts(
    make_tutor: MakeTutor, progress: InjectedStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import contextlib

    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\necho "theirs = 2" > "$1"\n')
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    progress.save_draft("tensors/arccos", Draft("mine = 1\n"))
    app = make_tutor("tensors/arccos")
    monkeypatch.setattr(app, "suspend", contextlib.nullcontext)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f4")
        await until(pilot, lambda: app.screen.query_one(AnswerEditor).text == "theirs = 2\n")
        await until(pilot, lambda: [a.code for a in progress.attempts("tensors/arccos")] == ["mine = 1\n"])


@pytest.mark.parametrize(("name", "argument"), [("vim", "+6 "), ("hx", ":6"), ("code", "--goto "), ("other", "arccos")])
async def test_the_own_editor_opens_at_the_line_to_fill_with_task_and_reference_below(
    make_tutor: MakeTutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, argument: str
) -> None:
    import contextlib

    seen, script = tmp_path / "seen", tmp_path / name
    script.write_text(
        f'#!/bin/sh\nfor last; do :; done\nfile="${{last%:*}}"\necho "$*" > {seen}\ncat "$file" >> {seen}\n'
        f"sed -i 's/    \\.\\.\\./    return nd.arccos(x)/' \"$file\"\n"
    )
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    app = make_tutor("tensors/arccos")
    monkeypatch.setattr(app, "suspend", contextlib.nullcontext)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        before = editor.text
        await pilot.press("f4")
        await until(pilot, lambda: editor.text == before.replace("...", "return nd.arccos(x)"))
        text = seen.read_text()
        assert argument in text.splitlines()[0]
        assert "# The PyTorch reference:" in text
        assert "#     return torch.acos(x)" in text
        assert before.splitlines()[5].strip() == "..."
        await until(pilot, lambda: "mxtutor watch" in screen_text(app))


def test_what_is_written_below_the_task_comes_back_too(tmp_path: Path) -> None:
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\necho "y = 2" >> "$1"\n')
    script.chmod(0o755)
    assert edit("x = 1\n", "arccos", [str(script)], task="Do it.\n\nSoon.") == "x = 1\ny = 2\n"


async def test_what_was_written_in_an_editor_that_fails_is_among_the_attempts(
    make_tutor: MakeTutor, progress: InjectedStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import contextlib

    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\necho "theirs = 2" > "$1"\nexit 1\n')
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    progress.save_draft("tensors/arccos", Draft("mine = 1\n"))
    app = make_tutor("tensors/arccos")
    monkeypatch.setattr(app, "suspend", contextlib.nullcontext)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f4")
        await until(pilot, lambda: [a.code for a in progress.attempts("tensors/arccos")] == ["theirs = 2\n"])
        assert app.screen.query_one(AnswerEditor).text == "mine = 1\n"


async def test_typing_without_a_pause_is_saved_all_the_same(
    make_tutor: MakeTutor, progress: InjectedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "SAVE_SECONDS", 3600.0)
    monkeypatch.setattr(work, "MOST_SECONDS", 0.05)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")

        async def typed() -> bool:
            await pilot.press("x")
            return progress.draft("tensors/arccos") is not None

        for _ in range(200):
            if await typed():
                break
        kept = progress.draft("tensors/arccos")
        assert kept is not None
        assert "x" in kept.code


def tutor(home: Path, stores: list[ProgressStore]) -> TutorApp:
    """Return a tutor with a store of its own in a home that others may share."""

    def opener() -> ProgressStore:
        stores.append(open_store(home))
        return stores[-1]

    return TutorApp(lambda: load_course(COURSE), FakeGrader(), opener, start_at="tensors/arccos")


async def test_two_tutors_keep_their_own_text_and_say_so(home: Path) -> None:
    stores: list[ProgressStore] = []
    one, other = tutor(home, stores), tutor(home, stores)
    async with one.run_test(size=(80, 24), notifications=True) as first:
        await opened(first, "ExerciseScreen")
        await first.press(*"AAA")
        await until(first, lambda: stores[0].draft("tensors/arccos"))
        async with other.run_test(size=(80, 24), notifications=True) as second:
            await opened(second, "ExerciseScreen")
            screen = other.screen
            assert isinstance(screen, ExerciseScreen)
            await until(second, lambda: "open in another mxtutor" in told(other))
            theirs = screen.query_one(AnswerEditor)
            assert "AAA" in theirs.text
            theirs.take("BBB = 1\n")
            await until(second, lambda: (d := stores[1].draft("tensors/arccos")) and "BBB" in d.code)
            mine = one.screen.query_one(AnswerEditor)
            await until(first, lambda: "open in another mxtutor" in told(one))
            mine.focus()
            await first.press(*"CC")
            await until(first, lambda: (d := stores[0].draft("tensors/arccos")) and "AAACC" in d.code)
            await first.pause(1.2)
            assert "AAACC" in mine.text
            assert theirs.text == "BBB = 1\n"
            assert any(a.code == "BBB = 1\n" for a in stores[0].attempts("tensors/arccos"))
            assert any("AAA" in a.code for a in stores[0].attempts("tensors/arccos"))


async def test_a_tutor_that_was_closed_frees_its_exercise(home: Path) -> None:
    stores: list[ProgressStore] = []
    for _ in range(2):
        app = tutor(home, stores)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await opened(pilot, "ExerciseScreen")
            await pilot.pause(0.2)
            assert not told(app)
        assert app.session is not None
        app.session.close()


async def test_selected_code_keeps_its_colours_in_every_theme(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        editor.load_text("def f(x):\n    return x\n")
        for theme in ("textual-dark", "textual-light"):
            app.theme = theme
            await pilot.pause()
            keyword = editor.get_component_rich_style("answer-editor--keyword", partial=True)
            back = editor.get_component_rich_style("text-area--selection").bgcolor
            editor.selection = Selection((0, 0), (0, 3))
            await pilot.pause()
            selected = next(s for s in editor.render_line(0) if s.text == "def" and s.style)
            assert selected.style is not None
            assert selected.style.color == keyword.color
            assert selected.style.bgcolor == back
