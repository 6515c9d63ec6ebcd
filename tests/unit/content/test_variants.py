"""Variants of a prediction: the same code with other numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.variants import render
from mxtutor.errors import ContentError
from mxtutor.paths import content_root

WHOLE = {
    "kind": "predict",
    "title": "A product",
    "prompt": "```python\nresult = {{a}} * {{b}}\n```",
    "variants": [{"a": 2, "b": 3}, {"a": 4, "b": 5}],
    "hints": ["It is {{a * b - 1}} + 1."],
    "mistakes": {"sum": {"message": "{{a}} + {{b}}", "error": "{{a + b}}", "typed": ["{{a + b}}"]}},
    "explain": "{{a}}",
}


def written(folder: Path, **changes: object) -> Path:
    (folder / "exercise.yaml").write_text(yaml.safe_dump({**WHOLE, **changes}), encoding="utf-8")
    (folder / "snippet.py").write_text("result = {{a}} * {{b}}\n", encoding="utf-8")
    return folder


def test_a_variant_fills_in_every_text(tmp_path: Path) -> None:
    folder = written(tmp_path)
    first, second, third = (load_exercise(folder, "tensors/product", number) for number in range(3))
    assert first == third
    assert first.variants == 2
    assert [one.snippet for one in (first, second)] == ["result = 2 * 3\n", "result = 4 * 5\n"]
    assert second.prompt == "```python\nresult = 4 * 5\n```"
    assert second.hints == ("It is 19 + 1.",)
    assert (second.mistakes[0].message, second.mistakes[0].error, second.mistakes[0].typed) == ("4 + 5", ("9",), ("9",))
    assert second.explain == "4"


@pytest.mark.parametrize(
    ("text", "shown"),
    [("{{a}}{{b}}", "23"), ("{{ b // a }}", "1"), ("{{1 - b / a}}", "-0.5"), ("{{b % a + -a}}", "-1"),
     ("{{4 / a}}", "2"), ("\\d{2} {a}", "\\d{2} {a}")],
)  # fmt: skip
def test_a_place_is_arithmetic(text: str, shown: str) -> None:
    assert render(text, {"a": 2, "b": 3}, "here") == shown


@pytest.mark.parametrize("text", ["{{c}}", "{{a.b}}", "{{f(a)}}", "{{a ** b}}", "{{a +}}", "{{a / 0}}", "{{'x'}}"])
def test_a_place_that_cannot_be_filled_in_is_one_line(text: str) -> None:
    with pytest.raises(ContentError, match=r"here: .* cannot be filled in"):
        render(text, {"a": 2, "b": 3}, "here")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variants": {"a": 1}}, "variants must be a list of mappings"),
        ({"variants": [{"a": 1, "b": 2}, {"a": 1}]}, r"variants\[1\] must name a, b"),
        ({"variants": [{"a": [1], "b": 2}]}, r"the values of variants\[0\] must be numbers or texts"),
        ({"variants": [{"a b": 1}]}, r"the names of variants\[0\] must be Python names"),
        ({"kind": "choice", "options": [{"text": "x", "why": "y"}]}, "only a predict exercise has variants"),
        ({"explain": "{{other}}"}, "{{other}} cannot be filled in"),
    ],
)  # fmt: skip
def test_variants_that_do_not_fit_are_one_line(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(ContentError, match=message.replace("{", r"\{")):
        load_exercise(written(tmp_path, **changes), "tensors/product")


def test_every_shipped_prediction_has_three_variants_and_shows_its_code() -> None:
    course = load_course(content_root())
    found = 0
    for identity in course.exercises:
        exercise = load_exercise(course.folder(identity), identity)
        if exercise.kind != "predict":
            continue
        found += 1
        assert exercise.variants >= 3, identity
        variants = [load_exercise(exercise.folder, identity, number) for number in range(exercise.variants)]
        assert len({one.snippet for one in variants}) == len(variants), identity
        for one in variants:
            assert one.snippet.strip() in one.prompt, identity
            assert "{{" not in repr((one.prompt, one.snippet, one.hints, one.mistakes, one.explain)), identity
    assert found >= 14
