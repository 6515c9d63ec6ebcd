"""The imports of each part: screens import no framework, and entry modules import only the standard library."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from mxtutor.cli.commands import COMMANDS, cli

ROOT = Path(__file__).resolve().parents[2]
FRAMEWORKS = {"mxnet", "torch"}
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


def _forbidden(modules: list[str], names: set[str]) -> dict[str, set[str]]:
    """Return the modules that import one of these names, with what they import."""
    return {module: found & names for module, found in _imported(*modules).items() if found & names}


def _modules(package: str) -> list[str]:
    folder = ROOT / package.replace(".", "/")
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    dotted = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files if path.name != "__main__.py")
    return [name.removesuffix(".__init__") for name in dotted]


def test_no_module_of_the_ui_imports_a_framework() -> None:
    assert _forbidden(_modules("mxtutor.ui"), FRAMEWORKS | {"numpy", "peewee"}) == {}


def test_plain_mode_imports_no_framework_and_no_screens() -> None:
    assert (
        _forbidden([*_modules("mxtutor.plain"), "mxtutor.cli.plain"], FRAMEWORKS | {"numpy", "textual", "rich"}) == {}
    )


def test_no_module_below_the_ui_imports_a_framework() -> None:
    below = [*_modules("mxtutor.progress"), *_modules("mxtutor.content"), "mxtutor.doctor"]
    assert _forbidden(below, FRAMEWORKS | {"textual"}) == {}


@pytest.mark.parametrize(
    "module", ["mxtutor", "mxtutor.cli", "mxtutor.cli.run", "mxtutor.errors", "mxtutor.paths", "mxtutor.doctor"]
)
def test_a_front_door_imports_the_standard_library_only(module: str) -> None:
    assert _imported(module)[module] - set(sys.stdlib_module_names) == {"mxtutor"}


ANSWER_SIDE = ("mxtutor.grading.answer", "mxtutor.grading.sandbox")
SHARED = {
    "mxtutor",
    "mxtutor.compat",
    "mxtutor.grading",
    "mxtutor.grading.messages",
    "mxtutor.grading.recipes",
    "mxtutor.grading.procfs",
    "mxtutor.grading.wire",
}
"""What the answer's side may import besides itself; none of it knows an exercise.

`messages` and `recipes` have the records that both sides exchange: each side encodes what the other decodes.
"""


def _own_imports(module: str) -> set[str]:
    """Return the parts of mxtutor that a module's source imports, those inside functions included."""
    path = ROOT / (module.replace(".", "/") + ".py")
    path = path if path.is_file() else path.with_suffix("") / "__init__.py"
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = (ROOT / node.module.replace(".", "/")).is_dir()
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if inside else {node.module}
    return {name for name in found if name.partition(".")[0] == "mxtutor"}


@pytest.mark.parametrize("module", [m for side in ANSWER_SIDE for m in _modules(side)] + sorted(SHARED))
def test_the_answer_s_side_knows_nothing_of_exercises(module: str) -> None:
    assert {name for name in _own_imports(module) - SHARED if not name.startswith(ANSWER_SIDE)} == set()


@pytest.mark.parametrize("module", [m for m in _modules("mxtutor.grading") if not m.startswith(ANSWER_SIDE)])
def test_the_judging_side_imports_nothing_of_the_answer_s_side(module: str) -> None:
    assert {name for name in _own_imports(module) if name.startswith(ANSWER_SIDE)} == set()


def test_the_start_of_the_tutor_loads_nothing_of_workshops() -> None:
    parts = (
        "content.workshop",
        "content.learning_path",
        "progress.workshop_guide",
        "ui.attendance",
        "reporting.workshop_words",
    )
    script = (
        "import sys, mxtutor.cli.commands, mxtutor.cli.tutor, mxtutor.ui.run\n"
        f"print(sorted(set(sys.modules) & { ({f'mxtutor.{name}' for name in parts}) }))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_command_imports_the_module_of_no_other_command() -> None:
    script = (
        "import sys\nfrom mxtutor.cli import main\nmain(['lookup', 'torch.cat', '--json'])\n"
        "print(sorted(name for name in sys.modules if name.startswith('mxtutor.cli') and name.endswith('_commands')))\n"
        "print('mxtutor.content.records' in sys.modules, 'mxtutor.content.loader' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT) for _ in range(2)]
    assert runs[1].stdout.splitlines()[1:] == ["['mxtutor.cli.lookup_commands']", "False False"]


def test_each_listed_command_has_its_name() -> None:
    context = click.Context(cli)
    commands = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    assert {name: command.name for name, command in commands.items() if command} == {name: name for name in commands}
    assert set(COMMANDS) <= set(commands)
    assert cli.get_command(context, "no-such-command") is None


def test_a_command_visits_its_objects_seldom_and_not_at_its_end() -> None:
    script = (
        "import gc, sys\nfrom mxtutor.cli import main\nsys.argv[1:] = ['lookup', 'torch.cat', '--json']\n"
        "code = main()\nprint(code, gc.get_threshold()[0] >= 50_000, gc.get_freeze_count() > 10_000)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[1:] == ["0 True True"]
