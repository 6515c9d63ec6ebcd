"""Workshop files and learning paths: what they describe, and each fault as one line with its place."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from mxtutor.content.documents import MAX_BYTES
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.content.plan import course_of, load_plan
from mxtutor.content.records import Fault
from mxtutor.content.workshop import (
    LateRule,
    check_workshop,
    course_faults,
    is_held,
    load_workshop,
    workshop_on,
)
from mxtutor.errors import ContentError
from tests.ui.fakes import COURSE
from tests.unit.content.workshop_files import SOUND, write

UTC = timezone.utc
ONE = {"title": "One", "exercises": ["tensors/flip"]}


@pytest.fixture
def course() -> Course:
    """The small course of the tests of the tutor."""
    return load_course(COURSE)


def test_a_workshop_holds_what_its_file_says(tmp_path: Path) -> None:
    workshop = load_workshop(write(tmp_path))
    assert workshop.title == "An afternoon"
    assert workshop.greeting == "Welcome."
    assert [(part.title, part.minutes) for part in workshop.path.parts] == [("Names", 25), ("Axes", None)]
    assert workshop.path.exercises == ("tensors/arccos", "tensors/flip", "tensors/join-axis")
    assert workshop.start == datetime(2026, 11, 25, 12, tzinfo=UTC)
    assert workshop.due == datetime(2099, 12, 1, 17, tzinfo=UTC)
    assert workshop.late == LateRule(percent=10, at_most=50)
    assert list(workshop.points.items()) == [("tensors/arccos", 1), ("tensors/flip", 2.5), ("tensors/join-axis", 1)]
    assert (workshop.hints, workshop.solutions) == ("open", datetime(2099, 12, 2, 8, tzinfo=UTC))
    assert workshop.content is None


def test_a_short_workshop_has_useful_defaults(tmp_path: Path) -> None:
    workshop = load_workshop(write(tmp_path, {key: None for key in SOUND if key not in ("version", "title", "parts")}))
    assert set(workshop.points.values()) == {1}
    assert (workshop.start, workshop.due, workshop.late) == (None, None, "accepted")
    assert (workshop.hints, workshop.solutions, workshop.greeting) == ("open", "open", "")


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-12-01T18:00:00+01:00", datetime(2026, 12, 1, 17, tzinfo=UTC)),
        ("2026-12-01 18:00+05:30", datetime(2026, 12, 1, 12, 30, tzinfo=UTC)),
        ("2026-12-01T18:00Z", datetime(2026, 12, 1, 18, tzinfo=UTC)),
        ("2026-12-01T18:00:00Z", datetime(2026, 12, 1, 18, tzinfo=UTC)),
        ("2026-12-01 00:30:00-11:00", datetime(2026, 12, 1, 11, 30, tzinfo=UTC)),
    ],
)
@pytest.mark.parametrize("quoted", [True, False])
def test_times_may_be_written_in_usual_forms(tmp_path: Path, text: str, when: datetime, quoted: bool) -> None:
    value = f'"{text}"' if quoted else text
    source = f"version: 1\ntitle: T\ndue: {value}\nparts:\n  - {{title: A, exercises: [tensors/flip]}}\n"
    assert load_workshop(write(tmp_path, source)).due == when


def test_a_workshop_may_name_a_class(tmp_path: Path) -> None:
    keys = {"class": {"url": "HTTP://Host:8765/x/", "code": " birch-42-lar "}, "share_code": True}
    workshop = load_workshop(write(tmp_path, keys))
    assert (workshop.class_url, workshop.class_code, workshop.share_code) == (
        "http://host:8765/x",
        "birch-42-lar",
        True,
    )
    short = load_workshop(write(tmp_path, {"class": {"url": "10.0.0.5:8765"}}))
    assert (short.class_url, short.class_code, short.share_code) == ("http://10.0.0.5:8765", "", False)


def test_what_is_held_opens_at_its_time() -> None:
    until = datetime(2099, 12, 2, 8, tzinfo=UTC)
    assert is_held("never", until)
    assert not is_held("open", until)
    assert is_held(until, until - timedelta(seconds=1))
    assert not is_held(until, until)
    assert is_held(until, until - timedelta(days=9)), "also after the clock went back"


FAULTS: dict[str, tuple[dict[Any, Any] | str, str]] = {
    "no version": ({"version": None}, "workshop.yaml: version is missing. Begin the file with `version: 1`."),
    "another version": ({"version": 2}, "workshop.yaml:1: version is 2; this release reads 1."),
    "a version as a text": ({"version": "1"}, "workshop.yaml:1: version is '1'; this release reads 1."),
    "a misspelt key": ({"tittle": "x"}, ":24: unknown key 'tittle'. Did you mean 'title'?"),
    "a misspelt key of a part": (
        {"parts": [{**ONE, "minute": 3}]}, ":8: parts[0]: unknown key 'minute'. Did you mean 'minutes'?"),
    "no title": ({"title": None}, "title is missing."),
    "a title with an escape sequence": ({"title": "A \x1b[31mB"}, ":2: title: it has a line break or a control character."),
    "a title of two lines": ({"title": "A\nB"}, "title: it has a line break or a control character. Write it on one"),
    "a part's title of two lines": ({"parts": [{**ONE, "title": "A\nB"}]}, "parts[0].title: it has a line break"),
    "a very long title": ({"title": "x" * 121}, ":2: title: it has 121 characters. Write at most 120."),
    "no parts": ({"parts": None}, "parts: there is no part. List at least one part with its exercises."),
    "parts as a mapping": ({"parts": {"a": 1}}, ":4: parts is {'a': 1}; it must be a list."),
    "a part without exercises": ({"parts": [ONE, {"title": "Two", "exercises": []}]}, ":8: parts[1]: the part 'Two' has"),
    "a part without the key": ({"parts": [{"title": "Two"}]}, "parts[0].exercises is missing."),
    "an id that is none": ({"parts": [{"title": "A", "exercises": ["flip"]}]}, "it must be topic/slug in a-z, 0-9"),
    "an exercise twice in a part": (
        {"parts": [{"title": "A", "exercises": ["tensors/flip", "tensors/flip"]}]},
        ":8: parts[0].exercises[1]: tensors/flip is in parts[0].exercises[0] already. List each exercise once."),
    "an exercise in two parts": ({"parts": [ONE, {**ONE, "title": "B"}]}, "is in parts[0].exercises[0] already."),
    "two parts of one title": (
        {"parts": [ONE, {"title": "One", "exercises": ["tensors/arccos"]}]}, "parts[0] is called 'One', too."),
    "no minutes": ({"parts": [{**ONE, "minutes": 0}]}, "parts[0].minutes is 0; it must be a number of minutes above 0."),
    "minutes as a text": ({"parts": [{**ONE, "minutes": "ten"}]}, "it must be a number of minutes above 0."),
    "endless minutes": ({"parts": [{**ONE, "minutes": float("inf")}]}, "it must be a number of minutes above 0."),
    "points as a text": ({"points": "two"}, "points is 'two'; it must be a number of points, 0 or more or a mapping."),
    "points of one as a text": (
        {"points": {"tensors/flip": "two"}}, "points.tensors/flip is 'two'; it must be a number of points, 0 or more."),
    "negative points": ({"points": -1}, "points is -1; it must be a number of points, 0 or more"),
    "points that are no number": ({"points": float("nan")}, "points is nan; it must be a number of points, 0 or more"),
    "points as true": ({"points": True}, "points is True; it must be a number of points, 0 or more"),
    "points of another exercise": ({"points": {"tensors/dot": 1}}, "points.tensors/dot: no part has this exercise."),
    "a date without a time": ({"due": "2026-12-01"}, "due: '2026-12-01' has no time zone. Write the offset from UTC"),
    "a time without a zone": ({"due": "2026-12-01 18:00"}, "due: '2026-12-01 18:00' has no time zone."),
    "a time of day": ("version: 1\ntitle: T\ndue: 18:00\nparts: []\n", ":3: due is 1080; it must be a text."),
    "a day that does not exist": ({"due": "2026-02-30 10:00+00:00"}, "is not a date and time. Write it as 2026-12-01 "),
    "an odd zone": ({"due": "2026-02-03 10:00+99:00"}, "is not a date and time."),
    "a year that is too late": ({"due": "9999-12-31 23:59-12:00"}, "due: the year 9999 cannot be meant."),
    "a year that is too early": ({"start": "0001-01-01 00:00+12:00"}, "start: the year 1 cannot be meant."),
    "due before start": ({"due": "2026-11-25 13:00+02:00"}, "due: the due time is not after the start."),
    "late without due": ({"due": None}, "late: there is no due time. Add `due:`, or remove `late:`."),
    "an unknown late rule": ({"late": "never"}, "late is 'never'; it must be one of accepted, refused or a mapping."),
    "a late rule without percent": ({"late": {"per": "day"}}, "late.percent is missing."),
    "a late rule per week": ({"late": {"percent": 1, "per": "week"}}, "late.per is 'week'; it must be one of hour, day."),
    "more than all": ({"late": {"percent": 101}}, "late.percent is 101; it must be a number from 0 to 100."),
    "hints that are held somehow": ({"hints": "later"}, "hints: 'later' is not a date and time. Write open, never, or"),
    "solutions held without a zone": ({"solutions": "2026-12-02 10:00"}, "solutions: '2026-12-02 10:00' has no time zone."),
    "solutions as false": ({"solutions": False}, "solutions is False; it must be a text. Put it in quotes."),
    "a class without address": ({"class": {"code": "x"}}, "class.url is missing."),
    "a class as a text": ({"class": "http://10.0.0.5:8765"}, "class is 'http://10.0.0.5:8765'; it must be a mapping."),
    "a class at no address": ({"class": {"url": "ftp://host"}}, ":25: class.url: 'ftp://host' is not the address of a"),
    "a class at an odd port": ({"class": {"url": "http://host:99999"}}, "class.url: 'http://host:99999' is not the"),
    "a class with a password": ({"class": {"url": "http://a:b@host"}}, "class.url: The address http://host has parts"),
    "a class with a token": ({"class": {"url": "http://host/#abc"}}, "class.url: it holds a learner's token. Leave out"),
    "a class code that can be guessed": (
        {"class": {"url": "http://host", "code": "abc"}}, "class.code: it has fewer than 12 characters. Choose a longer"),
    "code shared with nobody": ({"share_code": True}, "share_code: there is no class. Add `class:` with a `url`, or"),
    "code shared as a text": ({"share_code": "yes"}, "share_code is 'yes'; it must be true or false."),
    "a content folder that is missing": ({"content": "gone"}, "/gone is missing. Paths are relative to the workshop's"),
    "a content folder without a course": ({"content": "."}, "has no lessons/course.yaml."),
    "a path beside parts": ({"path": "path.json"}, "path: there are parts, too. Keep either `path:` or `parts:`."),
    "a path that is missing": ({"path": "gone.json", "parts": None}, "There is no file "),
    "a path that is the workshop": ({"path": "workshop.yaml", "parts": None}, "path: it names the workshop itself."),
    "not YAML": ("title: [", "is not valid YAML: line "),
    "a key twice": ("version: 1\ntitle: A\ntitle: B\n", "is not valid YAML: line 3, column 1: the key 'title' occurs"),
    "a list": ("- a\n", "must hold a mapping of keys to values."),
    "an empty file": ("", "must hold a mapping of keys to values."),
    "deep nesting": ("title: " + "[" * 5000, "workshop.yaml"),
    "aliases without end": (
        "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)),
        "holds more than 200,000 values. Use no aliases of lists."),
    "very large": ("# " + "x" * MAX_BYTES + "\n", "is larger than 4 MiB."),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_one_line_with_its_place(tmp_path: Path, changes: dict[Any, Any] | str, message: str) -> None:
    write(tmp_path, json.dumps({"version": 1, "title": "P", "parts": [ONE]}), "path.json")
    file = write(tmp_path, changes)
    with pytest.raises(ContentError) as caught:
        load_workshop(file)
    line = str(caught.value)
    assert message in line
    assert str(tmp_path) in line
    assert "\n" not in line


def test_all_faults_are_found_at_once_each_with_its_line(tmp_path: Path) -> None:
    text = """version: 1
title: T
start: 2026-12-01 18:00
due: soon
points:
  tensors/dot: 3
parts:
  - title: A
    exercises: [tensors/flip]
  - title: B
    exercises:
      - tensors/arccos
      - tensors/flip
"""
    checked = check_workshop(write(tmp_path, text))
    found = [(fault.key, checked.document.line_of(fault.key)) for fault in checked.faults]
    assert sorted(found) == [("due", 4), ("parts[1].exercises[1]", 13), ("points.tensors/dot", 6), ("start", 3)]


@pytest.mark.parametrize("kind", ["folder", "missing", "pipe", "device", "binary", "nul"])
def test_what_is_not_a_file_of_text_is_refused(tmp_path: Path, kind: str) -> None:
    file = Path("/dev/zero") if kind == "device" else tmp_path / ("a\0b" if kind == "nul" else "workshop.yaml")
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "binary":
        file.write_bytes(b"\x80\x81\0" * 100)
    with pytest.raises(ContentError) as caught:
        load_workshop(file)
    assert "\n" not in str(caught.value)


def test_a_path_is_read_from_json_and_yaml(tmp_path: Path) -> None:
    data = {"version": 1, "title": "Net", "parts": [{"title": "A 😀", "exercises": ["tensors/flip"], "minutes": 7.5}]}
    (tmp_path / "path.json").write_text(json.dumps(data))
    made = load_plan(tmp_path / "path.json")
    assert made.title == "Net"
    assert made.parts[0].title == "A 😀"
    assert made.parts[0].minutes == 7.5
    text = "version: 1\ntitle: Net\nparts:\n  - {title: A 😀, exercises: [tensors/flip], minutes: 7.5}\n"
    assert load_plan(write(tmp_path, text, "path.yaml")) == made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not valid JSON: line 1, column 2"),
        ('{"version": 1, "version": 1}', "the key 'version' occurs twice."),
        ("[1]", "must hold a mapping"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"version": 1, "title": "T", "parts": [], "exercises": []}', "unknown key 'exercises'"),
        ('{"version": 1, "title": "T", "parts": []}', "parts: there is no part."),
        ('{"version": NaN, "title": "T", "parts": []}', "version is nan; this release reads 1."),
    ],
)
def test_a_damaged_path_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_plan(write(tmp_path, text, "path.json"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_without_rules_is_a_workshop_without_points(tmp_path: Path) -> None:
    workshop = workshop_on(write(tmp_path, json.dumps({"version": 1, "title": "P", "parts": [ONE]}), "path.json"))
    assert (workshop.points, workshop.due, workshop.hints, workshop.solutions) == ({}, None, "open", "open")


def test_a_workshop_takes_its_parts_from_a_path(tmp_path: Path) -> None:
    write(tmp_path / "paths", json.dumps({"version": 1, "title": "P", "parts": [ONE]}), "path.json")
    workshop = load_workshop(write(tmp_path, {"path": "paths/path.json", "parts": None, "points": 3}))
    assert workshop.title == "An afternoon"
    assert workshop.points == {"tensors/flip": 3}


def test_the_content_folder_is_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "material").symlink_to(COURSE)
    monkeypatch.chdir("/")
    assert load_workshop(write(tmp_path, {"content": "material"})).content == COURSE.resolve()


def test_the_course_of_a_path_has_its_parts_in_its_order(tmp_path: Path, course: Course) -> None:
    found = course_of(load_workshop(write(tmp_path)).path, course, tmp_path)
    assert [topic.title for topic in found.topics] == ["Names", "Axes"]
    assert found.exercises == ("tensors/arccos", "tensors/flip", "tensors/join-axis")
    assert found.folder("tensors/flip") == course.folder("tensors/flip")
    assert all(lesson.title == course.lesson_of(lesson.exercises[0]).title for lesson in found.lessons)


def test_a_lesson_that_comes_again_is_marked_as_continued(tmp_path: Path, course: Course) -> None:
    first, second = (lesson.exercises for lesson in course.lessons)
    order = [first[0], second[0], first[1]]
    path = load_plan(
        write(
            tmp_path, json.dumps({"version": 1, "title": "P", "parts": [{"title": "A", "exercises": order}]}), "p.json"
        )
    )
    found = course_of(path, course, tmp_path)
    assert found.exercises == tuple(order)
    assert [(lesson.id, lesson.continued) for lesson in found.lessons] == [
        (course.lessons[0].id, False), (course.lessons[1].id, False), (course.lessons[0].id, True),
    ]  # fmt: skip


def test_unknown_exercises_are_named_with_similar_ones(tmp_path: Path, course: Course) -> None:
    checked = check_workshop(
        write(tmp_path, {"parts": [{"title": "A", "exercises": ["tensors/flipp", "tensors/flip"]}], "points": 1})
    )
    fault = Fault("parts[0].exercises[0]", "there is no exercise 'tensors/flipp'.", "")
    (found,) = course_faults(checked, course)
    assert replace(found, fix="") == fault
    assert found.fix.startswith("Did you mean tensors/flip,")
    with pytest.raises(ContentError, match="there is no exercise 'tensors/flipp'"):
        course_of(checked.workshop.path, course, tmp_path)


def test_ten_thousand_exercises_are_read_in_seconds(tmp_path: Path, course: Course) -> None:
    ids = [f"tensors/slug-{number}" for number in range(10_000)]
    checked = check_workshop(write(tmp_path, {"parts": [{"title": "All", "exercises": ids}], "points": 1}))
    workshop = checked.workshop
    assert len(workshop.points) == 10_000
    faults = course_faults(checked, course)
    assert len(faults) == 10_000
    with pytest.raises(ContentError, match="and 9999 more of the path"):
        course_of(workshop.path, course, tmp_path)


def test_a_sealed_workshop_holds_hints_and_solutions_for_ever(tmp_path: Path) -> None:
    sound = {"sealed": True, "hints": None, "solutions": None, "parts": [{**ONE, "minutes": 5}], "points": None}
    workshop = load_workshop(write(tmp_path, sound))
    assert (workshop.sealed, workshop.hints, workshop.solutions) == (True, "never", "never")
    assert not load_workshop(write(tmp_path)).sealed


@pytest.mark.parametrize(
    ("changes", "key", "message"),
    [
        ({"hints": "open"}, "hints", "a sealed workshop shows no hints"),
        ({"solutions": "2026-12-02 09:00+01:00"}, "solutions", "a sealed workshop shows no solutions"),
        ({"parts": [ONE]}, "parts[0]", "the part 'One' has no minutes"),
        ({"points": 0}, "points", "no exercise of this sealed workshop counts"),
    ],
)
def test_a_sealed_workshop_that_contradicts_itself_has_faults(
    tmp_path: Path, changes: dict[str, Any], key: str, message: str
) -> None:
    sound = {"sealed": True, "hints": "never", "solutions": None, "parts": [{**ONE, "minutes": 5}], "points": None}
    checked = check_workshop(write(tmp_path, {**sound, **changes}))
    assert [(fault.key, message in fault.message) for fault in checked.faults] == [(key, True)]
