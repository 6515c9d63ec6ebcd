"""The type of paths on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class _PathType(click.Path):
    """A path that is not empty: an empty variable of the shell would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "":
            self.fail("the path is empty. Give `.` for the current folder.", param, ctx)
        return super().convert(value, param, ctx)


PATH = _PathType(path_type=Path)
"""A path; whether it exists, the command finds out."""
