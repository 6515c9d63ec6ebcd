"""Times of attempts in exports: the evidence of when an answer was handed in."""

from __future__ import annotations

import json
import os
import zipfile
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from mxtutor.classroom.hand_ins import attempt_times
from mxtutor.classroom.lines import Result
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
from mxtutor.progress.transfer import export_to
from tests.unit.classroom.test_hand_ins import collect

FIRST = datetime(2026, 11, 30, 10, tzinfo=timezone.utc)
EXERCISE = "tensors/square"
CODE = "def square(x):\n    return x * x\n"


@pytest.fixture
def exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A class in which `ana` hands in an export; she attempted the answer twice, then another one."""
    times = iter([FIRST, FIRST.replace(day=29), FIRST.replace(hour=18)])
    monkeypatch.setattr("mxtutor.progress.store.now", lambda: next(times, FIRST))
    with closing(open_store(home)) as store:
        store.add_attempt(EXERCISE, CODE, Report(EXERCISE, Verdict.WRONG, "no"))
        store.add_attempt(EXERCISE, CODE, Report(EXERCISE, Verdict.RIGHT, "ok"))
        store.add_attempt("tensors/halve", "def halve(x): ...\n", Report("tensors/halve", Verdict.WRONG, "no"))
        store.save_draft(EXERCISE, Draft(CODE))
        store.save_draft("tensors/halve", Draft("def halve(x): return x / 2\n"))
    (tmp_path / "class" / "ana").mkdir(parents=True)
    return tmp_path / "class"


def times(folder: Path) -> dict[str, float]:
    """Return the times of the attempts of all answers that were handed in."""
    found = collect(folder, [EXERCISE, "tensors/halve"])
    return {one.exercise: one.attempted for one in found.answers}


@pytest.mark.parametrize("form", ["json", "zip", "folder"])
def test_an_export_tells_when_this_answer_was_attempted_first(exported: Path, home: Path, form: str) -> None:
    file = exported / "ana" / f"work.{'json' if form == 'json' else 'zip'}"
    export_to(file, home)
    if form == "folder":
        with zipfile.ZipFile(file) as archive:
            archive.extractall(exported / "ana")
        file.unlink()
    assert times(exported) == {EXERCISE: FIRST.replace(day=29).timestamp(), "tensors/halve": 0.0}


def test_line_ends_make_no_other_answer(exported: Path, home: Path) -> None:
    export_to(exported / "ana" / "work.zip", home)
    with zipfile.ZipFile(exported / "ana" / "work.zip") as archive:
        archive.extractall(exported / "ana")
    (exported / "ana" / "work.zip").unlink()
    path = exported / "ana" / "answers" / "tensors" / "square.py"
    path.write_bytes(b"\r\n" + CODE.replace("\n", "  \r\n").encode())
    assert times(exported)[EXERCISE] == FIRST.replace(day=29).timestamp()
    path.write_text(CODE + "# more\n")
    assert times(exported)[EXERCISE] == 0


def test_files_without_an_export_have_no_attempts(exported: Path) -> None:
    path = exported / "ana" / "answers" / "tensors" / "square.py"
    path.parent.mkdir(parents=True)
    path.write_text(CODE)
    assert times(exported) == {EXERCISE: 0.0}


def test_the_export_of_another_learner_is_not_read(exported: Path, home: Path, tmp_path: Path) -> None:
    export_to(tmp_path / "work.zip", home)
    with zipfile.ZipFile(tmp_path / "work.zip") as archive:
        archive.extract("progress.json", exported)
    (exported / "ana" / "tensors").mkdir()
    (exported / "ana" / "tensors" / "square.py").write_text(CODE)
    assert times(exported) == {EXERCISE: 0.0}


def test_a_link_to_an_export_is_not_followed(exported: Path, home: Path, tmp_path: Path) -> None:
    export_to(tmp_path / "work.json", home)
    path = exported / "ana" / "answers" / "tensors" / "square.py"
    path.parent.mkdir(parents=True)
    path.write_text(CODE)
    os.symlink(tmp_path / "work.json", exported / "ana" / "progress.json")
    assert times(exported) == {EXERCISE: 0.0}


def attempt(**fields: Any) -> bytes:
    """Return an export with one attempt."""
    made = {"code": CODE, "when": FIRST.isoformat(), **fields}
    return json.dumps({"exercises": [{"id": EXERCISE, "attempts": [made]}]}).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b'{"exercises": 3}',
        b'{"exercises": [3]}',
        b'{"exercises": [{"id": "a/b"}]}',
        b'{"exercises": [{"id": "a/b", "attempts": 3}]}',
        b'{"exercises": [{"id": ["a"], "attempts": [3, null]}]}',
        b"[" * 100_000,
        attempt(when="soon"),
        attempt(when=None),
        attempt(when=FIRST.replace(tzinfo=None).isoformat()),
        attempt(when="0001-01-01T00:00:00+14:00"),
        attempt(code=None),
    ],
)
def test_a_damaged_export_tells_nothing(data: bytes) -> None:
    assert attempt_times(data) == {}


def test_a_result_prefers_the_time_of_the_attempt() -> None:
    result = Result("ana", EXERCISE, Verdict.RIGHT, "ok", modified=FIRST.timestamp() + 9, attempted=FIRST.timestamp())
    assert (result.handed_in.when, result.handed_in.evidence) == (FIRST, "attempt")
    plain = Result("ana", EXERCISE, Verdict.RIGHT, "ok", modified=FIRST.timestamp())
    assert (plain.handed_in.when, plain.handed_in.evidence) == (FIRST, "file")
    odd = Result("ana", EXERCISE, Verdict.RIGHT, "ok", modified=1e30)
    assert (odd.handed_in.when, odd.handed_in.evidence) == (None, "none")
