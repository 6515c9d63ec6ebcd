"""Paths that people type."""

from __future__ import annotations

from pathlib import Path

from mxtutor.errors import UsageError


def expanded(path: Path) -> Path:
    """Return a typed path, with the home folder in place of `~`.

    Raises:
        UsageError: it begins with `~`, and no home folder is known for that name.
    """
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise UsageError(f"There is no home folder for {path}.", fix="Give the path without ~.") from error
