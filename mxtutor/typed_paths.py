"""Paths that people type: on the command line, in the environment, in files."""

from __future__ import annotations

from pathlib import Path

from mxtutor.errors import UsageError


def expanded(path: Path) -> Path:
    """Return a typed path, with the home folder in place of `~`.

    Raises:
        UsageError: the path begins with `~NAME`, and no home folder is known for that name.
    """
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise UsageError(f"There is no home folder for {path}.", fix="Give the path without ~.") from error


def resolved(path: Path) -> Path:
    """Return a typed path as an absolute one, without `~`, `..` and links; it need not exist.

    Raises:
        UsageError: no home folder is known for its `~`, its links form a loop, or it is too long.
    """
    path = expanded(path)
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # Python before 3.13 raises RuntimeError for a loop
        raise UsageError(f"{str(path)[:200]} is not a path: its links form a loop, or it is too long.") from error
