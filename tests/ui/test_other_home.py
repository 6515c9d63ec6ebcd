"""The home folder that is handed in is the only one that a screen and the store below it touch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.content.loader import load_course
from mxtutor.progress.answers import write_answer
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_json
from mxtutor.ui.app import TutorApp
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from tests.ui.conftest import opened, until
from tests.ui.fakes import COURSE, FakeGrader

ARCCOS = "tensors/arccos"
PACKAGE = Path(__file__).resolve().parents[2] / "mxtutor"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ProgressStore]:
    """Return a real store in a folder that MXTUTOR_HOME does not name."""
    opened_store = open_store(tmp_path / "own")
    yield opened_store
    opened_store.close()


async def test_the_editor_follows_the_store_s_folder_and_not_mxtutor_home(home: Path, store: ProgressStore) -> None:
    write_answer(home, ARCCOS, "elsewhere = 1\n")
    app = TutorApp(lambda: load_course(COURSE), FakeGrader(), lambda: store, start_at=ARCCOS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        write_answer(home, ARCCOS, "elsewhere = 2\n")
        write_answer(store.home, ARCCOS, "own = 1\n")
        await until(pilot, lambda: editor.text == "own = 1\n")
        await pilot.press("end", "x")
        await until(pilot, lambda: (draft := store.draft(ARCCOS)) and "x" in draft.code)
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "elsewhere = 2\n"
    assert not list(home.glob("progress.db*")), "no store is made there"


def test_an_export_reads_the_folder_that_it_is_given(home: Path, store: ProgressStore, tmp_path: Path) -> None:
    from mxtutor.progress.model import Draft
    from mxtutor.progress.transfer import export_to

    open_store(home).save_draft(ARCCOS, Draft("elsewhere"))
    store.save_draft(ARCCOS, Draft("own"))
    export_to(tmp_path / "work.json", store.home)
    assert "own" in (tmp_path / "work.json").read_text()
    assert "elsewhere" not in (tmp_path / "work.json").read_text()
    assert export_json(store)["exercises"][0]["answer"] == "own"


def test_no_screen_asks_for_the_usual_home() -> None:
    """Commands do, and what has folders of its own in it: own code, sealed workshops, the homes of a server."""
    callers = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Attribute) and ast.unparse(node) == "paths.home"
            imported = isinstance(node, ast.ImportFrom) and node.module == "mxtutor.paths"
            if named or (isinstance(node, ast.ImportFrom) and imported and "home" in [a.name for a in node.names]):
                callers.append(path.relative_to(PACKAGE).parts[0])
    assert set(callers) == {"cli", "live", "own_code", "progress"}
