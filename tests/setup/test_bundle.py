"""A bundle: wheels, a workshop and a script that sets a laptop up without network."""

from __future__ import annotations

import ast
import ensurepip
import fcntl
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mxtutor.classroom import bundle_start
from mxtutor.classroom.bundle import (
    add_workshop,
    least_glibc,
    make_bundle,
    pack_installed,
    pinned_lines,
    torch_source,
)
from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.content.workshop import Workshop, load_workshop, workshop_on
from mxtutor.errors import BrokenError, UsageError
from mxtutor.paths import content_root
from tests.setup.stand_ins import make_index, make_own_wheel, make_wheel
from tests.ui.fakes import COURSE
from tests.unit.content.workshop_files import write

ROOT = Path(__file__).resolve().parents[2]
ISOLATED = ["unshare", "-n"]
NO_NETWORK = ISOLATED if subprocess.run([*ISOLATED, "true"], capture_output=True).returncode == 0 else []
"""What takes the network away from a command; nothing where the user may not do that."""


def started(bundle: Path, home: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run `start.py` without network, as on a laptop."""
    clean = {"PATH": os.environ["PATH"], "HOME": str(home), **environ}
    command = [*NO_NETWORK, sys.executable, str(bundle / "start.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=clean, timeout=500)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of stand-ins with a workshop that has its own content, made by pip from a folder of wheels."""
    folder = tmp_path_factory.mktemp("bundle")
    index = make_index(folder / "index")
    for pip in (Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"):
        shutil.copy(pip, index)
    (folder / "material").symlink_to(COURSE)
    workshop = load_workshop(write(folder, {"content": "material", "title": "Ten – [laptops]"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(index))
        patch.setattr("mxtutor.classroom.bundle.own_wheel", make_own_wheel)
        said: list[str] = []
        made = make_bundle(folder / "made", workshop, say=said.append)
    assert said[1].startswith("Collecting torch==2.13.0")
    assert made.startswith("5 packages, ")
    return folder / "made"


def test_a_bundle_holds_all_wheels_with_their_hashes(bundle: Path) -> None:
    lines = (bundle / "requirements.txt").read_text().splitlines()
    names = [line.split()[0] for line in lines]
    assert [name for name in names if not name.startswith("pip==")] == [
        "mxtutor==9.9.9", "standin_need==2.0", "standin_other==3.0", "torch==2.13.0+cpu",
    ]  # fmt: skip
    assert all("--hash=sha256:" in line for line in lines)
    assert sorted(path.name for path in bundle.iterdir()) == [
        "README.txt", "bundle.json", "requirements.txt", "start.py", "wheels", "workshop",
    ]  # fmt: skip
    assert "python3 start.py" in (bundle / "README.txt").read_text()


def test_the_workshop_of_a_bundle_says_the_same_and_finds_its_content(bundle: Path) -> None:
    again = load_workshop(bundle / "workshop" / "workshop.yaml")
    assert again.title == "Ten – [laptops]"
    assert again.path.exercises == ("tensors/arccos", "tensors/flip", "tensors/join-axis")
    assert again.points["tensors/flip"] == 2.5
    assert again.content == bundle / "workshop" / "content"
    assert (again.content / "exercises" / "tensors" / "flip" / "exercise.yaml").is_file()


@pytest.mark.slow
def test_one_command_sets_up_without_network_and_starts_the_workshop(bundle: Path, tmp_path: Path) -> None:
    settings = tmp_path / "pip.conf"
    settings.write_text(f"[install]\ntarget = {tmp_path / 'elsewhere'}\n")
    first = started(bundle, tmp_path, PIP_CONFIG_FILE=str(settings))
    assert first.returncode == 0, first.stderr
    (place,) = (tmp_path / ".local" / "share" / "mxtutor-bundle").iterdir()
    assert first.stdout == f"started with 42 --workshop {place / 'workshop' / 'workshop.yaml'}\n"
    assert "Setting mxtutor up in" in first.stderr
    second = started(bundle, tmp_path, "check", "a/b", "x.py")
    assert (second.stdout, second.stderr) == (first.stdout.replace("\n", " check a/b x.py\n"), "")


@pytest.mark.slow
def test_a_set_up_that_was_cut_off_is_done_again_one_at_a_time(bundle: Path, tmp_path: Path) -> None:
    assert started(bundle, tmp_path, MXTUTOR_BUNDLE_HOME=str(tmp_path / "own")).returncode == 0
    (place,) = (tmp_path / "own").iterdir()
    (place / "complete").unlink()
    shutil.rmtree(place / "venv" / "lib")
    with (place / "lock").open() as other:  # as another set-up holds it
        fcntl.flock(other, fcntl.LOCK_EX)
        command = [sys.executable, str(bundle / "start.py"), "x"]
        own = {"MXTUTOR_BUNDLE_HOME": os.path.relpath(tmp_path / "own")}
        environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **own}  # pip has settings of each machine
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as again:
            assert again.stderr
            assert again.stderr.readline() == "Another set-up from this bundle is running; waiting for it.\n"
            assert not (place / "complete").exists()
            fcntl.flock(other, fcntl.LOCK_UN)
            assert again.communicate(timeout=500)[0].endswith("workshop.yaml x\n")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"machine": "aarch64"}, "this bundle is for Linux on aarch64; this machine is Linux on "),
        ({"system": "Darwin"}, "this bundle is for Darwin on "),
        ({"glibc": [99, 1]}, "this bundle needs glibc 99.1 or newer; this machine has "),
        ({"python": "3.99"}, "this bundle is for Python 3.99; this is 3."),
    ],
)
def test_another_machine_is_refused_with_one_line(
    bundle: Path, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(bundle / "start.py", copy)
    about = {**json.loads((bundle / "bundle.json").read_text()), **changes}
    (copy / "bundle.json").write_text(json.dumps(about))
    done = started(copy, tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"start: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"python": "3.11"}', "\x00"])
def test_a_damaged_bundle_is_refused_with_one_line(bundle: Path, tmp_path: Path, text: str | None) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(bundle / "start.py", copy)
    if text is not None:
        (copy / "bundle.json").write_text(text)
    done = started(copy, tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "Copy the whole folder again." in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["cut", "missing"])
def test_a_damaged_wheel_is_noticed(bundle: Path, tmp_path: Path, harm: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(bundle, copy)
    wheel = next((copy / "wheels").glob("standin_other-*"))
    wheel.unlink()
    if harm == "cut":
        make_wheel(copy / "wheels", "standin_other", "3.0", code="evil = True\n")
    done = started(copy, tmp_path)
    assert done.returncode == 3
    assert f"start: wheels/{wheel.name} is damaged. Copy it again." in done.stderr or harm == "missing"
    assert "standin_other" in done.stderr
    (place,) = (tmp_path / ".local" / "share" / "mxtutor-bundle").iterdir()
    assert not (place / "complete").exists()


def test_the_script_is_understood_by_old_pythons() -> None:
    source = Path(bundle_start.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    modules = {node.names[0].name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import)}
    assert modules <= set(sys.stdlib_module_names)


def test_nothing_is_left_of_a_bundle_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr("mxtutor.classroom.bundle.own_wheel", make_own_wheel)
    with pytest.raises(BrokenError, match="pip failed: ERROR: No matching distribution found"):
        make_bundle(tmp_path / "made", None, say=lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_spells_out_the_path_of_its_workshop(tmp_path: Path) -> None:
    (tmp_path / "paths").mkdir()
    path = {"version": 1, "title": "P", "parts": [{"title": "A – B", "exercises": ["tensors/flip"], "minutes": 7.5}]}
    path["sites"] = {"all": 3, "needed": 2, "exercises": {"tensors/flip": 2}}
    (tmp_path / "paths" / "p.json").write_text(json.dumps(path))
    before = load_workshop(write(tmp_path, {"path": "paths/p.json", "parts": None, "points": 2}))
    add_workshop(tmp_path / "made", before)
    after = load_workshop(tmp_path / "made" / "workshop.yaml")
    assert replace(after, file=before.file) == before


def test_a_bundle_may_have_a_path_of_the_course(tmp_path: Path) -> None:
    known = load_course(content_root()).paths[1]
    add_workshop(tmp_path / "made", Workshop(known, content_root() / "lessons" / "course.yaml"))
    made = workshop_on(tmp_path / "made" / "path.yaml")
    assert (made.title, made.path.parts, made.points) == (known.title, known.parts, {})
    assert not (tmp_path / "made" / "workshop.yaml").exists(), "it would have points"


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "work.txt").write_text("x")
    assert main(["workshop", "bundle", str(tmp_path / "mine")]) == 2
    assert capsys.readouterr().err.endswith("mine is there already. Name a folder that does not exist.\n")
    assert (tmp_path / "mine" / "work.txt").read_text() == "x"


def test_a_bundle_of_a_faulty_workshop_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, {"parts": [{"title": "A", "exercises": ["tensors/nothing-like-it"]}], "points": 1})
    assert main(["workshop", "bundle", str(tmp_path / "made"), "--workshop", str(file)]) == 2
    assert "there is no exercise 'tensors/nothing-like-it'" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("version", "needs", "choice", "source"),
    [
        ("2.13.0+cpu", "numpy", "", ["--index-url", "https://index.example/cpu"]),
        ("2.13.0", "nvidia-cublas==13 ; platform_system == 'Linux'", "", ["--index-url", "https://index.example/cpu"]),
        ("2.13.0", "nvidia-cublas==13 ; platform_system == 'Linux'", "any", []),
        ("2.13.0", "numpy", "", []),
    ],
)
def test_torch_is_the_build_that_set_up_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, needs: str, choice: str, source: list[str]
) -> None:
    (tmp_path / f"torch-{version}.dist-info").mkdir()
    text = f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\nRequires-Dist: {needs}\n"
    (tmp_path / f"torch-{version}.dist-info" / "METADATA").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("MXTUTOR_TORCH_INDEX", "https://index.example/cpu")
    monkeypatch.setenv("MXTUTOR_TORCH", choice)
    assert torch_source() == source


def test_a_cuda_build_is_never_taken_silently(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = make_index(tmp_path / "index")
    for torch in index.glob("torch-*.whl"):
        torch.unlink()
    make_wheel(index, "torch", "2.13.0", needs=("nvidia-cublas==13; platform_system == 'Linux'",))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    monkeypatch.setattr("mxtutor.classroom.bundle.own_wheel", make_own_wheel)
    with pytest.raises(UsageError, match="has no CPU build"):
        make_bundle(tmp_path / "made", None, say=lambda _: None)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("names", "least"),
    [
        (["a-1-py3-none-any.whl"], (0, 0)),
        (["a-1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl"], (2, 17)),
        (["a-1-py3-none-manylinux2014_x86_64.whl", "b-1-cp311-cp311-manylinux_2_28_x86_64.whl"], (2, 28)),
        (["a-1-cp27-none-manylinux1_x86_64.whl", "b-1-py3-none-manylinux2010_x86_64.whl"], (2, 12)),
    ],
)
def test_the_oldest_system_is_read_from_the_names_of_wheels(
    tmp_path: Path, names: list[str], least: tuple[int, int]
) -> None:
    for name in names:
        (tmp_path / name).touch()
    assert least_glibc(tmp_path) == least


def test_an_installed_package_becomes_a_wheel_again(tmp_path: Path) -> None:
    wheel = pack_installed("click", tmp_path)
    assert pinned_lines(tmp_path)[0].startswith("click==")
    target = tmp_path / "target"
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", str(target)]
    subprocess.run([*command, str(wheel)], check=True)
    script = "import click, sys; print(click.__file__)"
    done = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, cwd=target, check=True)
    assert done.stdout.startswith(str(target))


@pytest.mark.long
def test_a_real_bundle_runs_without_network(tmp_path: Path) -> None:
    """Make a bundle of mxtutor, install it without network, and check a shipped solution there."""
    file = write(tmp_path, {"parts": [{"title": "A", "exercises": ["tensors/arccos"]}], "points": 1})
    made = tmp_path / "made"
    command = [str(Path(sys.executable).parent / "mxtutor"), "workshop", "bundle", str(made), "--workshop", str(file)]
    subprocess.run(command, check=True, timeout=1800)
    version = started(made, tmp_path, "--version")
    assert version.stdout.startswith("mxtutor "), version.stderr
    solution = ROOT / "exercises" / "tensors" / "arccos" / "solution.py"
    checked = started(made, tmp_path, "check", "tensors/arccos", str(solution), MXTUTOR_GRADER="off")
    assert checked.returncode == 0, checked.stderr
    assert "[right] tensors/arccos" in checked.stdout
    listed = started(made, tmp_path, "--workshop", str(made / "workshop" / "workshop.yaml"), "list")
    assert listed.stdout.count("\n") == 1
