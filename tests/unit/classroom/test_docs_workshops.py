"""The examples of docs/workshops.md are files that mxtutor reads, and its tables name the keys that there are."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from mxtutor import paths
from mxtutor.authoring.check import check_workshop_file
from mxtutor.classroom.scoring import Evidence
from mxtutor.cli import main
from mxtutor.content.plan import Plan, load_plan
from mxtutor.content.workshop import LateRule, WorkshopFile, load_workshop

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "workshops.md").read_text(encoding="utf-8")
EXAMPLES = DOCS / "examples"


@pytest.mark.parametrize(("language", "name"), [("yaml", "workshop.yaml"), ("json", "path.json")])
def test_an_example_of_the_page_is_the_file_beside_it(language: str, name: str) -> None:
    block, *_ = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert block == (EXAMPLES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["workshop.yaml", "path.json"])
def test_an_example_has_no_faults(name: str) -> None:
    assert check_workshop_file(EXAMPLES / name, paths.content_root()) == []


def test_the_example_uses_every_rule() -> None:
    workshop = load_workshop(EXAMPLES / "workshop.yaml")
    assert isinstance(workshop.late, LateRule)
    assert workshop.greeting
    assert workshop.start
    assert workshop.due
    assert workshop.points["trainers/capstone-mlp"] == 3
    assert [part.minutes for part in workshop.path.parts] == [25, 40, None]
    assert isinstance(load_plan(EXAMPLES / "path.json"), Plan)


def test_the_workshop_of_the_day_has_no_faults_and_its_commands_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "workshop-day.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "day.yaml").write_text(block)
    assert check_workshop_file(tmp_path / "day.yaml", paths.content_root()) == []
    commands = re.findall(r"`mxtutor ((?:grade |workshop |dev )?[a-z]+) ([^`]*)`", text)
    assert len(commands) > 8
    for command, rest in commands:
        words = command.split() if command.split()[-1] not in ("hand-ins", "class") else command.split()[:1]
        capsys.readouterr()
        assert main([*words, "--help"]) == 0
        shown = capsys.readouterr().out
        assert [one for one in re.findall(r"--[a-z-]+", rest) if one not in shown] == [], command


def test_the_tables_name_every_key() -> None:
    documented = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", PAGE, re.MULTILINE))))
    keys = {field.encode_name for field in msgspec.structs.fields(WorkshopFile)}
    assert documented == keys | set(Evidence.__args__)  # type: ignore[attr-defined]
    assert all(f"`{field.name}`" in PAGE or f" {field.name}:" in PAGE for field in msgspec.structs.fields(LateRule))
