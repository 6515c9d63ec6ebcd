"""What commands import when they run; the import contracts in pyproject.toml check the source."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from mxtutor.cli import main
from mxtutor.cli.commands import MODULES, cli

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """
import importlib, json, sys
seen, found = set(sys.modules), {}
for module in sys.argv[1:]:
    importlib.import_module(module)
    found[module] = sorted({name.partition(".")[0] for name in set(sys.modules) - seen})
    seen = set(sys.modules)
print(json.dumps(found))
"""


def _imported(*modules: str) -> dict[str, set[str]]:
    """Return the top-level names that each module adds when one clean interpreter imports them in turn."""
    done = subprocess.run([sys.executable, "-c", SCRIPT, *modules], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return {module: set(names) for module, names in json.loads(done.stdout).items()}


@pytest.mark.parametrize("module", ["mxtutor", "mxtutor.cli", "mxtutor.cli.run", "mxtutor.errors", "mxtutor.paths"])
def test_a_front_door_imports_the_standard_library_only(module: str) -> None:
    assert _imported(module)[module] - set(sys.stdlib_module_names) == {"mxtutor"}


def test_a_command_imports_the_module_of_no_other_command() -> None:
    script = (
        "import sys\nfrom mxtutor.cli import main\nmain(['lookup', 'torch.cat', '--json'])\n"
        "from mxtutor.cli.commands import MODULES\n"
        "print(sorted({module for module in MODULES.values() if f'mxtutor.cli.{module}' in sys.modules}))\n"
        "print('mxtutor.content.records' in sys.modules, 'mxtutor.content.loader' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT) for _ in range(2)]
    assert runs[1].stdout.splitlines()[1:] == ["['lookup']", "False False"]


def test_each_listed_command_has_its_name() -> None:
    context = click.Context(cli)
    commands = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    assert {name: command.name for name, command in commands.items() if command} == {name: name for name in commands}
    assert set(MODULES) <= set(commands)
    assert cli.get_command(context, "no-such-command") is None


def test_a_command_visits_its_objects_seldom_and_not_at_its_end() -> None:
    script = (
        "import gc, sys\nfrom mxtutor.cli import main\nsys.argv[1:] = ['lookup', 'torch.cat', '--json']\n"
        "code = main()\nprint(code, gc.get_threshold()[0] >= 50_000, gc.get_freeze_count() > 10_000)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[1:] == ["0 True True"]


def test_the_help_groups_the_commands_by_use_with_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    titles = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert titles == ["Options:", "Learn:", "Migrate:", "Teach:", "Author:"]
    listed = lines[lines.index("Learn:") :]
    assert [line.split()[0] for line in listed if line.startswith("  ")] == [one for one in MODULES if one != "verify"]
    assert max(map(len, listed)) <= 80
