"""Bad `exercise.yaml` files: each fault is one line in plain words, with the file and the key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.errors import ContentError
from tests.unit.content.exercise_files import SOUND, fault, make

DUE = "must be a text. Put it in quotes."
EXERCISE_FAULTS: dict[str, tuple[dict[Any, Any], str]] = {
    "a misspelt key": ({"titel": "x"}, "unknown key 'titel'. Did you mean 'title'?"),
    "an unknown key": ({"zzz": 1}, "unknown key 'zzz'. Known keys: title, prompt, kind, entry,"),
    "a key that is not a text": ({3: "x"}, "unknown key 3. Known keys: title"),
    "no title": ({"title": None}, "title is missing"),
    "an empty title": ({"title": " "}, "title is ' '; it must be a text that is not empty."),
    "a number as title": ({"title": 3}, "title is 3; it must be a text that is not empty. Put it in quotes."),
    "no prompt": ({"prompt": ""}, "prompt is ''; it must be a text that is not empty."),
    "no entry": ({"entry": ""}, "entry is missing, and reference.py defines no function."),
    "an entry as a list": ({"entry": ["f"]}, "entry is ['f']; it must be a text."),
    "no cases": ({"cases": []}, "cases or domain is missing"),
    "cases without a value": ({"cases": None}, "cases or domain is missing"),
    "cases as a mapping": ({"cases": {"x": 1}}, "cases is {'x': 1}; it must be a list."),
    "a case as a list": ({"cases": [{"x": 1}, [1]]}, "cases[1] is [1]; it must be a mapping."),
    "a case's key as a number": ({"cases": [{3: 1}]}, "cases[0]: the key 3 must be a text. Put it in quotes."),
    "a case's name as a number": ({"cases": [{"name": 3}]}, f"cases[0].name is 3; it {DUE}"),
    "a case that is hidden a little": ({"cases": [{"hidden": "no"}]}, "cases[0].hidden is 'no'; it must be true or"),
    "an unknown kind": ({"kind": "essay"}, "kind is 'essay'; it must be one of code, fix, predict, choice."),
    "a kind as a list": ({"kind": ["code"]}, "kind is ['code']; it must be one of"),
    "a choice without options": ({"kind": "choice"}, "options is missing"),
    "options as a text": ({"kind": "choice", "options": "a"}, "options is 'a'; it must be a list."),
    "an option as a text": ({"kind": "choice", "options": ["a"]}, "options[0] is 'a'; it must be a mapping."),
    "an option without why": ({"kind": "choice", "options": [{"text": "a"}]}, "options[0].why is missing."),
    "an option as a number": ({"options": [{"text": 4, "why": "b"}]}, "options[0].text is 4; it must be a text that"),
    "an option half right": (
        {"options": [{"text": "a", "why": "b", "right": 1}]},
        "options[0].right is 1; it must be true",
    ),
    "an option with more": (
        {"options": [{"text": "a", "why": "b", "rigth": True}]},
        "unknown key 'rigth'. Did you mean 'right'?",
    ),
    "params as a list": ({"params": ["x"]}, "params is ['x']; it must be a mapping."),
    "a parameter as a list": ({"params": {"x": [1]}}, "params.x is [1]; it must be a text."),
    "hints as a text": ({"hints": "A nudge."}, "hints is 'A nudge.'; it must be a list."),
    "a hint with a colon": ({"hints": ["a", {"Look": "here"}]}, "hints[1] is {'Look': 'here'}; it must be a text."),
    "draws as a text": ({"draws": "two"}, "draws is 'two'; it must be a whole number above 0."),
    "no draws": ({"draws": 0}, "draws is 0; it must be a whole number above 0."),
    "half a draw": ({"draws": 1.5}, "draws is 1.5; it must be a whole number above 0."),
    "draws as true": ({"draws": True}, "draws is True; it must be a whole number above 0."),
    "seconds as a text": ({"seconds": "long"}, "seconds is 'long'; it must be a number above 0."),
    "negative seconds": ({"seconds": -1}, "seconds is -1; it must be a number above 0."),
    "seconds without end": ({"seconds": float("inf")}, "seconds is inf; it must be a number above 0."),
    "a share of 0 for steady": ({"steady": 0}, "steady is 0; it must be a number above 0."),
    "processes as a text": ({"processes": "no"}, "processes is 'no'; it must be true or false."),
    "loopback as a number": ({"loopback": 1}, "loopback is 1; it must be true or false."),
    "mistakes as a list": ({"mistakes": ["x"]}, "mistakes is ['x']; it must be a mapping."),
    "a mistake as a text": ({"mistakes": {"odd": "x"}}, "mistakes.odd is 'x'; it must be a mapping."),
    "a mistake without message": ({"mistakes": {"odd": {"error": "x"}}}, "mistakes.odd: message is missing."),
    "a mistake of nothing": ({"mistakes": {"odd": None}}, "mistakes.odd: message is missing."),
    "a mistake with more": (
        {"mistakes": {"odd": {"hint": "x"}}},
        "mistakes.odd: unknown key 'hint'. Known keys: name,",
    ),
    "a mistake's error": ({"mistakes": {"odd": {"error": 3}}}, "mistakes.odd.error is 3; it must be a text or a list"),
    "a mistake's answers": ({"mistakes": {"odd": {"typed": ["a", 4]}}}, f"mistakes.odd.typed[1] is 4; it {DUE}"),
    "a truth as a list": ({"truth": ["x"]}, "truth is ['x']; it must be a text."),
    "an unknown claim": ({"claim": "fine"}, "claim is 'fine'; it must be one of as_claimed, works_with_fix"),
    "an unknown trivial answer": ({"trivial": ["twos"]}, "trivial[0] is 'twos'; it must be one of none, input, zeros"),
    "one unknown trivial answer": ({"trivial": "twos"}, "trivial is 'twos'; it must be one of none, input, zeros"),
    "marks as a text": ({"equivalent": "solution"}, "equivalent is 'solution'; it must be a mapping or a list."),
    "a mark as a text": ({"equivalent": ["a -> b"]}, "equivalent[0] is 'a -> b'; it must be a mapping."),
    "a mark without reason": ({"equivalent": [{"mutant": "m"}]}, "equivalent[0].reason is missing."),
    "a mark with a blank": (
        {"equivalent": [{"mutant": "m", "reason": " "}]},
        "equivalent[0].reason is ' '; it must be",
    ),
    "a mark without mutant": ({"equivalent": [{"mutant": None, "reason": "So."}]}, "equivalent[0].mutant is missing."),
    "a reason without mutants": (
        {"equivalent": {"So": {"a": "b"}}},
        "equivalent.So is {'a': 'b'}; it must be a text or",
    ),
    "one mark with two reasons": ({"equivalent": {"So": "m", "Too": ["m"]}}, "equivalent marks 'm' twice"),
    "two equal marks": (
        {"equivalent": [{"mutant": "m", "reason": "So."}, {"mutant": "m", "reason": "Too."}]},
        "equivalent marks 'm' twice",
    ),
}
SHARE_WORDS = "must be a number above 0, 1 at most"
STATISTICAL, MODE = "compare.statistical", "compare.observe.mode"
COMPARE_FAULTS: dict[str, tuple[Any, str]] = {
    "as a text": ("exact", "compare is 'exact'; it must be a mapping."),
    "a misspelt key": ({"value": "exact"}, "compare: unknown key 'value'. Did you mean 'values'?"),
    "an unknown type": ({"type": "tensor"}, "compare.type is 'tensor'; it must be one of array, array_list"),
    "an unknown shape": ({"shape": "exat"}, "compare.shape is 'exat'; it must be one of exact, scalar."),
    "an unknown dtype": ({"dtype": "exat"}, "compare.dtype is 'exat'; it must be one of exact, any."),
    "unknown inputs": ({"inputs": "kept"}, "compare.inputs is 'kept'; it must be one of unchanged,"),
    "an unknown alias": ({"alias": True}, "compare.alias is True; it must be one of fresh"),
    "unknown signs": ({"signs": []}, "compare.signs is []; it must be one of fixed, free."),
    "values as a number": (
        {"values": 0.1},
        "compare.values is 0.1; it must be exact or a list of 2, each a number from 0",
    ),
    "one value": ({"values": [0.1]}, "compare.values is [0.1]; it must be exact or a list of 2"),
    "values as texts": ({"values": ["a", 0]}, "compare.values[0] is 'a'; it must be a number from 0 to below 1."),
    "negative values": ({"values": [0, -1]}, "compare.values[1] is -1; it must be a number from 0 to below 1."),
    "values of NaN": ({"values": [float("nan"), 0]}, "compare.values[0] is nan; it must be a number from 0"),
    "values that allow everything": (
        {"values": [1, 1]},
        "compare.values[0] is 1; it must be a number from 0 to below 1.",
    ),
    "another word for exact": ({"values": "any"}, "compare.values is 'any'; it must be exact or a list of 2"),
    "statistics as a text": ({"statistical": "yes"}, f"{STATISTICAL} is 'yes'; it must be a mapping."),
    "unknown statistics": (
        {"statistical": {"mean": 1}},
        f"{STATISTICAL}: unknown key 'mean'. Known keys: ks, support,",
    ),
    "half a support": ({"statistical": {"support": [0]}}, f"{STATISTICAL}.support is [0]; it must be a list of 2"),
    "a support of texts": (
        {"statistical": {"support": [0, "a"]}},
        f"{STATISTICAL}.support[1] is 'a'; it must be a number",
    ),
    "within as a text": ({"statistical": {"within": "ab"}}, f"{STATISTICAL}.within is 'ab'; it must be a list of 2"),
    "within numbers": ({"statistical": {"within": [0, 1]}}, f"{STATISTICAL}.within[0] is 0; it {DUE}"),
    "a distance as a text": ({"statistical": {"ks": "small"}}, f"{STATISTICAL}.ks is 'small'; it {SHARE_WORDS}"),
    "a distance of 0": ({"statistical": {"ks": 0}}, f"{STATISTICAL}.ks is 0; it {SHARE_WORDS}"),
    "a number of integers": ({"statistical": {"integer": 3}}, f"{STATISTICAL}.integer is 3; it must be true or false."),
    "an unknown reseed": (
        {"statistical": {"reseed": "no"}},
        f"{STATISTICAL}.reseed is 'no'; it must be true or false or repeats",
    ),
    "a law as a text": ({"statistical": {"law": "normal"}}, f"{STATISTICAL}.law is 'normal'; it must be a list."),
    "an unknown law": (
        {"statistical": {"law": ["beta", 1, 1]}},
        f"{STATISTICAL}: law begins with 'beta'; it must begin with",
    ),
    "a law of too few": (
        {"statistical": {"law": ["normal", 1]}},
        f"{STATISTICAL}: law: normal takes 2 parameters, not 1.",
    ),
    "observe as a list": ({"observe": ["a"]}, "compare.observe is ['a']; it must be a mapping."),
    "an observation of nothing": ({"observe": {"mode": {}}}, f"{MODE}.says is missing."),
    "an observation as true": ({"observe": {"mode": True}}, f"{MODE} is True; it must be a mapping."),
    "an observation with more": ({"observe": {"mode": {"says": "x", "at": 1}}}, f"{MODE}: unknown key 'at'."),
    "an observation's values": (
        {"observe": {"mode": {"says": "x", "values": [1]}}},
        f"{MODE}.values is [1]; it must be exact",
    ),
    "an observation's dtype": (
        {"observe": {"mode": {"says": "x", "dtype": "f"}}},
        f"{MODE}.dtype is 'f'; it must be one of",
    ),
    "an observation's share": (
        {"observe": {"mode": {"says": "x", "share": "most"}}},
        f"{MODE}.share is 'most'; it {SHARE_WORDS}",
    ),
    "a share above 1": ({"observe": {"mode": {"says": "x", "share": 99}}}, f"{MODE}.share is 99; it {SHARE_WORDS}"),
    "an observation at least": (
        {"observe": {"mode": {"says": "x", "least": 3}}},
        f"{MODE}.least is 3; it must be true or false.",
    ),
    "an observation's test": (
        {"observe": {"mode": {"says": "x", "test": "fair"}}},
        f"{MODE}.test is 'fair'; it must be one of",
    ),
}
FILE_FAULTS: dict[str, tuple[str | bytes, str]] = {
    "an open bracket": ("title: [", "is not valid YAML: line 2, column 1: "),
    "a colon too many": ("title: a: b", "is not valid YAML: line 1, column 9: mapping values are not allowed"),
    "a tab": ("title:\n\t- a", "is not valid YAML: line 2, column 1: "),
    "a NUL": ("a: \0", "is not valid YAML: "),
    "a Python object": ("a: !!python/name:os.system x", "is not valid YAML: line 1, column 4: could not determine"),
    "a day that is none": ("a: 2026-02-45", "is not valid YAML: "),
    "a number that is none": ("a: !!int x", "is not valid YAML: "),
    "a list as key": ("? [a]\n: b", "is not valid YAML: line 1, column 3: found unhashable key"),
    "a key twice": (
        "title: a\nprompt: b\ntitle: c",
        "is not valid YAML: line 3, column 1: the key 'title' occurs twice",
    ),
    "a key twice within": ("cases:\n- {x: 1, x: 2}", "is not valid YAML: line 2, column 10: the key 'x' occurs twice"),
    "too many brackets": ("title: a\nhints: " + "[" * 5000 + "]" * 5000, "lists and mappings are nested too deeply"),
    "a list that repeats a list, eight times over": (
        "a0: &a0 {x: 1, y: 2}\n"
        + "".join(f"a{i}: &a{i}\n  <<: [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9)),
        "it holds more than 200,000 values. Use no aliases of lists.",
    ),
    "60,000 keys twice": ("".join(f"k{i}: 1\nk{i}: 2\n" for i in range(60_000)), "it holds more than 200,000 values"),
    "40,000 keys twice": ("".join(f"k{i}: 1\nk{i}: 2\n" for i in range(40_000)), "the key 'k0' occurs twice"),
    "a list": ("- a", "must hold a mapping of keys to values"),
    "a text": ("square", "must hold a mapping of keys to values"),
    "nothing": ("", "must hold a mapping of keys to values"),
    "Latin-1": ("title: Größe".encode("latin-1"), "cannot be read: 'utf-8' codec"),
    "UTF-16": ("title: a".encode("utf-16"), "cannot be read: 'utf-8' codec"),
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


@pytest.mark.parametrize(("content", "words"), FILE_FAULTS.values(), ids=list(FILE_FAULTS))
def test_a_file_that_is_not_a_mapping_names_itself(tmp_path: Path, content: str | bytes, words: str) -> None:
    path = tmp_path / "exercise.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ContentError) as caught:
        load_exercise(tmp_path, "tensors/square")
    assert words in fault(caught, path)
