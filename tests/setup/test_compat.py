"""MXNet runs on each supported Python: by pins where they suffice, else through the shim."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OPERATORS = """
import sys
sys.path.insert(0, sys.argv[1])
from mxtutor.compat import import_mxnet
mx = import_mxnet()
import numpy
print(sys.version_info[:2], numpy.__version__, mx.__version__)
x = mx.nd.array([[0.5, 1.0], [0.0, -1.0]])
x.attach_grad()
with mx.autograd.record():
    y = (mx.nd.dot(x, x) * x.arccos()).sum()
y.backward()
assert x.grad.shape == (2, 2) and x.grad.dtype == numpy.float32
mx.npx.set_np()
mask = mx.np.array([1.0, 2.0, 3.0]) > 1.5
assert mask.dtype == bool and mask.asnumpy().tolist() == [False, True, True], mask.dtype
assert mx.np.ones((2, 0)).shape == (2, 0)
net = mx.gluon.nn.Dense(2)
net.initialize()
assert net(mx.np.ones((3, 4))).asnumpy().shape == (3, 2)
print("operators ran")
"""


def test_mxnet_runs_on_the_running_python() -> None:
    done = subprocess.run([sys.executable, "-c", OPERATORS, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("operators ran\n")
    assert "1.9.1" in done.stdout


def test_importing_the_shim_changes_nothing() -> None:
    script = (
        "import sys; before = set(sys.modules); import mxtutor.compat; print(set(sys.modules) & {'numpy', 'mxnet'})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.slow
def test_mxnet_runs_on_python_3_12_through_the_shim(pytestconfig: pytest.Config) -> None:
    if sys.version_info[:2] == (3, 12):
        pytest.skip("the running Python is 3.12, so the other test proves it")
    python = _python312()
    if python is None:
        pytest.skip("no working Python 3.12 on PATH or among pyenv's versions")
    assert pytestconfig.cache is not None
    venv_python = _venv(python, pytestconfig.cache.mkdir("python312") / "venv")
    plain = subprocess.run([venv_python, "-c", "import mxnet"], capture_output=True, text=True)
    assert plain.returncode != 0, "MXNet imports by itself now: the shim has lost its reason"
    done = subprocess.run([venv_python, "-c", OPERATORS, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "(3, 12) 1.26.4 1.9.1\noperators ran\n"


def _python312() -> str | None:
    """Return a Python 3.12 that really runs: version managers leave shims of Pythons that are not there."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    candidates = [folder / "python3.12" for folder in folders]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True).stdout.strip()
        candidates += sorted(Path(root).glob("versions/3.12*/bin/python3.12"))
    script = "import sys, venv, ensurepip; print(sys.version_info[:2])"
    for candidate in candidates:
        if candidate.exists():
            run = subprocess.run([candidate, "-c", script], capture_output=True, text=True)
            if run.stdout == "(3, 12)\n":
                return str(candidate)
    return None


def _venv(python: str, folder: Path) -> str:
    """Return the Python of a virtual environment with MXNet, kept between runs; skips without packages."""
    inside = str(folder / "bin" / "python")
    stamp = folder / "complete"
    if not stamp.exists():
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        pins = ["-c", str(ROOT / "requirements" / "python3.12.txt")]
        wanted = ["mxnet==1.9.1", "numpy==1.26.4", "setuptools"]
        done = subprocess.run(
            [inside, "-m", "pip", "install", "--quiet", *pins, *wanted], capture_output=True, text=True
        )
        if done.returncode != 0:
            telling = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            pytest.skip(f"pip cannot install MXNet for Python 3.12: {telling[-1] if telling else done.stderr[-200:]}")
        stamp.touch()
    return inside
