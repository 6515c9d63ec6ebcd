"""`mxtutor check` and `mxtutor watch` with a grader that needs no MXNet."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from mxtutor.cli import main, watch
from mxtutor.cli.setup import MakeGrader
from mxtutor.grading.protocol import Diagnosis, Note, Report, Review
from tests.ui.fakes import RIGHT, WRONG, FakeGrader

NOTE = Note("unchecked-reshape", "It does not check.", "Write `x.reshape(shape)`.")


class _Grader(FakeGrader):
    def __enter__(self) -> _Grader:
        return self

    def __exit__(self, *error: object) -> None: ...


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (Review(), ["unchecked-reshape"]),
        (Review((replace(NOTE, code="head-size"),)), ["head-size"]),
    ],
)
def test_notes_from_the_source_are_left_if_the_review_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, said: Review, codes: list[str]
) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path))
    grader = _Grader(replace(RIGHT, notes=(NOTE,)))
    grader.said = said
    answer = tmp_path / "answer.py"
    answer.write_text("def arccos(x): pass\n")
    made = cast("MakeGrader", lambda **_: grader)
    assert main(["check", "tensors/arccos", str(answer), "--json"], make_grader=made) == 0
    assert [note["code"] for note in json.loads(capsys.readouterr().out)["notes"]] == codes


Run = Callable[..., tuple[int, str]]
EXAMINATION = "sealed: true\nparts: [{title: Names, minutes: 30, exercises: [tensors/arccos]}]\n"
HELD = "hints: never\nsolutions: never\nparts: [{title: Names, exercises: [tensors/arccos]}]\n"
OPEN = "parts: [{title: Names, exercises: [tensors/arccos]}]\n"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command in a workshop: its exit code and what it prints."""
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    file, answer = tmp_path / "workshop.yaml", tmp_path / "tensors" / "arccos.py"
    answer.parent.mkdir()
    answer.write_text("def arccos(x):\n    return x.arccos()\n")
    monkeypatch.setattr(watch, "saved_files", lambda *_: iter([[answer]]))
    words = {"check": ["check", "tensors/arccos", str(answer)], "watch": ["watch", str(tmp_path)]}

    def in_workshop(workshop: str, report: Report, command: str, *options: str) -> tuple[int, str]:
        file.write_text(f"version: 1\ntitle: Day\n{workshop}")
        grader = _Grader(report)
        grader.said = Review((NOTE,))
        made = cast("MakeGrader", lambda **_: grader)
        code = main(["--workshop", str(file), *words[command], *options], make_grader=made)
        return code, "".join(capsys.readouterr())

    return in_workshop


@pytest.mark.parametrize("command", ["check", "watch"])
@pytest.mark.parametrize("workshop", [EXAMINATION, HELD])
def test_a_workshop_without_hints_refuses_to_explain(run: Run, workshop: str, command: str) -> None:
    code, printed = run(workshop, WRONG, command, "--explain")
    assert code == 2
    assert printed == "mxtutor: This workshop shows no hints. Leave --explain out.\n"


@pytest.mark.parametrize("command", ["check", "watch"])
def test_in_an_examination_a_report_has_nothing_that_helps(run: Run, command: str) -> None:
    _, printed = run(EXAMINATION, WRONG, command)
    assert "wrong" in printed
    assert not any(
        help_ in printed for help_ in ("inverse sine", "3.14159", "expected", "run it yourself", " try ", "--seed")
    )


def test_an_examination_repeats_no_inputs(run: Run) -> None:
    code, printed = run(EXAMINATION, WRONG, "check", "--seed", "5")
    assert code == 2
    assert printed == "mxtutor: A sealed workshop draws new inputs for each check. Leave --seed out.\n"


@pytest.mark.parametrize(("workshop", "shows"), [(OPEN, True), (HELD, False), (EXAMINATION, False)])
def test_a_right_answer_is_reviewed_where_solutions_may_show(run: Run, workshop: str, shows: bool) -> None:
    code, printed = run(workshop, RIGHT, "check")
    assert code == 0
    assert (NOTE.message in printed) is shows


@pytest.mark.parametrize(
    ("words", "says"), [(["lookup", "torch.cat"], "look-up"), (["show", "tensors/names"], "lessons")]
)
def test_a_sealed_workshop_closes_what_explains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    file = tmp_path / "workshop.yaml"
    for text, code in ((EXAMINATION, 2), (HELD, 0)):
        file.write_text(f"version: 1\ntitle: Day\n{text}")
        assert main(["--workshop", str(file), *words]) == code
        printed = capsys.readouterr().err
        assert (
            printed == f"mxtutor: A sealed workshop has no {says}. Leave --workshop out when it is over.\n"
        ) == bool(code)


NAMED = replace(WRONG, diagnosis=(Diagnosis("sine", "That is the sine. Write `nd.arccos`.", "That is the sine."),))


@pytest.mark.parametrize(("workshop", "more"), [(OPEN, True), (HELD, False)])
@pytest.mark.parametrize("command", ["check", "watch"])
def test_a_mistake_is_explained_only_where_hints_are_open(run: Run, workshop: str, command: str, more: bool) -> None:
    _, text = run(workshop, NAMED, command)
    _, printed = run(workshop, NAMED, command, "--json")
    assert ("Write `nd.arccos`." in printed) is more
    assert "That is the sine." in printed
    assert "nd.arccos" not in text
    assert ("--explain says what to do." in text) is more
