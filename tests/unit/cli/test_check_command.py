"""`mxtutor check` with a grader that needs no MXNet."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from mxtutor.cli import main
from mxtutor.cli.setup import MakeGrader
from mxtutor.grading.protocol import Note, Review
from tests.ui.fakes import RIGHT, FakeGrader

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
