"""What the tutor must not import, and what its callers see."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from textual.app import App

from mxtutor.cli.text import level
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.app import TutorApp
from mxtutor.ui.glyphs import ASCII, UNICODE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.run import run_tutor
from mxtutor.ui.screens.search import SearchIndex
from tests.ui.fakes import COURSE, WRONG, FakeGrader, InjectedStore, opener


def test_the_first_paint_imports_nothing_that_it_does_not_show() -> None:
    heavy = {
        "mxtutor.content.model",
        "mxtutor.grading.protocol",
        "msgspec",
        "yaml",
        "markdown_it",
        "sqlite3",
        "textual.widgets._markdown",
        "textual.widgets._text_area",
    }
    code = f"import sys, mxtutor.ui.app\nprint(sorted({heavy!r} & set(sys.modules)))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"


def test_leaving_closes_grader_and_store_and_tells_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], progress: InjectedStore, home: Path
) -> None:
    def run_headless(self: TutorApp) -> None:
        App.run(self, headless=True, auto_pilot=None)

    monkeypatch.setattr(TutorApp, "run", run_headless)
    grader = FakeGrader()
    code = run_tutor(COURSE, start_at="tensors/arcos", grader=grader, progress_opener=opener(progress), home=home)
    assert code == 2
    assert grader.closed == 1
    assert progress.closed
    message = "mxtutor: There is no exercise, lesson or topic 'tensors/arcos'. Did you mean tensors/arccos"
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\x00\x07\x08b", "ab"),
        ("50%\r100%\nnext\r\n", "100%\nnext\n"),
        ("a\tb", "a   b"),
        ("\x9b31mx", "x"),
        ("\u202eevil", "evil"),
        ("[bold]not markup[/bold]", "[bold]not markup[/bold]"),
    ],
)
def test_captured_text_loses_its_codes_and_nothing_else(raw: str, shown: str) -> None:
    assert plain(raw) == shown


def test_code_in_prose_loses_its_backticks_only_in_pairs() -> None:
    assert str(prose("use `nd.dot` here")) == "use nd.dot here"
    assert str(prose("a lone ` stays")) == "a lone ` stays"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_bar_is_full_only_when_all_is_done(glyphs: object) -> None:
    bars = [glyphs.bar(done, 100, 8) for done in (0, 1, 50, 99, 100)]  # type: ignore[attr-defined]
    assert [bar.count(glyphs.bar_full) for bar in bars] == [0, 1, 4, 7, 8]  # type: ignore[attr-defined]
    assert glyphs.bar(0, 0, 8).count(glyphs.bar_empty) == 8  # type: ignore[attr-defined]


def test_heat_grows_with_the_error() -> None:
    shares = [0.0, 1.0, 1.1, 20.0, 1e5, 1e9, float("inf"), float("nan")]
    assert [level(share) for share in shares] == [0, 0, 1, 2, 6, 7, 7, 7]


def test_every_mark_is_one_cell_and_ascii_is_ascii() -> None:
    from rich.cells import cell_len

    for glyphs in (UNICODE, ASCII):
        marks = [glyphs.right, glyphs.wrong, glyphs.alert, glyphs.todo, glyphs.tried, glyphs.gave_up, glyphs.ready]
        assert all(cell_len(mark) == 1 for mark in marks)
        assert len(set(marks[:6])) == 6
        assert len(glyphs.heat) == 8
    assert "".join(getattr(ASCII, name) for name in ASCII.__slots__).isascii()


def test_the_report_of_the_fakes_is_one_that_travels() -> None:
    assert type(WRONG).from_json(WRONG.to_json()) == WRONG
    assert SearchIndex(()).find("x") == []


def test_leaving_does_not_wait_for_a_grader_that_will_not_close(
    monkeypatch: pytest.MonkeyPatch, progress: InjectedStore, home: Path
) -> None:
    monkeypatch.setattr(TutorApp, "run", lambda self: None)
    never = threading.Event()
    grader = FakeGrader()
    grader.close = never.wait  # type: ignore[method-assign, assignment]
    assert run_tutor(COURSE, start_at=None, grader=grader, progress_opener=opener(progress), home=home) == 0
    assert not never.is_set(), "leaving returned while the grader still closes"
    never.set()
