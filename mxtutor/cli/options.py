"""Types of options that several commands share, and commands of earlier releases, which say what to do instead."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from mxtutor.errors import UsageError

DEVICES = click.Choice(["auto", "cpu", "gpu", "standin"])
"""Choices for the device on which answers run."""


class _Seed(click.IntRange):
    """Option type: a whole number from 0 on that fits into 128 bits; the store reads none of more than 1000 digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found: int = super().convert(value, param, ctx)
        if found.bit_length() > 128:
            self.fail("the seed has more than 128 bits.", param, ctx)
        return found


SEED = _Seed(0)
"""The seed of drawn inputs."""


class _Isolation(click.Choice[str]):
    """Option type: `on` or `off`; also accepts the names of earlier releases."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert({"all": "on", "light": "on", "none": "off"}.get(value, value), param, ctx)


ISOLATIONS = _Isolation(["on", "off"])
"""Whether answers are confined."""


class NumberRange(click.FloatRange):
    """Option type: a finite number in a range; comparing "nan" with a range would refuse nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is not a number.", param, ctx)
        return found


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
