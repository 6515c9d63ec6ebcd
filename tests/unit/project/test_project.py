"""The files of the project agree with each other: versions, commands, what the packages carry."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import bootstrap

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

ROOT = Path(__file__).resolve().parents[3]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
PYTHONS = sorted(f"{major}.{minor}" for major, minor in bootstrap.SUPPORTED)


def test_the_workflow_runs_the_readme_s_test_command_on_every_supported_python() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = readme.partition("## Test")[2].partition("```sh\n")[2].partition("\n")[0]
    job = WORKFLOW["jobs"]["test"]
    assert command in [step.get("run") for step in job["steps"]]
    assert job["strategy"]["matrix"]["python"] == PYTHONS


def test_every_action_is_pinned_to_a_commit() -> None:
    used = [step["uses"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "uses" in step]
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", one)] == []


def test_classifiers_and_pins_name_the_supported_pythons() -> None:
    prefix = "Programming Language :: Python :: 3."
    named = ["3." + one.removeprefix(prefix) for one in PROJECT["project"]["classifiers"] if one.startswith(prefix)]
    assert named == PYTHONS
    assert sorted(path.stem for path in (ROOT / "requirements").glob("python*.txt")) == [f"python{p}" for p in PYTHONS]


def test_the_sdist_carries_every_document_of_the_top_folder() -> None:
    carried = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {f"/{path.name}" for path in ROOT.glob("*.md")} <= set(carried)
    assert all((ROOT / name.lstrip("/")).exists() for name in carried)
    assert (ROOT / "mxtutor" / "py.typed").is_file()


@pytest.mark.parametrize("arguments", [[], ["paint"]])
def test_the_benchmarks_say_what_they_need(arguments: list[str]) -> None:
    command = [sys.executable, "-S", "-m", "benchmarks", *arguments]  # -S: without installed packages
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert "pytest not installed. `python3 bootstrap.py tests --version` installs it" in done.stderr


def test_an_unknown_benchmark_is_one_line() -> None:
    done = subprocess.run([sys.executable, "-m", "benchmarks", "pain"], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (
        2,
        "benchmarks: unknown benchmark 'pain'; "
        "choose from paint, lookup, check, throughput, idle, stall, watch, service, classroom, class_live, cluster, "
        "serve, scan, assess, busy, memory.\n",
    )
