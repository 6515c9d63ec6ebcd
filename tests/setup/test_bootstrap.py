"""The start command without the installation of packages, which CI's own set-up tests."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy the files that bootstrap.py reads to a folder with a space in its name."""
    folder = tmp_path / "a checkout"
    folder.mkdir()
    for name in ("bootstrap.py", "pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    return folder


@pytest.fixture
def bootstrap(checkout: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", checkout / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _run(checkout: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / "bootstrap.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environ}, timeout=300)


def _executable(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def _pretend_set_up(bootstrap: ModuleType, *, tests: bool = False, torch: bool = True) -> None:
    _executable(Path(bootstrap.PYTHON), 'echo python "$@"')
    _executable(Path(bootstrap.TUTOR), 'echo mxtutor "$@"')
    stamp = {"digest": bootstrap.digest(), "tests": tests, "torch": torch}
    Path(bootstrap.STAMP).write_text(json.dumps(stamp), encoding="utf-8")


@pytest.mark.parametrize(("arguments", "environ"), [((), {}), (("help",), {}), (("tutor",), {"MXTUTOR_TORCH": "gpu"})])
def test_bad_usage_is_one_line(checkout: Path, arguments: tuple[str, ...], environ: dict[str, str]) -> None:
    done = _run(checkout, *arguments, **environ)
    assert done.returncode == 2
    assert done.stderr.startswith("bootstrap: ")
    assert done.stderr.count("\n") == 1
    assert not (checkout / ".venv").exists()


def test_a_second_start_only_starts(checkout: Path, bootstrap: ModuleType) -> None:
    _pretend_set_up(bootstrap)
    done = _run(checkout, "tutor", "list", "--json", "a b")
    assert done.stdout == "mxtutor list --json a b\n"
    assert done.stderr == ""


def test_the_tests_need_a_set_up_of_their_own(bootstrap: ModuleType) -> None:
    _pretend_set_up(bootstrap)
    assert bootstrap.ready("tutor", False)
    assert not bootstrap.ready("tests", False)
    _pretend_set_up(bootstrap, tests=True)
    assert bootstrap.ready("tests", False)
    assert bootstrap.ready("tutor", False)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, True),
        ({"MXTUTOR_TORCH": "none"}, True),
        ({"MXTUTOR_TORCH": "cpu"}, False),
        ({"MXTUTOR_TORCH": "any"}, False),
        ({"MXTUTOR_TORCH_INDEX": "http://127.0.0.1:9"}, False),
    ],
)
def test_asking_for_torch_sets_up_again_where_it_was_left_out(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], expected: bool
) -> None:
    for name in ("MXTUTOR_TORCH", "MXTUTOR_TORCH_INDEX"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    _pretend_set_up(bootstrap, torch=False)
    assert bootstrap.ready("tutor", bootstrap.torch_asked_for()) is expected
    _pretend_set_up(bootstrap)
    assert bootstrap.ready("tutor", bootstrap.torch_asked_for())


@pytest.mark.parametrize("name", ["pyproject.toml", "bootstrap.py", "requirements/python3.11.txt"])
def test_a_change_of_what_is_installed_sets_up_again(checkout: Path, bootstrap: ModuleType, name: str) -> None:
    _pretend_set_up(bootstrap)
    with (checkout / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert not bootstrap.ready("tutor", False)


def test_a_checkout_that_was_moved_sets_up_again(checkout: Path, bootstrap: ModuleType) -> None:
    _pretend_set_up(bootstrap)
    moved = checkout.with_name("moved")
    checkout.rename(moved)
    spec = importlib.util.spec_from_file_location("moved_bootstrap", moved / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not module.ready("tutor", False)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"digest": 1}'])
def test_a_damaged_note_sets_up_again(bootstrap: ModuleType, damage: str) -> None:
    _pretend_set_up(bootstrap)
    Path(bootstrap.STAMP).write_text(damage, encoding="utf-8")
    assert not bootstrap.ready("tutor", False)


@pytest.mark.slow
def test_without_packages_it_fails_in_the_open_and_notes_nothing(checkout: Path, bootstrap: ModuleType) -> None:
    nowhere = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout), "PIP_CONFIG_FILE": os.devnull, "PIP_CACHE_DIR": ""}
    done = _run(checkout, "tutor", **nowhere)
    assert done.returncode == 3
    assert "Making the virtual environment" in done.stderr
    assert "ERROR: " in done.stderr
    assert done.stderr.splitlines()[-1].startswith("bootstrap: set-up failed")
    assert not Path(bootstrap.STAMP).exists()
    assert "status 1" in Path(bootstrap.LOG).read_text(encoding="utf-8")
    assert not Path(bootstrap.UNFINISHED).exists(), "pip ended by itself, so what it left can be built upon"


def test_a_set_up_that_was_cut_off_begins_with_a_new_environment(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles: list[str] = []
    monkeypatch.setattr(bootstrap, "step", lambda title, *_: titles.append(title))
    monkeypatch.setattr(bootstrap, "usable", lambda _: (3, 11))
    pip = Path(bootstrap.VENV) / "bin" / "pip"
    pip.parent.mkdir(parents=True)
    pip.touch()
    bootstrap.make_venv(0)
    assert titles == []
    Path(bootstrap.UNFINISHED).touch()
    bootstrap.make_venv(0)
    assert titles == ["Making the virtual environment", "Checking its pip"]


def test_a_step_that_is_killed_leaves_its_mark(bootstrap: ModuleType) -> None:
    with bootstrap.setup_lock() as lock:
        assert bootstrap.step("Dying", [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], lock, False) == -9
        assert Path(bootstrap.UNFINISHED).exists()
        assert bootstrap.step("Failing", [sys.executable, "-c", "raise SystemExit(4)"], lock, False) == 4
        assert not Path(bootstrap.UNFINISHED).exists()


def test_two_set_ups_of_a_checkout_wait_for_each_other(bootstrap: ModuleType, checkout: Path) -> None:
    _pretend_set_up(bootstrap)
    Path(bootstrap.STAMP).rename(bootstrap.STAMP + ".kept")
    with bootstrap.setup_lock():
        command = [sys.executable, str(checkout / "bootstrap.py"), "tutor", "second"]
        second = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert second.stderr is not None
        assert second.stderr.readline().startswith("Another set-up")
        Path(bootstrap.STAMP + ".kept").rename(bootstrap.STAMP)
    assert second.communicate(timeout=300)[0] == "mxtutor second\n"


def test_a_shim_of_a_python_that_is_not_there_is_passed_over(bootstrap: ModuleType, tmp_path: Path) -> None:
    _executable(tmp_path / "python3.11", "echo 'pyenv: python3.11: command not found' >&2; exit 127")
    _executable(tmp_path / "liar", "echo 3 13")
    assert bootstrap.usable(str(tmp_path / "python3.11")) is None
    assert bootstrap.usable(str(tmp_path / "liar")) is None
    assert bootstrap.usable(str(tmp_path / "missing")) is None
    assert bootstrap.usable(sys.executable) == sys.version_info[:2]


def test_an_unsupported_python_hands_over_to_a_supported_one(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _executable(tmp_path / "shims" / "python3.11", "exit 127")
    _executable(tmp_path / "bin" / "python3.12", "echo 3 12")
    monkeypatch.setenv("PATH", f"{tmp_path / 'shims'}{os.pathsep}{tmp_path / 'bin'}")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    became: list[list[str]] = []

    def execv(path: str, command: list[str]) -> None:
        became.append(command)
        raise InterruptedError

    monkeypatch.setattr(os, "execv", execv)
    with pytest.raises(InterruptedError):
        bootstrap.use_supported_python(["tutor", "x"])
    assert became == [[str(tmp_path / "bin" / "python3.12"), str(Path(bootstrap.ROOT) / "bootstrap.py"), "tutor", "x"]]


def test_no_supported_python_is_one_line(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", "/nothing")
    monkeypatch.setattr(sys, "version_info", (3, 13, 0))
    with pytest.raises(SystemExit) as caught:
        bootstrap.use_supported_python(["tutor"])
    assert caught.value.code == 3
    message = capsys.readouterr().err
    assert "3.10, 3.11 or 3.12" in message
    assert message.count("\n") == 1


NVIDIA = 'nvidia-cudnn-cu13==9.20.0.48; platform_system == "Linux"'


@pytest.mark.parametrize(
    ("version", "needs", "system", "expected"),
    [
        ("2.13.0+cpu", ["sympy"], "Linux", False),
        ("2.13.0", ["sympy", NVIDIA], "Linux", True),
        ("2.13.0", ["sympy", 'triton==3.7.1; platform_system == "Linux"'], "Linux", True),
        ("2.13.0", ["sympy", "cuda-toolkit[nvrtc]==13.0.3"], "Linux", True),
        ("2.13.0", ["sympy", NVIDIA], "Darwin", False),
        ("2.13.0", ["sympy", 'nvidia-extra; extra == "gpu"'], "Linux", False),
        ("2.13.0", None, "Linux", False),
    ],
)
def test_a_cuda_build_is_recognised_by_what_it_requires(
    bootstrap: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    version: str,
    needs: list[str] | None,
    system: str,
    expected: bool,
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    assert bootstrap.is_cuda_build({"version": version, "requires_dist": needs}) is expected


def test_old_pythons_can_read_it() -> None:
    """The syntax is that of Python 3.6, so that an old Python can print the line that helps."""
    import ast

    ast.parse((ROOT / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 6))
