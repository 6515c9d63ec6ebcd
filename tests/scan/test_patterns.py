"""Patterns that no name shows are found, and what looks like them is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.scan.project import scan_project

HEAD = """import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import DataLoader

"""
FOUND = {
    "sync-in-loop": "for i in range(3):\n    print(torch.ones(1).item())",
    "mask-index": "x = torch.randn(3)\nx[x > 0] = 0",
    "in-place": "def f(x):\n    y = torch.relu(x)\n    y[0] = 1\n    return y",
    "hook": "net = nn.Linear(1, 1)\nnet.register_forward_hook(print)",
    "autograd-function": "class Cut(torch.autograd.Function):\n    pass",
    "state-dict": "net = nn.Linear(1, 1)\nprint(net.state_dict())",
    "batchnorm-momentum": "n = nn.BatchNorm2d(3, momentum=0.01)",
    "scheduler": "s = optim.lr_scheduler.StepLR(optim.SGD(nn.Linear(1, 1).parameters(), 1), 2)",
    "dynamic-control-flow": "class N(nn.Module):\n  def forward(self, x):\n    if x.sum() > 0:\n      return x",
    "loader-workers": "d = DataLoader([1, 2], num_workers=2)",
}
NOT_FOUND = {
    "sync-in-loop": "print(torch.ones(1).item())\nfor pair in {'a': 1}.items():\n    print(pair)",
    "mask-index": "x = torch.randn(3)\ny = x[1:]\nz = [1, 2][0]",
    "in-place": "x = {}\nx['a'] = torch.ones(1)\nx['a'].requires_grad_()",
    "hook": "import atexit\natexit.register(print)",
    "batchnorm-momentum": "n = optim.SGD(nn.Linear(1, 1).parameters(), 1, momentum=0.9)",
    "dynamic-control-flow": "class N(nn.Module):\n  def forward(self, x, deep=False):\n    if deep:\n      return x",
    "loader-workers": "d = DataLoader([1, 2], batch_size=2)",
}


def patterns(folder: Path, code: str) -> set[str]:
    """Return the patterns that a scan finds in code."""
    (folder / "code.py").write_text(HEAD + code + "\n", encoding="utf-8")
    return {one.pattern for one in scan_project(folder, jobs=1).patterns}


@pytest.mark.parametrize("name", FOUND)
def test_a_pattern_is_found(name: str, tmp_path: Path) -> None:
    assert name in patterns(tmp_path, FOUND[name])


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_looks_like_it_is_not_found(name: str, tmp_path: Path) -> None:
    assert name not in patterns(tmp_path, NOT_FOUND[name])


ONCE = (
    "        raise ValueError(f'a {loss} of {loss.item()}')",
    "        assert i < 2, f'{loss.item()}'",
    "        return float(loss)",
)


@pytest.mark.parametrize("line", ONCE)
def test_what_ends_a_loop_waits_once(line: str, tmp_path: Path) -> None:
    code = "def f():\n    for i in range(3):\n        loss = torch.ones(1)\n"
    assert "sync-in-loop" not in patterns(tmp_path, code + line)
    assert "sync-in-loop" in patterns(tmp_path, code + "        print(f'{loss}')\n" + line)


@pytest.mark.parametrize("name", ["found.py", "none_found.py"])
def test_each_line_has_the_pattern_that_its_comment_names(name: str) -> None:
    file = Path(__file__).parent / "patterns" / name
    found = {(one.line, one.pattern) for one in scan_project(file, jobs=1).patterns}
    lines = file.read_text(encoding="utf-8").splitlines()
    named = {
        (number, line.partition("# pattern: ")[2]) for number, line in enumerate(lines, 1) if "# pattern: " in line
    }
    assert found == named
