"""Values of a YAML file, each of the kind that its key wants; errors name the file and the key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mxtutor.errors import ContentError


def listed(path: Path, key: str, value: Any) -> list[Any]:
    """Return a list; nothing is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise ContentError(f"{path}: {key} must be a list.")
    return value


def number(path: Path, key: str, value: Any, *, whole: bool = False) -> float:
    """Return a number above 0."""
    if type(value) not in ((int,) if whole else (int, float)) or not value > 0:
        raise ContentError(f"{path}: {key} is {value!r}; it must be a {'whole ' if whole else ''}number above 0.")
    return float(value)


def mapping(path: Path, key: str, value: Any) -> dict[str, str]:
    """Return a mapping of texts; nothing is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ContentError(f"{path}: {key} must be a mapping.")
    return {str(k): str(v) for k, v in value.items()}


def texts(value: Any) -> tuple[str, ...]:
    """Return one text or several as a tuple."""
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
