"""Content is read into plain values; each fault of it is one line that names the file and the key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mxtutor.content.loader import find_exercise, load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError, UsageError

SOUND: dict[str, Any] = {
    "title": "Square",
    "prompt": "Square it.\n",
    "entry": "square",
    "params": {"x": "float32"},
    "hints": ["A nudge."],
    "cases": [{"x": {"shape": [3]}}],
    "compare": {"type": "mxnet", "values": [1e-5, 1e-6]},
}
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


def make(folder: Path, data: Any, **files: str) -> Exercise:
    """Write an exercise's folder and load it."""
    folder.mkdir(exist_ok=True)
    text = data if isinstance(data, str) else yaml.safe_dump(data)
    (folder / "exercise.yaml").write_text(text, encoding="utf-8")
    for name, content in files.items():
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
    return load_exercise(folder, "tensors/square")


def fault(caught: pytest.ExceptionInfo[ContentError], file: Path) -> str:
    """Return the one line of a fault that names a file."""
    told = str(caught.value)
    assert str(file) in told
    assert "\n" not in told
    assert caught.value.exit_code == 2
    return told


def test_a_sound_exercise_is_read(tmp_path: Path) -> None:
    one = make(tmp_path, SOUND, wrong_third_power=WRONG)
    assert (one.kind, one.entry, one.prompt, one.draws, one.seconds) == ("code", "square", "Square it.", 2, 10.0)
    assert (one.compare.rtol, one.compare.atol, one.compare.shape) == (1e-5, 1e-6, "exact")
    (slip,) = one.mistakes
    assert (slip.code, slip.message) == ("third-power", "That is the third power.")
    assert one.starter.endswith("def square(x):\n    ...\n")


def test_what_a_slip_says_can_be_told_in_the_yaml(tmp_path: Path) -> None:
    told = {"third-power": {"message": "Mine.", "error": "odd", "calls": ["nd.cube"]}, "other": {"message": "Else."}}
    one = make(tmp_path, {**SOUND, "mistakes": told}, wrong_third_power=WRONG)
    assert [(m.code, m.message, m.error, m.calls) for m in one.mistakes] == [
        ("third-power", "Mine.", ("odd",), ("nd.cube",)),
        ("other", "Else.", (), ()),
    ]


def test_a_parameter_may_be_called_name(tmp_path: Path) -> None:
    data = {**SOUND, "params": {"name": ""}, "cases": [{"name": "relu", "hidden": True}]}
    (case,) = make(tmp_path, data).cases
    assert (dict(case.inputs), case.name, case.hidden) == ({"name": "relu"}, "", True)


EXERCISE_FAULTS: dict[str, tuple[dict[Any, Any], str]] = {
    "an unknown key": ({"titel": "x"}, "unknown key 'titel'. Did you mean 'title'?"),
    "a key that is no text": ({3: "x"}, "unknown key '3'."),
    "no title": ({"title": None}, "title is missing"),
    "no prompt": ({"prompt": ""}, "prompt is missing"),
    "no entry": ({"entry": ""}, "entry is missing"),
    "no cases": ({"cases": []}, "cases is missing"),
    "cases as a mapping": ({"cases": {"x": 1}}, "cases must be a list"),
    "a case as a list": ({"cases": [[1]]}, "each case must be a mapping"),
    "a kind of its own": ({"kind": "essay"}, "kind is 'essay'; it must be one of code, fix, predict, choice"),
    "a kind as a list": ({"kind": ["code"]}, "kind is ['code']"),
    "a choice without options": ({"kind": "choice"}, "options is missing"),
    "options as text": ({"kind": "choice", "options": "a"}, "options must be a list"),
    "an option without why": ({"kind": "choice", "options": [{"text": "a"}]}, "each option needs text and why"),
    "params as a list": ({"params": ["x"]}, "params must be a mapping"),
    "hints as text": ({"hints": "A nudge."}, "hints must be a list"),
    "draws as text": ({"draws": "two"}, "draws is 'two'; it must be a whole number above 0"),
    "no draws": ({"draws": 0}, "draws is 0"),
    "half a draw": ({"draws": 1.5}, "draws is 1.5"),
    "seconds as text": ({"seconds": "long"}, "seconds is 'long'; it must be a number above 0"),
    "negative seconds": ({"seconds": -1}, "seconds is -1"),
    "mistakes as a list": ({"mistakes": ["x"]}, "mistakes must map"),
    "a mistake without message": ({"mistakes": {"odd": {"error": "x"}}}, "mistakes.odd needs a message"),
    "a mistake with more": ({"mistakes": {"odd": {"hint": "x"}}}, "mistakes.odd knows name, message, error and calls"),
    "sources as text": ({"sources": "x"}, "sources knows"),
    "unknown sources": ({"sources": {"url": "x"}}, "sources knows claim, rows, status, torch, truth only"),
}
COMPARE_FAULTS: dict[str, tuple[Any, str]] = {
    "as text": ("exact", "compare must be a mapping"),
    "an unknown key": ({"value": "exact"}, "compare has an unknown key 'value'"),
    "an unknown type": ({"type": "tensor"}, "compare.type is 'tensor'"),
    "an unknown shape": ({"shape": "exat"}, "compare.shape is 'exat'; it must be one of exact, scalar"),
    "an unknown dtype": ({"dtype": "exat"}, "compare.dtype is 'exat'"),
    "unknown inputs": ({"inputs": "kept"}, "compare.inputs is 'kept'"),
    "an unknown alias": ({"alias": True}, "compare.alias is True"),
    "unknown signs": ({"signs": []}, "compare.signs is []"),
    "values as a number": ({"values": 0.1}, "compare.values must be exact or [rtol, atol]"),
    "one value": ({"values": [0.1]}, "compare.values must be exact or [rtol, atol]"),
    "values as texts": ({"values": ["a", "b"]}, "compare.values must be exact or [rtol, atol]"),
    "negative values": ({"values": [-1, 0]}, "compare.values is [-1, 0]"),
    "values of NaN": ({"values": [float("nan"), 0]}, "compare.values is [nan, 0]"),
    "values that allow everything": ({"values": [1, 1]}, "rtol and atol lie between 0 and 1"),
    "statistics as text": ({"statistical": "yes"}, "compare.statistical knows"),
    "unknown statistics": ({"statistical": {"mean": 1}}, "compare.statistical knows"),
    "half a support": ({"statistical": {"support": [0]}}, "compare.statistical.support must be a list of two"),
    "within as text": ({"statistical": {"within": "ab"}}, "compare.statistical.within must be a list of two"),
    "a distance as text": ({"statistical": {"ks": "small"}}, "compare.statistical.ks is 'small'"),
    "observe as a list": ({"observe": ["a"]}, "compare.observe must map"),
    "an observation of nothing": ({"observe": {"mode": {}}}, "compare.observe.mode needs says"),
    "an observation with more": ({"observe": {"mode": {"says": "x", "at": 1}}}, "compare.observe.mode needs says"),
    "an observation's values": (
        {"observe": {"mode": {"says": "x", "values": [1]}}},
        "compare.observe.mode.values must",
    ),
    "an observation's dtype": ({"observe": {"mode": {"says": "x", "dtype": "f"}}}, "compare.observe.mode.dtype is 'f'"),
}


@pytest.mark.parametrize(("change", "words"), EXERCISE_FAULTS.values(), ids=list(EXERCISE_FAULTS))
def test_a_damaged_exercise_names_its_file_and_key(tmp_path: Path, change: dict[Any, Any], words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make(tmp_path, {**SOUND, **change})
    assert words in fault(caught, tmp_path / "exercise.yaml")


@pytest.mark.parametrize(("compare", "words"), COMPARE_FAULTS.values(), ids=list(COMPARE_FAULTS))
def test_a_damaged_comparison_names_its_key(tmp_path: Path, compare: Any, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make(tmp_path, {**SOUND, "compare": compare})
    assert words in fault(caught, tmp_path / "exercise.yaml")


@pytest.mark.parametrize(
    ("text", "words"),
    [("title: [", "is not valid YAML"), ("- a", "must hold a mapping"), ("", "must hold a mapping"), ("a: \0", "YAML")],
)
def test_a_file_that_is_no_mapping_names_itself(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make(tmp_path, text)
    assert words in fault(caught, tmp_path / "exercise.yaml")


def test_a_file_that_is_no_text_or_missing_names_itself(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        load_exercise(tmp_path, "tensors/square")
    assert "cannot be read" in fault(caught, tmp_path / "exercise.yaml")
    (tmp_path / "exercise.yaml").write_bytes(b"title: \xff\xfe")
    with pytest.raises(ContentError) as caught:
        load_exercise(tmp_path, "tensors/square")
    assert "cannot be read" in fault(caught, tmp_path / "exercise.yaml")


@pytest.mark.parametrize(
    ("source", "words"),
    [("def (", "does not parse"), ("x = 1\n", "its docstring needs"), ('"""The cube."""', "its docstring needs")],
)
def test_a_wrong_answer_without_its_message_names_itself(tmp_path: Path, source: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make(tmp_path, SOUND, wrong_cube=source)
    assert words in fault(caught, tmp_path / "wrong_cube.py")


def course(root: Path, data: Any) -> Path:
    """Write a course file and return where it stands."""
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
    "no version": ({"topics": []}, "format_version is None"),
    "no topics": ({"format_version": 1}, "topics must be a list"),
    "a topic without id": ({"format_version": 1, "topics": [{"title": "x"}]}, "each topic needs an id"),
    "a topic as text": ({"format_version": 1, "topics": ["tensors"]}, "each topic needs an id"),
    "lessons as a number": ({"format_version": 1, "topics": [{"id": "io", "lessons": 5}]}, "lessons of io must be"),
    "a lesson without title": (_lesson(title=None), "each lesson of tensors needs an id and a title"),
    "a lesson outside": (_lesson(id="../secret"), "'../secret' is no id"),
    "exercises as text": (_lesson(exercises="tensors/square"), "exercises of tensors/powers must be a list"),
    "an exercise outside": (_lesson(exercises=["../../etc"]), "'../../etc' is no id. Write topic/slug"),
    "an exercise as a number": (_lesson(exercises=[3]), "3 is no id"),
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
    marks = [{"mutant": "solution: a -> b\n", "reason": "They are\nthe same."}]
    (mark,) = make(tmp_path, {**SOUND, "equivalent": marks}).equivalent
    assert (mark.mutant, mark.reason) == ("solution: a -> b", "They are the same.")


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ("solution", "equivalent must be a list"),
        (["solution: a -> b"], "each mark under equivalent needs mutant and reason, and nothing else"),
        ([{"mutant": "solution: a -> b"}], "each mark under equivalent needs mutant and reason, and nothing else"),
        ([{"mutant": "solution: a -> b", "reason": " "}], "a mark under equivalent has no reason"),
        ([{"mutant": None, "reason": "So."}], "a mark under equivalent has no mutant"),
        ([{"mutant": "m", "reason": "So."}, {"mutant": "m", "reason": "Too."}], "equivalent marks 'm' twice"),
    ],
)
def test_a_mark_needs_a_mutant_and_a_reason(tmp_path: Path, marks: Any, told: str) -> None:
    with pytest.raises(ContentError) as caught:
        make(tmp_path, {**SOUND, "equivalent": marks})
    assert told in fault(caught, tmp_path / "exercise.yaml")
