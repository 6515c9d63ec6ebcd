"""`mxtutor doctor`: checks this machine, and says how to fix faults."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mxtutor import paths
from mxtutor.cli.painting import paint


def show_health(root: Path, as_json: bool) -> int:
    """Print the checks; return 0 if all of them are ok, else 1."""
    from mxtutor.doctor import run_checks, to_json

    checks = run_checks(root, paths.home())
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
