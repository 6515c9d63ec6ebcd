"""pyproject.toml, the pins and the README's commands agree."""

from __future__ import annotations

import importlib.metadata
import re
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.10", "3.11", "3.12")


def _requirements() -> list[Requirement]:
    """Read the requirements out of pyproject.toml; Python 3.10 has no TOML parser of its own."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:dependencies|test) = \[[^\n]*\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert len(lists) == 2
    return [Requirement(line) for part in lists for line in re.findall(r'^    "(.+)",$', part, re.MULTILINE)]


def _pins(python: str) -> dict[str, str]:
    lines = (ROOT / "requirements" / f"python{python}.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def test_the_tests_need_what_the_extras_need() -> None:
    """`bootstrap.py tests` installs the extra `test` alone."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(r"^(?:cluster|serve) = \[(.+)\]$", text, re.MULTILINE)
    assert len(extras) == 2
    assert {str(Requirement(one)) for line in extras for one in re.findall(r'"(.+?)"', line)} <= {
        str(one) for one in _requirements()
    }


@pytest.mark.parametrize("python", PYTHONS)
def test_every_requirement_is_pinned_to_a_version_that_it_allows(python: str) -> None:
    pins = _pins(python)
    for requirement in _requirements():
        if requirement.marker is None or requirement.marker.evaluate({"python_version": python}):
            pinned = pins.get(canonicalize_name(requirement.name))
            assert pinned is not None, f"{requirement} has no pin: run requirements/pin.py"
            assert requirement.specifier.contains(pinned), f"{requirement} does not allow {pinned}"


def test_what_learners_see_is_pinned_exactly() -> None:
    exact = {r.name: str(r.specifier) for r in _requirements()}
    assert exact["textual"] == "==8.2.8"
    assert exact["mxnet"] == "==1.9.1"
    assert exact["torch"] == "==2.13.0"
    assert {"pygments", "pyyaml", "pytest"} <= exact.keys()


def test_no_pin_drags_cuda_in() -> None:
    for python in PYTHONS:
        assert not [name for name in _pins(python) if name.startswith(("nvidia", "cuda", "triton"))]


def test_what_is_installed_here_is_what_is_pinned() -> None:
    pins = _pins(f"{sys.version_info.major}.{sys.version_info.minor}")
    needed = [r for r in _requirements() if r.marker is None or r.marker.evaluate()]
    for requirement in needed:
        if requirement.name == "torch":
            continue  # bootstrap.py leaves it out where pip offers no CPU build
        installed = importlib.metadata.version(requirement.name)
        assert installed == pins[canonicalize_name(requirement.name)], requirement.name


def test_the_readme_and_ci_give_the_same_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    start, test = (_first_block(readme, heading) for heading in ("## Start", "## Test"))
    assert start == "python3 bootstrap.py tutor"
    assert test == "python3 bootstrap.py tests"
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith(f'exec {test} "$@"')


def _first_block(text: str, heading: str) -> str:
    section = text.partition(f"{heading}\n")[2]
    return section.partition("```")[2].partition("\n")[2].partition("```")[0].strip()
