"""Content is read into plain values; each fault of it is one line that names the file and the key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mxtutor.content.loader import STUDIED, find_exercise, load_course, load_exercise
from mxtutor.errors import ContentError, UsageError
from tests.unit.content.exercise_files import SOUND, fault, make

COURSE: dict[str, Any] = {
    "format_version": 1,
    "topics": [
        {
            "id": "tensors",
            "title": "Tensors",
            "lessons": [{"id": "tensors/powers", "title": "Powers", "exercises": ["tensors/square", "tensors/cube"]}],
        }
    ],
}
WRONG = '"""The cube.\n\nThat is the\nthird power.\n"""\n'


def test_a_sound_exercise_is_read(tmp_path: Path) -> None:
    one = make(tmp_path, SOUND, wrong_third_power=WRONG)
    assert (one.kind, one.entry, one.prompt, one.draws, one.seconds) == ("code", "square", "Square it.", 2, 10.0)
    assert (one.compare.rtol, one.compare.atol, one.compare.shape) == (1e-5, 1e-6, "exact")
    (known,) = one.mistakes
    assert (known.code, known.message) == ("third-power", "That is the third power.")
    assert one.starter.endswith("def square(x):\n    ...\n")


def test_the_message_of_a_known_mistake_can_be_in_the_yaml(tmp_path: Path) -> None:
    described = {
        "third-power": {"message": "Mine.", "error": "odd", "calls": ["nd.cube"]},
        "other": {"message": "Else."},
    }
    one = make(tmp_path, {**SOUND, "mistakes": described}, wrong_third_power=WRONG)
    assert [(m.code, m.message, m.error, m.calls) for m in one.mistakes] == [
        ("third-power", "Mine.", ("odd",), ("nd.cube",)),
        ("other", "Else.", (), ()),
    ]


def test_a_parameter_may_be_called_name(tmp_path: Path) -> None:
    data = {**SOUND, "params": {"name": ""}, "cases": [{"name": "relu", "hidden": True}]}
    (case,) = make(tmp_path, data).cases
    assert (dict(case.inputs), case.name, case.hidden) == ({"name": "relu"}, "", True)


def test_a_missing_file_names_itself(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        load_exercise(tmp_path, "tensors/square")
    assert "cannot be read" in fault(caught, tmp_path / "exercise.yaml")


def test_a_number_with_an_exponent_needs_no_point(tmp_path: Path) -> None:
    text = "title: T\nprompt: P\nentry: f\ncases: [{x: {low: 1e-5}}]\ncompare: {values: [1e-5, 2.5E-6]}\n"
    one = make(tmp_path, text)
    assert (one.compare.rtol, one.compare.atol) == (1e-5, 2.5e-6)
    assert one.cases[0].inputs == {"x": {"low": 1e-5}}


def test_a_key_without_a_value_counts_as_left_out(tmp_path: Path) -> None:
    blank = {"hints": None, "compare": {"type": None, "observe": None}, "claim": None, "explain": None}
    one = make(tmp_path, {**SOUND, **blank, "params": {"x": None}})
    assert (one.hints, one.compare.type, one.claim, one.explain) == ((), "array", "as_claimed", "")
    assert one.params == {"x": ""}


def test_one_text_may_stand_for_a_list_of_one(tmp_path: Path) -> None:
    one = make(tmp_path, {**SOUND, "trivial": "zeros", "entry_aliases": "squared"})
    assert (one.trivial, one.entry_aliases) == (("zeros",), ("squared",))


@pytest.mark.parametrize(
    ("source", "words"),
    [("def (", "does not parse"), ("x = 1\n", "its docstring needs"), ('"""The cube."""', "its docstring needs")],
)
def test_a_wrong_answer_without_its_message_names_itself(tmp_path: Path, source: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make(tmp_path, SOUND, wrong_cube=source)
    assert words in fault(caught, tmp_path / "wrong_cube.py")


def course(root: Path, data: Any) -> Path:
    """Write a course file and return its path."""
    path = root / "lessons" / "course.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(data if isinstance(data, str) else yaml.safe_dump(data), encoding="utf-8")
    return path


def test_a_sound_course_keeps_its_order(tmp_path: Path) -> None:
    course(tmp_path, COURSE)
    loaded = load_course(tmp_path)
    assert loaded.exercises == ("tensors/square", "tensors/cube")
    assert loaded.lesson_of("tensors/cube").path == tmp_path / "lessons" / "tensors" / "powers.md"
    assert loaded.folder("tensors/cube") == tmp_path / "exercises" / "tensors" / "cube"


def _lesson(**change: Any) -> dict[str, Any]:
    lesson = {**COURSE["topics"][0]["lessons"][0], **change}
    return {**COURSE, "topics": [{**COURSE["topics"][0], "lessons": [lesson]}]}


COURSE_FAULTS: dict[str, tuple[Any, str]] = {
    "another version": ({**COURSE, "format_version": 2}, "format_version is 2, this release reads 1"),
    "another version with other keys": ({"format_version": 2, "paths": 1}, "format_version is 2, this release reads 1"),
    "no version": ({"topics": []}, "format_version is missing, this release reads 1"),
    "a version as true": ({**COURSE, "format_version": True}, "format_version is True"),
    "no topics": ({"format_version": 1}, "topics is missing"),
    "topics as a mapping": ({"format_version": 1, "topics": {"io": 1}}, "topics is {'io': 1}; it must be a list."),
    "an unknown key": ({**COURSE, "topic": 1}, "unknown key 'topic'. Did you mean 'topics'?"),
    "a topic without id": ({"format_version": 1, "topics": [{"title": "x"}]}, "topics[0].id is missing"),
    "a topic as text": ({"format_version": 1, "topics": ["tensors"]}, "topics[0] is 'tensors'; it must be a mapping."),
    "lessons as a number": (
        {"format_version": 1, "topics": [{"id": "io", "lessons": 5}]},
        "topics[0].lessons is 5; it must be a list.",
    ),
    "a lesson without title": (_lesson(title=None), "topics[0].lessons[0].title is missing"),
    "a lesson outside": (_lesson(id="../secret"), "lessons[0].id is '../secret'; it must be topic/slug in a-z"),
    "exercises as text": (_lesson(exercises="tensors/square"), "exercises is 'tensors/square'; it must be a list."),
    "an exercise outside": (_lesson(exercises=["../../etc"]), "exercises[0] is '../../etc'; it must be topic/slug"),
    "an exercise with a line end": (_lesson(exercises=["a/b\n"]), "exercises[0] is 'a/b\\n'; it must be topic/slug"),
    "an exercise as a number": (_lesson(exercises=[3]), "exercises[0] is 3; it must be topic/slug"),
    "no YAML": ("topics: [", "is not valid YAML"),
}


@pytest.mark.parametrize(("data", "words"), COURSE_FAULTS.values(), ids=list(COURSE_FAULTS))
def test_a_damaged_course_names_its_file_and_key(tmp_path: Path, data: Any, words: str) -> None:
    path = course(tmp_path, data)
    with pytest.raises(ContentError) as caught:
        load_course(tmp_path)
    assert words in fault(caught, path)


def test_a_folder_without_a_course_says_what_a_pack_is(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        load_course(tmp_path)
    assert "A pack is a folder that holds lessons/ and exercises/." in fault(caught, tmp_path / "lessons/course.yaml")


@pytest.mark.parametrize(
    ("named", "words"),
    [("tensors/sqare", "Did you mean tensors/square"), ("zzz", "`mxtutor list` shows them all.")],
)
def test_an_unknown_id_names_the_nearest(tmp_path: Path, named: str, words: str) -> None:
    course(tmp_path, COURSE)
    with pytest.raises(UsageError) as caught:
        find_exercise(load_course(tmp_path), named)
    assert words in str(caught.value)


def test_marks_of_equivalent_mutants_are_read_on_one_line(tmp_path: Path) -> None:
    marks = {"They are\nthe same": ["a -> b\n", "solution: c -> d"], "One more": "e -> f"}
    assert make(tmp_path, {**SOUND, "equivalent": marks}).equivalent == {
        "a -> b": "They are the same",
        "solution: c -> d": "They are the same",
        "e -> f": "One more",
    }


def test_forms_of_earlier_releases_are_read(tmp_path: Path) -> None:
    marks = [{"mutant": "solution: a -> b\n", "reason": "They are\nthe same."}]
    sources = {"rows": ["Squares"], "claim": "none", "torch": "works", "status": "works_with_fix", "truth": "It works."}
    one = make(tmp_path, {**SOUND, "equivalent": marks, "sources": sources})
    assert one.equivalent == {"solution: a -> b": "They are the same."}
    assert (one.claim, one.truth) == ("works_with_fix", "It works.")


def test_the_entry_is_the_last_function_of_the_reference(tmp_path: Path) -> None:
    data = {key: value for key, value in SOUND.items() if key != "entry"}
    reference = "def helper(x):\n    def inner(y): ...\n\n\ndef square(x):\n    return x * x\n"
    short = make(tmp_path / "short", data, reference=reference)
    whole = make(tmp_path / "whole", {**SOUND, "kind": "code"}, reference=reference)
    assert (short.kind, short.entry) == ("code", "square")
    assert short.task_hash == whole.task_hash


def test_study_stands_for_all_that_it_shows(tmp_path: Path) -> None:
    observe = {"kind": "No Block.", "study": True, "output": "Another output."}
    short = make(tmp_path / "short", {**SOUND, "compare": {"observe": observe}}).compare.observe
    assert set(STUDIED) < set(short)
    assert short["output"].says == "Another output."
    assert short["gradients"].says == STUDIED["gradients"]
    observe = {"kind": "No Block.", **dict.fromkeys(STUDIED, True), "output": "Another output."}
    assert make(tmp_path / "whole", {**SOUND, "compare": {"observe": observe}}).compare.observe == short


@pytest.mark.parametrize(
    ("returned", "kind"),
    [('{"parameters": 1}', "none"), ('{"result": 1, "parameters": 1}', "array"), ("dict(result=1)", "array")],
)
def test_observers_without_a_result_leave_none_to_judge(tmp_path: Path, returned: str, kind: str) -> None:
    observer = f"def observe(entry, case, kit):\n    return {returned}\n"
    data = {**SOUND, "compare": {"observe": {"parameters": "They differ."}}}
    assert make(tmp_path, data, observe_torch=observer).compare.type == kind
