"""The Containerfile copies what is there, and sets mxtutor up with the command of the README.

No container is built here: that needs an engine.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.unit.project.test_project import PROJECT

ROOT = Path(__file__).resolve().parents[2]


def _instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile with their arguments, continued lines joined."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = (line.partition(" ") for line in text.splitlines() if line and not line.startswith("#"))
    return [(name, " ".join(rest.split())) for name, _, rest in lines]


def _copied() -> set[str]:
    words = [rest.split() for name, rest in _instructions() if name == "COPY"]
    return {word for line in words for word in line[:-1] if not word.startswith("--")}


def test_what_it_copies_exists_and_is_sent_to_the_engine() -> None:
    assert all((ROOT / name).exists() for name in _copied())
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == _copied()


def test_it_copies_what_the_set_up_and_the_wheel_need() -> None:
    needed = {"pyproject.toml", "hatch_build.py", "bootstrap.py", "requirements", "mxtutor", "lessons", "exercises"}
    assert needed | {PROJECT["project"]["readme"], PROJECT["project"]["license-files"][0]} == _copied()


def test_it_sets_up_and_starts_with_the_command_of_the_readme() -> None:
    command = "python3 bootstrap.py tutor"
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(name == "RUN" and rest.startswith(f"{command} ") for name, rest in _instructions())
    (folder,) = (rest for name, rest in _instructions() if name == "WORKDIR")
    (entry,) = (rest for name, rest in _instructions() if name == "ENTRYPOINT")
    assert entry == f'["python3", "{folder}/bootstrap.py", "tutor"]'


def test_its_base_is_one_version_of_a_supported_python() -> None:
    (base,) = (rest for name, rest in _instructions() if name == "FROM")
    version = re.fullmatch(r"--platform=linux/amd64 docker\.io/library/python:(3\.\d+)\.\d+-slim-\w+", base)
    assert version
    assert (ROOT / "requirements" / f"python{version[1]}.txt").is_file()


def test_the_tutor_is_no_root_and_keeps_progress_in_the_volume_of_the_readme() -> None:
    names = [name for name, _ in _instructions()]
    found = dict(_instructions())
    assert names.index("USER") < names.index("COPY")
    assert found["USER"] != "root"
    (home,) = re.findall(r"MXTUTOR_HOME=(\S+)", found["ENV"])
    assert home == found["VOLUME"]
    assert f"-v mxtutor:{home} " in (ROOT / "README.md").read_text(encoding="utf-8")
