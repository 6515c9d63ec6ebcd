"""A pack may have topics of its own; every command knows them from the pack's `course.yaml`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.loader import load_course, load_exercise

COURSE = """\
format_version: 1
topics:
  - id: linear
    title: Linear algebra
    lessons:
      - {id: linear/systems, title: Systems, exercises: [linear/scale]}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a pack whose only topic is `linear`, with one exercise as `dev new` makes it."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "course.yaml").write_text(COURSE, encoding="utf-8")
    assert main(["--pack", str(tmp_path), "dev", "new", "linear/scale"]) == 0
    return tmp_path


def test_a_new_exercise_of_a_pack_s_topic_can_be_loaded(pack: Path) -> None:
    exercise = load_exercise(pack / "exercises" / "linear" / "scale", "linear/scale")
    assert (exercise.topic, exercise.entry, len(exercise.mistakes)) == ("linear", "scale", 3)


def test_the_list_shows_a_pack_s_exercises(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["--pack", str(pack), "list", "--json"]) == 0
    assert [(e["id"], e["topic"]) for e in json.loads(capsys.readouterr().out)] == [("linear/scale", "linear")]


def test_the_tutor_starts_at_a_pack_s_topic(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[tuple[Path, str | None]] = []

    def start(root: Path, start_at: str | None, workshop: object) -> int:
        assert workshop is None
        began.append((root, start_at))
        return 0

    monkeypatch.setattr("mxtutor.cli.tutor.start_tutor", start)
    assert main(["--pack", str(pack), "linear"]) == 0
    assert began == [(pack.resolve(), "linear")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["linaer"], "'linaer' is not a command, a topic or an id. Did you mean linear?"),
        (["tensors"], "'tensors' is not a command, a topic or an id."),
        (
            ["dev", "new", "tensors/scale"],
            "'tensors/scale' is not a valid id. Write topic/slug; topics in course.yaml: ",
        ),
        (["dev", "new", "linear/scale"], "exists already."),
    ],
)
def test_other_topics_are_unknown_to_a_pack(
    pack: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["--pack", str(pack), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_a_name_is_looked_up_from_a_pack_without_a_table(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["--pack", str(pack), "lookup", "torch.acos"]) == 0
    assert "nd.arccos" in capsys.readouterr().out
    assert [topic.id for topic in load_course(pack).topics] == ["linear"]
