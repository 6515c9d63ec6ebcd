"""The command for reports of sealed workshops and its arguments."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.cli.path_type import PATH


@click.command()
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@click.option("--key", "keys", type=PATH, multiple=True, help="The public key of a server (default: this machine's).")
@click.option("--workshop", "workshop_file", type=PATH, help="Also check that the reports are about this workshop.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def verify(
    ctx: click.Context, files: tuple[Path, ...], keys: tuple[Path, ...], workshop_file: Path | None, as_json: bool
) -> None:
    """Check the signed reports of sealed workshops. Each FILE gets one line.

    Exit code 0: all are valid and sealed. 1: one is unsealed or invalid. 2: one cannot be read, or there is no key.
    """
    from mxtutor.cli.verify import verify_reports

    ctx.obj.workshop_file = workshop_file or ctx.obj.workshop_file
    ctx.exit(verify_reports(ctx.obj, files, keys, as_json=as_json))
