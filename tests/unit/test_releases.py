"""The progress, answers and exports of every earlier release open without loss."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mxtutor.progress.model import Place
from mxtutor.progress.store import open_store
from mxtutor.progress.transfer import export_json

ROOT = Path(__file__).resolve().parents[2]
RELEASES = ROOT / "tests" / "releases"
VERSIONS = sorted(folder.name for folder in RELEASES.iterdir() if (folder / "progress.db").is_file())


@pytest.fixture(params=VERSIONS)
def release(request: pytest.FixtureRequest) -> Path:
    return RELEASES / str(request.param)


@pytest.fixture
def home(release: Path, tmp_path: Path) -> Path:
    """Return a copy of the learner's home as the release left it."""
    shutil.copyfile(release / "progress.db", tmp_path / "progress.db")
    shutil.copytree(release / "answers", tmp_path / "answers")
    return tmp_path


def test_nothing_of_a_stored_progress_is_lost(release: Path, home: Path) -> None:
    with closing(open_store(home)) as store:
        assert store.notice == ""
        now = export_json(store)
    stored = json.loads((release / "export.json").read_text(encoding="utf-8"))
    _assert_holds(now["exercises"], stored["exercises"])
    assert now["lessons_read"] == stored["lessons_read"]
    assert now["settings"].items() >= stored["settings"].items()


def _assert_holds(now: Any, stored: Any) -> None:
    """Assert that every stored value still exists; there may be new fields."""
    if isinstance(stored, dict):
        for key, value in stored.items():
            assert key in now, key
            _assert_holds(now[key], value)
    elif isinstance(stored, list):
        assert len(now) == len(stored)
        for ours, theirs in zip(now, stored, strict=True):
            _assert_holds(ours, theirs)
    else:
        assert now == stored


def test_every_report_draft_and_place_is_read(home: Path) -> None:
    with closing(open_store(home)) as store:
        for exercise in store.exercises():
            for attempt in store.attempts(exercise):
                assert (store.report(attempt.number) is None) is (attempt.verdict is None), exercise
        draft = store.draft("tensors/clip")
        assert draft is not None
        assert "ユニコード" in draft.code
        assert draft.cursor == (2, 4)
        assert store.place() == Place("exercise", "tensors/clip", 3)
        assert store.standing("tensors/arccos").status == "done"
        assert store.standing("tensors/erf").gave_up


def test_opening_leaves_the_answer_files_as_they_were(release: Path, home: Path) -> None:
    open_store(home).close()
    stored = {path.relative_to(release): path.read_bytes() for path in (release / "answers").rglob("*.py")}
    assert {path.relative_to(home): path.read_bytes() for path in (home / "answers").rglob("*.py")} == stored


def test_a_zip_export_holds_every_answer_file(release: Path) -> None:
    with zipfile.ZipFile(release / "export.zip") as archive:
        for path in (release / "answers").rglob("*.py"):
            assert archive.read(path.relative_to(release).as_posix()) == path.read_bytes()


def test_each_release_in_the_changelog_has_stored_copies() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.findall(r"^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$", changelog, re.MULTILINE)
    assert dated
    assert sorted(dated) == VERSIONS
