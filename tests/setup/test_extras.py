"""A learner's installation has no packages of servers: the tutor works, and other commands say what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ONLY_IN_EXTRAS = ("aiohttp", "aiohttp_jinja2", "distributed", "textual_serve")
LEARNER = f"import sys; sys.modules.update(dict.fromkeys({ONLY_IN_EXTRAS}))\n"
"""Makes these packages look not installed, as on a learner's machine."""
LEARNER_MODULES = ("mxtutor/plain", "mxtutor/progress", "mxtutor/ui", "mxtutor/content", "mxtutor/reporting")

pytestmark = pytest.mark.usefixtures("home")


def _learner(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LEARNER + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, stdin=subprocess.DEVNULL)


def _command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return _learner("from mxtutor.cli import main; sys.exit(main())", *arguments)


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("serve", ["serve"]),
        ("serve", ["serve", "--no-browser"]),
        ("cluster", ["grade", ".", "--local-cluster", "2"]),
    ],
)
def test_a_command_without_its_packages_gives_the_command_that_adds_them(extra: str, arguments: list[str]) -> None:
    done = _command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.endswith(f"Run: {sys.executable} -m pip install 'mxtutor[{extra}]'")


def test_everything_that_a_learner_uses_can_be_imported() -> None:
    files = [path for folder in LEARNER_MODULES for path in sorted((ROOT / folder).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    names += ["mxtutor.live.reporter", "mxtutor.live.membership", "mxtutor.cli.class_commands", "mxtutor.api"]
    done = _learner("import importlib; [importlib.import_module(one) for one in sys.argv[1:]]", *names)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [["list"], ["lookup", "torch.cat"], ["links", "roster.csv"], ["class", "mine"]])
def test_a_learner_s_commands_need_no_extra(arguments: list[str]) -> None:
    done = _command(*arguments)
    assert "pip install" not in done.stderr
    assert "Traceback" not in done.stderr
