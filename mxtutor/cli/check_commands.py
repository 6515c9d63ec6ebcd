"""The commands that check one answer, and the one for the grader behind them, with their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor.cli.options import Isolation
from mxtutor.cli.path_type import PATH

if TYPE_CHECKING:
    from mxtutor.grading.protocol import Device

DEVICES = click.Choice(["auto", "cpu", "gpu", "standin"])


@click.command()
@click.argument("exercise", metavar="ID")
@click.argument("file", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--seed", type=click.IntRange(0), help="Draw the inputs of this seed again.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=Isolation(), default="on", show_default=True, help="Confine the answer.")
@click.option("--explain", is_flag=True, help="Explain a known mistake in full; after a right answer show others.")
@click.pass_context
def check(
    ctx: click.Context,
    exercise: str,
    file: Path,
    as_json: bool,
    seed: int | None,
    device: Device,
    isolation: str,
    explain: bool,
) -> None:
    """Grade the answer in FILE to exercise ID. As FILE, "-" reads standard input."""
    from mxtutor.cli.check import check_answer

    ctx.exit(
        check_answer(
            ctx.obj.root,
            exercise,
            file,
            as_json=as_json,
            seed=seed,
            device=device,
            confined=isolation == "on",
            explain=explain,
            make_grader=ctx.obj.make_grader,
        )
    )


@click.command()
@click.argument("folder", type=PATH, metavar="[DIR]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print each report as one line of JSON.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=Isolation(), default="on", show_default=True, help="Confine the answers.")
@click.option("--explain", is_flag=True, help="Explain a known mistake in full.")
@click.pass_context
def watch(
    ctx: click.Context, folder: Path | None, as_json: bool, device: Device, isolation: str, explain: bool
) -> None:
    """Check each answer when an editor saves it. DIR is by default the folder of your own answers."""
    from mxtutor.cli.watch import watch_answers

    ctx.exit(
        watch_answers(
            ctx.obj.root, folder, as_json=as_json, device=device, confined=isolation == "on", explain=explain,
            make_grader=ctx.obj.make_grader,
        )
    )  # fmt: skip


@click.command()
@click.argument("action", type=click.Choice(["status", "stop"]), default="status")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def grader(ctx: click.Context, action: str, as_json: bool) -> None:
    """Show the grader that all commands and tutors share, or stop it."""
    from mxtutor.cli.grader import show_graders, stop_graders

    ctx.exit(stop_graders() if action == "stop" else show_graders(as_json=as_json))
