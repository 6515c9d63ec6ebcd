"""The wheel and the sdist carry the content, and each starts the tutor."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from mxtutor import __version__, paths

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "mxtutor" / "reporting" / "templates"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist from the checkout, and the wheel from the sdist, as an index would."""
    folder = tmp_path_factory.mktemp("built")
    _hatchling(ROOT, folder, "sdist")
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # not in the first patch releases of 3.10 and 3.11
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder / "unpacked")
    (source,) = (folder / "unpacked").iterdir()
    _hatchling(source, folder, "wheel")
    return folder


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    """Install the wheel into a folder of its own; what it needs is there already."""
    target = built / "installed"
    (wheel,) = built.glob("*.whl")
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target"]
    subprocess.run([*command, str(target), str(wheel)], check=True)
    return target


def _hatchling(source: Path, target: Path, kind: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


def _content_files() -> set[str]:
    """Return the content that git knows of, or all of it outside a repository."""
    tracked = subprocess.run(
        ["git", "ls-files", "lessons", "exercises"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    if tracked:
        return {name for name in tracked if (ROOT / name).is_file()}
    files = (path for top in ("lessons", "exercises") for path in (ROOT / top).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}


def test_all_content_travels_in_the_wheel(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    packed = {
        name.removeprefix("mxtutor/_content/") for name in zipfile.ZipFile(wheel).namelist() if "/_content/" in name
    }
    assert _content_files() <= packed
    assert not [name for name in packed if "__pycache__" in name]


def test_all_templates_of_pages_travel_in_the_wheel(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    templates = {f"mxtutor/reporting/templates/{path.name}" for path in TEMPLATES.iterdir()}
    assert len(templates) > 5
    assert templates <= packed


def test_the_wheel_holds_nothing_else_at_the_top(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"mxtutor", f"mxtutor-{__version__}.dist-info"}


def _python(installed: Path, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(installed), "MXTUTOR_HOME": str(home)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environ, cwd=installed)


def test_the_wheel_finds_its_own_content(installed: Path, home: Path) -> None:
    script = "from mxtutor import paths; print(paths.content_root())"
    assert _python(installed, "-c", script, home=home).stdout == f"{installed / 'mxtutor' / '_content'}\n"


def test_the_wheel_starts(installed: Path, home: Path) -> None:
    done = _python(installed, "-m", "mxtutor", "--version", home=home)
    assert done.returncode == 0, done.stderr
    assert __version__ in done.stdout


def test_the_wheel_lists_what_the_checkout_lists(installed: Path, home: Path) -> None:
    done = _python(installed, "-m", "mxtutor", "list", home=home)
    assert done.returncode == 0, done.stderr
    checkout = subprocess.run([sys.executable, "-m", "mxtutor", "list"], capture_output=True, text=True, check=True)
    assert "tensors/arccos" in done.stdout
    assert done.stdout == checkout.stdout


def test_the_checkout_uses_its_own_content() -> None:
    assert paths.content_root() == ROOT
    assert not list(Path(sys.prefix).glob("lib/python*/site-packages/mxtutor/_content"))


def test_the_metadata_names_the_licence_and_the_platform_that_works(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode()
        licences = [name for name in archive.namelist() if "/licenses/" in name]
    assert "License-Expression: Apache-2.0\n" in metadata
    assert "Classifier: Operating System :: POSIX :: Linux\n" in metadata
    assert "MacOS" not in metadata
    assert any(name.endswith("/LICENSE") for name in licences)
