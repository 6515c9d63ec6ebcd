"""Types of options that several commands share, and commands of earlier releases, which say what to do instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mxtutor.errors import UsageError

DEVICES = click.Choice(["auto", "cpu", "gpu", "standin"])
"""Choices for the device on which answers run."""


class _Isolation(click.Choice[str]):
    """Option type: `on` or `off`; also accepts the names of earlier releases."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert({"all": "on", "light": "on", "none": "off"}.get(value, value), param, ctx)


ISOLATIONS = _Isolation(["on", "off"])
"""Whether answers are confined."""


class _PathType(click.Path):
    """Option type: a path that is not empty, because an empty shell variable would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the path is empty. Give `.` for the current folder.", param, ctx)
        return super().convert(value, param, ctx)


PATH = _PathType(path_type=Path)
"""A path that need not exist; the command checks that."""


def moved(name: str, why: str, fix: str) -> click.Command:
    """Return a hidden command that accepts any arguments and exits with this message."""

    @click.command(name, hidden=True, context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    def old(words: tuple[str, ...]) -> None:  # noqa: ARG001 - they do not matter
        raise UsageError(why, fix=fix)

    return old
