"""The task hash: what a learner solved, as a hash. A content update that changes the task changes the hash.

It covers what the learner is asked and how an answer is judged, and leaves out help: title, hints, mistakes, solutions.
Only keys that `exercise.yaml` contains count, so that a new key of a later release changes no other exercise.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEYS = ("kind", "prompt", "entry", "params", "cases", "domain", "draws", "compare", "variants")
"""Keys of `exercise.yaml` that count; of `options`, the texts and which one is right."""
FILES = (
    "reference.py",
    "run_reference.py",
    "starter.py",
    "snippet.py",
    "observe_mxnet.py",
    "observe_torch.py",
    "verify_mxnet.py",
)
"""Files beside it that count."""
DIGITS = 16
"""Hexadecimal digits of a task hash."""


def task_hash(folder: Path, data: Mapping[str, Any]) -> str:
    """Return the task hash of the exercise in a folder; `data` is what its `exercise.yaml` contains.

    White space at the ends of lines and around texts does not count.
    """
    parts: list[Any] = [[key, data[key]] for key in KEYS if data.get(key) is not None]
    options = data.get("options")
    if isinstance(options, list):
        parts.append(["options", [[o.get("text"), o.get("right")] if isinstance(o, dict) else o for o in options]])
    for name in FILES:
        try:
            parts.append([name, (folder / name).read_bytes().decode("utf-8", "replace")])
        except OSError:
            continue  # this kind has no such file
    text = json.dumps(_plain(parts), ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _plain(data: Any) -> Any:
    """Return data whose texts have no white space at the ends of lines, and whose keys are texts."""
    if isinstance(data, str):
        return "\n".join(line.rstrip() for line in data.strip().splitlines())
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    if isinstance(data, Mapping):
        return {str(key): _plain(item) for key, item in data.items()}
    return data
