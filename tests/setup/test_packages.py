"""The wheel and the sdist carry the content, and the wheel works in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from mxtutor import __version__, paths
from tests.terminals import CTRL_Q, Terminal

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "mxtutor" / "reporting" / "templates"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist and the wheel from the checkout, and in `again/` the wheel from the sdist, as pip would."""
    folder = tmp_path_factory.mktemp("built")
    for kind in ("sdist", "wheel"):
        _hatchling(ROOT, folder, kind)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # not in the first patch releases of 3.10 and 3.11
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder / "unpacked")
    (source,) = (folder / "unpacked").iterdir()
    _hatchling(source, folder / "again", "wheel")
    return folder


def _hatchling(source: Path, target: Path, kind: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


def _packed(folder: Path) -> dict[str, bytes]:
    """Return the files of the wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _content_files() -> set[str]:
    """Return the content that git knows of, or all of it outside a repository."""
    tracked = subprocess.run(
        ["git", "ls-files", "lessons", "exercises"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    if tracked:
        return {name for name in tracked if (ROOT / name).is_file()}
    files = (path for top in ("lessons", "exercises") for path in (ROOT / top).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}


@pytest.mark.slow
def test_the_sdist_builds_the_same_wheel(built: Path) -> None:
    assert _packed(built / "again") == _packed(built)


@pytest.mark.slow
def test_all_content_travels_in_the_wheel_and_nothing_else(built: Path) -> None:
    names = list(_packed(built))
    packed = {name.removeprefix("mxtutor/_content/") for name in names if "/_content/" in name}
    assert _content_files() <= packed
    assert not [name for name in packed if "__pycache__" in name]
    assert {name.partition("/")[0] for name in names} == {"mxtutor", f"mxtutor-{__version__}.dist-info"}


@pytest.mark.slow
def test_all_templates_of_pages_travel_in_the_wheel(built: Path) -> None:
    templates = {f"mxtutor/reporting/templates/{path.name}" for path in TEMPLATES.iterdir()}
    assert len(templates) > 5
    assert templates <= set(_packed(built))


@pytest.mark.slow
def test_the_metadata_names_the_licence_and_the_platform_that_works(built: Path) -> None:
    files = _packed(built)
    metadata = files[f"mxtutor-{__version__}.dist-info/METADATA"].decode()
    assert "License-Expression: Apache-2.0\n" in metadata
    assert "Classifier: Operating System :: POSIX :: Linux\n" in metadata
    assert "MacOS" not in metadata
    assert any(name.endswith("licenses/LICENSE") for name in files)


def _install(wheel: Path, venv: Path) -> dict[str, str]:
    """Install a wheel into a new virtual environment, which then finds what it needs in the environment of the tests.

    Return the variables with which its programs run.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = venv.glob("lib/python*/site-packages")
    # pip's files of the tests' environment that make the checkout importable are not read from a .pth.
    others = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
    (packages / "tests.pth").write_text("".join(f"{folder}\n" for folder in sorted(others)))
    return {"PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.slow
@pytest.mark.grading
def test_the_wheel_checks_an_answer_and_starts_in_an_environment_of_its_own(built: Path, home: Path) -> None:
    (wheel,) = built.glob("*.whl")
    environ = _install(wheel, built / "venv")
    command = str(built / "venv" / "bin" / "mxtutor")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [command, *arguments], capture_output=True, text=True, env={**os.environ, **environ}, cwd=built
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("--version") == f"mxtutor {__version__}\n"
    solution = next((built / "venv").glob("lib/python*/site-packages/mxtutor/_content/exercises/tensors/arccos"))
    assert "[right] tensors/arccos" in run("check", "tensors/arccos", str(solution / "solution.py"))
    checkout = subprocess.run([sys.executable, "-m", "mxtutor", "list"], capture_output=True, text=True, check=True)
    assert run("list") == checkout.stdout
    tutor = Terminal([command], size=(80, 24), env={**environ, "MXTUTOR_HOME": str(home / "new")})
    try:
        tutor.wait_for("Welcome")
        tutor.send(CTRL_Q)
        assert tutor.end() == 0
    finally:
        tutor.close()


def test_the_checkout_uses_its_own_content() -> None:
    assert paths.content_root() == ROOT
    assert not list(Path(sys.prefix).glob("lib/python*/site-packages/mxtutor/_content"))
