"""`mxtutor grader`: shows or stops the resident graders of this user."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from mxtutor.cli.painting import paint
from mxtutor.grading.service.address import IDLE_SECONDS, SWITCH, wants_resident
from mxtutor.grading.service.control import ResidentGrader, find_all, memory, stop
from mxtutor.reporting.durations import elapsed
from mxtutor.reporting.sanitize import clean_line, json_text

COLOURS = {"ready": "green", "starting": "yellow", "cold": "yellow", "broken": "red"}


@click.command()
@click.argument("action", type=click.Choice(["status", "stop"]), default="status")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def grader(action: str, as_json: bool) -> int:
    """Show the grader that all commands and tutors share, or stop it."""
    return stop_graders() if action == "stop" else show_graders(as_json=as_json)


def show_graders(*, as_json: bool) -> int:
    """Print the state of each resident grader; return the exit code."""
    found = find_all()
    if as_json:
        data = [{**msgspec.to_builtins(one), "bytes": memory(one)} for one in found]
        click.echo(json_text({"version": 1, "graders": data}))
        return 0
    if not found:
        off = "" if wants_resident() else f" {SWITCH} is off: each command uses a private one."
        click.echo(f"No grader runs; the next check starts one.{off}")
    for one in found:
        for line in _lines(one):
            click.echo(line)
    return 0


def _lines(found: ResidentGrader) -> Sequence[str]:
    record, condition = found.record, found.condition
    if condition is None:
        return [
            f"{paint('[hangs]', fg='red', bold=True)} process {record.pid} does not answer; end it: mxtutor grader stop"
        ]
    phase = paint(f"[{condition.phase}]", fg=COLOURS.get(condition.phase, "white"), bold=True)
    left = max(0.0, IDLE_SECONDS - condition.idle)
    used = f"{condition.running} running, {condition.waiting} waiting, {condition.callers} connected"
    lines = [
        f"{phase} process {record.pid}, mxtutor {condition.release}, {elapsed(condition.seconds)} old, "
        f"{memory(found) / 2**20:.0f} MiB",
        f"  content    {clean_line(record.content)}",
        f"  isolation  {condition.isolation}",
        f"  calls      {condition.calls} so far; {used}",
    ]
    if condition.running == condition.waiting == 0:
        lines.append(f"  idle       {elapsed(condition.idle)}; it ends by itself in {elapsed(left)}")
    if condition.detail:
        lines.append(f"  {clean_line(condition.detail)}")
    return lines


def stop_graders() -> int:
    """Stop all resident graders of this user; return the exit code."""
    found = find_all()
    if not found:
        click.echo("No grader runs.")
    for one in found:
        how = "killed, since it did not answer" if stop(one) else "stopped"
        click.echo(f"process {one.record.pid} was {how}.")
    return 0
