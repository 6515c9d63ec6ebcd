"""Every mistake that any exercise may show has a text for the class view, which holds no word of a learner."""

from __future__ import annotations

import ast
from pathlib import Path

from mxtutor.grading import diagnosis
from mxtutor.grading.diagnosis import NAMES, mistake_names

MAKERS = {"Finding": 0, "ErrorRule": 0, "Habit": 0, "Transform": 0}


def codes() -> set[str]:
    """Return the codes that stand in the sources of the rules."""
    found = set[str]()
    for file in Path(diagnosis.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                first = node.args[MAKERS[node.func.id]]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found - {""}  # of an answer that gets no name


def test_every_shared_mistake_has_a_text() -> None:
    assert len(codes()) > 100
    missing = sorted(codes() - set(mistake_names()))
    assert not missing, f"add lines `code: sentence` to {NAMES.name}"
    assert not sorted(set(mistake_names()) - codes())


def test_the_texts_are_sorted_sentences_without_placeholders() -> None:
    assert list(mistake_names()) == sorted(mistake_names())
    for text in mistake_names().values():
        assert text.isprintable()
        assert text.endswith(".")
        assert not set("{}…") & set(text)
