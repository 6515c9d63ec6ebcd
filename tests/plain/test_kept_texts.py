"""No text of a learner is lost: another editor's, a replaced one, and what a closed stream or a wrong path means."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from mxtutor.cli import main
from mxtutor.cli.setup import MakeGrader
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import run_plain
from mxtutor.progress.store import open_store
from tests.plain.conftest import Talk
from tests.ui.fakes import COURSE, FakeGrader

ARCCOS = "tensors/arccos"


class _Typed(io.BytesIO):
    """Typed lines; a function among them is called before the line after it is read."""

    def __init__(self, *steps: str | Callable[[], object]) -> None:
        super().__init__()
        self._steps = list(steps)

    def readline(self, _: int | None = -1, /) -> bytes:
        while self._steps:
            step = self._steps.pop(0)
            if isinstance(step, str):
                return f"{step}\n".encode()
            step()
        return b""


@pytest.fixture
def saved(home: Path, grader: FakeGrader) -> Callable[..., str]:
    """Return what types an answer, saves another text in its file, and types more lines."""

    def run(*typed: str) -> str:
        written = io.StringIO()
        file = home / "answers" / f"{ARCCOS}.py"
        mine = (f"open {ARCCOS}", "code", "mine = 1", ".")
        source = _Typed(*mine, lambda: file.write_text("theirs = 2\nmore = 3\n"), *typed)
        terminal = Terminal(source, written, interactive=False)
        assert run_plain(terminal, COURSE, grader=grader, open_progress=lambda: open_store(home)) == 0
        return written.getvalue()

    return run


def _texts(home: Path) -> tuple[str, set[str]]:
    """Return the answer, and the texts of the history."""
    store = open_store(home)
    draft, attempts = store.draft(ARCCOS), store.attempts(ARCCOS)
    store.close()
    assert draft is not None
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == draft.code
    assert len({one.code for one in attempts}) == len(attempts)
    return draft.code, {one.code for one in attempts}


@pytest.mark.parametrize("typed", ["line 1 x = 1", "insert 1 x = 1", "delete 1", "undo", "lines"])
def test_an_edit_takes_what_another_editor_has_saved(saved: Callable[..., str], home: Path, typed: str) -> None:
    assert "The answer file has changed. Its text is your answer now; undo takes it back." in saved(typed)
    assert _texts(home) == ("theirs = 2\nmore = 3\n", {"mine = 1\n"})


def test_the_next_edit_is_carried_out(saved: Callable[..., str], home: Path) -> None:
    said = saved("line 1 x = 1", "line 1 x = 1")
    assert "Nothing else was changed. Type lines to read it." in said
    assert _texts(home)[0] == "x = 1\nmore = 3\n"


def test_undo_of_another_editor_s_text_keeps_it_in_the_history(saved: Callable[..., str], home: Path) -> None:
    saved("lines", "undo")
    assert _texts(home) == ("mine = 1\n", {"mine = 1\n", "theirs = 2\nmore = 3\n"})


@pytest.mark.parametrize("typed", [("code", "new = 4", "."), ("reset",), ("code", "mine = 1", ".")])
def test_a_new_text_leaves_another_editor_s_in_the_history(
    saved: Callable[..., str], home: Path, typed: tuple[str, ...]
) -> None:
    assert "The answer file has changed. Its text is kept in the history." in saved(*typed)
    answer, texts = _texts(home)
    assert "theirs" not in answer
    assert texts == {"mine = 1\n", "theirs = 2\nmore = 3\n"}


def test_a_replaced_text_goes_to_the_history(talk: Talk, home: Path, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("c = 3\n")
    talk(f"open {ARCCOS}", "code", "a = 1", ".", "code", "b = 2", ".", f"use {tmp_path / 'x.py'}", "undo")
    assert _texts(home) == ("b = 2\n", {"a = 1\n", "b = 2\n", "c = 3\n"})


def test_the_text_before_the_editor_goes_to_the_history(
    home: Path, grader: FakeGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.plain.pages.editor_command", lambda: ["editor"])
    monkeypatch.setattr("mxtutor.plain.pages.edit", lambda *_, **__: "b = 2\n")
    terminal = Terminal(_Typed(f"open {ARCCOS}", "code", "a = 1", ".", "edit"), io.StringIO(), interactive=True)
    run_plain(terminal, COURSE, grader=grader, open_progress=lambda: open_store(home))
    assert _texts(home) == ("b = 2\n", {"a = 1\n"})


def test_a_home_folder_of_nobody_is_refused(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    said = talk(f"open {ARCCOS}", "use ~no-such-user/x.py", "where")
    assert "There is no home folder for ~no-such-user/x.py. Give the path without ~." in said
    assert main(["--pack", str(COURSE), "import", "~no-such-user/x.zip"]) == 2
    assert "There is no home folder for ~no-such-user/x.zip." in capsys.readouterr().err


def test_a_closed_standard_output_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, grader: FakeGrader
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    made = cast("MakeGrader", lambda **_: contextlib.nullcontext(grader))
    assert main(["--pack", str(COURSE), "--plain"], make_grader=made) == 2
    assert "Plain mode needs standard output, which is closed." in capsys.readouterr().err


def test_code_says_that_it_replaces_all_lines_and_undo_gets_them_back(talk: Talk) -> None:
    said = talk("code", "return nd.arccos(x)", ".", "undo", "lines", "quit", start_at="tensors/arccos")
    assert "Your answer has 1 line now." in said
    assert "This replaced all 6 lines that you had. Type undo to get them back." in said
    assert "def arccos(x):" in said.partition("Taken back.")[2]
