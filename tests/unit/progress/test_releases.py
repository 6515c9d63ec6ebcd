"""The progress, answers and exports of every earlier release open without loss."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mxtutor.assessment.records import SavedSession
from mxtutor.grading.protocol import Report
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.model import Attempt, Draft, Place
from mxtutor.progress.store import ProgressStore, open_store

ROOT = Path(__file__).resolve().parents[3]
RELEASES = ROOT / "tests" / "releases"
VERSIONS = sorted(folder.name for folder in RELEASES.iterdir() if (folder / "progress.db").is_file())


@pytest.fixture(params=VERSIONS)
def release(request: pytest.FixtureRequest) -> Path:
    return RELEASES / str(request.param)


@pytest.fixture
def home(release: Path, tmp_path: Path) -> Path:
    """Return a copy of the learner's home as the release left it, without the examination of 0.3.0."""
    home = tmp_path / "home"
    shutil.copytree(release, home, ignore=shutil.ignore_patterns("sealed"))
    return home


@pytest.fixture
def stored(release: Path) -> dict[str, Any]:
    """What the release exported."""
    found: dict[str, Any] = json.loads((release / "export.json").read_text(encoding="utf-8"))
    return found


def test_nothing_of_a_stored_progress_is_lost(home: Path, stored: dict[str, Any]) -> None:
    with closing(open_store(home)) as store:
        assert store.notice == ""
        assert store.exercises() == tuple(one["id"] for one in stored["exercises"])
        for one in stored["exercises"]:
            standing = store.standing(one["id"])
            assert (standing.status, standing.hints, standing.gave_up) == (one["status"], one["hints"], one["gave_up"])
        assert sorted(store.lessons_read()) == stored["lessons_read"]
        settings = {name: value for name, value in stored["settings"].items() if name != "placement"}  # now events
        assert store.settings().items() >= settings.items()
        if "events" in stored:
            assert [event.id for event in store.events()] == [one["id"] for one in stored["events"]]
            return
        for one in stored["exercises"]:
            _assert_attempts(store, store.attempts(one["id"]), one["attempts"])
        _assert_attempts(store, store.attempts(None, drill=True), stored.get("drills", []))
        assert dict(store.known()) == stored.get("known", {})


def _assert_attempts(store: ProgressStore, found: Sequence[Attempt], stored: list[dict[str, Any]]) -> None:
    fields = ("code", "verdict", "headline", "seconds", "seed")
    now = [
        (one.code, one.verdict.value if one.verdict else None, one.headline, one.seconds, one.seed, one.when)
        for one in found
    ]
    assert now == [(*map(one.get, fields), datetime.fromisoformat(one["when"])) for one in stored]
    assert [one.task_hash for one in found] == [one.get("task_hash", "") for one in stored]
    for attempt, one in zip(found, stored, strict=True):
        if "report" in one:
            report = store.report(attempt.number)
            assert (report.to_json() if report else None) == (
                Report.from_json(one["report"]).to_json() if one["report"] else None
            )


def test_reviews_are_due_when_they_were(home: Path, stored: dict[str, Any]) -> None:
    if "cards" not in stored:
        pytest.skip("this release had no reviews")
    with closing(open_store(home)) as store:
        found = [
            {
                "exercise": card.exercise, "mistake": card.mistake, "name": card.name, "times": card.times,
                "made": card.made.isoformat() if card.made else None, "resolved": card.resolved, "passes": card.passes,
                "reviewed": card.memory.reviewed.isoformat(), "due": card.memory.due.isoformat(),
                "stability": card.memory.stability, "difficulty": card.memory.difficulty,
            }
            for card in store.cards()
        ]  # fmt: skip
    assert found == [card for card in stored["cards"] if card["mistake"] != "syntax"], "a typo is no mistake to review"


def test_the_time_of_work_and_a_drill_that_was_begun_stay(release: Path, home: Path) -> None:
    with closing(sqlite3.connect(release / "progress.db")) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'work'").fetchall():
            pytest.skip("this release measured no time")
        work = dict(database.execute("SELECT exercise, sum(seconds) FROM work WHERE seconds > 0 GROUP BY 1"))
        drills = database.execute("SELECT exercise, code FROM drills").fetchall()
    with closing(open_store(home)) as store:
        assert store.work_seconds() == pytest.approx(work)
        for exercise, code in drills:
            drill = store.drill(exercise, datetime.now(timezone.utc))
            assert drill is not None
            assert drill.code == code


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


def test_assessments_and_the_placement_go_on(release: Path, home: Path, stored: dict[str, Any]) -> None:
    if "events" in stored:
        with closing(open_store(home)) as store:
            runs = [
                SessionStore(store).unfinished(),
                SessionStore(store).last(),
                SessionStore(store, "placement").unfinished(),
            ]
        assert all(runs)
        return
    files = sorted((release / "assessments").glob("*.json"))
    kept = [msgspec.json.decode(path.read_bytes(), type=SavedSession) for path in files]
    text = stored["settings"].get("placement")
    placed = msgspec.json.decode(text, type=SavedSession) if text else None
    assert len(kept) + (placed is not None) == (3 if release.name == "0.3.0" else 0)
    for one in (*kept, *([placed] if placed else [])):
        assert one.current == ""
        one.variant, one.draft = 0, None  # those of the item before, which the next one replaces
    for _ in range(2):
        with closing(open_store(home)) as store:
            assessments = SessionStore(store)
            assert assessments.unfinished() == (kept[-1] if kept else None)
            assert assessments.last() == (kept[0] if kept else None)
            assert SessionStore(store, "placement").unfinished() == placed
    assert len(list(home.glob("assessments.aside-*/*.json"))) == len(kept)


def test_an_examination_with_a_file_of_its_own_goes_on(release: Path, home: Path) -> None:
    if not list(release.glob("sealed/*/progress.db")):
        pytest.skip("this release left no such file")
    shutil.copytree(release / "sealed", home / "sealed")
    (folder,) = (home / "sealed").iterdir()
    with closing(sqlite3.connect(folder / "progress.db")) as database:
        checks = dict(database.execute("SELECT exercise, count(*) FROM attempts GROUP BY 1"))
        at = "2026-11-24T14:28:10.457423+00:00"
        database.execute("INSERT INTO drafts VALUES ('tensors/erf', 'half', 0, 0, ?)", (at,))
        database.commit()
    for _ in range(2):  # the second time, the file is renamed already
        with closing(open_store(home)) as store:
            assert store.draft("tensors/erf") != Draft("half")
            store.enter_examination(folder.name)
            assert {name: len(store.attempts(name)) for name in checks} == checks
            assert store.draft("tensors/erf") == Draft("half")
            assert store.setting("theme") == "textual-light"
    assert len(list(folder.glob("progress.db.aside-*"))) == 1
    assert not (folder / "progress.db").exists()


def test_a_damaged_or_newer_file_of_an_examination_stops_no_tutor(release: Path, home: Path) -> None:
    if not list(release.glob("sealed/*/progress.db")):
        pytest.skip("this release left no such file")
    shutil.copytree(release / "sealed", home / "sealed")
    (folder,) = (home / "sealed").iterdir()
    with closing(sqlite3.connect(folder / "progress.db")) as database:
        database.execute("UPDATE mxtutor_schema SET version = 99")
        database.commit()
    with closing(open_store(home)) as store:
        assert store.notice == ""
    assert (folder / "progress.db").exists()
    (folder / "progress.db").write_bytes(b"damaged" * 1000)
    with closing(open_store(home)) as store:
        assert "kept as" in store.notice


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
