"""Exercises that a content update changed after they were solved."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.counting import keep_attempt
from mxtutor.progress.model import Standing
from mxtutor.progress.store import open_store
from tests.ui.fakes import COURSE

ARCCOS = "tensors/arccos"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the tests' course."""
    return Path(shutil.copytree(COURSE, tmp_path / "pack"))


def _load(pack: Path, identity: str = ARCCOS) -> Exercise:
    return load_exercise(pack / "exercises" / identity, identity)


def _pass(home: Path, exercise: Exercise, verdict: Verdict = Verdict.RIGHT) -> None:
    store = open_store(home)
    keep_attempt(store, exercise, "an answer", Report(exercise.id, verdict, "said"))
    store.close()


def _listed(pack: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[str, bool]]:
    capsys.readouterr()
    assert main(["--pack", str(pack), "list", "--json"]) == 0
    return {row["id"]: (row["status"], row["changed"]) for row in json.loads(capsys.readouterr().out)}


def _edit(pack: Path, name: str, old: str, new: str) -> None:
    path = pack / "exercises" / ARCCOS / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_all_exercises_of_the_tests_have_a_hash_of_their_own(pack: Path) -> None:
    hashes = [_load(pack, identity).task_hash for identity in load_course(pack).exercises]
    assert all(hashes)
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("exercise.yaml", "prompt: |\n", "prompt: |\n  Read this first.\n"),
        ("exercise.yaml", "cases:", "draws: 5\ncases:"),
        ("reference.py", "torch", "torch2"),
    ],
)
def test_a_change_of_the_task_changes_the_hash(pack: Path, name: str, old: str, new: str) -> None:
    before = _load(pack).task_hash
    _edit(pack, name, old, new)
    assert _load(pack).task_hash != before


def test_a_change_of_help_or_of_white_space_does_not_change_the_hash(pack: Path) -> None:
    before = _load(pack).task_hash
    folder = pack / "exercises" / ARCCOS
    path = folder / "exercise.yaml"
    path.write_text(path.read_text().replace("title:", "title: Again,", 1))
    (folder / "solution.py").write_text("from mxnet import nd\n\n\ndef arccos(x):\n    return nd.arccos(x)\n")
    (folder / "reference.py").write_text("\n" + (folder / "reference.py").read_text().replace("\n", "  \n") + "\n")
    assert _load(pack).title.startswith("Again,")
    assert _load(pack).task_hash == before


def test_a_solved_exercise_whose_task_changed_is_marked_until_it_is_solved_again(
    pack: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _pass(home, _load(pack))
    assert _listed(pack, capsys)[ARCCOS] == ("done", False)
    _edit(pack, "reference.py", "torch", "torch2")
    assert _listed(pack, capsys)[ARCCOS] == ("done", True)
    main(["--pack", str(pack), "list"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if ARCCOS in line]
    assert line.startswith("[^] ")
    assert line.endswith(", changed since you solved it")
    _pass(home, _load(pack), Verdict.WRONG)
    assert _listed(pack, capsys)[ARCCOS] == ("done", True)
    _pass(home, _load(pack))
    assert _listed(pack, capsys)[ARCCOS] == ("done", False)


def test_a_pass_of_an_earlier_release_is_never_marked() -> None:
    assert Standing("done").state("0123") == "done"
    assert Standing("done", solved=("0123",)).state("") == "done"
    assert Standing("tried", solved=("0123",)).state("4567") == "tried"


def test_a_pass_before_the_exercise_was_started_over_does_not_count(home: Path, pack: Path) -> None:
    _pass(home, _load(pack))
    store = open_store(home)
    assert store.standing(ARCCOS).solved == (_load(pack).task_hash,)
    store.start_over([ARCCOS])
    assert store.standing(ARCCOS) == Standing()
    store.close()
