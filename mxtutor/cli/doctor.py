"""`mxtutor doctor`: what works here, and how to fix what does not."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from mxtutor.cli.text import paint


def show_health(root: Path, as_json: bool) -> int:
    """Print the checks; 0 when all of them are ok, else 1."""
    from mxtutor.doctor import run_checks

    checks = run_checks(root)
    ok = all(c.ok for c in checks)
    if as_json:
        click.echo(json.dumps({"ok": ok, "checks": [asdict(c) for c in checks]}))
        return 0 if ok else 1
    for check in checks:
        mark = paint("[ok]  ", fg="green") if check.ok else paint("[fix] ", fg="yellow", bold=True)
        click.echo(f"{mark} {check.name:18} {check.detail}")
        if check.fix:
            click.echo(f"       {'':18} {check.fix}")
    return 0 if ok else 1
