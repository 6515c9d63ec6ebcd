"""Which build of torch set-up takes: real pip, real wheels without code, and package indexes on loopback."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import io
import os
import shutil
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
CUDA = ('nvidia-cudnn-cu13==9.20.0.48; platform_system == "Linux"', 'triton==3.7.1; platform_system == "Linux"')

pytestmark = pytest.mark.slow


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve `cuda/` (the CUDA build alone), `cpu/` (the CPU build) and `empty/` on loopback; yield their address."""
    root = tmp_path_factory.mktemp("indexes")
    _wheel(root / "cuda" / "torch", "2.13.0", CUDA)
    _wheel(root / "cpu" / "torch", "2.13.0+cpu", ())
    (root / "empty" / "torch").mkdir(parents=True)
    handler = functools.partial(_QuietHandler, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def _wheel(folder: Path, version: str, requires: tuple[str, ...]) -> None:
    folder.mkdir(parents=True)
    info = f"torch-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {line}\n" for line in requires)
    with zipfile.ZipFile(folder / f"torch-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("torch/__init__.py", f'__version__ = "{version}"\n')
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n{needs}")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture(scope="module")
def bootstrap(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Load bootstrap.py as a checkout of its own, with a virtual environment that has pip."""
    checkout = tmp_path_factory.mktemp("checkout")
    for name in ("bootstrap.py", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout)
    spec = importlib.util.spec_from_file_location("bootstrap_of_the_index_tests", checkout / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    subprocess.run([sys.executable, "-m", "venv", module.VENV], check=True)
    return module


@pytest.fixture
def cuda_only(indexes: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let pip itself offer the CUDA build alone, as the public PyPI does on Linux."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "MXTUTOR_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_INDEX_URL", f"{indexes}/cuda")
    monkeypatch.setattr("sys.stdin", io.StringIO())  # no terminal to ask at
    return indexes


def test_the_cpu_build_of_the_index_replaces_the_cuda_build(
    bootstrap: ModuleType, cuda_only: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MXTUTOR_TORCH_INDEX", f"{cuda_only}/cpu")
    source = bootstrap.choose_torch("cpu", 0)
    assert source == ["--index-url", f"{cuda_only}/cpu"]
    target = tmp_path / "installed"
    requirement = bootstrap.pinned_torch()
    command = bootstrap.pip("install", "--quiet", "--no-deps", "--target", str(target), *source, requirement)
    subprocess.run(command, check=True)
    assert (target / "torch-2.13.0+cpu.dist-info").is_dir()


@pytest.mark.parametrize("place", ["empty", "closed"])
def test_without_a_cpu_build_and_a_terminal_torch_is_left_out(
    bootstrap: ModuleType,
    cuda_only: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{unused.getsockname()[1]}"
    monkeypatch.setenv("MXTUTOR_TORCH_INDEX", closed if place == "closed" else f"{cuda_only}/empty")
    assert bootstrap.choose_torch("cpu", 0) is None
    said = capsys.readouterr().err
    assert "several gigabytes" in said
    assert "MXTUTOR_TORCH=any" in said


def test_a_person_can_accept_the_cuda_build(
    bootstrap: ModuleType, cuda_only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MXTUTOR_TORCH_INDEX", f"{cuda_only}/empty")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(["n", "y"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert bootstrap.choose_torch("cpu", 0) is None
    assert bootstrap.choose_torch("cpu", 0) == []


def test_any_takes_what_pip_offers(bootstrap: ModuleType, cuda_only: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXTUTOR_TORCH_INDEX", f"{cuda_only}/cpu")
    assert bootstrap.choose_torch("any", 0) == []


def test_a_cpu_build_that_pip_offers_is_taken_from_there(
    bootstrap: ModuleType, cuda_only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", f"{cuda_only}/cpu")
    monkeypatch.setenv("MXTUTOR_TORCH_INDEX", f"{cuda_only}/empty")
    assert bootstrap.choose_torch("cpu", 0) == []


def test_the_public_index_is_in_one_place(bootstrap: ModuleType) -> None:
    assert bootstrap.TORCH_INDEX == "https://download.pytorch.org/whl/cpu"
    assert (ROOT / "bootstrap.py").read_text(encoding="utf-8").count("download.pytorch.org") == 1
