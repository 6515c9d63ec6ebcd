"""Exercises as files, made by hand for tests of the loader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError

SOUND: dict[str, Any] = {
    "title": "Square",
    "prompt": "Square it.\n",
    "entry": "square",
    "params": {"x": "float32"},
    "hints": ["A nudge."],
    "cases": [{"x": {"shape": [3]}}],
    "compare": {"type": "mxnet", "values": [1e-5, 1e-6]},
}


def make(folder: Path, data: Any, **files: str) -> Exercise:
    """Write an exercise's folder and load it."""
    folder.mkdir(exist_ok=True)
    text = data if isinstance(data, str) else yaml.safe_dump(data)
    (folder / "exercise.yaml").write_text(text, encoding="utf-8")
    for name, content in files.items():
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
    return load_exercise(folder, "tensors/square")


def fault(caught: pytest.ExceptionInfo[ContentError], file: Path) -> str:
    """Return the one line of a fault that names a file."""
    message = str(caught.value)
    assert str(file) in message
    assert "\n" not in message
    assert caught.value.exit_code == 2
    return message
