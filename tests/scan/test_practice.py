"""The learning path of a scan: what it covers, when it ends, in which order."""

from __future__ import annotations

import pytest

from mxtutor.content.loader import load_course
from mxtutor.paths import content_root
from mxtutor.reporting.durations import duration
from mxtutor.scan.practice import choose
from mxtutor.scan.records import ApiRecord, SiteClass

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
    assert [duration(n) for n in (40, 62, 118)] == ["40 minutes", "1 hour", "2 hours"]


@pytest.mark.parametrize(
    ("kind", "mxnet", "effort"),
    [("missing", "", "stop"), ("missing", "x", "arguments"), ("removed", "", "stop"), ("renamed", "x", "renamed")],
)
def test_a_missing_name_with_a_form_does_not_stop_a_project(kind: SiteClass, mxnet: str, effort: str) -> None:
    assert ApiRecord("torch.x", 1, [], kind, mxnet, "").effort == effort
