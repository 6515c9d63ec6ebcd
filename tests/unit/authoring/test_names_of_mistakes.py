"""`dev check` refuses names of mistakes that hold a call of the solution: a learner sees them at the first miss."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.authoring.exercises import named_calls, solution_calls
from mxtutor.content.loader import wrong_texts
from mxtutor.content.model import Exercise, Mistake
from mxtutor.errors import ContentError
from tests.unit.specimens import exercise


def arccos(folder: Path, name: str, prompt: str = "The inverse cosine.") -> Exercise:
    """Return an exercise whose solution calls `nd.arccos`, with one mistake of this name."""
    (folder / "solution.py").write_text("def square(x):\n    return nd.arccos(x).copy()\n", encoding="utf-8")
    (folder / "reference.py").write_text("def square(x):\n    return torch.acos(x)\n", encoding="utf-8")
    return exercise(folder=folder, prompt=prompt, mistakes=(Mistake("known", "Message.", name=name),))


def test_the_calls_of_a_solution_are_read(tmp_path: Path) -> None:
    assert solution_calls(arccos(tmp_path, "")) == {"arccos", "copy"}


@pytest.mark.parametrize(
    ("name", "prompt", "findings"),
    [
        ("It is `nd.arccos`.", "The inverse cosine.", 1),
        ("It is `nd.arccos`.", "Use `nd.arccos`.", 0),
        ("Another inverse function.", "The inverse cosine.", 0),
        ("The arccosine.", "The inverse cosine.", 0),
    ],
)
def test_a_name_with_a_call_that_the_task_does_not_show_is_found(
    tmp_path: Path, name: str, prompt: str, findings: int
) -> None:
    assert len(list(named_calls(arccos(tmp_path, name, prompt)))) == findings


def test_the_code_of_a_mistake_without_a_name_is_looked_at_too(tmp_path: Path) -> None:
    subject = arccos(tmp_path, "")
    nameless = replace(subject, mistakes=(Mistake("no-arccos", "Message."), Mistake("degrees", "Message.")))
    assert [*named_calls(nameless)] == ["the name of no-arccos contains `arccos`, which the solution calls"]


def test_a_docstring_holds_name_and_message(tmp_path: Path) -> None:
    path = tmp_path / "wrong_slip.py"
    path.write_text('"""The name.\n\nThe message\nin two lines.\n"""\n', encoding="utf-8")
    assert wrong_texts(path) == ("The name.", "The message in two lines.")
    path.write_text('"""The name."""\n', encoding="utf-8")
    with pytest.raises(ContentError, match="first line"):
        wrong_texts(path)
