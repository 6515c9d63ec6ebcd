"""Workshop files for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

SOUND: dict[str, Any] = {
    "version": 1,
    "title": "An afternoon",
    "greeting": "Welcome.",
    "parts": [
        {"title": "Names", "minutes": 25, "exercises": ["tensors/arccos", "tensors/flip"]},
        {"title": "Axes", "exercises": ["tensors/join-axis"]},
    ],
    "start": "2026-11-25 13:00+01:00",
    "due": "2099-12-01 18:00+01:00",
    "late": {"percent": 10, "per": "day", "at_most": 50},
    "points": {"default": 1, "tensors/flip": 2.5},
    "hints": "open",
    "solutions": "2099-12-02 09:00+01:00",
}


def write(folder: Path, changes: dict[Any, Any] | str | None = None, name: str = "workshop.yaml") -> Path:
    """Write a workshop and return its file: the sound one with changes (None removes a key), or a text as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    if isinstance(changes, str):
        file.write_text(changes, encoding="utf-8")
        return file
    data = {key: value for key, value in {**SOUND, **(changes or {})}.items() if value is not None}
    file.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return file
