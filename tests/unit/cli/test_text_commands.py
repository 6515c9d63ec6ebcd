"""`mxtutor show` and `mxtutor keys`, and the file of the learner's own keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.errors import UsageError
from mxtutor.ui.key_file import read_keys
from mxtutor.ui.keys import EXERCISE, choose_keys
from tests.ui.fakes import COURSE


@pytest.fixture(autouse=True)
def _default_keys() -> Iterator[None]:
    yield
    choose_keys({})


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the learner's own keys; it does not exist yet."""
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path))
    return tmp_path / "keys.yaml"


def show(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["--pack", str(COURSE), "show", *arguments]) == 0
    return capsys.readouterr().out


def test_a_task_is_printed_with_its_reference_and_starter(capsys: pytest.CaptureFixture[str]) -> None:
    text = show(capsys, "tensors/arccos")
    assert text.startswith("# ")
    assert "torch.acos" in text
    assert "def arccos(x):" in text
    assert "nd.arccos" not in text  # the solution
    assert "mxtutor check tensors/arccos FILE" in text


def test_options_and_snippets_are_printed_without_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    seen = set()
    for line in load_course(COURSE).exercises:
        data = json.loads(show(capsys, line, "--json"))
        seen.add(data["kind"])
        assert "solution" not in data
        assert "explain" not in data
        text = show(capsys, line)
        if data["kind"] == "choice":
            assert [option in text for option in data["options"]] == [True] * len(data["options"])
        if data["kind"] == "predict":
            assert data["snippet"].strip() in text
    assert {"code", "choice", "predict"} <= seen


def test_a_lesson_is_printed_without_its_front_matter(capsys: pytest.CaptureFixture[str]) -> None:
    lesson = next((COURSE / "lessons").glob("*/*.md"))
    text = show(capsys, f"{lesson.parent.name}/{lesson.stem}")
    assert "---" not in text.split("```")[0]
    assert text.strip().splitlines()[-1] == lesson.read_text().strip().splitlines()[-1]


def test_an_unknown_id_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--pack", str(COURSE), "show", "tensors/arcos"]) == 2
    assert "Did you mean tensors/arccos" in capsys.readouterr().err


def test_keys_are_listed_with_those_that_were_chosen(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert main(["keys", "--json"]) == 0
    before = json.loads(capsys.readouterr().out)
    file.write_text("exercise.check: shift+f12, ctrl+s\n")
    assert main(["keys", "--json"]) == 0
    after = json.loads(capsys.readouterr().out)

    def check(data: dict[str, object]) -> dict[str, object]:
        screens = data["screens"]
        assert isinstance(screens, list)
        return next(row for one in screens for row in one["keys"] if row["action"] == "exercise.check")

    assert (check(before)["keys"], check(before)["chosen"]) == (["f5", "ctrl+j"], False)
    assert (check(after)["keys"], check(after)["chosen"]) == (["shift+f12", "ctrl+s"], True)
    assert main(["keys"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("* shift+F12, ctrl+s ") for line in lines)
    assert str(file) in " ".join(lines)
    assert EXERCISE.names("check") == "shift+F12, ctrl+s"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("exercise.chek: f5", "Did you mean exercise.check"),
        ("exercise.check: f6", "f6 is the key of exercise.check and of exercise.run_draft"),
        ("exercise.check: ctrl+k", "ctrl+k is the key of exercise.check and of app.lookup"),
        ("app.lookup: f5", "f5 is the key of"),
        ("exercise.check: x", "is for typing an answer"),
        ("exercise.check: enter", "is for typing an answer"),
        ("app.quit: space", "is for typing an answer"),
        ("exercise.check: ctrl+p", "ctrl+p is the key of"),
        ("exercise.check: ctrl+m", "terminals send enter"),
        ("home.race: shift+a", "terminals do not send"),
        ("# " + "x" * 20_000, "more than 20000 characters"),
        ("exercise.check: hyper+x", "'hyper+x' is not a key"),
        ("exercise.check: f5,,f11", "'' is not a key"),
        ("exercise.check: f99", "'f99' is not a key"),
        ("home.race: n\nhome.filter: n", "n is the key of home.filter and of home.race"),
        ("home.race: no", "Write them in quotes"),
        ("exercise.check: [f5]", "Write them in quotes"),
        ("exercise.check: f11\nexercise.check: f12", "twice"),
        ("- f5", "must hold a mapping"),
        ("a: [", "is not valid YAML"),
    ],
)
def test_a_file_of_keys_with_a_fault_is_one_line(
    capsys: pytest.CaptureFixture[str], file: Path, text: str, why: str
) -> None:
    file.write_text(text)
    with pytest.raises(UsageError, match=r".") as raised:
        read_keys(file)
    assert why in str(raised.value)
    assert main(["keys"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line


def test_characters_are_keys_by_themselves(file: Path) -> None:
    file.write_text('home.search: "/, ctrl+f"\nhome.race: "!"\n')
    assert read_keys(file) == {"home.search": "slash,ctrl+f", "home.race": "exclamation_mark"}


def test_a_letter_after_a_modifier_is_the_same_large_or_small(file: Path) -> None:
    file.write_text("exercise.check: ctrl+S, alt+Z\n")
    assert read_keys(file) == {"exercise.check": "ctrl+s,alt+z"}


def test_keys_can_be_exchanged(file: Path) -> None:
    file.write_text("exercise.check: f6\nexercise.run_draft: f5\n")
    assert read_keys(file) == {"exercise.check": "f6", "exercise.run_draft": "f5"}


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
def test_an_empty_file_changes_nothing(file: Path, text: str) -> None:
    file.write_text(text)
    assert read_keys(file) == {}
    file.unlink()
    assert read_keys(file) == {}


@pytest.mark.parametrize("key", ["alt+f", "shift+enter", "f16"])
def test_a_key_that_terminals_send_as_another_one_is_refused(file: Path, key: str) -> None:
    file.write_text(f"exercise.live: {key}\n")
    with pytest.raises(UsageError, match=f"terminals send .* for '{re.escape(key)}'"):
        read_keys(file)


def test_a_chosen_key_works_under_the_name_that_most_terminals_send(file: Path) -> None:
    file.write_text('exercise.live: "ctrl+/"\nexercise.comment: alt+c\n')
    assert read_keys(file)["exercise.live"] == "ctrl+slash,ctrl+underscore"
