"""`mxtutor doctor`: checks this machine, and says how to fix faults."""

from __future__ import annotations

import json

import click

from mxtutor import paths
from mxtutor.cli.painting import paint
from mxtutor.cli.setup import Setup


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def doctor(setup: Setup, as_json: bool) -> int:
    """Show what works here and how to fix what does not."""
    from mxtutor.doctor import run_checks, to_json

    checks = run_checks(setup.root, paths.home())
    ok = all(c.ok for c in checks)
    if as_json:
        click.echo(json.dumps(to_json(checks)))
        return 0 if ok else 1
    for check in checks:
        mark = paint("[ok]  ", fg="green") if check.ok else paint("[fix] ", fg="yellow", bold=True)
        click.echo(f"{mark} {check.name:18} {check.detail}")
        if check.fix:
            click.echo(f"       {'':18} {check.fix}")
    return 0 if ok else 1
