"""Types of options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

DEVICES = click.Choice(["auto", "cpu", "gpu", "standin"])
"""Where answers run."""


class Isolation(click.Choice[str]):
    """`on` or `off`; the names of earlier releases stay valid."""

    def __init__(self) -> None:
        super().__init__(["on", "off"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return "on" or "off"."""
        return super().convert({"all": "on", "light": "on", "none": "off"}.get(value, value), param, ctx)


class _PathType(click.Path):
    """A path that is not empty: an empty variable of the shell would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "":
            self.fail("the path is empty. Give `.` for the current folder.", param, ctx)
        return super().convert(value, param, ctx)


PATH = _PathType(path_type=Path)
"""A path; whether it exists, the command finds out."""
