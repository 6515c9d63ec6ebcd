"""A scan reads the Python in notebooks and documents where it stands, whatever stands around it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mxtutor.scan.project import scan_project

START = "import torch\nx = torch.ones(2)"


def sites(folder: Path) -> list[tuple[int, int, int, str]]:
    """Return cell, line, column and name of each site besides `torch.ones`."""
    found = scan_project(folder, jobs=1).sites
    return [(one.cell, one.line, one.col, one.name) for one in found if one.name != "torch.ones"]


def notebook(folder: Path, *cells: str, **metadata: object) -> None:
    """Write a notebook whose first cell makes `x`."""
    held = [{"cell_type": "code", "source": cell} for cell in (START, *cells)]
    (folder / "code.ipynb").write_text(json.dumps({"cells": held, "metadata": metadata}), encoding="utf-8")


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("%time y = x.exp()", (1, 10)),
        ("if True:\n    %timeit -n 10 -r 3 x.exp()", (2, 23)),
        ("!pip install \\\n  one \\\n  two\nx.exp()", (4, 0)),
        ("pip install one\nx.exp()", (2, 0)),
        ("cd ..\nx.exp()", (2, 0)),
        ("%%capture out\nx.exp()", (2, 0)),
        ("files = !ls\nx.exp()", (2, 0)),
        ("x?\nx.exp()", (2, 0)),
        ('text = """\n%d items\n! done """\nx.exp()', (4, 0)),
        ("import os\r\nx.exp()", (2, 0)),
    ],
)
def test_magics_hide_no_code_and_move_none(tmp_path: Path, cell: str, place: tuple[int, int]) -> None:
    notebook(tmp_path, cell)
    assert sites(tmp_path) == [(2, *place, "Tensor.exp")]


def test_a_notebook_in_another_language_is_listed(tmp_path: Path) -> None:
    notebook(tmp_path, "x <- torch_tensor(1)", language_info={"name": "R"})
    scanned = scan_project(tmp_path, jobs=1)
    assert not scanned.sites
    assert [(one.file, one.reason) for one in scanned.skipped] == [("code.ipynb", "a notebook in r")]


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("> ```python\n> x.exp()\n> ```", 6),
        (">> ```python\n>> if x:\n>>     x.exp()\n>> ```", 7),
        ('````python\ntext = """\n```\n"""\nx.exp()\n````', 9),
        ("1. item\n\n   ```py\n   x.exp()\n   ```", 8),
        ("~~~python\nx.exp()\n~~~", 6),
        ("```python\ndef broken(:\n```\n```python\nx.exp()\n```", 9),
        ("```python\nx.exp()", 6),
    ],
)
def test_blocks_of_documents_are_found(tmp_path: Path, block: str, line: int) -> None:
    (tmp_path / "code.md").write_text(f"```python\n{START}\n```\n{block}\n", encoding="utf-8")
    assert [(one[1], one[3]) for one in sites(tmp_path)] == [(line, "Tensor.exp")]
