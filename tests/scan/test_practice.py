"""The learning path of a scan: what it covers, when it ends, in which order."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.content.workshop import workshop_on
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.paths import content_root, home
from mxtutor.progress.store import open_store
from mxtutor.reporting.durations import duration
from mxtutor.scan.assessing import choose
from mxtutor.scan.records import ApiRecord, SiteClass
from mxtutor.session.guide import WorkshopGuide

COURSE = load_course(content_root())


def test_a_path_ends_where_enough_is_covered() -> None:
    names: dict[str, tuple[int, SiteClass, str]] = {
        "a": (96, "renamed", "tensors/arccos"),
        "b": (4, "args", "tensors/cumsum"),
        "c": (500, "same", "tensors/shape"),
    }
    path, covered = choose(names, COURSE, "x")
    assert path is not None
    assert path.exercises == ("tensors/arccos",)
    assert (covered.sites, covered.needed, covered.exercises) == (96, 100, 1)


def test_exercises_come_by_the_sites_that_a_minute_unlocks() -> None:
    names: dict[str, tuple[int, SiteClass, str]] = {
        "a": (5, "renamed", "tensors/arccos"),
        "b": (50, "args", "tensors/cumsum"),
        "d": (45, "unknown", ""),
    }
    path, covered = choose(names, COURSE, "x")
    assert path is not None
    assert path.exercises == ("tensors/cumsum", "tensors/arccos")
    assert covered.share == 0.55
    assert covered.minutes == sum(part.minutes or 0 for part in path.parts)


def test_there_is_no_path_where_no_exercise_helps() -> None:
    assert choose({"a": (3, "unknown", "")}, COURSE, "x")[0] is None


def test_durations_are_in_words() -> None:
    assert [duration(n) for n in (1, 40, 62, 89.4, 118, 200)] == [
        "1 minute", "40 minutes", "1 hour", "1.5 hours", "2 hours", "3.5 hours",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "mxnet", "effort"),
    [("missing", "", "stop"), ("missing", "x", "arguments"), ("removed", "", "stop"), ("renamed", "x", "renamed")],
)
def test_a_missing_name_with_a_form_does_not_stop_a_project(kind: SiteClass, mxnet: str, effort: str) -> None:
    assert ApiRecord("torch.x", 1, [], kind, mxnet, "").effort == effort


@pytest.mark.parametrize(
    ("instead", "cost", "effort"),
    [
        ("Leave it out.", "None.", "same"),
        ("Assign it again.", "None; other names stay.", "arguments"),
        ("Write it.", "Two lines.", "arguments"),
        ("Copy it to the host.", "A redesign where gradients pass.", "stop"),
    ],
)
def test_only_what_has_to_be_designed_anew_stops_a_project(instead: str, cost: str, effort: str) -> None:
    assert ApiRecord("torch.x", 1, [], "missing", "", "", "", instead, cost).effort == effort


def test_a_path_tells_what_of_the_project_is_practised() -> None:
    names: dict[str, tuple[int, SiteClass, str]] = {
        "a": (60, "renamed", "tensors/arccos"),
        "b": (36, "args", "tensors/cumsum"),
        "c": (4, "args", "tensors/clip"),  # beyond the end of the path
        "d": (500, "same", "tensors/shape"),
    }
    path, _ = choose(names, COURSE, "x")
    assert path is not None
    assert path.sites is not None
    assert "tensors/clip" not in path.exercises
    assert (path.sites.all, path.sites.needed) == (600, 100)
    assert path.sites.practised(lambda exercise: exercise == "tensors/shape") == 0
    assert path.sites.practised(lambda exercise: exercise == "tensors/clip") == 4
    assert path.sites.words(lambda exercise: exercise in path.exercises) == "96 of 100 call sites practised (96 %)"


def test_progress_and_the_tutor_show_the_share_of_call_sites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    names: dict[str, tuple[int, SiteClass, str]] = {
        "a": (30, "renamed", "tensors/arccos"),
        "b": (70, "args", "tensors/cumsum"),
        "c": (20, "same", ""),
    }
    path, _ = choose(names, COURSE, "Practice for x")
    file = tmp_path / "path.json"
    file.write_bytes(msgspec.json.encode(path))
    with closing(open_store(home())) as store:
        store.add_attempt("tensors/arccos", "return x", Report("tensors/arccos", Verdict.RIGHT, "It is right."))
    assert main(["--path", str(file), "progress"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "30 of 100 call sites practised (30 %).",
        "20 more of 120 without need for practice: the same in MXNet.",
    ]
    assert main(["--path", str(file), "progress", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["path"]
    assert told["sites"] == {"all": 120, "needed": 100, "practised": 30, "share": 0.3}
    assert (told["done"], told["total"], told["title"]) == (1, 2, "Practice for x")
    guide = WorkshopGuide(workshop_on(file))
    assert guide.reached(lambda exercise: exercise == "tensors/cumsum") == "70 of 100 call sites practised (70 %)"
    assert main(["progress", "--json"]) == 0
    assert "path" not in json.loads(capsys.readouterr().out)
