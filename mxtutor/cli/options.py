"""Types of options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

DEVICES = click.Choice(["auto", "cpu", "gpu", "standin"])
"""Choices for the device on which answers run."""


class Isolation(click.Choice[str]):
    """Option type: `on` or `off`; also accepts the names of earlier releases."""

    def __init__(self) -> None:
        super().__init__(["on", "off"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert({"all": "on", "light": "on", "none": "off"}.get(value, value), param, ctx)


class _PathType(click.Path):
    """Option type: a path that is not empty, because an empty shell variable would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the path is empty. Give `.` for the current folder.", param, ctx)
        return super().convert(value, param, ctx)


PATH = _PathType(path_type=Path)
"""A path that need not exist; the command checks that."""
